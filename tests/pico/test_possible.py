"""What the held fates can be, on the board: the time it takes, the room it needs, and that it is the same."""

import statistics

import pytest
from pico.rules_board import RulesBoard, crowded_game

from shared_rules.shipwreck import Game

LONGEST_MS = 400
MEDIAN_OF_THREE_MS = 60
HEAP = 24 * 1024


@pytest.fixture(scope="module")
def events():
    return crowded_game()


def test_it_takes_the_time_it_may(image, events):
    board, game = RulesBoard(image), Game()
    times = {}
    for text in events:
        game.apply(text)
        took, possible = board.take(text)
        assert possible == game.possible()
        times.setdefault(len(possible), []).append(took)
    assert len(times[5]) >= 10
    assert max(max(took) for took in times.values()) <= LONGEST_MS
    assert statistics.median(times[3]) < MEDIAN_OF_THREE_MS


def test_it_needs_no_more_room_than_it_may(image, events):
    """The program for it, what it keeps and what it needs for a moment: all in what is left."""
    board, game = RulesBoard(image), Game()
    five = next(
        number for number in range(len(events)) if len(Game.replay(events[: number + 1]).possible()) == 5
    )
    for text in events[: five + 4]:
        board.apply(text)
        game.apply(text)
    assert len(game.possible()) == 5
    assert board.possible_in(HEAP) == game.possible()
