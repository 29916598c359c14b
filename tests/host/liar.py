"""A device that lies: a sound companion on the bench whose answers are changed.

`LIES` are the lies that every command has to survive, `ENDLESS` those that go on for ever. A lie is a list of
what is changed on the way out: `Answer`s and `Notice`s change one method's result, `Bytes` and `Endless` what
goes over the cable. The host's clock is the liar's: it goes on while the host waits in vain, and at no other
time, so nothing depends on how fast the computer is.
"""

import signal
import threading
from base64 import b64encode
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

from arcana_host.link import device, following, ports
from link.bench import SETUP, Bench

from shared_rules import protocol

ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J\u202etxt\u2028[/red][link=file:///]\r\n\x7f"
"""Control sequences, which no terminal may get."""
HUGE = 1 << 32
ROW = {"card": "dawn", "fates": [], "pips": 0, "moons": 1, "attached": []}


MISSING = object()
"""Stands for a part that does not come at all."""


class Answer(NamedTuple):
    """Parts of the result of a method that are something else, or MISSING; a function changes what is."""

    method: str
    parts: dict[str, Any]


class Whole(NamedTuple):
    """An object that goes out in place of the answer to a method, with the right id."""

    method: str
    message: dict[str, Any]


class Notice(NamedTuple):
    """Parts of a notification that are something else."""

    method: str
    parts: dict[str, Any]


class Bytes(NamedTuple):
    """Bytes in place of the answers to a method."""

    method: str
    data: bytes


class Endless(NamedTuple):
    """Lines after requests for a method, until there is another request.

    line: a function of the id of the request and the number of the line, from 0 up.
    """

    method: str
    line: Callable[[int, int], bytes]


def _state(**parts):
    """Tables with wrong parts."""

    def change(state):
        return _with(state, parts, 0)

    return [Answer("state", {"state": change}), Notice("state", {"state": change})]


def _base64(text):
    return b64encode(text.encode()).decode()


_NOTICE = protocol.encode(protocol.notification("button", {"name": "a", "kind": "press"}))
_TO_NOBODY = protocol.encode(protocol.answer(999_999, {"files": []}))
_GAME = "games/0001-0badcafe.arcana"

LIES = {
    "info is a list": [Whole("info", {"result": [1, 2]})],
    "info is nothing": [Whole("info", {"result": None})],
    "info lacks its parts": [Whole("info", {"result": {"protocol": protocol.VERSION}})],
    "version with escapes": [Answer("info", {"version": ESCAPES, "board": ESCAPES})],
    "machine with escapes": [
        Answer("info", {"machine": f"RP2040 {ESCAPES}", "python": "micropython 1.24.1"})
    ],
    "device with a path": [Answer("info", {"device": "../../x"})],
    "room as a text": [Answer("info", {"free_bytes": "much", "free_heap": "more"})],
    "room of 4 GB": [Answer("info", {"free_bytes": HUGE})],
    "room below nothing": [Answer("info", {"free_bytes": -1})],
    "room that is no number": [Answer("info", {"free_bytes": float("nan")})],
    "python without a version": [Answer("info", {"python": "snake"})],
    "protocol as a text": [Answer("info", {"protocol": "one"})],
    "clock in words": [Answer("info", {"clock": "yesterday"}), Answer("clock", {"clock": "noon"})],
    "presses as a list": [Answer("info", {"presses": [1]}), Answer("press", {"presses": None})],
    "files are nothing": [Answer("list", {"files": None})],
    "files are texts": [Answer("list", {"files": ["a", "b"]})],
    "a game with a path": [Answer("list", {"files": [["games/../../x", 3]]})],
    "a game with escapes": [Answer("list", {"files": [[f"games/0001-{ESCAPES}.arcana", 3]]})],
    "a game that is not there": [Answer("list", {"files": [[_GAME, 3]]})],
    "next is 0": [Answer(method, {"next": 0}) for method in ("list", "creatures", "log")],
    "next is a text": [Answer(method, {"next": "1"}) for method in ("list", "creatures", "log")],
    "pages without end": [
        Answer(method, {"next": lambda _, first: first + 1}) for method in ("list", "creatures", "log")
    ],
    "empty pages": [
        Answer("list", {"files": [], "next": 1}),
        Answer("log", {"lines": [], "next": 1}),
        Answer("creatures", {"creatures": [], "next": 1}),
    ],
    "lines are numbers": [Answer("log", {"lines": [1]})],
    "lines with escapes": [Answer("log", {"lines": [ESCAPES]})],
    "lines are no game": [Notice("part", {"data": _base64("play 9 9\n[red]\n")})],
    "tags with escapes": [Notice("part", {"data": _base64(f'[Place "{ESCAPES}"]\n{SETUP}\n')})],
    "another game's tag": [Notice("part", {"data": _base64(f'[Game "../../x"]\n{SETUP}\n')})],
    "parts without numbers": [Notice("part", {"number": MISSING})],
    "parts of the wrong number": [Notice("part", {"number": 7})],
    "parts that are not base64": [Notice("part", {"data": "§§§"})],
    "parts of no file": [Notice("part", {"file": 99})],
    "parts with an error that is a text": [Notice("part", {"error": ESCAPES})],
    "parts with escapes in an error": [Notice("part", {"error": {"code": -32001, "message": ESCAPES * 20}})],
    "parts with nothing in them": [Notice("part", {"data": MISSING})],
    "more parts than came": [Answer("read", {"parts": 99})],
    "removed in words": [Answer("remove", {"removed": "perhaps"})],
    "a phase that is none": _state(phase="tea"),
    "over without a result": _state(phase="over", result=None),
    "a result that is none": _state(result=ESCAPES),
    "doom of 4 GB": _state(doom=HUGE - 1, score=2_000_000_000),
    "moons without end": _state(row=[{**ROW, "pips": 2_000_000_000, "moons": 2_000_000_000}] * 4),
    "a row of numbers": _state(row=[1, 2, 3, 4]),
    "cards with escapes": _state(row=[{**ROW, "card": ESCAPES, "attached": [ESCAPES]}] * 4, active=ESCAPES),
    "a creature that is none": _state(
        creatures=[{"level": 9, "name": ESCAPES, "condition": "x", "fates": []}],
        **{"defeats": 0, "adventurers": {"Ann": ""}, "ready": []},
    ),
    "a table without a phase": _state(phase=MISSING),
    "a table without a turn's player": _state(active=None),
    "a table without its result": _state(result=MISSING),
    "cards without moons": _state(row=[{key: ROW[key] for key in ROW if key != "moons"}] * 4),
    "half a character": _state(row=[{**ROW, "card": "\ud83d"}] * 4),
    "no table": [Answer("state", {"state": MISSING}), Notice("state", {"state": MISSING})],
    "answers without an end": [
        Answer(method, {"next": MISSING, "check": MISSING}) for method in ("list", "creatures", "log")
    ],
    "info without a clock": [Answer("info", {"clock": MISSING, "free_heap": MISSING})],
    "a name for a shell": [
        Answer("list", {"files": [["$(reboot)", 3]]}),
        Answer("info", {"board": "$(reboot)"}),
    ],
    "a table that is a list": [Answer("state", {"state": [1]}), Notice("state", {"state": [1]})],
    "words about no line": [Notice("words", {"at": 99, "lines": ["one"]})],
    "words with escapes": [Notice("words", {"title": ESCAPES, "lines": [ESCAPES], "at": 0})],
    "a picture that is none": [Notice("picture", {"page": "top", "data": 7})],
    "settings are a list": [Answer("settings", {"settings": [1]})],
    "settings with escapes": [Answer("settings", {"settings": {ESCAPES: ESCAPES, "board": ESCAPES}})],
    "settings without numbers": [Answer("settings", {"settings": {"board": float("inf")}})],
    "parts that are lists": [Answer("self_test", {"flash": ["ok"], "heap": None})],
    "parts with escapes": [Answer("self_test", {"flash": ESCAPES, ESCAPES: ESCAPES})],
    "files with paths": [Answer("list", {"files": [["../../x", 10], ["main.py", 10]]})],
    "files of 4 GB": [Answer("list", {"files": [["settings.json", HUGE]]})],
    "files that are numbers": [Answer("list", {"files": [1, 2]})],
    "creatures that are none": [Answer("creatures", {"creatures": ["9:x", ESCAPES]})],
    "settings left that nobody sent": [Answer("keep", {"left": ["x"] * 200})],
    "names that are none": [Answer("settings", {"settings": {"names": 7, "players": -5}})],
    "changed in numbers": [Answer("creature", {"changed": 3}), Answer("keep", {"kept": 3})],
    "an error that is a text": [Whole("info", {"error": ESCAPES})],
    "an error without a code": [Whole("list", {"error": {"message": ESCAPES}})],
    "an error with escapes": [
        Whole(method, {"error": {"code": -32001, "message": ESCAPES * 20}})
        for method in ("list", "read", "watch", "self_test", "creatures", "settings")
    ],
    "an answer to nobody": [Bytes("list", _TO_NOBODY), Bytes("watch", _TO_NOBODY)],
    "ids of another kind": [Bytes("list", protocol.encode({"jsonrpc": "2.0", "id": [1], "result": {}}))],
    "nested without end": [
        Bytes("list", protocol.encode({"jsonrpc": "2.0", "id": 1, "x": 0}).replace(b"0", b"[" * 900))
    ],
    "nested deep": [Answer("info", {"more": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]})],
    "a flood of notifications": [Bytes("list", _NOTICE * 1000), Bytes("watch", _NOTICE * 1000)],
    "a line without end": [Bytes("list", b"x" * 100_000), Bytes("watch", b"x" * 100_000)],
    "bytes at random": [Bytes("list", bytes(range(256)) * 99), Bytes("watch", bytes(range(256)) * 99)],
    "silence after the first answer": [Bytes(method, b"") for method in ("list", "watch", "clock")],
}


def _part(id, number, data):
    return protocol.encode(protocol.notification("part", {"of": id, "number": number, "data": _base64(data)}))


_BUSY = protocol.encode(protocol.notification("busy", {}))

ENDLESS = {
    "parts without data": lambda id, n: _part(id, n, ""),
    "parts of a byte": lambda id, n: _part(id, n, "x"),
    "parts of 2 KB": lambda id, n: _part(id, n, "x" * 2000),
    "a file that begins again with one byte more": lambda id, n: _part(id, 0, "x" * (n % 2000)),
    "a file that begins again and again": lambda id, n: _part(id, n % 2, "x"),
    "parts of another file": lambda id, n: _part(id + 1, n, "x"),
    "at work": lambda id, n: _BUSY,
    "at work, then nothing new": lambda id, n: _NOTICE if n else _BUSY,
    "notifications": lambda id, n: _NOTICE,
    "answers to nobody": lambda id, n: _TO_NOBODY,
    "answers to an earlier request": lambda id, n: protocol.encode(protocol.answer(id - 1, {"files": []})),
    "lines without a checksum": lambda id, n: b"x" * 60 + b"\n",
    "empty lines": lambda id, n: b"\n",
    "a line without an end": lambda id, n: b"x" * 1024,
    "bytes at random": lambda id, n: bytes((n * 167 + at * at * 31) % 256 for at in range(64)),
}
"""Endless output; see `Endless`."""

LAST_LINE = 40_000
"""Lines after which a liar falls silent, so that a host that reads without a limit is found out."""
_STEPS = 3000
_SETTLED = 1000


class Clock:
    """The host's clock, which only goes on while it waits in vain."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class Liar:
    """A device at the port `path`, sound but for a lie; it is that port as pyserial has it.

    monkeypatch: plugs it in. lied: whether the lie was told. lines: how many lines of an `Endless` lie came.
    stops: whether to interrupt the command, as Ctrl-C does, once it has heard the lie, or has none to hear.
    """

    path = "/dev/liar"

    def __init__(self, folder, lie, monkeypatch):
        folder.mkdir()
        self._bench = Bench(folder)
        # what runs on this computer is not installed
        self._bench.pretend("info", lambda info: {**info, "python": "micropython 1.24.1"})
        self._bench.result("enter", event=0, text=SETUP)
        self._bench.result("enter", event=1, text="abandon")
        self._bench.result("enter", event=0, text=SETUP)
        self._lie = lie
        self._clock = Clock()
        self._asked = {}
        self._coming = self._to_say = b""
        self._endless = None
        self.lied, self.lines = False, 0
        self.stops, self._steps = False, _STEPS
        opened = ports.serial.serial_for_url
        monkeypatch.setattr(
            ports.serial,
            "serial_for_url",
            lambda path, **how: self._open() if path == self.path else opened(path, **how),
        )
        monkeypatch.setattr(device, "time", self._clock)
        monkeypatch.setattr(following, "time", self._clock)

    def interrupt_when_heard(self):
        """Interrupt the next command once it has read the lie, or once there is no lie to read."""
        self.stops, self._steps, self.lied = True, _STEPS, False

    # as pyserial has it

    in_waiting = 4096

    def _open(self):
        self._coming = self._to_say = b""
        self._endless = None
        self._step(250)
        return self

    def read(self, size):
        self._bench.poll()
        for line in self._bench.cable.receive().splitlines(keepends=True):
            changed = self._changed(line)
            if changed != line:
                self._lies()
            self._to_say += changed
        while self._endless and len(self._to_say) < size and self.lines < LAST_LINE:
            self._to_say += next(self._endless)
            self.lines += 1
        said, self._to_say = self._to_say[:size], self._to_say[size:]
        if not said:
            self._clock.now += ports.READ_WAIT
        self._step(1 if said else 50)
        return said

    def write(self, data):
        *lines, self._coming = (self._coming + data).split(b"\n")
        for line in lines:
            try:
                message = protocol.decode(line)
            except protocol.LinkError:
                pass
            else:
                self._asked[message["id"]] = message
                self._endless = None
        self._bench.cable.send(data)

    def close(self):
        pass

    def _step(self, steps):
        """Count what the host does; interrupt it after enough."""
        self._steps -= steps
        if self.stops and self._steps < 0:
            self.stops = False
            if threading.current_thread() is threading.main_thread():
                raise KeyboardInterrupt
            signal.raise_signal(signal.SIGINT)

    def _lies(self):
        if not self.lied:
            self.lied, self._steps = True, min(self._steps, _SETTLED)

    def _changed(self, line):
        message = protocol.decode(line)
        asked = self._asked.get(message.get("id"), {})
        for lie in self._lie:
            if isinstance(lie, Notice) and lie.method == message.get("method"):
                return protocol.encode({**message, "params": _with(message["params"], lie.parts, 0)})
            if isinstance(lie, Notice) or lie.method != asked.get("method"):
                continue
            if isinstance(lie, Endless):
                self._endless = map(lie.line, iter(lambda: message["id"], None), count())
                return b""
            if isinstance(lie, Bytes):
                return lie.data
            if isinstance(lie, Whole):
                return protocol.encode({"jsonrpc": "2.0", "id": message["id"], **lie.message})
            if "result" in message:
                first = asked["params"].get("first") or 0
                return protocol.encode({**message, "result": _with(message["result"], lie.parts, first)})
        return line


def _with(result, parts, first):
    changed = dict(result)
    for key, value in parts.items():
        if value is MISSING:
            changed.pop(key, None)
        elif key == "next" and callable(value):
            changed[key] = value(None, first)
        else:
            changed[key] = value(result[key]) if callable(value) else value
    return changed
