"""Every board's start on the stand-ins of each build of MicroPython that it can have."""

import sys

import machine
import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.install.micropython import MicroPython
from arcana_portable.install.steps import MAIN, PACKAGES, starter
from arcana_portable.virtual.wiring import Wiring
from builds import BUILDS
from companion import boards
from panel.conftest import Silence, striped

FIT = [build for build in BUILDS if not MicroPython(build.version, build.machine).unfit]
OLD = [build for build in BUILDS if build not in FIT]
STARTS = [pytest.param(build, board, id=f"{build.name}-{board}") for build in FIT for board in build.boards]
OPTIONAL = ("powman",)
"""The modules that the firmware looks for and can do without."""


@pytest.fixture
def start(clock, tmp_path, monkeypatch):
    """Start a board with a build; gives its wiring, on a battery, and the board as the firmware makes it."""

    def starts(build, name):
        for module in OPTIONAL:
            if module not in build.modules:
                monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, "companion.battery", raising=False)
        wiring = Wiring(virtual_board(name), clock, on_power_off=lambda: wiring.off.append(True))
        wiring.off, wiring.cable = [], False
        wiring.machine, wiring.spi_inputs, wiring.reserved = build.machine, build.spi_inputs, build.reserved
        wiring.wireless = bool(build.reserved)
        machine.connect(wiring)
        boards.wake()
        return wiring, boards.make(folder=str(tmp_path), link=Silence(), default=name)

    yield starts
    machine.connect(None)


@pytest.mark.parametrize(("build", "name"), STARTS)
def test_a_board_shows_its_picture_hears_its_buttons_and_goes_off(start, clock, build, name):
    wiring, board = start(build, name)
    assert (board.name, board.trouble) == (name, None)
    board.panel.sleep_us = clock.sleep_us
    picture, shown = striped(board.panel, 5)
    clock.run(board.panel.show(picture))
    clock.run(board.panel.idle())
    assert wiring.panel.glass == shown
    wiring.press("a")
    assert board.buttons.get() == ("a", "press")
    board.find_power()
    board.power.look()
    board.power.may_nap()
    board.power.off()
    assert bool(wiring.off) == ("powman" in build.modules or "hold" in virtual_board(name).pins.POWER)
    assert wiring.panel.faults == wiring.conflicts == []


def test_every_board_has_a_build_for_its_chip():
    assert {name for build in FIT for name in build.boards} == set(NAMES)
    for build in BUILDS:
        for name in build.boards:
            assert build.machine.split(" with ")[1] in virtual_board(name).pins.CHIP


@pytest.mark.parametrize("build", OLD, ids=lambda build: build.name)
def test_a_build_that_is_too_old_is_refused(build):
    assert "1.24 or newer" in MicroPython(build.version, build.machine).unfit


@pytest.mark.parametrize("missing", ["sck", "mosi", "miso"])
def test_the_stand_in_requires_the_pins_that_any_build_requires(clock, missing):
    assert any(build.spi_required for build in FIT)
    machine.connect(Wiring(virtual_board("badger2350"), clock))
    pins = {"sck": machine.Pin(18), "mosi": machine.Pin(19), "miso": None}
    machine.SPI(0, **pins)
    del pins[missing]
    with pytest.raises(TypeError, match=missing):
        machine.SPI(0, **pins)


def test_a_pin_that_the_spi_reads_is_driven_only_if_it_is_made_after_the_spi(clock):
    wiring = Wiring(virtual_board("pico-epaper-2.9"), clock)
    heard = []
    wiring.panel.dc = wiring._outputs[8] = heard.append
    machine.connect(wiring)
    early = machine.Pin(8, machine.Pin.OUT, value=0)
    machine.SPI(1, sck=machine.Pin(10), mosi=machine.Pin(11), miso=None)
    early(1)
    assert heard == [0]
    machine.Pin(8, machine.Pin.OUT, value=1)
    assert heard == [0, 1]


@pytest.mark.parametrize("build", FIT, ids=lambda build: build.name)
def test_what_is_frozen_or_mounted_leaves_the_companion_its_names_and_its_start(build):
    assert {"asyncio", "rp2"} <= set(build.frozen)
    assert not set(PACKAGES) & {*build.frozen, *(place.strip("/") for place in build.mounts)}
    assert build.mounts["/"] == "littlefs"
    # MicroPython looks for main.py among the frozen modules first
    files = starter(build.machine)
    assert bool(files) == (MAIN.removesuffix(".py") in build.frozen)
    assert all(path.split(".")[0] in build.frozen for path in files)
