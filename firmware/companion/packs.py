"""The format of a pack: older games in one file, each below a heading with its own file's name and length.

`scan` finds the games by their lengths or, if somebody has edited one or a heading is damaged, by looking for
headings. It must not know which of them have been removed since.
"""

from shared_rules.game_files import PACKED, PLAYED, is_game_id, write_game_name

HEADING = "## %s %d\n"
"""The line above a game: the name of its file, and how many bytes that had."""

_SIGN = b"\n## "
_TAG = b'\n[Game "'
_PLAYED = PLAYED.encode()
_HEX = b"0123456789abcdef"
_PART = 1024  # bytes that are read at once
_LONGEST = 96  # bytes of a heading, and of the last line of a game


def scan(path, number):
    """Return (name, first byte, byte behind the last, last line) of each game in a pack, as they lie in it.

    number: the lowest that a game in it can have. Raises OSError.
    """
    with open(path, "rb") as stream:
        found = _by_length(stream, number) or _by_headings(stream, number)
    if len(set([entry[0] for entry in found])) < len(found):
        # one that came back lies there twice
        last = {entry[0]: entry for entry in found}
        found = [entry for entry in found if last[entry[0]] is entry]
    return found


def _by_length(stream, number):
    """Return what `scan` does, reading little but headings; None where a game is not as long as they say."""
    size, at, begun, found = stream.seek(0, 2), 0, None, []
    while True:
        first = max(0, at - _LONGEST)
        stream.seek(first)
        # a last line and the next heading
        data = stream.read(2 * _LONGEST)
        here = at - first
        if begun:
            if data[here - 1 : here] != b"\n":
                return None
            found.append(begun + (at, _last_line(data, here - 1)))
        if at == size:
            return found
        end = data.find(b"\n", here)
        words = data[here:end].split(b" ")
        name = _name_in(words[1], number) if len(words) == 3 and words[0] == b"##" else None
        if end < 0 or not name or not words[2].isdigit():
            return None
        begun = (name, first + end + 1)
        at = begun[1] + int(words[2])
        if at > size:
            return None


def _by_headings(stream, number):
    """Return what `scan` does, with every line that is a heading, or was one, above a game."""
    # what is above the first heading is no game, and not lost
    found, begun = [], (write_game_name(number, "00000000"), 0)
    stream.seek(0)
    for name, begin, behind, line in _headings(stream, number):
        if begin:
            found.append(begun + (begin, line))
        begun = (name, behind)
    return found


def _headings(stream, number):
    """Yield (name of a game, offset, offset behind it, line before it) of each heading in a pack.

    The end of the last game is told like one, with no name. A line that was a heading before it was damaged
    is one if the first tag of a game stands below it; the number that it had is not known any more.
    """
    # what is behind `done` was not looked at yet; what is before may hold the last line of a game
    at, data, done, below = 0, b"\n", 0, 0
    part = stream.read(_PART)
    while part:
        data += part
        at += len(part)
        start = at - len(data)
        while True:
            here, tag = data.find(_SIGN, done), data.find(_TAG, done)
            if 0 <= tag and (here < 0 or tag < here):
                here, name = data.rfind(b"\n", 0, tag), None
                end = data.find(b"\n", tag + 1)
                if end < 0:
                    break
                if start + tag + 1 != below and data[here + 1 : here + 2] != b"[":
                    name = _name_above(data[tag:end], number)
                below, done = start + tag + 1, tag + 1
            else:
                end = data.find(b"\n", here + 1)
                if here < 0 or end < 0:
                    break
                name = _name_in(data[here + len(_SIGN) : end], number)
                done = end
                if name:
                    below = start + end + 1
                    if data[end : end + len(_TAG)] == _TAG:
                        # its own first tag
                        done = end + 1
            if name:
                yield name, start + here + 1, below, _last_line(data, here)
        first = min([place for place in (here, tag) if place >= 0] or [len(data)])
        done = max(done, min(first, len(data) - len(_TAG) + 1), len(data) - _LONGEST)
        dropped = max(0, done - _LONGEST)
        data, done = data[dropped:], done - dropped
        part = stream.read(_PART)
    # a last line that a power cut tore off belongs to none
    end = data.rfind(b"\n")
    at -= len(data) - end - 1 if end >= 0 else 0
    yield "", at, at, _last_line(data, max(0, end))


def _name_above(tag, number):
    """Return a name for a game whose heading is damaged, by its first tag; None where that names no game."""
    game_id = _text(tag[len(_TAG) : len(_TAG) + 8])
    return write_game_name(number, game_id) if is_game_id(game_id) else None


def _name_in(heading, number):
    """Return the name of a game in this pack that a heading has behind its sign, None for any other line.

    Its length may be missing, as older companions wrote none, or damaged.
    """
    heading = heading.split(b" ")[0]
    # as `read_game_name` has it, which takes thirty times as long
    if heading[-16:-15] != b"-" or heading[-7:] != _PLAYED or heading[-15:-7].strip(_HEX):
        return None
    digits = heading[:-16]
    there = digits.isdigit() and 0 <= int(digits) - number < PACKED
    return heading.decode() if there and b"%04d" % int(digits) == digits else None


def _text(data):
    try:
        return data.decode()
    except UnicodeError:
        return ""


def _last_line(data, end):
    return data[data.rfind(b"\n", 0, end) + 1 : end]
