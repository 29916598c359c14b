"""Reads the files in which a device sends its finished games.

It must not know the protocol of the link, or the rules.
"""

import re
from binascii import crc32
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from shared_rules.errors import RuleError
from shared_rules.game_files import PLAYED, read_game_name
from shared_rules.packs import GONE, PACK, read_pack_name, write_pack_name
from shared_rules.record import Record

_HEADING = re.compile(rb"^## (\S+)(?: \d+)?\n", re.MULTILINE)
_LAST_LINE = re.compile(r"# over (\S+) (\d+)(?: ([0-9a-f]{8})(?: (.{16}) ([0-9a-f]{8}))?)?")
"""The last line of a finished game: its result, the number of events, the checksum of all above, when it
ended, and the checksum continued over that. Older companions wrote less."""


class Game(NamedTuple):
    """A game in such a file. name: of its own file, outside a pack. content: its bytes."""

    id: str
    name: str
    content: bytes


class GamesFile(NamedTuple):
    """A file with one game or many.

    name: on the device. stamp: its name, size and checksum, by which the device knows it again. is_complete:
    whether the games are all that is in it.
    """

    name: str
    stamp: str
    games: list[Game]
    is_complete: bool


def files_of(parts: Iterable[tuple[str, int, bytes]]) -> Iterator[GamesFile]:
    """Yield the files of games, without those that were removed from a pack.

    parts: (name of a file, first byte, bytes). Other files, and files with a gap, are skipped.
    """
    gone: dict[str, bytes] = {}
    for name, content in _join_parts(parts):
        number = read_pack_name(name, GONE)
        if number is not None:
            gone[write_pack_name(number)] = content
            continue
        found = _split_file(name, content)
        if found:
            left = gone.get(name, b"").decode(errors="replace").split()
            yield found._replace(games=[game for game in found.games if game.id not in left])


def _join_parts(parts: Iterable[tuple[str, int, bytes]]) -> Iterator[tuple[str, bytes]]:
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


def _split_file(name: str, content: bytes) -> GamesFile | None:
    stamp = f"{name} {len(content)} {crc32(content):08x}"
    if read_pack_name(name, PACK) is None:
        game = read_game_name(name, (PLAYED,))
        return GamesFile(name, stamp, [Game(game[1], name, content)], True) if game else None
    headings = list(_HEADING.finditer(content))
    ends = [*(heading.start() for heading in headings[1:]), len(content)]
    games = []
    for heading, end in zip(headings, ends, strict=False):
        own_name = heading[1].decode(errors="replace")
        game = read_game_name(own_name, (PLAYED,))
        if game:
            games.append(Game(game[1], own_name, content[heading.end() : end]))
    is_complete = bool(headings) and headings[0].start() == 0 and len(games) == len(headings)
    return GamesFile(name, stamp, games, is_complete)


def read_game(content: bytes) -> tuple[Record, str | None]:
    """Return the record of a finished game, and when it ended, None if unknown.

    Raises RuleError when the content does not match its checksum.
    """
    text = content.decode(errors="replace")
    record = Record.from_text(text)
    over = _LAST_LINE.fullmatch(text.rstrip("\n").rpartition("\n")[2])
    if not over or int(over[2]) != len(record.events) or over[3] not in (None, record.check()):
        raise RuleError("It is not as it was written.")
    when = over[4]
    is_intact = when and crc32(when.encode(), int(over[3], 16)) == int(over[5], 16)
    return record, when if is_intact else None
