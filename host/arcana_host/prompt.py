"""A board at MicroPython's prompt: runs code there, and moves files, through mpremote's serial transport.

It must not know which files make up the companion.
"""

import ast
import contextlib
import io
from binascii import b2a_base64
from collections.abc import Callable, Iterable
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from arcana_host.errors import DeviceLost, FlashError
from arcana_host.ports import READ_WAIT, open_port

TRIES = 5
ENTER_WAIT = 6  # seconds for one try to reach the prompt
ANSWER_WAIT = 60  # seconds that a board may be silent while it works
INTERRUPT = b"\r\x03\x03"
CHUNK = 144  # bytes; as base64, in which no byte is a Ctrl-C, they leave room in the 256 that a board buffers

_HELPERS = """
import os, sys
from binascii import a2b_base64, hexlify
from hashlib import sha256

def exists(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False

def digest(path):
    try:
        stream = open(path, 'rb')
    except OSError:
        return ''
    check = sha256()
    while True:
        part = stream.read(512)
        if not part:
            stream.close()
            return hexlify(check.digest()).decode()
        check.update(part)

def make_folders(path):
    at = path.find('/', 1)
    while at > 0:
        if not exists(path[:at]):
            os.mkdir(path[:at])
        at = path.find('/', at + 1)

def receive(path, size):
    make_folders(path)
    text = memoryview(bytearray(193))
    with open(path, 'wb') as stream:
        while size > 0:
            part = min(size, 144)
            length = (part + 2) // 3 * 4 + 1
            sys.stdout.write('.')
            sys.stdin.buffer.readinto(text[:length])
            stream.write(a2b_base64(text[:length]))
            size -= part

def copy(source, path):
    make_folders(path)
    part = memoryview(bytearray(512))
    with open(source, 'rb') as old, open(path, 'wb') as new:
        length = old.readinto(part)
        while length:
            new.write(part[:length])
            length = old.readinto(part)

def walk(folder):
    found = {}
    folders = [folder]
    while folders:
        folder = folders.pop()
        for entry in os.ilistdir(folder) if exists(folder) else ():
            path = folder + '/' + entry[0]
            if entry[1] == 0x4000:
                folders.append(path)
            else:
                found[path] = entry[3]
    return found

def remove(path):
    if exists(path):
        os.remove(path)
    # an empty folder would hide a module of its name
    path = path[:path.rfind('/')]
    while path and exists(path) and not os.listdir(path):
        os.rmdir(path)
        path = path[:path.rfind('/')]
"""


class Prompt:
    """A board whose program has been stopped and that waits for code.

    port: path of a serial port or pseudo-terminal. tries: how often the program there is asked to stop.
    Raises DeviceLost when the port can't be opened, FlashError when no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        self.port = port
        self._tries = tries
        self._left = False
        self._transport = _open(port)
        try:
            self._stop_program()
            self.run(_HELPERS)
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
            raise FlashError(f"The board on {self.port} said: {_last_line(err)}.")
        return out.decode(errors="replace")

    def ask(self, expression: str) -> Any:
        """Return the value of an expression on the board: numbers, texts, lists, tuples, dicts, None."""
        return ast.literal_eval(self.run(f"print(repr({expression}))").strip())

    def digests(self, paths: Iterable[str]) -> dict[str, str]:
        """Return {path: SHA-256 in hex, "" where there is no such file}."""
        found = {}
        paths = list(paths)
        for start in range(0, len(paths), 16):
            some = paths[start : start + 16]
            found.update(zip(some, self.ask(f"[digest(path) for path in {some!r}]"), strict=True))
        return found

    def send(self, path: str, content: bytes, on_bytes: Callable[[int], None] = lambda count: None) -> None:
        """Write a file on the board, with the folders it lies in; `on_bytes` is told how many have arrived.

        Raises FlashError when the board does not take it.
        """
        with _explained(self.port):
            self._transport.exec_raw_no_follow(f"receive({path!r}, {len(content)})")
            refused = False
            for start in range(0, len(content), CHUNK):
                # a dot says that the board is ready; older MicroPythons lose what comes while they write
                refused = self._transport.serial.read(1) != b"."
                if refused:
                    break
                part = content[start : start + CHUNK]
                # the newline also keeps it from being a number of whole USB packets, which MicroPython 1.18
                # takes for the beginning of something longer
                self._transport.serial.write(b2a_base64(part))
                on_bytes(len(part))
            if not refused:
                self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)
            err = self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)
        if err != b"\x04":
            raise FlashError(f"The board did not take {path}: {_last_line(err[:-1])}.")

    def leave(self) -> Any:
        """Start MicroPython afresh, so that it runs `main.py`; return the port, still open, to the caller."""
        with _explained(self.port):
            self._transport.exit_raw_repl()
            self._transport.read_until(1, b">>> ", timeout=2)
            self._transport.serial.write(b"\x04")
        self._transport.serial.timeout = READ_WAIT
        self._left = True
        return self._transport.serial

    def give_up(self) -> None:
        """Have what is installed run again, as far as the board still listens."""
        with contextlib.suppress(DeviceLost, FlashError, OSError):
            # it may still wait for the rest of a file
            self._transport.serial.write(INTERRUPT)
            self.leave().close()

    def _stop_program(self) -> None:
        for attempt in range(self._tries):
            # a Ctrl-C that comes before main.py has started is lost
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(soft_reset=True, timeout_overall=ENTER_WAIT)
                # without an end to it, one lost byte would hold everything up
                self._transport.serial.timeout = ANSWER_WAIT
                return
            except TransportError as error:
                if attempt == self._tries - 1:
                    raise FlashError(
                        f"No MicroPython answers on {self.port}: unplug the board and plug it in again. "
                        "A new Pico needs MicroPython first: hold BOOTSEL while plugging it in, get the "
                        "UF2 file from micropython.org/download/RPI_PICO, and name it: "
                        "`arcana flash --micropython IMAGE.uf2`."
                    ) from error
            except OSError as error:
                raise DeviceLost(f"The connection to {self.port} broke: check the cable.") from error


def _open(port: str) -> SerialTransport:
    # mpremote does not say why a port can't be opened
    open_port(port).close()
    try:
        transport = SerialTransport(port)
    except (TransportError, OSError) as error:
        raise DeviceLost(f"{port} can't be opened as a serial port ({error}).") from error
    transport.serial.timeout = READ_WAIT
    return transport


@contextlib.contextmanager
def _explained(port: str):
    try:
        yield
    except TransportExecError as error:
        raise FlashError(f"The board on {port} said: {_last_line(error.error_output.encode())}.") from error
    except TransportError as error:
        raise FlashError(f"The board on {port} does not answer as MicroPython does ({error}).") from error
    except (OSError, TypeError) as error:
        raise DeviceLost(f"The connection to {port} broke: check the cable and try again.") from error


def _last_line(err: bytes) -> str:
    lines = err.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it went silent"
