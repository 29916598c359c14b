"""A companion at the other end of a serial port: requests with retries, and notifications.

It knows the framing of the link and MicroPython's prompt; it must not know the rules, or what commands do
with an answer.
"""

import random
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from typing import Any

import serial
from arcana_portable.errors import DeviceError, DeviceFaulty, DeviceLost, DeviceRefused, DeviceSilent
from arcana_portable.link.answers import MOST_PAGES, BadAnswer, check_result, read_error
from arcana_portable.link.messages import CIRCUITPYTHON, ECHO, Inbox, request_line, stranger
from arcana_portable.translation import N_, _

from arcana_host.link.ports import choose_port, device_uptime, is_virtual, open_port
from shared_rules import protocol
from shared_rules.games import LARGEST

TIMEOUT = 4.0
TRIES = 3
FIRST_TRIES = (0.2, 0.2, 0.45)
"""Shares of the timeout for the first tries: a port that says nothing for 3.4 s counts as dead."""
PATIENT_TRIES = 15
"""A minute of tries: a virtual device that runs is never dead, and an emulated Pico takes so long to start.
Nor is a device dead that has sent an answer, be it to a damaged line, however slow it is."""
UPTIME_SHARE = 0.5
START_SHARE = 0.4
"""The shares of a wait, for an answer and for a start, that must also pass in the time of an emulated device,
which is many times slower than real time."""
BUSY_TIMEOUT = 60.0
"""Seconds for which a device may be silent after it said that it is busy."""
SAY_AFTER = 0.4
"""Seconds of waiting after which the user is told."""
MOST_LINES = 5000
"""Lines, also empty ones, that a device may send before an answer: the longest file comes in 2,913."""
MOST_BYTES = 4 * LARGEST
"""Bytes that it may send before an answer; a file comes as base64."""
WATCH_SECONDS = 60
RENEW_AFTER = 5.0
LATE_PROMPT = 1.0
FILES_A_REQUEST = 12
"""The longest names of so many files fit a request."""
UNKNOWN = N_("No game on the companion can do that: `arcana flash` installs all games.")

_ERROR = re.compile(rb"[A-Za-z]*(Error|Exception|Interrupt)\b")

Say = Callable[[str], None]


class Device:
    """One companion.

    port: path of a serial port or pseudo-terminal. timeout: seconds to wait for one answer, None for TIMEOUT.
    tries: how often a request is sent before the device counts as silent. opener: opens the stream of a port,
    with `read(size)` that waits a moment, `write`, `in_waiting` and `close`. say: called with a sentence
    when a wait lasts. Raises DeviceLost when the port can't be opened.
    """

    def __init__(
        self,
        port: str,
        timeout: float | None = None,
        tries: int = TRIES,
        opener: Callable[[str], Any] = open_port,
        say: Say = lambda sentence: None,
    ):
        self.port = port
        self.timeout = TIMEOUT if timeout is None else timeout
        self.tries = tries
        self._say = say
        self._has_said = False
        self._stream = opener(port)
        # random, so that late answers to an earlier program don't match; short, to save bytes
        self._id = random.randrange(1000, 5000)
        self._inbox = Inbox(self._faulty)
        try:
            # end a partial line that an earlier program left in the device's buffer
            self._write(b"\n")
        except DeviceError:
            self.close()
            raise

    def __enter__(self) -> "Device":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the port."""
        try:
            self._stream.close()
        except OSError:
            pass

    def call(self, method: str, **params: Any) -> dict:
        """Return the result of a method of `shared_rules.protocol`; params that are None are left out.

        Raises DeviceRefused with the device's sentence, DeviceSilent when no answer came after all tries,
        DeviceLost when the port is gone, DeviceFaulty when the answer is invalid.
        """
        message = self._ask(method, params, [self.timeout] * self.tries)
        if message is None:
            raise self._silence()
        return self._result(message, method, params)

    def _ask(self, method: str, params: dict[str, Any], waits: list[float]) -> dict | None:
        """Return the answer object to a request, None when none came.

        waits: the timeout of each try in seconds.
        """
        id, line = self._line_for(method, params)
        for seconds in waits:
            self._write(line)
            self._inbox.awaited = id
            message = self._wait_for_answer(id, seconds)
            self._inbox.awaited = None
            if message is not None or self._inbox.is_no_companion():
                return message
        return None

    def read_files(self, names: Iterable[str]) -> Iterator[tuple[str, bytes | DeviceRefused]]:
        """Yield (name, content) of files on the device, or why it refuses to read one.

        Raises DeviceSilent, DeviceLost, DeviceFaulty.
        """
        coming = iter(names)
        while asked := list(islice(coming, FILES_A_REQUEST)):
            try:
                self.call("read", names=asked)
            except DeviceRefused as error:
                yield from ((name, error) for name in asked)
                continue
            # before anybody asks for something else
            yield from [(name, self._inbox.content(file)) for file, name in enumerate(asked)]

    def read_file(self, name: str) -> bytes:
        """Return the content of a file. Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty."""
        ((__, content),) = self.read_files([name])
        if isinstance(content, DeviceRefused):
            raise content
        return content

    def _line_for(self, method: str, params: dict[str, Any]) -> tuple[int, bytes]:
        """Return a new request's id and its line. Raises DeviceRefused when that is too long."""
        self._id += 1
        self._inbox.parts.clear()
        return self._id, request_line(self._id, method, params)

    def info(self) -> dict:
        """Return the device's `info`. Raises DeviceFaulty also for another version of the protocol."""
        return self.call("info")

    def pages(self, method: str, **params: Any) -> Iterator[dict]:
        """Yield the results of a method that answers in pages, up to the last page."""
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
        """Yield (method, params) of the device's notifications, None when nothing came for a moment.

        picture: also the pages of the panel's picture. words: also the words on the panel. Watching ends with
        the iterator.
        Raises DeviceSilent, DeviceLost or DeviceFaulty when the device is gone, or no companion.
        """
        renewed = None
        try:
            # a watch left over from before the cable was pulled would not send the present state again
            self.call("watch", seconds=0)
            while True:
                if renewed is None or time.monotonic() - renewed > RENEW_AFTER:
                    # a restarted device has forgotten its watchers
                    self.call("watch", picture=picture, words=words or None, seconds=WATCH_SECONDS)
                    renewed = time.monotonic()
                if not self._inbox.notices:
                    self._receive()
                yield self._inbox.checked(*self._inbox.notices.popleft()) if self._inbox.notices else None
        except DeviceError:
            # it would be read to its end again; a watch expires
            raise
        except BaseException:
            self._unwatch()
            raise

    def find_companion(self) -> dict:
        """Return the `info` of the companion on this port.

        It only asks: a board at MicroPython's prompt stays there, and nothing that was typed there runs.
        It soon gives up on a port that is silent. It is patient with one that says anything, as the device
        may be busy, and with a virtual device, which may still be starting.
        Raises DeviceSilent, which says what to do, DeviceLost, DeviceFaulty.
        """
        message = self._ask("info", {}, [self.timeout * share for share in FIRST_TRIES])
        if message is None and not self._inbox.is_no_companion():
            more = self.tries - 1 if self._inbox.received else 0
            if self._inbox.has_answered or is_virtual(self.port):
                more = PATIENT_TRIES
            message = self._ask("info", {}, [self.timeout] * more)
        if message is None:
            raise self._silence()
        self.tries = PATIENT_TRIES
        return self._result(message, "info", {})

    def peek(self, seconds: float) -> dict | None:
        """Return the `info` of a running companion, None for anything else; never restart the board.

        seconds: how long to wait.
        """
        message = self._ask("info", {}, [seconds])
        try:
            return message and self._result(message, "info", {})
        except (DeviceFaulty, DeviceRefused):
            return None

    def await_app(self, patience: float) -> dict:
        """Return the app's `info` as soon as it answers, after the board was restarted.

        Raises DeviceSilent after `patience` seconds, or when MicroPython started and shows its prompt.
        """
        start = time.monotonic()
        is_over = self.timer(patience, START_SHARE)
        timeout = self.timeout
        while True:
            message = self._ask("info", {}, [timeout])
            if message is not None:
                return self._result(message, "info", {})
            # the prompt may be one from before the reset
            if is_over() or (self._inbox.at_prompt() and time.monotonic() - start > LATE_PROMPT):
                raise self._silence(is_restarted=True)
            # an emulated device may be slower than any fixed time
            timeout = min(timeout * 2, patience)
            time.sleep(0.1)

    # bytes

    def _wait_for_answer(self, id: int, seconds: float) -> dict | None:
        """Return the answer to request `id`, None when it did not come or the request arrived damaged.

        seconds: how long the device may be silent; the wait takes at most twice as long, or BUSY_TIMEOUT when
        the device says that it is busy. Raises DeviceFaulty when what it sends has no end.
        """
        is_over, is_late = self.timer(seconds), self.timer(2 * seconds)
        begun = time.monotonic()
        patient = False
        received = self._inbox.received
        most_lines, most_bytes = self._inbox.lines + MOST_LINES, received + MOST_BYTES
        while True:
            damaged = False
            for message in self._receive():
                if type(message["id"]) is int and message["id"] == id:
                    return None if self._inbox.has_lost_parts(message.get("result")) else message
                if message["id"] is None and "error" in message:
                    damaged = True
            if self._inbox.lines > most_lines or self._inbox.received > most_bytes:
                raise self._faulty("link", BadAnswer(_("it has no end")))
            if self._inbox.is_busy and not patient:
                patient, is_over = True, self.timer(BUSY_TIMEOUT)
            if damaged or self._inbox.shows_prompt() or is_over() or (is_late() and not patient):
                self._inbox.is_busy = False
                return None
            if received != self._inbox.received and not patient:
                is_over, received = self.timer(seconds), self._inbox.received
            if time.monotonic() - begun > SAY_AFTER:
                self._say_that_it_waits()

    def _say_that_it_waits(self) -> None:
        if not self._has_said:
            self._has_said = True
            if self._inbox.is_busy:
                said = _("The companion on {port} is at work; waiting for its answer …", port=self.port)
            else:
                said = _("Waiting for an answer on {port} …", port=self.port)
            self._say(said)

    def timer(self, seconds: float, share: float = UPTIME_SHARE) -> Callable[[], bool]:
        """Return a function that returns whether so many seconds have passed.

        share: which share of them must also have passed in the time of an emulated device.
        """
        start, own = time.monotonic(), device_uptime(self._stream)

        def is_over() -> bool:
            if time.monotonic() - start < seconds:
                return False
            now = device_uptime(self._stream)
            return own is None or now is None or now - own >= share * seconds

        return is_over

    def _receive(self) -> list[dict]:
        """Read the available bytes and return the answers in them; notifications are queued."""
        try:
            data = self._stream.read(max(1, self._stream.in_waiting))
        except (OSError, TypeError, serial.SerialException) as error:
            raise DeviceLost(
                _("The connection to {port} broke: check the cable and try again.", port=self.port)
            ) from error
        return self._inbox.take(data)

    def _write(self, data: bytes) -> None:
        try:
            self._stream.write(data)
        except serial.SerialTimeoutException as error:
            raise DeviceSilent(_("Nothing on {port} takes what is sent to it.", port=self.port)) from error
        except OSError as error:
            raise DeviceLost(
                _("The connection to {port} broke: check the cable and try again.", port=self.port)
            ) from error

    def _unwatch(self) -> None:
        try:
            self._ask("watch", {"seconds": 0}, [self.timeout])
        except DeviceError:
            pass  # the watch expires

    def _silence(self, is_restarted: bool = False) -> DeviceError:
        """Return the error for a port on which no companion answers.

        is_restarted: whether the board has just restarted.
        """
        found = stranger(self._inbox.text())
        if found in (None, CIRCUITPYTHON):
            return DeviceSilent(self._explain_silence(is_restarted, found))
        return DeviceFaulty(
            _(
                "On {port} is {found}, and no companion: name another port with --port.",
                port=self.port,
                found=_(found),
            )
        )

    def _explain_silence(self, is_restarted: bool, found: str | None) -> str:
        """Return why nothing answers, and what to do.

        is_restarted: as for `_silence`. found: CIRCUITPYTHON if that is what answers, else None.
        """
        if is_virtual(self.port):
            return _(
                "The virtual device on {port} does not answer: end `arcana play` with Ctrl-C and "
                "start it again; its games are kept.",
                port=self.port,
            )
        if found:
            return _(
                "On {port} is {found}, and no companion: `arcana flash --port {port}` says what it needs.",
                port=self.port,
                found=_(found),
            )
        if self._inbox.is_repeated() and not self._inbox.at_prompt():
            return _(
                "Something on {port} repeats what is sent to it: MicroPython's prompt, as mpremote leaves "
                "it, or another device. `arcana doctor --port {port}` finds out, and restarts a companion.",
                port=self.port,
            )
        if not self._inbox.at_prompt():
            return _(
                "Nothing on {port} answers: is this the companion's port, and is its app running? "
                "`arcana doctor --port {port}` restarts it, `arcana flash --port {port}` installs it.",
                port=self.port,
            )
        # without the prompt's echo of our own request
        lines = ECHO.split(self._inbox.text())[0].split(b"\n")
        failed = [line for line in lines if _ERROR.match(line)]
        if failed:
            return _(
                "The companion on {port} stopped with {error}; install it again with `arcana flash`.",
                port=self.port,
                error=failed[-1].decode(errors="replace").strip(),
            )
        if is_restarted:
            return _(
                "The board on {port} is at MicroPython's prompt and has no companion: `arcana flash "
                "--port {port}` installs it.",
                port=self.port,
            )
        return _(
            "The board on {port} is at MicroPython's prompt, as mpremote leaves it: `arcana doctor --port "
            "{port}` restarts its companion, `arcana flash --port {port}` installs one.",
            port=self.port,
        )

    def _result(self, message: dict, method: str, params: dict[str, Any]) -> dict:
        """Return the result in an answer object.

        Raises DeviceRefused, and DeviceFaulty, also for another version of the protocol.
        """
        try:
            if message.get("error") is None:
                if method == "info":
                    self._check_protocol(message.get("result"))
                return check_result(method, params, message.get("result"))
            code, sentence = read_error(message["error"])
        except BadAnswer as error:
            raise self._faulty(method, error) from error
        raise DeviceRefused(code, _(UNKNOWN) if code == protocol.UNKNOWN_METHOD else sentence)

    def _check_protocol(self, info: Any) -> None:
        """Raise DeviceFaulty for an `info` of another version of the protocol."""
        spoken = info.get("protocol") if isinstance(info, dict) else None
        if type(spoken) is int and spoken != protocol.VERSION:
            raise DeviceFaulty(
                _(
                    "The companion on {port} has software {version}, which this arcana does not "
                    "understand: bring both to the same version with `arcana flash`.",
                    port=self.port,
                    version=str(info.get("version"))[:20],
                )
            )

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
    port: str | None = None, timeout: float | None = None, say: Say = lambda sentence: None
) -> Device:
    """Open a port and return its companion, which has answered.

    port: None for the only one that is connected. timeout: seconds to wait for one answer, None for TIMEOUT.
    say: called with a sentence when a wait lasts.
    Raises NoDevice, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    device = Device(choose_port(port), timeout, say=say)
    try:
        device.find_companion()
    except BaseException:
        device.close()
        raise
    return device
