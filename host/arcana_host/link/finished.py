"""The stream in which a device sends its finished games, taken apart again.

It must not know what is spoken over the link, nor the rules.
"""

import re
from binascii import crc32
from collections.abc import Iterable, Iterator

from shared_rules.errors import RuleError
from shared_rules.game_files import PLAYED, read_game_name
from shared_rules.record import Record

_HEADING = re.compile(rb"^## (\S+)\n", re.MULTILINE)
_OVER = re.compile(r"# over (\S+) (\d+)(?: ([0-9a-f]{8})(?: (.{16}) ([0-9a-f]{8}))?)?")
"""The line behind a finished game: its result, how many events, the check of all above, when it ended, and
the check that goes on over that. Older companions wrote less."""


def split(stream: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield (id, what is in its file) of each whole game in a stream."""
    held, name = b"", None
    for part in stream:
        held += part
        while heading := _HEADING.search(held):
            yield from _named(name, held[: heading.start()])
            name, held = heading[1].decode(errors="replace"), held[heading.end() :]
    yield from _named(name, held)


def _named(name: str | None, content: bytes) -> Iterator[tuple[str, bytes]]:
    game = read_game_name(name) if name else None
    if game and game[2] == PLAYED:
        yield game[1], content


def read(content: bytes) -> tuple[Record, str | None]:
    """Return the record of a finished game, and when it ended, None where its file does not say so.

    Raises RuleError when it is not what the device has written.
    """
    text = content.decode(errors="replace")
    record = Record.from_text(text)
    over = _OVER.fullmatch(text.rstrip("\n").rpartition("\n")[2])
    if not over or int(over[2]) != len(record.events) or over[3] not in (None, record.check()):
        raise RuleError("It is not as it was written.")
    when = over[4]
    told = when and crc32(when.encode(), int(over[3], 16)) == int(over[5], 16)
    return record, when if told else None
