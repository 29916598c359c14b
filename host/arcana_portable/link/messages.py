"""The line of a request, and the device's output: answers, notifications and parts of files.

It runs on CPython and, in the browser, on MicroPython. It must not know ports, or how long to wait.
"""

from __future__ import annotations

import json
import re
from binascii import a2b_base64, crc32
from collections import deque
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import DeviceRefused
from arcana_portable.link.answers import BadAnswer, check_notification, read_error
from arcana_portable.translation import N_, _
from shared_rules import protocol
from shared_rules.device_files import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_NOTICES = 256

_PROMPTS = (b">>> ", b"\n... ", b"\n=== ", b"\n>")
_BEGINNING = b'{"jsonrpc"'
ECHO = re.compile(rb'\{"jsonrpc":"2.0","id":\d+,"method"')
"""The part of a request that a prompt repeats; only a host asks."""
_LONGEST_JUNK = 16384
CIRCUITPYTHON = N_("a board with CircuitPython")
_PRINTER, _ESP = N_("a 3D printer (Marlin)"), N_("a board with an ESP chip")
_BANNERS = (
    (b"CircuitPython", CIRCUITPYTHON),
    (b"echo:Marlin", _PRINTER),
    (b"echo:Unknown command:", _PRINTER),
    (b"Grbl", N_("a machine with GRBL")),
    (b"ESP-ROM:", _ESP),
    (b"rst:0x", _ESP),
    (b",rst cause:", _ESP),
    (b"login: ", N_("the login of a computer")),
)
"""The output of other programs at their start or to unknown input, and the programs' names."""


def stranger(output: bytes) -> str | None:
    """Return the name of a program by its output, a text to be translated, or None if unknown."""
    return next(iter([what for banner, what in _BANNERS if banner in output]), None)


def request_line(id: int, method: str, params: dict[str, Any]) -> bytes:
    """Return the line of a request; params that are None are left out.

    It lacks json's spaces: it is a sixth shorter, and the length of the requests determines the speed of a
    sync. Raises DeviceRefused when it is too long for a device.
    """
    given = {name: value for name, value in params.items() if value is not None}
    message = protocol.request(id, method, given)
    body = json.dumps(message, separators=(",", ":")).replace("\x7f", "\\u007f").encode("ascii") + b" "
    line = body + b"*%08x\n" % crc32(body)
    if len(line) > protocol.MAX_REQUEST:
        raise DeviceRefused(protocol.DAMAGED, _("This is too long to send to the device."))
    # after a whole number of USB packets, some versions of MicroPython wait for more
    return line if len(line) % protocol.PACKET else line + b"\n"


class Inbox:
    """The data received from a device.

    faulty: called with (the data, a BadAnswer); returns the error to raise.

    received, lines: how many bytes and lines have come. has_answered: whether an answer ever came. is_busy:
    whether the device has said that it is at work on the request. awaited: the id of the pending request, or
    None. notices: (method, params) of notifications, the oldest first; the oldest are dropped if nobody takes
    them. parts: (index of the file, its next bytes or why it can't be read) of the files that were asked for
    last.
    """

    def __init__(self, faulty: Callable[[str, BadAnswer], Exception]) -> None:
        self.received = self.lines = 0
        self.has_answered = False
        self.is_busy = False
        self.awaited: int | None = None
        self.notices: deque[tuple[str, Any]] = deque((), MOST_NOTICES)  # noqa: RUF037, MicroPython
        self.parts: list[tuple[int, bytes | DeviceRefused]] = []
        self._faulty = faulty
        self._partial = b""
        self._junk = b""

    def take(self, data: bytes) -> list[dict]:
        """Take bytes, and return the answers that end in them. Raises an error for an invalid part."""
        self.received += len(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        self.lines += len(lines)
        if len(self._partial) > protocol.MAX_ANSWER:
            self._add_junk(self._partial)
            self._partial = b""
        return [message for message in map(self._read_line, lines) if message]

    def checked(self, kind: str, params: Any) -> tuple[str, dict]:
        """Return a notification. Raises an error for an invalid notification."""
        try:
            return kind, check_notification(kind, params)
        except BadAnswer as error:
            raise self._faulty(kind, error) from error

    def content(self, file: int) -> bytes | DeviceRefused:
        """Return the content of a file that has come, by its index in the request, or why it can't be read.

        Raises an error when nothing came.
        """
        found = [part for at, part in self.parts if at == file]
        if not found:
            raise self._faulty("read", BadAnswer(_("it left a file out")))
        refused = next((part for part in found if isinstance(part, DeviceRefused)), None)
        return refused or b"".join([part for part in found if isinstance(part, bytes)])

    def has_lost_parts(self, result: Any) -> bool:
        """Return whether fewer parts of files have come than an answer tells of."""
        return isinstance(result, dict) and result.get("parts", len(self.parts)) != len(self.parts)

    def at_prompt(self) -> bool:
        """Return whether MicroPython's prompt is at the end of the latest output, or before an echo."""
        return any([_ends_with_prompt(part) for part in ECHO.split(self.text())])

    def is_repeated(self) -> bool:
        """Return whether the other end echoes the requests, as a prompt or another device does."""
        return ECHO.search(self.text()) is not None

    def is_no_companion(self) -> bool:
        """Return whether the received data can't be from a running companion."""
        return self.at_prompt() or self.is_repeated()

    def shows_prompt(self) -> bool:
        """Return whether the latest output ends with MicroPython's prompt."""
        return _ends_with_prompt(self.text())

    def text(self) -> bytes:
        """Return the output since the last line of the link."""
        return self._junk + self._partial

    def _read_line(self, line: bytes) -> dict | None:
        """Return the answer in a line, or None; a partial answer may precede a whole answer."""
        if len(line) > 2 * protocol.MAX_ANSWER:
            return None
        for start in {0, max(0, line.rfind(_BEGINNING))}:
            try:
                message = protocol.decode(line[start:])
            except protocol.LinkError:
                continue
            if "id" in message and ("result" in message or "error" in message):
                self._junk = b""
                # an earlier "busy" was about this request
                self.is_busy = False
                self.has_answered = True
                return message
            if "id" not in message:
                self._junk = b""
                if message.get("method") == "busy":
                    self.is_busy = True
                    return None
                if message.get("method") == "part":
                    self._take_part(message.get("params"))
                    return None
                self.notices.append((str(message.get("method")), message.get("params")))
                return None
            # otherwise it is the echo of a request
        self._add_junk(line + b"\n")
        return None

    def _take_part(self, params: Any) -> None:
        """Store a part of a file. Raises an error for an invalid part."""
        part = self.checked("part", params)[1]
        if part.get("of") != self.awaited:
            # of another program, or of an earlier request; while nothing is waited for, they have no limit
            return
        if part["number"] == 0:
            # after a try whose parts did not all come
            self.parts.clear()
        if part["number"] == len(self.parts):
            refused = part.get("error") and DeviceRefused(*read_error(part["error"]))
            self.parts.append((part["file"], refused or a2b_base64(part["data"])))
        if sum([len(data) for _file, data in self.parts if isinstance(data, bytes)]) > LARGEST:
            raise self._faulty("part", BadAnswer(_("it has no end")))

    def _add_junk(self, data: bytes) -> None:
        self._junk = (self._junk + data)[-_LONGEST_JUNK:]


def _ends_with_prompt(text: bytes) -> bool:
    return any([text.endswith(prompt) for prompt in _PROMPTS])
