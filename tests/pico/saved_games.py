"""The flash of a device with many finished games and a running one, made without playing them.

The firmware's own journal writes the files, on CPython.
"""

import itertools
import tempfile
from pathlib import Path

from arcana_host import vectors_folder
from arcana_host.virtual.boards import REFERENCE_BOARD
from arcana_portable.record import Record, without_undos
from companion.files import Log
from companion.journal import Journal
from emulator.pico import EmulatedPico
from pico.handheld import Handheld, board_file, firmware
from rules.random_games import random_game

EVENTS = range(25, 38)
"""The possible numbers of events of a finished game, 31 on average."""

_TAGS = [("Device", "emulated"), ("Date", "2026-11-21 20:15")]


def finished_games():
    """Yield (events, result) of random games, endlessly."""
    for seed in itertools.count():
        table = random_game(seed, undo_rate=0)
        events = without_undos(table.events)
        if len(events) in EVENTS:
            yield events, table.game.result


def saved_files(count, running=()):
    """Return {path: content} for the games on a device.

    count: how many are finished. running: the events of the running one, if there is one.
    """
    with tempfile.TemporaryDirectory() as folder:
        ids = (f"{number:08x}" for number in itertools.count(0xA000_0000))
        journal = Journal(folder, Log(), new_id=lambda: next(ids))
        for events, result in itertools.islice(finished_games(), count):
            _play(journal, events, result)
        if running:
            _play(journal, running, None)
        found = sorted((Path(folder) / "games").iterdir())
        return {f"/games/{path.name}": path.read_bytes() for path in found}


def size_of(events, result="won"):
    """Return the bytes that a finished game takes on the flash."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(folder, Log(), clock=lambda: "2026-11-21 23:55")
        _play(journal, events, result)
        return sum(path.stat().st_size for path in (Path(folder) / "games").iterdir())


def with_files(image, files, board=REFERENCE_BOARD):
    """Return a Handheld with the companion and these files, before it starts."""
    files = {**board_file(board), **firmware(image), **files}
    return Handheld(image, flash=EmulatedPico(image, files, board=board).cut(), board=board)


def _play(journal, events, result):
    journal.start(_TAGS, events[0])
    for event in events[1:-1]:
        journal.append(event)
    journal.append(events[-1], over=result)


def running_game(count):
    """Return the first events of a game of five players with all sets."""
    return (
        Record.from_text((vectors_folder() / "random-14.arcana").read_text()).without_undos().events[:count]
    )
