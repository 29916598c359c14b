"""The device's end of the link: reads requests and writes answers without blocking the app, and the methods.

`Link` knows lines and checksums, and when not to send; it must not know the hardware behind the stream.
`Methods` has the methods that a host calls during a game, as `shared_rules.protocol` describes them; the
table at the end names all methods, and the others are in modules that are loaded for a call, or belong to a
game. It must not know how a screen looks. Events from a host take the same path as events from the buttons,
so the rules and the journal check both.
"""

import gc
import sys

from companion import VERSION, files, modules
from companion.platform import const, free_heap
from shared_rules import BUTTONS, protocol
from shared_rules.protocol import LinkError

# Bytes: room for a page of the picture at once, and a limit on memory if the host does not read.
MAX_WAITING = protocol.MAX_ANSWER + protocol.MAX_REQUEST

STALLED = 10000
"""Polls, a millisecond each, after which a host that does not read an answer in many lines counts as gone."""

_IN_BULK = const(512)  # bytes in one write; a Pico's USB buffer takes 256 at once


class Link:
    """Answers the requests that arrive on a stream.

    stream: `read()` returns the available bytes or b""; `write(data)` writes as many bytes as it can and
    returns their number (None for all). Neither may block.
    methods: `call(name, params)` returns a result or raises LinkError. Instead of a result it may return a
    callable(id of the request), which returns an iterator of the lines of the answer; requests that come
    before the last of them wait. `may_be_slow(name)` returns whether a method may take a while,
    `next_notification()` the next notification object for a host that watches, or None. `log_fault(doing,
    error)` logs an exception.
    """

    def __init__(self, stream, methods):
        self._stream = stream
        self._methods = methods
        self._line = bytearray(protocol.MAX_REQUEST)
        self._reset()

    def poll(self):
        """Answer the requests that have arrived and send as much as possible. Call it often.

        It never blocks and never raises. Returns whether there was anything to read or to send in bulk.
        """
        came = False
        try:
            if not self.bulk:
                chunk = self._unread or self._stream.read()
                self._unread = b""
                came = len(chunk) > 0
                self._receive(chunk)
            notification = None if self.waiting else self._methods.next_notification()
            if notification is not None:
                self.post(notification)
            if self.bulk:
                came = True
                self._queue_bulk()
            self._send()
        except OSError:
            # the host is gone; it repeats requests without an answer
            self._reset()
        except Exception as error:
            self._methods.log_fault("the link", error)
            self._reset()
        return came

    def put(self, line, limit=MAX_WAITING):
        """Queue a line of whole packets, or drop it if more than `limit` bytes would then be in the queue."""
        if self.waiting_bytes + len(line) <= limit:
            self.waiting.append(memoryview(line))
            self.waiting_bytes += len(line)

    def _receive(self, chunk):
        at = 0
        while at < len(chunk):
            if self.bulk:
                self._unread = chunk[at:]
                return
            end = chunk.find(b"\n", at)
            if end < 0:
                self._collect(chunk, at, len(chunk))
                return
            self._collect(chunk, at, end)
            self._end_line()
            at = end + 1

    def _collect(self, chunk, start, end):
        length = self._length + end - start
        if self._skipping or length >= len(self._line):
            self._skipping = True
            return
        self._line[self._length : length] = chunk[start:end]
        self._length = length

    def _end_line(self):
        if self._skipping:
            self._refuse(LinkError(protocol.DAMAGED, "the line is too long"))
        else:
            line = bytes(memoryview(self._line)[: self._length]).strip()
            if line:
                self._serve(line)
        self._length = 0
        self._skipping = False

    def _serve(self, line):
        try:
            id, name, params = protocol.read_request(line)
        except LinkError as error:
            self._refuse(error)
            return
        if self._methods.may_be_slow(name):
            # before the method runs
            self.post(protocol.notification("busy", {}))
            self._send()
        message = self._answer(id, name, params)
        if message:
            try:
                self.post(message)
            except MemoryError as error:
                # without an answer, the host would take the request for lost
                message = None
                self.post(self._failed(id, name, error))

    def _answer(self, id, name, params):
        try:
            result = self._methods.call(name, params)
            if isinstance(result, dict):
                return protocol.answer(id, result)
            self.bulk, self._bulk_for, self._stalled = result(id), (id, name), 0
        except LinkError as error:
            error.id = id
            return protocol.refusal(error)
        except Exception as error:
            return self._failed(id, name, error)

    def _queue_bulk(self):
        """Queue the next line of an answer in many lines, once the host has read the lines before."""
        if len(self.waiting) > 1:
            self._stalled += 1
            if self._stalled > STALLED:
                self.bulk = None
            return
        self._stalled = 0
        try:
            # not `next` with a default, which MicroPython 1.24 lacks
            for line in self.bulk:
                self.put(line, 2 * protocol.MAX_ANSWER)
                return
        except Exception as error:
            # without an answer, the host would wait
            self.post(self._failed(*self._bulk_for, error))
        self.bulk = None

    def _failed(self, id, name, error):
        """Log an unexpected exception; return the answer that reports it."""
        self._methods.log_fault(name, error)
        return protocol.refusal(LinkError(protocol.FAULT, "%s failed: %r" % (name, error), id))

    def _refuse(self, error):
        # one answer at a time to invalid lines, so that the answer to a valid request among them has room
        if error.id is not None or not self.waiting:
            self.post(protocol.refusal(error))

    def post(self, message):
        """Queue a JSON-RPC message as a line if there is room for it."""
        line = protocol.encode(message, protocol.PACKET)
        if len(line) > protocol.MAX_ANSWER:
            error = LinkError(protocol.FAULT, "the answer is too long for a line", message.get("id"))
            line = protocol.encode(protocol.refusal(error), protocol.PACKET)
        self.put(line)

    def _send(self):
        while self.waiting:
            line = self.waiting[0]
            # a host that has asked for bulk data reads it
            most = _IN_BULK if self.bulk else protocol.PACKET
            packet = line[self._sent : self._sent + most]
            taken = self._stream.write(packet)
            if taken is None:
                taken = len(packet)
            self._sent += taken
            if self._sent == len(line):
                self.waiting.pop(0)
                self.waiting_bytes -= len(line)
                self._sent = 0
            if taken < len(packet):
                return

    def _reset(self):
        self.bulk = None
        self._unread = b""
        self.waiting = []
        self.waiting_bytes = 0
        self._sent = 0
        self._length = 0
        self._skipping = False


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
        # the state of `host_methods.scratch` between two events
        self.scratch = None
        # names of the modules that were loaded for methods that are seldom called
        self._loaded = set()
        app.session.watchers.append(self.changed)
        # a restore that was interrupted
        files.remove(app.board.folder.rstrip("/") + "/" + protocol.PART)

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
            # RuleError and DeviceError are ValueErrors that carry a sentence
            raise LinkError(protocol.REFUSED, str(error))

    def may_be_slow(self, name):
        """Return whether a method may be slow: every method of another module, except `enter`."""
        return name != "enter" and not callable(METHODS.get(name))

    def unload(self):
        """Free the memory of the methods that are seldom called; best while no host is at work."""
        if not self.scratch:
            table = self._app.session.game
            modules.unload_imported(self._loaded, table)
            self._loaded.clear()
            if table:
                modules.unload_idle(table, hidden=True)

    def log_fault(self, doing, error):
        """Log an unexpected exception, and end a watch, so that it can't cause the same exception again and
        again.

        doing: the action that failed. error: the exception.
        """
        self._end_watch()
        self._app.log.error(doing, error)

    def _call_seldom(self, module, name, params):
        """Call a method of another module, None for a game's method. Raises LinkError if unknown."""
        if module not in sys.modules:
            # a busy host gives no pause, and the modules of its earlier calls lie in the way of large answers
            self.unload()
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
            self._end_watch()
        return self._watch.next_notification() if self._watch else None

    def _end_watch(self):
        self._watch = None
        modules.leave("watch")

    # methods that change nothing

    def info(self):
        """Return the result of the method `info`."""
        board, python = self._app.board, sys.implementation
        volts = board.power and board.power.volts
        gc.collect()
        return {
            "app": protocol.APP,
            "version": VERSION,
            "protocol": protocol.VERSION,
            "device": board.unique_id,
            "board": board.name,
            "python": "%s %d.%d.%d" % ((python.name,) + tuple(python.version[:3])),
            "machine": getattr(python, "_machine", ""),
            "free_bytes": board.free_bytes(),
            "free_heap": free_heap(),
            "clock": board.clock(),
            "supply": volts and int(100 * volts),
            "game": self._app.session.game_id,
            "events": self.length(),
            "presses": self._presses,
            "games": self._app.games,
            "panel": self._app.canvas.size,
        }

    def state(self):
        """Return the result of the method `state`."""
        session = self._app.session
        state = session.game.live_state() if session.game else None
        return {"game": session.game_id, "events": self.length(), "state": state}

    # methods that change the game or the app

    def watch(self, picture, words, seconds):
        """Send notifications from now on, for a number of seconds."""
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


_FILES, _HOST = "companion.file_methods", "companion.host_methods"

METHODS = {
    "info": Methods.info,
    "state": Methods.state,
    "watch": Methods.watch,
    "press": Methods.press,
    "key": Methods.key,
    "list": _FILES,
    "read": _FILES,
    "remove": _FILES,
    "put": _FILES,
    "keep": _FILES,
    "forget_names": _FILES,
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
