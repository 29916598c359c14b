"""`arcana flash`: the companion onto a board, and MicroPython before it where there is none."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host import UNKNOWN_BOARD, board_names, boards
from arcana_host.cli.options import JsonOption, PortOption
from arcana_host.games import NAMES, find, typed
from arcana_host.wording import counted

if TYPE_CHECKING:
    from rich.progress import Progress

    from arcana_host.install.flash import Installed

BOARDS = board_names()
_ALL = ",".join(map(typed, NAMES))
AUTO = "auto"
"""What is told of a board so that it finds out by itself."""


def flash(
    port: PortOption = None,
    micropython: Annotated[
        Path | None,
        typer.Option(
            metavar="IMAGE.uf2",
            help="First copy this MicroPython onto a Pico that was plugged in with BOOTSEL held.",
        ),
    ] = None,
    drive: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="The drive of that Pico.", show_default="the only one that is found"
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"Tell it once which board it is: {', '.join(BOARDS)}, or {AUTO} to find out.",
        ),
    ] = None,
    games: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Only these games, with commas between them.",
            show_default=f"all: {_ALL}",
        ),
    ] = _ALL,
    as_json: JsonOption = False,
) -> None:
    """Install the companion on a board with MicroPython, or bring it up to date; games and settings stay."""
    from arcana_host.cli.options import print_json, progress, teller
    from arcana_host.errors import WordsError
    from arcana_host.install.flash import flash as install

    if drive and not micropython:
        raise WordsError("--drive says where the image goes that --micropython names: give both.")
    if board not in (None, AUTO, *BOARDS):
        raise WordsError(f"There is no board {board}: --board takes {', '.join(BOARDS)} or {AUTO}.")
    wanted = [find(name.strip()).name for name in games.split(",")]
    with progress(quiet=as_json) as shown:
        path = _with_micropython(micropython, drive, port, shown) if micropython else _port(port)
        task = shown.add_task("")

        def show(doing: str, done: int, total: int) -> None:
            # what has no measure shows a bar that moves
            shown.update(task, description=doing, completed=done, total=total if total > 1 else None)

        told = "" if board == AUTO else board
        done = install(path, show, board=told, tell=teller(as_json), games=wanted)
    if done.info["board"] == UNKNOWN_BOARD:
        told = _ask_board(as_json)
        if told:
            done = install(path, board=told, tell=teller(as_json), games=wanted)
    if as_json:
        print_json(done._asdict())
    else:
        print(_sentence(done, path))


def _ask_board(quiet: bool) -> str | None:
    """Ask which board it is, which it can't find out; return its name, None where nobody says."""
    import sys

    known = boards()
    if quiet or not sys.stdin.isatty():
        names = ", ".join(known)
        typer.echo(f"It can't tell which board it is on: name it with --board: {names}.", err=True)
        return None
    print("Which board is it? It can't tell by itself, and drives no pin until it knows.")
    for number, (name, words) in enumerate(known.items(), 1):
        print(f"  {number}  {words} ({name})")
    while True:
        said = typer.prompt("Number, or Enter for none", default="", show_default=False).strip()
        if not said:
            return None
        if said in known:
            return said
        if said.isdecimal() and 0 < int(said) <= len(known):
            return list(known)[int(said) - 1]
        print(f"Please type a number from 1 to {len(known)}.")


def _with_micropython(image: Path, drive: Path | None, port: str | None, shown: "Progress") -> str:
    """Put MicroPython on the Pico that waits for it; return its port."""
    from arcana_host.install.uf2 import await_port, choose_drive, copy_image, read_image
    from arcana_host.link.ports import find_ports

    content = read_image(image)
    target = choose_drive(drive)
    before = [found.path for found in find_ports()]
    task = shown.add_task("Copying MicroPython", total=len(content))
    copy_image(content, target, lambda count: shown.advance(task, count))
    shown.remove_task(task)
    return port or await_port(before)


def _port(named: str | None) -> str:
    """Return the port of the board; a Pico without MicroPython has none, but may show its drive."""
    from arcana_host.errors import FlashError, NoDevice
    from arcana_host.install.uf2 import HOW_TO_BOOTSEL, WHERE_FROM, find_drives
    from arcana_host.link.ports import choose_port, find_ports

    try:
        return choose_port(named)
    except NoDevice as error:
        get = f"get its image from {WHERE_FROM} and name it: `arcana flash --micropython IMAGE.uf2`"
        drives = find_drives()
        if drives:
            raise FlashError(f"The Pico on {drives[0]} needs MicroPython first: {get}.") from error
        if find_ports():
            raise
        raise NoDevice(
            "No companion is connected, nor a board with MicroPython: plug it in with a USB cable that "
            "carries data, or name its port with --port. A new "
            f"Pico needs MicroPython first: {HOW_TO_BOOTSEL}; {get}."
        ) from error


def _sentence(done: "Installed", path: str) -> str:
    changed = len(done.sent)
    files = "Everything was up to date" if not changed else f"{counted(changed, 'file')} sent"
    removed = f", {len(done.removed)} old ones removed" if done.removed else ""
    form = "compiled" if done.compiled else "as sources"
    return f"{files}{removed} ({form}). The companion {done.info['version']} runs on {path}."
