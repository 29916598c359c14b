"""`arcana flash`: installs the companion on a board, and MicroPython if need be."""

import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _, ngettext

from arcana_host import board_names, boards
from arcana_host.cli.options import ALL_GAMES, GamesOption, JsonOption, PortOption

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arcana_host.install.flash import Installed

BOARDS = board_names()
AUTO = "auto"
"""The value of --board that makes the companion detect its board."""


def flash(
    port: PortOption = None,
    micropython: Annotated[
        Path | None,
        typer.Option(
            metavar="IMAGE.uf2",
            help=_(
                "First copy this MicroPython onto the connected board, or onto one that was plugged in with "
                "BOOTSEL held; it asks first if that erases games."
            ),
        ),
    ] = None,
    drive: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=_("The drive of a board with BOOTSEL held."),
            show_default=_("the only one found"),
        ),
    ] = None,
    erase: Annotated[
        bool,
        typer.Option(
            "--erase", help=_("Copy MicroPython without asking, even if that erases games and settings.")
        ),
    ] = False,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=_(
                "The board: {boards}, or {auto} to detect it. The device remembers it.",
                boards=", ".join(BOARDS),
                auto=AUTO,
            ),
        ),
    ] = None,
    games: GamesOption = ALL_GAMES,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help=_("Write the files into this new folder instead, to be copied onto a board by hand."),
        ),
    ] = None,
    remove: Annotated[
        bool,
        typer.Option(
            "--remove",
            help=_(
                "Remove the companion with its games and settings, once they are in a backup in this folder."
            ),
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Install or update the companion on a board, and MicroPython if you name an image of it."""
    from arcana_portable.errors import WordsError
    from arcana_portable.install.steps import CONFIRMED, UNKNOWN_BOARD

    from arcana_host.cli.options import check_board, named_games, print_json, progress, status_printer
    from arcana_host.install.flash import flash as install

    if (drive or erase) and not micropython:
        raise WordsError(_("--drive and --erase only go with --micropython."))
    if to and (port or micropython):
        raise WordsError(_("--to writes into a folder: leave --port and --micropython out."))
    if remove and (micropython or board or to or games != ALL_GAMES):
        raise WordsError(_("--remove goes with no other option but --port and --json."))
    if remove:
        _remove(_port(port), as_json)
        return
    check_board(board, AUTO)
    wanted = named_games(games)
    if to:
        _write(to, wanted, None if board == AUTO else board, as_json)
        return
    path = _with_micropython(micropython, drive, port, erase, as_json) if micropython else _port(port)
    with progress(quiet=as_json) as shown:
        task = shown.add_task("")

        def show(doing: str, done: int, total: int) -> None:
            # without a total the bar just moves
            shown.update(task, description=doing, completed=done, total=total if total > 1 else None)

        chosen = "" if board == AUTO else board
        done = install(path, show, board=chosen, say=status_printer(as_json), games=wanted)
    if done.info["board"] == UNKNOWN_BOARD and not chosen:
        chosen = _ask_board(as_json)
        if chosen:
            done = install(path, board=chosen, say=status_printer(as_json), games=wanted)
    if done.info["board"] == UNKNOWN_BOARD and chosen and _is_confirmed(path, chosen, as_json):
        done = install(path, board=chosen + CONFIRMED, say=status_printer(as_json), games=wanted)
    if as_json:
        print_json(done._asdict())
    else:
        print(_sentence(done, path))
        if done.advice:
            print(f"{done.advice}.")


def _remove(port: str, as_json: bool) -> None:
    """Save the data of a board in a backup, and remove the companion from it."""
    from arcana_portable.errors import FlashError

    from arcana_host.cli.options import print_json, progress, status_printer
    from arcana_host.install.flash import remove
    from arcana_host.link.backup import fetch, read, write
    from arcana_host.link.device import Device

    files: list[Path] = []

    def save(device: Device) -> dict[str, bytes]:
        backup = fetch(device)
        if backup.left:
            raise FlashError(" ".join([_("Nothing was removed."), *backup.left]))
        name = f"companion-{backup.info['device']}-{backup.when[:10]}"
        files.append(next(path for path in _numbered(name) if not path.exists()))
        write(backup, files[0], replace=False)
        return read(files[0]).files

    with progress(quiet=as_json) as shown:
        task = shown.add_task("")
        removed = remove(
            port,
            save,
            lambda doing, done, total: shown.update(task, description=doing, completed=done, total=total),
            status_printer(as_json),
        )
    if as_json:
        print_json({"removed": removed, "backup": str(files[0]) if files else None})
        return
    if files:
        print(_("Games and settings are in {file}; `arcana restore` brings them back.", file=files[0]))
    print(
        ngettext("{n} file removed from {port}.", "{n} files removed from {port}.", len(removed), port=port)
    )


def _numbered(name: str) -> "Iterator[Path]":
    yield Path(f"{name}.zip")
    for number in count(2):
        yield Path(f"{name}-{number}.zip")


def _write(folder: Path, games: list[str], board: str | None, as_json: bool) -> None:
    """Write the files of the companion into a folder."""
    from arcana_portable.install.micropython import NEWEST

    from arcana_host.cli.options import print_json
    from arcana_host.install.build import write_folder

    paths = write_folder(folder, games, board)
    if as_json:
        print_json({"files": paths})
        return
    print(
        ngettext(
            "{n} file written to {folder}, compiled for MicroPython {version}.",
            "{n} files written to {folder}, compiled for MicroPython {version}.",
            len(paths),
            folder=folder,
            version=".".join(map(str, NEWEST)),
        )
    )


def _ask_board(quiet: bool) -> str | None:
    """Ask the user which board it is; return its name, or None without an answer."""
    known = boards()
    if quiet or not sys.stdin.isatty():
        names = ", ".join(known)
        typer.echo(
            _("The companion can't detect its board: name it with --board ({names}).", names=names), err=True
        )
        return None
    print(_("Which board is it? The companion can't detect it, and drives no pin until it knows."))
    for number, (name, words) in enumerate(known.items(), 1):
        print(f"  {number}  {words} ({name})")
    print(_("There is no companion for any other board: there, press Enter."))
    while True:
        said = typer.prompt(_("Number, or Enter for none"), default="", show_default=False).strip()
        if not said:
            return None
        if said in known:
            return said
        if said.isdecimal() and 0 < int(said) <= len(known):
            return list(known)[int(said) - 1]
        print(_("Please type a number from 1 to {last}.", last=len(known)))


def _is_confirmed(port: str, board: str, quiet: bool) -> bool:
    """Ask the user for a press that only this board can give; return whether it came."""
    from arcana_portable.install.confirm import NO_PRESS, doubt, request

    from arcana_host.install.flash import confirm
    from arcana_host.virtual.boards import virtual_board

    if quiet or not sys.stdin.isatty():
        typer.echo(f"{doubt(board)} {_('Run this command in a terminal to confirm it.')}", err=True)
        return False
    print(doubt(board), request())
    pins = virtual_board(board).pins
    came = confirm(port, pins.BUTTONS, pins.PRESSED)
    print(_("That was it.") if came else _(NO_PRESS))
    return came


def _with_micropython(file: Path, drive: Path | None, port: str | None, erases: bool, quiet: bool) -> str:
    """Copy MicroPython to the board at a port, or in its boot loader; return its port."""
    from arcana_portable.errors import FlashError
    from arcana_portable.install.file_system import unknown_loss

    from arcana_host.cli.options import progress
    from arcana_host.install.flash import enter_boot_loader
    from arcana_host.install.uf2 import (
        await_drive,
        await_port,
        choose_drive,
        copy_image,
        find_drives,
        read_image,
    )
    from arcana_host.link.ports import choose_port, find_ports, is_virtual

    def agrees(lost: str) -> bool:
        return erases or _agrees(lost, quiet)

    image = read_image(file)
    boards = [port] if port else [found.path for found in find_ports() if not found.virtual]
    if drive or find_drives() or not boards or is_virtual(boards[0]):
        target = choose_drive(image.chip, drive)
        if not agrees(unknown_loss(image)):
            raise FlashError(_("Nothing was copied."))
    else:
        enter_boot_loader(choose_port(port), image, agrees)
        target = await_drive(image.chip)
    before = [found.path for found in find_ports()]
    with progress(quiet=quiet) as shown:
        task = shown.add_task(_("Copying MicroPython"), total=len(image.content))
        copy_image(image.content, target, lambda count: shown.advance(task, count))
    return await_port(before, port)


def _agrees(lost: str, quiet: bool) -> bool:
    """Say which games an image erases, and return whether the user wants that."""
    from arcana_host.yes_or_no import confirm

    typer.echo(lost, err=True)
    if quiet or not sys.stdin.isatty():
        typer.echo(_("Save them first (`arcana backup --device FILE.zip`), or add --erase."), err=True)
        return False
    print(_("`arcana backup --device FILE.zip` saves them, and `arcana restore FILE.zip` brings them back."))
    return confirm(_("Copy MicroPython all the same?"))


def _port(named: str | None) -> str:
    """Return the port of the board. Raises FlashError or NoDevice, which say how to install MicroPython."""
    from arcana_portable.errors import FlashError, NoDevice
    from arcana_portable.install.chips import where_from

    from arcana_host.install.uf2 import HOW_TO_BOOTSEL, find_drives
    from arcana_host.link.ports import choose_port, find_ports, other_board

    try:
        return choose_port(named)
    except NoDevice as error:
        drives = find_drives()
        get = _(
            "get its image from {where_from} and name it: `arcana flash --micropython IMAGE.uf2`",
            where_from=where_from(*[waiting.chip for waiting in drives[:1]]),
        )
        if drives:
            raise FlashError(
                _(
                    "The {board} on {drive} needs MicroPython first: {get}.",
                    board=drives[0].chip.board,
                    drive=drives[0].folder,
                    get=get,
                )
            ) from error
        if find_ports() or other_board():
            raise
        raise NoDevice(
            _(
                "No companion is connected, nor a board with MicroPython: plug it in with a USB "
                "cable that carries data, or name its port with --port. A new Pico needs MicroPython "
                "first: {how_to_bootsel}; {get}.",
                how_to_bootsel=_(HOW_TO_BOOTSEL),
                get=get,
            )
        ) from error


def _sentence(done: "Installed", path: str) -> str:
    files = (
        ngettext("{n} file sent", "{n} files sent", len(done.sent))
        if done.sent
        else _("Everything was up to date")
    )
    if done.removed:
        files += ngettext(", {n} old file removed", ", {n} old files removed", len(done.removed))
    form = _("compiled") if done.compiled else _("as sources")
    runs = _("The companion {version} runs on {port}.", version=done.info["version"], port=path)
    return f"{files} ({form}). {runs}"
