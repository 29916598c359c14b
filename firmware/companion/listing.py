"""The list of the games for a host: the method `games` of the link.

A host asks for it before anything else. So this makes the text of an answer while it reads, from the headings
of packs and the last lines of games, and needs little of what else knows about games. Where something is not
as the firmware leaves it, `stored_games` looks at each game on its own.
"""

import json
import os

from companion.packs import LONGEST, by_length
from shared_rules import protocol
from shared_rules.game_files import (
    DAMAGED,
    GONE,
    PACK,
    PACKED,
    PLAYED,
    TAIL,
    read_game_name,
    read_pack_name,
)

GAMES_A_PAGE = 32
"""With so many, each of 53 bytes at most, a page needs no more than 2 KB in one piece, which there is in the
middle of a game. Two names of files that were set aside take the room of a game."""

_LARGEST = 6  # digits of the number of its events

_END, _SPACES = b"# over ", (3, 4, 7)
_HEAD = b'{"jsonrpc":"2.0","result":{"games":['
_GAME, _EVENTS, _OVER, _RUNS = b',{"game":"', b'","events":', b',"finished":true}', b',"finished":false}'


def games(app, first):
    """Return what makes, of a request's id, what sends a page of the games, or the page where that is not
    possible. first: how many games come before. Raises JournalError.
    """
    first = first or 0
    try:
        page = _read(app.journal, first)
    except OSError:
        page = None
    if page is None:
        from companion.stored_games import page_of_games

        return page_of_games(app.journal, first)
    return lambda id: _send_in_bulk(_line(id, *page))


def _send_in_bulk(line):
    """Return a callable for `Link.bulk` that sends one line as fast as the host reads it."""

    def send(link):
        link.put(line)
        link.bulk = end

    def end(link):
        link.bulk = None

    return send


def _line(id, damaged, parts, after):
    """Return a page as a line of the link. parts: its games as text. after: where the next page begins."""
    text = '],"next":%s,"damaged":%s},' % (json.dumps(after), json.dumps(damaged))
    # instead of the comma before the first game
    parts[:1] = [_HEAD + _GAME[1:] if parts else _HEAD]
    # an id may have letters of any kind
    parts += (text.encode(), protocol.encode({"id": id}).rpartition(b" *")[0][1:])
    text = b"".join(parts)
    # no longer than it must be: in the middle of a game, there need not be 4 KB in one piece
    line = bytearray(len(text) + 2 * protocol.PACKET)
    line[: len(text)] = text
    return protocol.seal(line, len(text))


def _read(journal, first):
    """Return (files that were set aside, parts of the games' text, number of the first game behind the page
    or None); None where not all is as the firmware leaves it. Raises OSError.
    """
    # where the page before has ended
    found = journal.seen
    if not first or not isinstance(found, tuple) or found[0] != first:
        found = _look(journal, first)
    if found is None:
        return None
    _, skipped, packs, gone, own, damaged = found
    damaged = [] if first else damaged
    parts, left = [], GAMES_A_PAGE - (len(damaged) + 1) // 2
    most = left
    while packs and (left == most or left >= PACKED):
        games = _games_in(journal, packs[0], gone)
        if games is None or (len(packs) == 1 and own and not _is_behind(own[0], games)):
            return None
        some = games[skipped : skipped + left]
        if not _add(parts, some):
            return None
        left -= len(some)
        skipped += len(some)
        if skipped < len(games):
            break
        packs, skipped = packs[1:], skipped - len(games)
    if not packs:
        while own and left:
            if skipped:
                skipped -= 1
            elif _add_own(parts, journal, own[0]):
                left -= 1
            else:
                return None
            own = own[1:]
    after = first + most - left if packs or own else None
    if after:
        journal.seen = after, skipped, packs, gone, own, damaged
    return damaged, parts, after


def _look(journal, first):
    """Return (first, how many of the games below are before it, packs, lists of what has left some of them,
    files that hold one game, all in their order, and files that were set aside); None where something else is
    there. Raises OSError.
    """
    packs, gone, own, damaged = [], [], [], []
    for name in os.listdir(journal.folder):
        if name.endswith(PACK):
            if read_pack_name(name) is not None:
                packs.append(name)
        elif name.endswith(GONE):
            gone.append(name)
        elif name.endswith(PLAYED):
            if name == journal.name or read_game_name(name):
                own.append(name)
        elif name.endswith(DAMAGED):
            if read_game_name(name):
                damaged.append(name)
        elif name.endswith(TAIL) and name[: -len(TAIL)] != (journal.name or "")[: -len(PLAYED)]:
            return None
    if journal.stuck:
        return None
    for names in (packs, own):
        # a longer number is higher
        names.sort(key=lambda name: (len(name), name))
    return first, first, packs, gone, own, sorted(damaged)[: protocol.TOLD_DAMAGED]


def _is_behind(name, games):
    """Return whether a game with a file of its own comes behind all games of a pack."""
    last = games[-1][0].decode() if games else ""
    return (len(name), name) > (len(last), last)


def _games_in(journal, pack, gone):
    """Return (name, first byte, byte behind the last, last line) of the games in a pack, in their order; None
    where that takes a closer look. Raises OSError.
    """
    with open(journal.path(pack), "rb") as stream:
        found = by_length(stream, int(pack[: pack.find("-")]))
    before = b""
    for entry in found or ():
        if entry[0] <= before:
            # some were brought back, and one may be there twice
            if len(set([each[0] for each in found])) < len(found):
                return None
            found.sort()
            break
        before = entry[0]
    list_of_gone = pack[: -len(PACK)] + GONE
    if found and list_of_gone in gone:
        with open(journal.path(list_of_gone), "rb") as stream:
            ids = stream.read().split(b"\n")
        found = [entry for entry in found if entry[0][-15:-7] not in ids]
    return found


def _add(parts, games):
    """Add games that are over to the text of a page; return whether each of them has an end.

    games: as `by_length` gives them.
    """
    for name, _, _, line in games:
        # as `journal_file.read_end_mark` has it, with fewer pieces
        if not line.startswith(_END) or line.count(b" ") not in _SPACES:
            return False
        begin = line.find(b" ", len(_END)) + 1
        end = line.find(b" ", begin)
        events = line[begin : end if end > 0 else len(line)]
        # JSON has no zeros before a number
        if not b"1" <= events or not events.isdigit() or len(events) > _LARGEST:
            return False
        parts += (_GAME, name[-15:-7], _EVENTS, events, _OVER)
    return True


def _add_own(parts, journal, name):
    """Add a game with a file of its own; return whether it has an end where it needs one. Raises OSError."""
    if name == journal.name:
        over = _OVER if journal.over else _RUNS
        parts += (_GAME, journal.id.encode(), _EVENTS, b"%d" % journal.events, over)
        return True
    with open(journal.path(name), "rb") as stream:
        stream.seek(max(0, stream.seek(0, 2) - LONGEST))
        data = stream.read()
    lines = data.split(b"\n")
    return not lines[-1] and len(lines) > 1 and _add(parts, [(name.encode(), 0, 0, lines[-2])])
