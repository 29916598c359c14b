"""A board at MicroPython's prompt: runs code there, and moves files, through mpremote's serial transport.

It must not know which files make up the companion.
"""

import ast
import contextlib
import io
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from arcana_host.errors import DeviceLost, FlashError
from arcana_host.install.board_code import COPYING, LOOKS, READY, REMOVING, UNPACKING, WRITING, shortened
from arcana_host.install.chips import where_from
from arcana_host.install.packing import pack
from arcana_host.link.ports import READ_WAIT, WRITE_WAIT, device_uptime, open_port
from arcana_host.translation import _

TRIES = 5
ENTER_WAIT = 6  # seconds for one try to reach the prompt
SILENT_TRIES = 2
SILENT_WAIT = 1.3  # seconds; what says nothing at all in so many tries of this length is no MicroPython
AT_ONCE = 64  # files that are looked at in one go, so that the board is never silent for long
SENT_AT_ONCE = 6  # files that are sent in one go
MOST_BYTES = 1 << 16  # that a board may say between two things that it is told
ANSWER_WAIT = 60  # seconds that a board may be silent while it works
INTERRUPT = b"\r\x03\x03"
BLOCK = 4096  # bytes that are sent at once; the board takes the next ones as it has written them
PACKED_FROM = 1 << 16  # bytes; what is less has arrived sooner than the code that unpacks it
CTRL_C = b"\x03"

Item = TypeVar("Item")


class Prompt:
    """A board whose program has been stopped and that waits for code.

    port: path of a serial port or pseudo-terminal. tries: how often the program there is asked to stop, if
    anything is heard of it.
    version, machine: those of its MicroPython, and the board's name. mpy_version: that of compiled modules
    which it takes, or None.
    Raises DeviceLost when the port can't be opened, FlashError when no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        self.port = port
        self._tries = tries
        self._left = False
        self._loaded: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._walked = 0
        self._transport = _open(port)
        self._heard = _Heard(self._transport.serial)
        try:
            self._stop_program()
            told = self._told(self.run(shortened(LOOKS)), ((int, int, int), str, int | None, [str]))
            self.version, self.machine, self.mpy_version, self._names = told
        except BaseException:
            self._transport.close()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._left:
            with contextlib.suppress(OSError, TransportError):
                self._transport.close()

    def is_in_root(self, path: str) -> bool:
        """Return whether there was such a file or folder in the root when the program was stopped."""
        return path[1:] in self._names

    def run(self, code: str) -> str:
        """Run code on the board and return what it printed. Raises FlashError with the board's own words."""
        with _explained(self.port):
            out, err = self._transport.exec_raw(code, timeout=ANSWER_WAIT)
        if err:
            raise FlashError(_("The board on {port} said: {line}.", port=self.port, line=_last_line(err)))
        return out.decode(errors="replace")

    def _load(self, *parts: str) -> None:
        """Send the board parts of `board_code`, but for those that it has."""
        for part in parts:
            if part not in self._loaded:
                self.run(shortened(part))
                self._loaded.add(part)

    def ask(self, expression: str, shape: Any) -> Any:
        """Return the value of an expression on the board: numbers, texts, lists, tuples, dicts, None.

        shape: what it has to be: a type, [shape] for a list of any length, (shape, …) for a tuple, {shape:
        shape} for a dict. Raises FlashError when it is something else.
        """
        return self._told(self.run(f"print(repr({expression}))"), shape)

    def _told(self, said: str, shape: Any) -> Any:
        """Return the value that a board has printed, like `ask`."""
        with contextlib.suppress(ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            value = ast.literal_eval(said.strip())
            if _fits(value, shape):
                return value
        raise FlashError(
            _(
                "The board on {port} does not answer like MicroPython ({said!r}).",
                port=self.port,
                said=said.strip()[:40],
            )
        )

    def walk(self, *folders: str) -> dict[str, int]:
        """Return {path: bytes} of the files in folders and all below."""
        found = self.ask(f"walk(*{folders!r})", [(str, [(str, int)])])
        files = [(f"{folder}/{name}", size) for folder, names in found for name, size in names]
        for path, _size in files:
            self._numbers[path] = self._walked
            self._walked += 1
        return dict(files)

    def checks(self, paths: Iterable[str]) -> dict[str, int]:
        """Return {path: CRC-32, -1 where there is no file that can be read}."""
        known: list[str] = []
        others: list[str] = []
        for path in paths:
            (known if path in self._numbers else others).append(path)
        # the board takes its time to take a text apart, and keeps the paths that it has told, in their order
        known.sort(key=lambda path: self._numbers[path])
        found = self._checks(known, lambda some: _numbered([self._numbers[path] for path in some]))
        return found | self._checks(others, repr)

    def _checks(self, paths: list[str], named: Callable[[list[str]], str]) -> dict[str, int]:
        """Return like `checks`; named: makes an expression for some of the paths."""
        found: dict[str, int] = {}
        for some in in_parts(paths, AT_ONCE):
            found.update(zip(some, self.ask(f"[check(path) for path in {named(some)}]", [int]), strict=False))
        if len(found) != len(paths):
            raise FlashError(_("The board on {port} does not answer like MicroPython.", port=self.port))
        return found

    def send(
        self, files: dict[str, bytes], on_bytes: Callable[[int], None] = lambda count: None
    ) -> dict[str, int]:
        """Write files on the board, with the folders they lie in; return {path: CRC-32 of what it keeps}.

        files: {path: content}. on_bytes: told how many have arrived.
        Raises FlashError when the board does not take them.
        """
        self._load(WRITING)
        found: dict[str, int] = {}
        if sum(map(len, files.values())) >= PACKED_FROM and self._can_unpack():
            found = self._send_packed(files, on_bytes)
        rest = [path for path in files if found.get(path) != crc32(files[path])]
        for some in in_parts(rest, SENT_AT_ONCE):
            found.update(self._send({path: files[path] for path in some}, on_bytes))
        return found

    def _can_unpack(self) -> bool:
        """Send the board what unpacks; return whether it could compile that and has room for it."""
        try:
            self._load(UNPACKING)
        except FlashError:
            return False
        return True

    def put(self, path: str, content: bytes) -> int:
        """Write a file that is short; return the CRC-32 of what the board keeps."""
        self._load(WRITING)
        return self.ask(f"put({path!r}, {content!r})", int)

    def copy(self, files: list[tuple[str, str]]) -> list[int]:
        """Copy files on the board, each (path, path of the copy); return the CRC-32 of every copy."""
        self._load(WRITING, COPYING)
        return self.ask(f"[copy(old, path) for old, path in {files!r}]", [int])

    def make_ready(self, blocks: int, folders: int, path: str) -> None:
        """Have a board erase blocks for new files before it gets them, which is quicker, if it can.

        blocks: that the files take. folders: how many of them may be new. path: of a file that is not there.
        """
        self.run(f"{shortened(READY)}make_ready({blocks}, {folders}, {path!r})\n")

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and the folders that are empty then."""
        self._load(REMOVING)
        self.run(f"for path in {list(paths)!r}: remove(path)\n")

    def _send(self, files: dict[str, bytes], on_bytes: Callable[[int], None]) -> dict[str, int]:
        """Send files as they are; return {path: CRC-32 of what the board keeps}."""
        blocks = {path: list(_blocks(content)) for path, content in files.items()}
        told = [(path, [(len(block), stand_in) for block, stand_in in some]) for path, some in blocks.items()]
        coming = [
            (path, block.replace(CTRL_C, stand_in), len(block))
            for path, some in blocks.items()
            for block, stand_in in some
        ]
        return self._exchange(f"receive(*{told!r})", list(files), coming, on_bytes)

    def _send_packed(self, files: dict[str, bytes], on_bytes: Callable[[int], None]) -> dict[str, int]:
        """Send files packed, like `_send`."""
        packed = pack(files)
        found: dict[str, int] = {}
        for some in in_parts(list(files), SENT_AT_ONCE):
            told = [(path, [(len(part), size) for part, size in packed.files[path]]) for path in some]
            call = f"receive_packed({packed.key}, {packed.mark}, *{told!r})"
            coming = [(path, part, size) for path in some for part, size in packed.files[path]]
            found.update(self._exchange(call, some, coming, on_bytes))
        return found

    def _exchange(
        self,
        call: str,
        paths: list[str],
        coming: list[tuple[str, bytes, int]],
        on_bytes: Callable[[int], None],
    ) -> dict[str, int]:
        """Have a board receive files; return {path: CRC-32 of what it keeps}.

        call: what receives them. coming: (path, bytes to send, length of that part of the file).
        """
        path, said = paths[0], b""
        with _explained(self.port):
            self._transport.exec_raw_no_follow(call)
            for path, block, length in coming:  # noqa: B007
                # a dot says that the board is ready
                said = self._transport.serial.read(1)
                if said != b".":
                    break
                self._transport.serial.write(block)
                on_bytes(length)
            if said != b"\x04":
                said = self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)[:-1]
            err = self._transport.read_until(1, b"\x04", timeout=ANSWER_WAIT)
        if err != b"\x04":
            raise FlashError(
                _("The board could not write {path}: {line}.", path=path, line=_last_line(err[:-1]))
            )
        return dict(zip(paths, self._told(said.decode(errors="replace"), [int]), strict=False))

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
            is_silent = not self._heard.total and device_uptime(self._transport.serial) is None
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


def in_parts(items: list[Item], size: int) -> Iterator[list[Item]]:
    """Yield the items in lists of so many, the last one of what is left."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _numbered(numbers: list[int]) -> str:
    """Return an expression for the board's paths with these numbers, which are sorted."""
    first, last = numbers[0], numbers[-1]
    if last - first + 1 == len(numbers):
        return f"paths[{first}:{last + 1}]"
    return f"[paths[number] for number in {numbers}]"


def _blocks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (part of the content, a byte that is not in it and stands for Ctrl-C)."""
    start, length = 0, BLOCK
    while start < len(content):
        block = content[start : start + length]
        free = set(range(256)).difference(block, CTRL_C)
        if free:
            yield block, bytes([max(free)])
            start, length = start + len(block), BLOCK
        else:
            length //= 2


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
