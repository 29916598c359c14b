"""The methods that a host can call on the device, as `shared_rules.protocol` describes them.

This module has those that a host calls during a game; the others are in `host_methods`, `listing` and
`sending`, or belong to a game. It must not know lines and checksums (see `link`), nor how a screen looks.
Events from a host take the same path as events from the buttons, so the rules and the journal check both.
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

    app: has `session`, `journal`, `settings`, `games`, `board`, `log`, `canvas` and `panel_trouble`, a
    sentence or None; to read a screen out, also `screen` and `message`.
    """

    def __init__(self, app):
        self._app = app
        self._presses = 0
        self._last_press = None
        self._scratch = None
        self._watch = None
        app.session.watchers.append(self.changed)

    def call(self, name, params):
        """Return the result of a method.

        name, params: as `protocol.read_request` gives them.
        Raises LinkError with a sentence; nothing changed then.
        """
        try:
            return self._method(name)(**params)
        except LinkError:
            raise
        except ValueError as error:
            # RuleError and JournalError are ValueErrors that carry a sentence
            raise LinkError(protocol.REFUSED, str(error))

    def _method(self, name):
        own = getattr(self, "_on_" + name, None)
        if own:
            return own
        # loaded on demand, so that a game can use the memory
        if name in ("game_files", "let_go"):
            from companion import sending as module
        elif name == "games":
            from companion import listing as module  # type: ignore[no-redef]
        else:
            from companion import host_methods as module  # type: ignore[no-redef]
        method = getattr(module, name, None) or module.find_in_games(self._app, name)  # type: ignore[attr-defined]
        return lambda **params: method(self._app, **params)

    def may_be_slow(self, name):
        """Return whether a method may take longer than usual, as those outside of this module may."""
        return not hasattr(self, "_on_" + name)

    def log_fault(self, doing, error):
        """Log an unexpected exception, and end a watch, so that it can't cause the same one again and again.

        doing: what failed. error: the exception.
        """
        self._watch = None
        self._app.log.error(doing, error)

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

    def _on_info(self):
        board, python = self._app.board, sys.implementation
        gc.collect()
        return {
            "app": "shipwreck-companion",
            "version": VERSION,
            "protocol": protocol.VERSION,
            "device": board.unique_id,
            "board": board.name,
            "python": "%s %d.%d.%d" % ((python.name,) + tuple(python.version[:3])),
            "free_bytes": board.free_bytes(),
            "free_heap": free_heap(),
            "clock": board.clock(),
            "game": self._app.session.game_id,
            "events": self._length(),
            "presses": self._presses,
            "games": self._app.games,
        }

    def _on_state(self):
        session = self._app.session
        state = session.game.state() if session.game else None
        return {"game": session.game_id, "events": self._length(), "state": state}

    # methods that change the game or the app

    def _on_enter(self, **event):
        from companion.link_events import enter

        return enter(self._app, self._length, **event)

    def _on_watch(self, picture, words, seconds):
        if self._watch is None or self._watch.is_over():
            from companion.watch import Watch

            self._watch = Watch(self._app, self._on_state)
        return {"seconds": self._watch.renew(picture, words, seconds)}

    def _on_press(self, button, kind, number):
        press = (button, kind or "press")
        if press[0] not in BUTTONS or press[1] not in KINDS:
            raise LinkError(protocol.REFUSED, "There is no button like that: %s, %s." % press)
        return self.enter_press(press, number)

    def enter_press(self, press, number):
        """Enter a press unless it is a repeated request; return the result of the method `press`.

        press: (name, kind). number: how many presses the host has sent before. Raises LinkError.
        """
        if number == self._presses:
            self._app.board.buttons.inject(*press)
            self._presses += 1
            self._last_press = press
        elif number != self._presses - 1 or press != self._last_press:
            raise LinkError(protocol.OUT_OF_STEP, "The next press is number %d." % self._presses)
        return {"presses": self._presses}

    def _on_scratch(self, number, text, state):
        if self._scratch is None:
            from companion.scratch import Scratch

            self._scratch = Scratch()
        try:
            return self._scratch.enter(number, text, state)
        finally:
            if self._scratch.game is None:
                self._scratch = None

    # helpers

    def _length(self):
        """Return the number of lines that the journal has of the session's game."""
        game = self._app.session.game_id
        entry = self._app.journal.entry(game) if game else None
        return entry[0] if entry else 0
