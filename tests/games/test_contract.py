"""What the rules of every game give to the code outside its folders."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.vectors import vectors

from shared_rules import games
from shared_rules.errors import RuleError
from shared_rules.record import Record
from shared_rules.recorded_game import RecordedGame

STATE = {"mode", "turn", "result"}
NONSENSE = (
    "",
    "sing",
    "end now",
    "undo undo",
    "setup",
    "points",
    "play 9 9",
    "round x",
    "abandon 1",
    "end  ",
)

names = pytest.mark.parametrize("name", games.NAMES)
seeds = st.integers(0, 10**6)


ALL = vectors()


def setups(name):
    return sorted({events[0] for _, events, _ in ALL if games.name_of(events[0]) == name})


def walk(name, seed, steps=40):
    """Yield the Game after the setup and after each of so many of the events that it lists."""
    dice = random.Random(seed)
    game = games.load(name).Game.replay([dice.choice(setups(name))])
    yield game
    for _ in range(steps):
        listed = [text for text in islice(game.legal_actions(), 200) if text not in ("undo", "abandon")]
        if game.result or not listed:
            return
        game.apply(game.follows() or dice.choice(listed))
        yield game


def everything(game):
    return game.position(), game.digest(), game.state(), list(game.events)


def is_sentence(text):
    return text[:1].isupper() | (text[:1] == "'") and text.endswith((".", "?"))


@names
def test_there_are_vectors_of_every_mode(name):
    assert {setup.split()[1] for setup in setups(name)} == set(games.load(name).MODES)


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_a_game_says_how_it_stands(name, seed):
    game = games.load(name).Game()
    assert set(game.state()) >= STATE and game.state()["mode"] is None
    for game in walk(name, seed):
        state = game.state()
        assert set(state) >= STATE
        assert games.name_of("setup " + state["mode"]) == name
        assert (state["turn"], state["result"]) == (game.turn, game.result)
        assert state.get("active") == game.active and game.active in (*game.players, None)
        assert len(game.players) >= 1 and game.turn >= 1
        assert "\n" not in game.position() and len(game.digest()) == 8


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_a_record_leads_to_the_same_game_and_undo_to_the_one_before(name, seed):
    before = None
    for game in walk(name, seed):
        now = everything(game)
        record = Record.from_text(str(Record([], game.events)))
        assert everything(games.rules_of(record.events[0]).Game.replay(record.events)) == now
        if before:
            game.apply("undo")
            assert everything(game) == before
            game.apply(now[-1][-1])
            assert everything(game) == now
        before = now
    assert everything(game) == before


@names
@settings(max_examples=8)
@given(seed=seeds)
def test_what_a_game_lists_and_what_follows_may_happen_and_nothing_changes_by_asking(name, seed):
    dice = random.Random(seed)
    for game in walk(name, seed, 12):
        before = everything(game)
        listed = list(islice(game.legal_actions(), 200))
        assert game.follows() is None or game.may(game.follows())
        for text in dice.sample(listed, min(5, len(listed))):
            assert game.may(text) and game.why_not(text) is None
            assert text in list(game.legal_actions(text.split()[0]))
            games.load(name).Game.replay([*game.events, text])
        assert everything(game) == before


@names
@settings(max_examples=8)
@given(seed=seeds, junk=st.text(max_size=30))
def test_a_refusal_is_a_sentence_and_leaves_the_game_as_it_was(name, seed, junk):
    others = [text for _, events, _ in ALL for text in events]
    dice = random.Random(seed)
    for game in walk(name, seed, 5):
        before = everything(game)
        for text in (*NONSENSE, junk, *dice.sample(others, 20)):
            if game.may(text):
                continue
            assert is_sentence(game.why_not(text)), (text, game.why_not(text))
            with pytest.raises(RuleError) as refused:
                game.apply(text)
            assert str(refused.value) == game.why_not(text)
            assert everything(game) == before


@names
def test_a_game_that_is_over_takes_nothing_more(name):
    for setup in setups(name):
        game = games.load(name).Game.replay([setup, "abandon"])
        assert game.result == "abandoned"
        assert game.follows() is None and list(game.legal_actions()) in ([], ["undo"])
        assert is_sentence(game.why_not("abandon"))


# the table of the games


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_gives_what_the_table_says_of_it(name):
    rules = games.load(name)
    assert rules.NAME == name and rules.TITLE
    assert issubclass(rules.Game, RecordedGame)
    modes = next(modes for listed, modes, _ in games._GAMES if listed == name)
    assert modes == tuple(rules.MODES)
    for mode in modes:
        assert games.name_of("setup " + mode) == name


def test_no_two_games_share_the_word_of_a_setup():
    modes = [mode for _, modes, _ in games._GAMES for mode in modes]
    assert len(modes) == len(set(modes))


@pytest.mark.parametrize("text", ["", "setup", "setup chess", "play 3 1", "standard"])
def test_what_begins_no_game_is_refused_with_all_that_does(text):
    with pytest.raises(RuleError, match=r"(?s)setup.*standard"):
        games.rules_of(text)


def test_a_game_that_was_left_out_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(games, "_GAMES", (("chess", ("blitz",), ()),))
    with pytest.raises(RuleError, match="The game chess is not installed here"):
        games.rules_of("setup blitz")
