"""Whole games entered with three buttons: contacts become the presses that the screens need.

What the screens look like then is in test_pictures.py: all scenes, but for the right edge.
"""

import random

import pytest
from companion.screens import parts
from games.island_player import IslandPlayer, random_setup
from games.score_pad_scenes import HEARTS, at_pad
from memory_app import MemoryApp, MemoryBoard
from panel.test_buttons import ThreeButtons
from player import Player
from rules.vectors import vectors
from screens.test_whole_games import as_entered

from shared_rules.lines import fold

MEANS = {"up": "a", "down": "c"}
LOOK_MS = 10
PRESS_MS = 60
LONG_MS = 1700


class Fingers(ThreeButtons):
    """A hand with three buttons that gives an app its presses."""

    def __init__(self, app):
        super().__init__()
        self.app = app

    def wait(self, milliseconds, listening=True):
        for _ in range(0, milliseconds, LOOK_MS):
            self.now += LOOK_MS
            self.listen()

    def give(self, name, kind):
        """Press what means a button, and let the screen have what is heard."""
        held = [*["b"] * (name in MEANS), MEANS.get(name, name)]
        for button in held:
            self.press(button)
            self.wait(LONG_MS if kind == "long" else PRESS_MS)
        for button in reversed(held):
            self.release(button)
            self.wait(PRESS_MS)
        heard, self.heard = self.heard, []
        assert heard == [(name, kind)]
        self.app.screen.press(name, kind)


@pytest.fixture(autouse=True)
def others_have_five():
    """Every other test draws for five buttons."""
    yield
    parts.chorded(False)


@pytest.mark.parametrize(
    "events", [pytest.param(events, id=name) for name, events, _ in vectors("shipwreck")]
)
def test_the_vectors_can_be_entered(events, monkeypatch):
    monkeypatch.setattr(MemoryBoard, "chords", True)
    events = as_entered(fold(events))
    app = MemoryApp()
    player = Player(app, Fingers(app).give)
    assert [event for event, _ in player.play(events)] == events
    assert app.session.game.events == events
    assert app.said == []


class ThreeFingers(IslandPlayer):
    """A table at three buttons."""

    def press(self, *names):
        for name in names:
            button, _, kind = name.partition(":")
            Fingers(self.app).give(button, kind or "press")


def test_some_turns_of_spirit_island_are_those_of_five_buttons(monkeypatch):
    played = []
    for player in (IslandPlayer, ThreeFingers):
        monkeypatch.setattr(MemoryBoard, "chords", player is ThreeFingers)
        dice, table = random.Random(5), player()
        table.set_up(*random_setup(dice))
        while table.game.turn < 4 and not table.game.result:
            table.go_on(dice)
        played.append(table.game.events)
    assert played[0] == played[1]


def test_a_round_of_hearts_is_entered(monkeypatch):
    monkeypatch.setattr(MemoryBoard, "chords", True)
    app = at_pad(HEARTS)
    for name in ("up", "up", "up", "b", "b", "up", "b", "down", "b"):
        Fingers(app).give(name, "press")
    entered = app.session.game.events[1:]
    assert entered == ["points Ann 3", "points Bo 0", "points Cy 1", "points Di -1", "end"]
