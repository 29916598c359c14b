"""`arcana import`: imports records from files into the library."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from arcana_portable.errors import ArcanaError

    Refused = list[tuple[str, ArcanaError]]

ENDINGS = (".arcana", ".json")


def import_(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help=_("Records, the JSON of `arcana export`, or folders of them; - reads standard input."),
        ),
    ],
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import games into the library, each checked by replaying it; a bad one does not stop the others."""
    from arcana_portable.errors import OtherGame, RecordError

    from arcana_host.cli.options import print_json, say
    from arcana_host.library.store import Library
    from arcana_host.library.validation import fault_of_tags

    taken: list[dict] = []
    refused: Refused = []
    doubtful: list[str] = []
    with Library(folder) as library:
        for name, text in _records(files, refused):
            try:
                entry, fresh = library.add(text)
            except (RecordError, OtherGame) as error:
                refused.append((name, type(error)(f"{name}: {error}")))
                continue
            taken.append({**entry.as_json(), "fresh": fresh})
            if not as_json:
                done = _("Game {id}: added to the library.") if fresh else _("Game {id}: was there already.")
                print(done.format(id=entry.id))
            fault = fault_of_tags(text) if fresh else ""
            if fault:
                doubtful.append(_("{name}: {fault} It counts as missing.", name=name, fault=fault))
        continued = [library.say_continued(id) for id in sorted(library.continued)]
    new = [game for game in taken if game["fresh"]]
    known = len(taken) - len(new)
    if as_json:
        bad = [{"file": name, "reason": str(why)} for name, why in refused]
        print_json({"taken": len(new), "known": known, "refused": bad, "games": taken})
    elif len(taken) + len(refused) > 1:
        print(
            _(
                "{new} added to the library, {known} there already, {refused} refused.",
                new=len(new),
                known=known,
                refused=len(refused),
            )
        )
    for sentence in doubtful + continued:
        say(sentence, err=True)
    for __, why in refused:
        say(f"arcana: {why}", err=True)
    if refused:
        raise typer.Exit(max(why.status for name, why in refused))


def _records(names: list[str], refused: "Refused") -> Iterator[tuple[str, str]]:
    """Yield (name, text) of every record in some files; files without records are refused."""
    from arcana_portable.errors import RecordError

    from arcana_host.files import read_bytes
    from arcana_host.library.sharing import read_records

    for name in _files(names, refused):
        try:
            data = read_bytes(name)
        except RecordError as error:
            refused.append((name, error))
            continue
        try:
            records = read_records(data)
        except RecordError as error:
            refused.append((name, RecordError(f"{name}: {error}")))
            continue
        for number, text in enumerate(records, 1):
            yield (_("{name}, game {number}", name=name, number=number) if len(records) > 1 else name), text


def _files(names: list[str], refused: "Refused") -> Iterator[str]:
    """Yield the names of files, and of the records in folders."""
    from arcana_portable.errors import RecordError

    for name in names:
        try:
            if not Path(name).is_dir():
                yield name
                continue
            found = sorted(path for path in Path(name).iterdir() if path.suffix.lower() in ENDINGS)
        except OSError as error:
            why = _("{name} can't be read: {error}.", name=name, error=error.strerror or error)
            refused.append((name, RecordError(why)))
            continue
        if not found:
            endings = _(" or ").join(ENDINGS)
            why = _("{name}: there is no {endings} in this folder.", name=name, endings=endings)
            refused.append((name, RecordError(why)))
        yield from map(str, found)
