"""Installing the companion on a board: sends what changed, checks it, and has it take over in one step.

The board has room for two companions. The new one is put together and checked in the folder that is not in
use; then one rename of `start.txt` has it started from now on, with the one before it to fall back on.
Whatever fails before that, the power included, leaves the old companion as it was. The games and the settings
on the board are never touched, but for the setting that names the board, where that is asked for.
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
"""Where the companion lay before there were two folders."""
OTHER_FOLDERS = (OLD_FOLDER, MIP_FOLDER)
"""Where one lies that was not installed by this; it is taken over, and goes with the update after that."""
OLD_MANIFEST = "/lib/companion.manifest"

SETTINGS = "/settings.json"

_READ_SETTINGS = """
import json
try:
    with open('/settings.json') as file:
        told = json.load(file)
except (OSError, ValueError):
    told = {}
"""
MOST_OF_START = 1000  # characters; `start.txt` has two lines
PEEK = 0.7  # seconds in which a companion on this computer has answered
AT_ONCE = 2  # files that are copied in one go, so that the board is never silent for long
BLOCK = 4096  # bytes in which the board's flash is given away
IN_FOLDER = 1024  # a file that is longer than this many bytes never lies in its folder's own blocks
MANY = 16  # blocks, which are sooner erased all at once than one by one
PATIENCE = 180.0
"""Seconds for the app to start. One that fails shows the prompt long before; an emulated one may take a
hundred of ours."""

Progress = Callable[[str, int, int], None]


class Installed(NamedTuple):
    """What an installation did: paths sent and removed, how many stayed, and what the app says of itself."""

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
                _tell_board(prompt, board)
        except DeviceLost:
            raise
        except BaseException:
            # the old one is whole, and goes on
            prompt.give_up()
            raise
        show(_("Starting the app"), 0, 1)
        stream = prompt.leave()
    # the same connection, so that what a failing start prints is not lost
    with Device(port, opener=lambda port: stream) as device:
        info = device.await_app(patience)
        _check_start(device)
    show(_("Starting the app"), 1, 1)
    compiled = any(path.endswith(".mpy") for path in firmware.start)
    kept = len(firmware.app) + len(firmware.start) - len(sent)
    return Installed(sent, removed, kept, compiled, info)


def _refuse_virtual(port: str, tell: Tell) -> None:
    """Raise FlashError when a companion runs there that is this computer's own."""
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


def _tell_board(prompt: Prompt, board: str) -> None:
    """Change the setting `board` and no other; damaged settings are reset."""
    prompt.run(_READ_SETTINGS)
    try:
        settings = json.loads(prompt.ask("json.dumps(told)", str))
    except (ValueError, RecursionError):
        settings = None
    settings = {**(settings if isinstance(settings, dict) else {}), "board": board}
    _put(prompt, {SETTINGS: json.dumps(settings).encode()})


def _check_start(device: Device) -> None:
    """Raise FlashError when the companion that answers is not the one that was installed."""
    try:
        # one that is too old to know of it is not the new one
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
    """What starts the companion on a board.

    folders: that of the companion which starts, and those of the ones that would in its place. said: what
    `start.txt` says. checks: {path: CRC-32} of the files that have to do with it, as far as they are there.
    """

    folders: list[str]
    said: str
    checks: dict[str, int]


def _install(
    prompt: Prompt, app: dict[str, bytes], start: dict[str, bytes], tell: Progress
) -> tuple[list[str], list[str]]:
    """Return the paths that were sent, and those that the old companion had and the new one has not."""
    tell(_("Comparing"), 0, 1)
    there = _started(prompt, start)
    folders = there.folders
    running = BoardFolder(prompt, folders[0], app) if folders else None
    if running and running.name in FOLDERS and running.is_whole:
        return _change_over(prompt, folders, start, there, tell), []
    spare = FOLDERS[1] if running and running.name == FOLDERS[0] else FOLDERS[0]
    sent = _fill(prompt, BoardFolder(prompt, spare, app), running, folders, tell)
    gone = running.unwanted if running else []
    return sent + _change_over(prompt, [spare, *folders[:1]], start, there, tell), gone


def _started(prompt: Prompt, start: dict[str, bytes]) -> _Start:
    """Look at what starts the companion; start: {path: content} of what is to do so."""
    paths = [path for path in start if prompt.is_in_root(path)]
    said = ""
    checks: dict[str, int] = {}
    knows_it = False
    if paths:
        asked = f"[check(path) for path in {paths!r}]"
        if prompt.is_in_root(START):
            asked += f", open({START!r}).read({MOST_OF_START})"
            found, said = prompt.ask(f"({asked})", ([int], str))
        else:
            found = prompt.ask(asked, [int])
        checks = dict(zip(paths, found, strict=False))
    if said and MAIN in checks:
        # before there were two folders, `main.py` took what lay in /lib
        knows_it = checks[MAIN] == crc32(start[MAIN]) or prompt.ask(
            f"'starter' in open({MAIN!r}).read()", bool
        )
    if knows_it:
        return _Start(said.partition("\n")[0].split(), said, checks)
    is_old = prompt.is_in_root(f"/{OLD_FOLDER}") and BoardFolder(prompt, OLD_FOLDER, {}).sizes
    return _Start([OLD_FOLDER] if is_old else [], said, checks)


def _fill(
    prompt: Prompt,
    target: BoardFolder,
    running: BoardFolder | None,
    folders: list[str],
    tell: Progress,
) -> list[str]:
    """Make the target what it should be, and check that; return the paths that had to be sent."""
    missing = target.missing
    copied = running.good_among(missing) if running else set()
    sent = [path for path in missing if path not in copied]
    stale = {target.path(path): target.sizes[path] for path in target.unwanted}
    if running:
        others = [name for name in OTHER_FOLDERS if name != running.name and prompt.is_in_root(f"/{name}")]
        stale.update(_left_over(prompt, others))
    # which takes the board some 40 ms: it looks through all files
    if any(_blocks(target.wanted[path]) > -(-target.sizes.get(path, 0) // BLOCK) for path in missing):
        _check_room(prompt, target, stale)
    if folders[1:]:
        # what is half done must not be what another one falls back on
        _point(prompt, folders[0])
    if stale:
        prompt.remove(stale)
    blocks = sum(_blocks(target.wanted[path]) for path in missing)
    if blocks >= MANY:
        new = {folder for path in missing for folder in PurePosixPath(target.path(path)).parents}
        prompt.make_ready(blocks, len(new), START + FRESH)
    kept = {}
    try:
        if running:
            kept = _copy(prompt, {running.path(path): target.path(path) for path in sorted(copied)}, tell)
        kept.update(_send(prompt, {target.path(path): target.wanted[path] for path in sent}, tell))
    except FlashError:
        _check_room(prompt, target, {})
        raise
    for path in missing:
        _check_kept(path, kept.get(target.path(path)), target.wanted[path])
    return sent


def _check_kept(path: str, kept: int | None, content: bytes) -> None:
    """Raise FlashError where the CRC-32 of what a board keeps at a path is not that of the content."""
    if kept != crc32(content):
        raise FlashError(
            _("The board did not keep {path} as it was sent; the old companion is untouched.", path=path)
        )


def _left_over(prompt: Prompt, folders: list[str]) -> dict[str, int]:
    """Return {path: bytes} of the companions in folders that are not used any more."""
    left = [BoardFolder(prompt, name, {}) for name in folders]
    files = {old.path(path): size for old in left for path, size in old.sizes.items()}
    if OLD_FOLDER in folders and prompt.checks([OLD_MANIFEST])[OLD_MANIFEST] >= 0:
        files[OLD_MANIFEST] = 0
    return files


def _blocks(content: bytes) -> int:
    """Return how many blocks a file with this content takes at most."""
    return len(content) // BLOCK + 1


def _check_room(prompt: Prompt, target: BoardFolder, stale: dict[str, int]) -> None:
    """Raise FlashError where the board has no room for what the target lacks, once what is stale is gone."""
    block, free = prompt.ask("(os.statvfs('/')[0], os.statvfs('/')[3])", (int, int))
    replaced = [target.sizes.get(path, 0) for path in target.missing]
    own = [size for size in [*stale.values(), *replaced] if size > IN_FOLDER]
    room = block * free + sum(-(-size // BLOCK) * BLOCK for size in own)
    needed = (sum(_blocks(target.wanted[path]) for path in target.missing) + 4) * BLOCK
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
    for some in in_parts(pairs, AT_ONCE):
        tell(_("Copying"), len(kept), len(pairs))
        kept.update(zip((path for _old, path in some), prompt.copy(some), strict=False))
    return kept


def _send(prompt: Prompt, files: dict[str, bytes], tell: Progress) -> dict[str, int]:
    """Send files; return {path: CRC-32 of what the board keeps}."""
    total = sum(len(content) for content in files.values())
    done = 0

    def arrived(count: int) -> None:
        nonlocal done
        done += count
        tell(_("Sending"), done, total)

    return prompt.send(files, arrived)


def _change_over(
    prompt: Prompt, folders: list[str], start: dict[str, bytes], there: _Start, tell: Progress
) -> list[str]:
    """Make the companion in the first of the folders start from now on; return the paths that were sent.

    there: what starts it before.
    """
    tell(_("Changing over"), 0, 1)
    differing = [path for path, content in start.items() if there.checks.get(path) != crc32(content)]
    _put(prompt, {path: start[path] for path in differing if path != MAIN})
    if folders != there.folders or there.said.encode() != start_text(*folders):
        _point(prompt, *folders)
    # a `main.py` from before there were two folders knows nothing of `start.txt`, so its successor comes last
    _put(prompt, {path: start[path] for path in differing if path == MAIN})
    # a source beside its compiled form would be the one that MicroPython takes
    twins = [path[:-4] + ".py" if path.endswith(".mpy") else path[:-3] + ".mpy" for path in start]
    twins = [path for path in twins if prompt.is_in_root(path)]
    if twins:
        prompt.remove(twins)
    return [path[1:] for path in differing]


def _point(prompt: Prompt, *folders: str) -> None:
    """Have `start.txt` name these folders, in one step: littlefs keeps what it said until all is written."""
    text = start_text(*folders)
    _check_kept(START[1:], prompt.put(START, text), text)


def _put(prompt: Prompt, files: dict[str, bytes]) -> None:
    """Replace files, each in one step and in this order, once all have arrived."""
    if files:
        kept = prompt.send({path + FRESH: content for path, content in files.items()})
        for path, content in files.items():
            _check_kept(path, kept.get(path + FRESH), content)
        for path in files:
            prompt.run(f"os.rename({path + FRESH!r}, {path!r})")
