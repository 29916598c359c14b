"""Restores a backup onto a device: nothing there is removed, and restoring twice changes nothing more.

It must not know what a backup looks like as a file, nor how progress is shown.
"""

import json
from base64 import b64encode
from collections.abc import Iterable
from typing import NamedTuple

from arcana_host.errors import ArcanaError, DeviceRefused
from arcana_host.files import read_json
from arcana_host.games import every
from arcana_host.link.backup import Kept, Progress, check_sum, finished_games, list_files, read_file
from arcana_host.link.device import Device
from arcana_host.translation import _
from shared_rules.errors import RuleError
from shared_rules.game_files import (
    FOLDER,
    LOG,
    OLD_LOG,
    PLAYED,
    SETTINGS,
    read_game_path,
    write_game_name,
)
from shared_rules.protocol import WRONG_PARAMETERS
from shared_rules.record import Record

LOG_BYTES = 8192  # of the older log that a device keeps
ROOM_LEFT = 48 * 1024  # bytes that a device needs to go on
BLOCK = 4096  # bytes in which its flash is given away
PIECE = 288  # bytes; as base64 they leave room in a request
NAME_TOLD = 32  # letters of a setting's name that a device tells
BOARD = "board"
"""The setting that is true of one device only."""
OVER = b"# over "
"""How the line begins that the journal puts behind a finished game."""


class DeviceRestored(NamedTuple):
    """What a restore did: games that were not on the device, that went on there, that it had; sentences about
    what stayed away. custom: how many things are new that players had entered for a game: {game: number}.
    """

    taken: int
    grown: int
    known: int
    custom: dict[str, int]
    settings: bool
    log: bool
    left: list[str]


def restore_backup(
    device: Device, kept: Kept, on_bytes: Progress = lambda done, total: None
) -> DeviceRestored:
    """Restore a backup onto a device: add what is missing, and remove nothing. Twice is as good as once.

    on_bytes: called with (bytes done, of how many).
    Raises ArcanaError when there is no room, DeviceLost, DeviceSilent.
    """
    return _Return(device, kept, on_bytes).run()


def _games(names: Iterable[str]) -> dict[str, tuple[int, str, str]]:
    """Return {name: (number, id, ending)} of those of the files that are games."""
    found = ((name, read_game_path(name)) for name in names)
    return {name: parts for name, parts in found if parts}


def _id(name: str) -> str:
    """Return what is a game's own in the name of its file; all other files have none but the name."""
    found = read_game_path(name)
    return found[1] + found[2] if found else name


def _events(content: bytes) -> list[str]:
    return Record.from_text(content.decode(errors="replace")).events


class _Return:
    """One backup on its way onto one device."""

    def __init__(self, device: Device, kept: Kept, on_bytes: Progress):
        self._device = device
        self._files = kept.files
        self._brought = _games(kept.files)
        self._on_bytes = on_bytes
        self._info = device.info()
        self._is_same = self._info["device"] == kept.info["device"]
        self._there = {_id(name): name for name in list_files(device)}
        self._games = self._list_games()
        self._left: list[str] = []
        # the device's games that are over, once one of them is wanted
        self._over: dict[str, bytes] | None = None

    def run(self) -> DeviceRestored:
        names = sorted(self._brought, key=lambda name: self._brought[name][0])
        self._check_room([name for name in names if _id(name) not in self._there])
        played = [name for name in names if name.endswith(PLAYED)]
        done, total = 0, sum(len(self._files[name]) for name in names)
        became = {"taken": 0, "grown": 0, "known": 0, "left": 0}
        for name in names:
            try:
                became[self._bring(name, names, newest=[name] == played[-1:])] += 1
            except DeviceRefused as error:
                self._left.append(_("{name} was not restored: {error}", name=name, error=error))
            done += len(self._files[name])
            self._on_bytes(done, total)
        custom, settings, log = self._bring_custom(), self._bring_settings(), self._bring_log()
        # with that, the device drops what it got last
        list_files(self._device)
        return DeviceRestored(
            *(became["taken"], became["grown"], became["known"]), custom, settings, log, self._left
        )

    def _check_room(self, names: list[str]) -> None:
        needed = sum((len(self._files[name]) // BLOCK + 1) * BLOCK for name in names) + ROOM_LEFT
        free = self._info["free_bytes"]
        if names and needed > free:
            raise ArcanaError(
                _(
                    "The device has {free} KB free and the backup needs {needed} KB: fetch the games "
                    "with `arcana sync` first. Nothing was restored.",
                    free=free // 1024,
                    needed=needed // 1024,
                )
            )

    # games

    def _bring(self, name: str, names: list[str], newest: bool) -> str:
        """Bring one game and return what became of it."""
        if _id(name) in self._there:
            return self._compare(name)
        last = self._files[name].rstrip().rsplit(b"\n", 1)[-1]
        runs = newest and not last.startswith(OVER)
        if runs and self._running():
            self._left.append(
                _(
                    "Game {id} was running when the backup was made, and another one runs on the device: "
                    "finish or stop that one, and restore again.",
                    id=_id(name)[:8],
                )
            )
            return "left"
        number, id, ending = self._brought[name]
        number = self._place(number, {_id(other) for other in names}, runs)
        self._put(FOLDER + write_game_name(number, id, ending), self._files[name])
        return "taken"

    def _place(self, number: int, brought: set[str], runs: bool) -> int:
        """Return the number of a game among those of the device: what was played there comes after it, but
        for the one that goes on, which has to be the last.
        """
        there = {id + ending: number for number, id, ending in _games(self._there.values()).values()}
        if runs:
            return max(number, max(there.values(), default=0) + 1)
        last = max(there.values(), default=0)
        others = [
            other for id, other in there.items() if id not in brought or (self._running() and other == last)
        ]
        return number if number < min(others, default=number + 1) else 0

    def _list_games(self) -> list[dict]:
        return [game for page in self._device.pages("games") for game in page["games"]]

    def _running(self) -> bool:
        return bool(self._games) and not self._games[-1]["finished"]

    def _compare(self, name: str) -> str:
        """Bring what the device lacks of a game that it has; return what became of it."""
        theirs = self._read(self._there[_id(name)])
        if theirs == self._files[name] or not name.endswith(PLAYED):
            return "known"
        try:
            kept, there = _events(self._files[name]), _events(theirs)
        except RuleError:
            kept, there = [], []
        if kept and kept == there[: len(kept)]:
            return "known"
        game = _id(name)[:8]
        goes_on = self._running() and self._games[-1]["game"] == game
        if there and there == kept[: len(there)] and goes_on:
            return self._go_on(game, kept, len(there))
        self._left.append(_("Game {id} went on differently on the device; it stays as it is there.", id=game))
        return "left"

    def _read(self, name: str) -> bytes:
        if self._over is None:
            self._over = finished_games(self._device)
        content = self._over.get(name)
        return read_file(self._device, name) if content is None else content

    def _go_on(self, game: str, events: list[str], first: int) -> str:
        try:
            for number in range(first, len(events)):
                self._enter(number, events[number])
        except DeviceRefused as error:
            self._left.append(_("Game {id} did not go on as before: {error}", id=game, error=error))
            return "left"
        # which may have been its end
        self._games = self._list_games()
        return "grown"

    def _enter(self, number: int, event: str) -> None:
        try:
            self._device.call("enter", event=number, text=event, follows=False)
        except DeviceRefused as error:
            if error.code != WRONG_PARAMETERS:
                raise
            # an older companion, where what follows comes with the event
            self._device.call("enter", event=number, text=event)

    # everything else

    def _bring_custom(self) -> dict[str, int]:
        """Bring what players had entered for each game and return how many of them are new."""
        fresh = {}
        for game in every():
            fresh[game.name], left = game.restore_custom(self._device, self._files, self._there, self._put)
            self._left += left
        return fresh

    def _bring_settings(self) -> bool:
        """Bring the settings and return whether any of the device's changed."""
        try:
            values = read_json(self._files.get(SETTINGS, b"{}").decode())
        except ValueError:
            values = None
        if not isinstance(values, dict):
            self._left.append(_("The settings in the backup are damaged; those of the device stay."))
            return False
        if not self._is_same:
            values.pop(BOARD, None)
        before = self._device.call("settings")["settings"]
        changes = {key: value for key, value in values.items() if before.get(key) != value}
        if not changes:
            return False
        told = self._put(SETTINGS, json.dumps(changes).encode()).get("left") or []
        # long names come shortened
        left = [name for name in changes if name[:NAME_TOLD] in told]
        self._left += [
            _("The setting {name} was not restored: the device has none like it.", name=name) for name in left
        ]
        return len(left) < len(changes)

    def _bring_log(self) -> bool:
        """Bring the log as an older one than the device's, where that has no older one; return whether."""
        log = self._files.get(OLD_LOG, b"") + self._files.get(LOG, b"")
        if not log or OLD_LOG in self._there or (self._is_same and LOG in self._there):
            return False
        self._put(OLD_LOG, log[-LOG_BYTES:].partition(b"\n")[2] if len(log) > LOG_BYTES else log)
        return True

    def _put(self, name: str, content: bytes) -> dict:
        for first in range(0, max(1, len(content)), PIECE):
            piece = b64encode(content[first : first + PIECE]).decode()
            self._device.call("put", first=first, data=piece)
        return self._device.call("keep", name=name, check=check_sum(content))
