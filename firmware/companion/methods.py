"""What a host may ask of the device: one function for each method of `shared_rules.protocol`.

Here are those that a host asks in the middle of a game; the others are in `host_methods` and `sending`, or a
game's own. It must not know lines and checksums (that is `link`), nor how a screen looks. What a method
enters goes the same way as what a button enters, so the rules and the journal guard both alike.
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

    app: has `session`, `journal`, `settings`, `games`, `board`, `log`, `canvas` and
    `panel_trouble`, a sentence or None; for what a screen says also `screen` and `message`.
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
        # a game keeps the room that their code takes
        if name in ("game_files", "let_go"):
            from companion import sending as module
        elif name == "games":
            from companion import listing as module  # type: ignore[no-redef]
        else:
            from companion import host_methods as module  # type: ignore[no-redef]
        method = getattr(module, name, None) or module.of_a_game(self._app, name)  # type: ignore[attr-defined]
        return lambda **params: method(self._app, **params)

    def lasts(self, name):
        """Return whether a method may take a while: no game waits for those here."""
        return not hasattr(self, "_on_" + name)

    def fault(self, doing, error):
        """Note what must not have happened. A watch ends with it, so that it can't happen over and over."""
        self._watch = None
        self._app.log.error(doing, error)

    # what a host is told while it watches

    def changed(self, kind):
        """Take note that the game (kind "event") or the picture ("screen") changed; the session calls it."""
        if self._watch:
            self._watch.changed(kind)

    def pressed(self, name, kind):
        """Take note of a button; the app calls it."""
        if self._watch:
            self._watch.pressed(name, kind)

    def notice(self):
        """Return the next notification for a host that watches, or None."""
        if self._watch and self._watch.is_over():
            self._watch = None
        return self._watch.notice() if self._watch else None

    # methods that only tell

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

    # methods that change something

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
        return self.take_press(press, number)

    def take_press(self, press, number):
        """Enter a press (name, kind) that a host numbers, once; return the answer. Raises LinkError."""
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
