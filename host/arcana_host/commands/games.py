"""`arcana games`: what the library has."""

from typing import TYPE_CHECKING

from arcana_host.commands.options import JsonOption, LibraryOption

if TYPE_CHECKING:
    from arcana_host.library import Entry


def games(library: LibraryOption = None, as_json: JsonOption = False) -> None:
    """List the games in the library, the latest first."""
    from arcana_host.commands.options import console, print_json
    from arcana_host.library import Library

    with Library(library) as shelf:
        entries = shelf.games()
    if as_json:
        print_json([summary(entry) for entry in entries])
        return
    if not entries:
        console().print("The library is empty: `arcana sync` fetches the games from a device.")
        return

    from rich.table import Table

    listing = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("Game", "Date", "Players", "Result", "Score", "Doom", "Turns"):
        listing.add_column(heading, justify="right" if heading in ("Score", "Doom", "Turns") else "left")
    for entry in entries:
        numbers = (str(entry.score), str(entry.doom), str(entry.turns))
        result = entry.result or "not finished"
        listing.add_row(entry.id, entry.date or "–", ", ".join(entry.players), result, *numbers)
    console().print(listing)


def summary(entry: "Entry") -> dict:
    """Return what JSON says of a game: everything but its record."""
    fields = entry._asdict()
    del fields["record"]
    return fields
