"""Three buttons: their edge, and the games whose other tests know only five."""

import random

import pytest
from companion.canvas import Canvas
from companion.screens import widgets
from games.island_player import IslandPlayer, random_setup
from games.score_pad_scenes import HEARTS
from screens.scenes import SCENES, at_table, press
from screens.writing import WritingCanvas


@pytest.mark.parametrize(
    ("button", "edge", "language"),
    [("up", widgets.WITH_B[0], "english"), ("down", widgets.WITH_B[1], "german")],
)
def test_the_edge_says_how_to_press_what_does_something(button, edge, language, three_buttons):
    unexplained = []
    for name, make in SCENES.items():
        app = make(language)
        before, after = WritingCanvas(), Canvas()
        app.draw(before)
        app.screen.press(button, "press")
        app.draw(after)
        if after.buffer != before.buffer and edge not in [text for text, *_ in before.texts]:
            unexplained.append(name)
    assert unexplained == []


def test_some_turns_of_spirit_island_are_those_of_five_buttons(request):
    played = []
    for count in (5, 3):
        if count == 3:
            request.getfixturevalue("three_buttons")
        dice, table = random.Random(5), IslandPlayer()
        table.set_up(*random_setup(dice))
        while table.game.turn < 4 and not table.game.result:
            table.go_on(dice)
        played.append(table.game.events)
    assert played[0] == played[1]


def test_a_round_of_hearts_is_entered(three_buttons):
    app = press(at_table(HEARTS), "up up up b b up b down b")
    entered = app.session.game.events[1:]
    assert entered == ["points Ann 3", "points Bo 0", "points Cy 1", "points Di -1", "end"]
