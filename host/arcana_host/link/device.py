"""A companion at the other end of a serial port: asks, waits, asks again, and listens.

It knows the link's lines and how MicroPython's prompt looks; it must not know the rules, nor what a command
does with an answer.
"""

import binascii
import json
import random
import re
import time
from base64 import b64decode
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any

import serial

from arcana_host.errors import DeviceError, DeviceFaulty, DeviceLost, DeviceRefused, DeviceSilent
from arcana_host.link.answers import MOST_PAGES, BadAnswer, check_notification, check_result, read_error
from arcana_host.link.ports import choose_port, is_virtual, open_port, own_time
from arcana_host.translation import N_, _
from shared_rules import protocol
from shared_rules.game_files import LARGEST

TIMEOUT = 4.0
TRIES = 3
FIRST_TRIES = (0.2, 0.2, 0.45)
"""Shares of the time for an answer that a port gets before it has said anything: 3.4 s, then it is dead."""
VIRTUAL_TRIES = 15
"""A virtual device is never dead while it runs, and an emulated Pico takes a minute to start."""
OWN_SHARE = 0.5
START_SHARE = 0.4
"""What shares of a wait an emulated device has to live through before the wait is over: it is many times
slower than the clock on the wall. Answers come soon even there, a start is as long as on a real one."""
AT_WORK = 60.0
"""Seconds for which a device may say nothing after it said that it is at work."""
TOLD_AFTER = 0.4
"""Seconds after which a person wants to know what is waited for."""
MOST_NOTICES = 256
WATCH_SECONDS = 60
RENEW_AFTER = 5.0
LATE_PROMPT = 1.0
ROOM = 1024
"""Bytes of requests that may be under way at once. A device reads 256 at a time and should
always find so many. Since 1.20, MicroPython holds up what it has no room for; before, it lost that."""
NO_LOSS = (1, 20)
OLDER = N_("The companion is older than this arcana and can't do that: `arcana flash` brings it up to date.")

CANCEL = b"\x03"
TO_FRIENDLY_PROMPT = b"\x02"
SOFT_RESET = b"\x04"
REBOOTED = b"soft reboot\r\n"
_PROMPTS = (b">>> ", b"\n... ", b"\n=== ", b"\n>")
_ERROR = re.compile(rb"[A-Za-z]*(Error|Exception|Interrupt)\b")
_BEGINNING = b'{"jsonrpc"'
_ECHO = re.compile(rb'\{"jsonrpc":"2.0","id":\d+,"method"')  # only we ask
_EDITED = re.compile(rb"\x08|\x1b\[\d*[DK]")  # how the prompt draws a line again whose middle it is in
_JUNK_KEPT = 16384

Request = tuple[str, dict[str, Any]]
"""A method and its parameters."""
Tell = Callable[[str], None]


class Device:
    """One companion.

    port: path of a serial port or pseudo-terminal. timeout: seconds to wait for one answer, None for TIMEOUT.
    tries: how often a request is sent before the device counts as silent.
    opener: gives the open stream for a port, with `read(size)` that waits a moment, `write`, `in_waiting` and
    `close`.
    tell: called with a sentence when a wait lasts, and when the board had to be woken.
    woken: what was wrong with the board when it was woken, None when its app ran. Read only.
    Raises DeviceLost when the port can't be opened.
    """

    def __init__(
        self,
        port: str,
        timeout: float | None = None,
        tries: int = TRIES,
        opener: Callable[[str], Any] = open_port,
        tell: Tell = lambda sentence: None,
    ):
        self.port = port
        self.timeout = TIMEOUT if timeout is None else timeout
        self.tries = tries
        self.woken: str | None = None
        self._tell = tell
        self._has_told = False
        self._stream = opener(port)
        self._heard = 0
        # not those of an earlier program whose answers are still on their way, and few digits
        self._id = random.randrange(1000, 5000)
        self._partial = b""
        self._junk = b""
        # the oldest are of no use to anybody where more come than are read
        self._notices: deque[tuple[str, Any]] = deque(maxlen=MOST_NOTICES)
        # requests whose answers may come while another one is waited for, and those that have come
        self._under_way: set[int] = set()
        self._answers: dict[int, dict] = {}
        self._at_work = False
        # what came of a stream, by the id of the request
        self._parts: deque[dict] = deque()
        try:
            # whatever half line an earlier program left in the device's buffer ends here
            self._write(b"\n")
        except DeviceError:
            self.close()
            raise

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
        DeviceLost when the port is gone, DeviceFaulty when the answer makes no sense.
        """
        return self._call(method, params, self.tries)

    def _call(self, method: str, params: dict[str, Any], tries: int) -> dict:
        message = self._ask(method, params, [self.timeout] * tries)
        if message is None:
            raise DeviceSilent(self._why_silent())
        return self._result(message, method, params)

    def _ask(self, method: str, params: dict[str, Any], waits: list[float]) -> dict | None:
        """Return the answer object to a request, None when none came.

        waits: how many seconds each try is waited for.
        """
        id, line = self._line_for(method, params)
        for seconds in waits:
            self._write(line)
            message = self._await(id, seconds)
            if message is not None or self.at_prompt():
                return message
        return None

    def calls(self, next_request: Callable[[], Request | None], room: int) -> Iterator[tuple[Request, Any]]:
        """Yield (request, result) of many requests in their order, without waiting for each before the next.

        next_request: gives (method, params), or None when there is nothing to ask for; it is asked again
        after each result. room: how many bytes of requests may be unanswered; one request always may.
        A request that the device refuses has the DeviceRefused for its result.
        Raises DeviceSilent, DeviceLost, DeviceFaulty.
        """
        sent: deque[tuple[int, int, Request]] = deque()
        request, ready = next_request(), None
        while request or sent:
            if request:
                id, line = ready = ready or self._line_for(*request)
                if not sent or sum(length for __, length, ___ in sent) + len(line) <= room:
                    self._write(line)
                    self._under_way.add(id)
                    sent.append((id, len(line), request))
                    request, ready = next_request(), None
                    continue
            oldest, __, asked = sent.popleft()
            yield asked, self._late_result(oldest, asked)
            request = request or next_request()

    def game_files(self) -> Iterator[tuple[str, int, bytes]]:
        """Yield (name of a file, first byte, bytes) as the device's method `game_files` sends them.

        Where a part is lost, what follows is asked for again from there on.
        Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty.
        """
        place: dict[str, Any] = {}
        tries, came = self.tries, 0
        while tries:
            tries -= 1
            id, line = self._line_for("game_files", place)
            self._parts.clear()
            self._write(line)
            for part in self._stream_of(id):
                if part is None:
                    return
                name, first, data = part["file"], part["first"], b64decode(part["data"])
                place = {"file": name, "first": first + len(data)}
                tries, came = self.tries, came + len(data)
                if came > 2 * LARGEST:
                    raise self._faulty("game_files", BadAnswer(_("it has no end")))
                yield name, first, data
        raise DeviceSilent(self._why_silent())

    def _stream_of(self, id: int) -> Iterator[dict | None]:
        """Yield the parts that come on a request, None behind the last; ends without it where one is lost."""
        number, message = 0, None
        while message is None:
            message = self._await(id, self.timeout, lambda: bool(self._parts))
            if message is None and not self._parts:
                return
            while self._parts:
                part = self._parts.popleft()
                if part.get("of") != id:
                    # of another program, or from before one was lost
                    continue
                if self._checked("part", part)[1]["number"] != number:
                    return
                yield part
                number += 1
        if self._result(message, "game_files", {})["parts"] == number:
            yield None

    def _late_result(self, id: int, request: Request) -> Any:
        try:
            if id in self._under_way:
                message = self._await(id, self.timeout)
                if message is not None:
                    return self._result(message, *request)
                # those behind it may be lost as well, and none is waited for in vain twice
                self._under_way &= set(self._answers)
                return self._call(*request, self.tries - 1)
            return self._call(*request, self.tries)
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
            raise DeviceRefused(protocol.DAMAGED, _("This is too long to send to the device."))
        if len(line) % protocol.PACKET == 0:
            # MicroPython 1.18 takes a number of whole packets for the beginning of something longer
            line += b"\n"
        return self._id, line

    def info(self) -> dict:
        """Return the device's `info`. Raises DeviceSilent also when it speaks another version of the link."""
        return self._own_info(self.call("info"))

    def _own_info(self, info: dict) -> dict:
        if info["protocol"] != protocol.VERSION:
            raise DeviceSilent(
                _(
                    "The companion on {port} has software {version}, which this arcana does not "
                    "understand: bring both to the same version with `arcana flash`.",
                    port=self.port,
                    version=info["version"],
                )
            )
        return info

    def pages(self, method: str, **params: Any) -> Iterator[dict]:
        """Yield the results of a method that answers in pages, until its last page."""
        first: int | None = params.pop("first", 0)
        for __ in range(MOST_PAGES):
            page = self.call(method, first=first, **params)
            yield page
            first = page.get("next")
            if first is None:
                return
        raise self._faulty(method, BadAnswer(_("it has more than {most} pages", most=MOST_PAGES)))

    def notifications(
        self, picture: bool = False, words: bool = False
    ) -> Generator[tuple[str, dict] | None, None, None]:
        """Yield (method, params) of what the device tells, None when nothing came for a moment.

        picture: also the pages of the panel's picture. words: also what the panel says, where the device can
        tell. Watching ends with the iterator.
        Raises DeviceSilent, DeviceLost or DeviceFaulty when the device is gone, or no companion.
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
                yield self._checked(*self._notices.popleft()) if self._notices else None
        finally:
            self._unwatch()

    def _checked(self, kind: str, params: Any) -> tuple[str, dict]:
        try:
            return kind, check_notification(kind, params)
        except BadAnswer as error:
            raise self._faulty(kind, error) from error

    def at_prompt(self) -> bool:
        """Return whether what came last looks like MicroPython's prompt instead of the app."""
        return self._text().endswith(_PROMPTS)

    def wake(self, patience: float = 15.0) -> dict:
        """Make the app run and return its `info`.

        A board that lies at MicroPython's prompt, in whatever state that was left, is restarted, so that
        `main.py` runs; a running app is left alone.
        patience: seconds to wait for the app to start.
        Raises DeviceSilent with what to do, DeviceLost, DeviceFaulty.
        """
        message = self._first_answer()
        if message is not None:
            return self._own_info(self._result(message, "info", {}))
        if not self.at_prompt():
            raise DeviceSilent(self._why_silent())
        self.woken = _(
            "The board on {port} was at MicroPython's prompt, as mpremote leaves it", port=self.port
        )
        self._tell(_("{woken}; starting the companion again.", woken=self.woken))
        self.restart()
        return self.await_app(patience)

    def _first_answer(self) -> dict | None:
        """Return the first answer of a port, None when its prompt shows, or nothing that a companion says.

        What says nothing at all is given up soon. What says anything is alive, and may only be busy; and a
        virtual device may still be starting.
        """
        first, *others = [self.timeout * share for share in FIRST_TRIES]
        message = self._ask("info", {}, [first])
        if message is None and not self.at_prompt():
            # the raw prompt is silent; a running app passes over a line like this
            self._write(TO_FRIENDLY_PROMPT + b"\n")
            message = self._ask("info", {}, others)
        if message is None and not self.at_prompt():
            more = VIRTUAL_TRIES if is_virtual(self.port) else self.tries - 1 if self._heard else 0
            message = self._ask("info", {}, [self.timeout] * more)
        return message

    def peek(self, seconds: float) -> dict | None:
        """Return the `info` of a companion that runs here, None for anything else; nothing is woken.

        seconds: how long it is waited for.
        """
        message = self._ask("info", {}, [seconds])
        try:
            return message and self._result(message, "info", {})
        except (DeviceFaulty, DeviceRefused):
            return None

    def restart(self) -> None:
        """Start MicroPython afresh from any state of its prompt; that runs `main.py`."""
        # a half-typed line, a block and what was pasted end unexecuted; so does what the raw prompt holds
        self._write(CANCEL + TO_FRIENDLY_PROMPT)
        self._listen(1.0, until=lambda: self._text().endswith(_PROMPTS[0]))
        self._write(SOFT_RESET)
        self._listen(2.0, until=lambda: REBOOTED in self._text())
        # a prompt from before the start is none that the start led to
        text = self._text().partition(REBOOTED)[2]
        self._forget()
        self._keep_junk(text)

    def await_app(self, patience: float) -> dict:
        """Return the app's `info` as soon as it answers.

        Raises DeviceSilent after `patience` seconds, or when the prompt stays although MicroPython started.
        """
        start = time.monotonic()
        is_over = self.timer(patience, START_SHARE)
        timeout = self.timeout
        while True:
            message = self._ask("info", {}, [timeout])
            if message is not None:
                return self._own_info(self._result(message, "info", {}))
            # a prompt from before the start may still have been on its way
            if is_over() or (self.at_prompt() and time.monotonic() - start > LATE_PROMPT):
                raise DeviceSilent(self._why_silent())
            # an emulated device may be slower than any fixed time
            timeout = min(timeout * 2, patience)
            time.sleep(0.1)

    # bytes

    def _await(self, id: int, seconds: float, other: Callable[[], bool] = lambda: False) -> dict | None:
        """Return the answer to request `id`, or None when it did not come or the request arrived damaged.

        seconds: how long silence lasts before it is given up; while anything comes, up to twice as long, and
        AT_WORK when the device says that it works on it. other: what ends the wait as well.
        """
        is_over, is_late = self.timer(seconds), self.timer(2 * seconds)
        begun = time.monotonic()
        patient = False
        heard = self._heard
        answered_echo = False
        while id not in self._answers:
            damaged = False
            for message in self._receive():
                if type(message["id"]) is int and message["id"] in (id, *self._under_way):
                    self._answers[message["id"]] = message
                elif message["id"] is None and "error" in message:
                    damaged = True
            if id in self._answers:
                break
            if other():
                return None
            if self._at_work and not patient:
                patient, is_over = True, self.timer(AT_WORK)
            if damaged or self.at_prompt() or is_over() or (is_late() and not patient):
                self._at_work = False
                return None
            if heard != self._heard and not patient:
                is_over, heard = self.timer(seconds), self._heard
            if not answered_echo:
                answered_echo = self._answer_echo()
            if time.monotonic() - begun > TOLD_AFTER:
                self._tell_wait()
        return self._answers.pop(id)

    def _answer_echo(self) -> bool:
        """Where a request comes back, find out from what; return whether there was anything to find out."""
        if _EDITED.search(self._partial) or _ECHO.search(self._partial):
            # a prompt echoes all but the newline, and a line that it is in the middle of must not run
            self._write(CANCEL)
            return True
        if _ECHO.search(self._junk):
            # what is pasted at a prompt has newlines, too; a return shows it and means nothing to an app
            self._write(b"\r")
            return True
        return False

    def _tell_wait(self) -> None:
        if not self._has_told:
            self._has_told = True
            if self._at_work:
                said = _("The companion on {port} is at work; waiting for its answer …", port=self.port)
            else:
                said = _("Waiting for an answer on {port} …", port=self.port)
            self._tell(said)

    def timer(self, seconds: float, share: float = OWN_SHARE) -> Callable[[], bool]:
        """Return what tells whether so many seconds are over.

        share: how much of them an emulated device has to have lived through as well.
        """
        start, own = time.monotonic(), own_time(self._stream)

        def is_over() -> bool:
            if time.monotonic() - start < seconds:
                return False
            now = own_time(self._stream)
            return own is None or now is None or now - own >= share * seconds

        return is_over

    def _listen(self, seconds: float, until: Callable[[], bool]) -> None:
        is_over = self.timer(seconds)
        while not until() and not is_over():
            self._receive()

    def _receive(self) -> list[dict]:
        """Read what is there and return the answers in it; notifications are kept for later."""
        try:
            data = self._stream.read(max(1, self._stream.in_waiting))
        except (OSError, TypeError, serial.SerialException) as error:
            raise DeviceLost(
                _("The connection to {port} broke: check the cable and try again.", port=self.port)
            ) from error
        self._heard += len(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        if len(self._partial) > protocol.MAX_ANSWER:
            self._keep_junk(self._partial)
            self._partial = b""
        return [message for message in map(self._read_line, lines) if message]

    def _read_line(self, line: bytes) -> dict | None:
        """Return the answer in a line, or None; half an answer may lie in front of a whole one."""
        if len(line) > 2 * protocol.MAX_ANSWER:
            return None
        for start in {0, max(0, line.rfind(_BEGINNING))}:
            try:
                message = protocol.decode(line[start:])
            except protocol.LinkError:
                continue
            if "id" in message and ("result" in message or "error" in message):
                self._junk = b""
                # it may be at work on the next one already
                self._at_work = False
                return message
            if "id" not in message:
                self._junk = b""
                if message.get("method") == "busy":
                    self._at_work = True
                    return None
                if message.get("method") == "part" and isinstance(message.get("params"), dict):
                    self._parts.append(message["params"])
                    return None
                self._notices.append((str(message.get("method")), message.get("params")))
                return None
            # else a terminal, or the prompt, has echoed a request
        self._keep_junk(line + b"\n")
        return None

    def _write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
        except serial.SerialTimeoutException as error:
            raise DeviceSilent(_("Nothing on {port} takes what is sent to it.", port=self.port)) from error
        except OSError as error:
            raise DeviceLost(
                _("The connection to {port} broke: check the cable and try again.", port=self.port)
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
        try:
            self._ask("watch", {"seconds": 0}, [self.timeout])
        except DeviceError:
            pass  # it forgets by itself

    def _why_silent(self) -> str:
        if is_virtual(self.port):
            return _(
                "The virtual device on {port} does not answer: end `arcana play` with Ctrl-C and "
                "start it again; its games are kept.",
                port=self.port,
            )
        if not self.at_prompt():
            return _(
                "Nothing on {port} answers: is this the companion's port, and is its app running? "
                "`arcana flash --port {port}` installs it.",
                port=self.port,
            )
        # the prompt takes our own request for bad Python
        lines = _ECHO.split(self._text())[0].split(b"\n")
        failed = [line for line in lines if _ERROR.match(line) and not line.startswith(b"SyntaxError")]
        if failed:
            return _(
                "The companion on {port} stopped with {error}; install it again with `arcana flash`.",
                port=self.port,
                error=failed[-1].decode(errors="replace").strip(),
            )
        return _(
            "The board on {port} is at MicroPython's prompt and has no companion: `arcana flash "
            "--port {port}` installs it.",
            port=self.port,
        )

    def _result(self, message: dict, method: str, params: dict[str, Any]) -> dict:
        """Return the result in an answer object. Raises DeviceRefused, DeviceFaulty."""
        try:
            if message.get("error") is None:
                return check_result(method, params, message.get("result"))
            code, sentence = read_error(message["error"])
        except BadAnswer as error:
            raise self._faulty(method, error) from error
        raise DeviceRefused(code, _(OLDER) if code == protocol.UNKNOWN_METHOD else sentence)

    def _faulty(self, what: str, why: BadAnswer) -> DeviceFaulty:
        return DeviceFaulty(
            _(
                "What answers on {port} is no companion, or a broken one (its {what}: {why}). If it "
                "is one, `arcana flash --port {port}` installs it again.",
                port=self.port,
                what=what,
                why=why,
            )
        )


def connect(
    port: str | None = None, timeout: float | None = None, tell: Tell = lambda sentence: None
) -> Device:
    """Return the companion on a port, awake and answering.

    port: None for the only one that is connected. timeout: seconds to wait for one answer, None for TIMEOUT.
    tell: called with a sentence when a wait lasts, and when the board had to be woken.
    Raises NoDevice, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    device = Device(choose_port(port), timeout, tell=tell)
    try:
        device.wake()
    except BaseException:
        device.close()
        raise
    return device


def room(info: dict) -> int:
    """Return how many bytes of requests a device holds without loss, from its `info`; 0: one at a time."""
    name, __, version = info["python"].partition(" ")
    numbers = tuple(int(number) for number in version.split(".")[:2])
    return ROOM if name != "micropython" or numbers >= NO_LOSS else 0


def _short_line(message: dict) -> bytes:
    """Return the line for a request as `protocol.encode` does, but a sixth shorter: without json's spaces.

    A device reads 256 bytes at a time, so the length of the requests is what a sync waits for.
    """
    body = json.dumps(message, separators=(",", ":")).replace("\x7f", "\\u007f").encode("ascii") + b" "
    return body + b"*%08x\n" % binascii.crc32(body)
