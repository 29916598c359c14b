"""The link between a host and the device, in one place for both sides. This docstring is its specification.

It knows lines, checksums and the names of methods; it must not know serial ports, screens or the rules.

A line
    <JSON object><one or more spaces>*<8 hex digits>\\n

The digits are the CRC-32 of everything before the `*`, in lower case. A line is ASCII; `\\r` before the `\\n`
is tolerated. Bytes below 0x20 and 0x7f never occur in it, so a line can never contain what the MicroPython
prompt takes for a command (Ctrl-A to Ctrl-E). A request has at most MAX_REQUEST bytes, an answer or a
notification at most MAX_ANSWER, the newline included. The device fills its lines with spaces up to a multiple
of PACKET, so that a full USB buffer always has room for a whole packet or for none, and a host that does not
read can never hold a write up; only one that stops in the middle of `game_files` or `games` does, once for a
second.

The JSON object is JSON-RPC 2.0: a request `{"jsonrpc", "id", "method", "params"}` with an object for its
params, an answer `{"jsonrpc", "id", "result"}` or `{"jsonrpc", "id", "error": {"code", "message"}}`, or a
notification `{"jsonrpc", "method", "params"}`. An id is an integer from 0 up or a text of at most 32
characters. There are no batches. A line that cannot be read is answered with `"id": null` or not at all. Only
the host asks; only the device notifies. A message is one sentence for a person.

A host waits for as long as the device is at work: before what may take a while the device says that it is
busy, and then nothing for as long as that takes. Where it says nothing at all, the request was lost.

Every request can be asked again when its answer was lost: it changes nothing, or the same thing, or it names
the number it expects, and the device answers as it did the first time instead of doing it twice.

Methods (`METHODS` has the parameters and their kinds; those with `?` may be left out)
    info        -> app, version, protocol, device, board, python, free_bytes, free_heap, clock, game, events,
                   presses, games: [name of each that is installed] (older devices say none). `app` is
                   "shipwreck-companion", as in the days of one game: by it, programs find any version.
    games       first? -> games: [{game, events, finished}], next (null at the end), damaged: some of the
                   [file name] that were set aside (with the first page only)
    events      game, first? -> game, first, total, tags: [[name, value]] (with the first page only),
                   ended: "YYYY-MM-DD HH:MM" or null (likewise), events: [line], undo lines included, the
                   setup being number 0; next (null at the end)
    confirm     game, events, check? -> removed. The host has stored that many lines of a finished game, which
                   may go. `check` is the `Record.check` of what the host has stored: a game with another one
                   stays. Older hosts leave it out.
    game_files  file?, first? -> parts: how many notifications `part` came before the answer. They bring all
                   games that are over, as the files in which they lie: `0000-0015.gone`, a line for each game
                   that has left the pack of this name; `0000-0015.games`, a pack, in which a line
                   `## <number>-<game>.arcana <bytes>` stands above each game, in older ones without the
                   bytes; `<number>-<game>.arcana`. They go on at byte `first` of `file`, and start over where
                   there is no such file. Another `game_files`, or `games`, ends the one before.
    let_go      files: "<file> <bytes> <CRC-32 in hex>,…" -> removed: [yes/no], in their order, left: how
                   many files with games, damaged ones too, are there still. The host has stored all games in
                   these packs and games' files, which may go: those do that are still as it says.
    state       -> game, events, state: of the game under way, or nulls
    enter       event, text, follows? -> event, events, digest. Event number `event` of the game under way is
                   `text`; number 0 is a setup and begins a game. What follows by itself, such as the end of
                   a turn in which nothing is left to decide, comes with it, and "undo" takes back all of
                   that: `events` counts it, and whoever enters it under its own number is answered as the
                   first time.
                   With `follows` false nothing follows: for a record, which has all of it.
    watch       picture?, words?, seconds? -> seconds. Notifications from now on, until as many seconds have
                   passed without another `watch` (0 ends it at once).
    settings    set? -> settings: {name: value}
    clock       set? ("YYYY-MM-DD HH:MM:SS") -> clock ("YYYY-MM-DD HH:MM", null when never set)
    press       button, kind?, number -> presses. `number` is the count of presses so far.
    key         text, number -> presses. What a keyboard types where a name is being written: one letter, or
                   "\\b", which takes the last one away. It counts as a press; other screens pass over it.
    scratch     number, text, state? -> number, digest, and the state when asked for. Number 0 begins an empty
                   game that no journal sees; the text `close` gives its memory back.
    creatures   first? -> creatures: [text], the players' own; next (null at the end)
    creature    text, remove? -> changed. The device keeps this creature, or no longer keeps it.
    files_kept  first? -> files: [[name, bytes]], next: what a backup has: games, settings, creatures, log
    file        name, first? -> data (base64), next, check: CRC-32 of the whole file in hex, with its end only
    put         first, data (base64) -> bytes. From byte `first` on, what a file has that is brought back.
    keep        name, check -> kept, left. What was put is this file, which takes its place; a file that is
                   there already never goes. left: names of settings that the device has none like
    log         first? -> lines, first, next (null at the end)
    self_test   -> flash, heap, panel, install: each "ok" or a sentence
    pattern     name?, refresh? -> nothing. The panel shows a test pattern, and presses do nothing; without a
                   name, and at the first press after two minutes, the companion is back. refresh: "full",
                   which it is if left out, "partial" or "quick".
    panel       -> celsius: degrees at the panel after its last full refresh, null where it does not tell;
                   refresh: the kind of its last one, as in `pattern`; took: milliseconds for which that kept
                   it busy, null until what was asked for last is on the panel

Notifications
    busy        The device is at work on a request, and may take longer than usual to answer it.
    part        of, number, file, first, data: what comes from byte `first` on, base64; `of` is the id of the
                   request, `number` counts from 0 up.

Notifications, while a host watches
    state       as the answer of that name, after every event
    picture     page, data: one page (eight rows) of the panel's picture, base64 of 296 bytes, bit 0 the
                   topmost row, 1 = black. Only pages that changed; all of them after `watch`.
    words       title, lines: [text], at: the number of the line at the cursor or null, keys: {button: what it
                   does}, written: the name that is being written, for `key`, or null, language: what
                   the panel says, each time it shows something else, if that was asked for. "<" and ">" are
                   arrows; a key with an empty text moves the cursor.
    button      name, kind
"""

import binascii
import json

if False:  # for the type checker only
    from typing import Any

VERSION = 1
MAX_REQUEST = 512
MAX_ANSWER = 4096
PACKET = 64
TOLD_DAMAGED = 32  # names of files in an answer to `games`

# JSON-RPC's own codes
DAMAGED = -32700
NOT_A_REQUEST = -32600
UNKNOWN_METHOD = -32601
WRONG_PARAMETERS = -32602
FAULT = -32603
# ours
REFUSED = -32001  # the rules, the journal or the flash say no
OUT_OF_STEP = -32002  # the number that the request expects is not the one the device is at

# Each method and its parameters as name:kind; a kind that ends in "?" may be left out. It stays one text,
# which takes the least room on a Pico.
METHODS = """
info
games first:number?
events game:text first:number?
confirm game:text events:number check:text?
game_files file:text? first:number?
let_go files:text
state
enter event:number text:text follows:yes/no?
watch picture:yes/no? words:yes/no? seconds:number?
settings set:object?
clock set:text?
press button:text kind:text? number:number
key text:text number:number
scratch number:number text:text state:yes/no?
creatures first:number?
creature text:text remove:yes/no?
files_kept first:number?
file name:text first:number?
put first:number data:text
keep name:text check:text
log first:number?
self_test
pattern name:text? refresh:text?
panel
"""

_KINDS = {"number": "a number", "text": "a text", "yes/no": "true or false", "object": "an object"}
_MARK = 42  # "*"
_TAIL = 9  # the mark and eight digits
_BIGGEST = 1 << 30
"""Above that, a Pico can't count on from a number as far as a page goes."""


class LinkError(Exception):
    """A line or a request that cannot be served.

    code: one of the codes above; message: one sentence for a person; id: the request's, None when unknown.
    """

    def __init__(self, code: int, message: str, id: int | str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def request(id: int | str, method: str, params: dict | None = None) -> dict:
    """Return the request object that asks for `method` with `params` (a dict)."""
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}


def answer(id: int | str, result: object) -> dict:
    """Return the answer object to the request `id`."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def refusal(error: LinkError) -> dict:
    """Return the answer object that carries a LinkError."""
    return {"jsonrpc": "2.0", "id": error.id, "error": {"code": error.code, "message": error.message}}


def notification(method: str, params: dict) -> dict:
    """Return the notification object `method` with `params` (a dict)."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def encode(message: dict, multiple: int = 1) -> bytes:
    """Return the line (bytes, newline included) for a JSON-RPC object.

    multiple: the line is filled with spaces to a multiple of so many bytes.
    """
    # as few copies as can be: in the middle of a game, a Pico has no room for many
    body = _printable(json.dumps(message)).encode()
    fill = b" " * (1 + -(len(body) + 1 + _TAIL + 1) % multiple)
    return b"".join((body, fill, b"*", _checksum(fill, binascii.crc32(body)), b"\n"))


def seal(line: bytearray, length: int) -> memoryview:
    """Return the line for a JSON-RPC object that stands in a buffer, filled up to a multiple of PACKET.

    line: has the object, which is plain ASCII, in its first `length` bytes, and room for the rest.
    """
    whole = length + 1 + _TAIL + 1
    whole += -whole % PACKET
    end = whole - _TAIL - 1
    line[length:end] = b" " * (end - length)
    line[end:whole] = b"*" + _checksum(memoryview(line)[:end]) + b"\n"
    return memoryview(line)[:whole]


def decode(line: bytes | bytearray) -> "dict[str, Any]":
    """Return the JSON-RPC object of a line (bytes, with or without its newline).

    Raises LinkError: no or a wrong checksum, bytes that no line has, not a JSON object.

    >>> decode(encode(request(7, "info")))["method"]
    'info'
    >>> decode(b'{"jsonrpc": "2.0"} *00000000')
    Traceback (most recent call last):
    shared_rules.protocol.LinkError: the checksum of the line is wrong
    """
    line = bytes(line).rstrip(b"\r\n")
    if len(line) <= _TAIL or line[-_TAIL] != _MARK:
        raise LinkError(DAMAGED, "the line ends without a checksum")
    body = line[:-_TAIL]
    if line[1 - _TAIL :] != _checksum(body):
        raise LinkError(DAMAGED, "the checksum of the line is wrong")
    if min(body) < 0x20 or max(body) >= 0x7F:
        raise LinkError(DAMAGED, "the line has bytes that are not printable ASCII")
    try:
        message = json.loads(body.decode())
    except MemoryError:
        raise
    except Exception:  # what a parser raises on odd texts differs between the interpreters
        raise LinkError(DAMAGED, "the line is not JSON")
    if not isinstance(message, dict):
        raise LinkError(NOT_A_REQUEST, "the line is not a JSON object")
    return message


def read_request(line: bytes | bytearray) -> tuple[int | str, str, dict]:
    """Return (id, method, params) of a request line; params is complete: what was left out is None.

    Raises LinkError as `decode` does, and for an unknown method or parameters that do not fit.
    """
    message = decode(line)
    id = message.get("id")  # type: Any
    if not _is_id(id):
        raise LinkError(NOT_A_REQUEST, "the request has no usable id")
    method = message.get("method")
    params = message.get("params", {})
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, dict):
        raise LinkError(NOT_A_REQUEST, "the line is not a JSON-RPC 2.0 request", id)
    known = parameters(method)
    if known is None:
        raise LinkError(UNKNOWN_METHOD, "there is no method of this name", id)
    return id, method, _checked(id, method, known, params)


def parameters(method: str) -> list[tuple[str, ...]] | None:
    """Return the parameters of a method as a list of (name, kind), None when there is no such method."""
    if " " in method or "\n" in method:
        return None
    # few new texts, as a Pico looks for each of them among the names that it knows
    for end in (" ", "\n"):
        at = METHODS.find("\n" + method + end)
        if at >= 0:
            first = at + 1 + len(method)
            line = METHODS[first : METHODS.find("\n", first)]
            return [tuple(word.split(":")) for word in line.split()]
    return None


def _checked(id: int | str, method: str, known: list[tuple[str, ...]], params: dict) -> dict:
    complete = {}
    for name, kind in known:
        value = params.get(name)
        optional = kind.endswith("?")
        if not ((value is None and optional) or _fits(value, kind.rstrip("?"))):
            raise LinkError(
                WRONG_PARAMETERS, "%s: %s has to be %s" % (method, name, _KINDS[kind.rstrip("?")]), id
            )
        complete[name] = value
    for name in params:
        if name not in complete:
            raise LinkError(WRONG_PARAMETERS, "%s: it has no such parameter" % method, id)
    return complete


def _fits(value: object, kind: str) -> bool:
    if kind == "number":
        return _is_number(value)
    if kind == "yes/no":
        return value is True or value is False
    return isinstance(value, str if kind == "text" else dict)


def _is_number(value: object) -> bool:
    # True is an int on CPython and none on MicroPython
    return isinstance(value, int) and value is not True and value is not False and 0 <= value < _BIGGEST


def _is_id(value: object) -> bool:
    return _is_number(value) or (isinstance(value, str) and len(value) <= 32)


def _checksum(body: bytes | memoryview, before: int = 0) -> bytes:
    return b"%08x" % (binascii.crc32(body, before) & 0xFFFFFFFF)


def _printable(text: str) -> str:
    """Escape what is not printable ASCII: MicroPython's json leaves most of it as it is."""
    # json escapes what is below 0x20; all else that is not ASCII takes more than one byte
    if len(text) == len(text.encode()) and "\x7f" not in text:
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0x20 <= code < 0x7F:
        return character
    if code < 0x10000:
        return "\\u%04x" % code
    code -= 0x10000
    return "\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF))
