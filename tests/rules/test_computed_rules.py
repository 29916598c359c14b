"""The table in docs/record.md of the rules of adversaries that are computed: all are there, and it holds."""

import re
from pathlib import Path

import pytest

from shared_rules.spirit_island import Game
from shared_rules.spirit_island.tables import Adversary, adversary_names

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
TABLE = PAGE.split("#### Which rules of the adversaries are worked out")[1].split("## The score pad")[0]
ROWS = re.findall(r"^\| (`(?:[a-z-]+\d?[a-z-]*`(?:, `)?)+) \| (\w+) \|", TABLE, re.MULTILINE)
HOW = {id: how for ids, how in ROWS for id in re.findall(r"`([^`]+)`", ids)}
LEVELS = range(7)
SETUP = "setup spirit-island players=Ann spirits=hearth-vigil boards=A adversary={} blight=card events=no"

# events that come to something else once the rule holds
SHOWN_BY = {
    "england-1": ["land A8", "land A7 T2", "build A8"],
    "england-5": ["land A8 T1 D1", "ravage A8 defend=9"],
    "england-loss": ["land A8 T6", "add A8 T1"],
    "sweden-1": ["land A8 T3", "ravage A8"],
    "sweden-3": ["land A8 T1 D2", "ravage A8"],
    "france-1": ["land A1", "explore A1"],
    "france-2": ["land A8 E3", "build A8"],
    "france-5": ["land A8 blight=1", "remove A8 blight=1"],
    "habsburg-livestock-2": ["land A8 T1", "build A8"],
    "habsburg-livestock-4": ["land A8 T1 D1", "ravage A8 defend=9"],
    "habsburg-livestock-6": ["land A8 T1", "land A7 T1", "land A6 D1", "move A6 A8 D1", "ravage A8 defend=2"],
    "habsburg-livestock-loss": ["land A8 T4", "ravage A8"],
    "russia-1": ["land A8 E1 beasts=1", "ravage A8"],
    "russia-2": ["land A8 E1 D2", "ravage A8"],
    "scotland-1": ["land A1", "explore A1"],
    "scotland-3": ["land A1", "land A2 C1", "build A1"],
    "scotland-5": ["land A1 T1", "ravage A1"],
    "habsburg-mining-1": ["land A8 E1 T1 blight=1", "land A7", "ravage A8 cascade=?"],
    "habsburg-mining-1-mines": ["land A8 E3 disease=1", "ravage A8"],
}


def level_of(id):
    found = re.search(r"-(\d)", id)
    return int(found[1]) if found else 0


def comes_to(adversary, events):
    """What the state is after these events, without who the adversary is."""
    game = Game.replay([SETUP.format(adversary), "reveal 1J"])
    if game.owed == "accelerate":
        game.apply(next(game.legal_actions("accelerate")))
    for text in events:
        game.apply(text)
    state = game.state()
    return [state[key] for key in ("lands", "tally", "owed", "result", "blight")] + [
        4 * state["fear"]["earned"] + state["fear"]["generated"]
    ]


def test_every_rule_of_every_level_has_a_row():
    there = {
        reminder.partition("=")[0]
        for id, _ in adversary_names()
        for level in LEVELS
        for reminder in Adversary(f"{id}:{level}").reminders
    }
    assert there == set(HOW)
    assert all(TABLE.count(f"`{id}`") == 1 for id in there)


def test_what_is_called_computed_is_shown_and_nothing_else():
    assert {id for id, how in HOW.items() if how == "computed"} == set(SHOWN_BY)
    assert set(HOW.values()) == {"computed", "kept", "players", "setup"}


@pytest.mark.parametrize("id", SHOWN_BY)
def test_a_computed_rule_changes_what_happens_from_its_level_on(id):
    adversary = next(name for name, _ in adversary_names() if id.startswith(name + "-"))
    level = level_of(id)
    before = f"{adversary}:{level - 1}" if level else "prussia:0"
    with_rule, without = (comes_to(each, SHOWN_BY[id]) for each in (f"{adversary}:{level}", before))
    assert with_rule != without
    # and it holds at every higher level
    for higher in LEVELS[level:]:
        assert comes_to(f"{adversary}:{higher}", SHOWN_BY[id]) != without


def test_a_rule_that_is_left_to_the_players_has_a_moment_at_which_they_are_reminded():
    for id, _ in adversary_names():
        for reminder in Adversary(f"{id}:6").reminders:
            name, _, moments = reminder.partition("=")
            assert moments and (HOW[name] != "players" or moments != "setup")
