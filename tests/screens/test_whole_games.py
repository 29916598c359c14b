"""Whole games entered with five buttons."""

import pytest
from arcana_portable.record import without_undos
from companion.canvas import Canvas
from companion.games.shipwreck.setup_form import MODES
from memory_app import MemoryApp
from player import Player
from rules.random_games import Table, random_game
from rules.vectors import vectors

from shared_rules.shipwreck.cards import LEVELS

pytestmark = pytest.mark.usefixtures("pico_stack")


def as_entered(events):
    """The events of a record as the screens enter them: a last seat is not numbered."""
    players = 0
    entered = []
    for event in events:
        words = event.split(" ")
        if words[0] == "setup":
            players = len(words[4].split(","))
        elif words[0] == "leave":
            players -= 1
        elif words[0] == "join":
            if words[2:3] == [str(players)]:
                event = " ".join(words[:2] + words[3:])
            players += 1
        entered.append(event)
    return entered


@pytest.mark.parametrize("seed", range(25))
def test_every_event_of_a_game_can_be_entered_and_nothing_else_is(seed):
    table = random_game(seed)
    events = as_entered(without_undos(table.events))
    app = MemoryApp()
    entered = [event for event, _ in Player(app).play(events)]
    assert entered == events
    assert app.session.game.events == events
    assert app.said == []


def entered_with_buttons(events):
    app = MemoryApp()
    canvas = Canvas()
    entered = []
    for event, _ in Player(app).play(events):
        app.draw(canvas)
        entered.append(event)
    assert app.said == []
    return entered


class NotingTable(Table):
    """A table that notes nothing while its companion goes on by itself."""

    def note(self):
        if self.game.phase != "after-predict" and not self.game.follows():
            super().note()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("assist", LEVELS)
def test_every_game_can_be_entered_at_every_level(mode, assist):
    table = NotingTable(f"{mode} {assist}", mode=mode, assist=assist, undo_rate=0).play()
    events = as_entered(table.events)
    assert entered_with_buttons(events) == events


@pytest.mark.parametrize(
    "events", [pytest.param(events, id=name) for name, events, _ in vectors("shipwreck")]
)
def test_the_vectors_can_be_entered(events):
    events = as_entered(without_undos(events))
    assert entered_with_buttons(events) == events
