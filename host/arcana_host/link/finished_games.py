"""Reads the files in which a device sends its finished games.

It must not know what is spoken over the link, nor the rules.
"""

import re
from binascii import crc32
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared_rules.errors import RuleError
from shared_rules.game_files import GONE, PACK, PLAYED, read_game_name, read_pack_name, write_pack_name
from shared_rules.record import Record

_HEADING = re.compile(rb"^## (\S+)(?: \d+)?\n", re.MULTILINE)
_OVER = re.compile(r"# over (\S+) (\d+)(?: ([0-9a-f]{8})(?: (.{16}) ([0-9a-f]{8}))?)?")
"""The line behind a finished game: its result, how many events, the check of all above, when it ended, and
the check that goes on over that. Older companions wrote less."""


class Game(NamedTuple):
    """A game in such a file. name: of the file that holds it alone. content: the bytes that are its own."""

    id: str
    name: str
    content: bytes


class GamesFile(NamedTuple):
    """A file with one game or many.

    name: as the device has it. said: what names it and all that is in it to the device. is_clear: whether
    there is nothing else in it.
    """

    name: str
    said: str
    games: list[Game]
    is_clear: bool


def files_of(parts: Iterable[tuple[str, int, bytes]]) -> Iterator[GamesFile]:
    """Yield the files that come in parts, (name, first byte, bytes), without games that have left a pack.

    What is no file of games, or has a gap, is passed over.
    """
    gone: dict[str, bytes] = {}
    for name, content in _joined(parts):
        number = read_pack_name(name, GONE)
        if number is not None:
            gone[write_pack_name(number)] = content
            continue
        found = _take_apart(name, content)
        if found:
            left = gone.get(name, b"").decode(errors="replace").split()
            yield found._replace(games=[game for game in found.games if game.id not in left])


def _joined(parts: Iterable[tuple[str, int, bytes]]) -> Iterator[tuple[str, bytes]]:
    name, content = "", b""
    for part_of, first, data in parts:
        if part_of != name or first == 0:
            yield name, content
            name, content = part_of, b""
        if first == len(content):
            content += data
        else:
            name = ""
    yield name, content


def _take_apart(name: str, content: bytes) -> GamesFile | None:
    said = f"{name} {len(content)} {crc32(content):08x}"
    if read_pack_name(name, PACK) is None:
        game = read_game_name(name, (PLAYED,))
        return GamesFile(name, said, [Game(game[1], name, content)], True) if game else None
    headings = list(_HEADING.finditer(content))
    ends = [*(heading.start() for heading in headings[1:]), len(content)]
    games = []
    for heading, end in zip(headings, ends, strict=False):
        own = heading[1].decode(errors="replace")
        game = read_game_name(own, (PLAYED,))
        if game:
            games.append(Game(game[1], own, content[heading.end() : end]))
    is_clear = bool(headings) and headings[0].start() == 0 and len(games) == len(headings)
    return GamesFile(name, said, games, is_clear)


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
