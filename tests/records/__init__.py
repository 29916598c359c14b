"""Games for tests that need one of a certain length or ending.

They are files, as a random game with the same seed is another one as soon as there is a card more.
"""

from pathlib import Path
from types import SimpleNamespace

from arcana_portable.record import Record

from shared_rules.shipwreck import Game


def recorded(name):
    """Return the game in a file of this folder: its events, with those that were undone, and the Game."""
    events = Record.from_text((Path(__file__).parent / f"{name}.arcana").read_text(encoding="utf-8")).events
    return SimpleNamespace(events=events, game=Game.replay(events))
