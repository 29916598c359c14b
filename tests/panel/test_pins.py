"""hardware/pins.toml is where pins come from: what the firmware says must agree with it."""

import importlib
from pathlib import Path

import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from companion import boards

try:
    import tomllib
except ImportError:  # Python 3.10, where pytest brings this along
    import tomli as tomllib

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
BOARDS = tomllib.loads((HARDWARE / "pins.toml").read_text())


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_the_firmware_says_what_the_pin_table_says(board):
    module = importlib.import_module("companion.boards." + board["module"])
    assert board["name"] == module.NAME
    for part, prefix in (("panel", "PANEL_"), ("buttons", "BUTTON_"), ("power", "POWER_")):
        said = {
            name[len(prefix) :].lower(): value
            for name, value in vars(module).items()
            if name.startswith(prefix)
        }
        assert said == board.get(part, {})


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_no_pin_is_used_twice(board):
    parts = (board["panel"], board["buttons"], board.get("power", {}))
    pins = [pin for part in parts for name, pin in part.items() if name != "spi"]
    assert len(pins) == len(set(pins))


def test_the_pins_that_are_probed_lead_nowhere_but_on_the_board_that_is_found():
    probed = {boards._FEED, boards._REFERENCE}
    for board in BOARDS.values():
        parts = (board["panel"], board["buttons"], board.get("power", {}))
        taken = {pin for part in parts for name, pin in part.items() if name != "spi"}
        assert probed & taken == (probed if board["name"] == boards.BADGER else set())
    power = BOARDS["badger2040"]["power"]
    assert (boards._FEED, boards._REFERENCE) == (power["feed"], power["reference"])


def test_the_virtual_device_can_be_every_board_of_the_table():
    assert set(NAMES) == {board["name"] for board in BOARDS.values()}
    for board in BOARDS.values():
        assert virtual_board(board["name"]).pins.__name__ == "companion.boards." + board["module"]


def test_the_wiring_table_names_the_same_pins():
    rows = [
        [cell.strip() for cell in line.strip("| \n").split("|")]
        for line in (HARDWARE / "README.md").read_text().splitlines()
        if line.startswith(("| panel ", "| button "))
    ]
    told = {row[0].lower(): int(row[1]) for row in rows}
    board = BOARDS["pico-epaper-2-9"]
    expected = {f"panel {name}": pin for name, pin in board["panel"].items() if name != "spi"}
    expected |= {f"button {name}": pin for name, pin in board["buttons"].items()}
    assert told == expected
