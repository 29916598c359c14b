"""Validates data from imports, devices and backups for the library: ids, records and creatures.

It must not know where they are stored.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from arcana_portable.errors import RecordError
from arcana_portable.library.tags import DATE, ENDED, MINUTES, MOST_MINUTES, read_date, read_minutes
from arcana_portable.record import Record, numbered_lines, read_tag, without_undos
from arcana_portable.replay import Played, replay
from arcana_portable.translation import _, refusal_text
from arcana_portable.wording import quoted

from arcana_host.files import check_length
from arcana_host.games import load
from shared_rules.errors import RuleError
from shared_rules.record import check_line, digest

LATEST = "latest"
"""The word for the latest game on a command line, so no game may have this id."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class UncheckedGame(NamedTuple):
    """A game from a backup, not validated. records: the original, then the corrected versions."""

    id: object
    device: object
    records: list[object]


def id_of(record: Record) -> str:
    """Return the id of a record: its tag Game, or else a digest of its events without undos.

    Raises RecordError when the tag is not a valid id.
    """
    named = record.tag("Game")
    return digest("\n".join(without_undos(record.events))) if named is None else checked_id(named)


def checked_id(id: object) -> str:
    """Return a valid id of a game. Raises RecordError for anything else."""
    if not isinstance(id, str) or not _ID.fullmatch(id) or id == LATEST:
        raise RecordError(
            _(
                "{id} can't be the id of a game: that is 1 to 40 letters from A to Z, digits, - and "
                "_, with a letter or a digit first, and not {latest}. A record without the tag Game "
                "gets an id.",
                id=quote(id),
                latest=LATEST,
            )
        )
    return id


def checked_text(text: object) -> str:
    """Return a text that is not too long for a record. Raises RecordError."""
    if not isinstance(text, str):
        raise RecordError(_("a record is a text, and this is none."))
    check_length(text.encode(errors="replace"))
    return text


def fault_of_tags(text: str, kept: Iterable[str] = ()) -> str:
    """Return which line has a time or a length that can't be read, as a sentence; "" if none has.

    text: a record that replays. kept: records of the game that are stored; their tags are accepted.
    """
    accepted = {tag for record in kept for tag in Record.from_text(record).tags}
    for number, line in numbered_lines(text):
        if not line.startswith("["):
            break
        name, value = read_tag(line)
        fault = _fault_of_tag(name, value) if value and (name, value) not in accepted else ""
        if fault:
            return _("line {number}: {line}: {error}", number=number, line=quoted(line), error=fault)
    return ""


def _fault_of_tag(name: str, value: str) -> str:
    if name in (DATE, ENDED) and read_date(value) is None:
        return _("A date reads YYYY-MM-DD HH:MM, such as 2026-11-21 20:15; the time may be missing.")
    if name == MINUTES and read_minutes(value) is None:
        return _("The minutes are a whole number up to {most}.", most=MOST_MINUTES)
    return ""


def replay_all(game: UncheckedGame) -> Played:
    """Replay all records of a game, and return the replay of the last record.

    Raises RecordError, which names the game, if a record does not replay, or belongs to another game.
    """
    id = checked_id(game.id)
    try:
        if not (game.device is None or _is_value(game.device)):
            raise RecordError(_("{device} is not the name of a device.", device=quote(game.device)))
        for text in game.records:
            played = replay(checked_text(text))
            named = played.record.tag("Game", id)
            if named != id:
                raise RecordError(_("its record says that it is game {named}.", named=quote(named)))
    except RecordError as error:
        raise RecordError(_("game {id}: {error}", id=id, error=error)) from error
    return played


def check_custom(game: object, name: object, value: object) -> None:
    """Validate a thing that players entered for a game beside its records.

    Raises RecordError, which names it.
    """
    try:
        known = load(str(game))
    except RuleError as error:
        raise RecordError(f"{quote(name)}: {refusal_text(error)}") from error
    known.check_custom(name, value)


def _is_value(value: object) -> bool:
    """Return whether something is a valid value of a tag."""
    try:
        check_line(value if isinstance(value, str) else "\0")
    except RuleError:
        return False
    return True


def quote(value: object) -> str:
    """Return anything as a quotation for a sentence, shortened."""
    if not isinstance(value, str):
        return ascii(value)[:100]
    text = quoted(value[:100])
    return text if text.startswith("'") else f'"{text}"'
