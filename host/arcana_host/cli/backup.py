"""`arcana backup` and `arcana restore`: the whole library, or a whole device, as one file, and back."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli.options import ForceOption, JsonOption, LibraryOption, PortOption
from arcana_host.errors import Status
from arcana_host.wording import counted

if TYPE_CHECKING:
    from arcana_host.library.backup import Restored
    from arcana_host.link.restore import BroughtBack


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to.")],
    device: Annotated[
        bool, typer.Option("--device", help="The device's games, settings, creatures and log instead.")
    ] = False,
    port: PortOption = None,
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the whole library into one file, with earlier versions and creatures; or a whole device."""
    from arcana_host.cli.options import print_json, progress
    from arcana_host.library.backup import back_up
    from arcana_host.library.store import Library

    if device or port:
        _back_up_device(file, port, force, as_json)
        return
    with Library(library) as shelf, progress(quiet=as_json) as shown:
        task = shown.add_task("Reading back")
        done = back_up(
            shelf, file, force, lambda games, total: shown.update(task, completed=games, total=total)
        )
    if as_json:
        print_json({"file": str(file), **done._asdict()})
    else:
        print(f"{counted(done.games, 'game')} in {file}.")
    _tell_left([f"`arcana restore` will refuse {file}: {fault}" for fault in done.faults])


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `arcana backup` has written.")],
    port: PortOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring a backup back, into the library or onto the device; what is there stays.

    Whether it is one of a library or of a device, the file tells. Of a library nothing comes in by halves.
    """
    from arcana_host.cli.options import print_json, progress
    from arcana_host.errors import WordsError
    from arcana_host.library.backup import restore as bring_back
    from arcana_host.library.store import Library
    from arcana_host.link.backup import is_one

    if is_one(file):
        _restore_device(file, port, as_json)
        return
    if port:
        raise WordsError(f"{file} is no backup of a device, so --port makes no sense.")
    with Library(library) as shelf, progress(quiet=as_json) as shown:
        task = shown.add_task("Restoring")
        done = bring_back(shelf, file, lambda done, total: shown.update(task, completed=done, total=total))
    if as_json:
        print_json(_as_json(done))
        return
    taken = counted(done.taken, "game")
    print(f"{taken} restored, {done.renewed} brought up to date, {done.known} were there already.")
    _tell_of_custom(done.custom)


def _back_up_device(file: Path, port: str | None, force: bool, as_json: bool) -> None:
    from arcana_host.cli.options import print_json, progress, teller
    from arcana_host.files import check_place
    from arcana_host.link.backup import fetch, games_in, write
    from arcana_host.link.device import connect

    check_place(file, force)
    with connect(port, tell=teller(as_json)) as device, progress(quiet=as_json) as shown:
        task = shown.add_task("Fetching")
        kept = fetch(device, lambda done, total: shown.update(task, completed=done, total=total))
    write(kept, file, force)
    games = games_in(kept)
    if as_json:
        print_json({"file": str(file), "games": games, "device": kept.info["device"], "left": kept.left})
    else:
        print(f"Device {kept.info['device']} with {counted(games, 'game')} in {file}.")
    _tell_left(kept.left)


def _restore_device(file: Path, port: str | None, as_json: bool) -> None:
    from arcana_host.cli.options import print_json, progress, teller
    from arcana_host.link.backup import read
    from arcana_host.link.device import connect
    from arcana_host.link.restore import bring_back

    kept = read(file)
    with connect(port, tell=teller(as_json)) as device, progress(quiet=as_json) as shown:
        task = shown.add_task("Restoring")
        done = bring_back(device, kept, lambda count, total: shown.update(task, completed=count, total=total))
    if as_json:
        print_json(_as_json(done))
    else:
        taken = counted(done.taken, "game")
        print(f"{taken} restored, {done.grown} brought up to date, {done.known} were there already.")
        _tell_of_custom(done.custom)
        if done.settings:
            print("The settings are as they were.")
    _tell_left(done.left)


def _as_json(done: "Restored | BroughtBack") -> dict:
    told = done._asdict()
    nouns = _nouns(told.pop("custom"))
    return {**told, **{f"{noun}s": count for noun, count in nouns}}


def _tell_of_custom(custom: dict[str, int]) -> None:
    for noun, count in _nouns(custom):
        if count:
            print(f"{counted(count, noun)} restored.")


def _nouns(custom: dict[str, int]) -> list[tuple[str, int]]:
    """Return how many things of each noun came, from {game: number}."""
    from arcana_host.games import every

    return [(game.custom_noun, custom.get(game.name, 0)) for game in every() if game.custom_noun]


def _tell_left(sentences: Sequence[str]) -> None:
    from arcana_host.cli.options import say

    for sentence in sentences:
        say(sentence, err=True)
    if sentences:
        raise typer.Exit(Status.FAILED)
