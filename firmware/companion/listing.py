"""The method `games` of the link: lists the games, page by page.

A host asks for the list first, so this has to be fast and needs few other modules. It reads only headings of
packs and last lines of games, and writes the JSON of the answer at once. If the files are not as the firmware
leaves them, it falls back to `stored_games`, which reads each game on its own.
"""

import json
import os
from binascii import crc32

from companion.link import MAX_WAITING
from shared_rules import protocol
from shared_rules.game_files import DAMAGED, PLAYED, TAIL
from shared_rules.packs import GONE, LONGEST, PACK, PACKED, read_headings, read_pack_name

_PAGE = 48  # games; at most 53 bytes each, so there is room for them in a line
_LARGEST = 6  # digits of the number of its events

_END, _SPACES = b"# over ", (3, 4, 7)
_HEAD = b'{"jsonrpc":"2.0","result":{"games":['
_GAME, _EVENTS, _OVER, _RUNS = b',{"game":"', b'","events":', b',"finished":true}', b',"finished":false}'
_PARTS = 5  # of the JSON of a game
_STALLED = 100  # polls of the link, a millisecond each, after which the rest of a page goes in single packets


def games(app, first):
    """Return a page of the games: a callable(id of the request) that returns a callable for `Link.bulk`, or
    the result as a dict if this module can't read the files.

    first: the number of the first game of the page. Raises JournalError.
    """
    journal, first = app.journal, first or 0
    try:
        place = Place(journal, first)
        damaged = [] if first else place.damaged
        # two names of damaged files take as much room as a game
        pieces = place.read(_PAGE - (len(damaged) + 1) // 2)
    except (OSError, ValueError):
        from companion.stored_games import page_of_games

        return page_of_games(journal, first)
    after = place.first if place.packs or place.own else None
    if after:
        # the memory has no room for both caches
        journal.contents = None
        # not the place itself, which would keep this module in memory
        journal.page_end = place.first, place.skipped, place.packs, place.gone, place.own
    text = '],"next":%s,"damaged":%s},' % (json.dumps(after), json.dumps(damaged))
    return lambda id: _send_in_bulk(pieces, text, id)


def _send_in_bulk(pieces, text, id):
    """Return a callable for `Link.bulk` that sends a page as one line, as fast as the host reads it.

    pieces: its first bytes, as `Place.read` returns them. text: what follows, up to the id of the request.
    """
    # `encode` escapes letters in an id that are not ASCII
    end = text.encode() + protocol.encode({"id": id}).rpartition(b" *")[0][1:]
    line = bytearray(len(end) + 2 * protocol.PACKET)
    line[: len(end)] = end
    check = 0
    for piece in pieces:
        check = crc32(piece, check)
    pieces.append(protocol.add_checksum(line, len(end), check))

    size = sum([len(piece) for piece in pieces])
    polls = 0

    def send(link):
        nonlocal polls
        polls += 1
        # the whole line at once, or other messages would come between its pieces
        if pieces and link.waiting_bytes + size <= MAX_WAITING:
            for piece in pieces:
                link.put(piece)
            pieces.clear()
        if not (pieces or link.waiting) or polls > _STALLED:
            link.bulk = None

    return send


class Place:
    """A place in the list of all games.

    first: the number of the game there; `read` moves on to another one. packs, own: the names of the files
    with that game and all after it, packs and those of single games. skipped: how many games in the first of
    these files come before it. gone: the names of the lists of removed games. damaged: the names of damaged
    files, if this is the beginning of the list.

    Raises OSError, and ValueError if the folder has other files than the firmware leaves there.
    """

    def __init__(self, journal, first):
        self._journal = journal
        # reading changes its lists, so it is good for one page
        found, journal.page_end = journal.page_end, None
        if first and found and found[0] == first:
            self.first, self.skipped, self.packs, self.gone, self.own = found
        else:
            self.first = self.skipped = first
            self._scan_folder()

    def _scan_folder(self):
        journal = self._journal
        self.packs, self.gone, self.own, damaged = [], [], [], []
        for name in os.listdir(journal.folder):
            if name.endswith(PACK):
                if read_pack_name(name) is not None:
                    self.packs.append(name)
            elif name.endswith(GONE):
                self.gone.append(name)
            elif name.endswith(PLAYED):
                if name == journal.name or _is_game(name):
                    self.own.append(name)
            elif name.endswith(DAMAGED):
                if _is_game(name):
                    damaged.append(name)
            elif name.endswith(TAIL) and name[: -len(TAIL)] != (journal.name or "")[: -len(PLAYED)]:
                raise ValueError(name)
        if journal.stuck:
            raise ValueError(journal.stuck)
        for names in (self.packs, self.own):
            # a longer number is higher
            names.sort(key=lambda name: (len(name), name))
        if self.packs and self.own and _number(self.own[0]) < _number(self.packs[-1]):
            # a game that was restored, and belongs between two others
            raise ValueError(self.own[0])
        self.damaged = sorted(damaged)[: protocol.MAX_DAMAGED]

    def read(self, most):
        """Move on by at most so many games; return the answer with their JSON, in pieces of whole packets.

        A piece has at most PACKED games, as during a game no large block of memory may be free. It stops
        before the first file that is not as the firmware leaves it; if there is no game before that, it
        raises OSError or ValueError.
        """
        pieces, parts, left = [_whole([_HEAD])], [], most
        try:
            while left and (self.packs or self.own):
                if self.packs and left < PACKED:
                    # a page ends with a whole pack if it can
                    break
                games = self._read_pack(left) if self.packs else self._read_file()
                if games and left == most:
                    # no comma before the first game
                    games[0] = _GAME[1:]
                if len(parts) + len(games) > PACKED * _PARTS:
                    pieces.append(_whole(parts))
                    parts = []
                parts += games
                left -= len(games) // _PARTS
        except (OSError, ValueError):
            if left == most:
                raise
        if parts:
            pieces.append(_whole(parts))
        self.first += most - left
        return pieces

    def _read_pack(self, most):
        """Move on by at most so many games of the first pack; return their JSON, _PARTS of it for each."""
        games = _games_in(self._journal, self.packs[0], self.gone)
        if len(self.packs) == 1 and self.own and not _comes_after(self.own[0], games):
            raise ValueError(self.own[0])
        parts = _finished(games[self.skipped : self.skipped + most])
        self.skipped += len(parts) // _PARTS
        if self.skipped >= len(games):
            self.skipped -= len(games)
            del self.packs[0]
        return parts

    def _read_file(self):
        """Move on by the game in the first file of its own; return its JSON."""
        name, journal = self.own[0], self._journal
        if self.skipped:
            self.skipped -= 1
            parts = []
        elif name == journal.name:
            over = _OVER if journal.over else _RUNS
            parts = [_GAME, journal.id.encode(), _EVENTS, b"%d" % journal.events, over]
        else:
            with open(journal.path(name), "rb") as stream:
                stream.seek(max(0, stream.seek(0, 2) - LONGEST))
                lines = stream.read().split(b"\n")
            # the last line has to end
            if lines.pop() or not lines:
                raise ValueError(name)
            parts = _finished([(name.encode(), 0, 0, lines[-1])])
        del self.own[0]
        return parts


def _is_game(name):
    """Return whether a file of this name may have a game."""
    # seldom asked, as older games are in packs
    from shared_rules.game_files import read_game_name

    return read_game_name(name) is not None


def _number(name):
    """Return the number at the beginning of a file's name."""
    return int(name[: name.find("-")])


def _whole(parts):
    """Return parts of the JSON as whole packets."""
    piece = b"".join(parts)
    return piece + b" " * (-len(piece) % protocol.PACKET)


def _comes_after(name, games):
    """Return whether a game with a file of its own comes after all games of a pack."""
    last = games[-1][0].decode() if games else ""
    return (len(name), name) > (len(last), last)


def _games_in(journal, pack, gone):
    """Return (name, first byte, end, last line) of each game in a pack, sorted by number.

    gone: the names of the lists of removed games. Raises OSError, and ValueError if the headings don't tell.
    """
    with open(journal.path(pack), "rb") as stream:
        found = read_headings(stream, _number(pack))
    if found is None:
        raise ValueError(pack)
    before = b""
    for entry in found:
        if entry[0] <= before:
            # games were restored, so one may be in the pack twice
            if len(set([each[0] for each in found])) < len(found):
                raise ValueError(pack)
            found.sort()
            break
        before = entry[0]
    list_of_gone = pack[: -len(PACK)] + GONE
    if list_of_gone in gone:
        with open(journal.path(list_of_gone), "rb") as stream:
            ids = stream.read().split(b"\n")
        found = [entry for entry in found if entry[0][-15:-7] not in ids]
    return found


def _finished(games):
    """Return the JSON of finished games, _PARTS of it for each.

    games: as `read_headings` returns them. Raises ValueError if one has no proper last line.
    """
    parts = []
    for name, _, _, line in games:
        # the same as `journal_file.read_end_mark`, but with fewer new objects
        begin = line.find(b" ", len(_END)) + 1
        end = line.find(b" ", begin)
        events = line[begin : end if end > 0 else len(line)]
        # JSON allows no leading zeros
        if (
            not line.startswith(_END)
            or line.count(b" ") not in _SPACES
            or not b"1" <= events
            or not events.isdigit()
            or len(events) > _LARGEST
        ):
            raise ValueError(name)
        parts += (_GAME, name[-15:-7], _EVENTS, events, _OVER)
    return parts
