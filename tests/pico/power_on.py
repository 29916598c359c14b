"""Resuming a long game after power-on: how long it takes until its table is sent to the panel."""

from arcana_portable.record import Record
from companion import VERSION
from emulator.pico import EmulatedPico
from pico.handheld import Handheld, board_file, firmware
from records import recorded

MOMENTS = {"before a play": 64, "at a question of a card": 65, "before a prediction": 66}
"""Numbers of events after which the long game is at this moment, all in its last turn."""

_ID = "0badcafe"
_LIMIT_MS = 20_000


def long_game():
    """Return the 67 events of a game of five players with all sets."""
    return recorded("five-players").events


def journal(events):
    """Return the journal of a running game as this version writes it, with a checksum after each event."""
    record = Record([("Game", _ID)], events[:1])
    text = f"{record}# by {VERSION}\n#{record.check()}\n"
    for event in events[1:]:
        record.events.append(event)
        text += f"{event}\n#{record.check()}\n"
    return text


def with_game(image, events, board="pico-epaper-2.9"):
    """Return a Handheld that shows the table of a game with these events."""
    files = {**board_file(board), **firmware(image), f"/games/0001-{_ID}.arcana": journal(events).encode()}
    handheld = Handheld(image, flash=EmulatedPico(image, files).cut(), board=board)
    handheld.boot(_LIMIT_MS)
    return handheld


def power_on(image, events, board="pico-epaper-2.9"):
    """Return the milliseconds from power-on to the table, and the Handheld that shows it.

    The last event is entered on a freshly installed companion, which then loses its power, so that the flash
    is as a companion leaves it.
    """
    before = with_game(image, events[:-1], board)
    before.ask("enter", event=len(events) - 1, text=events[-1])
    before.settle()
    handheld = Handheld(image, flash=before.pico.cut(), host=False, board=board)
    return handheld.pico.run_until(lambda: handheld.pictures, _LIMIT_MS, 1), handheld
