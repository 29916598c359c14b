"""Installs the companion on a board, or brings it up to date; games and settings are never touched.

A board with a companion gets the files that differ as one file, `update`, which its `main.py` puts in place
at the next start; until that file has arrived and was verified, the old companion stays as it is. A board
without one, or without room for `update`, gets the files one after the other, and `main.py` last. Whatever
fails, the next `arcana flash` completes it.
"""

import itertools
import json
from binascii import crc32
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from arcana_host import firmware_folder
from arcana_host.errors import DeviceLost, FlashError
from arcana_host.install.build import BOARD, MAIN, PACKAGES, device_files
from arcana_host.install.micropython import MicroPython
from arcana_host.install.prompt import Prompt
from arcana_host.link.device import Device, Tell
from arcana_host.link.ports import is_virtual
from arcana_host.translation import _
from shared_rules.games import NAMES

UPDATE, PART = "update", "update.part"
PEEK = 0.7  # seconds in which a companion on this computer answers
BLOCK = 4096  # bytes of a block of the board's file system
SPARE = 8  # blocks that stay free while files are put in place
PATIENCE = 180.0
"""Seconds for the app to start. If it fails, the prompt appears long before; on an emulated board it may take
a hundred seconds."""

LOOK = f"""
import json, os
from binascii import crc32
part = memoryview(bytearray(4096))
def check(path):
    found, size = 0, 0
    with open(path, 'rb') as file:
        while True:
            count = file.readinto(part)
            if not count:
                print(size, found, path)
                return
            found = crc32(part[:count], found)
            size += count
def look(folder):
    for entry in os.ilistdir(folder):
        path = folder + '/' + entry[0]
        if entry[1] == 0x4000:
            look(path)
        else:
            check(path)
names = os.listdir()
for name in {(*PACKAGES, MAIN, BOARD)!r}:
    if name in names:
        (look if name in {PACKAGES!r} else check)(name)
if {PART!r} in names:
    os.remove({PART!r})
about = os.statvfs('/')
waiting = os.stat({UPDATE!r})[6] if {UPDATE!r} in names else 0
main = open({MAIN!r}).readline() if {MAIN!r} in names else ''
print(json.dumps([about[0] * about[3], waiting, names, main]))
"""
"""Prints size, CRC-32 and path of each file of the companion, then as JSON the free bytes, those of `update`,
the names in the root and the first line of `main.py`."""

PICTURE = """
import asyncio, json
from companion.board import make
from companion.canvas import CENTRE, HEIGHT, SMALL, WIDTH, Canvas, wrap
from companion.texts import choose, text
try:
    with open('settings.json') as file:
        choose(json.loads(file.read().split('\\n#')[0])['language'])
except (OSError, ValueError, KeyError, TypeError):
    pass
board, canvas = make(), Canvas()
for number, line in enumerate(wrap(text('updating'), SMALL, WIDTH - 32)):
    canvas.text(line, WIDTH // 2, HEIGHT // 2 - 12 + 14 * number, SMALL, align=CENTRE)
async def show():
    await board.panel.show(canvas.buffer, True, False)
    await board.panel.idle()
asyncio.run(show())
board.close()
"""
"""Shows on the panel that an update is going on, with the modules of the old companion."""

Progress = Callable[[str, int, int], None]


class Installed(NamedTuple):
    """The result of an installation.

    sent, removed: paths. kept: the number of files that were up to date. compiled: whether modules were sent
    compiled. info: the app's answer to the method `info`. advice: a sentence that recommends a newer
    MicroPython, or None.
    """

    sent: list[str]
    removed: list[str]
    kept: int
    compiled: bool
    info: dict
    advice: str | None = None


class _Found(NamedTuple):
    """What is on a board.

    files: {path: (size in bytes, CRC-32)} of the companion's files. names: of all files and folders in the
    root. free: bytes. waiting: bytes of an `update` that is not put in place yet. is_ours: whether its
    `main.py` is a companion's.
    """

    files: dict[str, tuple[int, int]]
    names: list[str]
    free: int
    waiting: int
    is_ours: bool


class _Change(NamedTuple):
    """What an installation changes. sent: {path: content}, `main.py` last. removed: paths."""

    sent: dict[str, bytes]
    removed: list[str]


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
    board: the name of the board, "" to have it found by itself; None leaves that as it is.
    tell: called with a sentence when a wait lasts. games: the names of those that go with it.
    Raises FlashError, DeviceLost, DeviceSilent, DeviceFaulty.
    """
    show = on_progress or (lambda doing, done, total: None)
    show(_("Stopping the app"), 0, 1)
    _refuse_virtual(port, tell)
    with Prompt(port) as prompt:
        try:
            about = _check_board(prompt)
            files = device_files(prompt.mpy_version, games)
            if board:
                files = {BOARD: f"{board}\n".encode(), **files}
            show(_("Comparing"), 0, 1)
            found = _look(prompt)
            change = _compare(files, found, forgets_board=board == "")
            _install(prompt, found, change, show, tell)
        except DeviceLost:
            raise
        except BaseException:
            prompt.restore_program()
            raise
        show(_("Starting the app"), 0, 1)
        stream = prompt.soft_reset()
    # over the same connection, so that what a failing start prints is not lost
    with Device(port, opener=lambda port: stream) as device:
        info = device.await_app(patience)
    show(_("Starting the app"), 1, 1)
    compiled = any(path.endswith(".mpy") for path in files)
    kept = len(files) - len(change.sent)
    return Installed(list(change.sent), change.removed, kept, compiled, info, about.advice)


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


def _check_board(prompt: Prompt) -> MicroPython:
    board = MicroPython(prompt.version, prompt.machine)
    if board.unfit:
        raise FlashError(
            _("There is {board} on {port}. {why}.", board=board, port=prompt.port, why=board.unfit)
        )
    return board


def _look(prompt: Prompt) -> _Found:
    """Find out what is on the board."""
    with prompt.understood():
        *lines, last = prompt.run(LOOK).splitlines()
        free, waiting, names, main = json.loads(last)
        files = {}
        for line in lines:
            size, check, path = line.split(" ", 2)
            files[path] = (int(size), int(check) & 0xFFFFFFFF)
        ours = (firmware_folder() / MAIN).read_text(encoding="utf-8").splitlines()[0]
        return _Found(files, list(names), int(free), int(waiting), main.strip() == ours)


def _compare(files: dict[str, bytes], found: _Found, forgets_board: bool) -> _Change:
    """Return how the board has to change so that it has these files."""
    sent = {
        path: content
        for path, content in files.items()
        if found.files.get(path) != (len(content), crc32(content))
    }
    removed = [path for path in found.files if path not in files and path.startswith(PACKAGES)]
    if forgets_board and BOARD in found.files:
        removed.append(BOARD)
    return _Change(sent, removed)


def _install(prompt: Prompt, found: _Found, change: _Change, show: Progress, tell: Tell) -> None:
    """Send what has changed. Raises FlashError, before any change, if there is no room for it."""
    if not (change.sent or change.removed):
        _remove(prompt, [UPDATE] if UPDATE in found.names else [])
        return
    update = b"".join(b"- %s\n" % path.encode() for path in change.removed)
    update += b"".join(
        b"%d %s\n%s" % (len(content), path.encode(), content) for path, content in change.sent.items()
    )
    update = b"- %08x\n%s" % (crc32(update), update)
    room = _room_left(found, change)
    if found.is_ours and room >= _blocks(len(update)):
        _send_update(prompt, update, change, show)
        return
    # an update that is waiting goes before the files come
    room += found.waiting // BLOCK
    if room < 0:
        raise FlashError(
            _(
                "The board has {room} KB free and the companion needs {needed} KB: fetch the games "
                "with `arcana sync` first, or install fewer with --games.",
                room=(found.free + found.waiting) // 1024,
                needed=(found.free + found.waiting - room * BLOCK) // 1024,
            )
        )
    if found.is_ours:
        _say_that_it_updates(prompt, tell)
    _copy(prompt, found, change, show)


def _room_left(found: _Found, change: _Change) -> int:
    """Return how many blocks are free once the files are in place, negative if they do not fit."""
    old = {path: _blocks(size) for path, (size, _check) in found.files.items()}
    new = {path: _blocks(len(content)) for path, content in change.sent.items()}
    # what grows may come before what shrinks
    grown = sum(max(count - old.get(path, 0), 0) for path, count in new.items())
    removed = sum(old[path] for path in change.removed)
    made = {folder for path in new for folder in _folders(path)}
    made -= {folder for path in old for folder in _folders(path)}
    # a file is written before the old one goes; a folder has two blocks
    needed = max(grown - removed, 0) + max(new.values(), default=0) + 2 * len(made) + SPARE
    return found.free // BLOCK - needed


def _blocks(size: int) -> int:
    return size // BLOCK + 1


def _folders(path: str) -> list[str]:
    """Return the folders in which a file lies, the outermost first."""
    return list(itertools.accumulate(path.split("/")[:-1], "{}/{}".format))


def _send_update(prompt: Prompt, update: bytes, change: _Change, show: Progress) -> None:
    """Send all changes as one file, which `main.py` puts in place at the next start."""
    ends = list(itertools.accumulate(map(len, change.sent.values())))
    at = iter(zip(ends, change.sent, strict=True))
    end, path = next(at, (0, UPDATE))

    def arrived(written: int) -> None:
        nonlocal end, path
        while end < written and (following := next(at, None)):
            end, path = following
        _report(show, path, len(update), 0, written)

    prompt.write(PART, update, arrived)
    _verify(prompt, PART, update)
    prompt.run(f"os.rename({PART!r}, {UPDATE!r})")


def _copy(prompt: Prompt, found: _Found, change: _Change, show: Progress) -> None:
    """Put all changes in place one after the other; without `main.py` nothing starts until all are."""
    if found.is_ours:
        _remove(prompt, [MAIN])
    elif MAIN in found.names:
        names = (f"{MAIN}.old{number or ''}" for number in itertools.count())
        free = next(name for name in names if name not in found.names)
        prompt.run(f"os.rename({MAIN!r}, {free!r})")
    _remove(prompt, [*change.removed, *([UPDATE] if UPDATE in found.names else [])])
    done, total = 0, sum(map(len, change.sent.values()))
    made: set[str] = set()
    files = change.sent
    if MAIN not in files:
        files = {**files, MAIN: (firmware_folder() / MAIN).read_bytes()}
    for path, content in files.items():
        for folder in _folders(path):
            if folder not in made:
                made.add(folder)
                prompt.run(f"try: os.mkdir({folder!r})\nexcept OSError: pass")
        target = PART if path == MAIN else path
        prompt.write(target, content, partial(_report, show, path, total, done))
        _verify(prompt, target, content)
        done += len(content)
    prompt.run(f"os.rename({PART!r}, {MAIN!r})")


def _report(show: Progress, path: str, total: int, before: int, written: int) -> None:
    show(_("Sending {path}", path=path), before + written, total)


def _remove(prompt: Prompt, paths: list[str]) -> None:
    """Remove files, and folders that become empty."""
    for path in paths:
        code = f"os.remove({path!r})\n"
        for folder in reversed(_folders(path)):
            # an empty folder would be imported in place of a module with its name
            code += f"if not os.listdir({folder!r}): os.rmdir({folder!r})\n"
        prompt.run(code)


def _verify(prompt: Prompt, path: str, content: bytes) -> None:
    """Raise FlashError if a file on the board is not as it was sent."""
    with prompt.understood():
        size, check, __ = prompt.run(f"check({path!r})").split()
        if (int(size), int(check) & 0xFFFFFFFF) != (len(content), crc32(content)):
            raise FlashError(_("The board did not keep {path} as it was sent.", path=path))


def _say_that_it_updates(prompt: Prompt, tell: Tell) -> None:
    """Say, here and on the panel, that the board has no companion until all files are in place."""
    tell(
        _(
            "There is no room for the update beside the old companion, so its files are replaced one by "
            "one. If that is interrupted, run `arcana flash` again."
        )
    )
    try:
        prompt.run(PICTURE)
    except FlashError:
        # there may be no panel, or only half of a companion
        pass
    # frees the memory of the companion's modules, and stops its interrupts
    prompt.stop_program()
    prompt.run(LOOK)
