"""Packs: files of older games, each game below a heading with the name and length of its own file.

This module has their names, and finds the games by the lengths in the headings; the firmware's `pack_search`
finds them if lengths are wrong. It must not know which games have been removed from a pack.
"""

if False:  # for the type checker only
    from typing import BinaryIO

from shared_rules.game_files import LAST_NUMBER, PLAYED

PACK = ".games"
"""The ending of a pack, a file that holds several older games."""

GONE = ".gone"
"""The ending of the list of the games that have been removed from a pack."""

PACKED = 16
"""Game numbers for which there is one pack."""

HEADING = "## %s %d\n"
"""The line above a game: the name and the length in bytes of its own file."""

LONGEST = 96
"""The greatest length of a game's last line, in bytes."""

_BOTH = LONGEST + 48
_HEADING_MARK, _NAME = b"## ", 3
_END_OF_LINE = 10
_PLAYED = PLAYED.encode()
_HEX = b"0123456789abcdef"
_DIGITS = "0123456789"


def write_pack_name(number: int, ending: str = PACK) -> str:
    """Return the name of the pack for the game with this number, or of that pack's list of removed games.

    ending: PACK or GONE.

    >>> write_pack_name(40)
    '0032-0047.games'
    """
    first = number - number % PACKED
    return "%04d-%04d%s" % (first, first + PACKED - 1, ending)


def read_pack_name(name: str, ending: str = PACK) -> int | None:
    """Return the lowest game number of a pack from its name, or None for any other name.

    ending: PACK or GONE.

    >>> read_pack_name("0032-0047.games"), read_pack_name("0033-0048.games")
    (32, None)
    """
    digits = name.partition("-")[0]
    if not digits or len(digits) > len(str(LAST_NUMBER)) or digits.strip(_DIGITS):
        return None
    return int(digits) if write_pack_name(int(digits), ending) == name else None


def read_headings(stream: "BinaryIO", number: int) -> list[tuple[bytes, int, int, bytes]] | None:
    """Return (name, first byte, end, last line) of each game in a pack, in the order of the file.

    stream: the pack. number: the lowest number that a game in it can have. Names and lines are bytes. It
    reads little more than the headings; if a length in one of them is wrong, it returns None. Raises OSError.
    """
    size, at, name, begin, found = stream.seek(0, 2), 0, b"", 0, []
    prefixes = name_prefixes(number)
    while True:
        first = at - LONGEST if at > LONGEST else 0
        stream.seek(first)
        # a last line and the next heading
        data = stream.read(_BOTH)
        here = at - first
        if name:
            if data[here - 1] != _END_OF_LINE:
                return None
            found.append((name, begin, at, data[data.rfind(b"\n", 0, here - 1) + 1 : here - 1]))
        if at == size:
            return found
        end = data.find(b"\n", here)
        space = data.find(b" ", here + _NAME)
        name, length = data[here + _NAME : space], data[space + 1 : end]
        if not data.startswith(_HEADING_MARK, here) or not is_name(name, prefixes) or not length.isdigit():
            return None
        begin = first + end + 1
        at = begin + int(length)
        if end < 0 or at > size:
            return None


def name_prefixes(number: int) -> list[bytes]:
    """Return what the names of games in a pack can begin with. number: the lowest number of a game in it."""
    return [b"%04d-" % each for each in range(number, number + PACKED)]


def is_name(text: bytes, prefixes: list[bytes]) -> bool:
    """Return whether bytes are the name of a game's file. prefixes: the `name_prefixes` of its pack."""
    # the same as `read_game_name`, which takes thirty times as long
    return text[:-15] in prefixes and text.endswith(_PLAYED) and not text[-15:-7].strip(_HEX)
