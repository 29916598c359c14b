"""The vectors, on CPython."""

import shutil

import pytest
from rules.vectors import FOLDER, vectors
from vectors import make

from shared_rules.games import rules_of
from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.shipwreck.actions import VERBS


@pytest.mark.parametrize(("name", "events", "states"), vectors())
def test_every_event_leads_to_the_expected_state(name, events, states):
    game = rules_of(events[0]).Game()
    assert len(events) == len(states)
    for number, (text, state) in enumerate(zip(events, states, strict=True), 1):
        game.apply(text)
        assert game.state() == state, f"{name}, event {number}: {text}; is it right? Run make vectors"


def test_the_vectors_show_every_card_power_and_event():
    rows, uses, verbs = set(), set(), set()
    for _, events, states in vectors("shipwreck"):
        verbs.update(text.split()[0] for text in events)
        uses.update(CARDS[text.split()[1]].power for text in events if text.startswith("use "))
        rows.update(place["card"] for state in states for place in state["row"] if place)
    assert rows == set(CARDS), "make vectors adds a game with what is missing"
    assert uses == set(POWERS) - {"sands"}, "make vectors adds a game with what is missing"
    assert verbs == {"setup", *VERBS}, "make vectors adds a game with what is missing"


def test_make_vectors_adds_what_is_missing_and_renames_nothing(tmp_path):
    for name in ("random-05", "random-16"):
        shutil.copy(FOLDER / f"{name}.arcana", tmp_path)
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    added = make.add(tmp_path, range(8))
    assert added and added[0] == "random-17"
    assert {name: (tmp_path / name).read_text() for name in before} == before
    assert (tmp_path / "random-05.states").read_text() == (FOLDER / "random-05.states").read_text()
    assert make.add(tmp_path, range(8)) == []
