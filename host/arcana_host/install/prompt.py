"""A board at MicroPython's prompt: runs code there, and moves files, through mpremote's serial transport.

It must not know which files make up the companion.
"""

import ast
import contextlib
import io
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from arcana_host.errors import DeviceLost, FlashError
from arcana_host.install.chips import where_from
from arcana_host.link.ports import READ_WAIT, WRITE_WAIT, open_port, own_time
from arcana_host.translation import _

TRIES = 5
ENTER_WAIT = 6  # seconds for one try to reach the prompt
SILENT_TRIES = 2
SILENT_WAIT = 1.3  # seconds; what says nothing at all in so many tries of this length is no MicroPython
AT_ONCE = 32  # files that are looked at in one go, so that the board is never silent for long
MOST_BYTES = 1 << 16  # that a board may say between two things that it is told
ANSWER_WAIT = 60  # seconds that a board may be silent while it works
INTERRUPT = b"\r\x03\x03"
BLOCK = 4096  # bytes that are sent at once; the board takes the next ones as it has written them
SMALL_BLOCK = 192
"""Before 1.20, MicroPython loses what it has no room for, beyond the 256 bytes that it buffers."""
NO_LOSS = (1, 20)
PACKET = 64

_LOOKS = """
import os, sys
from binascii import crc32

part = memoryview(bytearray(4096))

def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False

def check(path):
    try:
        stream = open(path, 'rb')
    except OSError:
        return -1
    found = 0
    length = stream.readinto(part)
    while length:
        found = crc32(part[:length], found)
        length = stream.readinto(part)
    stream.close()
    return found & 0xFFFFFFFF

def walk(*folders):
    found = {}
    folders = list(folders)
    while folders:
        folder = folders.pop()
        try:
            for entry in os.ilistdir(folder):
                path = folder + '/' + entry[0]
                if entry[1] == 0x4000:
                    folders.append(path)
                else:
                    found[path] = entry[3]
        except OSError:
            pass
    return found
"""

_CHANGES = """
def make_folders(path):
    at = path.find('/', 1)
    while at > 0:
        if not exists(path[:at]):
            os.mkdir(path[:at])
        at = path.find('/', at + 1)

def receive(path, lengths):
    make_folders(path)
    block = memoryview(bytearray(max(lengths + [0])))
    with open(path, 'wb') as stream:
        for length in lengths:
            sys.stdout.write('.')
            sys.stdin.buffer.readinto(block[:length])
            # no byte is sent that would interrupt this
            data = bytes(block[:length]).replace(b'\\x1d\\x01', b'\\x03')
            stream.write(data.replace(b'\\x1d\\x02', b'\\x1d'))

def copy(source, path):
    make_folders(path)
    with open(source, 'rb') as old, open(path, 'wb') as new:
        length = old.readinto(part)
        while length:
            new.write(part[:length])
            length = old.readinto(part)

def remove(path):
    if exists(path):
        os.remove(path)
    # an empty folder would hide a module of its name
    path = path[:path.rfind('/')]
    while path and exists(path) and not os.listdir(path):
        os.rmdir(path)
        path = path[:path.rfind('/')]
"""


# a board takes 8 us for each byte that it is sent
def _short(code: str) -> str:
    return re.sub(r"^ *#.*\n|^\n", "", code, flags=re.MULTILINE).replace("    ", "\t")


class Prompt:
    """A board whose program has been stopped and that waits for code.

    port: path of a serial port or pseudo-terminal. tries: how often the program there is asked to stop, if
    anything is heard of it.
    Raises DeviceLost when the port can't be opened, FlashError when no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        self.port = port
        self._tries = tries
        self._left = False
        self._can_change = False
        self._transport = _open(port)
        self._heard = _Heard(self._transport.serial)
        try:
            self._stop_program()
            self.run(_short(_LOOKS))
        except BaseException:
            self._transport.close()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._left:
            with contextlib.suppress(OSError, TransportError):
                self._transport.close()

    def run(self, code: str) -> str:
        """Run code on the board and return what it printed. Raises FlashError with the board's own words."""
        with _explained(self.port):
            out, err = self._transport.exec_raw(code, timeout=ANSWER_WAIT)
        if err:
            raise FlashError(_("The board on {port} said: {line}.", port=self.port, line=_last_line(err)))
        return out.decode(errors="replace")

    def change(self, code: str) -> str:
        """Run code that changes files, like `run`."""
        self._prepare_changes()
        return self.run(code)

    def _prepare_changes(self) -> None:
        """Send the board the code that changes files, unless nothing has changed."""
        if not self._can_change:
            self.run(_short(_CHANGES))
            self._can_change = True

    def ask(self, expression: str, shape: Any) -> Any:
        """Return the value of an expression on the board: numbers, texts, lists, tuples, dicts, None.

        shape: what it has to be: a type, [shape] for a list of any length, (shape, …) for a tuple, {shape:
        shape} for a dict. Raises FlashError when it is something else.
        """
        said = self.run(f"print(repr({expression}))").strip()
        with contextlib.suppress(ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            value = ast.literal_eval(said)
            if _fits(value, shape):
                return value
        raise FlashError(
            _(
                "The board on {port} does not answer like MicroPython ({said!r}).",
                port=self.port,
                said=said[:40],
            )
        )

    def checks(self, paths: Iterable[str]) -> dict[str, int]:
        """Return {path: CRC-32, -1 where there is no such file}."""
        found: dict[str, int] = {}
        paths = list(paths)
        for start in range(0, len(paths), AT_ONCE):
            some = paths[start : start + AT_ONCE]
            found.update(zip(some, self.ask(f"[check(path) for path in {some!r}]", [int]), strict=False))
        if len(found) != len(paths):
            raise FlashError(_("The board on {port} does not answer like MicroPython.", port=self.port))
        return found

    def send(self, path: str, content: bytes, on_bytes: Callable[[int], None] = lambda count: None) -> None:
        """Write a file on the board, with the folders it lies in; `on_bytes` is told how many have arrived.

        Raises FlashError when the board does not take it.
        """
        self._prepare_changes()
        blocks = list(_escaped(content, self._block))
        with _explained(self.port):
            self._transport.exec_raw_no_follow(f"receive({path!r}, {[len(sent) for sent, _ in blocks]})")
            refused = False
            for sent, length in blocks:
                # a dot says that the board is ready
                refused = self._transport.serial.read(1) != b"."
                if refused:
                    break
                self._transport.serial.write(sent)
                on_bytes(length)
            if not refused:
                self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)
            err = self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)
        if err != b"\x04":
            raise FlashError(
                _("The board could not write {path}: {line}.", path=path, line=_last_line(err[:-1]))
            )

    @cached_property
    def _block(self) -> int:
        version = self.ask("tuple(sys.implementation.version[:2])", (int, int))
        return BLOCK if version >= NO_LOSS else SMALL_BLOCK

    def leave(self) -> Any:
        """Start MicroPython afresh, so that it runs `main.py`; return the port, still open, to the caller."""
        with _explained(self.port):
            self._transport.exit_raw_repl()
            self._transport.read_until(1, b">>> ", timeout=2)
            self._transport.serial.write(b"\x04")
        self._transport.serial.timeout = READ_WAIT
        self._heard.stop()
        self._left = True
        return self._transport.serial

    def give_up(self) -> None:
        """Run what is installed again, if the board still listens."""
        with contextlib.suppress(DeviceLost, FlashError, OSError):
            # it may still wait for the rest of a file
            self._transport.serial.write(INTERRUPT)
            self.leave().close()

    def _stop_program(self) -> None:
        for attempt in range(self._tries):
            # a Ctrl-C that comes before main.py has started is lost
            is_silent = not self._heard.total and own_time(self._transport.serial) is None
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(
                        soft_reset=True,
                        timeout_overall=min(SILENT_WAIT, ENTER_WAIT) if is_silent else ENTER_WAIT,
                    )
                # without an end to it, one lost byte would hold everything up
                self._transport.serial.timeout = ANSWER_WAIT
                return
            except TransportError as error:
                is_dead = is_silent and not self._heard.total and attempt + 1 >= SILENT_TRIES
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


class _Heard:
    """Counts what is read of a serial port: `total`, and since the last write, which has an end.

    Raises TransportError, where it is read, when a board says more than it was asked for.
    """

    def __init__(self, stream: Any):
        self.total = 0
        self._stream = stream
        self._since_write = 0
        self._read, self._write = stream.read, stream.write
        stream.read, stream.write = self.read, self.write

    def stop(self) -> None:
        """Leave the port as it was."""
        del self._stream.read, self._stream.write

    def read(self, size: int = 1) -> bytes:
        data = self._read(size)
        self.total += len(data)
        self._since_write += len(data)
        if self._since_write > MOST_BYTES:
            raise TransportError(_("it never stops sending"))
        return data

    def write(self, data: bytes) -> int:
        self._since_write = 0
        return self._write(data)


def _escaped(content: bytes, most: int) -> Iterator[tuple[bytes, int]]:
    """Yield (bytes to send, how many of the content they are); none has more than `most` bytes."""
    start = 0
    while start < len(content):
        length, sent = most, b""
        # MicroPython 1.18 takes a number of whole USB packets for the beginning of something longer
        while not sent or len(sent) > most or len(sent) % PACKET == 0:
            part = content[start : start + length]
            sent = part.replace(b"\x1d", b"\x1d\x02").replace(b"\x03", b"\x1d\x01")
            length = len(part) - 1
        yield sent, len(part)
        start += len(part)


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(part, shape[0]) for part in value)
    if isinstance(shape, tuple):
        return isinstance(value, tuple) and len(value) == len(shape) and all(map(_fits, value, shape))
    if isinstance(shape, dict):
        ((key, part),) = shape.items()
        return isinstance(value, dict) and all(_fits(k, key) and _fits(v, part) for k, v in value.items())
    return isinstance(value, shape)


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


@contextlib.contextmanager
def _explained(port: str):
    try:
        yield
    except TransportExecError as error:
        raise FlashError(
            _(
                "The board on {port} said: {line}.",
                port=port,
                line=_last_line(error.error_output.encode()),
            )
        ) from error
    except TransportError as error:
        raise FlashError(
            _("The board on {port} does not answer like MicroPython ({error}).", port=port, error=error)
        ) from error
    except (OSError, TypeError) as error:
        raise DeviceLost(
            _("The connection to {port} broke: check the cable and try again.", port=port)
        ) from error


def _last_line(err: bytes) -> str:
    lines = err.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else _("it went silent")
