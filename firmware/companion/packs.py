"""The format of a pack: older games in one file, each below a heading with its own file's name and length.

This finds the games by their lengths, and `pack_search` where those are of no help. It must not know which of
them have been removed since.
"""

from shared_rules.game_files import PACKED, PLAYED

HEADING = "## %s %d\n"
"""The line above a game: the name of its file, and how many bytes that had."""

LONGEST = 96
"""Bytes of the last line of a game."""

_BOTH = LONGEST + 48
_SIGN, _NAME = b"## ", 3
_END_OF_LINE = 10
_PLAYED = PLAYED.encode()
_HEX = b"0123456789abcdef"


def by_length(stream, number):
    """Return (name, first byte, byte behind the last, last line) of each game in a pack, as they lie in it.

    It reads little but headings, and returns None where a game is not as long as they say. number: the lowest
    that a game in it can have. Names and lines are bytes. Raises OSError.
    """
    size, at, name, begin, found = stream.seek(0, 2), 0, b"", 0, []
    known = beginnings(number)
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
        if not data.startswith(_SIGN, here) or not is_name(name, known) or not length.isdigit():
            return None
        begin = first + end + 1
        at = begin + int(length)
        if end < 0 or at > size:
            return None


def beginnings(number):
    """Return what the names of games in a pack can begin with. number: the lowest that one can have."""
    return [b"%04d-" % each for each in range(number, number + PACKED)]


def is_name(text, known):
    """Return whether bytes are the name of a game's file in a pack. known: what `beginnings` gives of it."""
    # as `read_game_name` has it, which takes thirty times as long
    return text[:-15] in known and text.endswith(_PLAYED) and not text[-15:-7].strip(_HEX)
