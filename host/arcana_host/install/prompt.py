"""A board at MicroPython's raw REPL: runs code and transfers files through mpremote's serial transport.

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
from arcana_host.install.board_code import (
    COPYING,
    INSPECTING,
    PRE_ERASING,
    REMOVING,
    UNPACKING,
    WRITING,
    minify,
)
from arcana_host.install.chips import where_from
from arcana_host.install.packing import pack
from arcana_host.link.ports import READ_WAIT, WRITE_WAIT, device_uptime, open_port
from arcana_host.translation import _

TRIES = 5
ENTER_WAIT = 6  # seconds for one try to reach the prompt
SILENT_TRIES = 2
SILENT_WAIT = 1.3  # seconds; a board that sends nothing in SILENT_TRIES of this length has no MicroPython
CHECKED_AT_ONCE = 64  # files that are checked by one command, so that the board is never silent for long
SENT_AT_ONCE = 6  # files that are sent with one command
MAX_OUTPUT = 1 << 16  # bytes that a board may send between two commands
ANSWER_WAIT = 60  # seconds that a board may be silent while it works
INTERRUPT = b"\r\x03\x03"
BLOCK = 4096  # bytes that are sent at once; the board asks for more when it has written them
PACKED_FROM = 1 << 16  # bytes; sending less takes no longer than sending the code that unpacks it
CTRL_C = b"\x03"

Item = TypeVar("Item")


class Prompt:
    """A board whose program has been stopped, and which waits for code.

    port: path of a serial port or pseudo-terminal. tries: how often to interrupt its program, if the board
    sends anything.
    version: of its MicroPython, as a tuple. machine: the board's name. mpy_version: the version of compiled
    modules that it can import, or None.
    Raises DeviceLost if the port can't be opened, FlashError if no MicroPython answers.
    """

    def __init__(self, port: str, tries: int = TRIES):
        self.port = port
        self._tries = tries
        self._is_handed_over = False
        self._loaded: set[str] = set()
        self._numbers: dict[str, int] = {}
        self._path_count = 0
        self._transport = _open(port)
        self._reads = _CountingReads(self._transport.serial)
        try:
            self._stop_program()
            about = self._parse(self.run(minify(INSPECTING)), ((int, int, int), str, int | None, [str]))
            self.version, self.machine, self.mpy_version, self._names = about
        except BaseException:
            self._transport.close()
            raise

    def __enter__(self) -> "Prompt":
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_handed_over:
            with contextlib.suppress(OSError, TransportError):
                self._transport.close()

    def is_in_root(self, path: str) -> bool:
        """Return whether the root had a file or folder of this path when the program was stopped."""
        return path[1:] in self._names

    def run(self, code: str) -> str:
        """Run code on the board and return what it printed. Raises FlashError with the board's message."""
        with _clear_errors(self.port):
            out, err = self._transport.exec_raw(code, timeout=ANSWER_WAIT)
        if err:
            raise FlashError(_("The board on {port} said: {line}.", port=self.port, line=_last_line(err)))
        return out.decode(errors="replace")

    def _load(self, *parts: str) -> None:
        """Run parts of `board_code` on the board, except those that it has run already."""
        for part in parts:
            if part not in self._loaded:
                self.run(minify(part))
                self._loaded.add(part)

    def ask(self, expression: str, shape: Any) -> Any:
        """Return the value of an expression on the board: numbers, strings, lists, tuples, dicts, None.

        shape: the expected type: a type, [shape] for a list of any length, (shape, …) for a tuple, {shape:
        shape} for a dict. Raises FlashError if the value has another one.
        """
        return self._parse(self.run(f"print(repr({expression}))"), shape)

    def _parse(self, said: str, shape: Any) -> Any:
        """Return the value that a board has printed; for shape and errors see `ask`."""
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
        """Return {path: size in bytes} of all files below these folders."""
        found = self.ask(f"walk(*{folders!r})", [(str, [(str, int)])])
        files = [(f"{folder}/{name}", size) for folder, names in found for name, size in names]
        for path, _size in files:
            self._numbers[path] = self._path_count
            self._path_count += 1
        return dict(files)

    def checks(self, paths: Iterable[str]) -> dict[str, int]:
        """Return {path: CRC-32 of the file, or -1 if it can't be read}."""
        walked: list[str] = []
        others: list[str] = []
        for path in paths:
            (walked if path in self._numbers else others).append(path)
        # parsing strings is slow on the board, which keeps a list of the paths that `walk` has found
        walked.sort(key=lambda path: self._numbers[path])
        found = self._check_files(walked, lambda group: _numbered([self._numbers[path] for path in group]))
        return found | self._check_files(others, repr)

    def _check_files(self, paths: list[str], named: Callable[[list[str]], str]) -> dict[str, int]:
        """Return the same as `checks`. named: returns an expression for a list of paths."""
        found: dict[str, int] = {}
        for group in in_parts(paths, CHECKED_AT_ONCE):
            found.update(
                zip(group, self.ask(f"[check(path) for path in {named(group)}]", [int]), strict=False)
            )
        if len(found) != len(paths):
            raise FlashError(_("The board on {port} does not answer like MicroPython.", port=self.port))
        return found

    def send(
        self, files: dict[str, bytes], on_bytes: Callable[[int], None] = lambda count: None
    ) -> dict[str, int]:
        """Write files to the board, and create their folders; return {path: CRC-32 of the file there}.

        files: {path: content}. on_bytes: called with the number of further bytes that were sent.
        Raises FlashError if the board can't write them.
        """
        self._load(WRITING)
        found: dict[str, int] = {}
        if sum(map(len, files.values())) >= PACKED_FROM and self._load_unpacking():
            found = self._send_packed(files, on_bytes)
        rest = [path for path in files if found.get(path) != crc32(files[path])]
        for group in in_parts(rest, SENT_AT_ONCE):
            found.update(self._send({path: files[path] for path in group}, on_bytes))
        return found

    def _load_unpacking(self) -> bool:
        """Load the code that unpacks files; return whether the board can compile it and has memory for it."""
        try:
            self._load(UNPACKING)
        except FlashError:
            return False
        return True

    def put(self, path: str, content: bytes) -> int:
        """Write a short file; return the CRC-32 of the file on the board."""
        self._load(WRITING)
        return self.ask(f"put({path!r}, {content!r})", int)

    def copy(self, files: list[tuple[str, str]]) -> list[int]:
        """Copy files on the board, given as (path, path of the copy); return the CRC-32 of each copy."""
        self._load(WRITING, COPYING)
        return self.ask(f"[copy(old, path) for old, path in {files!r}]", [int])

    def pre_erase(self, blocks: int, folders: int, path: str) -> None:
        """Erase flash blocks for new files in advance, which is faster, if the board can.

        blocks: how many the files need. folders: how many new folders there may be. path: a path that is not
        in use, for a temporary file.
        """
        self.run(f"{minify(PRE_ERASING)}pre_erase({blocks}, {folders}, {path!r})\n")

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files, and folders that become empty."""
        self._load(REMOVING)
        self.run(f"for path in {list(paths)!r}: remove(path)\n")

    def _send(self, files: dict[str, bytes], on_bytes: Callable[[int], None]) -> dict[str, int]:
        """Send files uncompressed; return {path: CRC-32 of the file on the board}."""
        blocks = {path: list(_blocks(content)) for path, content in files.items()}
        sizes = [
            (path, [(len(block), stand_in) for block, stand_in in parts]) for path, parts in blocks.items()
        ]
        blocks_to_send = [
            (path, block.replace(CTRL_C, stand_in), len(block))
            for path, parts in blocks.items()
            for block, stand_in in parts
        ]
        return self._exchange(f"receive(*{sizes!r})", list(files), blocks_to_send, on_bytes)

    def _send_packed(self, files: dict[str, bytes], on_bytes: Callable[[int], None]) -> dict[str, int]:
        """Send files compressed; return the same as `_send`."""
        packed = pack(files)
        found: dict[str, int] = {}
        for group in in_parts(list(files), SENT_AT_ONCE):
            sizes = [(path, [(len(part), size) for part, size in packed.files[path]]) for path in group]
            call = f"receive_packed({packed.key}, {packed.mark}, *{sizes!r})"
            blocks_to_send = [(path, part, size) for path in group for part, size in packed.files[path]]
            found.update(self._exchange(call, group, blocks_to_send, on_bytes))
        return found

    def _exchange(
        self,
        call: str,
        paths: list[str],
        blocks_to_send: list[tuple[str, bytes, int]],
        on_bytes: Callable[[int], None],
    ) -> dict[str, int]:
        """Send files to a function on the board; return {path: CRC-32 of the file on the board}.

        call: the expression that calls it. blocks_to_send: (path, bytes to send, length of that part of the
        file).
        """
        path, said = paths[0], b""
        with _clear_errors(self.port):
            self._transport.exec_raw_no_follow(call)
            for path, block, length in blocks_to_send:  # noqa: B007
                # the board prints a dot when it is ready
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
        return dict(zip(paths, self._parse(said.decode(errors="replace"), [int]), strict=False))

    def soft_reset(self) -> Any:
        """Do a soft reset, after which MicroPython runs `main.py`; return the port, which stays open."""
        with _clear_errors(self.port):
            self._transport.exit_raw_repl()
            self._transport.read_until(1, b">>> ", timeout=2)
            self._transport.serial.write(b"\x04")
        self._transport.serial.timeout = READ_WAIT
        self._reads.stop()
        self._is_handed_over = True
        return self._transport.serial

    def restore_program(self) -> None:
        """Start the installed program again, if the board still answers."""
        with contextlib.suppress(DeviceLost, FlashError, OSError):
            # the board may still be waiting for the rest of a file
            self._transport.serial.write(INTERRUPT)
            self.soft_reset().close()

    def _stop_program(self) -> None:
        for attempt in range(self._tries):
            # a Ctrl-C that comes before main.py has started is lost
            is_silent = not self._reads.total and device_uptime(self._transport.serial) is None
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


class _CountingReads:
    """Counts the bytes read from a serial port, and limits those between two writes to MAX_OUTPUT.

    stream: the port, whose `read` and `write` it replaces. total: all bytes that were read. `read` raises
    TransportError beyond the limit.
    """

    def __init__(self, stream: Any):
        self.total = 0
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
        self._since_write += len(data)
        if self._since_write > MAX_OUTPUT:
            raise TransportError(_("it never stops sending"))
        return data

    def write(self, data: bytes) -> int:
        self._since_write = 0
        return self._write(data)


def in_parts(items: list[Item], size: int) -> Iterator[list[Item]]:
    """Yield the items in lists of this size; the last one may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _numbered(numbers: list[int]) -> str:
    """Return an expression for the board's paths with these numbers, which must be sorted."""
    first, last = numbers[0], numbers[-1]
    if last - first + 1 == len(numbers):
        return f"paths[{first}:{last + 1}]"
    return f"[paths[number] for number in {numbers}]"


def _blocks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield (part of the content, a byte that does not occur in it, to send in place of Ctrl-C)."""
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
def _clear_errors(port: str):
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
