"""The boards as the firmware makes them, on the stand-ins and a virtual wiring."""

import os
import sys

import machine
import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.install import confirm
from arcana_portable.virtual.wiring import Wiring
from companion import boards
from companion.board import UsbLink
from companion.boards import find, wake
from companion.panel import PanelError
from panel.conftest import Silence, striped

from shared_rules import BUTTONS


class Port:
    """Standard input or output as MicroPython has it: what poll() sees is all there is."""

    def __init__(self, buffer):
        self.buffer = buffer

    def fileno(self):
        return self.buffer.fileno()


@pytest.fixture(params=NAMES)
def wiring(request, clock):
    """Each of the boards in turn."""
    board = virtual_board(request.param)
    wiring = Wiring(board, clock, unique_id=b"\x01\x02\x03\x04\x05\x06\x07\x08")
    wiring.pins = board.pins
    machine.connect(wiring)
    yield wiring
    machine.connect(None)


@pytest.fixture
def badger(clock):
    """A Badger 2040 on its battery; `off` counts how often it went off."""
    badger = Wiring(virtual_board("badger2040"), clock, on_power_off=lambda: badger.off.append(True))
    badger.off = []
    badger.cable = False
    machine.connect(badger)
    yield badger
    machine.connect(None)


@pytest.fixture
def board(wiring, tmp_path):
    return boards.make(folder=str(tmp_path), link=Silence(), default=wiring.pins.NAME)


def test_a_quick_panel_does_not_hurry_the_clock(clock):
    machine.connect(Wiring(virtual_board(NAMES[0]), clock, speed=1000))
    rtc = machine.RTC()
    rtc.datetime((2026, 11, 29, 6, 20, 15, 0, 0))
    clock.sleep(2000)
    assert rtc.datetime() == (2026, 11, 29, 6, 20, 15, 2, 0)


@pytest.mark.parametrize("name", ["up", "down", "a", "c"])
def test_a_pressed_button_is_heard(board, wiring, name):
    if len(wiring.pins.BUTTONS) < 5 and name in ("up", "down"):
        pytest.skip("It has three buttons.")
    wiring.press(name)
    wiring.press(name)
    assert board.buttons.get() == (name, "press")
    assert board.buttons.get() is None
    wiring.release(name)


def test_it_says_who_it_is(board, wiring, tmp_path):
    assert board.name == wiring.pins.NAME
    assert board.trouble is None
    assert board.unique_id == "0102030405060708"
    assert board.folder == str(tmp_path)
    assert board.free_bytes() > 0


def test_the_clock_is_unset_until_somebody_sets_it(board, clock):
    assert board.clock() is None
    board.set_clock((2026, 2, 28, 23, 59, 30))
    assert board.clock() == "2026-02-28 23:59"
    clock.now += 45_000_000
    assert board.clock() == "2026-03-01 00:00"


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


def test_a_restart_ends_the_program(board):
    with pytest.raises(SystemExit):
        board.restart()


@pytest.fixture(params=["RP2040", "RP2350"])
def chip(request, clock):
    """Make the wiring of a board with each of the chips: on an RP2350, pins that were high stick."""

    def wired(board):
        if board.pins.is_this and request.param not in board.pins.CHIP:
            pytest.skip("It comes with another chip.")
        wiring = Wiring(board, clock)
        wiring.machine = f"Raspberry Pi with {request.param}"
        wiring.has_erratum_e9 = request.param == "RP2350"
        machine.connect(wiring)
        return wiring

    yield wired
    machine.connect(None)


class TestWhichBoard:
    """The board is found by its voltage reference, whatever its file says."""

    def make(self, folder, said=None):
        if said is not None:
            (folder / "board.txt").write_text(f"{said}\n")
        return boards.make(folder=str(folder), link=Silence())

    def test_a_file_that_is_right_is_no_trouble(self, wiring, tmp_path):
        board = self.make(tmp_path, wiring.pins.NAME)
        assert (board.name, board.trouble) == (wiring.pins.NAME, None)

    def test_the_file_of_another_device_does_a_badger_no_harm(self, badger, tmp_path):
        board = self.make(tmp_path, "pico-epaper-2.9")
        assert board.name == "badger2040"
        assert board.trouble == "board.txt says that this is a pico-epaper-2.9, but it is a badger2040."

    def test_a_badger_that_is_not_found_can_be_told_to_be_one(self, badger, tmp_path):
        badger.adc_share = lambda gpio: 0
        board = self.make(tmp_path, "badger2040")
        assert board.name == "badger2040"
        assert board.trouble == "board.txt says that this is a badger2040, but it does not look like one."

    def test_a_board_that_there_is_not_is_passed_over(self, wiring, tmp_path):
        board = self.make(tmp_path, "commodore-64")
        assert board.name == (wiring.pins.NAME if wiring.pins.is_this else "unknown")
        assert board.trouble.startswith(
            "board.txt says that this is a commodore-64, but there is no such board"
        )

    @pytest.mark.parametrize("name", NAMES)
    def test_whichever_bit_of_its_name_flips_the_board_is_the_same(self, clock, tmp_path, name):
        """A board that is found takes no name from a file; one that is not would have no panel."""
        whole = f"{name}\n".encode()
        for bit in range(8 * len(whole)):
            damaged = bytearray(whole)
            damaged[bit // 8] ^= 1 << bit % 8
            (tmp_path / "board.txt").write_bytes(damaged)
            wiring = Wiring(virtual_board(name), clock)
            machine.connect(wiring)
            board = self.make(tmp_path)
            assert board.name == name, bytes(damaged)
            assert board.trouble is None or "board.txt" in board.trouble
            assert board.trouble or damaged.strip() == name.encode()

    @pytest.mark.parametrize("text", ["{}", "{}\r\n", "  {} \n", "{}\nmine\n"])
    def test_a_name_that_was_written_by_hand_counts(self, wiring, tmp_path, text):
        (tmp_path / "board.txt").write_text(text.format(wiring.pins.NAME), newline="")
        board = boards.make(folder=str(tmp_path), link=Silence())
        assert (board.name, board.trouble) == (wiring.pins.NAME, None)

    @pytest.mark.parametrize("held_at", [0, 0.2, 0.9, 1])
    def test_a_pin_that_somebody_holds_elsewhere_is_no_reference(self, clock, tmp_path, held_at):
        wiring = Wiring(virtual_board("pico-epaper-2.9"), clock)
        wiring.adc_share = lambda gpio: held_at
        machine.connect(wiring)
        assert self.make(tmp_path, "pico-epaper-2.9").name == "pico-epaper-2.9"

    @pytest.mark.parametrize("name", BUTTONS)
    def test_the_finger_that_switched_it_on_does_not_matter(self, badger, tmp_path, name):
        badger.press(name)
        assert self.make(tmp_path).name == "badger2040"

    @pytest.mark.parametrize("chosen", NAMES)
    @pytest.mark.parametrize("name", NAMES)
    def test_no_board_is_harmed_whatever_the_settings_say(self, clock, chip, tmp_path, name, chosen):
        """No pin is driven against an output, onto a button, or onto the switch of the power."""
        wiring = chip(virtual_board(name))
        wake()
        board = self.make(tmp_path, chosen)
        board.panel.sleep_us = clock.sleep_us
        if board.name == "unknown":
            assert wiring.driven_ever == set()
        else:
            clock.run(board.panel.show(striped(board.panel, 5)[0]))
            clock.run(board.panel.idle())
            assert board.name == chosen or virtual_board(name).pins.is_this
        assert wiring.conflicts == []
        if chosen == name and not (wiring.has_erratum_e9 and virtual_board(name).pins.CHIP == "RP2040"):
            assert (
                board.name == name
                and wiring.panel.glass == striped(board.panel, 5)[1]
                and wiring.panel.faults == []
            )

    @pytest.mark.parametrize("chosen", NAMES)
    @pytest.mark.parametrize("name", NAMES)
    def test_nor_by_a_finger_on_a_button_of_a_board_that_is_not_found(self, clock, tmp_path, name, chosen):
        for button in BUTTONS[-len(virtual_board(name).pins.BUTTONS) :]:
            wiring = Wiring(virtual_board(name), clock)
            wiring.adc_share = lambda gpio: 0
            wiring.press(button)
            machine.connect(wiring)
            board = self.make(tmp_path, chosen)
            assert wiring.conflicts == [] and board.name in (chosen, "unknown")
            assert board.name == chosen or name != chosen
            assert (
                board.name == "unknown" or virtual_board(name).pins.PANEL == virtual_board(chosen).pins.PANEL
            )

    @pytest.mark.parametrize("name", NAMES)
    def test_in_doubt_nothing_is_driven_until_the_owner_confirms(self, clock, tmp_path, name):
        """A panel that is out of order leaves only a Pico with buttons of its own without doubt."""
        wiring = Wiring(virtual_board(name), clock)
        wiring.adc_share = lambda gpio: 0
        wiring.without_panel = True
        machine.connect(wiring)
        board = self.make(tmp_path, name)
        busy_elsewhere = {virtual_board(other).pins.PANEL[-1] for other in NAMES}
        if not busy_elsewhere & set(virtual_board(name).pins.BUTTONS):
            assert board.name == name
            return
        assert (board.name, wiring.driven_ever) == ("unknown", set())
        assert f"no panel is where one has it: `arcana flash --board {name}`" in board.trouble
        assert self.make(tmp_path, f"{name} confirmed").name == name

    @pytest.mark.parametrize("pressed", [None, *BUTTONS])
    @pytest.mark.parametrize("chosen", NAMES)
    @pytest.mark.parametrize("name", NAMES)
    def test_only_its_own_button_a_confirms_a_board(self, clock, monkeypatch, capsys, name, chosen, pressed):
        wiring = Wiring(virtual_board(name), clock)
        machine.connect(wiring)
        if pressed not in (None, *wiring.buttons):
            return

        def sleep_ms(milliseconds):
            clock.sleep(milliseconds)
            if pressed and clock.now in (1_000_000, 1_200_000):
                (wiring.press if clock.now == 1_000_000 else wiring.release)(pressed)

        monkeypatch.setattr("time.sleep_ms", sleep_ms, raising=False)
        ours, theirs = virtual_board(name).pins, virtual_board(chosen).pins
        exec(confirm.program(theirs.BUTTONS, theirs.PRESSED), {})
        same = (ours.BUTTONS, ours.PRESSED) == (theirs.BUTTONS, theirs.PRESSED)
        assert capsys.readouterr().out == f"{pressed == 'a' and same}\n"
        assert wiring.driven_ever == set()

    @pytest.mark.parametrize("name", [name for name in NAMES if not virtual_board(name).pins.is_this])
    def test_a_board_that_nobody_named_drives_nothing_and_says_what_to_do(self, clock, tmp_path, name):
        wiring = Wiring(virtual_board(name), clock)
        machine.connect(wiring)
        wake()
        board = self.make(tmp_path)
        assert (board.name, board.power, board.trouble) == ("unknown", None, None)
        with pytest.raises(PanelError, match="`arcana flash --board`"):
            clock.run(board.panel.show(b""))
        assert board.panel.sleep() and board.buttons.get() is None
        board.close()
        assert wiring.driven_ever == set()

    @pytest.mark.parametrize("chosen", ["", *NAMES])
    @pytest.mark.parametrize("volts", [1.07, 1.1, 1.13])
    def test_a_badger_2350_is_found_by_its_reference(self, clock, tmp_path, volts, chosen):
        """It is nearly that of a Badger 2040; nobody knows whether GPIO 27 switches it."""
        wiring = Wiring(virtual_board("badger2350"), clock)
        share = wiring.adc_share
        wiring.adc_share = lambda gpio: (wiring._pulls.get(27) == 1) * share(gpio) * volts / 1.1
        machine.connect(wiring)
        board = self.make(tmp_path, chosen)
        assert board.name == "badger2350"
        assert (board.trouble or "it is a badger2350.").endswith("it is a badger2350.")

    def test_on_its_maker_s_micropython_it_is_found_by_its_name(self, clock, tmp_path):
        wiring = Wiring(virtual_board("badger2350"), clock)
        wiring.adc_share = lambda gpio: 0
        wiring.machine = "Pimoroni Badger 2350 with RP2350"
        machine.connect(wiring)
        assert self.make(tmp_path).name == "badger2350"

    @pytest.mark.parametrize("chosen", ["badger2040", "badger2040w"])
    def test_a_pico_2_is_no_badger_2040_whatever_the_settings_say(self, clock, chip, tmp_path, chosen):
        wiring = chip(virtual_board("pico-inky-pack"))
        board = self.make(tmp_path, chosen)
        if wiring.has_erratum_e9:
            assert (board.name, wiring.driven_ever) == ("unknown", set())
            assert board.trouble.endswith("but its chip is not that of one.")
        else:
            assert board.name == chosen

    def test_without_a_panel_nothing_is_busy_at_the_second_start_either(self, chip, monkeypatch, tmp_path):
        # a board with BUSY on one of its buttons would leave it in doubt without a panel
        monkeypatch.setattr(boards, "BOARDS", (boards.PicoEpaper29, boards.Badger2040))
        wiring = chip(virtual_board("pico-epaper-2.9"))
        wiring.without_panel = True
        for _ in range(2):
            board = self.make(tmp_path, "pico-epaper-2.9")
            assert (board.name, board.trouble) == ("pico-epaper-2.9", None)
            assert board.panel.busy() != board.panel.BUSY

    def test_nothing_is_driven_before_the_board_is_known(self, badger, monkeypatch):
        driven = []
        drive = badger.drive

        def noted(gpio, level):
            driven.append((gpio, level))
            drive(gpio, level)

        monkeypatch.setattr(badger, "drive", noted)
        pins, _ = find()
        assert pins.NAME == "badger2040" and driven == []


@pytest.fixture
def usb(monkeypatch):
    """The USB link, and the host's two ends of it: (link, write to it, read from it)."""
    to_device, from_device = os.pipe(), os.pipe()
    ports = Port(open(to_device[0], "rb", buffering=0)), Port(open(from_device[1], "wb", buffering=0))
    monkeypatch.setattr(sys, "stdin", ports[0])
    monkeypatch.setattr(sys, "stdout", ports[1])
    yield UsbLink(), to_device[1], from_device[0]
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


def test_a_byte_ends_the_wait_of_the_usb_link(usb):
    link, to_device, _ = usb
    assert not link.wait(1)
    os.write(to_device, b"x")
    assert link.wait(60_000) and link.read() == b"x" and not link.wait(1)


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
