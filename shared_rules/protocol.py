"""The protocol of the link between a host and the device. This docstring is its specification.

It knows lines, checksums, the names of methods and the temporary file of a restore; it must not know serial
ports, screens or the rules.

A line
    <JSON object><one or more spaces>*<8 hex digits>\\n

The digits are the CRC-32 of everything before the `*`, in lower case. A line is ASCII; `\\r` before the `\\n`
is tolerated. It contains no other control characters, so it can't contain a command of the MicroPython prompt
(Ctrl-A to Ctrl-E). A request has at most MAX_REQUEST bytes, an answer or a notification at most MAX_ANSWER,
including the newline. The device pads its lines with spaces to a multiple of PACKET, so that its USB buffer
either has room for a whole packet or is full, and writing never blocks if the host does not read. Only a host
that stops reading in the middle of `read` blocks it, once for a second.

The JSON object is JSON-RPC 2.0: a request `{"jsonrpc", "id", "method", "params"}` with an object for its
params, an answer `{"jsonrpc", "id", "result"}` or `{"jsonrpc", "id", "error": {"code", "message"}}`, or a
notification `{"jsonrpc", "method", "params"}`. An id is an integer from 0 up or a text of at most 32
characters. There are no batches. A line that cannot be read is answered with `"id": null` or not at all. Only
the host sends requests; only the device sends notifications. A message is one sentence for a person.

A host waits while the device is at work. Before a method that may take a while, the device sends the
notification `busy`, and then nothing until the answer, but for the parts of files. If it sends nothing at
all, the request was lost. A request that comes before the last request is answered waits.

Every request can be repeated if its answer was lost: it changes nothing, or is idempotent, or has the number
of the event or press that it expects. The device then answers as the first time and does nothing twice.

Methods (`METHODS` has the parameters and their kinds; those with `?` may be left out)
    info        -> app, version, protocol, device, board, python, machine, free_bytes, free_heap, clock,
                   supply, game, events, presses, games: [name of each installed game], panel: [width, height,
                   layout]. `app` is always APP, by which programs recognise a companion of any version.
                   `machine` is the board's `os.uname().machine`. `supply` is in hundredths of a volt, null if
                   it is not measurable. The layout of pictures is a constant of MicroPython's framebuf: 0 for
                   MONO_VLSB, 3 for MONO_HLSB.
    list        first? -> files: [[name, bytes]], next (null at the end): all files that a backup holds:
                   settings, creatures, log, and each game, `games/<number>-<game>.arcana`, as `journal_file`
                   of the firmware describes it. A running game that could not be replayed ends in `.damaged`.
    read        names: [text] -> parts: the number of notifications `part` before the answer. The parts bring
                   the files in the order of `names`. Reading changes nothing, whatever the content.
    remove      name, check -> removed. Removes a finished game. `check` is the CRC-32 in hex of its tags and
                   events, as the host reads them back from its own copy: if the CRC-32 on the device differs,
                   the game stays. False if the file does not exist.
    state       -> game, events, state: of the running game, or nulls
    enter       event, text, follows? -> event, events, digest. `text` becomes event number `event` of the
                   running game; number 0 is a setup and starts a game. Events that follow from it by the
                   rules, such as the end of a turn with nothing left to decide, are added with it, and "undo"
                   takes back all of them: `events` counts them, too. With `follows` false no event is added,
                   as for a record, which contains them all. A repeated request is answered as the first time.
    watch       picture?, words?, seconds? -> seconds. Notifications are sent from now on, until as many
                   seconds have passed without another `watch` (0 ends it at once).
    settings    set? -> settings: {name: value}
    forget_names -> settings. Resets the names of the players to those of a new device; earlier and damaged
                   versions of the settings are removed, and games keep their names.
    clock       set? ("YYYY-MM-DD HH:MM:SS") -> clock ("YYYY-MM-DD HH:MM", null if it was never set)
    press       button, kind?, number -> presses. `number` is the number of earlier presses. The answer comes
                   before the press is handled; `watch` reports its effect.
    key         text, number -> presses. A key of a keyboard while a name is being entered: one letter, or
                   "\\b", which deletes the last letter. It counts as a press; other screens ignore it.
    scratch     number, text, state? -> number, digest, and the state if asked for. Number 0 starts a game
                   that is not stored in the journal; the text `close` frees its memory.
    creatures   first? -> creatures: [text], the players' own; next (null at the end)
    creature    text, remove? -> changed. Adds this creature to the device, or removes it.
    put         first, data (base64) -> bytes. Receives a part of a file to restore, from byte `first` on.
    keep        name, check -> kept, left. Gives this name to the file that was received; no existing file is
                   replaced, except that settings are merged. left: names of settings unknown to the device
    log         first? -> lines, first, next (null at the end)
    self_test   -> flash, heap, panel: each "ok" or a sentence
    pattern     name?, refresh? -> nothing. The panel shows a test pattern, and presses do nothing. "game" is
                   the table of the game of `scratch`, which has to be of the kind that the device plays.
                   Without a name, and at the first press after two minutes, the companion is shown again.
                   refresh: "full" (the default), "partial" or "quick".
    panel       -> celsius: degrees at the panel at its last full refresh, null if unknown; partials: how many
                   partial refreshes there were since; refresh: the kind of its last one, as in `pattern`;
                   took: milliseconds that it took, null until the last picture asked for is on the panel, 0
                   if it was there already

Notifications
    busy        The device is at work on a request, and may take longer than usual to answer it.
    part        of, file, number, data: the next bytes of a file, as base64; `of` is the id of the request
                   `read`, `file` the index of the file's name in it, and `number` counts the parts of the
                   whole answer from 0 up. A file has at least one part. With error: {code, message} instead
                   of data, it can't be read, or not to its end.

Notifications while a host watches
    state       as the answer of that name, after every event
    picture     page, data: one page (eight rows) of the panel's picture, base64 of as many bytes as it is
                   wide, in the layout of `info`, but 1 = black. Only pages that changed; all after `watch`.
    words       title, lines: [text], at: the number of the line at the cursor or null, keys: {button: what it
                   does}, written: the name that is being entered, for `key`, or null, asks: whether the
                   heading is a question, as that of a correction is, language: what the panel says, after
                   each change, if `watch` asked for words. "<" and ">" are arrows; a key with an empty text
                   moves the cursor.
    button      name, kind
"""

import binascii
import json

if False:  # for the type checker only
    from typing import Any

APP = "arcana"
VERSION = 2
MAX_REQUEST = 512
MAX_ANSWER = 4096
PACKET = 64

PART = "brought.part"
"""The temporary file for the received parts of a file to restore."""

# JSON-RPC's own codes
DAMAGED = -32700
NOT_A_REQUEST = -32600
UNKNOWN_METHOD = -32601
WRONG_PARAMETERS = -32602
FAULT = -32603
# this protocol's own
REFUSED = -32001  # by the rules, the journal or the flash
OUT_OF_STEP = -32002  # the request has another number than the device expects

# Each method and its parameters as name:kind; a parameter whose kind ends in "?" may be left out. A single
# string takes the least memory on a Pico.
METHODS = """
info
list first:number?
read names:texts
remove name:text check:text
state
enter event:number text:text follows:yes/no?
watch picture:yes/no? words:yes/no? seconds:number?
settings set:object?
forget_names
clock set:text?
press button:text kind:text? number:number
key text:text number:number
scratch number:number text:text state:yes/no?
creatures first:number?
creature text:text remove:yes/no?
put first:number data:text
keep name:text check:text
log first:number?
self_test
pattern name:text? refresh:text?
panel
"""

_KINDS = {
    "number": "a number",
    "text": "a text",
    "texts": "a list of texts",
    "yes/no": "true or false",
    "object": "an object",
}
_STAR = 42  # "*"
_TAIL = 9  # the mark and eight digits
_LIMIT = 1 << 30
"""Numbers in requests are below this limit, so that adding the length of a page can't overflow on a Pico."""


class LinkError(Exception):
    """A line or a request that cannot be answered with a result.

    code: one of the codes above; message: one sentence for a person; id: the request's, None if unknown.
    """

    def __init__(self, code: int, message: str, id: int | str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.id = id


def request(id: int | str, method: str, params: dict | None = None) -> dict:
    """Return the request object for `method` with `params` (a dict)."""
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}


def answer(id: int | str, result: object) -> dict:
    """Return the answer object to the request `id`."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def refusal(error: LinkError) -> dict:
    """Return the answer object for a LinkError."""
    return {"jsonrpc": "2.0", "id": error.id, "error": {"code": error.code, "message": error.message}}


def notification(method: str, params: dict) -> dict:
    """Return the notification object `method` with `params` (a dict)."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def encode(message: dict, multiple: int = 1) -> bytes:
    """Return the line (bytes, newline included) for a JSON-RPC object.

    multiple: the line is padded with spaces to a multiple of this number of bytes.
    """
    return seal(_printable(json.dumps(message)).encode(), multiple)


def seal(body: bytes, multiple: int = 1) -> bytes:
    """Return the line for a JSON object in plain ASCII; `multiple` as for `encode`."""
    fill = b" " * (1 + -(len(body) + 1 + _TAIL + 1) % multiple)
    return b"".join((body, fill, b"*", _checksum(fill, binascii.crc32(body)), b"\n"))


def decode(line: bytes | bytearray) -> "dict[str, Any]":
    """Return the JSON-RPC object of a line (bytes, with or without its newline).

    Raises LinkError for a missing or wrong checksum, bytes that are not printable ASCII, or no JSON object.

    >>> decode(encode(request(7, "info")))["method"]
    'info'
    >>> decode(b'{"jsonrpc": "2.0"} *00000000')
    Traceback (most recent call last):
    shared_rules.protocol.LinkError: the checksum of the line is wrong
    """
    line = bytes(line).rstrip(b"\r\n")
    if len(line) <= _TAIL or line[-_TAIL] != _STAR:
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
    except Exception:  # CPython and MicroPython raise different exceptions here
        raise LinkError(DAMAGED, "the line is not JSON")
    if not isinstance(message, dict):
        raise LinkError(NOT_A_REQUEST, "the line is not a JSON object")
    return message


def read_request(line: bytes | bytearray) -> tuple[int | str, str, dict]:
    """Return (id, method, params) of a request line; in params, parameters that were left out are None.

    Raises LinkError as `decode` does, and for an unknown method or invalid parameters.
    """
    message = decode(line)
    id: Any = message.get("id")
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
    """Return the parameters of a method as a list of (name, kind), or None for an unknown method."""
    if " " in method or "\n" in method:
        return None
    # few new strings, as MicroPython compares each with all interned strings
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
    if kind == "texts":
        return isinstance(value, list) and all([isinstance(each, str) for each in value])
    return isinstance(value, str if kind == "text" else dict)


def _is_number(value: object) -> bool:
    # True is an int on CPython, but not on MicroPython
    return isinstance(value, int) and value is not True and value is not False and 0 <= value < _LIMIT


def _is_id(value: object) -> bool:
    return _is_number(value) or (isinstance(value, str) and len(value) <= 32)


def _checksum(body: bytes | memoryview, before: int = 0) -> bytes:
    return b"%08x" % (binascii.crc32(body, before) & 0xFFFFFFFF)


def _printable(text: str) -> str:
    """Escape characters that are not printable ASCII, most of which MicroPython's json does not escape."""
    # json escapes characters below 0x20; characters above 0x7F take several bytes
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
