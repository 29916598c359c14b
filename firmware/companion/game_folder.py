"""The folder of the games: which games are in it, and where the bytes of each one are.

The newest game has its own file, `0012-1a2b3c4d.arcana`. While it is running, its newest lines may be in
`0012-1a2b3c4d.tail`, whose first line says after which byte of that file they belong. Older games are stored
in packs, one for 16 consecutive numbers, such as `0000-0015.games`: the content of each file, below a line
with `##`, its name and its length. `0000-0015.gone` lists the ids of games that were removed from the pack.
This module only reads. It must not know the rules, nor which game is running.
"""

import os

from companion import files
from shared_rules.errors import RuleError
from shared_rules.game_files import DAMAGED, PLAYED, TAIL, read_game_name, write_game_name
from shared_rules.packs import GONE, PACK, read_pack_name, write_pack_name

FROM = "# from byte %d\n"
"""The first line of a tail."""

_PART = 1024  # bytes to read at once
_LONGEST = 16  # bytes of an id with the characters around it
_HEX = b"0123456789abcdef"


class GameFile:
    """The bytes of a game as one readable file, wherever they are stored.

    parts: (path, first byte, end) of each piece. length: the number of all their bytes.
    """

    def __init__(self, *parts):
        self.parts = parts
        self.length = sum([end - first for _, first, end in parts])
        self._at = 0
        self._path = self._stream = None

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def close(self):
        """Close the file that is open, if any; `read` opens it again."""
        if self._stream:
            self._stream.close()
        self._path = self._stream = None

    def seek(self, at):
        """Let the next read begin at a byte."""
        self._at = at

    def read(self, count=None):
        """Return the next bytes, at most `count`; b"" at the end. Raises OSError."""
        wanted = self.length - self._at if count is None else count
        data, begin = b"", 0
        for path, first, end in self.parts:
            skipped = self._at - begin
            begin += end - first
            if wanted > 0 and 0 <= skipped < end - first:
                part = self._read(path, first + skipped, min(wanted, end - first - skipped))
                data = data + part if data else part
                self._at += len(part)
                wanted -= len(part)
        return data

    def _read(self, path, at, count):
        if path != self._path:
            self.close()
            self._stream = open(path, "rb")
            self._path = path
        self._stream.seek(at)
        return self._stream.read(count)


class Folder:
    """The contents of the folder at one moment.

    path: of the folder, None for an empty one. hidden: names of files and games to leave out. Raises OSError.

    own: names of the files with one game; packs: names of packs, both by number. damaged: names of files that
    were set aside. tails, gone, others: names of the other kinds of files.
    """

    def __init__(self, path, hidden=()):
        self.path = "%s/" % path
        self._hidden = hidden
        self.own, self.damaged, self.tails = [], [], []
        self.packs, self.gone, self.others = [], [], []
        for name in os.listdir(path) if path else ():
            if name not in hidden:
                self._names_like(name).append(name)
        for names in (self.own, self.packs):
            names.sort(key=order)
        # the pack read last, its games, and how many games each pack still has
        self._pack, self._entries, self._counts = None, [], {}
        self._by_pack = self._names = None

    def add(self, name):
        """Add the file of a game that was created after the folder was read."""
        self._by_pack, self._counts = None, {}
        names = [self._names_like(name)]
        if names[0] is self.own and self._names:
            names.append(self._names)
        for there in names:
            # most are added in order, and sorting a long list takes a Pico long
            at = len(there)
            while at and order(there[at - 1]) > order(name):
                at -= 1
            there.insert(at, name)

    def _names_like(self, name):
        # the ending first, as checking a whole name takes longer
        for ending, names in ((PACK, self.packs), (GONE, self.gone)):
            if name.endswith(ending):
                return self.others if read_pack_name(name, ending) is None else names
        game = read_game_name(name, (PLAYED, DAMAGED, TAIL))
        if not game:
            return self.others
        return {PLAYED: self.own, DAMAGED: self.damaged, TAIL: self.tails}[game[2]]

    def names(self):
        """Return the names of all games, the oldest first."""
        if self._names is None:
            self._names = [name for name, _ in self.listed()]
        return self._names

    def listed(self, first=0, count=None):
        """Yield (name, last line) of at most `count` games from number `first` on, the oldest first.

        The last line is None for a game that has a file of its own.
        """
        for pack in self.pack_names():
            if count is not None and count <= 0:
                return
            there = self._count(pack)
            if first < there:
                # this loads the pack, in case the caller opens the games next
                games = self._games_of_pack(pack)[first:]
                for found in games if count is None else games[:count]:
                    yield found
                count = None if count is None else count - len(games)
            first = max(0, first - there)

    def find(self, game_id):
        """Return the name of a game, or None."""
        for name in self.own:
            if id_of(name) == game_id:
                return name
        # first the pack that is loaded, where the next game asked for most likely is
        for pack in [self._pack] * (self._pack is not None) + self.packs:
            for entry in self.entries(pack):
                if id_of(entry[0]) == game_id:
                    return entry[0]
        return None

    def knows(self, game_id, pack):
        """Return whether a pack has, or had, a game with this id.

        pack: its name; None for games outside of packs and those that were set aside. Raises OSError.
        """
        if pack is None:
            return game_id in [id_of(name) for name in self.own + self.damaged]
        sought = ("-%s." % game_id).encode()
        with open(self.path + pack, "rb") as stream:
            before, part = b"", stream.read(_PART)
            while part:
                if sought in part or sought in before + part[:_LONGEST]:
                    return True
                before, part = part[-_LONGEST:], stream.read(_PART)
        return False

    def open(self, name):
        """Return the GameFile of a game. Raises OSError, or RuleError if its tail does not fit its file."""
        if name in self.own:
            path, tail = self.path + name, tail_of(name)
            return _with_tail(path, self.path + tail) if tail in self.tails else whole_file(path)
        pack = write_pack_name(number_of(name))
        for entry in self.entries(pack):
            if entry[0] == name:
                return GameFile((self.path + pack,) + entry[1:3])
        raise OSError(2)

    def last_line(self, name):
        """Return the last line of a game in a pack as bytes, or None for a game with its own file."""
        if name not in self.own:
            for entry in self.entries(write_pack_name(number_of(name))):
                if entry[0] == name:
                    return entry[3]
        return None

    def entries(self, pack):
        """Return (name, first byte, end, last line) of each game in a pack, in the order of the file."""
        if pack != self._pack:
            gone = self.gone_from(pack)
            entries = []
            if pack in self.packs:
                entries = _scan(self.path + pack, read_pack_name(pack))
            if self._hidden:
                entries = [entry for entry in entries if entry[0] not in self._hidden]
            if gone:
                entries = [entry for entry in entries if id_of(entry[0]) not in gone]
            self._entries = entries
            self._pack = pack
        return self._entries

    def gone_from(self, pack):
        """Return the ids of the games that were removed from a pack."""
        name = write_pack_name(number_of(pack), GONE)
        if name not in self.gone:
            return []
        with open(self.path + name, "rb") as stream:
            ids = stream.read().split(b"\n")[:-1]
        # a damaged id is left out, so that its game comes back
        return [game_id.decode() for game_id in ids if not game_id.strip(_HEX)]

    def _games_of_pack(self, pack):
        """Return what `listed` yields for the games with the numbers of a pack, in the pack or not."""
        own = self._group_own().get(pack, [])
        # a game in both was being moved when the power failed
        there = [(entry[0], entry[3]) for entry in self.entries(pack) if entry[0] not in own]
        # sorting by name is enough, as all numbers in a pack have the same length
        return sorted(there + [(name, None) for name in own])

    def pack_names(self):
        """Return the names of the packs to which the games belong by their numbers, in order."""
        return sorted(set(self.packs).union(self._group_own()), key=order)

    def _group_own(self):
        """Return {name of a pack: names of the games that belong to it but still have their own files}."""
        if self._by_pack is None:
            self._by_pack = {}
            for name in self.own:
                self._by_pack.setdefault(write_pack_name(number_of(name)), []).append(name)
        return self._by_pack

    def _count(self, pack):
        if pack not in self._counts:
            self._counts[pack] = len(self._games_of_pack(pack))
        return self._counts[pack]


def _scan(path, number):
    """Return (name, first byte, end, last line) of each game in a pack, in the order of the file.

    number: the lowest number that a game in it can have. Raises OSError.
    """
    from shared_rules.packs import read_headings

    with open(path, "rb") as stream:
        found = read_headings(stream, number)
        if found is None:
            from companion.pack_search import search_headings

            found = search_headings(stream, number)
    entries = [(entry[0].decode(),) + entry[1:] for entry in found]
    if len(set([entry[0] for entry in entries])) < len(entries):
        # a game that was restored may be there twice; the last one counts
        last = {entry[0]: entry for entry in entries}
        entries = [entry for entry in entries if last[entry[0]] is entry]
    return entries


def number_of(name):
    """Return the number at the beginning of a file's name."""
    return int(name[: name.find("-")])


def order(name):
    """Return the sort key of a file of a game, or of a pack; the oldest comes first."""
    # numbers have at least four digits, so a longer one is higher
    return len(name), name


def id_of(name):
    """Return the id in the name of a game's file."""
    # few new strings, as MicroPython compares each of them with all interned ones
    begin = name.find("-") + 1
    return name[begin : begin + 8]


def tail_of(name):
    """Return the name of a game's tail, from the name of its file."""
    return write_game_name(number_of(name), id_of(name), TAIL)


def whole_file(path):
    """Return a whole file as a GameFile. Raises OSError."""
    return GameFile((path, 0, files.size(path)))


def records(path):
    """Return {name of its file: its bytes} of all games in a folder; the companion need not be running.

    Games that can't be read are left out. If there is no such folder, the result is empty.
    """
    found = {}
    try:
        folder = Folder(path)
        names = folder.names()
    except OSError:
        return found
    for name in names:
        try:
            with folder.open(name) as game:
                found[name] = game.read()
        except (OSError, RuleError):
            continue
    return found


def _with_tail(path, tail):
    """Return the GameFile of a game whose newest lines are in a tail.

    After a power cut, the game's own file may have some or all of these lines already.
    Raises OSError, or RuleError if they do not fit the file.
    """
    size = files.size(path)
    with open(tail, "rb") as stream:
        lines = stream.read()
    heading, newline, lines = lines.partition(b"\n")
    if not newline:
        # the power failed before a line was written
        return GameFile((path, 0, size))
    words = heading.split(b" ")
    begin = int(words[3]) if len(words) == 4 and words[3].isdigit() else -1
    if heading + newline != (FROM % begin).encode() or begin > size:
        raise RuleError("Its newest lines belong behind others.")
    with open(path, "rb") as stream:
        stream.seek(begin)
        moved = stream.read()
    if moved.startswith(lines):
        return GameFile((path, 0, size))
    if not lines.startswith(moved):
        raise RuleError("Its newest lines are there twice, and differ.")
    top = len(heading) + 1
    return GameFile((path, 0, begin), (tail, top, top + len(lines)))
