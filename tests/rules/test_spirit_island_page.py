"""The page of the effect rules and their tests hold together: all is there, and nothing is shown twice."""

import re
from pathlib import Path

from companion import games
from games.eight_words import shared_with
from games.test_spirit_island_rulings import DAMAGED, ENTRIES
from rules import test_spirit_island_effects as effects
from rules.wrong_readings import WRONG

PAGE = (Path(__file__).parent / "spirit_island.md").read_text(encoding="utf-8")
TABLE, READ = PAGE.split("## How the damaged entries were read")
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in re.findall(r"^\| [EF]\d.*", TABLE, re.M)]
TEXTS = Path(games.__file__).parent / "spirit_island" / "english.txt"
LOOKED_UP = 11


def named_test(cell):
    found = re.fullmatch(r"`(test_\w+)`", cell)
    return found and found.group(1)


def test_every_entry_has_a_row_and_damaged_ones_are_marked_and_explained():
    assert [row[0].rstrip("†") for row in ROWS] == ENTRIES
    assert [row[0][:-1] for row in ROWS if row[0].endswith("†")] == DAMAGED
    assert re.findall(r"^\| (F\d+) \| \w", READ, re.M) == DAMAGED


def test_every_row_names_a_test_of_its_own_that_has_a_wrong_reading():
    shown = {row[0].rstrip("†"): named_test(row[2]) for row in ROWS if named_test(row[2])}
    for entry, name in shown.items():
        assert name.startswith(f"test_{entry.lower()}_"), "a test begins with the number of its entry"
        assert callable(getattr(effects, name, None)), f"{entry}: there is no {name}"
        assert WRONG.get(name), f"{name} needs a wrong reading under which it fails: fails_when(...)"
    assert sorted(shown.values()) == sorted(name for name in dir(effects) if re.match(r"test_[ef]\d", name))


def test_what_only_people_can_apply_is_said_where_the_row_says():
    rulings = {line.split("|")[0]: line.split("|") for line in TEXTS.read_text("utf-8").split("\n")}
    topics = dict(re.findall(r"^topic_([\w-]+)=(.*)$", TEXTS.read_text("utf-8"), re.M))
    looked_up = [row for row in ROWS if not named_test(row[2])]
    assert len(looked_up) == LOOKED_UP
    for entry, _, where in looked_up:
        id = entry.rstrip("†")
        ruling = rulings.get(id) or rulings[id + "+"]
        assert where == f"*{topics[ruling[1]]}*: `arcana rulings {id}`"


def test_the_page_has_no_eight_words_in_a_row_of_the_document():
    assert shared_with(PAGE) == []
