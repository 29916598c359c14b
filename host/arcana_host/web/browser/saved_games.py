"""Fetches games from a companion into the browser's storage, so that no game is lost on the way.

As `arcana sync` does: all games are read and saved; then they are read back, and only then are finished games
removed from the device, each only if the game that was read back has the checksum of the game on the device.
A game that is damaged or can't be saved stays on the device, and does not stop the others. It must not know
the page.
"""

import json

from arcana_portable.errors import DeviceRefused
from arcana_portable.library.tags import tagged
from arcana_portable.link.game_file import game_paths, newest_game, read_game
from arcana_portable.record import Record
from arcana_portable.translation import _, ngettext

from shared_rules.device_files import PLAYED, read_game_path
from shared_rules.errors import RuleError


class SavedGames:
    """The games that the browser has saved. saved: put(name, text), get(name), remove(name), names()
    as JSON; all of them promises.
    """

    def __init__(self, saved):
        self._saved = saved

    async def names(self):
        """Return the names of all games, the newest first."""
        return sorted(json.loads(await self._saved.names()), reverse=True)

    async def record(self, name):
        """Return the record of a game, undo lines included. Raises RuleError if there is no such record."""
        text = await self._saved.get(name)
        if not isinstance(text, str):
            raise RuleError(_("The browser has no such game any more."))
        return Record.from_text(text)

    async def add(self, id, game):
        """Save a game of a device, and return its name. A shorter record of the same game goes."""
        record = tagged(game.record, id, game.ended)
        # the date first, so that names are in the order of games
        name = f"{record.tag('Date', '')} {id} {record.check()}"
        others = [other for other in await self.names() if f" {id} " in other and other != name]
        await self._saved.put(name, str(record))
        for other in others:
            events = (await self.record(other)).events
            if events == record.events[: len(events)]:
                await self._saved.remove(other)
        return name

    async def check(self, name, game):
        """Return the checksum of a game as it is read back, for the device to compare with its own."""
        stored = await self.record(name)
        tags = [tag for tag in stored.tags if tag in game.record.tags]
        return Record(tags, stored.events).check()


async def fetch(link, games, progress):
    """Fetch all games of a companion.

    link: a CompanionLink. games: a SavedGames. progress: called with (the current step, done so far, of how
    many). Returns sentences about the actions, and about each game that stays on the device. Raises
    DeviceSilent, DeviceLost, DeviceFaulty.
    """
    files = dict([(name, size) for name, size in await link.run(link.companion.pages("list", "files"))])
    paths = game_paths(files)
    newest = newest_game(paths)
    played = [path for path in paths if path.endswith(PLAYED)]
    content, left, saved = {}, [_left(path, "") for path in paths if path not in played], {}

    def store(path, data):
        content[path] = data
        progress(_("Fetching games"), len(content), len(played))

    await link.run(link.companion.read_files(played, store))
    for path in played:
        try:
            if isinstance(content[path], DeviceRefused):
                raise content[path]
            game = read_game(content[path], may_run=path == newest)
            saved[path] = (game, await games.add(read_game_path(path)[1], game))
        except RuleError:
            left.append(_left(path, ""))
        except Exception as error:
            left.append(_left(path, error))
    removed = 0
    for path, (game, name) in saved.items():
        if not game.is_over:
            continue
        try:
            check = await games.check(name, game)
            # also if the device removed it before, and only the answer was lost
            await link.call("remove", name=path, check=check)
            removed += 1
        except (RuleError, DeviceRefused) as error:
            left.append(_left(path, error))
        progress(_("Removing fetched games from the device"), removed, len(saved))
    said = [
        ngettext("{n} game is saved in this browser.", "{n} games are saved in this browser.", len(saved)),
        ngettext(
            "{n} finished game was removed from the device.",
            "{n} finished games were removed from the device.",
            removed,
        ),
    ]
    return said + left


async def safe_files(link, games):
    """Return {path: content} of the games on a companion that the browser keeps as they are, read back.

    link, games: as for `fetch`. Raises DeviceSilent, DeviceLost, DeviceFaulty.
    """
    paths = game_paths([name for name, _size in await link.run(link.companion.pages("list", "files"))])
    content, safe = {}, {}
    await link.run(
        link.companion.read_files([path for path in paths if path.endswith(PLAYED)], content.__setitem__)
    )
    for path, data in content.items():
        try:
            game = read_game(data, may_run=path == newest_game(paths))
            name = await games.add(read_game_path(path)[1], game)
            if await games.check(name, game) == game.record.check():
                safe[path] = data
        except (RuleError, TypeError):
            # a damaged game, or a game that could not be read
            continue
    return safe


def _left(path, error):
    if not error:
        return _("A game on the device is damaged; its file stays there as {path}.", path=path)
    return _("Game {id} stays on the device: {error}", id=read_game_path(path)[1], error=error)
