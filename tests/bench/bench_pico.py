"""A player's waits: from power-on to the table, from a press to its picture.

A job measures a few figures on an emulated Pico of its own, each with and without the cost of cache misses.
"""

import statistics
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain, islice

from arcana_host.virtual.boards import REFERENCE_BOARD
from bench.on_the_pico import playing, power_on, press, run, switched_off
from companion.screens import Stack
from memory_app import MemoryApp
from pico.handheld import ENGLISH
from pico.island_game import OPEN, SIX_FIELDS, ninth_turn
from pico.power_on import long_game
from pico.refreshes import costs
from pico.saved_games import finished_games, running_game, saved_files, with_files
from player import Player
from rules.random_games import long_game as very_long_game

from shared_rules.shipwreck import Game

PRESSES = 200
"""How many are measured: those that enter something, from the first play of each game on."""
FINISHED = 110
"""About as many as find room beside the companion."""
_PERCENTILES = 20
"""Of fewer values than that, the 95th percentile would lie beyond them all."""
LAST_TURNS = range(200, 250)
"""Among these numbers of events is the one after which taking back the last event takes longest."""


def main():
    return run("pico", JOBS, [power_on_to_the_table])


def power_on_to_the_table(image):
    short, long = (power_on(switched_off(image, long_game()[:count])) for count in (14, 64))
    each = [(after - before) / 50 for before, after in zip(short, long, strict=True)]
    return [
        ("power-on to the table, 14 events", *short),
        ("power-on to the table, 64 events", *long),
        ("each event more of the running game", *each),
    ]


def power_on_at_the_island(image):
    events = ninth_turn()[:130]
    return [("power-on to the table, Spirit Island, 130 events", *power_on(switched_off(image, events)))]


def power_on_in_a_very_long_game(image):
    events = very_long_game(290).events
    return [("power-on to the table, 290 events", *power_on(switched_off(image, events)))]


def power_on_with_saved_games(image):
    numbers = (0, FINISHED)
    none, many = (switched_off(image, running_game(14), finished) for finished in numbers)
    share = power_on(many, False).ms / power_on(none, False).ms
    titles = [power_on(with_files(image, {**saved_files(number), **ENGLISH}), False).ms for number in numbers]
    return [
        ("power-on to the title, with 110 games saved, against none", titles[1] / titles[0], ""),
        ("power-on to the table, with 110 games saved, against none", share, ""),
        ("the first event after that, over the link", _enter(none, 14), ""),
        ("the first event after that, over the link, with 110 games saved", _enter(many, 14), ""),
    ]


def _enter(handheld, number):
    """Return the milliseconds from the request that enters an event to its answer."""
    handheld.settle()
    start = handheld.pico.micros
    handheld.ask("enter", event=number, text=running_game(number + 1)[number])
    return (handheld.pico.micros - start) / 1000


def presses(image):
    """In games with all sets, which are played at the same time on as many processors as there are."""
    games, left, finished = [], PRESSES, finished_games()
    while left:
        events = next(finished)[0][:-1]
        if " sets=base,promo,imago,stars " in events[0]:
            most = min(left, len(list(_entered(events))))
            games.append((events, most))
            left -= most
    with ProcessPoolExecutor() as pool:
        measured = list(chain(*pool.map(partial(_presses_of, image), *zip(*games, strict=True))))
    _, slowest = max(measured, key=lambda each: each[0].with_misses)
    return [
        *_rows("press to picture, event flushed", [took for took, _ in measured]),
        ("presses measured", f"{len(measured)}; `{slowest}` is the slowest", ""),
    ]


def _presses_of(image, events, most):
    """Return (Took, event) for the last press of each of the first events of a game that take a press."""
    handheld, measured = playing(image, events[:1]), []
    for event, pressed in islice(_entered(events), most):
        handheld.lead_up(pressed)
        measured.append((press(handheld, pressed[-1]), event))
    return measured


def _entered(events):
    """Yield (event, presses) for each event of a game that takes a press."""
    app = MemoryApp()
    app.session.begin(events[0])
    app.screen = Stack(app, True)
    for event, pressed in Player(app).play(events, resume=True):
        if pressed:
            yield event, pressed


def undo(image):
    handheld = playing(image, _slowest_to_take_back())
    handheld.press("b:long")
    return [("taking back the last step, at worst", *press(handheld, "b"))]


def _slowest_to_take_back():
    """Return the events of a long game of which most are replayed when the last one is taken back."""
    events, game, replayed = very_long_game(LAST_TURNS[-1]).events, Game(), {}
    for before, event in enumerate(events):
        newest, _ = game._snapshots[-1] if game._snapshots else (0, None)
        replayed[before + 1] = before - newest
        game.apply(event)
    return events[: max(LAST_TURNS, key=replayed.get)]


def calculator(image):
    handheld = playing(image, ninth_turn())
    for name in OPEN:
        handheld.press(name)
    return _rows("the land calculator, an answer", [press(handheld, name) for name in SIX_FIELDS])


def refresh(image):
    boards = {
        "a refresh, whole picture, before the panel is busy": REFERENCE_BOARD,
        "a refresh, whole picture, on 400×300 pixels": "pico-epaper-4.2",
    }
    return [(what, costs(image, board)["whole picture"].before, "") for what, board in boards.items()]


def _rows(what, took):
    columns = list(zip(*took, strict=True))
    kinds = {"median": statistics.median, "95th percentile": _percentile, "slowest": max}
    if len(took) < _PERCENTILES:
        del kinds["95th percentile"]
    return [(f"{what}: {name}", *map(of, columns)) for name, of in kinds.items()]


def _percentile(values):
    return statistics.quantiles(values, n=_PERCENTILES)[-1]


# the longest first, as each takes a process
JOBS = (
    presses,
    power_on_with_saved_games,
    undo,
    calculator,
    power_on_to_the_table,
    power_on_in_a_very_long_game,
    power_on_at_the_island,
    refresh,
)
