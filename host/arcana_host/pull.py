"""Fetching games from a device into the library, line by line, so that none is lost on the way.

A finished game is confirmed, and with that removed from the device, only after the library has it on disk.
"""

from collections.abc import Callable
from typing import NamedTuple

from arcana_host.device import Device
from arcana_host.errors import ArcanaError, DeviceLost, DeviceSilent
from arcana_host.library import Entry, Library
from shared_rules.record import Record


class Pulled(NamedTuple):
    """What became of one game: its entry, whether it brought anything new, whether the device let it go."""

    entry: Entry
    fresh: bool
    removed: bool


def pull(
    device: Device,
    library: Library,
    keep: bool = False,
    on_lines: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[list[Pulled], list[str]]:
    """Fetch what the library lacks and return (what became of each game, sentences about those left behind).

    keep: leave finished games on the device. on_lines: called with (lines done, of how many).
    A game that does not fit stays on the device and does not keep the others from coming.
    Raises DeviceLost, DeviceSilent.
    """
    source = device.info()["device"]
    games = [game for page in device.pages("games") for game in page["games"]]
    total, done = sum(game["events"] for game in games), 0
    pulled, left = [], []
    for game in games:
        try:
            entry, fresh = library.add(str(_fetch(device, library, game)), source)
            removed = game["finished"] and not keep and _confirm(device, entry)
            pulled.append(Pulled(entry, fresh, removed))
        except (DeviceLost, DeviceSilent):
            raise
        except ArcanaError as error:
            left.append(f"Game {game['game']} stays on the device: {error}")
        done += game["events"]
        on_lines(done, total)
    return pulled, left


def _fetch(device: Device, library: Library, game: dict) -> Record:
    """Return the whole record of a game.

    Of a game that goes on, only the lines that the library lacks come over the wire; a finished one comes
    whole, as the device is about to forget it.
    """
    id = game["game"]
    known = None if game["finished"] else library.find(id)
    record = Record.from_text(known.record) if known else Record()
    if known and known.lines >= game["events"]:
        return record
    for page in device.pages("events", game=id, first=len(record.events)):
        record.tags.extend((name, value) for name, value in page["tags"])
        record.events.extend(page["events"])
    if record.tag("Game") is None:
        record.tags.insert(0, ("Game", id))
    return record


def _confirm(device: Device, entry: Entry) -> bool:
    return device.call("confirm", game=entry.id, events=entry.lines)["removed"]
