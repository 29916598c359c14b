"""The vectors, on CPython."""

import shutil

import pytest
from arcana_portable.record import without_undos
from rules.vectors import FOLDER, find_vector, first_failure, vectors
from vectors import make

from shared_rules.games import rules_of
from shared_rules.shipwreck import Game


@pytest.mark.parametrize(("name", "events", "states"), vectors())
def test_every_event_leads_to_the_expected_state(name, events, states):
    counts = f"{name} has {len(events)} events and {len(states)} states"
    assert len(events) == len(states), f"{counts}; without its file of states, make vectors writes them"
    failure = first_failure(name, events, states)
    if failure:
        pytest.fail(failure, pytrace=False)


def test_a_failure_names_the_event_and_the_place_or_the_refusal():
    events = find_vector(mode="standard", hit=1)
    game = Game.replay([])
    states = [game.apply(text) or game.state() for text in events]
    changed = {**states[0], "turn": 2, "result": "won"}
    assert first_failure("a-vector", events[:1], [changed]) == (
        f'a-vector, event 1: {events[0]}\nresult should be "won", not null'
    ), "the result is said before what follows from it"
    first, second = first_failure("a-vector", [events[0], "end"], states[:2]).split("\n")
    assert first == "a-vector, event 2: end"
    assert second.startswith("it should be allowed, but is refused: ") and second.endswith(".")


def test_the_vectors_show_every_card_power_and_event():
    missing = make.WANTED.difference(*(make.shown_by(events) for _, events, _ in vectors("shipwreck")))
    assert not missing, f"make vectors adds a game with what rules/random_games.py does of {sorted(missing)}"


def test_an_event_that_follows_by_itself_has_one_of_the_verbs_that_its_game_names():
    for name, lines, _ in vectors():
        game = rules_of(lines[0]).Game()
        for text in without_undos(lines):
            game.apply(text)
            verb = (game.follows() or "").split(" ")[0]
            assert verb in ("", *game.FOLLOWING), (name, text)


def test_make_vectors_adds_what_is_missing_and_changes_nothing_that_is_there(tmp_path, monkeypatch):
    for name in ("random-05", "random-16"):
        shutil.copy(FOLDER / f"{name}.arcana", tmp_path)
    # the states of one are there, and wrong; those of the other are missing
    (tmp_path / "random-16.states").write_text("{}\n")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    monkeypatch.setattr(make, "SEEDS", 8)
    added, refused = make.add(tmp_path)
    assert added[0] == "random-17" and refused == []
    assert {name: (tmp_path / name).read_text() for name in before} == before
    states = {name: (FOLDER / f"{name}.states").read_text() for name in ("random-05", "random-16")}
    assert (tmp_path / "random-05.states").read_text() == states["random-05"]
    assert make.add(tmp_path) == ([], [])
    with (tmp_path / "random-05.arcana").open("a") as record:
        record.write("end\n")
    assert make.add(tmp_path, rewrite=True)[1] == ["random-05: event 13, end: The game is over."]
    assert (tmp_path / "random-16.states").read_text() == states["random-16"]
