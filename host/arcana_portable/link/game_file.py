"""Reads the file of a game from a companion, and judges whether it is intact.

It runs on CPython and, in the browser, on MicroPython. It must not know the rules.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from arcana_portable.record import Record
from shared_rules.device_files import PLAYED, read_game_path
from shared_rules.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable


class DeviceGame:
    """A game in its file. is_over: whether it is finished. ended: the time of its end, or None if unknown."""

    def __init__(self, record: Record, is_over: bool, ended: str | None = None) -> None:
        self.record = record
        self.is_over = is_over
        self.ended = ended


def game_paths(paths: Iterable[str]) -> list[str]:
    """Return the paths of games, damaged games included, the oldest first."""
    found = ((read_game_path(path), path) for path in paths)
    return [path for __, path in sorted((game, path) for game, path in found if game)]


def newest_game(paths: Iterable[str]) -> str | None:
    """Return the path of the newest game, the only game that may be running; None if there is no game."""
    return next((path for path in reversed(game_paths(paths)) if path.endswith(PLAYED)), None)


def read_game(content: bytes, may_run: bool) -> DeviceGame:
    """Return the game in a file. may_run: whether it may have no end.

    The last line of a running game is `#`, and the checksum of all above. The last line of a finished game is
    `# over`, its result, the number of events and the checksum; and if the clock was set, date and time of
    its end, and the checksum continued over those.
    Raises RuleError when it is damaged.
    """
    text = decoded(content)
    record = Record.from_text(text)
    lines = ("\n" + text).split("\n")
    last = lines[-2].split(" ")
    is_over = last[:2] == ["#", "over"] and len(last) in (5, 8)
    is_intact = record.check() == last[4] if is_over else f"#{record.check()}" == lines[-2]
    if lines[-1] or not is_intact:
        raise RuleError(_CHANGED)
    if not is_over and not may_run:
        raise RuleError("Its end is missing.")
    if is_over and last[3] != str(len(record.events)):
        raise RuleError("Its end is another game's.")
    return DeviceGame(record, is_over, _ended(last) if is_over else None)


_CHANGED = "Its lines are not as they were written."


def decoded(content: bytes) -> str:
    """Return the text of a file; bytes that are no text are replaced."""
    return "\n".join([_decoded(line) for line in content.split(b"\n")])


def _decoded(line: bytes) -> str:
    # MicroPython's `decode` has no `errors`
    try:
        return line.decode()
    except UnicodeError:
        return "".join([chr(byte) if byte < 0x80 else "\ufffd" for byte in line])


def _ended(last: list[str]) -> str | None:
    """Return when a game ended, or None if that is unknown or damaged. last: the words of its last line."""
    when = " ".join(last[5:7])
    return when if when and last[7] == f"{crc32(when.encode(), int(last[4], 16)):08x}" else None
