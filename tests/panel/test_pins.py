"""hardware/pins.toml is where pins come from: what firmware and virtual devices say must agree with it."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from arcana_host import boards as described
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.install.steps import UNKNOWN_BOARD
from companion import boards

from hardware.tools import boards as board_rules
from shared_rules import BUTTONS

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
TABLE = tomllib.loads((HARDWARE / "pins.toml").read_text())
PARTS = ("panel", "buttons", "power")
OTHERS = ("pico-epaper-2.9", "pico-inky-pack", "badger2040", "badger2040w", "badger2350")
"""The boards with which the made-up ones below must not be confused."""
EVERY_BOARD = pytest.mark.parametrize("name", NAMES)


def test_every_list_of_boards_is_the_same_one():
    assert tuple(board.NAME for board in boards.BOARDS) == NAMES
    classes = {each for each in vars(boards).values() if isinstance(each, type) and hasattr(each, "NAME")}
    forgotten = [each.__name__ for each in classes - {*boards.BOARDS, boards.Unknown}]
    assert not forgotten, f"BOARDS in companion/boards.py lacks {forgotten}"
    assert boards.Unknown.NAME == UNKNOWN_BOARD
    bare = [name for name, words in described().items() if not words]
    assert not bare, f"In companion/boards.py, these boards have no docstring: {bare}"
    parts = board_rules.FILE.read_text(encoding="utf-8").partition("## Parts")[2].partition("\n## ")[0]
    missing = [name for name in NAMES if f"`{name}`" not in parts]
    assert not missing, f"hardware/boards.md doesn't say what you need to build {missing}"


def test_the_firmware_says_what_the_pin_table_says():
    every = board_rules.firmware_boards()
    wanted = {board_rules.table_of(board, part) for board in every for part in PARTS}
    there = {(name, part) for name, parts in TABLE.items() for part in parts if part != "pull_down_kiloohms"}
    missing = sorted(wanted - there - {(UNKNOWN_BOARD, "power")})
    assert not missing, f"hardware/pins.toml lacks the tables {missing}; a name with a dot needs quotes there"
    assert not there - wanted, f"hardware/pins.toml has tables of no board: {sorted(there - wanted)}"
    for board in every:
        panel, buttons, power = [board_rules.table_of(board, part) for part in PARTS]
        names = BUTTONS if len(board.BUTTONS) == len(BUTTONS) else BUTTONS[-3:]
        said = {
            panel: dict(zip(board_rules.PANEL, board.PANEL, strict=False)),
            buttons: dict(zip(names, board.BUTTONS, strict=False)),
            power: board.POWER,
        }
        for table, numbers in said.items():
            assert pins(table) == numbers, f"{board.NAME}: pins.toml, {table}, and companion/boards.py differ"


def pins(key):
    return TABLE.get(key[0], {}).get(key[1], {})


@EVERY_BOARD
def test_a_board_can_work_and_is_told_from_the_others(name):
    every = board_rules.firmware_boards()
    (board,) = [each for each in every if each.NAME == name]
    others = tuple(each for each in every if each.NAME != name)
    found = board_rules.problems(board, others, board_rules.resistors_of(board))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("differs", "sentence"),
    [
        ({"PANEL": (1, 6, 11, 9, 8, 12, 13)}, "GPIO 6 is no clock of SPI 1: that can be GPIO 10, 14, 26."),
        ({"PANEL": (0, 18, 11, 9, 8, 12, 13)}, "GPIO 11 is no data of SPI 0: that can be GPIO 3, 7, 19, 23."),
        (
            {"PANEL": (2, 10, 11, 9, 8, 12, 13)},
            "GPIO 10 is no clock of SPI 2: that can be GPIO of SPI 0 or 1.",
        ),
        ({"BUTTONS": (2, 3, 4, 5, 25)}, "GPIO 25 belongs to the Pico itself"),
        ({"PANEL": (1, 10, 11, 9, 8, 29, 13)}, "GPIO 29 belongs to the Pico itself"),
        ({"BUTTONS": (2, 3, 4, 5, 30)}, "There is no GPIO 30"),
        ({"BUTTONS": (2, 3, 4, 5, 8)}, "GPIO 8 is used twice."),
        (
            {"BUTTONS": (2, 3, 4, 5, 28)},
            "GPIO 28 has to stay free: there the companion looks for the voltage",
        ),
        ({"NAME": "badger2041"}, "This name is 1 bit away from badger2040"),
        ({"NAME": "badger2043"}, "This name is 2 bits away from badger2040"),
        ({"NAME": "my board"}, "NAME has to be 1 to 63 letters, digits, dots, hyphens or underscores."),
        ({"HERTZ": 0}, "HERTZ is 0: it has to be between 1 and 20000000."),
        ({"HERTZ": 80_000_000}, "HERTZ is 80000000"),
        ({"PANEL": (10, 11, 9, 8, 12, 13)}, "PANEL has 6 numbers: it has to be spi, clk, din, cs,"),
        ({"driver": lambda: None}, "It has no driver()"),
        ({"CHIP": ""}, "CHIP is missing: it is RP2040, RP2350, or RP2040 or RP2350."),
        ({"CHIP": "RP2050"}, "CHIP is missing"),
        ({"PRESSED": 1}, "Buttons to 3.3 V stay pressed on an RP2350 (erratum E9)"),
        ({"PANEL": (1, 10, 11, 9, 8, 12, 17)}, "GPIO 17 is BUSY here and CS on a badger2040"),
        ({"PANEL": (1, 14, 15, 9, 8, 12, 13)}, "GPIO 13 is BUSY here and on a pico-epaper-2.9, whose panel"),
        ({"PANEL": (1, 10, 11, 9, 8, 12, 4)}, "GPIO 4 is BUSY here and a button on a pico-epaper-2.9"),
        ({"PANEL": (1, 10, 11, 9, 8, 12, 22)}, "GPIO 22 is BUSY here and LAMP on a badger2040w"),
        (
            {"PANEL": (1, 10, 11, 9, 8, 26, 13)},
            "GPIO 26 is RST here, but where the companion looks for the BUSY",
        ),
        (
            {"PANEL": (1, 10, 11, 9, 16, 12, 13)},
            "GPIO 16 is DC here, but where the companion looks for the BUSY",
        ),
        ({"BUTTONS": (2, 3, 12, 5, 6)}, "GPIO 12 is button A here and a button on a pico-inky-pack"),
        ({"BUTTONS": (4, 3, 0, 5, 6)}, "GPIO 4 is button A on a pico-epaper-2.9 and a button here"),
        ({"SIZE": (288, 128)}, "288×128 pixels are too few: the screens need 264×176 or 272×168 or"),
        ({"SIZE": (400, 120)}, "400×120 pixels are too few"),
        ({"SIZE": (290, 152)}, "The panel is 290 pixels wide: that has to be a multiple of 8."),
        ({"SIZE": (296, 150)}, "The panel is 150 pixels high: with SSD1680 that has to be a multiple of 8"),
        ({"SIZE": (304, 176)}, "304×176 pixels are too many: with SSD1680 there are 296×176 at most."),
    ],
)
def test_a_new_board_that_can_not_work_is_refused_with_a_sentence(differs, sentence):
    fits = {"NAME": "my-board", "PANEL": (1, 10, 11, 9, 8, 12, 13), "BUTTONS": (2, 3, 4, 5, 6)}
    fits |= {"PRESSED": 0, "CHIP": "RP2040 or RP2350", "POWER": {}, "SIZE": (296, 152), "HERTZ": 8_000_000}
    fits["driver"] = boards.PicoEpaper29().driver
    others = tuple(board for board in board_rules.firmware_boards() if board.NAME in OTHERS)
    assert board_rules.problems(SimpleNamespace(**fits), others) == []
    found = board_rules.problems(SimpleNamespace(**{**fits, **differs}), others)
    assert any(each.startswith(sentence) for each in found), found


def test_buttons_to_3_3_v_on_an_rp2350_need_strong_resistors():
    others = board_rules.firmware_boards()
    parts = ("NAME", "PANEL", "HERTZ", "BUTTONS", "POWER", "SIZE", "driver")
    board = SimpleNamespace(**{each: getattr(others[1], each) for each in parts})
    board.CHIP, board.PRESSED = "RP2350", 1
    assert board_rules.problems(board, (), 8.2) == []
    assert len(board_rules.problems(board, (), 10)) == 1


@EVERY_BOARD
def test_the_virtual_device_can_be_every_board_of_the_table(name):
    assert virtual_board(name).pins.NAME == name


def test_the_wiring_table_names_the_same_pins():
    rows = [
        [cell.strip() for cell in line.strip("| \n").split("|")]
        for line in (HARDWARE / "README.md").read_text(encoding="utf-8").splitlines()
        if line.startswith(("| panel ", "| button "))
    ]
    documented = {row[0].lower(): int(row[1]) for row in rows}
    board = TABLE[NAMES[0]]
    expected = {f"panel {name}": pin for name, pin in board["panel"].items() if name != "spi"}
    expected |= {f"button {name}": pin for name, pin in board["buttons"].items()}
    assert documented == expected


def test_the_readme_names_the_pins_at_which_the_companion_looks_for_other_boards():
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    sentence = re.search(r"Leave GPIO ([\d, and]+) free", page)[1]
    ours, *others = board_rules.firmware_boards()
    probed = {other.POWER[name] for other in others for name in board_rules.PROBED if name in other.POWER}
    looked_at = probed | {other.PANEL[-1] for other in others} - {ours.PANEL[-1]}
    assert set(map(int, re.findall(r"\d+", sentence))) == looked_at, f"hardware/README.md: Leave {sentence}"


MY_BOARD = '''
class MyBoard(PicoEpaper29):
    """A board that I have made."""

    NAME = "my-board"

    def is_this(self):
        return True

'''

NEW_BOARD = """
import sys
sys.path[:0] = sys.argv[1:2] + [sys.argv[1] + "/" + below for below in ("host", "firmware")]
from typer.testing import CliRunner
from arcana_host.cli.app import app
from arcana_host.virtual.boards import virtual_board
from arcana_portable.virtual.wiring import Wiring

for words in (["play", "--help"], ["flash", "--help"]):
    assert "my-board" in CliRunner().invoke(app, words).stdout, words
made_up = virtual_board("my-board")
import machine
from companion import boards
machine.connect(Wiring(made_up))
made = boards.make(sys.argv[1], object())
assert (made.name, made.trouble) == ("my-board", None), (made.name, made.trouble)
"""


def test_a_board_is_added_with_its_class_and_its_name_in_the_list(tmp_path):
    """docs/contributing.md says how; the table of pins has the pins of its own."""
    root = HARDWARE.parent
    for folder in ("host", "firmware", "shared_rules"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    module = tmp_path / "firmware" / "companion" / "boards.py"
    source = module.read_text()
    module.write_text(source.replace("\n\nBOARDS = (", MY_BOARD + "\n\nBOARDS = (MyBoard, "))
    command = [sys.executable, "-c", NEW_BOARD, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
