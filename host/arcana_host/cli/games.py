"""`arcana games`: what the library has."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arcana_host.cli import selecting
from arcana_host.cli.options import JsonOption, LibraryOption
from arcana_host.wording import length

if TYPE_CHECKING:
    from arcana_host.library.store import Entry

EMPTY = "The library is empty: `arcana sync` fetches the games from a device."
NONE_FITS = "No game in the library fits."
HEADINGS = ("Game", "Date", "Players", "Result", "Score", "Doom", "Turns")
_NUMBERS = ("Score", "Doom", "Turns", "Length")


def games(
    since: selecting.Since = None,
    until: selecting.Until = None,
    player: selecting.Players = None,
    card_set: selecting.Sets = None,
    result: selecting.Result = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games in the library, the latest first."""
    from arcana_host.cli.options import print_json, say

    wanted = selecting.selection(since, until, player, card_set, result)
    found, in_all = selecting.chosen(library, wanted, quiet=as_json, with_facts=False)
    entries = [entry for entry, _ in found]
    if as_json:
        print_json([summary(entry) for entry in entries])
    elif entries:
        print_columns(_rows(entries))
    else:
        say(no_games(in_all))


def no_games(in_all: int) -> str:
    """Return the sentence for a choice of games that is empty, out of so many."""
    return NONE_FITS if in_all else EMPTY


def summary(entry: "Entry") -> dict:
    """Return what JSON says of a game: everything but its record."""
    fields = entry._asdict()
    del fields["record"]
    return {**fields, "location": entry.location, "minutes": entry.minutes}


def _rows(entries: "list[Entry]") -> list[Sequence[str]]:
    """Return the columns of the list; there is one for the length and the place where any game has them."""
    rows: list[list[str]] = [list(HEADINGS), *[list(_row(entry)) for entry in entries]]
    lengths = [length(minutes) if minutes else "" for minutes in (entry.minutes for entry in entries)]
    for heading, cells in (("Length", lengths), ("Place", [entry.location or "" for entry in entries])):
        if any(cells):
            for row, cell in zip(rows, [heading, *cells], strict=True):
                row.append(cell)
    return list(rows)


def _row(entry: "Entry") -> tuple[str, ...]:
    numbers = (str(entry.score), str(entry.doom), str(entry.turns))
    result = entry.result or "not finished"
    return entry.id, entry.date or "–", ", ".join(entry.players), result, *numbers


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts in columns, the headings first; a Rich table of 20,000 rows takes eight seconds."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    adjusted = [
        (str.rjust if heading in _NUMBERS else str.ljust, width)
        for heading, width in zip(rows[0], widths, strict=True)
    ]
    for row in rows:
        cells = [adjust(text, width) for text, (adjust, width) in zip(row, adjusted, strict=True)]
        print("  ".join(cells).rstrip())
