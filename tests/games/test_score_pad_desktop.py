"""The score pad on the desktop: told, shown, counted and shared, by the name of what was played."""

import ast
import json
from pathlib import Path

import pytest
from arcana_host.games import load, sheets
from arcana_host.library import sharing
from arcana_host.library.bgstats import play_file
from arcana_host.library.store import Library
from arcana_host.replay import replay
from arcana_host.translation import speaking

ROOT = Path(__file__).resolve().parent.parent.parent
HEARTS = (ROOT / "tests/vectors/score-pad-hearts.arcana").read_text(encoding="utf-8")
SKAT = (ROOT / "tests/vectors/score-pad-skat.arcana").read_text(encoding="utf-8")
DATE = '[Date "2026-11-20 20:15"]\n'
PAD = load("score_pad")


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "games.sqlite") as library:
        yield library


def test_it_is_told_round_by_round():
    chapters = PAD.tell(replay(HEARTS))
    assert [chapter.heading for chapter in chapters[:3]] == [
        "The table",
        "Round 1: Ann deals",
        "Round 2: Bo deals",
    ]
    assert chapters[0].sentences == ["Ann, Bo, Cy, Di play to 50 points.", "The lowest total wins."]
    assert chapters[1].sentences == [
        "Ann 0, Bo 13, Cy 5, Di 8.",
        "That makes Ann 0, Bo 13, Cy 5, Di 8.",
    ]
    assert "Round 2 is corrected: Bo has 20 in it." in chapters[4].sentences
    assert chapters[-1].heading == "The game is over."


def test_the_table_has_every_round_and_the_totals():
    state = replay(HEARTS).states[-1]
    shown = sheets.sheet(state)
    assert shown["table"] == [
        ["Player", "1", "2", "3", "4", "Total"],
        ["Ann", "4", "0", "3", "0", "7"],
        ["Bo", "13", "20", "15", "26", "74"],
        ["Cy", "5", "0", "2", "0", "7"],
        ["Di", "8", "0", "6", "0", "14"],
    ]
    assert sheets.sentences(shown)[:2] == ["Round 4. Won: Ann, Cy.", "Goal: 50."]
    running = replay(SKAT).states[3]
    with speaking("german"):
        assert sheets.sheet(state)["moment"] == "Gewonnen: Ann, Cy."
        assert sheets.sheet(running)["moment"] == "Zoé gibt."
    assert sheets.sheet(running)["table"][1] == ["Jörg", "", "-96", "-96"]


def test_a_play_of_bg_stats_has_the_name_of_what_was_played(library):
    games = []
    unnamed = HEARTS.replace('[Played "Hearts"]\n', "").replace("Ann", "Abe")
    for text in (HEARTS, SKAT, unnamed):
        added = library.add(DATE + text)
        games.append(sharing.to_share(added[0]))
    told = json.loads("".join(play_file(games)))
    assert [(game["name"], game["highestWins"]) for game in told["games"]] == [
        ("Hearts", False),
        ("Skat", True),
        ("Score Pad", False),
    ]
    names = {player["id"]: player["name"] for player in told["players"]}
    hearts = told["plays"][0]["playerScores"]
    assert {names[one["playerRefId"]]: (one["score"], one["winner"]) for one in hearts} == {
        "Ann": ("7", True),
        "Bo": ("74", False),
        "Cy": ("7", True),
        "Di": ("14", False),
    }


LARGEST = 400


def test_rules_screens_and_desktop_together_stay_small():
    """Lines of code: without blank lines, comments and docstrings, and without the words on the screens."""
    lines = 0
    for folder in ("shared_rules", "firmware/companion/games", "host/arcana_host/games"):
        for path in (ROOT / folder / "score_pad").glob("*.py"):
            source = path.read_text(encoding="utf-8")
            words = {
                number
                for node in ast.walk(ast.parse(source))
                if isinstance(node, ast.Expr | ast.Assign)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
                for number in range(node.lineno, node.end_lineno + 1)
            }
            lines += sum(
                bool(line.strip()) and not line.strip().startswith("#") and number not in words
                for number, line in enumerate(source.splitlines(), 1)
            )
    print(f"the score pad has {lines} lines of code")
    assert lines <= LARGEST


def test_a_round_without_points_is_not_read_out_as_a_gap():
    head, *rows = sheets.sentences(sheets.sheet(replay(SKAT).states[3]))
    assert head == "Round 2. Zoé deals."
    assert rows == ["Jörg (2: -96, Total: -96).", "Zoé (1: 48, Total: 48).", "Łukasz (Total: 0)."]


def test_a_game_that_was_fetched_is_told_with_what_was_played_and_who_won(library):
    def outcome(record):
        entry = library.add(record)[0]
        return load(entry.game).outcome(entry)

    unnamed = HEARTS.replace('[Played "Hearts"]\n', "")
    assert outcome(unnamed) == "won by Ann, Cy"
    assert outcome(SKAT) == "Skat, won by Jörg"
