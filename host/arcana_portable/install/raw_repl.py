"""MicroPython's raw REPL: stops a board's program, runs code there, writes files.

It does no input or output, and has no clock: its methods are generators for `drivers`, which yield ("send",
bytes), ("wait", seconds), which gives the bytes that came, and ("now",), which gives seconds. It must not
know ports, or which files make up the companion.
"""

from __future__ import annotations

from binascii import b2a_base64
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import ArcanaError, DeviceLost, FlashError
from arcana_portable.link.messages import stranger
from arcana_portable.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from arcana_portable.drivers import Steps

TRIES, SILENT_TRIES = 5, 2
"""How often a program is interrupted, and how often if the board sends nothing at all."""
ENTER_WAIT, SILENT_WAIT = 6.0, 1.3
"""Seconds for each step on the way to the prompt, and seconds in which a board sends its first byte."""
ANSWER_WAIT = 60.0  # seconds that a board may be silent while it works
MOST = 1 << 16  # bytes that a board may send before the expected bytes
CHUNK = 4096  # bytes of a file that are sent at once
_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_INTERRUPT, _RAW, _FRIENDLY, _END = b"\r\x03\x03", b"\r\x01", b"\r\x02", b"\x04"
_PASTE, _PASTES, _MORE = b"\x05A\x01", b"R\x01", b"\x01"
_ASKS = b"."
_FULL = "ENOSPC"
_LATEST = 2048  # bytes of the latest output that may identify another program
RECEIVE = """
import sys
from binascii import a2b_base64
def receive(path, parts):
    with open(path, 'wb') as file:
        for part in range(parts):
            sys.stdout.write('.')
            file.write(a2b_base64(sys.stdin.readline()))
"""
"""Writes a file from lines in base64, which Ctrl-C can interrupt, and asks for each."""


class RawRepl:
    """A board that waits for code, once `stop_program` has stopped its program.

    host: gives the errors to raise in its own words: `no_micropython()`, and `other_program(name)`. tries:
    how often to interrupt the program, if the board sends anything. All methods raise FlashError, and
    DeviceLost when the port is gone.
    """

    def __init__(self, host: Any, tries: int = TRIES) -> None:
        self._host, self._tries = host, tries
        self._came = self._latest = b""
        self._can_receive = False

    def stop_program(self) -> Steps[None]:
        """Stop the running program on the board, and free its memory."""
        self._can_receive = False
        for attempt in range(self._tries):
            # a Ctrl-C that comes before main.py has started is lost
            try:
                yield from self._enter()
                return
            except FlashError:
                self._came = b""
                found = stranger(self._latest)
                if found:
                    raise self._host.other_program(_(found)) from None
                if not self._latest and attempt + 1 >= SILENT_TRIES:
                    break
        raise self._host.no_micropython()

    def run(self, code: str) -> Steps[str]:
        """Run code on the board and return its output. Raises FlashError with the board's message."""
        yield from self._paste(code.encode())
        out, err = yield from self._end()
        if err:
            raise FlashError(_("The board said: {line}.", line=_last_line(err)))
        try:
            return out.decode()
        except UnicodeError:
            raise unlike() from None

    def write(self, path: str, content: bytes, on_bytes: Callable[[int], None]) -> Steps[None]:
        """Write a file on the board. on_bytes: called with the number of bytes that were written so far."""
        if not self._can_receive:
            yield from self.run(RECEIVE)
            self._can_receive = True
        starts = range(0, len(content), CHUNK)
        yield from self._paste(f"receive({path!r}, {len(starts)})".encode())
        for start in starts:
            on_bytes(start)
            if not (yield from self._is_asked()):
                break
            yield "send", b2a_base64(content[start : start + CHUNK])
        _out, err = yield from self._end()
        if err:
            why = _last_line(err)
            why = _("its flash is full") if _FULL in why else why
            raise FlashError(_("The board could not write {path}: {line}.", path=path, line=why))
        on_bytes(len(content))

    def start_boot_loader(self) -> Steps[None]:
        """Start the boot loader, as BOOTSEL does; the port disappears, and the drive for images appears."""
        # the answer has to get out before the port goes
        yield from self._paste(b"import machine, time\ntime.sleep_ms(100)\nmachine.bootloader()")

    def soft_reset(self) -> Steps[None]:
        """Do a soft reset, after which MicroPython runs `main.py`."""
        yield "send", _FRIENDLY
        yield from self._until(b">>> ", ENTER_WAIT)
        yield "send", _END

    def restore_program(self) -> Steps[None]:
        """Start the installed program again, if the board still answers."""
        try:
            # the board may still be waiting for the rest of a command
            yield "send", _INTERRUPT
            yield from self.soft_reset()
        except ArcanaError:
            pass

    def needs_restore(self, error: BaseException | None) -> bool:
        """Return whether to start the installed program again after an error."""
        return error is not None and not isinstance(error, DeviceLost)

    def _enter(self) -> Steps[None]:
        """Interrupt the program, and restart MicroPython without it."""
        yield "send", _INTERRUPT
        yield "send", _RAW
        wait = ENTER_WAIT if self._latest else SILENT_WAIT
        yield from self._until(_PROMPT, wait, ENTER_WAIT)
        yield "send", _END
        yield from self._until(b"soft reboot\r\n", ENTER_WAIT, ENTER_WAIT)
        yield from self._until(_PROMPT, ENTER_WAIT, ENTER_WAIT)

    def _paste(self, code: bytes) -> Steps[None]:
        """Make the board run code that comes in raw-paste mode, which all supported MicroPythons have."""
        yield "send", _PASTE
        if (yield from self._next(2)) != _PASTES:
            raise unlike()
        window = int.from_bytes((yield from self._next(2)), "little")
        for start in range(0, len(code), window):
            if start and (yield from self._next(1)) != _MORE:
                raise unlike()
            yield "send", code[start : start + window]
        yield "send", _END
        yield from self._until(_END, ANSWER_WAIT)

    def _end(self) -> Steps[tuple[bytes, bytes]]:
        """Return output and error of the running code, once it has ended."""
        out = yield from self._until(_END, ANSWER_WAIT)
        err = yield from self._until(_END, ANSWER_WAIT)
        yield from self._until(b">", ANSWER_WAIT)
        return out[:-1], err[:-1]

    def _is_asked(self) -> Steps[bool]:
        """Wait until the board asks for more, and return whether it does."""
        while not self._came:
            yield from self._wait(ANSWER_WAIT)
        is_asked = self._came.startswith(_ASKS)
        if is_asked:
            self._came = self._came[1:]
        return is_asked

    def _next(self, count: int) -> Steps[bytes]:
        """Return the next `count` bytes."""
        while len(self._came) < count:
            yield from self._wait(ANSWER_WAIT)
        found, self._came = self._came[:count], self._came[count:]
        return found

    def _until(self, end: bytes, silent: float, seconds: float | None = None) -> Steps[bytes]:
        """Return the bytes up to and including `end`.

        silent: seconds in which nothing may come. seconds: the maximum time, None for no limit.
        """
        begun = yield ("now",)
        while end not in self._came:
            now = yield ("now",)
            if len(self._came) > MOST or (seconds and now - begun > seconds):
                raise unlike()
            yield from self._wait(silent)
        at = self._came.index(end) + len(end)
        found, self._came = self._came[:at], self._came[at:]
        return found

    def _wait(self, seconds: float) -> Steps[None]:
        """Take the bytes that come. Raises FlashError if none come within `seconds`."""
        begun = now = yield ("now",)
        came = b""
        while not came:
            if now - begun > seconds:
                raise unlike()
            came = yield "wait", seconds
            now = yield ("now",)
        self._latest = (self._latest + came)[-_LATEST:]
        self._came += came


def unlike() -> FlashError:
    """Return the error for a board that answers like no MicroPython."""
    return FlashError(_("The board does not answer like MicroPython."))


def printable(data: bytes) -> str:
    """Return the printable ASCII characters of a line from a board."""
    return "".join([chr(byte) for byte in data.strip() if 0x20 <= byte < 0x7F])


def _last_line(err: bytes) -> str:
    return printable(err.strip().split(b"\n")[-1])
