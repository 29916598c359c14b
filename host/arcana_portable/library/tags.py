"""Reads a record's tags: when it was played, where, and for how long.

It runs on CPython and, in the browser, on MicroPython. It must not know where a record is kept.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arcana_portable.record import Record

DATE, LOCATION, MINUTES, ENDED = "Date", "Location", "Minutes", "Ended"
"""Date and Ended are `YYYY-MM-DD HH:MM`, of the first event and the last; people enter Minutes."""

MOST_MINUTES = 6000
_LENGTHS = (10, 16, 19)  # of a day, with minutes, with seconds


def read_tags(record: str) -> dict[str, str]:
    """Return {name: value} of the tags at the beginning of a record; of two of the same name the first."""
    # the command line imports this module, and loads the rules only when it needs them
    from arcana_portable.record import read_tag
    from shared_rules.errors import RuleError

    found: dict[str, str] = {}
    while record.startswith("["):
        line, _, record = record.partition("\n")
        try:
            name, value = read_tag(line)
        except RuleError:
            continue
        found.setdefault(name, value)
    return found


def tagged(record: "Record", id: str, ended: str | None) -> "Record":
    """Return the record of a game on a device with tags for its id and its end, which only its file has.

    ended: the time of its end, or None if unknown.
    """
    from arcana_portable.record import Record

    tags = list(record.tags)
    if record.tag("Game") is None:
        tags.insert(0, ("Game", id))
    if ended and record.tag(ENDED) is None and read_date(ended):
        tags.append((ENDED, ended))
    return Record(tags, record.events)


def read_date(value: str | None) -> datetime | None:
    """Return the time in the value of a tag, or None if it has no time."""
    if not value or len(value) not in _LENGTHS:
        return None
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        return None
    # ISO has other ways to write the same
    return found if found.isoformat(" ").startswith(value) else None


def read_minutes(value: str) -> int | None:
    """Return the number in the value of the tag Minutes, or None if it has no such number."""
    is_number = value and not value.strip("0123456789") and len(value) <= len(str(MOST_MINUTES))
    return int(value) if is_number else None


def minutes(tags: Mapping[str, str]) -> int | None:
    """Return the length of a game in minutes, or None if unknown.

    tags: {name: value}. Entered values take precedence over the clock.
    """
    said = read_minutes(tags.get(MINUTES, ""))
    if said is not None:
        return said or None
    begun, ended = read_date(tags.get(DATE)), read_date(tags.get(ENDED))
    if not (begun and ended and len(tags[DATE]) > 10 and len(tags[ENDED]) > 10):
        return None
    took = -(-(ended - begun) // timedelta(minutes=1))
    return took if 0 < took <= MOST_MINUTES else None
