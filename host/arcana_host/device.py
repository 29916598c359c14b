"""A companion at the other end of a serial port: asks, waits, asks again, and listens.

It knows the link's lines and how MicroPython's prompt looks; it must not know the rules, nor what a command
does with an answer.
"""

import binascii
import json
import random
import re
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any

import serial

from arcana_host.errors import DeviceLost, DeviceRefused, DeviceSilent
from arcana_host.ports import choose_port, open_port
from shared_rules import protocol

TIMEOUT = 4.0
TRIES = 4
WATCH_SECONDS = 60
RENEW_AFTER = 5.0
LATE_PROMPT = 1.0
ROOM = 1024
"""Bytes of requests that may be under way at once. A device reads 256 at a time and should
always find so many. Since 1.20, MicroPython holds up what it has no room for; before, it lost that."""
NO_LOSS = (1, 20)
OLDER = "The companion is older than this arcana and can't do that: `arcana flash` brings it up to date."

INTERRUPT = b"\r\x03"
TO_FRIENDLY_PROMPT = b"\r\x02"
SOFT_RESET = b"\x04"
_PROMPTS = (b">>> ", b"\n>", b"\n=== ")
_ERROR = re.compile(rb"[A-Za-z]*(Error|Exception|Interrupt)\b")
_BEGINNING = b'{"jsonrpc"'
_ECHO = re.compile(rb'\{"jsonrpc":"2.0","id":\d+,"method"')  # only we ask
_JUNK_KEPT = 16384

Request = tuple[str, dict[str, Any]]
"""A method and its parameters."""


class Device:
    """One companion.

    port: path of a serial port or pseudo-terminal. timeout: seconds to wait for one answer.
    tries: how often a request is sent before the device counts as silent.
    opener: gives the open stream for a port, with `read(size)` that waits a moment, `write`, `in_waiting` and
    `close`.
    Raises DeviceLost when the port can't be opened.
    """

    def __init__(
        self,
        port: str,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        opener: Callable[[str], Any] = open_port,
    ):
        self.port = port
        self.timeout = timeout
        self.tries = tries
        self._stream = opener(port)
        # not those of an earlier program whose answers are still on their way, and few digits
        self._id = random.randrange(1000, 5000)
        self._partial = b""
        self._junk = b""
        self._notices: list[tuple[str, dict]] = []
        # requests whose answers may come while another one is waited for, and those that have come
        self._under_way: set[int] = set()
        self._answers: dict[int, dict] = {}
        # whatever half line an earlier program left in the device's buffer ends here
        self._write(b"\n")

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the port back."""
        try:
            self._stream.close()
        except OSError:
            pass

    def call(self, method: str, **params: Any) -> dict:
        """Return the result of a method of `shared_rules.protocol`; params that are None are left out.

        Raises DeviceRefused with the device's sentence, DeviceSilent when no answer came after all tries,
        DeviceLost when the port is gone.
        """
        id, line = self._line_for(method, params)
        for _ in range(self.tries):
            self._write(line)
            message = self._await(id)
            if message is not None:
                return _result(message)
            if self.at_prompt():
                break
        raise DeviceSilent(self._why_silent())

    def calls(self, next_request: Callable[[], Request | None], room: int) -> Iterator[tuple[Request, Any]]:
        """Yield (request, result) of many requests in their order, without waiting for each before the next.

        next_request: gives (method, params), or None when there is nothing to ask for; it is asked again
        after each result. room: how many bytes of requests may be unanswered; one request always may.
        A request that the device refuses has the DeviceRefused for its result.
        Raises DeviceSilent, DeviceLost.
        """
        sent: deque[tuple[int, int, Request]] = deque()
        request, ready = next_request(), None
        while request or sent:
            if request:
                id, line = ready = ready or self._line_for(*request)
                if not sent or sum(length for _, length, _ in sent) + len(line) <= room:
                    self._write(line)
                    self._under_way.add(id)
                    sent.append((id, len(line), request))
                    request, ready = next_request(), None
                    continue
            oldest, _, asked = sent.popleft()
            yield asked, self._late_result(oldest, asked)
            request = request or next_request()

    def _late_result(self, id: int, request: Request) -> Any:
        try:
            if id in self._under_way:
                message = self._await(id)
                if message is not None:
                    return _result(message)
                # those behind it may be lost as well, and none is waited for in vain twice
                self._under_way &= set(self._answers)
            return self.call(request[0], **request[1])
        except DeviceRefused as error:
            return error
        finally:
            self._under_way.discard(id)

    def _line_for(self, method: str, params: dict[str, Any]) -> tuple[int, bytes]:
        """Return a new request's id and its line. Raises DeviceRefused when that is too long."""
        self._id += 1
        given = {name: value for name, value in params.items() if value is not None}
        line = _short_line(protocol.request(self._id, method, given))
        if len(line) > protocol.MAX_REQUEST:
            raise DeviceRefused(protocol.DAMAGED, "This is too long to send to the device.")
        if len(line) % protocol.PACKET == 0:
            # MicroPython 1.18 takes a number of whole packets for the beginning of something longer
            line += b"\n"
        return self._id, line

    def info(self) -> dict:
        """Return the device's `info`. Raises DeviceSilent also when it speaks another version of the link."""
        info = self.call("info")
        if info.get("protocol") != protocol.VERSION:
            raise DeviceSilent(
                f"The companion on {self.port} has software {info.get('version')}, which this arcana "
                "does not understand: bring both to the same version with `arcana flash`."
            )
        return info

    def pages(self, method: str, **params: Any) -> Iterator[dict]:
        """Yield the results of a method that answers in pages, until its last page."""
        first: int | None = params.pop("first", 0)
        while first is not None:
            page = self.call(method, first=first, **params)
            yield page
            first = page["next"]

    def notifications(
        self, picture: bool = False, words: bool = False
    ) -> Generator[tuple[str, dict] | None, None, None]:
        """Yield (method, params) of what the device tells, None when nothing came for a moment.

        picture: also the pages of the panel's picture. words: also what the panel says, where the device can
        tell. Watching ends with the iterator.
        Raises DeviceSilent or DeviceLost when the device is gone.
        """
        renewed = None
        try:
            # a watch that a pulled cable left behind would have been told all that is there already
            self.call("watch", seconds=0)
            while True:
                if renewed is None or time.monotonic() - renewed > RENEW_AFTER:
                    # a device that restarted has forgotten its watchers; this makes it remember
                    self._watch(picture, words)
                    renewed = time.monotonic()
                if not self._notices:
                    self._receive()
                yield self._notices.pop(0) if self._notices else None
        finally:
            self._unwatch()

    def at_prompt(self) -> bool:
        """Return whether what came last looks like MicroPython's prompt instead of the app."""
        return self._text().endswith(_PROMPTS)

    def wake(self, patience: float = 15.0) -> dict:
        """Make the app run and return its `info`.

        A board that sits at MicroPython's prompt is restarted, so that `main.py` runs; a running app is left
        alone. patience: seconds to wait for the app to start. Raises DeviceSilent with what to do.
        """
        try:
            return self.info()
        except DeviceSilent:
            # raw mode shows no prompt; Ctrl-B leaves it and means nothing to a running app
            self._write(TO_FRIENDLY_PROMPT)
            self._listen(1.0, until=self.at_prompt)
            if not self.at_prompt():
                raise
        self.restart()
        return self.await_app(patience)

    def restart(self) -> None:
        """Start MicroPython afresh from its prompt; what runs `main.py`."""
        self._write(TO_FRIENDLY_PROMPT)
        self._listen(0.3, until=lambda: False)
        self._forget()
        self._write(SOFT_RESET)

    def await_app(self, patience: float) -> dict:
        """Return the app's `info` as soon as it answers.

        Raises DeviceSilent after `patience` seconds, or when the prompt stays although MicroPython started.
        """
        start = time.monotonic()
        tries, timeout = self.tries, self.timeout
        self.tries = 1
        try:
            while True:
                try:
                    return self.info()
                except DeviceSilent:
                    waited = time.monotonic() - start
                    # a prompt from before the start may still have been on its way
                    if waited > patience or (self.at_prompt() and waited > LATE_PROMPT):
                        raise
                    # an emulated device may be slower than any fixed time
                    self.timeout = min(self.timeout * 2, patience)
                    time.sleep(0.1)
        finally:
            self.tries, self.timeout = tries, timeout

    # bytes

    def _await(self, id: int) -> dict | None:
        """Return the answer to request `id`, or None when it did not come or the request arrived damaged."""
        deadline = time.monotonic() + self.timeout
        echoed = False
        while id not in self._answers:
            if time.monotonic() > deadline:
                return None
            damaged = False
            for message in self._receive():
                if message.get("id") == id or message.get("id") in self._under_way:
                    self._answers[message["id"]] = message
                elif message.get("id") is None and "error" in message:
                    damaged = True
            if id not in self._answers and (damaged or self.at_prompt()):
                return None
            if not echoed and _ECHO.search(self._text()):
                # so does a prompt, which ends a line only at a return; a running app passes over it
                echoed = True
                self._write(b"\r")
        return self._answers.pop(id)

    def _listen(self, seconds: float, until: Callable[[], bool]) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not until():
            self._receive()

    def _receive(self) -> list[dict]:
        """Read what is there and return the answers in it; notifications are kept for later."""
        try:
            data = self._stream.read(max(1, self._stream.in_waiting))
        except (OSError, TypeError, serial.SerialException) as error:
            raise DeviceLost(
                f"The connection to {self.port} broke: check the cable and try again."
            ) from error
        *lines, self._partial = (self._partial + data).split(b"\n")
        if len(self._partial) > protocol.MAX_ANSWER:
            self._keep_junk(self._partial)
            self._partial = b""
        return [message for message in map(self._read_line, lines) if message]

    def _read_line(self, line: bytes) -> dict | None:
        """Return the answer in a line, or None; half an answer may lie in front of a whole one."""
        for start in {0, max(0, line.rfind(_BEGINNING))}:
            try:
                message = protocol.decode(line[start:])
            except protocol.LinkError:
                continue
            if "result" in message or "error" in message:
                self._junk = b""
                return message
            if "id" not in message:
                self._junk = b""
                self._notices.append((message.get("method", ""), message.get("params", {})))
                return None
            # else a terminal, or the prompt, has echoed a request
        self._keep_junk(line + b"\n")
        return None

    def _write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
        except serial.SerialTimeoutException as error:
            raise DeviceSilent(f"Nothing on {self.port} takes what is sent to it.") from error
        except OSError as error:
            raise DeviceLost(
                f"The connection to {self.port} broke: check the cable and try again."
            ) from error

    def _keep_junk(self, data: bytes) -> None:
        self._junk = (self._junk + data)[-_JUNK_KEPT:]

    def _text(self) -> bytes:
        """Return what came since the last line of the link."""
        return self._junk + self._partial

    def _forget(self) -> None:
        self._junk = self._partial = b""

    def _watch(self, picture: bool, words: bool) -> None:
        try:
            self.call("watch", picture=picture, words=words or None, seconds=WATCH_SECONDS)
        except DeviceRefused as error:
            if not words or error.code != protocol.WRONG_PARAMETERS:
                raise
            # a companion from before there were words
            self._watch(picture, False)

    def _unwatch(self) -> None:
        tries, self.tries = self.tries, 1
        try:
            self.call("watch", seconds=0)
        except (DeviceLost, DeviceSilent):
            pass  # it forgets by itself
        finally:
            self.tries = tries

    def _why_silent(self) -> str:
        if not self.at_prompt():
            return (
                f"Nothing on {self.port} answers: is this the companion's port, and is its app running? "
                f"`arcana flash --port {self.port}` installs it."
            )
        # the prompt takes our own request for bad Python
        lines = _ECHO.split(self._text())[0].split(b"\n")
        failed = [line for line in lines if _ERROR.match(line) and not line.startswith(b"SyntaxError")]
        if failed:
            return (
                f"The companion on {self.port} stopped with {failed[-1].decode(errors='replace').strip()}; "
                "install it again with `arcana flash`."
            )
        return (
            f"The board on {self.port} is at MicroPython's prompt and no companion answers: "
            "install it with `arcana flash`."
        )


def connect(port: str | None = None, timeout: float = TIMEOUT) -> Device:
    """Return the companion on a port, awake and answering.

    port: None for the only one that is connected.
    Raises NoDevice, DeviceLost, DeviceSilent.
    """
    device = Device(choose_port(port), timeout)
    try:
        device.wake()
    except BaseException:
        device.close()
        raise
    return device


def room(info: dict) -> int:
    """Return how many bytes of requests a device holds without loss, from its `info`; 0: one at a time."""
    name, _, version = info["python"].partition(" ")
    numbers = tuple(int(number) for number in version.split(".")[:2])
    return ROOM if name != "micropython" or numbers >= NO_LOSS else 0


def _short_line(message: dict) -> bytes:
    """Return the line for a request as `protocol.encode` does, but a sixth shorter: without json's spaces.

    A device reads 256 bytes at a time, so the length of the requests is what a sync waits for.
    """
    body = json.dumps(message, separators=(",", ":")).replace("\x7f", "\\u007f").encode("ascii") + b" "
    return body + b"*%08x\n" % binascii.crc32(body)


def _result(message: dict) -> dict:
    error = message.get("error")
    if error is not None:
        if error.get("code") == protocol.UNKNOWN_METHOD:
            raise DeviceRefused(protocol.UNKNOWN_METHOD, OLDER)
        raise DeviceRefused(error.get("code", 0), str(error.get("message", "The device refused.")))
    return message.get("result") or {}
