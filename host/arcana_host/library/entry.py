"""A game of the library: what lists, reviews and exports know about it."""

from typing import Any, NamedTuple

from arcana_host.library import tags


class Entry(NamedTuple):
    """One game of the library.

    game: the name of the folder of the game that was played. lines: of the journal, undo lines
    included. summary: see `DesktopGame.summary`.
    """

    id: str
    game: str
    device: str | None
    date: str | None
    players: list[str]
    result: str | None
    turns: int
    lines: int
    record: str
    summary: dict[str, Any]

    @property
    def location(self) -> str | None:
        """Where it was played, None if unknown."""
        return tags.read_tags(self.record).get(tags.LOCATION)

    @property
    def minutes(self) -> int | None:
        """How long it took, None if unknown."""
        return tags.minutes(tags.read_tags(self.record))

    def as_json(self) -> dict[str, Any]:
        """Return everything but the record as JSON data."""
        fields = self._asdict()
        del fields["record"], fields["summary"]
        return {**fields, **self.summary, "location": self.location, "minutes": self.minutes}
