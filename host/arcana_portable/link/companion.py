"""The host's end of the link: requests with retries, files in parts, notifications.

It does no input or output, and has no clock: its methods are generators for `drivers`, which yield ("send",
bytes), ("wait", seconds), which gives the bytes that came, ("now",), which gives seconds, and ("waits",
is_busy) when a wait lasts. It must not know ports, or the use of an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arcana_portable.errors import DeviceFaulty, DeviceRefused
from arcana_portable.link.answers import MOST_PAGES, BadAnswer, check_result, read_error
from arcana_portable.link.messages import Inbox, request_line
from arcana_portable.translation import _
from shared_rules import protocol
from shared_rules.device_files import LARGEST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arcana_portable.drivers import Steps

TIMEOUT = 4.0
TRIES = 3
FIRST_TRIES = (0.2, 0.2, 0.45)
"""Shares of the timeout for the first tries: a port that says nothing for 3.4 s counts as dead."""
PATIENT_TRIES = 15
"""A minute of tries: a virtual device that runs is never dead. Nor is a device that has sent an answer, be it
to a damaged line, however slow it is."""
BUSY_TIMEOUT = 60.0
"""Seconds for which a device may be silent after it said that it is busy."""
SAY_AFTER = 0.4
"""Seconds of waiting after which the user is told."""
MOST_LINES = 5000
"""Lines, including empty lines, that a device may send before an answer: the longest file comes in 2,913."""
MOST_BYTES = 4 * LARGEST
"""Bytes that it may send before an answer; a file comes as base64."""
LATE_PROMPT = 1.0
FILES_A_REQUEST = 12
"""The number of files whose longest names fit a request."""
KEY = "key"
"""The name for a typed letter, in place of a button's name."""
_POLL = 0.1
_RETRY = 0.1


class Companion:
    """A companion at the other end.

    host: gives the errors to raise in its own words: `silence()`, `faulty(what, why)` for an invalid answer,
    `other_version(version)`; and `unknown`, the sentence for a method that the device does not have, "" for
    its own. first_id: the id before the first request's, a different id each time, so that late answers to an
    earlier program don't match. timeout: seconds to wait for an answer. tries: how often a request is sent
    before the device counts as silent. busy_timeout: seconds for which it may be silent after it said that it
    is busy. most: lines and bytes that it may send before an answer. inbox: the data received from it.
    """

    def __init__(
        self,
        host: Any,
        first_id: int,
        timeout: float = TIMEOUT,
        tries: int = TRIES,
        busy_timeout: float = BUSY_TIMEOUT,
        most: tuple[int, int] = (MOST_LINES, MOST_BYTES),
    ) -> None:
        self.timeout, self.tries = timeout, tries
        self.inbox = Inbox(host.faulty)
        self._host = host
        self._busy_timeout, self._most = busy_timeout, most
        self._id = first_id
        self._presses: int | None = None

    def call(self, method: str, **params: Any) -> Steps[dict]:
        """Return the result of a method of `shared_rules.protocol`; params that are None are left out.

        Raises DeviceRefused with the device's sentence, DeviceSilent when no answer came after all tries,
        DeviceLost when the port is gone, DeviceFaulty when the answer is invalid.
        """
        message = yield from self.ask(method, params, [self.timeout] * self.tries)
        if message is None:
            raise self._host.silence()
        return self._result(message, method, params)

    def pages(self, method: str, part: str) -> Steps[list]:
        """Return all entries of a method that answers in pages. part: of the result, which has them."""
        found: list = []
        first: int | None = 0
        for _number in range(MOST_PAGES):
            page = yield from self.call(method, first=first)
            found += page[part]
            first = page.get("next")
            if first is None:
                return found
        raise self._host.faulty(method, BadAnswer(_("it has more than {most} pages", most=MOST_PAGES)))

    def read_some(self, names: Sequence[str]) -> Steps[list]:
        """Return [(name, content, or why the device refuses to read it)] of at most FILES_A_REQUEST files."""
        try:
            yield from self.call("read", names=names)
        except DeviceRefused as error:
            return [(name, error) for name in names]
        return [(name, self.inbox.content(number)) for number, name in enumerate(names)]

    def read_files(
        self, names: Iterable[str], on_file: Callable[[str, bytes | DeviceRefused], Any]
    ) -> Steps[None]:
        """Read files; call on_file(name, content, or why the device refuses to read it) for each."""
        listed = list(names)
        for start in range(0, len(listed), FILES_A_REQUEST):
            found = yield from self.read_some(listed[start : start + FILES_A_REQUEST])
            for name, content in found:
                on_file(name, content)

    def read_file(self, name: str) -> Steps[bytes]:
        """Return the content of a file. Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty."""
        ((_name, content),) = yield from self.read_some([name])
        if isinstance(content, DeviceRefused):
            raise content
        return content

    def find(self, is_patient: bool = False) -> Steps[dict | None]:
        """Return the `info` of the companion, or None if no companion answers.

        It only asks: a board at MicroPython's prompt stays there, and nothing that was typed there runs. It
        soon gives up on a port that is silent. It is patient with a port that sends anything, as the device
        may be busy, and on demand: is_patient. Raises DeviceLost, DeviceFaulty.
        """
        message = yield from self.ask("info", {}, [self.timeout * share for share in FIRST_TRIES])
        if message is None and not self.inbox.is_no_companion():
            more = self.tries - 1 if self.inbox.received else 0
            if self.inbox.has_answered or is_patient:
                more = PATIENT_TRIES
            message = yield from self.ask("info", {}, [self.timeout] * more)
        if message is None:
            return None
        self.tries = PATIENT_TRIES
        return self._result(message, "info", {})

    def peek(self, seconds: float) -> Steps[dict | None]:
        """Return the `info` of a running companion, or None for anything else. seconds: how long to wait."""
        message = yield from self.ask("info", {}, [seconds])
        try:
            return message and self._result(message, "info", {})
        except (DeviceFaulty, DeviceRefused):
            return None

    def await_app(self, patience: float) -> Steps[dict | None]:
        """Return the app's `info` as soon as it answers, after the board was restarted.

        Returns None after `patience` seconds, or if MicroPython started and shows its prompt.
        """
        start = yield ("now",)
        timeout = self.timeout
        while True:
            message = yield from self.ask("info", {}, [timeout])
            if message is not None:
                return self._result(message, "info", {})
            now = yield ("now",)
            # the prompt may be from before the reset
            if now - start > patience or (self.inbox.at_prompt() and now - start > LATE_PROMPT):
                return None
            # a slow board has more and more time for an answer
            timeout = min(timeout * 2, patience)
            self.inbox.take((yield "wait", _RETRY))

    def notice(self, seconds: float) -> Steps[tuple[str, dict] | None]:
        """Return the next notification as (method, params), or None if none comes within `seconds`."""
        if not self.inbox.notices:
            self.inbox.take((yield "wait", seconds))
        return self.inbox.checked(*self.inbox.notices.popleft()) if self.inbox.notices else None

    def enter(self, events: Iterable[str]) -> Steps[str]:
        """Enter events into the game until an event is refused. Returns why that is refused, or ""."""
        try:
            for text in events:
                state = yield from self.call("state")
                yield from self.call("enter", event=state["events"], text=text)
        except DeviceRefused as error:
            return str(error)
        return ""

    def press(self, button: str, kind: str) -> Steps[None]:
        """Press a button, or type the letter `kind` if it is KEY. A press that the device refuses is lost."""
        for number in (self._presses, None):
            if number is None:
                number = (yield from self.call("info"))["presses"]
            try:
                if button == KEY:
                    answer = yield from self.call("key", text=kind, number=number)
                else:
                    answer = yield from self.call("press", button=button, kind=kind, number=number)
                self._presses = answer["presses"]
                return
            except DeviceRefused as error:
                # others press too, and a device that restarted counts from the beginning
                if error.code != protocol.OUT_OF_STEP:
                    return

    def ask(self, method: str, params: dict[str, Any], waits: Sequence[float]) -> Steps[dict | None]:
        """Return the answer object to a request, or None if no answer came.

        waits: the timeout of each try in seconds. Raises DeviceRefused when the request is too long.
        """
        self._id += 1
        self.inbox.parts.clear()
        line = request_line(self._id, method, params)
        for seconds in waits:
            yield "send", line
            self.inbox.awaited = self._id
            message = yield from self._await_answer(seconds)
            self.inbox.awaited = None
            if message is not None or self.inbox.is_no_companion():
                return message
        return None

    def _await_answer(self, seconds: float) -> Steps[dict | None]:
        """Return the expected answer, or None if it did not come or the request arrived damaged.

        seconds: how long the device may be silent; the wait takes at most twice as long, or the time of a
        busy device if it says that it is busy. Raises DeviceFaulty if its output has no end.
        """
        inbox = self.inbox
        begun = last = yield ("now",)
        most_lines, most_bytes = inbox.lines + self._most[0], inbox.received + self._most[1]
        while True:
            received, damaged = inbox.received, False
            for message in inbox.take((yield "wait", _POLL)):
                if type(message["id"]) is int and message["id"] == self._id:
                    return None if inbox.has_lost_parts(message.get("result")) else message
                if message["id"] is None and "error" in message:
                    damaged = True
            if inbox.lines > most_lines or inbox.received > most_bytes:
                raise self._host.faulty("link", BadAnswer(_("it has no end")))
            now = yield ("now",)
            if inbox.received != received:
                last = now
            is_late = now - last >= (self._busy_timeout if inbox.is_busy else seconds)
            is_late = is_late or (not inbox.is_busy and now - begun >= 2 * seconds)
            if damaged or is_late or inbox.shows_prompt():
                inbox.is_busy = False
                return None
            if now - begun > SAY_AFTER:
                yield "waits", inbox.is_busy

    def _result(self, message: dict, method: str, params: dict[str, Any]) -> dict:
        """Return the result in an answer object.

        Raises DeviceRefused, and DeviceFaulty, also for another version of the protocol.
        """
        try:
            if message.get("error") is None:
                result = message.get("result")
                info = result if method == "info" and isinstance(result, dict) else {}
                spoken = info.get("protocol")
                if type(spoken) is int and spoken != protocol.VERSION:
                    raise self._host.other_version(str(info.get("version"))[:20])
                return check_result(method, params, result)
            code, sentence = read_error(message["error"])
        except BadAnswer as error:
            raise self._host.faulty(method, error) from error
        is_unknown = code == protocol.UNKNOWN_METHOD and self._host.unknown
        raise DeviceRefused(code, self._host.unknown if is_unknown else sentence)
