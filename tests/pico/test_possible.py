"""What the held fates can be, on the board: how long it takes, how much room it needs, and that it is the same."""

import json
import statistics

import pytest
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import firmware
from rules.random_games import ALL_SETS, random_game

from shared_rules.lines import fold
from shared_rules.shipwreck import Game

CROWDED = 1690
"""The seed of a game of five in which five fates are held for long, at times with two of them hardly known."""

LONGEST_MS = 400
MEDIAN_OF_THREE_MS = 60
HEAP = 24 * 1024

_SCRIPT = """
import gc, json, time
from shared_rules.shipwreck import Game
game = Game()

def take(text):
    game.apply(text)
    start = time.ticks_us()
    possible = game.possible()
    print(json.dumps([time.ticks_diff(time.ticks_us(), start), possible]))

def leave_only(room):
    global kept
    gc.collect()
    spared = bytearray(room)
    kept = None
    for size in (4096, 512, 64, 16):
        try:
            while True:
                kept = kept, bytearray(size)
        except MemoryError:
            pass
    spared = None
    gc.collect()
    print(gc.mem_free())
"""


class Board:
    """The rules on a Pico, without the companion."""

    def __init__(self, image):
        files = {path: content for path, content in firmware(image).items() if path != "/main.py"}
        self.pico = EmulatedPico(image, files)
        self.pico.exec(_SCRIPT, 60_000)

    def take(self, text):
        """Return (milliseconds that `possible` took after the event, what it gave)."""
        micros, possible = json.loads(self.pico.exec(f"take({text!r})", 60_000))
        return micros / 1000, possible

    def do(self, code):
        return self.pico.exec(code, 60_000)


@pytest.fixture(scope="module")
def events():
    return fold(random_game(CROWDED, players=5, sets=ALL_SETS, hit_rate=0.95).events)


def test_it_takes_the_time_it_may(image, events):
    board, game = Board(image), Game()
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
    board, game = Board(image), Game()
    five = next(
        number for number in range(len(events)) if len(Game.replay(events[: number + 1]).possible()) == 5
    )
    for text in events[: five + 4]:
        board.do(f"game.apply({text!r})")
        game.apply(text)
    assert int(board.do(f"leave_only({HEAP})")) < HEAP + 4096
    assert json.loads(board.do("print(json.dumps(game.possible()))")) == game.possible()
    assert len(game.possible()) == 5
