"""`arcana backup` and `arcana restore`: the whole library as one file, and back."""

from pathlib import Path
from typing import Annotated

import typer

from arcana_host.commands.options import ForceOption, JsonOption, LibraryOption


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to.")],
    force: ForceOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the whole library into one file, with earlier versions and creatures."""
    from arcana_host.backup import back_up
    from arcana_host.commands.options import print_json
    from arcana_host.library import Library

    with Library(library) as shelf:
        games = back_up(shelf, file, force)
    if as_json:
        print_json({"file": str(file), "games": games})
    else:
        print(f"{_games(games)} in {file}.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `arcana backup` has written.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring a backup back into the library; what is there stays, and nothing comes in by halves."""
    from arcana_host.backup import restore as bring_back
    from arcana_host.commands.options import print_json, progress
    from arcana_host.library import Library

    with Library(library) as shelf, progress(quiet=as_json) as shown:
        task = shown.add_task("Restoring")
        done = bring_back(shelf, file, lambda games, total: shown.update(task, completed=games, total=total))
    if as_json:
        print_json(done._asdict())
        return
    print(
        f"{_games(done.taken)} restored, {done.renewed} brought up to date, {done.known} were there already."
    )
    if done.creatures:
        print(f"{done.creatures} creature{'' if done.creatures == 1 else 's'} restored.")


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"
