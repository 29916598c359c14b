"""The pages that hold the rules against their sources name tests that exist, and leave no statement out."""

import ast
import re
from pathlib import Path

import pytest
from companion import games
from games.eight_words import shared_with
from rules import test_spirit_island_effects as effects

ENTRIES = "E1 E2a E2b E2c E2d E3 E4 E5 E6".split() + [f"F{number}" for number in range(1, 38)]
DAMAGED = "F2 F5 F7 F12 F16 F18 F24 F26 F36".split()
"""The entries of the document on Spirit Island, and those that lost a part of their text."""

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.split("|")[1:-1]]
    for line in PAGE.splitlines()
    if re.match(r"\| \d{3}-", line)
]
SHOWN = {row[0]: row[3] for row in ROWS}
NODE = re.compile(r"`(tests/\S+\.py)::(\S+?)`")
REASONS = ("silence at the table: ", "hidden hands: ", "seen at the table: ")


def names_in(path):
    """Return the names of a file's tests as pytest names them, those of a class with its name before them."""
    names = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        names |= {before + one.name for one in inside if getattr(one, "name", "").startswith("test_")}
    return names


@pytest.mark.parametrize("document", ["000", "001", "002", "003"])
def test_the_numbers_of_a_document_have_no_gap(document):
    numbers = [int(row[0].partition("-")[2]) for row in ROWS if row[0].startswith(document + "-")]
    assert numbers == list(range(1, len(numbers) + 1)) != []


def is_shown(shown):
    """Whether the last cell of a row names a test, another row that does, or why there is none."""
    another = re.fullmatch(r"as (\d{3}-\d+)", shown)
    if another:
        return not SHOWN[another.group(1)].startswith("as ")
    return NODE.search(shown) or shown.startswith(REASONS)


def test_every_row_says_what_and_where_and_is_shown():
    assert [row for row in ROWS if not (row[1] and row[2] and is_shown(row[3]))] == []


def test_every_test_that_the_page_names_exists():
    named = NODE.findall(PAGE)
    names = {path: names_in(path) for path in {path for path, _ in named}}
    assert [(path, name) for path, name in named if name not in names[path]] == []


def test_every_scene_for_the_sources_is_on_the_page():
    path = "tests/rules/test_sources.py"
    assert names_in(path) == {name for other, name in NODE.findall(PAGE) if other == path}


def test_every_row_that_another_text_points_at_is_there():
    assert set(re.findall(r"\b00[0-3]-\d+\b", PAGE)) <= set(SHOWN)


# the effect rules of Spirit Island: all are there, and nothing is shown twice


EFFECTS = (Path(__file__).parent / "spirit_island.md").read_text(encoding="utf-8")
TABLE, READ = EFFECTS.split("## How the damaged entries were read")
LINES = re.findall(r"^\| [EF]\d.*", TABLE, re.M)
EFFECT_ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in LINES]
TEXTS = Path(games.__file__).parent / "spirit_island" / "english.txt"
LOOKED_UP = 11


def named_test(cell):
    found = re.fullmatch(r"`(test_\w+)`", cell)
    return found and found.group(1)


def test_every_entry_has_a_row_and_damaged_ones_are_marked_and_explained():
    assert [row[0].rstrip("†") for row in EFFECT_ROWS] == ENTRIES
    assert [row[0][:-1] for row in EFFECT_ROWS if row[0].endswith("†")] == DAMAGED
    assert re.findall(r"^\| (F\d+) \| \w", READ, re.M) == DAMAGED


def test_every_row_names_a_test_of_its_own():
    shown = {row[0].rstrip("†"): named_test(row[2]) for row in EFFECT_ROWS if named_test(row[2])}
    for entry, name in shown.items():
        assert name.startswith(f"test_{entry.lower()}_"), "a test begins with the number of its entry"
        assert callable(getattr(effects, name, None)), f"{entry}: there is no {name}"
    assert sorted(shown.values()) == sorted(name for name in dir(effects) if re.match(r"test_[ef]\d", name))


def test_what_only_people_can_apply_is_said_where_the_row_says():
    rulings = {line.split("|")[0]: line.split("|") for line in TEXTS.read_text("utf-8").split("\n")}
    topics = dict(re.findall(r"^topic_([\w-]+)=(.*)$", TEXTS.read_text("utf-8"), re.M))
    looked_up = [row for row in EFFECT_ROWS if not named_test(row[2])]
    assert len(looked_up) == LOOKED_UP
    for entry, _, where in looked_up:
        id = entry.rstrip("†")
        ruling = rulings.get(id) or rulings[id + "+"]
        assert where == f"*{topics[ruling[1]]}*: `arcana rulings {id}`"


def test_the_page_has_no_eight_words_in_a_row_of_the_document():
    assert shared_with(EFFECTS) == []
