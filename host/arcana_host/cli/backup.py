"""`arcana backup` and `arcana restore`: back up a whole library or device to one file, and restore it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, ngettext

from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption, PortOption, report_faults

if TYPE_CHECKING:
    from arcana_portable.link.restore import DeviceRestored

    from arcana_host.games.interface import DesktopGame
    from arcana_host.library.backup import Restored


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The file to write."))],
    device: Annotated[
        bool,
        typer.Option(
            "--device", help=_("Back up the device instead: its games, settings, creatures and log.")
        ),
    ] = False,
    port: PortOption = None,
    force: ForceOption = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Back up the whole library into one file, with earlier versions and creatures; or a whole device."""
    from arcana_host.cli.options import counted, print_json
    from arcana_host.library.backup import back_up
    from arcana_host.library.store import Library

    if device or port:
        _back_up_device(file, port, force, as_json)
        return
    with Library(folder, create=False) as library, counted(_("Reading back"), as_json) as on_games:
        done = back_up(library, file, force, on_games)
    if as_json:
        print_json({"file": str(file), **done._asdict()})
    else:
        print(ngettext("{n} game in {file}.", "{n} games in {file}.", done.games, file=file))
    report_faults(done.faults)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A file that `arcana backup` wrote."))],
    port: PortOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Restore a backup into the library or onto the device; what is there stays.

    The file itself tells which of the two it is. A library is restored as a whole or not at all.
    """
    from arcana_portable.errors import WordsError
    from arcana_portable.link.restore import games_restored

    from arcana_host.cli.options import counted, print_json, say
    from arcana_host.library.backup import restore as restore_backup
    from arcana_host.library.store import Library
    from arcana_host.link.backup import is_device_backup

    if is_device_backup(file):
        _restore_device(file, port, as_json)
        return
    if port:
        raise WordsError(_("{file} is not the backup of a device, so --port makes no sense.", file=file))
    with Library(folder) as library, counted(_("Restoring"), as_json) as on_games:
        done = restore_backup(library, file, on_games)
        in_bin = library.in_bin()
    if as_json:
        print_json(_as_json(done))
        return
    say(f"{games_restored(done.taken, done.renewed, done.known)} {in_bin}".rstrip())
    for game, count in _custom(done.custom):
        if count:
            print(game.custom_restored(count))


def _back_up_device(file: Path, port: str | None, force: bool, as_json: bool) -> None:
    from arcana_host.cli.options import counted, print_json, status_printer
    from arcana_host.files import check_place
    from arcana_host.link.backup import fetch, write
    from arcana_host.link.device import connect

    check_place(file, force)
    with connect(port, say=status_printer(as_json)) as device, counted(_("Fetching"), as_json) as on_bytes:
        backup = fetch(device, on_bytes)
    write(backup, file, force)
    games = backup.games()
    if as_json:
        print_json({"file": str(file), "games": games, "device": backup.info["device"], "left": backup.left})
    else:
        print(
            ngettext(
                "Device {device} with {n} game in {file}.",
                "Device {device} with {n} games in {file}.",
                games,
                device=backup.info["device"],
                file=file,
            )
        )
    report_faults(backup.left)


def _restore_device(file: Path, port: str | None, as_json: bool) -> None:
    from arcana_host.cli.options import counted, print_json, status_printer
    from arcana_host.link.backup import read, restore_backup
    from arcana_host.link.device import connect

    backup = read(file)
    with connect(port, say=status_printer(as_json)) as device, counted(_("Restoring"), as_json) as on_bytes:
        done = restore_backup(device, backup, on_bytes)
    if as_json:
        print_json(_as_json(done))
    else:
        print("\n".join(done.sentences()))
    report_faults(done.left)


def _as_json(done: "Restored | DeviceRestored") -> dict:
    fields = done._asdict()
    custom = _custom(fields.pop("custom"))
    return {**fields, **{f"{game.custom_noun}s": count for game, count in custom}}


def _custom(custom: dict[str, int]) -> "list[tuple[DesktopGame, int]]":
    """Return the games with custom things, and how many of these things were restored."""
    from arcana_host.games import every

    return [(game, custom.get(game.name, 0)) for game in every() if game.custom_noun]
