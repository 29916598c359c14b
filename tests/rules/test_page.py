"""The page that holds the rules against their sources names tests that exist, and leaves no statement out."""

import ast
import re
from pathlib import Path

import pytest

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
