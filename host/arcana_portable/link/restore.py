"""Restores a backup onto a device: nothing there is removed, and restoring twice changes nothing more.

It runs on CPython and, in the browser, on MicroPython. It must not know the format of a backup file, or how
progress is shown.
"""

from __future__ import annotations

import json
from binascii import b2a_base64, crc32
from typing import TYPE_CHECKING, NamedTuple

from arcana_portable.errors import ArcanaError, DeviceRefused
from arcana_portable.games import every
from arcana_portable.link.game_file import decoded, newest_game
from arcana_portable.record import Record
from arcana_portable.strict_json import read_json
from arcana_portable.translation import _, ngettext
from shared_rules.device_files import FOLDER, LOG, OLD_LOG, PLAYED, SETTINGS, read_game_path, write_game_name
from shared_rules.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arcana_portable.drivers import Steps
    from arcana_portable.link.companion import Companion
    from arcana_portable.link.device_backup import DeviceBackup, Progress

LOG_BYTES = 8192  # of the older log that a device keeps
SPACE_LEFT = 48 * 1024  # bytes that a device needs to keep working
BLOCK = 4096  # bytes; the unit in which its flash is allocated
PIECE = 288  # bytes; as base64 they leave room in a request
LONGEST_NAME = 32  # letters; a device shortens names of settings to that
OVER = b"# over "
"""How the last line of a finished game's journal begins."""


class DeviceRestored(
    NamedTuple(
        "DeviceRestored",
        [
            ("taken", int),
            ("grown", int),
            ("known", int),
            ("custom", "dict[str, int]"),
            ("settings", bool),
            ("log", bool),
            ("left", "list[str]"),
        ],
    )
):
    """The result of a restore.

    taken, grown, known: how many games were new to the device, continued there, or complete already.
    custom: {game: how many things are new that players had entered for it}. settings, log: whether they were
    restored. left: a sentence for each thing that was not restored.
    """

    def sentences(self) -> list[str]:
        """Return sentences about the restored parts."""
        lines = [games_restored(self.taken, self.grown, self.known)]
        lines += [game.custom_restored(self.custom[game.name]) for game in every() if self.custom[game.name]]
        return lines + ([_("The settings are restored.")] if self.settings else [])


def games_restored(taken: int, renewed: int, known: int) -> str:
    """Return the sentence with the numbers of games that were new, continued, or complete already."""
    return ngettext(
        "{n} game restored, {renewed} brought up to date, {known} already there.",
        "{n} games restored, {renewed} brought up to date, {known} already there.",
        taken,
        renewed=renewed,
        known=known,
    )


def restore(link: Companion, backup: DeviceBackup, on_bytes: Progress) -> Steps[DeviceRestored]:
    """Add the parts of a backup that a device lacks, and remove nothing. A second restore changes nothing.

    on_bytes: called with (bytes done, of how many).
    Raises ArcanaError when there is no room, DeviceLost, DeviceSilent.
    """
    restoring = _Restore(link, backup, on_bytes)
    yield from restoring.look()
    return (yield from restoring.run())


def _games(names: Iterable[str]) -> dict[str, tuple[int, str, str]]:
    """Return {name: (number, id, ending)} of the files that are games."""
    found = ((name, read_game_path(name)) for name in names)
    return {name: parts for name, parts in found if parts}


def _key_of(name: str) -> str:
    """Return a file's identifier on any device: id and ending of a game, the name of any other file."""
    found = read_game_path(name)
    return found[1] + found[2] if found else name


def _events(content: bytes) -> list[str]:
    return Record.from_text(decoded(content)).events


class _Restore:
    """The restore of a backup onto a device."""

    def __init__(self, link: Companion, backup: DeviceBackup, on_bytes: Progress) -> None:
        self._link = link
        self._backup = backup
        self._files = backup.files
        self._backed_up = _games(backup.files)
        self._on_bytes = on_bytes
        self._left: list[str] = []

    def look(self) -> Steps[None]:
        """Read the state of the device."""
        self._info = yield from self._link.call("info")
        self._is_same = self._info["device"] == self._backup.info["device"]
        listed = yield from self._list_files()
        self._on_device = {_key_of(name): name for name in listed}
        self._running = yield from self._find_running()

    def run(self) -> Steps[DeviceRestored]:
        names = sorted(self._backed_up, key=lambda name: self._backed_up[name][0])
        self._check_space([name for name in names if _key_of(name) not in self._on_device])
        played = [name for name in names if name.endswith(PLAYED)]
        done, total = 0, sum(len(self._files[name]) for name in names)
        counts = {"taken": 0, "grown": 0, "known": 0, "left": 0}
        for name in names:
            try:
                what = yield from self._restore_game(name, names, newest=[name] == played[-1:])
                counts[what] += 1
            except DeviceRefused as error:
                self._left.append(_("{name} was not restored: {error}", name=name, error=error))
            done += len(self._files[name])
            self._on_bytes(done, total)
        custom = yield from self._restore_custom()
        settings = yield from self._restore_settings()
        log = yield from self._restore_log()
        # this makes the device discard an unfinished upload
        yield from self._list_files()
        return DeviceRestored(
            *(counts["taken"], counts["grown"], counts["known"]), custom, settings, log, self._left
        )

    def _list_files(self) -> Steps[list[str]]:
        listed = yield from self._link.pages("list", "files")
        return [name for name, _size in listed]

    def _check_space(self, names: list[str]) -> None:
        needed = sum((len(self._files[name]) // BLOCK + 1) * BLOCK for name in names) + SPACE_LEFT
        free = self._info["free_bytes"]
        if names and needed > free:
            raise ArcanaError(
                _(
                    "The device has {free} KB free and the backup needs {needed} KB: fetch its games first. "
                    "Nothing was restored.",
                    free=free // 1024,
                    needed=needed // 1024,
                )
            )

    # games

    def _restore_game(self, name: str, names: list[str], newest: bool) -> Steps[str]:
        """Restore a game. Returns which of the counts it belongs to."""
        if _key_of(name) in self._on_device:
            return (yield from self._compare(name))
        last = self._files[name].rstrip().rsplit(b"\n", 1)[-1]
        runs = newest and not last.startswith(OVER)
        if runs and self._running:
            self._left.append(
                _(
                    "Game {id} was running when the backup was made, and another one runs on the device: "
                    "finish or stop that one, and restore again.",
                    id=_key_of(name)[:8],
                )
            )
            return "left"
        number, id, ending = self._backed_up[name]
        number = self._new_number(number, {_key_of(other) for other in names}, runs)
        yield from self._write_file(FOLDER + write_game_name(number, id, ending), self._files[name])
        return "taken"

    def _new_number(self, number: int, backed_up: set[str], runs: bool) -> int:
        """Return the number for a game from the backup.

        The device's own games come after it, but a game under way has to be last.
        """
        there = {id + ending: number for number, id, ending in _games(self._on_device.values()).values()}
        if runs:
            return max(number, max(there.values(), default=0) + 1)
        last = max(there.values(), default=0)
        others = [
            other for id, other in there.items() if id not in backed_up or (self._running and other == last)
        ]
        return number if number < min(others, default=number + 1) else 0

    def _find_running(self) -> Steps[str | None]:
        """Return the path of the unfinished game on the device, or None if there is no such game."""
        newest = newest_game(self._on_device.values())
        if newest is None:
            return None
        last = (yield from self._link.read_file(newest)).rstrip().rsplit(b"\n", 1)[-1]
        return None if last.startswith(OVER) else newest

    def _compare(self, name: str) -> Steps[str]:
        """Continue a game that lacks events on the device. Returns which of the counts it belongs to."""
        theirs = yield from self._link.read_file(self._on_device[_key_of(name)])
        if theirs == self._files[name] or not name.endswith(PLAYED):
            return "known"
        try:
            saved, there = _events(self._files[name]), _events(theirs)
        except RuleError:
            saved, there = [], []
        if saved and saved == there[: len(saved)]:
            return "known"
        game = _key_of(name)[:8]
        goes_on = self._running == self._on_device[_key_of(name)]
        if there and there == saved[: len(there)] and goes_on:
            return (yield from self._extend(game, saved, len(there)))
        self._left.append(_("Game {id} went on differently on the device; it stays as it is there.", id=game))
        return "left"

    def _extend(self, game: str, events: list[str], first: int) -> Steps[str]:
        try:
            for number in range(first, len(events)):
                yield from self._link.call("enter", event=number, text=events[number], follows=False)
        except DeviceRefused as error:
            self._left.append(_("Game {id} did not go on as before: {error}", id=game, error=error))
            return "left"
        # the game may be over now
        self._running = yield from self._find_running()
        return "grown"

    # everything else

    def _restore_custom(self) -> Steps[dict[str, int]]:
        """Restore the players' own entries for each game. Returns {game: how many are new}."""
        fresh = {}
        for game in every():
            fresh[game.name], left = yield from game.restore_custom(
                self._link, self._files, self._on_device, self._write_file
            )
            self._left += left
        return fresh

    def _restore_settings(self) -> Steps[bool]:
        """Restore the settings. Returns whether any changed."""
        try:
            # a checksum may follow
            values = read_json(self._files.get(SETTINGS, b"{}").partition(b"\n#")[0].decode())
        except ValueError:
            values = None
        if not isinstance(values, dict):
            self._left.append(_("The settings in the backup are damaged; those of the device stay."))
            return False
        before = (yield from self._link.call("settings"))["settings"]
        changes = {key: value for key, value in values.items() if before.get(key) != value}
        if not changes:
            return False
        refused = (yield from self._write_file(SETTINGS, json.dumps(changes).encode()))["left"]
        # the device shortens long names
        left = [name for name in changes if name[:LONGEST_NAME] in refused]
        self._left += [
            _("The setting {name} was not restored: the device has none like it.", name=name) for name in left
        ]
        return len(left) < len(changes)

    def _restore_log(self) -> Steps[bool]:
        """Restore the log as the device's older log, unless it has an older log. Returns whether it did."""
        log = self._files.get(OLD_LOG, b"") + self._files.get(LOG, b"")
        if not log or OLD_LOG in self._on_device or (self._is_same and LOG in self._on_device):
            return False
        last = log[-LOG_BYTES:].partition(b"\n")[2] if len(log) > LOG_BYTES else log
        yield from self._write_file(OLD_LOG, last)
        return True

    def _write_file(self, name: str, content: bytes) -> Steps[dict]:
        for first in range(0, max(1, len(content)), PIECE):
            piece = b2a_base64(content[first : first + PIECE]).decode().strip()
            yield from self._link.call("put", first=first, data=piece)
        return (yield from self._link.call("keep", name=name, check=f"{crc32(content):08x}"))
