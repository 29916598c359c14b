"""Installing the companion on a board: sends what changed, checks it, and lets it take over all at once.

Everything new is written beside the old under another name and checked first; only then do the files change
places, `main.py` last. Whatever fails before that leaves the old companion as it was. The games and the
settings on the board are never touched.
"""

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from arcana_host.build import MAIN, compile_firmware
from arcana_host.device import Device
from arcana_host.errors import FlashError
from arcana_host.prompt import Prompt

__all__ = ("Installed", "compile_firmware", "flash")

MANIFEST = "/lib/companion.manifest"
"""The paths of all files that belong to us on the board, one a line."""

FRESH = ".new"
_MPY_VERSION = "getattr(sys.implementation, '_mpy', getattr(sys.implementation, 'mpy', None))"
AT_ONCE = 2  # files that change places in one go, so that the board is never silent for long
BLOCK = 4096  # bytes in which the board's flash is given away
PATIENCE = 30.0  # seconds for the app to start

Progress = Callable[[str, int, int], None]


class Installed(NamedTuple):
    """What an installation did: paths sent and removed, how many stayed, and what the app says of itself."""

    sent: list[str]
    removed: list[str]
    kept: int
    compiled: bool
    info: dict


def flash(port: str, on_progress: Progress | None = None, patience: float = PATIENCE) -> Installed:
    """Install the companion on the board behind `port` and wait until it answers.

    on_progress: called with (what is being done, done so far, of how many); bytes while they are sent.
    patience: seconds to wait for the app after the restart.
    Raises FlashError, DeviceLost, DeviceSilent.
    """
    tell = on_progress or (lambda doing, done, total: None)
    tell("Stopping the app", 0, 1)
    with Prompt(port) as prompt:
        files = compile_firmware(prompt.ask(_MPY_VERSION))
        sent, removed = _install(prompt, files, tell)
        tell("Starting the app", 0, 1)
        stream = prompt.leave()
    # the same connection, so that what a failing start prints is not lost
    with Device(port, opener=lambda port: stream) as device:
        info = device.await_app(patience)
    tell("Starting the app", 1, 1)
    compiled = any(path.endswith(".mpy") for path in files)
    return Installed(sent, removed, len(files) - len(sent), compiled, info)


def _install(prompt: Prompt, files: dict[str, bytes], tell: Progress) -> tuple[list[str], list[str]]:
    tell("Comparing", 0, 1)
    wanted = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}
    there = prompt.digests(wanted)
    changed = [path for path in wanted if there[path] != wanted[path]]
    stale = _stale(prompt, files)
    if changed:
        _check_room(prompt, [files[path] for path in changed])
        # named before they are there, so that an installation that breaks off leaves nothing unaccounted for
        _write_manifest(prompt, [*files, *stale, *(path + FRESH for path in changed)])
        _send(prompt, {path + FRESH: files[path] for path in changed}, tell)
    if changed or stale:
        tell("Changing over", 0, 1)
        swaps = [(path + FRESH, path) for path in sorted(changed, key=lambda path: path == MAIN)]
        for start in range(0, len(swaps), AT_ONCE):
            some = swaps[start : start + AT_ONCE]
            prompt.run(f"for fresh, path in {some!r}: replace(fresh, path)\n")
            tell("Changing over", start + len(some), len(swaps))
        prompt.run(f"for path in {stale!r}: remove(path)\n")
        _write_manifest(prompt, list(files))
    return changed, stale


def _stale(prompt: Prompt, files: dict[str, bytes]) -> list[str]:
    """Return the paths on the board that are ours and not wanted any more."""
    listed = prompt.ask(f"open({MANIFEST!r}).read() if exists({MANIFEST!r}) else ''").split("\n")
    # a source beside its compiled form would be the one that MicroPython takes
    twins = [path[:-4] + ".py" if path.endswith(".mpy") else path[:-3] + ".mpy" for path in files]
    candidates = {path for path in [*listed, *twins] if path and path not in files}
    return prompt.ask(f"[path for path in {sorted(candidates)!r} if exists(path)]")


def _check_room(prompt: Prompt, contents: list[bytes]) -> None:
    block, free = prompt.ask("(os.statvfs('/')[0], os.statvfs('/')[3])")
    room = block * free
    needed = sum((len(content) // BLOCK + 1) * BLOCK for content in contents) + 4 * BLOCK
    if needed > room:
        raise FlashError(
            f"The board has {room // 1024} KB free and the companion needs {needed // 1024} KB: "
            "fetch the games with `arcana sync` first."
        )


def _write_manifest(prompt: Prompt, paths: list[str]) -> None:
    prompt.send(MANIFEST + FRESH, "\n".join(paths).encode())
    prompt.run(f"replace({MANIFEST + FRESH!r}, {MANIFEST!r})")


def _send(prompt: Prompt, fresh: dict[str, bytes], tell: Progress) -> None:
    total = sum(len(content) for content in fresh.values())
    done = 0

    def arrived(count: int) -> None:
        nonlocal done
        done += count
        tell("Sending", done, total)

    for path, content in fresh.items():
        prompt.send(path, content, arrived)
    tell("Checking", 0, 1)
    for path, found in prompt.digests(fresh).items():
        if found != hashlib.sha256(fresh[path]).hexdigest():
            raise FlashError(f"The board did not keep {path} as it was sent; the old companion is untouched.")
