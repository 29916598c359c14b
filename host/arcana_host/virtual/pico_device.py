"""The virtual device on an emulated Pico: the companion as MicroPython runs it, with its files in a folder.

The Pico runs in its own thread, with its serial port as a pseudo-terminal. Every start installs the companion
anew; all other files in its flash are those of the folder. It must not know the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path
from typing import NamedTuple

from arcana_portable.install.steps import BOARD, MAIN, PACKAGES
from arcana_portable.translation import _

from arcana_host.files import write_bytes
from arcana_host.install.build import device_files

from . import begin_in_own_language, unique_id_of
from .boards import REFERENCE_BOARD
from .pico import EmulatedPico, PicoFault, PicoUnavailable
from .pico_flash import files_in
from .pico_terminal import Terminal

_POLL_SECONDS = 0.1
_PRESS_MS = 60
_LONG_MS = 900
_APART_MS = 60
"""Emulated milliseconds: of a press, of a long one, and between two."""

_INSTALLED = tuple(f"/{folder}/" for folder in PACKAGES)


class View(NamedTuple):
    """The state of the emulated Pico at one moment.

    glass, shades: `glass` and `shaded_glass` of the `PanelModel`. shows: whether the companion has shown
    anything since power-up. full_refreshes: how many were started. busy: whether the panel is. flash: its
    content if that has changed, otherwise None.
    """

    glass: bytes
    shades: bytes
    shows: bool
    full_refreshes: int
    busy: bool
    flash: bytes | None


class PicoDevice:
    """A companion on an emulated Pico; `async with` powers it.

    folder: its files, without the installation; created if missing. image: a MicroPython image. board: one of
    `boards.NAMES`. link_at: where to make a symbolic link to its serial port. on_port: called with the path
    of that port when the device gets power, and with None when it loses it.

    path: the serial port, None while the plug is pulled. seen: the latest View. files: {path: content} of the
    folder. failed: an Event, set when the Pico hangs or the folder can't be written; leaving the `async with`
    then raises the reason.
    Raises PicoUnavailable, OSError, and ValueError for a folder that does not fit into the flash.
    """

    def __init__(
        self,
        folder: Path,
        image: Path,
        board: str = REFERENCE_BOARD,
        link_at: Path | None = None,
        on_port: Callable[[str | None], None] = lambda path: None,
    ) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        begin_in_own_language(self.folder)
        self.files = _files(self.folder)
        number = unique_id_of(self.folder)
        files = {**self.files, **_firmware_for(image), f"/{BOARD}": f"{board}\n".encode()}
        self._pico = EmulatedPico(image, files, unique_id=number, board=board)
        self._link_at = link_at
        self._on_port = on_port
        self._terminal: Terminal | None = None
        self.failed = asyncio.Event()
        self._stopped = False
        self._written = 0
        self._refreshes = 0
        self._free_at = 0.0
        self.seen = self._look()

    async def __aenter__(self) -> PicoDevice:
        self.plug_in()
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *reason: object) -> None:
        # let it finish writing to the folder
        self._stopped = True
        try:
            await self._watching
            self.pull_plug()
        finally:
            self._save(self._pico.cut())

    def records(self) -> dict[str, bytes]:
        """Return {name: journal} of the games in the folder, the oldest first."""
        from arcana_portable.page.journals import records

        return records(f"{self.folder}/games")

    # power

    @property
    def path(self) -> str | None:
        return self._terminal.path if self._terminal else None

    def plug_in(self) -> None:
        """Give it power: it starts from what is in its flash. Raises OSError without pseudo-terminals."""
        if not self._terminal:
            self._terminal = Terminal(self._pico, link_at=self._link_at).__enter__()
            self._on_port(self._terminal.path)

    def pull_plug(self) -> None:
        """Cut the power, and close the port."""
        terminal, self._terminal = self._terminal, None
        if terminal:
            self._on_port(None)
            terminal.close()
            self._pico.reset()
            self._refreshes = self._refresh_count()
            self.seen = self.seen._replace(shows=False)

    # buttons and panel

    def press(self, name: str, kind: str) -> None:
        """Press a button after the presses before it; kind: "press", "repeat" or "long".

        Fingers are fast for an emulated device, so the contact closes for as long as the firmware needs. A
        repeat is dropped while other presses wait.
        """
        if self._terminal:
            self._terminal.post(lambda: self._press(name, kind))

    def _press(self, name: str, kind: str) -> None:
        pico = self._pico
        waits = max(self._free_at - pico.micros, 0) / 1000
        if waits and kind == "repeat":
            return
        held = _LONG_MS if kind == "long" else _PRESS_MS
        pico.after(waits, lambda: pico.tap(name, held))
        self._free_at = pico.micros + (waits + held + _APART_MS) * 1000

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the panel in pixels."""
        return self._pico.panel.width, self._pico.panel.height

    async def _watch(self) -> None:
        try:
            await self._poll()
        except Exception:
            self.failed.set()
            raise

    async def _poll(self) -> None:
        while not self._stopped:
            terminal = self._terminal
            if terminal:
                try:
                    seen = await asyncio.to_thread(terminal.do, self._look)
                except NotYet:
                    seen = None
                if terminal is self._terminal:
                    await self._handle(seen)
            await asyncio.sleep(_POLL_SECONDS)

    async def _handle(self, seen: View | None) -> None:
        if not seen:
            self.failed.set()
            return
        self.seen = seen
        if seen.flash:
            await asyncio.to_thread(self._save, seen.flash)

    def _refresh_count(self) -> int:
        return self._pico.panel.full_refreshes + self._pico.panel.partial_refreshes

    def _look(self) -> View:
        panel, flash = self._pico.panel, self._pico.flash
        written = flash.programmed + flash.erased.total()
        is_new = written != self._written and not flash.busy
        if is_new:
            self._written = written
        return View(
            panel.glass,
            panel.shaded_glass,
            self._refresh_count() > self._refreshes,
            panel.full_refreshes,
            panel.busy,
            self._pico.cut() if is_new else None,
        )

    def _save(self, flash: bytes) -> None:
        """Update the folder with the files in the flash, if that has a file system."""
        found = files_in(flash)
        if not found:
            return
        files = {path: content for path, content in found.items() if _is_saved(path)}
        for path, content in files.items():
            if self.files.get(path) != content:
                target = self.folder / path[1:]
                target.parent.mkdir(parents=True, exist_ok=True)
                write_bytes(target, content, replace=True)
        for path in self.files.keys() - files.keys():
            (self.folder / path[1:]).unlink(missing_ok=True)
        self.files = files


def mpy_version(image: Path) -> int:
    """Return the version of compiled code (.mpy) that this image runs. Raises PicoUnavailable."""
    try:
        version = EmulatedPico(image, files={}).exec(
            "import sys; print(getattr(sys.implementation, '_mpy', getattr(sys.implementation, 'mpy', 0)))"
        )
        return int(version)
    except (PicoFault, TimeoutError, ValueError) as error:
        raise PicoUnavailable(
            _("{image} does not start on the emulated Pico; name another one in PICO_UF2.", image=image)
        ) from error


def _firmware_for(image: Path) -> dict[str, bytes]:
    return {f"/{path}": content for path, content in device_files(mpy_version(image)).items()}


def _files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    files = {"/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    return {path: content for path, content in files.items() if _is_saved(path)}


def _is_saved(path: str) -> bool:
    return not path.startswith(_INSTALLED) and path not in (f"/{MAIN}", f"/{BOARD}") and "/." not in path
