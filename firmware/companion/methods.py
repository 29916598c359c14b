"""What a host may ask of the device: one function for each method of `shared_rules.protocol`.

It must not know lines and checksums (that is `link`), nor how a screen looks. What a method enters goes the
same way as what a button enters, so the rules and the journal guard both alike.
"""

import gc
import sys
from binascii import b2a_base64, crc32

from companion import VERSION, files
from companion.platform import forget, free_heap, ticks_diff
from shared_rules import protocol
from shared_rules.lines import UNDO
from shared_rules.protocol import LinkError
from shared_rules.shipwreck import Event, Game

GAMES_A_PAGE = 24
EVENTS_A_PAGE = 20
LOG_A_PAGE = 12
WATCH_AT_MOST = 300  # seconds
PANEL_PAGE = 296  # bytes of the picture that hold eight rows
BUTTONS = ("up", "down", "a", "b", "c")
KINDS = ("press", "repeat", "long")
CLOSE = "close"
LEAST_HEAP = 16 * 1024
TEST_FILE = "selftest.tmp"
_CREATURE = "shared_rules.shipwreck.creature"


class Methods:
    """The methods of one running app, and what a host is told while it watches.

    app: has `session`, `journal`, `settings`, `board`, `log`, `canvas` and
    `panel_trouble`, a sentence or None.
    """

    def __init__(self, app):
        self._app = app
        self._presses = 0
        self._last_press = None
        self._scratch_game = None
        self._scratch_number = 0
        self._scratch_done = None
        self._watch_until = None
        self._watch_picture = False
        self._state_is_new = False
        self._picture_is_new = False
        self._buttons = []
        self._pages = []
        app.session.watchers.append(self.changed)

    def call(self, name, params):
        """Return the result of a method.

        name, params: as `protocol.read_request` gives them.
        Raises LinkError with a sentence; nothing changed then.
        """
        try:
            return getattr(self, "_" + name)(**params)
        except LinkError:
            raise
        except ValueError as error:
            # RuleError and JournalError are ValueErrors that carry a sentence
            raise LinkError(protocol.REFUSED, str(error))

    def fault(self, doing, error):
        """Note what must not have happened. A watch ends with it, so that it can't happen over and over."""
        self._watch_until = None
        self._app.log.error(doing, error)

    # what a host is told while it watches

    def changed(self, kind):
        """Take note that the game (kind "event") or the picture ("screen") changed; the session calls it."""
        if kind == "event":
            self._state_is_new = True
        else:
            self._picture_is_new = True

    def pressed(self, name, kind):
        """Take note of a button; the app calls it."""
        if self._watching() and len(self._buttons) < 8:
            self._buttons.append((name, kind))

    def notice(self):
        """Return the next notification for a host that watches, or None."""
        if not self._watching():
            return None
        if self._buttons:
            name, kind = self._buttons.pop(0)
            return protocol.notification("button", {"name": name, "kind": kind})
        if self._state_is_new:
            self._state_is_new = False
            return protocol.notification("state", self._state())
        if self._watch_picture and self._picture_is_new:
            return self._changed_page()
        return None

    def _watching(self):
        if self._watch_until is None:
            return False
        if ticks_diff(self._watch_until, self._app.board.ticks_ms()) <= 0:
            self._watch_until = None
            self._buttons = []
            return False
        return True

    def _changed_page(self):
        picture = memoryview(self._app.canvas.buffer)
        for page in range(len(self._pages)):
            rows = picture[page * PANEL_PAGE : (page + 1) * PANEL_PAGE]
            check = crc32(rows)
            if self._pages[page] != check:
                self._pages[page] = check
                data = b2a_base64(rows).decode().strip()
                return protocol.notification("picture", {"page": page, "data": data})
        self._picture_is_new = False
        return None

    # methods that only tell

    def _info(self):
        board = self._app.board
        gc.collect()
        return {
            "app": "shipwreck-companion",
            "version": VERSION,
            "protocol": protocol.VERSION,
            "device": board.unique_id,
            "board": board.name,
            "python": _python(),
            "free_bytes": board.free_bytes(),
            "free_heap": free_heap(),
            "clock": board.clock(),
            "game": self._app.session.game_id,
            "events": self._length(),
            "presses": self._presses,
        }

    def _games(self, first):
        first = first or 0
        games = self._app.journal.games()
        page = games[first : first + GAMES_A_PAGE]
        listed = [{"game": game, "events": events, "finished": finished} for game, events, finished in page]
        return {"games": listed, "next": _next(first, page, len(games))}

    def _events(self, game, first):
        first = first or 0
        journal = self._app.journal
        events = journal.read(game, first, EVENTS_A_PAGE)
        total = journal.entry(game)[0]
        return {
            "game": game,
            "first": first,
            "total": total,
            "tags": [] if first else journal.tags(game),
            "events": events,
            "next": _next(first, events, total),
        }

    def _state(self):
        session = self._app.session
        state = session.game.state() if session.game else None
        return {"game": session.game_id, "events": self._length(), "state": state}

    def _log(self, first):
        first = first or 0
        lines = self._app.log.lines()
        page = lines[first : first + LOG_A_PAGE]
        return {"lines": page, "first": first, "next": _next(first, page, len(lines))}

    def _self_test(self):
        return {"flash": self._test_flash(), "heap": _test_heap(), "panel": self._app.panel_trouble or "ok"}

    # methods that change something

    def _confirm(self, game, events):
        return {"removed": self._app.journal.confirm(game, events)}

    def _enter(self, event, text):
        session, journal = self._app.session, self._app.journal
        text = text if text == UNDO else str(Event.from_text(text))
        if session.game is None:
            session.resume()
        length = self._length()
        if event == 0 and journal.current is None:
            session.begin(text)
        elif event == 0 and journal.read(journal.current, 0, 1) != [text]:
            raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
        elif event > length or (event < length and journal.read(session.game_id, event, 1) != [text]):
            raise LinkError(protocol.OUT_OF_STEP, "The next event of the game is number %d." % length)
        elif event == length:
            session.enter(text)
        return {"event": event, "events": self._length(), "digest": session.game.digest()}

    def _watch(self, picture, seconds):
        seconds = WATCH_AT_MOST if seconds is None else min(seconds, WATCH_AT_MOST)
        renewed = self._watching()
        if not renewed or not self._watch_picture:
            self._pages = [None] * (len(self._app.canvas.buffer) // PANEL_PAGE)
            self._picture_is_new = True
        if not renewed:
            self._state_is_new = True
        self._watch_picture = bool(picture)
        self._watch_until = self._app.board.ticks_ms() + seconds * 1000 if seconds else None
        return {"seconds": seconds}

    def _settings(self, set):
        settings = self._app.settings
        known = settings.all()
        changes = set or {}
        for key in changes:
            if key not in known:
                raise LinkError(protocol.REFUSED, "There is no setting %s." % key)
            if type(changes[key]) is not type(known[key]):
                raise LinkError(protocol.REFUSED, "The setting %s has a value of another kind." % key)
        for key in changes:
            settings.set(key, changes[key])
        return {"settings": settings.all()}

    def _clock(self, set):
        board = self._app.board
        if set is not None:
            board.set_clock(_moment(set))
        return {"clock": board.clock()}

    def _press(self, button, kind, number):
        press = (button, kind or "press")
        if press[0] not in BUTTONS or press[1] not in KINDS:
            raise LinkError(protocol.REFUSED, "There is no button like that: %s, %s." % press)
        if number == self._presses:
            self._app.board.buttons.inject(*press)
            self._presses += 1
            self._last_press = press
        elif number != self._presses - 1 or press != self._last_press:
            raise LinkError(protocol.OUT_OF_STEP, "The next press is number %d." % self._presses)
        return {"presses": self._presses}

    def _scratch(self, number, text, state):
        done = (number, text)
        if text == CLOSE:
            self._scratch_number, self._scratch_game = 0, None
        elif number == 0 and done != self._scratch_done:
            game = Game()
            game.apply(text)
            self._scratch_number, self._scratch_game = 1, game
        elif number == self._scratch_number and self._scratch_game:
            self._scratch_game.apply(text)
            self._scratch_number += 1
        elif done != self._scratch_done:
            raise LinkError(protocol.OUT_OF_STEP, "The next event is number %d." % self._scratch_number)
        self._scratch_done = done
        game = self._scratch_game
        return {
            "number": self._scratch_number,
            "digest": game.digest() if game else None,
            "state": game.state() if game and state else None,
        }

    def _creatures(self, first):
        return self._creature(None, None, first or 0)

    def _creature(self, text, remove, first=0):
        in_use = _CREATURE in sys.modules
        try:
            from companion.creatures import answer

            return answer(self._app, text, remove, first)
        finally:
            # other games can do without this code
            forget("companion.creatures")
            if not in_use:
                forget(_CREATURE)

    # helpers

    def _length(self):
        """Return the number of lines that the journal has of the session's game."""
        game = self._app.session.game_id
        entry = self._app.journal.entry(game) if game else None
        return entry[0] if entry else 0

    def _test_flash(self):
        path = self._app.board.folder.rstrip("/") + "/" + TEST_FILE
        pattern = bytes(range(256))
        try:
            files.write_whole(path, pattern)
            with open(path, "rb") as stream:
                same = stream.read() == pattern
            files.remove(path)
        except OSError as error:
            return "The flash did not take a file: %r" % error
        return "ok" if same else "The flash gave back something else than was written."


def _python():
    implementation = sys.implementation
    return "%s %d.%d.%d" % ((implementation.name,) + tuple(implementation.version[:3]))


def _test_heap():
    gc.collect()
    free = free_heap()
    if free is None or free >= LEAST_HEAP:
        return "ok"
    return "Only %d bytes of memory are free." % free


def _next(first, page, total):
    """Return the number at which the next page begins, or None after the last one."""
    after = first + len(page)
    return after if page and after < total else None


def _moment(text):
    """Return (year, month, day, hour, minute, second) of "YYYY-MM-DD HH:MM:SS". Raises LinkError."""
    parts = text.replace("-", " ").replace(":", " ").split(" ")
    if len(text) != 19 or len(parts) != 6 or [part for part in parts if not part.isdigit()]:
        raise LinkError(protocol.REFUSED, "A time reads 2026-11-21 20:15:00, not %s." % text)
    return tuple([int(part) for part in parts])
