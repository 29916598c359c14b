"""Lists the files on a companion, and reads its games.

It must not know the library, or the rules.
"""

import contextlib

from arcana_portable.errors import ArcanaError, DeviceRefused
from arcana_portable.link.game_file import DeviceGame, game_paths, newest_game, read_game
from arcana_portable.translation import _

from arcana_host.link.device import Device, connect
from shared_rules.device_files import PLAYED
from shared_rules.errors import RuleError


def list_files(device: Device) -> dict[str, int]:
    """Return {path: bytes} of the files that a backup holds. Raises DeviceRefused, DeviceError."""
    return {name: size for name, size in device.pages("list", "files")}


def read_running_game(port: str | None) -> str:
    """Return the record of the game under way as text, undo lines included.

    port: None for the only connected companion.
    Raises ArcanaError when no game is under way, NoDevice, and DeviceError.
    """
    with connect(port) as device:
        newest = newest_game(list_files(device))
        with contextlib.suppress(RuleError):
            game = read_game(device.read_file(newest), may_run=True) if newest else None
            if game and not game.is_over:
                return "\n".join(game.record.events) + "\n"
    raise ArcanaError(_("No game is under way on the companion."))


def read_games(device: Device, files: dict[str, int]) -> dict[str, DeviceGame | None]:
    """Return {path: the game, or None for a damaged game} of all games on a device, the oldest first.

    files: the result of `list_files`. Raises DeviceRefused, DeviceError.
    """
    paths = game_paths(files)
    newest = newest_game(paths)
    found: dict[str, DeviceGame | None] = dict.fromkeys(paths)
    for path, content in device.read_files(path for path in paths if path.endswith(PLAYED)).items():
        with contextlib.suppress(RuleError):
            if not isinstance(content, DeviceRefused):
                found[path] = read_game(content, may_run=path == newest)
    return found


def damaged_sentence(path: str) -> str:
    """Return the sentence about a damaged game, which stays on the device as it is."""
    return _(
        "A game on the device is damaged; its file is kept there as {path}. `arcana backup --device` saves "
        "it, and `mpremote rm :{path}` removes it.",
        path=path,
    )
