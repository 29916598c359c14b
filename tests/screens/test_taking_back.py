"""A long press on B takes back what the last press entered, with all that followed from it."""

import pytest
from arcana_portable.record import without_undos
from companion.files import Log
from companion.games.shipwreck.prediction import AfterPrediction, HiddenFate
from companion.games.shipwreck.result import Result
from companion.journal import Journal
from companion.screen_reader import words
from companion.screens.menu import Help, Undo
from companion.session import Session
from companion.texts import text
from memory_app import MemoryApp
from player import Player
from rules.random_games import random_game
from screens.test_whole_games import as_entered

from shared_rules.device_files import read_game_name

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


def something_to_decide(app):
    """Whether the table rests at this moment until somebody presses a button."""
    game = app.session.game
    return game.follows() is None or app.game_package.notes(app.settings, game)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("sets", [["imago", "stars"], ["base", "promo", "imago", "stars"]])
def test_every_step_of_a_game_can_be_taken_back_and_done_again(seed, sets):
    events = as_entered(without_undos(random_game(seed, sets=sets).events))
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
        assert something_to_decide(app)
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


def test_a_question_about_a_step_that_a_host_replaced_is_closed():
    """The game has as many events as before, so B would take back what nobody has read."""
    app, player = at_table("play 4 2")
    player.press("b:long")
    for event in ("undo", "play 5 2"):
        app.session.enter(event)
    assert not isinstance(player.top, Undo)


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
    player.choose(0)
    assert isinstance(player.top, Undo)
    # the same question as after a long press, and the same answer
    player.press("b")
    assert app.session.game.events == [BASE, "play 4 2"]


FORMS = {
    "shipwreck": {
        "players": 3,
        "first": 1,
        "doom": 4,
        "mode": "creatures",
        "assist": "oracle",
        "sets": "base,imago",
    },
    "spirit_island": {"players": 3, "boards": "D,A", "adversary": "england:3", "events": "yes"},
    "score_pad": {"players": 3, "first": 2, "title": "Hearts", "goal": 100, "wins": "low"},
}
games = pytest.mark.parametrize("name", FORMS)


def wrong_setup(name, folder):
    """A game that has begun with the settings of `FORMS`, and the presses for it."""
    app, log = MemoryApp(name, **FORMS[name]), Log()
    app.journal = app.session.journal = Journal(str(folder), log)
    player = Player(app)
    player.press("b")
    form = type(player.top)
    # adventurers and the first row of The Shipwreck Arcana
    player.press("b", *(["b", *["down", "b"] * 4] if name == "shipwreck" else []))
    assert app.session.is_unplayed
    return app, player, form


def open_menu(player, name):
    if name == "shipwreck":
        player.open_menu()
        return
    while not player.top.at_menu:
        player.press("a")
    player.press("b")


def begin_again(player, name):
    """Accept the form as it is, with the same cards at the same places."""
    player.press("b", *(["b"] * 5 if name == "shipwreck" else []))


@games
def test_holding_b_after_the_setup_leads_to_its_form(name, tmp_path):
    app, player, form = wrong_setup(name, tmp_path)
    wrong = app.session.game.events[0]
    player.press("b:long")
    assert (type(player.top), player.top.lines) == (Undo, [text("did_setup")])
    player.press("b")
    assert type(player.top) is form
    # here, and in what the form opens, the setup is taken back already
    player.press("b:long")
    assert type(player.top) is Help
    player.press("a")
    begin_again(player, name)
    assert app.session.game.events == [wrong] and len(list(tmp_path.glob("games/*"))) == 1


@games
def test_the_menu_changes_the_setup_and_no_game_is_left_behind(name, tmp_path):
    app, player, form = wrong_setup(name, tmp_path)
    wrong = app.session.game
    open_menu(player, name)
    player.choose_label("change_setup")
    assert type(player.top) is form
    # no game is lost as long as no other one begins
    player.press("a", "a")
    assert app.session.game is wrong and app.journal.current
    open_menu(player, name)
    player.choose_label("change_setup")
    app.settings.set("players", 2)
    begin_again(player, name)
    right = app.session.game
    assert len(right.players) == 2 < len(wrong.players) == 3
    assert [read_game_name(path.name)[1] for path in tmp_path.glob("games/*")] == [app.session.game_id]


@games
def test_a_setup_that_was_abandoned_goes_with_the_next_game(name, tmp_path):
    app, player, _ = wrong_setup(name, tmp_path)
    app.session.enter("abandon")
    player.press("b", "b")
    begin_again(player, name)
    assert app.session.is_unplayed and len(list(tmp_path.glob("games/*"))) == 1


@games
def test_another_game_leaves_no_setup_behind(name, tmp_path):
    app, player, _ = wrong_setup(name, tmp_path)
    open_menu(player, name)
    player.choose_label("to_title")
    player.choose(max(number for number, (row, _) in enumerate(player.top.rows) if callable(row)))
    player.choose_label("abandon_it")
    assert app.settings.get("game") != name and not list(tmp_path.glob("games/*"))


def test_once_something_was_entered_its_setup_stays():
    app, player = at_table("play 4 2")
    player.press("b:long")
    assert player.top.lines == ["4 on Key"]
    player.press("b", "b:long")
    assert player.top.lines == [text("did_setup")]
    app.session.begin(BASE.replace("doom=2", "doom=4"))
    assert app.session.is_unplayed
