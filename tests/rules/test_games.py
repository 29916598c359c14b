"""The table of the games, and what every game in it gives: what code outside its folders relies on."""

import pytest

from shared_rules import games
from shared_rules.errors import RuleError
from shared_rules.recorded_game import RecordedGame


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
