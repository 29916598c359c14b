"""The methods that a host can call on the device, as `shared_rules.protocol` describes them.

The table at the end names them all. This module has those that a host calls during a game; the others are in
modules that are loaded when one of them is called, or belong to a game. It must not know lines and checksums
(see `link`), nor how a screen looks. Events from a host take the same path as events from the buttons, so the
rules and the journal check both.
"""

import gc
import sys

from companion import VERSION
from companion.platform import free_heap
from shared_rules import BUTTONS, protocol
from shared_rules.protocol import LinkError

KINDS = ("press", "repeat", "long")


class Methods:
    """The methods of one running app.

    app: has `session`, `journal`, `settings`, `games`, `board`, `log`, `canvas`, `methods` (these) and
    `panel_trouble`, a sentence or None; to read a screen out, also `screen` and `message`.
    """

    def __init__(self, app):
        self._app = app
        self._presses = 0
        self._last_press = None
        self._watch = None
        # what `host_methods.scratch` has between two events
        self.scratch = None
        # names of the modules that were loaded for methods that are seldom called
        self._loaded = set()
        app.session.watchers.append(self.changed)

    def call(self, name, params):
        """Return the result of a method.

        name, params: as `protocol.read_request` gives them.
        Raises LinkError with a sentence; nothing changed then.
        """
        method = METHODS.get(name)
        try:
            if callable(method):
                return method(self, **params)
            return self._call_seldom(method, name, params)
        except LinkError:
            raise
        except ValueError as error:
            # RuleError and JournalError are ValueErrors that carry a sentence
            raise LinkError(protocol.REFUSED, str(error))

    def may_be_slow(self, name):
        """Return whether a method may take longer than usual: one of another module, but for `enter`."""
        return name != "enter" and not callable(METHODS.get(name))

    def rest(self):
        """Free the memory of the methods that are seldom called; best while no host is at work."""
        if not self.scratch:
            session = self._app.session
            session.forget_modules(self._loaded)
            self._loaded.clear()
            if session.game:
                session.forget_idle(session.game)

    def log_fault(self, doing, error):
        """Log an unexpected exception, and end a watch, so that it can't cause the same one again and again.

        doing: what failed. error: the exception.
        """
        self._watch = None
        self._app.log.error(doing, error)

    def _call_seldom(self, module, name, params):
        """Call a method of another module, None for one of a game. Raises LinkError if there is none."""
        if module not in sys.modules:
            # a busy host gives no pause, and what it called before lies in the way of large answers
            self.rest()
        before = set(sys.modules)
        try:
            if module:
                return getattr(_import(module), name)(self._app, **params)
            for package in _import("companion.games").packages():
                own = package.host_methods() if hasattr(package, "host_methods") else None
                if hasattr(own, name):
                    return getattr(own, name)(self._app, **params)
        finally:
            self._loaded.update([name for name in sys.modules if name not in before])
        raise LinkError(protocol.UNKNOWN_METHOD, "no game on this device has this method")

    # notifications for a host that watches

    def changed(self, kind):
        """Note that the game (kind "event") or the picture ("screen") has changed; the session calls this."""
        if self._watch:
            self._watch.changed(kind)

    def pressed(self, name, kind):
        """Note a press of a button; the app calls this."""
        if self._watch:
            self._watch.pressed(name, kind)

    def next_notification(self):
        """Return the next notification for a host that watches, or None if there is nothing new."""
        if self._watch and self._watch.is_over():
            self._watch = None
        return self._watch.next_notification() if self._watch else None

    # methods that change nothing

    def info(self):
        """Return the result of the method `info`."""
        board, python = self._app.board, sys.implementation
        gc.collect()
        return {
            "app": protocol.APP,
            "version": VERSION,
            "protocol": protocol.VERSION,
            "device": board.unique_id,
            "board": board.name,
            "python": "%s %d.%d.%d" % ((python.name,) + tuple(python.version[:3])),
            "free_bytes": board.free_bytes(),
            "free_heap": free_heap(),
            "clock": board.clock(),
            "game": self._app.session.game_id,
            "events": self.length(),
            "presses": self._presses,
            "games": self._app.games,
            "panel": self._app.canvas.size,
        }

    def state(self):
        """Return the result of the method `state`."""
        session = self._app.session
        state = session.game.state() if session.game else None
        return {"game": session.game_id, "events": self.length(), "state": state}

    # methods that change the game or the app

    def watch(self, picture, words, seconds):
        """Send notifications from now on, for so many seconds."""
        if self._watch is None or self._watch.is_over():
            from companion.watch import Watch

            self._watch = Watch(self._app, self.state)
        return {"seconds": self._watch.renew(picture, words, seconds)}

    def press(self, button, kind, number):
        """Enter a press of a button. Raises LinkError."""
        press = (button, kind or "press")
        if press[0] not in BUTTONS or press[1] not in KINDS:
            raise LinkError(protocol.REFUSED, "There is no button like that: %s, %s." % press)
        return self._enter_press(press, number)

    def key(self, text, number):
        """Enter a letter from a host's keyboard like a press. Raises LinkError."""
        if len(text) != 1:
            raise LinkError(protocol.REFUSED, "One letter is typed at a time.")
        return self._enter_press(("key", text), number)

    # helpers

    def _enter_press(self, press, number):
        """Enter a press unless it is a repeated request; return the result of the method `press`.

        press: (name, kind). number: how many presses the host has sent before. Raises LinkError.
        """
        if number == self._presses:
            self._app.board.buttons.inject(*press, True)
            self._presses += 1
            self._last_press = press
        elif number != self._presses - 1 or press != self._last_press:
            raise LinkError(protocol.OUT_OF_STEP, "The next press is number %d." % self._presses)
        return {"presses": self._presses}

    def length(self):
        """Return the number of lines that the journal has of the session's game."""
        game, journal = self._app.session.game_id, self._app.journal
        return journal.events if game and game == journal.id else 0


def _import(name):
    return __import__(name, None, None, ("",))


_ARCHIVE, _HOST = "companion.archive", "companion.host_methods"

METHODS = {
    "info": Methods.info,
    "state": Methods.state,
    "watch": Methods.watch,
    "press": Methods.press,
    "key": Methods.key,
    "list": _ARCHIVE,
    "read": _ARCHIVE,
    "remove": _ARCHIVE,
    "put": _ARCHIVE,
    "keep": _ARCHIVE,
    "enter": _HOST,
    "settings": _HOST,
    "clock": _HOST,
    "scratch": _HOST,
    "log": _HOST,
    "self_test": _HOST,
    "pattern": _HOST,
    "panel": _HOST,
}
"""Each method: its function, or the module that has a function of its name, which takes the app and the
parameters. Methods that are missing here belong to games."""
