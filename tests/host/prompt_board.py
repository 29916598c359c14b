"""A board with MicroPython's prompt behind a pseudo-terminal: CPython runs the code, a folder is the flash.

It plays the prompt as far as the host uses it. At power-on and at a soft reset it runs the `main.py` that is
on its flash; where that starts the companion, a companion of this computer answers.
"""

import builtins
import io
import os
import pty
import select
import struct
import threading
import time
import traceback
import tty
import types
from pathlib import Path

from arcana_portable.firmware import firmware_folder
from link.bench import Bench

_RAW = b"raw REPL; CTRL-B to exit\r\n>"
_WINDOW = 4096  # bytes of pasted code that may come before the next sign of life


class PromptBoard:
    """A board; `path` is its serial port, `flash` the folder with its files.

    name, version, machine: what its Python says that it is. region: start and size of the file system that it
    looks for on the flash; formatted: start and size of the one that is there.
    boot_loader: called when the boot loader starts instead of MicroPython.
    free_blocks: what the flash still takes, in blocks of 4096 bytes.
    mpy: what its MicroPython says of the compiled code it takes, or None.
    bench: the companion that runs on it, None at the prompt; `bench.pretend` has it answer otherwise.
    ran: what was run at the friendly prompt. received: all bytes that have come.
    cut_at: the power fails instead of this change of the flash; `steps` counts them. A new board on
    the same folder has power again.
    """

    def __init__(self, folder: Path, mpy: int | None = 0x1306):
        self.flash = folder / "flash"
        self.flash.mkdir(exist_ok=True)
        self.free_blocks = 350
        self.mpy = mpy
        self.name, self.version = "micropython", (1, 28, 0)
        self.machine = "Raspberry Pi Pico with RP2040"
        self.region = self.formatted = (0x100A0000, 1408 * 1024)
        self.boot_loader = None
        self.starts = 0
        self.fails_to_start = False
        self.breaks_writing = None
        self.steps = 0
        self.cut_at = None
        self.bench = None
        self.bench_folder = folder / "bench"
        self.bench_folder.mkdir(exist_ok=True)
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self._slave = slave
        self.path = os.ttyname(slave)
        self._coming = b""
        self._typed = b""
        self._prompt = b">>> "
        self.ran = []
        self.received = b""
        self._stop = threading.Event()
        self._booted = threading.Event()
        self._restart = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        self._booted.wait()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        if self._master is not None:
            os.close(self._master)
        os.close(self._slave)

    def files(self):
        """Return {path: content} of the flash."""
        found = [path for path in self.flash.rglob("*") if path.is_file()]
        return {"/" + path.relative_to(self.flash).as_posix(): path.read_bytes() for path in found}

    def give_companion(self):
        """Put `main.py` and something of a companion on the flash."""
        (self.flash / "companion").mkdir(exist_ok=True)
        (self.flash / "main.py").write_bytes((firmware_folder() / "main.py").read_bytes())

    def boot(self):
        """Start `main.py`, as after power-up; where it starts no companion, the prompt comes."""
        self.starts += 1
        self.bench = None
        if self.run_main():
            self.bench = Bench(self.bench_folder)
            python = "micropython " + ".".join(map(str, self.version))
            self.bench.pretend("info", lambda info: {**info, "python": python, "machine": self.machine})
            # there is no panel on it, but one that is as quick as any
            self.bench.pretend("pattern", lambda _: {})
            answer = {"celsius": None, "partials": 0, "refresh": "full", "took": 3600}
            self.bench.pretend("panel", lambda _: answer)
        else:
            self._show_prompt(b">>> ")

    def run_main(self):
        """Run `main.py` up to the start of the companion; return whether it comes to that."""
        self._is_started = False
        try:
            exec(compile((self.flash / "main.py").read_bytes(), "main.py", "exec"), self._names())
        except FileNotFoundError:
            pass
        except (_Stopped, _PowerCut):
            raise
        except BaseException as error:
            failure = f"{type(error).__name__}: {error}".replace("\n", " ")
            self._say(f"Traceback (most recent call last):\r\n{failure}\r\n".encode())
        return self._is_started

    def _start_companion(self):
        self._is_started = True

    def type(self, keys):
        """Have somebody type at the port, who leaves again; Ctrl-C among it ends the companion."""
        with open(self.path, "r+b", buffering=0) as port:
            port.write(keys)
            while select.select([port], [], [], 0.2)[0]:
                port.read(4096)

    def restart(self):
        """Have the board start again, as after a moment without power."""
        self._restart.set()

    @property
    def has_power(self):
        return self._thread.is_alive()

    # the prompt

    def _serve(self):
        try:
            self.boot()
            self._booted.set()
            while not self._stop.is_set():
                if self.bench:
                    self._run_app()
                else:
                    self._friendly(self._byte())
        except _Stopped:
            pass
        except _PowerCut:
            self._lose_cable()
        except _BootLoader:
            self._lose_cable()
            self.boot_loader()
        except BaseException:
            # otherwise the host would wait for a thread that has ended
            self._lose_cable()
            raise
        finally:
            self._booted.set()

    def _lose_cable(self):
        os.close(self._master)
        self._master = None

    def _run_app(self):
        if self._restart.is_set():
            self._restart.clear()
            self.boot()
            return
        data = self._read(0.01)
        if b"\x03" in data:
            self.bench = None
            self._coming = data[data.index(b"\x03") + 1 :] + self._coming
            self._say(b"\r\n")
            self._show_prompt(b">>> ")
            return
        self.bench.cable.send(data)
        self.bench.poll()
        self._say(self.bench.cable.receive())

    def _friendly(self, byte):
        """Take a byte as MicroPython's shared/readline/readline.c and shared/runtime/pyexec.c do."""
        pasting = self._prompt == b"=== "
        if byte == b"\x03":
            self._say(b"\r\n")
            self._show_prompt(b">>> ")
        elif pasting and byte != b"\x04":
            self._typed += byte
            self._say(b"\r\n=== " if byte == b"\r" else byte)
        elif byte == b"\x04" and (pasting or self._prompt == b"... "):
            self._run_typed()
        elif byte in b"\x01\x02\x04\x05" and not self._typed:
            self._control(byte)
        elif byte == b"\r":
            self._end_line()
        elif byte >= b" ":
            self._typed += byte
            self._say(byte)

    def _control(self, byte):
        """Take a control byte at an empty line."""
        if byte == b"\x01":
            self._raw()
        elif byte == b"\x02":
            self._say(b"\r\nMicroPython\r\n")
            self._show_prompt(b">>> ")
        elif byte == b"\x04":
            self._say(b"\r\nMPY: soft reboot\r\n")
            self._prompt = b">>> "
            self.boot()
        else:
            self._say(b"\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n")
            self._show_prompt(b"=== ")

    def _end_line(self):
        self._say(b"\r\n")
        if self._typed.endswith(b":") or self._prompt == b"... ":
            self._say(b"... ")
            self._prompt, self._typed = b"... ", self._typed + b"\n"
        elif self._typed:
            self._run_typed()
        else:
            self._show_prompt(b">>> ")

    def _run_typed(self):
        self.ran.append(self._typed)
        self._say(b"\r\nTraceback (most recent call last):\r\nSyntaxError: invalid syntax\r\n")
        self._show_prompt(b">>> ")

    def _show_prompt(self, prompt):
        self._prompt, self._typed = prompt, b""
        self._say(prompt)

    def _raw(self):
        self._say(_RAW)
        names = self._names()
        code = b""
        while True:
            byte = self._byte()
            if byte == b"\x02":
                self._say(b"\r\nMicroPython\r\n")
                self._show_prompt(b">>> ")
                return
            if byte == b"\x04" and not code.strip():
                self._say(b"OK\r\nMPY: soft reboot\r\n" + _RAW)
                names = self._names()
            elif code + byte == b"\x05A\x01":
                code = self._pasted()
                if code is not None:
                    self._execute(code, names)
                code = b""
            elif byte in b"\x01\x03":
                code = b""
                if byte == b"\x01":
                    self._say(_RAW)
            else:
                code += byte

    def _pasted(self):
        """Take code in raw-paste mode; return None if a Ctrl-C ends it."""
        self._say(b"R\x01" + _WINDOW.to_bytes(2, "little"))
        code, windows = b"", 1
        while not code.endswith(b"\x04"):
            end = self._coming.find(b"\x04") + 1 or len(self._coming)
            code, self._coming = code + self._coming[:end], self._coming[end:]
            if b"\x03" in code:
                self._say(b"\r\nKeyboardInterrupt\r\n>")
                return None
            if len(code) >= windows * _WINDOW:
                windows += 1
                self._say(b"\x01")
            if not code.endswith(b"\x04"):
                self._wait_for_bytes()
        self._say(b"\x04")
        return code[:-1]

    def _execute(self, code, names):
        failure = ""
        try:
            exec(compile(code, "<stdin>", "exec"), names)
        except (_Stopped, _PowerCut, _BootLoader):
            raise
        except BaseException:
            failure = traceback.format_exc()
        self._say(b"\x04" + failure.encode() + b"\x04>")

    # what code on the board sees

    def _names(self):
        def here(path=""):
            return str(self.flash / path.lstrip("/"))

        def open_here(path, mode="r"):
            if self.breaks_writing and "r" not in mode and path == self.breaks_writing:
                # as a Pico says it, without a name
                raise OSError(28)
            if "r" not in mode:
                self._step()
            return open(here(path), mode)

        files = types.SimpleNamespace(
            stat=lambda path: os.stat(here(path)),
            listdir=lambda path="": os.listdir(here(path)),
            ilistdir=lambda path: [self._entry(entry) for entry in os.scandir(here(path))],
            mkdir=lambda path: self._step() or os.mkdir(here(path)),
            rmdir=lambda path: self._step() or os.rmdir(here(path)),
            rename=lambda old, new: self._step() or os.rename(here(old), here(new)),
            remove=lambda path: self._step() or os.remove(here(path)),
            uname=lambda: types.SimpleNamespace(machine=self.machine),
            statvfs=lambda path: (4096, 4096, 352, self.free_blocks),
        )
        system = types.SimpleNamespace(
            path=[],
            stdin=types.SimpleNamespace(buffer=types.SimpleNamespace(read=self._read_stdin)),
            implementation=types.SimpleNamespace(
                name=self.name, version=self.version, **({"_mpy": self.mpy} if self.mpy else {})
            ),
        )
        app = types.SimpleNamespace(main=self._start_companion)
        boards = types.SimpleNamespace(wake=lambda: None)
        companion = types.SimpleNamespace(boards=boards, app=app)
        modules = {"os": files, "sys": system, "companion.boards": companion, "companion.app": app}
        modules.update(self._chip())

        def import_here(name, *rest):
            if name.startswith("companion") and (
                self.fails_to_start or not (self.flash / "companion").is_dir()
            ):
                raise ImportError("no module named 'companion'")
            return modules.get(name) or __import__(name, *rest)

        def print_here(*values):
            out = io.StringIO()
            print(*values, file=out)
            self._say(out.getvalue().replace("\n", "\r\n").encode())

        builtin = {**vars(builtins), "open": open_here, "print": print_here, "__import__": import_here}
        return {"__builtins__": builtin}

    def _chip(self):
        """Return the modules of the chip, as far as code at the prompt asks where the file system lies."""

        class Flash:
            @staticmethod
            def ioctl(operation, argument):
                return {4: self.region[1] // 4096, 5: 4096}[operation]

        def addressof(thing):
            assert isinstance(thing, Flash)
            if self.version < (1, 28):
                raise TypeError("object with buffer protocol required")
            return self.region[0]

        def bytes_at(address, count):
            # the head of littlefs (its SPEC.md): revision, a tag, its name, a tag, version, sizes
            start, size = self.formatted
            head = struct.pack("<2I8s4I", 1, 0, b"littlefs", 0, 0x20000, 4096, size // 4096)
            at = address - start
            return head[at : at + count] if 0 <= at < len(head) else b"\xff" * count

        def bootloader():
            raise _BootLoader

        return {
            "rp2": types.SimpleNamespace(Flash=Flash),
            "uctypes": types.SimpleNamespace(addressof=addressof, bytes_at=bytes_at),
            "machine": types.SimpleNamespace(bootloader=bootloader),
            "time": types.SimpleNamespace(sleep_ms=lambda milliseconds: time.sleep(milliseconds / 1000)),
        }

    def _step(self):
        """Count a change of the flash, and let the power fail before change `cut_at`."""
        self.steps += 1
        if self.steps == self.cut_at:
            raise _PowerCut

    @staticmethod
    def _entry(entry):
        folder = entry.is_dir()
        return entry.name, 0x4000 if folder else 0x8000, 0, 0 if folder else entry.stat().st_size

    # bytes

    def _read_stdin(self, count):
        """Return the next bytes that come, for a program on the board."""
        read = b""
        while len(read) < count:
            read += self._byte()
            if read.endswith(b"\x03"):
                raise KeyboardInterrupt
        return read

    def _wait_for_bytes(self):
        while not self._coming:
            if self._stop.is_set():
                raise _Stopped
            self._coming = self._read(0.05)

    def _byte(self):
        self._wait_for_bytes()
        byte, self._coming = self._coming[:1], self._coming[1:]
        return byte

    def _read(self, seconds):
        coming, self._coming = self._coming, b""
        if not coming and select.select([self._master], [], [], seconds)[0]:
            coming = os.read(self._master, 4096)
            self.received += coming
        return coming

    def _say(self, data):
        while data and not self._stop.is_set():
            # nobody may be reading any more
            if select.select([], [self._master], [], 0.05)[1]:
                data = data[os.write(self._master, data[:1024]) :]


class _Stopped(BaseException):
    """The test is over."""


class _BootLoader(BaseException):
    """The boot loader has started: there is no port until MicroPython starts again."""


class _PowerCut(BaseException):
    """The board has no power any more; its port is gone until it has again."""
