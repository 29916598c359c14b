"""Installs the companion on a board: sends the files that differ, verifies them, and switches atomically.

The board has two folders for companions. The new one is written and verified in the folder that is not in
use; then one rename of `start.txt` makes it the one that starts, and the previous one is the fallback. If
anything fails before that, even the power, the old companion is unchanged. Games and settings are never
changed, except for the name of the board in the settings, if that is asked for.
"""

import json
from binascii import crc32
from collections.abc import Callable, Collection
from pathlib import PurePosixPath
from typing import NamedTuple

from arcana_host.errors import DeviceLost, DeviceRefused, FlashError
from arcana_host.install.board_folder import BoardFolder
from arcana_host.install.build import FOLDERS, MAIN, MIP_FOLDER, START, bundled_firmware, start_text
from arcana_host.install.micropython import MicroPython
from arcana_host.install.prompt import Prompt, in_parts
from arcana_host.link.device import Device, Tell
from arcana_host.link.ports import is_virtual
from arcana_host.translation import _
from shared_rules.games import NAMES

__all__ = ("Installed", "bundled_firmware", "flash")

FRESH = ".new"
OLD_FOLDER = "lib"
"""The companion's folder before there were two."""
OTHER_FOLDERS = (OLD_FOLDER, MIP_FOLDER)
"""Folders of companions that were installed in other ways; an update makes them the fallback, the next one
removes them."""
OLD_MANIFEST = "/lib/companion.manifest"

SETTINGS = "/settings.json"

_READ_SETTINGS = """
import json
try:
    with open('/settings.json') as file:
        data = json.load(file)
except (OSError, ValueError):
    data = {}
"""
MAX_START = 1000  # characters; `start.txt` has two lines
PEEK = 0.7  # seconds in which a companion on this computer answers
COPIED_AT_ONCE = 2  # files that are copied by one command, so that the board is never silent for long
BLOCK = 4096  # bytes of a block of the board's file system
IN_FOLDER = 1024  # bytes; a longer file is never stored inline in its folder's blocks
PRE_ERASE_FROM = 16  # blocks; that many are faster to erase together than separately
PATIENCE = 180.0
"""Seconds for the app to start. If it fails, the prompt appears long before; on an emulated board it may take
a hundred seconds."""

Progress = Callable[[str, int, int], None]


class Installed(NamedTuple):
    """The result of an installation.

    sent, removed: paths. kept: the number of files that were up to date. compiled: whether modules were sent
    compiled. info: the app's answer to the method `info`.
    """

    sent: list[str]
    removed: list[str]
    kept: int
    compiled: bool
    info: dict


def flash(
    port: str,
    on_progress: Progress | None = None,
    patience: float = PATIENCE,
    board: str | None = None,
    tell: Tell = lambda sentence: None,
    games: Collection[str] = NAMES,
) -> Installed:
    """Install the companion on the board behind `port` and wait until it answers.

    on_progress: called with (what is being done, done so far, of how many); bytes while they are sent.
    patience: seconds to wait for the app after the restart.
    board: the name of the board for its settings, "" to have it found by itself; None changes no setting.
    tell: called with a sentence when a wait lasts. games: the names of those that go with it.
    Raises FlashError, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    show = on_progress or (lambda doing, done, total: None)
    show(_("Stopping the app"), 0, 1)
    _refuse_virtual(port, tell)
    with Prompt(port) as prompt:
        try:
            _check_board(prompt)
            firmware = bundled_firmware(prompt.mpy_version, games=games)
            sent, removed = _install(prompt, firmware.app, firmware.start, show)
            if board is not None:
                _set_board(prompt, board)
        except DeviceLost:
            raise
        except BaseException:
            # the old companion is still complete
            prompt.restore_program()
            raise
        show(_("Starting the app"), 0, 1)
        stream = prompt.soft_reset()
    # over the same connection, so that what a failing start prints is not lost
    with Device(port, opener=lambda port: stream) as device:
        info = device.await_app(patience)
        _check_start(device)
    show(_("Starting the app"), 1, 1)
    compiled = any(path.endswith(".mpy") for path in firmware.start)
    kept = len(firmware.app) + len(firmware.start) - len(sent)
    return Installed(sent, removed, kept, compiled, info)


def _refuse_virtual(port: str, tell: Tell) -> None:
    """Raise FlashError if the port belongs to a virtual companion on this computer."""
    if not is_virtual(port):
        return
    with Device(port, tell=tell) as device:
        info = device.peek(PEEK)
    if info and not info["python"].startswith("micropython "):
        raise FlashError(
            _(
                "On {port} is the virtual companion, which runs on this computer: it has the newest "
                "software when it starts, and nothing to install.",
                port=port,
            )
        )


def _check_board(prompt: Prompt) -> None:
    board = MicroPython(prompt.version, prompt.machine)
    if board.unfit:
        raise FlashError(
            _("There is {board} on {port}. {why}.", board=board, port=prompt.port, why=board.unfit)
        )


def _set_board(prompt: Prompt, board: str) -> None:
    """Change the setting `board` and no other; damaged settings are reset."""
    prompt.run(_READ_SETTINGS)
    try:
        settings = json.loads(prompt.ask("json.dumps(data)", str))
    except (ValueError, RecursionError):
        settings = None
    settings = {**(settings if isinstance(settings, dict) else {}), "board": board}
    _put(prompt, {SETTINGS: json.dumps(settings).encode()})


def _check_start(device: Device) -> None:
    """Raise FlashError if the companion that answers is not the one that was installed."""
    try:
        # a companion without this value is an older one
        install = device.call("self_test").get("install", _("the new companion does not start"))
    except DeviceRefused as error:
        install = str(error)
    if install != "ok":
        raise FlashError(
            _(
                "The update did not take ({why}); the previous companion runs on {port} again, "
                "with its games. Please report this.",
                why=install,
                port=device.port,
            )
        )


class _Start(NamedTuple):
    """The files that start the companion on a board.

    folders: the folder of the companion that starts, then those of its fallbacks. text: the content of
    `start.txt`. checks: {path: CRC-32} of the files that take part in it and exist.
    """

    folders: list[str]
    text: str
    checks: dict[str, int]


def _install(
    prompt: Prompt, app: dict[str, bytes], start: dict[str, bytes], tell: Progress
) -> tuple[list[str], list[str]]:
    """Install; return (paths that were sent, paths that only the old companion had)."""
    tell(_("Comparing"), 0, 1)
    there = _find_start(prompt, start)
    folders = there.folders
    running = BoardFolder(prompt, folders[0], app) if folders else None
    if running and running.name in FOLDERS and running.is_whole:
        return _switch(prompt, folders, start, there, tell), []
    spare = FOLDERS[1] if running and running.name == FOLDERS[0] else FOLDERS[0]
    sent = _fill(prompt, BoardFolder(prompt, spare, app), running, folders, tell)
    removed = running.unwanted if running else []
    return sent + _switch(prompt, [spare, *folders[:1]], start, there, tell), removed


def _find_start(prompt: Prompt, start: dict[str, bytes]) -> _Start:
    """Find out what starts the companion now. start: {path: content} of the new files that will."""
    paths = [path for path in start if prompt.is_in_root(path)]
    text = ""
    checks: dict[str, int] = {}
    reads_start = False
    if paths:
        asked = f"[check(path) for path in {paths!r}]"
        if prompt.is_in_root(START):
            asked += f", open({START!r}).read({MAX_START})"
            found, text = prompt.ask(f"({asked})", ([int], str))
        else:
            found = prompt.ask(asked, [int])
        checks = dict(zip(paths, found, strict=False))
    if text and MAIN in checks:
        # before there were two folders, `main.py` imported the companion from /lib
        reads_start = checks[MAIN] == crc32(start[MAIN]) or prompt.ask(
            f"'starter' in open({MAIN!r}).read()", bool
        )
    if reads_start:
        return _Start(text.partition("\n")[0].split(), text, checks)
    is_old = prompt.is_in_root(f"/{OLD_FOLDER}") and BoardFolder(prompt, OLD_FOLDER, {}).sizes
    return _Start([OLD_FOLDER] if is_old else [], text, checks)


def _fill(
    prompt: Prompt,
    target: BoardFolder,
    running: BoardFolder | None,
    folders: list[str],
    tell: Progress,
) -> list[str]:
    """Write the missing files of the target and verify them; return the paths that were sent."""
    missing = target.missing
    copied = running.good_among(missing) if running else set()
    sent = [path for path in missing if path not in copied]
    stale = {target.path(path): target.sizes[path] for path in target.unwanted}
    if running:
        others = [name for name in OTHER_FOLDERS if name != running.name and prompt.is_in_root(f"/{name}")]
        stale.update(_find_unused(prompt, others))
    # only if necessary: the board takes some 40 ms to count free blocks
    if any(_count_blocks(target.wanted[path]) > -(-target.sizes.get(path, 0) // BLOCK) for path in missing):
        _check_room(prompt, target, stale)
    if folders[1:]:
        # an incomplete companion must not be a fallback
        _write_start(prompt, folders[0])
    if stale:
        prompt.remove(stale)
    blocks = sum(_count_blocks(target.wanted[path]) for path in missing)
    if blocks >= PRE_ERASE_FROM:
        new = {folder for path in missing for folder in PurePosixPath(target.path(path)).parents}
        prompt.pre_erase(blocks, len(new), START + FRESH)
    kept = {}
    try:
        if running:
            kept = _copy(prompt, {running.path(path): target.path(path) for path in sorted(copied)}, tell)
        kept.update(_send(prompt, {target.path(path): target.wanted[path] for path in sent}, tell))
    except FlashError:
        _check_room(prompt, target, {})
        raise
    for path in missing:
        _verify(path, kept.get(target.path(path)), target.wanted[path])
    return sent


def _verify(path: str, kept: int | None, content: bytes) -> None:
    """Raise FlashError if the CRC-32 of a file on the board is not that of its content."""
    if kept != crc32(content):
        raise FlashError(
            _("The board did not keep {path} as it was sent; the old companion is untouched.", path=path)
        )


def _find_unused(prompt: Prompt, folders: list[str]) -> dict[str, int]:
    """Return {path: size in bytes} of the companions in folders that are no longer used."""
    left = [BoardFolder(prompt, name, {}) for name in folders]
    files = {old.path(path): size for old in left for path, size in old.sizes.items()}
    if OLD_FOLDER in folders and prompt.checks([OLD_MANIFEST])[OLD_MANIFEST] >= 0:
        files[OLD_MANIFEST] = 0
    return files


def _count_blocks(content: bytes) -> int:
    """Return how many blocks a file with this content needs at most."""
    return len(content) // BLOCK + 1


def _check_room(prompt: Prompt, target: BoardFolder, stale: dict[str, int]) -> None:
    """Raise FlashError if the target's missing files do not fit, even after the stale ones are removed."""
    block, free = prompt.ask("(os.statvfs('/')[0], os.statvfs('/')[3])", (int, int))
    replaced = [target.sizes.get(path, 0) for path in target.missing]
    own = [size for size in [*stale.values(), *replaced] if size > IN_FOLDER]
    room = block * free + sum(-(-size // BLOCK) * BLOCK for size in own)
    needed = (sum(_count_blocks(target.wanted[path]) for path in target.missing) + 4) * BLOCK
    if needed > room:
        raise FlashError(
            _(
                "The board has {room} KB free and the companion needs {needed} KB: fetch the games "
                "with `arcana sync` first, or install fewer with --games.",
                room=room // 1024,
                needed=needed // 1024,
            )
        )


def _copy(prompt: Prompt, files: dict[str, str], tell: Progress) -> dict[str, int]:
    """Copy files on the board, {path: path of the copy}; return {path of the copy: its CRC-32}."""
    kept: dict[str, int] = {}
    pairs = list(files.items())
    for some in in_parts(pairs, COPIED_AT_ONCE):
        tell(_("Copying"), len(kept), len(pairs))
        kept.update(zip((path for _old, path in some), prompt.copy(some), strict=False))
    return kept


def _send(prompt: Prompt, files: dict[str, bytes], tell: Progress) -> dict[str, int]:
    """Send files; return {path: CRC-32 of the file on the board}."""
    total = sum(len(content) for content in files.values())
    done = 0

    def arrived(count: int) -> None:
        nonlocal done
        done += count
        tell(_("Sending"), done, total)

    return prompt.send(files, arrived)


def _switch(
    prompt: Prompt, folders: list[str], start: dict[str, bytes], there: _Start, tell: Progress
) -> list[str]:
    """Make the companion in the first of the folders the one that starts; return the paths that were sent.

    folders: the others are its fallbacks. there: what starts the companion now.
    """
    tell(_("Changing over"), 0, 1)
    differing = [path for path, content in start.items() if there.checks.get(path) != crc32(content)]
    _put(prompt, {path: start[path] for path in differing if path != MAIN})
    if folders != there.folders or there.text.encode() != start_text(*folders):
        _write_start(prompt, *folders)
    # last, as a `main.py` from before there were two folders does not read `start.txt`
    _put(prompt, {path: start[path] for path in differing if path == MAIN})
    # MicroPython would import a source in preference to its compiled form
    twins = [path[:-4] + ".py" if path.endswith(".mpy") else path[:-3] + ".mpy" for path in start]
    twins = [path for path in twins if prompt.is_in_root(path)]
    if twins:
        prompt.remove(twins)
    return [path[1:] for path in differing]


def _write_start(prompt: Prompt, *folders: str) -> None:
    """Write these folders to `start.txt`; littlefs keeps the old content until the file is closed."""
    text = start_text(*folders)
    _verify(START[1:], prompt.put(START, text), text)


def _put(prompt: Prompt, files: dict[str, bytes]) -> None:
    """Send files, then replace the old ones, each in one step and in this order."""
    if files:
        kept = prompt.send({path + FRESH: content for path, content in files.items()})
        for path, content in files.items():
            _verify(path, kept.get(path + FRESH), content)
        for path in files:
            prompt.run(f"os.rename({path + FRESH!r}, {path!r})")
