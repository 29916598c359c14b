"""A game of the library: the data for lists, reviews and exports.

It runs on CPython and, in the browser, on MicroPython.
"""

from typing import Any, NamedTuple

from arcana_portable.games import load
from arcana_portable.library import tags
from arcana_portable.record import Record
from arcana_portable.replay import Played, replay, replay_accepted
from arcana_portable.translation import N_

IMPORTED, IGNORED, REMOVED = N_("imported"), N_("ignored"), "removed"
MARKS = (IMPORTED, IGNORED, REMOVED)
"""An imported game was not fetched from a device; an ignored game is left out of lists, statistics and
reviews; a removed game is in the bin, or was deleted from it for good."""


class Entry(
    NamedTuple(
        "Entry",
        [
            ("id", str),
            ("game", str),
            ("device", "str | None"),
            ("date", "str | None"),
            ("players", "list[str]"),
            ("result", "str | None"),
            ("turns", int),
            ("lines", int),
            ("record", str),
            ("summary", "dict[str, Any]"),
            ("marks", "tuple[str, ...]"),
        ],
    )
):
    """A game of the library.

    game: the name of the folder of the game that was played. lines: of the journal, undo lines included.
    summary: see `PortableGame.summary`. marks: the library's marks, of MARKS.
    """

    @property
    def location(self) -> str | None:
        """The place where it was played, or None if unknown."""
        return tags.read_tags(self.record).get(tags.LOCATION)

    @property
    def minutes(self) -> int | None:
        """The length in minutes, or None if unknown."""
        return tags.minutes(tags.read_tags(self.record))

    def as_json(self) -> dict[str, Any]:
        """Return everything but the record and the marks as JSON data."""
        fields = self._asdict()
        del fields["record"], fields["summary"], fields["marks"]
        return fields | self.summary | {"location": self.location, "minutes": self.minutes}


class Game(
    NamedTuple(
        "Game",
        [
            ("entry", Entry),
            ("played", Played),
            ("minutes", "int | None"),
            ("known_facts", "dict[str, Any] | None"),
        ],
    )
):
    """A game to share.

    played: its replay without undone events. minutes: the length of the game, or None. known_facts: the
    game's facts for the statistics, or None to gather them from its replay.
    """

    @property
    def facts(self) -> "dict[str, Any]":
        """The game's facts for the statistics."""
        return self.known_facts or load(self.entry.game).facts(self.played)


def make_entry(id: str, device: str | None, played: Played) -> Entry:
    """Return the entry of a game from the replay of its record."""
    record = played.record
    date = record.tag(tags.DATE)
    return Entry(
        id=id,
        game=played.name,
        device=device,
        date=date if tags.read_date(date) else None,
        players=played.players,
        result=played.game.result,
        turns=played.game.turn,
        lines=len(record.events),
        record=str(record),
        summary=load(played.name).summary(played),
        marks=(),
    )


def to_share(entry: Entry, minutes: int | None = None) -> Game:
    """Return a game of the library to share.

    minutes: the length of the game, or None for the value in its tags. Raises RecordError when it no longer
    replays.
    """
    played = replay(str(Record.from_text(entry.record).without_undos()))
    return Game(entry, played, minutes or entry.minutes, None)


def to_log(entry: Entry, facts: "dict[str, Any]") -> Game:
    """Return a game of the library to share without its steps, which the rules have accepted before.

    facts: of the game, as they are stored.
    """
    return Game(entry, replay_accepted(Record.from_text(entry.record).without_undos()), entry.minutes, facts)
