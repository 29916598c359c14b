"""The serial port of an emulated Pico as a pseudo-terminal, for programs that open a port by its path.

It carries bytes between the terminal and the chip, and paces the chip; it must not know the protocol.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING, TypeVar

from arcana_host.virtual.cable import TerminalCable

from .pace import show_time

if TYPE_CHECKING:
    from .pico import EmulatedPico

_SLICE_MS = 1
_PAUSE = 0.02
_Result = TypeVar("_Result")


class Terminal:
    """A pseudo-terminal in front of an EmulatedPico, and the thread that runs the Pico behind it.

    Opening and closing the terminal raises and drops DTR, as on a cable. Bytes from the Pico are lost while
    no program has it open; after `close`, `pico.serial` has the port open again. As a context manager it runs
    the Pico as fast as possible, but no faster than in real time.

    pico: the EmulatedPico; leave it alone while the thread runs, or use `do`.
    Raises OSError where there are no pseudo-terminals.
    """

    def __init__(self, pico: EmulatedPico):
        self._pico = pico
        self._cable = TerminalCable()
        self.path = self._cable.path
        self._to_desktop = bytearray()
        self._jobs: queue.SimpleQueue[tuple[Callable[[], object], Future]] = queue.SimpleQueue()
        self._end = threading.Event()
        self._thread: threading.Thread | None = None
        self._failure: BaseException | None = None

    def __enter__(self) -> Terminal:
        self._thread = threading.Thread(target=self._run, name="emulated Pico", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_exception) -> None:
        self.close()

    def close(self) -> None:
        """Stop the thread and close the terminal. Raises the exception that ended the thread, if any."""
        self._end.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self._cable.close()
        self._pico.serial.set_open(True)
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure

    def do(self, job: Callable[[], _Result]) -> _Result:
        """Run a job in the thread of the Pico, and return its result."""
        result = self.post(job)
        while True:
            try:
                return result.result(timeout=1)
            except NotYet:
                if result.done() or self._failure is not None or self._end.is_set():
                    raise

    def post(self, job: Callable[[], _Result]) -> Future[_Result]:
        """Queue a job for the thread of the Pico, and return its Future."""
        result: Future = Future()
        self._jobs.put((job, result))
        return result

    def _run(self) -> None:
        try:
            self._serve()
        except BaseException as error:
            self._failure = error

    def _serve(self) -> None:
        clock, start, emulated = time.monotonic, time.monotonic(), self._pico.micros
        while not self._end.is_set():
            self._do_jobs()
            self._exchange()
            self._pico.run(_SLICE_MS)
            show_time(self._cable._master, int(self._pico.micros) // 1000)
            ahead = (self._pico.micros - emulated) / 1e6 - (clock() - start)
            if ahead < 0:
                start, emulated = clock(), self._pico.micros
            elif self._exchange():
                continue
            elif ahead > _PAUSE:
                self._cable.wait(_PAUSE)

    def _do_jobs(self) -> None:
        while not self._jobs.empty():
            job, result = self._jobs.get()
            try:
                result.set_result(job())
            except BaseException as error:
                result.set_exception(error)

    def _exchange(self) -> bool:
        """Carry the waiting bytes both ways; return whether there were any."""
        serial, cable = self._pico.serial, self._cable
        serial.set_open(cable.is_open)
        received = cable.read()
        serial.write(received)
        sent = serial.read()
        self._to_desktop += sent
        if self._to_desktop:
            del self._to_desktop[: cable.write(bytes(self._to_desktop))]
        return bool(received or sent)
