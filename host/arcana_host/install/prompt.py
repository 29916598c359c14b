"""A board at MicroPython's raw REPL, reached through mpremote's serial transport.

It adds guards that the transport lacks: a silent port, a board that never stops sending and a lost cable each
end in one clear error. It must not know which files make up the companion.
"""

import contextlib
import io
import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import DeviceLost, FlashError
from arcana_portable.install.chips import where_from
from arcana_portable.install.steps import about
from arcana_portable.link.messages import stranger
from arcana_portable.translation import _
from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

from arcana_host.link.ports import READ_WAIT, WRITE_WAIT, open_port

if TYPE_CHECKING:
    from arcana_portable.install.steps import Result, Steps

TRIES = 5
ENTER_WAIT = 6  # seconds for each attempt to reach the prompt
SILENT_TRIES = 2
SILENT_WAIT = 1.3  # seconds; a board that sends nothing in SILENT_TRIES of this length has no MicroPython
MAX_OUTPUT = 1 << 16  # bytes that a board may send between two commands
LATEST = 2048  # bytes of the latest output that may identify its sender
ANSWER_WAIT = 60  # seconds that a board may be silent while it works
TYPED_AT_ONCE = 256  # bytes, for each of which the port waits WRITE_WAIT seconds at most
INTERRUPT = b"\r\x03\x03"


class Prompt:
    """A board whose program has been stopped, and which waits for code.

    port: path of a serial port or pseudo-terminal. tries: how often to interrupt its program, if the board
    sends anything.
    version: of its MicroPython, as a tuple. machine: the board's name. mpy_version: the version of compiled
    modules that it can import, or None. As a context manager it closes the port, and starts the board's
    program again after any error but DeviceLost. Raises DeviceLost if the port can't be opened, FlashError if
    no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        self.port = port
        self._tries = tries
        self._is_handed_over = False
        self._transport = _open(port)
        self._reads = _CountingReads(self._transport.serial)
        try:
            self.stop_program()
            try:
                self.version, self.machine, self.mpy_version = self.do(about())
            except FlashError:
                self.restore_program()
                raise
        except BaseException:
            self._transport.close()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._is_handed_over:
            return
        if kind and not issubclass(kind, DeviceLost):
            self.restore_program()
        with contextlib.suppress(OSError, TransportError):
            self._transport.close()

    def run(self, code: str, typed: bytes = b"") -> str:
        """Run code on the board and return its output. Raises FlashError with the board's message.

        typed: what the code reads from `sys.stdin`.
        """
        with self._clear_errors():
            self._transport.exec_raw_no_follow(code)
            for start in range(0, len(typed), TYPED_AT_ONCE):
                self._transport.serial.write(typed[start : start + TYPED_AT_ONCE])
            out, err = self._transport.follow(ANSWER_WAIT)
        if err:
            raise FlashError(_("The board on {port} said: {line}.", port=self.port, line=_last_line(err)))
        return out.decode(errors="replace")

    def do(self, steps: "Steps[Result]") -> "Result":
        """Execute the steps that the generators of `steps` yield, and return their result.

        Raises FlashError, DeviceLost.
        """
        answer, failure = None, None
        while True:
            try:
                name, *args = steps.throw(failure) if failure else steps.send(answer)
            except StopIteration as end:
                return end.value
            answer, failure = None, None
            try:
                answer = getattr(self, name)(*args)
            except FlashError as error:
                failure = error

    def soft_reset(self) -> Any:
        """Do a soft reset, after which MicroPython runs `main.py`; return the port, which stays open."""
        with self._clear_errors():
            self._transport.exit_raw_repl()
            self._transport.read_until(1, b">>> ", timeout=2)
            self._transport.serial.write(b"\x04")
            self._transport.serial.timeout = READ_WAIT
        self._reads.stop()
        self._is_handed_over = True
        return self._transport.serial

    def enter_boot_loader(self) -> None:
        """Start the boot loader, as BOOTSEL does; the port disappears, and the drive for images appears."""
        with self._clear_errors():
            # the answer has to get out before the port goes
            code = "import machine, time\ntime.sleep_ms(100)\nmachine.bootloader()"
            self._transport.exec_raw_no_follow(code)

    def restore_program(self) -> None:
        """Start the installed program again, if the board still answers."""
        with contextlib.suppress(DeviceLost, FlashError, OSError):
            # the board may still be waiting for the rest of a command
            self._transport.serial.write(INTERRUPT)
            self.soft_reset().close()

    def stop_program(self) -> None:
        """Stop the running program on the board, and free its memory. Raises FlashError, DeviceLost."""
        with self._clear_errors():
            self._transport.serial.timeout = READ_WAIT
        for attempt in range(self._tries):
            # a Ctrl-C that comes before main.py has started is lost
            is_silent = not self._reads.total
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(
                        soft_reset=True,
                        timeout_overall=min(SILENT_WAIT, ENTER_WAIT) if is_silent else ENTER_WAIT,
                    )
                # without a timeout, one lost byte would block forever
                self._transport.serial.timeout = ANSWER_WAIT
                return
            except TransportError as error:
                found = stranger(self._reads.latest)
                if found:
                    raise FlashError(
                        _(
                            "On {port} is {found}; the companion needs a Pico with MicroPython.",
                            port=self.port,
                            found=_(found),
                        )
                    ) from error
                is_dead = is_silent and not self._reads.total and attempt + 1 >= SILENT_TRIES
                if is_dead or attempt == self._tries - 1:
                    raise FlashError(
                        _(
                            "No MicroPython answers on {port}: unplug the board and plug it in "
                            "again. A new Pico needs MicroPython first: hold BOOTSEL while "
                            "plugging it in, get the UF2 file from {where_from}, and name it: "
                            "`arcana flash --micropython IMAGE.uf2`.",
                            port=self.port,
                            where_from=where_from(),
                        )
                    ) from error
            except OSError as error:
                raise DeviceLost(
                    _("The connection to {port} broke: check the cable.", port=self.port)
                ) from error

    @contextlib.contextmanager
    def _clear_errors(self) -> Iterator[None]:
        """Raise mpremote's errors as FlashError and DeviceLost."""
        try:
            yield
        except (TransportError, struct.error, ValueError) as error:
            raise FlashError(
                _(
                    "The board on {port} does not answer like MicroPython ({error}).",
                    port=self.port,
                    error=_last_line(str(error).encode()),
                )
            ) from error
        except (OSError, TypeError) as error:
            # pyserial raises TypeError when the port is closed meanwhile
            raise DeviceLost(
                _("The connection to {port} broke: check the cable and try again.", port=self.port)
            ) from error


class _CountingReads:
    """Counts the bytes read from a serial port, and limits the bytes between two writes to MAX_OUTPUT.

    stream: the port, whose `read` and `write` it replaces. total: the number of all bytes that were read.
    latest: the last of these bytes. `read` raises TransportError beyond the limit.
    """

    def __init__(self, stream: Any):
        self.total, self.latest = 0, b""
        self._stream = stream
        self._since_write = 0
        self._read, self._write = stream.read, stream.write
        stream.read, stream.write = self.read, self.write

    def stop(self) -> None:
        """Restore the port's own methods."""
        del self._stream.read, self._stream.write

    def read(self, size: int = 1) -> bytes:
        data = self._read(size)
        self.total += len(data)
        self.latest = (self.latest + data)[-LATEST:]
        self._since_write += len(data)
        if self._since_write > MAX_OUTPUT:
            raise TransportError(_("it never stops sending"))
        return data

    def write(self, data: bytes) -> int:
        self._since_write = 0
        return self._write(data)


def _open(port: str) -> SerialTransport:
    # mpremote does not say why a port can't be opened
    open_port(port).close()
    try:
        transport = SerialTransport(port)
    except (TransportError, OSError) as error:
        raise DeviceLost(
            _("{port} can't be opened as a serial port ({error}).", port=port, error=error)
        ) from error
    transport.serial.timeout = READ_WAIT
    transport.serial.write_timeout = WRITE_WAIT
    return transport


def _last_line(err: bytes) -> str:
    lines = err.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else _("it went silent")
