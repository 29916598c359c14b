"""Lists the files on a companion, reads those of its games, and judges whether a game is intact.

It must not know the library, or the rules.
"""

import re
from binascii import crc32
from collections.abc import Iterable
from typing import NamedTuple

from arcana_host.errors import ArcanaError, DeviceRefused
from arcana_host.link.device import Device, connect
from arcana_host.translation import _
from shared_rules.errors import RuleError
from shared_rules.game_files import PLAYED, read_game_path
from shared_rules.record import Record

_LAST_LINE = re.compile(
    r"#([0-9a-f]{8})|# over \S+ ([0-9]+) ([0-9a-f]{8})(?: ([^ ]{10} [^ ]{5}) ([0-9a-f]{8}))?"
)
"""The last line of a running game: the checksum of all above. That of a finished one: its result, the number
of events, the checksum, when it ended, and the checksum continued over that."""


class DeviceGame(NamedTuple):
    """A game as its file has it. is_over: whether it is finished. ended: when, None if unknown."""

    record: Record
    is_over: bool
    ended: str | None = None


def list_files(device: Device) -> dict[str, int]:
    """Return {path: bytes} of the files that a backup holds. Raises DeviceRefused, DeviceError."""
    return {name: size for page in device.pages("list") for name, size in page["files"]}


def game_paths(paths: Iterable[str]) -> list[str]:
    """Return those paths that are games, damaged ones included, the oldest first."""
    found = ((read_game_path(path), path) for path in paths)
    return [path for __, path in sorted((game, path) for game, path in found if game)]


def newest_game(paths: Iterable[str]) -> str | None:
    """Return the path of the newest game, the only one that may be running; None if there is no game."""
    return next((path for path in reversed(game_paths(paths)) if path.endswith(PLAYED)), None)


def read_game(content: bytes, may_run: bool) -> DeviceGame:
    """Return the game in a file. may_run: whether it may have no end.

    Raises RuleError when it is damaged.
    """
    text = content.decode(errors="replace")
    record = Record.from_text(text)
    *__, last, rest = ["", *text.split("\n")]
    found = _LAST_LINE.fullmatch(last)
    if rest or not found or record.check() != (found[1] or found[3]):
        raise RuleError("Its lines are not as they were written.")
    is_over = found[1] is None
    if not is_over and not may_run:
        raise RuleError("Its end is missing.")
    if is_over and int(found[2]) != len(record.events):
        raise RuleError("Its end is another game's.")
    when = found[4]
    is_intact = when and crc32(when.encode(), int(found[3], 16)) == int(found[5], 16)
    return DeviceGame(record, is_over, when if is_intact else None)


def running_game(device: Device) -> Record | None:
    """Return the record of the unfinished game on a device, None if there is none.

    Raises DeviceRefused, DeviceError.
    """
    newest = newest_game(list_files(device))
    if newest is None:
        return None
    try:
        game = read_game(device.read_file(newest), may_run=True)
    except RuleError:
        return None
    return None if game.is_over else game.record


def read_running_game(port: str | None) -> str:
    """Return the record of the game under way as text, undo lines included.

    port: None for the only companion that is connected.
    Raises ArcanaError when no game is under way, NoDevice, and DeviceError.
    """
    with connect(port) as device:
        record = running_game(device)
    if record is None:
        raise ArcanaError(_("No game is under way on the companion."))
    return "\n".join(record.events) + "\n"


def read_games(device: Device) -> dict[str, DeviceGame | None]:
    """Return {path: the game, None for a damaged one} of all games on a device, the oldest first.

    Raises DeviceRefused, DeviceError.
    """
    paths = game_paths(list_files(device))
    newest = newest_game(paths)
    found: dict[str, DeviceGame | None] = dict.fromkeys(paths)
    for path, content in device.read_files(path for path in paths if path.endswith(PLAYED)):
        try:
            found[path] = (
                None if isinstance(content, DeviceRefused) else read_game(content, may_run=path == newest)
            )
        except RuleError:
            continue
    return found


def damaged_sentence(path: str) -> str:
    """Return the sentence about a damaged game, which stays on the device as it is."""
    return _(
        "A game on the device is damaged; its file is kept there as {path}. `arcana backup --device` saves "
        "it, and `mpremote rm :{path}` removes it.",
        path=path,
    )
