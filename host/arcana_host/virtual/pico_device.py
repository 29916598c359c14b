"""The virtual device on an emulated Pico: the companion as MicroPython runs it, with its files in a folder.

The Pico runs in a thread of its own, with its serial port as a pseudo-terminal. It is installed afresh at
every start; everything else in its flash is what lies in the folder. It must not know the game.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path
from typing import NamedTuple

from arcana_host.files import write_bytes
from arcana_host.install.build import FOLDERS, MIP_FOLDER, bundled_firmware, installation
from arcana_host.translation import _

from . import device_number
from .boards import REFERENCE_BOARD
from .pico import EmulatedPico, PicoFault, PicoUnavailable
from .pico_flash import files_in
from .pico_terminal import Terminal

_LOOK_EVERY = 0.1
_PRESS_MS = 60
_LONG_MS = 900
_APART_MS = 60
"""Emulated milliseconds; the firmware's buttons take no contact that is shorter, nor a long one."""

_INSTALLED = tuple(f"/{folder}/" for folder in (*FOLDERS, MIP_FOLDER))
_SETTINGS = "/settings.json"
_STARTING = ("/main.py", "/start.txt", "/starter.py", "/starter.mpy")


class Seen(NamedTuple):
    """What was to be seen at one moment.

    glass, shades: as `glass` and `shaded_glass` of the `PanelModel`. shows: whether the companion has shown
    anything since it got power. full_refreshes: how many were started. busy: whether the panel is. flash: its
    content, where that is new.
    """

    glass: bytes
    shades: bytes
    shows: bool
    full_refreshes: int
    busy: bool
    flash: bytes | None


class PicoDevice:
    """A companion on an emulated Pico; `async with` gives it power.

    folder: its flash, without the installation; made when missing. image: a MicroPython image. board: which
    of `boards.NAMES` it is. link_at: where a link to its serial port is made. on_port: is told the path of
    that port when the device gets power, and None when it loses it.

    path: the serial port, None while the plug is pulled. seen: a Seen. files: path -> content of everything
    that lies in the folder. failed: an Event, set when the Pico has hanged itself or the folder takes
    nothing any more, which leaving the `async with` raises.
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
        self.files = _files(self.folder)
        number = device_number(self.folder)
        files = {**_told(self.files, board), **_companion(image)}
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
        # what is being written to the folder must be done
        self._stopped = True
        try:
            await self._watching
            self.pull_plug()
        finally:
            self._keep(self._pico.cut())

    def records(self) -> dict[str, bytes]:
        """Return the journals of the games in the folder by their names, the oldest first."""
        from companion.game_folder import records

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
        """Take the power away; the port is gone, too."""
        terminal, self._terminal = self._terminal, None
        if terminal:
            self._on_port(None)
            terminal.close()
            self._pico.reset()
            self._refreshes = self._count()
            self.seen = self.seen._replace(shows=False)

    # what hands and eyes do

    def press(self, name: str, kind: str) -> None:
        """Press a button, "press", "repeat" or "long", once the presses before it are over.

        A finger is quick for a device that is slow, so the contact is closed for as long as that needs. What
        is repeated is left out while there are others.
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

    async def _watch(self) -> None:
        try:
            await self._look_on()
        except Exception:
            self.failed.set()
            raise

    async def _look_on(self) -> None:
        while not self._stopped:
            terminal = self._terminal
            if terminal:
                try:
                    seen = await asyncio.to_thread(terminal.do, self._look)
                except NotYet:
                    seen = None
                if terminal is self._terminal:
                    await self._take(seen)
            await asyncio.sleep(_LOOK_EVERY)

    async def _take(self, seen: Seen | None) -> None:
        if not seen:
            self.failed.set()
            return
        self.seen = seen
        if seen.flash:
            await asyncio.to_thread(self._keep, seen.flash)

    def _count(self) -> int:
        return self._pico.panel.full_refreshes + self._pico.panel.partial_refreshes

    def _look(self) -> Seen:
        panel, flash = self._pico.panel, self._pico.flash
        written = flash.programmed + flash.erased.total()
        is_new = written != self._written and not flash.busy
        if is_new:
            self._written = written
        return Seen(
            panel.glass,
            panel.shaded_glass,
            self._count() > self._refreshes,
            panel.full_refreshes,
            panel.busy,
            self._pico.cut() if is_new else None,
        )

    def _keep(self, flash: bytes) -> None:
        """Make the folder what is in the flash; one that no longer has a file system changes nothing."""
        found = files_in(flash)
        if not found:
            return
        files = {path: content for path, content in found.items() if _is_kept(path)}
        for path, content in files.items():
            if self.files.get(path) != content:
                target = self.folder / path[1:]
                target.parent.mkdir(parents=True, exist_ok=True)
                write_bytes(target, content, replace=True)
        for path in self.files.keys() - files.keys():
            (self.folder / path[1:]).unlink(missing_ok=True)
        self.files = files


def mpy_version(image: Path) -> int:
    """Return what MicroPython on this image says of the compiled code it takes. Raises PicoUnavailable."""
    try:
        told = EmulatedPico(image, files={}).exec(
            "import sys; print(getattr(sys.implementation, '_mpy', getattr(sys.implementation, 'mpy', 0)))"
        )
        return int(told)
    except (PicoFault, TimeoutError, ValueError) as error:
        raise PicoUnavailable(
            _("{image} does not start on the emulated Pico; name another one in PICO_UF2.", image=image)
        ) from error


def _companion(image: Path) -> dict[str, bytes]:
    return installation(bundled_firmware(mpy_version(image)))


def _told(files: dict[str, bytes], board: str) -> dict[str, bytes]:
    """Return the files with the board in the settings, as `arcana flash --board` leaves them."""
    try:
        settings = json.loads(files.get(_SETTINGS, b"{}"))
    except ValueError:
        # what is damaged the device reports
        return files
    return {**files, _SETTINGS: json.dumps({"board": board, **settings}).encode()}


def _files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    files = {"/" + path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    return {path: content for path, content in files.items() if _is_kept(path)}


def _is_kept(path: str) -> bool:
    return not path.startswith(_INSTALLED) and path not in _STARTING and "/." not in path
