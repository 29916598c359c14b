"""Finds the games in a pack whose headings have wrong lengths, as after an edit by hand or a flipped bit.

It searches for headings and, where a heading is damaged, for the first tag of the game below it.
"""

from shared_rules.game_files import is_game_id, write_game_name
from shared_rules.packs import LONGEST, is_name, name_prefixes

_HEADING_MARK = b"\n## "
_TAG = b'\n[Game "'
_PART = 1024  # bytes to read at once


def search_headings(stream, number):
    """Return the same as `packs.read_headings`, by searching for headings, including damaged ones.

    stream, number: as for `packs.read_headings`. Raises OSError.
    """
    # bytes above the first heading get a name, too, so that they are not lost
    found, begun = [], (write_game_name(number, "00000000").encode(), 0)
    stream.seek(0)
    for name, begin, behind, line in _headings(stream, number):
        if begin:
            found.append(begun + (begin, line))
        begun = (name, behind)
    return found


def _headings(stream, number):
    """Yield (name of a game, offset, offset after it, line before it) of each heading in a pack.

    The end of the last game is yielded as a heading without a name. A damaged line counts as a heading if the
    first tag of a game follows it; the game's number is then lost.
    """
    # `data` has been searched up to `done`; before that, it may hold the last line of a game
    at, data, done, below = 0, b"\n", 0, 0
    prefixes = name_prefixes(number)
    part = stream.read(_PART)
    while part:
        data += part
        at += len(part)
        start = at - len(data)
        while True:
            here, tag = data.find(_HEADING_MARK, done), data.find(_TAG, done)
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
                # its length may be missing, as older companions wrote none, or damaged
                name = data[here + len(_HEADING_MARK) : end].split(b" ")[0]
                done = end
                if is_name(name, prefixes):
                    below = start + end + 1
                    if data[end : end + len(_TAG)] == _TAG:
                        # its own first tag
                        done = end + 1
                else:
                    name = None
            if name:
                yield name, start + here + 1, below, _last_line(data, here)
        first = min([place for place in (here, tag) if place >= 0] or [len(data)])
        done = max(done, min(first, len(data) - len(_TAG) + 1), len(data) - LONGEST)
        dropped = max(0, done - LONGEST)
        data, done = data[dropped:], done - dropped
        part = stream.read(_PART)
    # an incomplete last line, from a power cut, belongs to no game
    end = data.rfind(b"\n")
    at -= len(data) - end - 1 if end >= 0 else 0
    yield b"", at, at, _last_line(data, max(0, end))


def _name_above(tag, number):
    """Return a name for a game with a damaged heading, from its first tag; None if that has no valid id."""
    game_id = _text(tag[len(_TAG) : len(_TAG) + 8])
    return write_game_name(number, game_id).encode() if is_game_id(game_id) else None


def _text(data):
    try:
        return data.decode()
    except UnicodeError:
        return ""


def _last_line(data, end):
    return data[data.rfind(b"\n", 0, end) + 1 : end]
