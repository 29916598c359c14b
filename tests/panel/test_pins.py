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


IMPOSSIBLE = tomllib.loads(Path(__file__).with_name("impossible_boards.toml").read_text(encoding="utf-8"))[
    "board"
]


@pytest.mark.parametrize("board", [*IMPOSSIBLE, {"driver": lambda: None, "why": "It has no driver()"}])
def test_a_new_board_that_can_not_work_is_refused_with_a_sentence(board):
    fits = {"NAME": "my-board", "PANEL": (1, 10, 11, 9, 8, 12, 13), "BUTTONS": (2, 3, 4, 5, 6)}
    fits |= {"PRESSED": 0, "CHIP": "RP2040 or RP2350", "POWER": {}, "SIZE": (296, 152), "HERTZ": 8_000_000}
    fits["driver"] = boards.PicoEpaper29().driver
    others = tuple(board for board in board_rules.firmware_boards() if board.NAME in OTHERS)
    assert board_rules.problems(SimpleNamespace(**fits), others) == []
    found = board_rules.problems(SimpleNamespace(**{**fits, **board}), others)
    assert any(each.startswith(board["why"]) for each in found), found


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
