"""The notifications for a host that watches: buttons, the game, the words of the screen and the picture.

It is in memory only while a host watches.
"""

from binascii import b2a_base64, crc32

from companion.platform import ticks_add, ticks_diff
from shared_rules import BUTTONS, protocol

AT_MOST = 300  # seconds
_BUTTONS_AT_MOST = 8


class Watch:
    """The watch of a single host; it is over until `renew` is called.

    app: has `board`, `canvas`, and the attributes that `screen_reader` needs. state: a callable that returns
    the params of the notification `state`.
    """

    def __init__(self, app, state):
        self._app = app
        self._state = state
        self._until = app.board.ticks_ms()
        self._picture = self._words = False
        self._state_is_new = True
        self._picture_is_new = self._words_are_new = False
        self._buttons = []
        self._pages = []

    def renew(self, picture, words, seconds):
        """Go on watching; return for how many seconds.

        picture, words: whether to send these, too. seconds: None for `AT_MOST`, which is the limit.
        """
        seconds = AT_MOST if seconds is None else min(seconds, AT_MOST)
        if not self._picture:
            canvas = self._app.canvas
            self._pages = [None] * (len(canvas.buffer) // canvas.width)
            self._picture_is_new = True
        if not self._words:
            self._words_are_new = True
        self._picture = bool(picture)
        self._words = bool(words)
        self._until = ticks_add(self._app.board.ticks_ms(), seconds * 1000)
        return seconds

    def is_over(self):
        """Return whether the time has run out."""
        return ticks_diff(self._until, self._app.board.ticks_ms()) <= 0

    def changed(self, kind):
        """Note that the game (kind "event") or the picture ("screen") has changed."""
        if kind == "event":
            self._state_is_new = True
        else:
            self._picture_is_new = self._words_are_new = True

    def pressed(self, name, kind):
        """Note a press of a button."""
        if name in BUTTONS and len(self._buttons) < _BUTTONS_AT_MOST:
            self._buttons.append((name, kind))

    def next_notification(self):
        """Return the next notification, or None if there is nothing new."""
        if self._buttons:
            name, kind = self._buttons.pop(0)
            return protocol.notification("button", {"name": name, "kind": kind})
        if self._state_is_new:
            self._state_is_new = False
            return protocol.notification("state", self._state())
        if self._words and self._words_are_new:
            self._words_are_new = False
            from companion.screen_reader import words

            return protocol.notification("words", words(self._app))
        if self._picture and self._picture_is_new:
            return self._changed_page()
        return None

    def _changed_page(self):
        picture, size = memoryview(self._app.canvas.buffer), self._app.canvas.width
        for page in range(len(self._pages)):
            rows = picture[page * size : (page + 1) * size]
            check = crc32(rows)
            if self._pages[page] != check:
                self._pages[page] = check
                # the host's 1 is black
                black = int.from_bytes(rows, "little") ^ ((1 << 8 * size) - 1)
                data = b2a_base64(black.to_bytes(size, "little")).decode().strip()
                return protocol.notification("picture", {"page": page, "data": data})
        self._picture_is_new = False
        return None
