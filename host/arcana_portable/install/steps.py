"""The steps of an installation: the actions and writes at a board's prompt, and their order.

If a board's `main.py` is the new `main.py`, the board gets the files that differ as a single file, `update`,
which `main.py` puts in place at the next start; until that file has arrived and was verified, the old
companion stays as it is. Any other board gets the files in turn, each verified, and `main.py` last; so does a
board without room for `update`, or with an `update` that its `main.py` has left there. After any failure, the
next installation completes the installation, and touches neither games nor settings. `empty` removes them
with the companion, if they were saved.

Each step is a tuple: the name of a prompt's method, and its arguments. The generators here yield them, and
get the method's result, or the FlashError that it raises. So `arcana flash` and the page in a browser, where
this runs on MicroPython, change a board in the same order. It must not know ports.
"""

from __future__ import annotations

import json
from binascii import a2b_base64, b2a_base64, crc32
from collections import namedtuple
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import FlashError
from arcana_portable.install.chips import image_for
from arcana_portable.install.micropython import MAKERS_OWN
from arcana_portable.translation import _
from shared_rules.device_files import FOLDER, single_files
from shared_rules.games import FILES
from shared_rules.protocol import PART as BROUGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import TypeVar

    Result = TypeVar("Result")
    Steps = Generator[tuple, Any, Result]
    Progress = Callable[[str, int, int], None]
    Say = Callable[[str], None]

MAIN = "main.py"
"""The file that MicroPython runs after power-on; it stays a source, so that anybody can read it there."""

BOARD = "board.txt"
"""The file on the device with the name of its board, for boards that a companion can't detect."""

CONFIRMED = " confirmed"
"""The text after the name in `board.txt` once the owner has confirmed it, see `companion.boards`."""

UNKNOWN_BOARD = "unknown"
"""The board of a companion that can't detect it and has no setting for it."""

STARTER = {
    "hardware_test.py": b"""\
# Starts the companion on a Badger 2350 instead of its menu. Without main.py the menu starts, as before.
import os

if "main.py" in os.listdir():
    try:
        import main
    except OSError as error:
        raise RuntimeError(error)  # whoever imports this takes an OSError for a missing file
    raise KeyboardInterrupt  # to the prompt, not on to the menu
""",
    # last, as without the program the maker's own test of that name would run
    "hardware_test.txt": b"Has hardware_test.py start the companion.\n",
}
"""The files that start `main.py` where MicroPython has a built-in `main.py`, as on a Badger 2350.

The built-in file starts the maker's menu, but first looks for a hardware test by these files' names.
"""

PACKAGES = ("companion", "shared_rules")
"""The folders on the device that belong to the companion; everything else there is the players' own."""

UPDATE, PART = "update", "update.part"
BLOCK = 4096  # bytes of a block of the board's file system, and of a file that one command writes
SPARE = 8  # blocks that stay free while files are put in place

ABOUT = """
import json, os, sys
about = sys.implementation
print(json.dumps([about.name, about.version[:3], os.uname().machine, getattr(about, '_mpy', None)]))
"""

LOOK = f"""
import json, os, sys
from binascii import a2b_base64, crc32
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
for name in {PACKAGES + (MAIN, BOARD) + tuple(STARTER)!r}:
    if name in names:
        (look if name in {PACKAGES!r} else check)(name)
if {PART!r} in names:
    os.remove({PART!r})
about = os.statvfs('/')
waiting = os.stat({UPDATE!r})[6] if {UPDATE!r} in names else 0
print(json.dumps([about[0] * about[3], waiting, names]))
"""
"""Prints size, CRC-32 and path of each file of the companion, then as JSON the free bytes, the bytes of
`update` and the names in the root; `check` stays for the files that come."""

WITHOUT_TIMES = """
try:
    import rp2, vfs
    flash = vfs.VfsLfs2(rp2.Flash(), progsize=256, mtime=False)
    if [entry[0] for entry in flash.ilistdir('/')] == os.listdir('/'):
        vfs.umount('/')
        vfs.mount(flash, '/')
except (ImportError, OSError):
    pass
"""
"""Lets files get no time of their last change, as `main.py` does."""

READ_MAIN = f"""
from binascii import b2a_base64
print(b2a_base64(open({MAIN!r}, 'rb').read()).decode())
"""

PICTURE = """
import asyncio, json
from companion.board import make
from companion.canvas import CENTRE, SMALL, Canvas, wrap
from companion.texts import choose, text
try:
    with open('settings.json') as file:
        choose(json.loads(file.read().split('\\n#')[0])['language'])
except (OSError, ValueError, KeyError, TypeError):
    pass
board = make()
panel = board.panel
# older companions have panels of one size only
canvas = Canvas(*getattr(panel, 'size', ()))
for number, line in enumerate(wrap(text('updating'), SMALL, panel.width - 32)):
    canvas.text(line, panel.width // 2, panel.height // 2 - 12 + 14 * number, SMALL, align=CENTRE)
async def show():
    await panel.show(canvas.buffer, True, False)
    await panel.idle()
asyncio.run(show())
board.close()
"""
"""Shows on the panel that an update is going on, with the modules of the old companion."""

_FULL = "OSError: 28"
"""What MicroPython says of a full flash: it has no name for ENOSPC."""

_UNLIKE = (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError)
"""The exceptions from reading the output of other programs."""


File = namedtuple("File", ("path", "size", "check"))
"""The properties by which files are compared. check: its CRC-32."""


def file_of(path: str, content: bytes) -> File:
    """Return the File of a content at a path."""
    return File(path, len(content), crc32(content))


class Found:
    """The files on a board.

    files: {path: File} of the companion's files. names: of all files and folders in the root. free: bytes.
    waiting: bytes of an `update` that is not put in place yet.
    """

    def __init__(self, files: list[File], free: int, waiting: int, names: list[str]) -> None:
        self.files = {file.path: file for file in files}
        self.free, self.waiting, self.names = free, waiting, names

    def has(self, file: File) -> bool:
        """Return whether the board has a file with this content."""
        return self.files.get(file.path) == file


class Change:
    """The changes of an installation. sent: (path, content), `main.py` last. removed: paths."""

    def __init__(self, sent: list[tuple[str, bytes]], removed: list[str]) -> None:
        self.sent, self.removed = sent, removed


def about() -> Steps[tuple[tuple[int, ...], str, int | None]]:
    """Return a board's version of MicroPython, its name, and the version of modules it imports, or None.

    Raises FlashError for another Python than MicroPython.
    """
    said = yield "run", ABOUT
    try:
        name, version, machine, mpy = json.loads(said)
        found = tuple([int(number) for number in version]), str(machine), mpy and int(mpy)
    except _UNLIKE:
        raise unlike() from None
    if name == "micropython":
        return found
    raise FlashError(
        _(
            "There is {name} {version} on {machine}, and the companion needs MicroPython. Installing "
            "MicroPython removes all files there: save them first. Then hold BOOTSEL while plugging the "
            "board in, and copy the image from {where_from} onto the drive that appears.",
            name="CircuitPython" if name == "circuitpython" else name,
            version=".".join([str(number) for number in found[0]]),
            machine=found[1],
            where_from=image_for(found[1]),
        )
    )


def starter(machine: str) -> dict[str, bytes]:
    """Return {path: content} of the files that start `main.py` on a board, beside MicroPython itself.

    machine: its `os.uname().machine`.
    """
    return dict(STARTER) if MAKERS_OWN in machine else {}


def look() -> Steps[Found]:
    """Read the state of the board."""
    said = yield "run", LOOK
    try:
        lines = said.splitlines()
        free, waiting, names = json.loads(lines[-1])
        return Found([_file(line) for line in lines[:-1]], int(free), int(waiting), list(names))
    except _UNLIKE:
        raise unlike() from None


def compare(files: list[File], found: Found, forgets_board: bool = False) -> tuple[list[str], list[str]]:
    """Return how the board has to change so that it has these files: paths to send, and to remove.

    forgets_board: whether the name of its board is removed, too.
    """
    sent = [file.path for file in files if not found.has(file)]
    kept = {file.path for file in files}
    removed = sorted([path for path in found.files if path not in kept and path.split("/")[0] in PACKAGES])
    if forgets_board and BOARD in found.files:
        removed.append(BOARD)
    return sent, removed


def install(found: Found, change: Change, main: bytes, show: Progress, say: Say) -> Steps[None]:
    """Send the changes. Raises FlashError, before any change, if the changes do not fit.

    main: the content of `main.py`. show: called with (the current step, bytes done, of how many). say: called
    with a sentence.
    """
    if not (change.sent or change.removed):
        yield from _remove([UPDATE] if UPDATE in found.names else [])
        return
    update = b"".join([b"- %s\n" % path.encode() for path in change.removed])
    update += b"".join(
        [b"%d %s\n%s" % (len(content), path.encode(), content) for path, content in change.sent]
    )
    update = b"- %08x\n%s" % (crc32(update), update)
    room = _room_left(found, change)
    knows_main = found.has(file_of(MAIN, main))
    if knows_main and UPDATE not in found.names and room >= _blocks(len(update)):
        yield from _send_update(update, change, show)
        return
    # an update that is waiting goes before the files come
    room += found.waiting // BLOCK
    if room < 0:
        raise FlashError(
            _(
                "The board has {room} KB free and the companion needs {needed} KB: fetch its games first, or "
                "install fewer with `arcana flash --games`.",
                room=(found.free + found.waiting) // 1024,
                needed=(found.free + found.waiting - room * BLOCK) // 1024,
            )
        )
    is_ours = knows_main or (yield from _has_damaged_main(found, main))
    if is_ours:
        yield from _say_that_it_updates(say)
    yield from _copy(found, change, main, is_ours, show)


def empty(saved: dict[str, bytes], main: bytes, show: Progress) -> Steps[list[str]]:
    """Remove the companion with its games and settings; return the paths that were removed.

    saved: {path: content} of the files of the companion that were read back from where they are kept now. The
    log and earlier versions of the settings need no copy. main: the content of the companion's `main.py`; a
    different `main.py` stays. show: called with (the current step, files done, of how many). Raises
    FlashError, before any change, for a file that is not in `saved`.
    """
    found = yield from look()
    there = yield from _find_kept(found.names)
    lost = sorted(
        [
            file.path
            for file in there
            if _must_be_saved(file.path) and file != file_of(file.path, saved.get(file.path, b""))
        ]
    )
    if lost:
        raise FlashError(
            _(
                "The companion stays on the board: {path} is not saved, or has changed meanwhile. Try again; "
                "if no companion starts there, install it first.",
                path=lost[0],
            )
        )
    own = [path for path in found.files if path.split("/")[0] in PACKAGES or path == BOARD or path in STARTER]
    knows_main = found.has(file_of(MAIN, main)) or (yield from _has_damaged_main(found, main))
    own += [MAIN] if knows_main else []
    own += [UPDATE] if UPDATE in found.names else []
    # the files that a companion needs to be asked again go last
    paths = [file.path for file in there] + own
    for done, path in enumerate(paths):
        show(_("Removing {path}", path=path), done, len(paths))
        yield from _remove([path])
    # of a companion without games
    if FOLDER[:-1] in found.names:
        yield (
            "run",
            f"if {FOLDER[:-1]!r} in os.listdir() and not os.listdir({FOLDER!r}): os.rmdir({FOLDER[:-1]!r})",
        )
    return paths


def _find_kept(names: list[str]) -> Steps[list[File]]:
    """Return the games, settings and other files that a companion keeps. names: of the root."""
    roots = [name for name in names if name == FOLDER[:-1] or _is_kept(name)]
    said = yield "run", f"for name in {roots!r}:\n    (look if os.stat(name)[0] & 0x4000 else check)(name)"
    try:
        return [_file(line) for line in said.splitlines()]
    except _UNLIKE:
        raise unlike() from None


def _is_kept(name: str) -> bool:
    """Return whether a companion keeps a file in the root, or an earlier or damaged version of it."""
    return any([name == own or name.startswith(own + ".") for own in single_files() + (BROUGHT,)])


def _must_be_saved(path: str) -> bool:
    return path.startswith(FOLDER) or path in FILES


def _has_damaged_main(found: Found, main: bytes) -> Steps[bool]:
    """Return whether the board's `main.py` is ours, but damaged, and not the program of somebody else.

    It is ours if it is the beginning of ours, or if most of its lines are ours and most of ours are in it.
    """
    if MAIN not in found.files or found.files[MAIN].size > 2 * len(main):
        return False
    said = yield "run", READ_MAIN
    try:
        there = a2b_base64(said)
    except _UNLIKE:
        raise unlike() from None
    lines, ours = set(there.split(b"\n")), set(main.split(b"\n"))
    return main.startswith(there) or 2 * len(lines & ours) > max(len(lines), len(ours))


def _room_left(found: Found, change: Change) -> int:
    """Return how many blocks are free once the files are in place, negative if they do not fit."""
    old = {path: _blocks(file.size) for path, file in found.files.items()}
    new = {path: _blocks(len(content)) for path, content in change.sent}
    # files that grow may come before files that shrink
    grown = sum([max(count - old.get(path, 0), 0) for path, count in new.items()])
    removed = sum([old[path] for path in change.removed])
    made = {folder for path in new for folder in _folders(path)}
    made -= {folder for path in old for folder in _folders(path)}
    # a file is written before the old file goes; a folder has two blocks
    needed = max(grown - removed, 0) + max(new.values(), default=0) + 2 * len(made) + SPARE
    return found.free // BLOCK - needed


def _blocks(size: int) -> int:
    return size // BLOCK + 1


def _folders(path: str) -> list[str]:
    """Return the folders in which a file lies, the outermost first."""
    return [path[:at] for at in range(len(path)) if path[at] == "/"]


def _send_update(update: bytes, change: Change, show: Progress) -> Steps[None]:
    """Send all changes as a single file, which `main.py` puts in place at the next start."""
    ends, end = [], 0
    for path, content in change.sent:
        end += len(content)
        ends.append((end, path))

    def arrived(written: int) -> None:
        while len(ends) > 1 and ends[0][0] < written:
            ends.pop(0)
        _report(show, ends[0][1] if ends else UPDATE, written, len(update))

    yield from _write(PART, update, arrived)
    yield "run", f"os.rename({PART!r}, {UPDATE!r})"


def _copy(found: Found, change: Change, main: bytes, is_ours: bool, show: Progress) -> Steps[None]:
    """Put all changes in place in turn; without `main.py` nothing starts until all are."""
    yield "run", WITHOUT_TIMES
    if is_ours:
        yield from _remove([MAIN])
    elif MAIN in found.names:
        free, number = f"{MAIN}.old", 0
        while free in found.names:
            number += 1
            free = f"{MAIN}.old{number}"
        yield "run", f"os.rename({MAIN!r}, {free!r})"
    yield from _remove(change.removed + ([UPDATE] if UPDATE in found.names else []))
    files = [(path, content) for path, content in change.sent if path != MAIN]
    files.append((MAIN, main))
    total, before = sum([len(content) for _path, content in change.sent]), 0
    made: set[str] = set()
    for path, content in files:
        for folder in _folders(path):
            if folder not in made:
                made.add(folder)
                yield "run", f"try: os.mkdir({folder!r})\nexcept OSError: pass"
        target = PART if path == MAIN else path

        def arrived(written: int, path: str = path, before: int = before) -> None:
            _report(show, path, before + written, total)

        yield from _write(target, content, arrived)
        before += len(content)
    yield "run", f"os.rename({PART!r}, {MAIN!r})"


def _report(show: Progress, path: str, done: int, total: int) -> None:
    show(_("Sending {path}", path=path), done, total)


def _remove(paths: list[str]) -> Steps[None]:
    """Remove files, and folders that become empty."""
    for path in paths:
        code = f"os.remove({path!r})\n"
        for folder in reversed(_folders(path)):
            # an empty folder would be imported in place of a module with its name
            code += f"if not os.listdir({folder!r}): os.rmdir({folder!r})\n"
        yield "run", code


def _write(path: str, content: bytes, arrived: Callable[[int], None]) -> Steps[None]:
    """Write a file; raise FlashError if the board can't, or has not kept the file as it was sent.

    arrived: called with the number of bytes that were written so far.
    """
    try:
        yield "run", f"file = open({path!r}, 'wb')"
        for start in range(0, len(content), BLOCK):
            arrived(start)
            # within the code it would come in windows of 128 bytes, each with an answer
            typed = b2a_base64(content[start : start + BLOCK])
            yield "run", f"file.write(a2b_base64(sys.stdin.buffer.read({len(typed)})))", typed
        said = yield "run", f"file.close()\ncheck({path!r})"
    except FlashError as error:
        if _FULL not in str(error):
            raise
        raise FlashError(_("The board could not write {path}: its flash is full.", path=path)) from None
    arrived(len(content))
    try:
        there = _file(said.strip())
    except _UNLIKE:
        raise unlike() from None
    if there != file_of(path, content):
        raise FlashError(_("The board did not keep {path} as it was sent.", path=path))


def _file(line: str) -> File:
    size, check, path = line.split(" ", 2)
    return File(path, int(size), int(check) & 0xFFFFFFFF)


def unlike() -> FlashError:
    """Return the error for a board that answers like no MicroPython."""
    return FlashError(_("The board does not answer like MicroPython."))


def _say_that_it_updates(say: Say) -> Steps[None]:
    """Say, here and on the panel, that the board has no companion until all files are in place."""
    say(
        _(
            "The files of the companion are replaced one by one, and it starts when all are there. If that "
            "is interrupted, install again."
        )
    )
    try:
        yield "run", PICTURE
    except FlashError:
        # there may be no panel, or only half of a companion
        pass
    # frees the memory of the companion's modules, and stops its interrupts
    yield ("stop_program",)
    yield "run", LOOK
