"""All games that are over as one stream of bytes, for a host that fetches them in bulk.

    stream = GameStream(journal, name, at)
    count = stream.read_into(buffer)  # 0 at the end
    stream.name, stream.at            # where the next byte is

Above each game stands the line that it has in a pack, `## 0012-1a2b3c4d.arcana`, and then come the bytes of
its file; the oldest game comes first. A place in the stream is the name of a game's file and a byte counted
from the line above it. It stays valid whatever is added, packed or removed meanwhile: where a game is gone,
the next one comes from its beginning. A damaged game comes as it is; whoever reads it finds that out. What
was fetched may leave with `Journal.confirm_all`.
"""

from companion.game_folder import number_of, order
from companion.packs import HEADING
from companion.stored_games import end_of, look_around, open_game
from shared_rules.errors import RuleError
from shared_rules.game_files import PACKED


class GameStream:
    """The stream from a place on.

    journal: the Journal; a game that goes on, or that the flash has not taken whole, is not in it. name, at:
    the place, "" and 0 for the beginning; there need be no game of that name.
    """

    def __init__(self, journal, name="", at=0):
        self.name, self.at = name, at
        self._journal = journal
        # what was in the folder, and the names that are still to come from there
        self._seen, self._names = None, ()
        self._game, self._heading = None, b""
        self._before = None
        # the name of the game that was read to its end
        self._done = None

    def read_into(self, buffer):
        """Fill a bytearray with the next bytes; return how many there were, 0 at the end. Raises OSError."""
        count, room = 0, len(buffer)
        while count < room and (self._game or self._open_next()):
            skipped = self.at - len(self._heading)
            if skipped < 0:
                part = self._heading[self.at : self.at + room - count]
            else:
                self._game.seek(skipped)
                part = self._game.read(room - count)
            buffer[count : count + len(part)] = part
            count += len(part)
            self.at += len(part)
            if skipped + len(part) >= self._game.length:
                self._done, self._before, self._game = self.name, self._game, None
        if count < room:
            self.close()
        return count

    def close(self):
        """Close the file that is open, if there is one."""
        for game in (self._game, self._before):
            if game:
                game.close()

    def _open_next(self):
        """Open the game at the place, or the first one behind it; return whether there is one."""
        name = self._next_name()
        while name:
            try:
                game = open_game(self._journal, name)
                break
            except RuleError:
                # its tail is damaged
                name = self._next_name()
        if not name:
            return False
        if name != self.name:
            self.name, self.at = name, 0
        self._heading = (HEADING % name).encode()
        if self._before:
            game.go_on_from(self._before)
        self._game = game
        return True

    def _next_name(self):
        seen = look_around(self._journal)
        if seen is not self._seen:
            # something has changed
            self._seen, self._names = seen, _behind(seen, self.name)
        for name in self._names:
            if name != self._done and (name not in seen.own or self._is_over(name)):
                return name
        return None

    def _is_over(self, name):
        if name == self._journal.name and self._journal.unkept:
            return False
        try:
            return end_of(self._journal, name) is not None
        except RuleError:
            return False


def _behind(seen, place):
    """Yield the names of the games in a Folder from a place on, in order."""
    for pack in seen.groups():
        if not place or number_of(pack) + PACKED > number_of(place):
            for name in seen.names_near(pack):
                if not place or order(name) >= order(place):
                    yield name
