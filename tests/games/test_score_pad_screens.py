"""The score pad at the five buttons: points in few presses, corrections, and nothing that breaks."""

import random

import pytest
from companion.canvas import Canvas
from companion.screens.settings import languages
from games.score_pad_scenes import HEARTS, at_pad
from memory_app import MemoryApp
from screens.scenes import choose, press

from shared_rules.errors import RuleError
from shared_rules.games import rules_of
from shared_rules.record import fold

HAND = {0: [], 3: ["up"] * 3, 10: ["up", "up:repeat"], 13: ["up", "up:repeat", *["up"] * 3]}
"""Presses that make the points of a hand of Hearts; one that is held counts as one."""


def events(app):
    return app.session.game.events[1:]


def test_a_hand_of_hearts_takes_twelve_presses():
    app = at_pad(HEARTS)
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
    ],
)
def test_a_held_button_goes_to_the_next_ten_and_after_ten_of_those_by_hundreds(presses, points):
    app = at_pad(HEARTS)
    press(app, *presses.split(), "b")
    assert events(app) == [f"points Ann {points}"]


def test_a_round_in_which_only_one_has_points_takes_three_presses_more():
    app = at_pad("setup score-pad players=Ann,Bo,Cy goal=0 wins=high rounds=0")
    press(app, "c", "up", "up:repeat", "up:repeat", "down", "down", "b", "a", "b")
    assert events(app) == ["points Bo 18", "end"]


def test_a_wrong_entry_of_an_earlier_round_is_corrected():
    app = at_pad(HEARTS, "round 5,0,18,3", "round 1,2,3,20")
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
    while app.settings.get("players") != 3:
        press(app, "c")
    press(app, "down", "down", "c")
    assert form.players() == ["Zoé", "Max", "Jörg"]
    while app.settings.get("goal") != 50:
        app.screen.press("c", "repeat") if form.number == 3 else press(app, "down")
    press(app, "down", "c", "c", "c", "down", "c", "b")
    assert app.session.game.events == ["setup score-pad players=Zoé,Max,Jörg goal=50 wins=low rounds=3"]
    choose(press(app, "up", "b", "a", "a", "a", "b"), "finish")
    press(app, "b")
    assert app.session.game.result == "finished" and app.session.game.winners() == ["Max", "Jörg"]
    press(app, "a", "b")
    assert app.session.game.result is None


def test_settings_that_no_screen_makes_are_put_right():
    app = MemoryApp("score_pad", players=12, goal=-3, wins="none", rounds=None, first=7)
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
        if app.game_name != app.settings.get("game", "score_pad"):
            app.settings.set("game", "score_pad")
        if app.session.game:
            seen.update(event.split(" ")[0] for event in app.session.game.events[-3:])
    assert {"points", "end", "setup"} <= seen
    assert all(sentence.endswith(".") for sentence in app.said)
    lines = fold(app.journal.lines)
    assert rules_of(lines[0]).Game.replay(lines).digest() == app.session.game.digest()
