"""Games in a row on an emulated Pico: the last one has as much free memory as the first.

They are entered over the link, opened and left with a button, then fetched and removed. tests/wasm does the
same with all the vectors, all buttons and all pictures, for a thousand games.
"""

from arcana_host import vectors_folder
from pico.handheld import Handheld

from shared_rules.record import Record

GAMES, FEW_GAMES = ("20", "17", "07"), ("20",)
"""The vectors of a round: short whole games of three modes."""
ROUNDS, FEW_ROUNDS = 10, 3
IN_HAND = 256
"""Bytes that the app may have in hand for what it is doing; thirty games could not lose less than 480."""


def vector(number):
    return Record.from_text((vectors_folder() / f"random-{number}.arcana").read_text()).folded().events


def play(handheld, events):
    """Play a whole game from the title and back to it, have it fetched, and return the bytes then free."""
    for number, event in enumerate(events):
        handheld.ask("enter", event=number, text=event)
        if number == 0:
            # from the title to the table
            handheld.press("b")
    handheld.settle()
    # from the result to the title
    handheld.press("b")
    handheld.settle()
    game = handheld.ask("info")["game"]
    assert handheld.fetched(game).events == events
    assert handheld.remove(game)
    return handheld.ask("info")["free_heap"]


def test_games_in_a_row_leave_as_much_memory_as_the_first(image, soak):
    handheld = Handheld(image)
    handheld.boot()
    title = handheld.pico.panel.glass
    games = [vector(number) for number in (GAMES if soak else FEW_GAMES)]
    rounds = ROUNDS if soak else FEW_ROUNDS
    free = [[play(handheld, events) for events in games] for _ in range(rounds)]
    count = rounds * len(games)
    # what is made once and stays, the first round has made
    print(f"{count} games on the emulated Pico, bytes free in the second and last round: {free[1], free[-1]}")
    assert all(now >= then - IN_HAND for then, now in zip(free[1], free[-1], strict=True))
    # a game that was fetched is offered no more
    handheld.settle()
    assert handheld.pico.panel.glass == title
    assert handheld.pico.panel.faults == []
