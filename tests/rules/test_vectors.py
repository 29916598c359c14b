"""The vectors, on CPython."""

import shutil

import pytest
from arcana_portable.record import without_undos
from rules.vectors import FOLDER, find_vector, first_failure, vectors
from vectors import make

from shared_rules.games import rules_of
from shared_rules.shipwreck import CARDS, POWERS, Game
from shared_rules.shipwreck.actions import VERBS


@pytest.mark.parametrize(("name", "events", "states"), vectors())
def test_every_event_leads_to_the_expected_state(name, events, states):
    counts = f"{name} has {len(events)} events and {len(states)} states"
    assert len(events) == len(states), f"{counts}; without its file of states, make vectors writes them"
    failure = first_failure(name, events, states)
    if failure:
        pytest.fail(failure, pytrace=False)


def test_a_failure_names_the_event_the_place_or_the_refusal_and_the_rule():
    events = find_vector(mode="standard", hit=1)
    game = Game.replay([])
    states = [game.apply(text) or game.state() for text in events]
    number = next(number for number, text in enumerate(events) if text.endswith(" hit"))
    score, states[number]["score"] = states[number]["score"], 99
    first, second, third = first_failure("a-vector", events, states).split("\n")
    assert first == f"a-vector, event {number + 1}: {events[number]}"
    assert second == f"score should be 99, not {score}"
    assert third.startswith("it got this value in Game._do_predict (shared_rules/shipwreck/game.py:")
    states[number]["score"] = score
    mode, states[number]["mode"] = states[number]["mode"], "duel"
    _, second, third, *changing = first_failure("a-vector", events, states).split("\n")
    assert second == f'mode should be "duel", not "{mode}"'
    assert third == "none of these changed it:" and any("Game._do_predict" in line for line in changing)
    changed = {**states[0], "turn": 2, "result": "won"}
    _, second, third = first_failure("a-vector", events[:1], [changed]).split("\n")[:3]
    assert second == 'result should be "won", not null', "the result is said before what follows from it"
    first, second, third = first_failure("a-vector", [events[0], "end"], states[:2]).split("\n")
    assert first == "a-vector, event 2: end"
    assert second.startswith("it should be allowed, but is refused: ") and second.endswith(".")
    assert third.startswith("by ") and "(shared_rules/" in third


def test_the_vectors_show_every_card_power_and_event():
    rows, uses, verbs = set(), set(), set()
    for _, events, states in vectors("shipwreck"):
        verbs.update(text.split()[0] for text in events)
        uses.update(CARDS[text.split()[1]].power for text in without_undos(events) if text.startswith("use "))
        rows.update(place["card"] for state in states for place in state["row"] if place)
    missing = sorted({*CARDS} - rows) + sorted({*POWERS} - {"sands"} - uses) + sorted({*VERBS} - verbs)
    assert not missing, f"make vectors adds a game with what rules/random_games.py does of {missing}"


def test_an_event_that_follows_by_itself_has_one_of_the_verbs_that_its_game_names():
    for name, lines, _ in vectors():
        game = rules_of(lines[0]).Game()
        for text in without_undos(lines):
            game.apply(text)
            verb = (game.follows() or "").split(" ")[0]
            assert verb in ("", *game.FOLLOWING), (name, text)


def test_make_vectors_adds_what_is_missing_and_changes_nothing_that_is_there(tmp_path):
    for name in ("random-05", "random-16"):
        shutil.copy(FOLDER / f"{name}.arcana", tmp_path)
    # the states of one are there, and wrong; those of the other are missing
    (tmp_path / "random-16.states").write_text("{}\n")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    added = make.add(tmp_path, range(8))
    assert added[:2] == ["random-05", "random-17"]
    assert {name: (tmp_path / name).read_text() for name in before} == before
    assert (tmp_path / "random-05.states").read_text() == (FOLDER / "random-05.states").read_text()
    assert make.add(tmp_path, range(8)) == []


def test_make_vectors_rewrites_states_only_when_told_to(tmp_path, monkeypatch, capsys):
    shutil.copy(FOLDER / "random-16.arcana", tmp_path)
    (tmp_path / "random-16.states").write_text("{}\n")
    monkeypatch.setattr(make, "HERE", tmp_path)
    monkeypatch.setattr(make, "add", lambda folder: [])
    make.main([])
    assert (tmp_path / "random-16.states").read_text() == "{}\n"
    make.main(["--rewrite-states"])
    assert (tmp_path / "random-16.states").read_text() == (FOLDER / "random-16.states").read_text()
    assert "Changed: random-16." in capsys.readouterr().out
    make.main(["--rewrite-states"])
    assert "Changed: none." in capsys.readouterr().out
    record = tmp_path / "random-16.arcana"
    record.write_text(record.read_text() + "end\n")
    with pytest.raises(
        SystemExit, match=r"refuse these games.*\nrandom-16: event 11, end: The game is over\."
    ):
        make.main(["--rewrite-states"])
