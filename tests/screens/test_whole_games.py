"""Whole games entered with five buttons."""

import pytest
from player import MemoryApp, Player
from rules.random_games import random_game

from shared_rules.lines import fold


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
            if words[2:] == [str(players)]:
                event = " ".join(words[:2])
            players += 1
        entered.append(event)
    return entered


@pytest.mark.parametrize("seed", range(25))
def test_every_event_of_a_game_can_be_entered_and_nothing_else_is(seed):
    table = random_game(seed)
    events = as_entered(fold(table.events))
    app = MemoryApp()
    entered = [event for event, _ in Player(app).play(events)]
    assert entered == events
    assert app.session.game.events == events
    assert app.said == []
