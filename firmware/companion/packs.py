"""The format of a pack: a file of older games, each below a heading with the name and length of its file.

This module finds the games by the lengths in the headings; `pack_search` finds them if lengths are wrong. It
must not know which games have been removed from the pack.
"""

from shared_rules.game_files import PACKED, PLAYED

HEADING = "## %s %d\n"
"""The line above a game: the name and the length in bytes of its own file."""

LONGEST = 96
"""The greatest length of a game's last line, in bytes."""

_BOTH = LONGEST + 48
_HEADING_MARK, _NAME = b"## ", 3
_END_OF_LINE = 10
_PLAYED = PLAYED.encode()
_HEX = b"0123456789abcdef"


def read_headings(stream, number):
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


def name_prefixes(number):
    """Return what the names of games in a pack can begin with. number: the lowest number of a game in it."""
    return [b"%04d-" % each for each in range(number, number + PACKED)]


def is_name(text, prefixes):
    """Return whether bytes are the name of a game's file. prefixes: the `name_prefixes` of its pack."""
    # the same as `read_game_name`, which takes thirty times as long
    return text[:-15] in prefixes and text.endswith(_PLAYED) and not text[-15:-7].strip(_HEX)
