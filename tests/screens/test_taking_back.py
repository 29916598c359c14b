"""A long press on B takes back what the last press entered, with all that followed from it."""

import pytest
from companion.files import Log
from companion.games.shipwreck.questions import AfterPrediction, HiddenFate
from companion.games.shipwreck.result import Result
from companion.journal import Journal
from companion.screens.menu import Undo
from companion.session import Session
from companion.texts import text
from companion.watch import words
from memory_app import MemoryApp
from player import Player
from rules.random_games import random_game
from screens.test_whole_games import as_entered

from shared_rules.record import fold

BASE = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-key,the-mirror,the-lord"


def at_table(*events, **settings):
    app = MemoryApp(**settings)
    player = Player(app)
    for _ in player.play([BASE, *events]):
        pass
    return app, player


def play_on(player, events, count):
    for _ in player.play(events, resume=True):
        if len(player.game.events) >= count:
            return


def something_to_decide(game):
    """Whether the table rests at this moment until somebody presses a button."""
    return game.follows() is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sets", [["imago", "stars"], ["base", "promo", "imago", "stars"]])
def test_every_step_of_a_game_can_be_taken_back_and_done_again(seed, sets):
    events = as_entered(fold(random_game(seed, sets=sets).events))
    app = MemoryApp()
    player = Player(app)
    play_on(player, events, 1)
    while len(app.session.game.events) < len(events):
        before = len(app.session.game.events)
        play_on(player, events, before + 1)
        after = app.session.game.events[:]
        if isinstance(player.top, HiddenFate):
            continue
        player.press("b:long", "b")
        left = app.session.game.events
        assert len(left) <= before and left == events[: len(left)]
        assert something_to_decide(app.session.game)
        play_on(player, events, len(after))
        assert app.session.game.events == after


def test_the_question_names_all_that_goes():
    app, player = at_table("play 4 2", "predict 3 miss", "hidden 5", "end")
    player.press("b:long")
    assert isinstance(player.top, Undo)
    assert player.top.lines == ["the fate was a 5", "the end of the turn"]
    player.press("b")
    assert app.session.game.events == [BASE, "play 4 2", "predict 3 miss"]
    player.press("b:long")
    assert player.top.lines == ["the miss"]
    player.press("b")
    assert app.session.game.events == [BASE, "play 4 2"]


def test_a_hit_and_the_end_that_sails_left_open_are_two_steps():
    app, player = at_table("play 4 2")
    app.session.game.powers.extend(["the-musicians", "dawn"])
    player.press("b")
    assert isinstance(player.top, AfterPrediction)
    player.press("a", "b:long")
    assert player.top.lines == ["the end of the turn"]
    player.press("b")
    assert app.session.game.events == [BASE, "play 4 2", "predict hit"]


def test_a_turn_without_a_prediction_goes_back_to_the_prediction():
    app, player = at_table("play 4 2", "end")
    player.press("b:long", "b")
    assert app.session.game.events == [BASE, "play 4 2"]
    assert app.session.game.phase == "after-play"


def test_an_answer_that_followed_by_itself_goes_with_its_play():
    app = MemoryApp()
    player = Player(app)
    setup = BASE.replace("the-key", "the-chalice")
    play_on(player, [setup, "play 7 2", "tell not-higher"], 2)
    player.press("b:long")
    assert player.top.lines == ["7 on Chalice", "not higher"]
    player.press("b")
    assert app.session.game.events == [setup]


def test_saying_no_leaves_everything_as_it_was():
    app, player = at_table("play 4 2")
    player.press("b:long", "a")
    assert app.session.game.events == [BASE, "play 4 2"]


@pytest.mark.parametrize("presses", [["b:long", "b"], ["a", "b"], ["b", "down", "b", "b"]])
def test_a_finished_game_can_be_taken_back_and_goes_on(presses):
    """With the short cut, from the end, and from the title after it."""
    doomed = BASE.replace("doom=2", "doom=6")
    app = MemoryApp()
    player = Player(app)
    for _ in player.play([doomed, "play 4 2", "predict miss"]):
        pass
    assert app.session.game.result == "lost" and app.journal.current is None
    player.press(*presses)
    assert app.session.game.events == [doomed, "play 4 2"] and app.journal.current
    player.press("b")
    assert app.journal.lines[-3:] == ["undo", "predict hit", "end"]


def test_after_a_power_cut_the_title_leads_to_the_last_game(tmp_path):
    log = Log()
    before = Session(Journal(str(tmp_path), log), log)
    before.begin(BASE)
    before.enter("abandon")
    app = MemoryApp()
    app.journal = Journal(str(tmp_path), log)
    app.session.journal = app.journal
    player = Player(app)
    player.choose_label("last_game")
    assert isinstance(player.top, Result) and app.session.game.result == "abandoned"
    player.press("a", "b")
    assert app.session.game.events == [BASE] and app.journal.current
    player.press("a", "a", "a", "b", "up", "up")
    assert text("last_game") not in [label for label, _ in player.top.rows]


def test_the_title_names_the_last_game_where_that_was_another_one(tmp_path):
    log = Log()
    before = Session(Journal(str(tmp_path), log), log)
    before.begin(BASE)
    before.enter("abandon")
    app = MemoryApp("score_pad")
    app.journal = Journal(str(tmp_path), log)
    assert [row[0] for row in app.screen.top.rows[:2]] == ["New game", "The last game: The Shipwreck Arcana"]


def test_the_title_offers_no_game_that_was_fetched_meanwhile():
    app, player = at_table("play 4 2", "abandon")
    player.press("b")
    offered = [label for label, _ in player.top.rows]
    assert offered[1] != text("settings")
    app.journal.lines = []
    words(app)
    assert [label for label, _ in player.top.rows][1] == text("settings")


def test_a_game_that_was_fetched_is_not_offered_to_be_taken_back():
    app, player = at_table("play 4 2", "abandon")
    app.journal.lines = []
    assert "a" not in words(app)["keys"]
    player.press("a")
    assert isinstance(player.top, Result)
    player.press("b")
    assert [label for label, _ in player.top.rows][1] == text("settings")


def test_the_menu_begins_with_what_can_be_taken_back():
    app, player = at_table("play 4 2", "predict miss")
    player.open_menu()
    assert player.top.rows[0][0] == "Take back: the miss"
    player.press("b")
    assert isinstance(player.top, Undo)
    # the same question as after a long press, and the same answer
    player.press("b")
    assert app.session.game.events == [BASE, "play 4 2"]


def test_at_the_beginning_there_is_nothing_to_take_back():
    _, player = at_table()
    player.open_menu()
    assert not player.top.rows[0][0].startswith(text("take_back").partition("%")[0])
