"""`arcana edit`: corrects a record in the user's editor."""

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.library.tags import MOST_MINUTES
from arcana_portable.translation import N_, _

from arcana_host.cli.options import GAME, JsonOption, LibraryOption, VersionOption

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.library.store import Library

_HEAD = N_("""\
# Game {id} as it is in the library. Correct what is wrong, save, and close the editor. Lines that begin with
# a # are ignored. The game is replayed before it is saved, and the present record stays as version {number}.
""")


def edit(
    game: Annotated[str, GAME],
    place: Annotated[
        str | None,
        typer.Option(
            "--place", metavar="PLACE", help=_("Set where it was played, without the editor; '' removes it.")
        ),
    ] = None,
    minutes: Annotated[
        int | None,
        typer.Option(
            "--minutes",
            metavar="N",
            min=0,
            max=MOST_MINUTES,
            help=_("Set how long it took, without the editor; 0 removes it."),
        ),
    ] = None,
    version: VersionOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Correct a game in your editor ($VISUAL or $EDITOR); the old record stays as an earlier version."""
    from arcana_portable.errors import WordsError

    from arcana_host.cli.options import print_json
    from arcana_host.library.store import Library

    if version is not None and (place, minutes) != (None, None):
        raise WordsError(_("--version goes without --place and --minutes."))
    with Library(folder, create=False) as library:
        entry = library.get(game)
        number = len(library.versions(entry.id))
        if place is None and minutes is None:
            corrected = _corrected(library, entry, library.version(entry.id, version).record, number)
        else:
            corrected = _with_tags(library, entry, place, minutes)
        number = len(library.versions(entry.id)) - bool(corrected)
    if as_json:
        fields = (corrected or entry).as_json()
        print_json({**fields, "corrected": bool(corrected), "versions": number + bool(corrected)})
    elif corrected:
        print(
            _("Game {id} is corrected; the old record stays as version {number}.", id=entry.id, number=number)
        )
    else:
        print(_("Nothing was changed in game {id}.", id=entry.id))


def _with_tags(library: "Library", entry: "Entry", place: str | None, minutes: int | None) -> "Entry | None":
    """Return the game with these tags, or None if it has them already. Raises ArcanaError."""
    from arcana_portable.errors import OtherVersion

    place = None if place is None else _place(place)
    while True:
        try:
            return _retagged(library, entry, place, minutes)
        except OtherVersion:
            # another program has written meanwhile
            entry = library.get(entry.id)


def _retagged(library: "Library", entry: "Entry", place: str | None, minutes: int | None) -> "Entry | None":
    from arcana_portable.errors import RecordError, WordsError
    from arcana_portable.library.tags import LOCATION, MINUTES
    from arcana_portable.record import Record

    record = Record.from_text(entry.record)
    before = str(record)
    for name, value in ((LOCATION, place), (MINUTES, minutes)):
        if value is not None:
            _set_tag(record.tags, name, str(value or ""))
    text = str(record)
    if text == before:
        return None
    try:
        return library.correct(entry.id, text, before=entry.record)
    except RecordError as error:
        raise WordsError(_("This can't be set: {error}", error=error)) from error


def _place(typed: str) -> str:
    """Return a place as its tag has it. Raises WordsError if it is too long, or more than one line."""
    from arcana_portable.errors import WordsError
    from arcana_portable.library.tags import LOCATION

    from arcana_host.files import normalize
    from shared_rules.record import MAX_LINE, write_tag

    place = normalize(typed.strip())
    if len(place.splitlines()) > 1:
        raise WordsError(_("A place is a single line: leave out the line break."))
    around = len(write_tag(LOCATION, ""))
    length, most = len(write_tag(LOCATION, place).encode()) - around, MAX_LINE - around
    if length > most:
        raise WordsError(
            _(
                'A place has at most {most} letters, and letters such as ö, " and \\ count twice; this one '
                "has {length}.",
                most=most,
                length=length,
            )
        )
    return place


def _set_tag(tags: list[tuple[str, str]], name: str, value: str) -> None:
    """Replace a tag, or add it after the others; an empty value removes it."""
    named = [number for number, tag in enumerate(tags) if tag[0] == name]
    at = named[0] if named else len(tags)
    tags[at : at + 1] = [(name, value)] if value else []


def _corrected(library: "Library", entry: "Entry", record: str, number: int) -> "Entry | None":
    """Return the corrected game, or None if nothing was changed.

    record: the version to correct. Raises ArcanaError when it can't be saved; the text then stays in its
    file, which the sentence names.
    """
    from arcana_portable.errors import ArcanaError
    from arcana_portable.record import Record

    before = str(Record.from_text(record).without_undos())
    given = _(_HEAD, id=entry.id, number=number) + before
    folder = Path(tempfile.mkdtemp(prefix="arcana-"))
    file = folder / "game.arcana"
    file.write_bytes(given.encode())
    try:
        corrected = _edit(library, entry, file, before)
    except ArcanaError as error:
        if file.is_file() and file.read_bytes() != given.encode():
            raise type(error)(
                _("{error} Nothing was changed; what you wrote is in {file}.", error=error, file=file)
            ) from error
        _remove(file)
        raise
    _remove(file)
    return corrected


def _edit(library: "Library", entry: "Entry", file: Path, before: str) -> "Entry | None":
    from arcana_portable.errors import RecordError

    from arcana_host.cli.editor import edit as open_editor

    while True:
        try:
            text = open_editor(file)
            if _lines(text) == _lines(before):
                return None
            return library.correct(entry.id, text, before=entry.record)
        except RecordError as error:
            typer.echo(_("This can't be saved: {error}", error=error), err=True)
            if not _continues():
                raise


def _remove(file: Path) -> None:
    """Remove our file and its folder; what the editor left beside it stays."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)
        file.parent.rmdir()


def _lines(text: str) -> list[str]:
    from arcana_portable.record import numbered_lines

    return [line for number, line in numbered_lines(text)]


def _continues() -> bool:
    from arcana_host.yes_or_no import confirm

    try:
        return confirm(_("Continue editing?"), default=True, err=True)
    except typer.Abort:
        return False
