"""The method `games` of the link: lists the games, page by page.

A host asks for the list first, so this has to be fast and needs few other modules. It reads only headings of
packs and last lines of games, and writes the JSON of the answer at once. If the files are not as the firmware
leaves them, it falls back to `stored_games`, which reads each game on its own.
"""

import json
import os

from shared_rules import protocol
from shared_rules.game_files import DAMAGED, PLAYED, TAIL, read_game_name
from shared_rules.packs import GONE, LONGEST, PACK, PACKED, read_headings, read_pack_name

_LARGEST = 6  # digits of the number of its events

_END, _SPACES = b"# over ", (3, 4, 7)
_HEAD = b'{"jsonrpc":"2.0","result":{"games":['
_GAME, _EVENTS, _OVER, _RUNS = b',{"game":"', b'","events":', b',"finished":true}', b',"finished":false}'


def games(app, first):
    """Return a page of the games: a callable(id of the request) that returns a callable for `Link.bulk`, or
    the result as a dict if this module can't read the files.

    first: the number of the first game of the page. Raises JournalError.
    """
    first = first or 0
    try:
        page = _read_page(app.journal, first)
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
    """Return a page as a line of the link.

    parts: the JSON of its games, a list of bytes. after: the number of the next page's first game, or None.
    """
    text = '],"next":%s,"damaged":%s},' % (json.dumps(after), json.dumps(damaged))
    # instead of the comma before the first game
    parts[:1] = [_HEAD + _GAME[1:] if parts else _HEAD]
    # `encode` escapes letters in an id that are not ASCII
    parts += (text.encode(), protocol.encode({"id": id}).rpartition(b" *")[0][1:])
    text = b"".join(parts)
    # no longer than necessary: in the middle of a game, 4 KB in one piece may not be free
    line = bytearray(len(text) + 2 * protocol.PACKET)
    line[: len(text)] = text
    return protocol.add_checksum(line, len(text))


def _read_page(journal, first):
    """Return (names of damaged files, parts of the JSON, number of the next page's first game or None).

    Returns None if the files are not as the firmware leaves them. Raises OSError.
    """
    found = journal.page_end
    if not first or found is None or found[0] != first:
        found = _scan_folder(journal, first)
    if found is None:
        return None
    _, skipped, packs, gone, own, damaged = found
    damaged = [] if first else damaged
    # two names of damaged files take as much room as a game
    parts, left = [], protocol.GAMES_A_PAGE - (len(damaged) + 1) // 2
    most = left
    while packs and (left == most or left >= PACKED):
        games = _read_pack(journal, packs[0], gone)
        if games is None or (len(packs) == 1 and own and not _comes_after(own[0], games)):
            return None
        some = games[skipped : skipped + left]
        if not _append_finished(parts, some):
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
            elif _append_file(parts, journal, own[0]):
                left -= 1
            else:
                return None
            own = own[1:]
    after = first + most - left if packs or own else None
    if after:
        # the memory has no room for both caches
        journal.contents = None
        journal.page_end = after, skipped, packs, gone, own, damaged
    return damaged, parts, after


def _scan_folder(journal, first):
    """Return (first, number of games to skip, packs, lists of removed games, files of single games, damaged
    files), with the names of files sorted by number.

    Returns None if the folder has other files of games. Raises OSError.
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
    return first, first, packs, gone, own, sorted(damaged)[: protocol.MAX_DAMAGED]


def _comes_after(name, games):
    """Return whether a game with a file of its own comes after all games of a pack."""
    last = games[-1][0].decode() if games else ""
    return (len(name), name) > (len(last), last)


def _read_pack(journal, pack, gone):
    """Return (name, first byte, end, last line) of each game in a pack, sorted by number.

    Returns None if the headings don't tell. Raises OSError.
    """
    with open(journal.path(pack), "rb") as stream:
        found = read_headings(stream, int(pack[: pack.find("-")]))
    before = b""
    for entry in found or ():
        if entry[0] <= before:
            # games were restored, so one may be in the pack twice
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


def _append_finished(parts, games):
    """Append the JSON of finished games to a page; return False if one has no proper last line.

    games: as `read_headings` returns them.
    """
    for name, _, _, line in games:
        # the same as `journal_file.read_end_mark`, but with fewer new objects
        if not line.startswith(_END) or line.count(b" ") not in _SPACES:
            return False
        begin = line.find(b" ", len(_END)) + 1
        end = line.find(b" ", begin)
        events = line[begin : end if end > 0 else len(line)]
        # JSON allows no leading zeros
        if not b"1" <= events or not events.isdigit() or len(events) > _LARGEST:
            return False
        parts += (_GAME, name[-15:-7], _EVENTS, events, _OVER)
    return True


def _append_file(parts, journal, name):
    """Append the JSON of a game with a file of its own; return False if it should have an end and has none.

    Raises OSError.
    """
    if name == journal.name:
        over = _OVER if journal.over else _RUNS
        parts += (_GAME, journal.id.encode(), _EVENTS, b"%d" % journal.events, over)
        return True
    with open(journal.path(name), "rb") as stream:
        stream.seek(max(0, stream.seek(0, 2) - LONGEST))
        data = stream.read()
    lines = data.split(b"\n")
    return not lines[-1] and len(lines) > 1 and _append_finished(parts, [(name.encode(), 0, 0, lines[-2])])
