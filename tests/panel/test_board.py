"""The reference board as the firmware makes it, on the stand-ins and a virtual wiring."""

import os
import sys

import machine
import pytest
from arcana_host.virtual.wiring import Wiring
from companion import board as boards
from companion.boards import pico_epaper_29

PICTURE = bytes(range(256)) * 18 + bytes(128)


class Port:
    """Standard input or output as MicroPython has it: what poll() sees is all there is."""

    def __init__(self, buffer):
        self.buffer = buffer

    def fileno(self):
        return self.buffer.fileno()


class Silence:
    def read(self):
        return b""

    def write(self, data):
        pass


@pytest.fixture
def wiring(clock):
    wiring = Wiring(pico_epaper_29, clock, unique_id=b"\x01\x02\x03\x04\x05\x06\x07\x08")
    machine.connect(wiring)
    yield wiring
    machine.connect(None)


@pytest.fixture
def board(wiring, tmp_path):
    return boards.make(folder=str(tmp_path), link=Silence())


def test_a_picture_finds_its_way_to_the_glass(board, wiring, clock):
    for picture in (PICTURE, bytes(4736), PICTURE):
        clock.run(board.panel.show(picture))
        clock.run(board.panel.idle())
        assert wiring.panel.glass == picture
    assert (wiring.panel.full_refreshes, wiring.panel.partial_refreshes) == (1, 2)
    assert wiring.panel.faults == []


@pytest.mark.parametrize("name", ["up", "down", "a", "c"])
def test_a_pressed_button_is_heard(board, wiring, name):
    wiring.press(name)
    wiring.press(name)
    assert board.buttons.get() == (name, "press")
    assert board.buttons.get() is None
    wiring.release(name)


def test_it_says_who_it_is(board, tmp_path):
    assert board.name == "pico-epaper-2.9"
    assert board.unique_id == "0102030405060708"
    assert board.folder == str(tmp_path)
    assert board.free_bytes() > 0


def test_the_clock_is_unset_until_somebody_sets_it(board, clock):
    assert board.clock() is None
    board.set_clock((2026, 2, 28, 23, 59, 30))
    assert board.clock() == "2026-02-28 23:59"
    clock.now += 45_000_000
    assert board.clock() == "2026-03-01 00:00"


@pytest.mark.parametrize("day", [(2024, 1, 1), (2024, 2, 29), (2025, 1, 1), (2028, 12, 31), (2099, 12, 31)])
def test_the_weekday_is_worked_out(board, day):
    # The stand-in for the clock refuses a weekday that does not fit
    board.set_clock((*day, 12, 0, 0))
    assert board.clock() == "{:04}-{:02}-{:02} 12:00".format(*day)


@pytest.mark.parametrize(
    "moment",
    [
        (2023, 12, 31, 23, 59, 59),
        (2100, 1, 1, 0, 0, 0),
        (2025, 2, 29, 12, 0, 0),
        (2026, 13, 1, 0, 0, 0),
        (2026, 4, 31, 0, 0, 0),
        (2026, 1, 1, 24, 0, 0),
        (2026, 1, 1, 0, 60, 0),
        (2026, 1, 1, 0, 0),
        (2026, 1, 1, 0, 0, "now"),
    ],
)
def test_a_time_that_does_not_exist_is_refused_and_changes_nothing(board, moment):
    with pytest.raises(ValueError, match="The clock takes year"):
        board.set_clock(moment)
    assert board.clock() is None


def test_a_reset_ends_the_program(board):
    with pytest.raises(SystemExit):
        board.reset()


def test_a_reset_can_be_caught_by_the_virtual_device():
    resets = []
    wiring = Wiring(pico_epaper_29, on_reset=lambda: resets.append(True))
    wiring.reset()
    assert resets == [True]


def test_hardware_without_a_wiring_says_so():
    machine.connect(None)
    with pytest.raises(RuntimeError, match=r"machine\.connect"):
        machine.Pin(2, machine.Pin.IN)


def test_a_bus_on_other_pins_reaches_nobody(wiring):
    bus = machine.SPI(1, sck=machine.Pin(14), mosi=machine.Pin(15))
    machine.Pin(pico_epaper_29.PANEL_CS, machine.Pin.OUT, value=0)
    bus.write(b"\x99")
    assert wiring.panel.faults == []


@pytest.fixture
def usb(monkeypatch):
    """The USB link, and the host's two ends of it: (link, write to it, read from it)."""
    to_device, from_device = os.pipe(), os.pipe()
    ports = Port(open(to_device[0], "rb", buffering=0)), Port(open(from_device[1], "wb", buffering=0))
    monkeypatch.setattr(sys, "stdin", ports[0])
    monkeypatch.setattr(sys, "stdout", ports[1])
    yield boards.UsbLink(), to_device[1], from_device[0]
    for port in ports:
        port.buffer.close()
    os.close(to_device[1])
    os.close(from_device[0])


def test_the_usb_link_reads_what_is_there_and_no_more(usb):
    link, to_device, _ = usb
    assert link.read() == b""
    os.write(to_device, b"half a li")
    assert link.read() == b"half a li"
    assert link.read() == b""
    os.write(to_device, b"x" * 600)
    assert [len(link.read()) for _ in range(4)] == [256, 256, 88, 0]


def test_the_usb_link_stops_writing_when_the_host_does_not_read(usb):
    link, _, from_device = usb
    packet = b"answers\n" * 8
    assert link.write(packet) == 64
    assert os.read(from_device, 100) == packet
    sent = 0
    while link.write(packet):
        sent += 64
    assert link.write(packet) == 0
    assert len(os.read(from_device, 1 << 20)) == sent
