"""Checks what goes into the library: ids, records and creatures.

Whatever brings games asks it: an import, a device, a backup. It must not know where they are kept.
"""

import re
from typing import NamedTuple

from arcana_host.errors import RecordError
from arcana_host.files import check_length
from arcana_host.games import load
from arcana_host.replay import Played, replay
from arcana_host.translation import _
from arcana_host.wording import quoted
from shared_rules.digest import digest
from shared_rules.errors import RuleError
from shared_rules.record import Record
from shared_rules.record_lines import check_line

LATEST = "latest"
"""What a command line says for the game that was played last; so no game has this id."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


class Versions(NamedTuple):
    """A game as a backup has it, with nothing of it checked; records: the one as it came first."""

    id: object
    device: object
    records: list[object]


def id_of(record: Record) -> str:
    """Return the id of a record: its tag Game, or one that follows from its events where it has none.

    Raises RecordError when no command could name a game by the tag.
    """
    named = record.tag("Game")
    return digest("\n".join(record.events)) if named is None else checked_id(named)


def checked_id(id: object) -> str:
    """Return a text that may be a game's id. Raises RecordError for everything else."""
    if not isinstance(id, str) or not _ID.fullmatch(id) or id == LATEST:
        raise RecordError(
            _(
                "{id} can't be the id of a game: that is 1 to 40 letters from A to Z, digits, - and "
                "_, with a letter or a digit first, and not {latest}. A record without the tag Game "
                "gets an id.",
                id=shown(id),
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


def play(game: Versions) -> Played:
    """Play all records of a game again and return what the last of them gave.

    Raises RecordError, which names the game, when one of them does not replay or is another game's.
    """
    id = checked_id(game.id)
    try:
        if not (game.device is None or _is_value(game.device)):
            raise RecordError(_("{device} is not the name of a device.", device=shown(game.device)))
        for text in game.records:
            played = replay(checked_text(text))
            named = played.record.tag("Game", id)
            if named != id:
                raise RecordError(_("its record says that it is game {named}.", named=shown(named)))
    except RecordError as error:
        raise RecordError(_("game {id}: {error}", id=id, error=error)) from error
    return played


def check_custom(game: object, name: object, value: object) -> None:
    """Look at what players entered for a game beside its records. Raises RecordError, which names it."""
    try:
        known = load(str(game))
    except RuleError as error:
        raise RecordError(f"{shown(name)}: {error}") from error
    known.check_custom(name, value)


def _is_value(value: object) -> bool:
    """Return whether something could stand in a tag."""
    try:
        check_line(value if isinstance(value, str) else "\0")
    except RuleError:
        return False
    return True


def shown(value: object) -> str:
    """Return anything as a sentence can quote it."""
    if not isinstance(value, str):
        return ascii(value)[:100]
    text = quoted(value[:100])
    return text if text.startswith("'") else f'"{text}"'
