"""The score pad at the five buttons: points in few presses, corrections, and nothing that breaks."""

import random

import pytest
from arcana_portable.record import without_undos
from companion.canvas import Canvas
from companion.screens.settings import languages
from games.score_pad_scenes import HEARTS
from memory_app import MemoryApp
from screens.scenes import at_table, choose, press

from shared_rules.errors import RuleError
from shared_rules.games import rules_of
from shared_rules.score_pad import Game, presets

pytestmark = pytest.mark.usefixtures("pico_stack")

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ida")

HAND = {0: [], 3: ["up"] * 3, 10: ["up", "up:repeat"], 13: ["up", "up:repeat", *["up"] * 3]}
"""Presses that make the points of a hand of Hearts; one that is held counts as one."""


def events(app):
    return app.session.game.events[1:]


def test_a_hand_of_hearts_takes_twelve_presses():
    app = at_table(HEARTS)
    presses = [one for points in (0, 3, 10, 13) for one in (*HAND[points], "b")]
    press(app, *presses)
    assert events(app) == ["points Ann 0", "points Bo 3", "points Cy 10", "points Di 13", "end"]
    assert len([one for one in presses if one != "up:repeat"]) == 12


@pytest.mark.parametrize(
    ("presses", "points"),
    [
        ("up down down", -1),
        ("up up:repeat", 10),
        ("up up:repeat up:repeat down", 19),
        ("down down:repeat down:repeat", -20),
        ("up up:repeat up down:repeat", 10),
        ("up" + " up:repeat" * 12, 300),
        ("up" + " up:repeat" * 9 + " up:repeat" * 11 + " up" + " up:repeat" * 4, 2040),
        ("down" + " down:repeat" * 21, -3000),
        ("up" + " up:repeat" * 50, 2000000),
        ("down" + " down:repeat" * 99, -9999999),
    ],
)
def test_a_held_button_goes_to_the_next_ten_and_after_ten_of_those_by_hundreds(presses, points):
    app = at_table(HEARTS)
    press(app, *presses.split(), "b")
    assert events(app) == [f"points Ann {points}"]


def test_a_round_in_which_only_one_has_points_takes_three_presses_more():
    app = at_table("setup score-pad players=Ann,Bo,Cy goal=0 wins=high rounds=0")
    press(app, "c", "up", "up:repeat", "up:repeat", "down", "down", "b", "a", "b")
    assert events(app) == ["points Bo 18", "end"]


def test_a_wrong_entry_of_an_earlier_round_is_corrected():
    app = at_table(HEARTS, "round 5,0,18,3", "round 1,2,3,20")
    choose(press(app, "a", "a", "b"), "correction")
    # the latest round comes first, and A leaves everything as it was
    press(app, "down", "b", "c", "a", "a")
    press(app, "b", "c", "up", "up", "b")
    assert events(app)[-1] == "correct 1 Bo 2"
    assert app.session.game.totals == [6, 4, 21, 23]


def test_a_game_is_set_up_played_finished_and_taken_back():
    app = MemoryApp("score_pad", names="Jörg,Zoé,Max")
    press(app, "b")
    form = app.screen.top
    press(app, "down")
    while app.settings.get("players") != 3:
        press(app, "c")
    # the lot comes after the first player
    press(app, "down", "down", "c", "c")
    assert form.players() == ["Zoé", "Max", "Jörg"]
    press(app, "down", "c", "c", *["up"] * 4, "c", "b")
    assert app.settings.get("goal") == 50
    press(app, "down", "c", "c", "c", "down", "c", "b")
    assert app.session.game.events == ["setup score-pad players=Zoé,Max,Jörg goal=50 wins=low rounds=3"]
    choose(press(app, "up", "b", "a", "a", "a", "b"), "finish")
    press(app, "b")
    assert app.session.game.result == "finished" and app.session.game.winners() == ["Max", "Jörg"]
    press(app, "a", "b")
    assert app.session.game.result is None


def test_settings_that_no_screen_makes_are_put_right():
    app = MemoryApp("score_pad", players=1, goal=-3, wins="none", rounds=None, first=7)
    press(app, "b", "b")
    assert app.session.game.events == ["setup score-pad players=Bo,Ann goal=0 wins=high rounds=0"]


@pytest.mark.parametrize("players", range(2, 9))
def test_whatever_is_pressed_the_journal_has_a_game_that_the_rules_accept(players):
    dice = random.Random(players)
    language = languages()[players % len(languages())]
    app = MemoryApp("score_pad", players=players, goal=500, language=language)
    canvas, seen = Canvas(), set()
    for number in range(1200):
        name = dice.choice(("up", "down", "a", "b", "c"))
        kind = (
            dice.choice(("press",) * 5 + ("repeat",))
            if name != "b"
            else dice.choice(("press",) * 12 + ("long",))
        )
        try:
            app.screen.press(name, kind)
        except RuleError as refusal:
            app.say(refusal)
        if number % 5 == 0:
            app.draw(canvas)
        app.settings.set("game", "score_pad")
        if app.session.game:
            seen.update(event.split(" ")[0] for event in app.session.game.events[-3:])
    assert {"points", "end", "setup"} <= seen
    assert [sentence for sentence in app.said if not sentence.endswith(".")] == []
    lines = without_undos(app.journal.lines)
    assert rules_of(lines[0]).Game.replay(lines).digest() == app.session.game.digest()


def test_one_round_and_one_point_are_said_in_the_singular():
    app = MemoryApp("score_pad", rounds=1, goal=1)
    press(app, "b")
    labels = [label() for label, _ in app.screen.top.rows]
    assert {"1 round", "Played to 1 point"} <= set(labels), labels


# --- titles

SKAT = "goal=0 wins=high rounds=36 title=Skat zero=no solos=no bgg=6819"
DOPPELKOPF = "goal=0 wins=high rounds=20 title=Doppelkopf zero=yes solos=yes bgg=0"


def test_a_title_brings_its_rules_and_comes_first_from_then_on():
    app = MemoryApp("score_pad", players=4, titles=f"{SKAT};{DOPPELKOPF}", goal=500, wins="low")
    press(app, "b", "c", "down", "b", "b")
    setup = f"setup score-pad players=Ann,Bo,Cy,Di {DOPPELKOPF}"
    assert app.session.game.events == [setup.removesuffix(" bgg=0")]
    assert app.settings.get("titles") == f"{DOPPELKOPF};{SKAT}"


def test_a_title_that_was_changed_is_remembered_as_it_was_played_last():
    app = MemoryApp("score_pad", titles=SKAT, players=3)
    press(app, "b", "c", "b", *["down"] * 5, "c", "b")
    assert app.session.game.rounds == 37
    assert app.settings.get("titles") == SKAT.replace("rounds=36", "rounds=37")


def test_a_title_is_typed_and_the_rules_in_the_form_are_its_own():
    app = MemoryApp("score_pad", titles=SKAT, goal=100)
    press(app, "b", "c", "up", "up", "b")
    for letter in "6 nimmt":
        app.screen.top.write(letter)
    # it is chosen at once
    press(app, "b", "b")
    assert app.session.game.title == "6_nimmt"
    assert app.settings.get("titles").split(";")[0] == (
        "goal=100 wins=high rounds=0 title=6_nimmt zero=no solos=no bgg=0"
    )


def test_any_game_has_no_title_and_is_not_remembered():
    app = MemoryApp("score_pad", titles=SKAT, title="Skat", bgg=6819)
    press(app, "b", "c", "up", "b", "b")
    assert app.session.game.title == ""
    assert app.settings.get("titles") == SKAT


def test_only_the_latest_ten_titles_are_remembered():
    known = ";".join(SKAT.replace("Skat", f"Game_{number}") for number in range(10))
    app = MemoryApp("score_pad", titles=known, title="Skat")
    press(app, "b", "b")
    titles = app.settings.get("titles").split(";")
    assert (len(titles), "title=Skat" in titles[0], "title=Game_8" in titles[-1]) == (10, True, True)


def test_titles_that_no_screen_makes_are_passed_over():
    app = MemoryApp("score_pad", titles=f"nonsense;;{SKAT};title=")
    press(app, "b", "c")
    labels = [label for label, _ in app.screen.top.rows]
    assert labels[:2] == ["Skat", "Hearts"] and labels.count("Skat") == 1
    assert labels[-2:] == ["Enter its name", "Any game"]


def test_the_goal_is_entered_by_digits():
    app = MemoryApp("score_pad", goal=0)
    press(app, "b", *["down"] * 4, "c")
    # 9 is one step below 0, and the first digit begins at 1
    press(app, "c", "up", "up", "c", "down", "c", "b")
    assert app.settings.get("goal") == 390
    press(app, "c", "a", "a", "a", "b")
    assert app.settings.get("goal") == 0
    press(app, "c", *["c"] * 9, "b")
    assert app.settings.get("goal") == 1000000
    press(app, "c", "a", "a")
    app.screen.top.write("x")
    app.screen.top.write("7")
    press(app, "b")
    assert app.settings.get("goal") == 100007


# --- presets


def test_hearts_takes_at_most_ten_presses_to_set_up():
    app = MemoryApp("score_pad")
    # from the title: a new game, what is played, Hearts, four players
    presses = ["b", "c", "b", "down", "c", "c", "b"]
    press(app, *presses)
    assert app.session.game.events == [
        "setup score-pad players=Ann,Bo,Cy,Di goal=100 wins=low rounds=0 title=Hearts"
    ]
    assert len(presses) <= 10


def chosen(title, players):
    app = MemoryApp("score_pad", players=players)
    press(app, "b", "c")
    menu = app.screen.top
    menu.number = [label for label, _ in menu.rows].index(title)
    return press(app, "b")


@pytest.mark.parametrize(("title", "fewest"), [("Skat", 3), ("Doppelkopf", 4), ("Wizard", 3), ("Hearts", 2)])
def test_a_game_that_two_can_not_play_takes_as_many_as_it_needs(title, fewest):
    app = chosen(title, 2)
    assert app.settings.get("players") == fewest
    assert bool(app.settings.get("rounds")) == (title != "Hearts")


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10), (7, 0)])
def test_wizard_has_its_rounds_by_the_number_of_players_also_of_those_who_come_later(players, rounds):
    # 60 cards, and one more for each player in each round, until there are not enough
    assert rounds == (60 // players if players < 7 else 0)
    app = chosen("Wizard", min(players, 6))
    press(app, "down", *["c"] * (players == 7))
    assert app.settings.get("rounds") == rounds
    app = chosen("Wizard", max(players - 1, 3))
    press(app, "down", *["c"] * (players > 3))
    assert (app.settings.get("players"), app.settings.get("rounds")) == (players, rounds)
    # and of those who sat down to another game meanwhile
    app = MemoryApp("score_pad", title="Wizard", rounds=15, players=players)
    assert (press(app, "b").settings.get("rounds"), app.settings.get("rounds")) == (rounds, rounds)


PRESETS = {
    "Hearts": {"goal": 100, "wins": "low"},
    "Skat": {"rounds": 48},
    "Doppelkopf": {"rounds": 24, "zero": True, "solos": []},
    "Wizard": {"rounds": 15},
    "Rummy_500": {"goal": 500},
    "Scrabble": {},
    "Uno": {"goal": 500},
    "Magic": {"start": 20},
    "Commander": {"start": 40},
    "Ticket_to_Ride": {"rounds": 1},
    "7_Wonders": {"rounds": 1},
}
"""The end of each game of four, from the sources beside them."""
NONE = {"goal": 0, "wins": "high", "rounds": 0, "zero": False, "solos": None, "start": 0}


def test_each_preset_has_the_rules_of_its_game():
    for players in range(2, 9):
        names = ",".join(NAMES[:players])
        games = [Game.replay([f"setup score-pad players={names} {words}"]) for words in presets(players)]
        assert [game.title for game in games] == list(PRESETS)
        for game in games if players == 4 else ():
            assert {key: getattr(game, key) for key in NONE} == NONE | PRESETS[game.title]


def test_a_game_after_one_of_life_totals_begins_at_0_again():
    app = chosen("Magic", 2)
    assert app.settings.get("start") == 20
    press(app, "c", "b", "b")
    assert (app.session.game.title, app.session.game.start) == ("Hearts", 0)


def test_life_totals_go_down_until_one_is_left():
    app = chosen("Magic", 3)
    press(app, "b", *["down", "down:repeat", "down:repeat"], "b")
    assert app.session.game.totals == [0, 20, 20]
    # who is out is passed over from then on
    press(app, "b", "b")
    assert app.session.game.turn == 2 and app.screen.shown.cursor == 1
    app.session.enter("points Cy -25")
    assert app.session.game.winners() == ["Bo"]


def test_whoever_begins_is_drawn_by_lot_and_named():
    seen = set()
    for _ in range(60):
        app = MemoryApp("score_pad", players=3)
        press(app, "b", *["down"] * 3, "c", "b")
        seen.add(app.session.game.players[0])
        assert app.said == [f"The lot fell on {app.session.game.players[0]}, who deals first."]
        assert app.session.game.players in (["Ann", "Bo", "Cy"], ["Bo", "Cy", "Ann"], ["Cy", "Ann", "Bo"])
    assert seen == {"Ann", "Bo", "Cy"}


# --- Doppelkopf


def at_doppelkopf(*events):
    app = MemoryApp("score_pad")
    app.session.begin(f"setup score-pad players=Ann,Bo,Cy,Di {DOPPELKOPF}")
    press(app, "b")
    for event in events:
        app.session.enter(event)
    return app


def test_the_last_player_is_offered_what_is_missing():
    app = at_doppelkopf()
    press(app, "up", "up", "up", "b", "down", "b", "down", "b", "b")
    assert app.session.game.entries[0] == [3, -1, -1, -1]
    assert app.session.game.turn == 2


def test_a_round_that_does_not_add_up_stays_open_until_it_is_mended_or_ended():
    app = at_doppelkopf("points Ann 3", "points Bo -1", "points Cy -1", "points Di -2")
    assert app.session.game.turn == 1
    press(app, "a", "a", "up", "b")
    assert app.session.game.entries[0] == [3, -1, -1, -1] and app.session.game.turn == 2
    app = at_doppelkopf("points Ann 3", "points Bo -1", "points Cy -1", "points Di -2")
    press(app, "b")
    assert app.session.game.turn == 2


def test_the_menu_offers_a_solo_to_those_who_had_none():
    app = at_doppelkopf("solo Ann")
    choose(press(app, "a", "a", "b"), "solo")
    press(app, "b")
    assert app.session.game.solos == ["Ann", "Bo"]
