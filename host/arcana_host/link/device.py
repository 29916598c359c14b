"""A companion at the other end of a serial port: requests with retries, and notifications.

It knows the framing of the link and MicroPython's prompt; it must not know the rules, or the use of an
answer.
"""

import contextlib
import random
import re
import time
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any

import serial
from arcana_portable.drivers import drive
from arcana_portable.errors import DeviceError, DeviceFaulty, DeviceLost, DeviceRefused, DeviceSilent
from arcana_portable.link import companion
from arcana_portable.link.answers import BadAnswer
from arcana_portable.link.companion import BUSY_TIMEOUT, MOST_BYTES, MOST_LINES, TIMEOUT
from arcana_portable.link.messages import CIRCUITPYTHON, ECHO, stranger
from arcana_portable.link.watching import Watching
from arcana_portable.translation import N_, _

from arcana_host.link.ports import choose_port, is_virtual, open_port

if TYPE_CHECKING:
    from arcana_portable.drivers import Result, Steps
    from arcana_portable.link.watching import Update

UNKNOWN = N_("No game on the companion can do that: `arcana flash` installs all games.")

_ERROR = re.compile(rb"[A-Za-z]*(Error|Exception|Interrupt)\b")

Say = Callable[[str], None]


class Device:
    """A companion: `link.companion` over a port, with waits that block.

    port: path of a serial port or pseudo-terminal. timeout: seconds to wait for an answer, or None for the
    default. tries: how often a request is sent before the device counts as silent. opener: opens the stream
    of a port, with `read(size)` that waits a moment, `write`, `in_waiting` and `close`. say: called with a
    sentence when a wait lasts. Raises DeviceLost when the port can't be opened.
    """

    def __init__(
        self,
        port: str,
        timeout: float | None = None,
        tries: int = companion.TRIES,
        opener: Callable[[str], Any] = open_port,
        say: Say = lambda sentence: None,
    ):
        self.port = port
        self.unknown = _(UNKNOWN)
        self._say = say
        self._has_said = False
        self._stream = opener(port)
        wait = TIMEOUT if timeout is None else timeout
        self.companion = companion.Companion(
            self, random.randrange(1000, 5000), wait, tries, BUSY_TIMEOUT, (MOST_LINES, MOST_BYTES)
        )
        try:
            # end a partial line that an earlier program left in the device's buffer
            self.send(b"\n")
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

    def run(self, steps: "Steps[Result]") -> "Result":
        """Carry out steps of the companion; return their result. Raises their errors."""
        return drive(steps, self)

    def call(self, method: str, **params: Any) -> dict:
        """Return the result of a method, see `Companion.call`."""
        return self.run(self.companion.call(method, **params))

    def read_files(self, names: Iterable[str]) -> dict[str, bytes | DeviceRefused]:
        """Return {name: content} of files on the device, or the reason why it refuses to read a file.

        Raises DeviceSilent, DeviceLost, DeviceFaulty.
        """
        found: dict[str, bytes | DeviceRefused] = {}
        self.run(self.companion.read_files(names, found.__setitem__))
        return found

    def read_file(self, name: str) -> bytes:
        """Return the content of a file. Raises DeviceRefused, DeviceSilent, DeviceLost, DeviceFaulty."""
        return self.run(self.companion.read_file(name))

    def info(self) -> dict:
        """Return the device's `info`. Raises DeviceFaulty also for another version of the protocol."""
        return self.call("info")

    def pages(self, method: str, part: str) -> list:
        """Return all entries of a method that answers in pages, see `Companion.pages`."""
        return self.run(self.companion.pages(method, part))

    def updates(
        self, picture: bool = False, words: bool = False, setup: bool = False
    ) -> Generator["Update | None", None, None]:
        """Yield the updates of `Watching`, or None when nothing came for a moment.

        picture, words, setup: as for Watching. Watching ends with the iterator.
        Raises DeviceSilent, DeviceLost or DeviceFaulty when the device is gone, or no companion.
        """
        watching = Watching(self.companion, picture, words, setup)
        try:
            while True:
                yield self.run(watching.next(0.0))
        except DeviceError:
            # it would be read to its end again; a watch expires
            raise
        except BaseException:
            with contextlib.suppress(DeviceError):
                self.run(watching.end())
            raise

    def find_companion(self) -> dict:
        """Return the `info` of the companion on this port, see `Companion.find`.

        It is patient with a virtual device, which may still be starting.
        Raises DeviceSilent with advice, DeviceLost, DeviceFaulty.
        """
        info = self.run(self.companion.find(is_virtual(self.port)))
        if info is None:
            raise self.silence()
        return info

    def peek(self, seconds: float) -> dict | None:
        """Return the `info` of a running companion, or None for anything else; never restart the board."""
        return self.run(self.companion.peek(seconds))

    def await_app(self, patience: float) -> dict:
        """Return the app's `info` as soon as it answers, after the board was restarted.

        Raises DeviceSilent after `patience` seconds, or when MicroPython started and shows its prompt.
        """
        info = self.run(self.companion.await_app(patience))
        if info is None:
            raise self.silence(is_restarted=True)
        return info

    # the methods that the companion's steps ask for

    def now(self) -> float:
        """Return seconds by a clock that never goes back."""
        return time.monotonic()

    def send(self, data: bytes) -> None:
        """Send bytes. Raises DeviceSilent when nothing takes them, DeviceLost when the port is gone."""
        try:
            self._stream.write(data)
        except serial.SerialTimeoutException as error:
            raise DeviceSilent(_("Nothing on {port} takes what is sent to it.", port=self.port)) from error
        except OSError as error:
            raise self._lost() from error

    def wait(self, seconds: float) -> bytes:
        """Return the received bytes, b"" if none came within the port's timeout."""
        try:
            return self._stream.read(max(1, self._stream.in_waiting))
        except (OSError, TypeError, serial.SerialException) as error:
            raise self._lost() from error

    def waits(self, is_busy: bool) -> None:
        """Say once that a wait lasts."""
        if not self._has_said:
            self._has_said = True
            if is_busy:
                said = _("The companion on {port} is at work; waiting for its answer …", port=self.port)
            else:
                said = _("Waiting for an answer on {port} …", port=self.port)
            self._say(said)

    def _lost(self) -> DeviceLost:
        return DeviceLost(_("The connection to {port} broke: check the cable and try again.", port=self.port))

    def silence(self, is_restarted: bool = False) -> DeviceError:
        """Return the error for a port on which no companion answers.

        is_restarted: whether the board has just restarted.
        """
        found = stranger(self.companion.inbox.text())
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
        """Return why nothing answers, and how to solve it.

        is_restarted: as for `silence`. found: CIRCUITPYTHON if it answers, else None.
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
        if self.companion.inbox.is_repeated() and not self.companion.inbox.at_prompt():
            return _(
                "Something on {port} repeats what is sent to it: MicroPython's prompt, as mpremote leaves "
                "it, or another device. `arcana doctor --port {port}` finds out, and restarts a companion.",
                port=self.port,
            )
        if not self.companion.inbox.at_prompt():
            return _(
                "Nothing on {port} answers: is this the companion's port, and is its app running? "
                "`arcana doctor --port {port}` restarts it, `arcana flash --port {port}` installs it.",
                port=self.port,
            )
        # without the prompt's echo of our own request
        lines = ECHO.split(self.companion.inbox.text())[0].split(b"\n")
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

    def other_version(self, version: str) -> DeviceFaulty:
        """Return the error for a companion with another version of the protocol."""
        return DeviceFaulty(
            _(
                "The companion on {port} has software {version}, which this arcana does not "
                "understand: bring both to the same version with `arcana flash`.",
                port=self.port,
                version=version,
            )
        )

    def faulty(self, what: str, why: BadAnswer) -> DeviceFaulty:
        """Return the error for an invalid answer. what: the invalid part. why: the reason."""
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

    port: None for the only connected port. timeout: seconds to wait for an answer, or None for TIMEOUT. say:
    called with a sentence when a wait lasts.
    Raises NoDevice, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    device = Device(choose_port(port), timeout, say=say)
    try:
        device.find_companion()
    except BaseException:
        device.close()
        raise
    return device
