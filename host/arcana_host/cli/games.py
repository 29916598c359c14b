"""`arcana games`: lists the games in the library."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from arcana_host.cli import filters
from arcana_host.cli.options import JsonOption, LibraryOption, tell_faults
from arcana_host.games import NAMES, load
from arcana_host.translation import N_, _
from arcana_host.wording import length

if TYPE_CHECKING:
    from arcana_host.library.entry import Entry

EMPTY = N_("The library is empty: `arcana sync` fetches the games from a device.")
NONE_FITS = N_("No game in the library matches.")


def games(
    since: filters.Since = None,
    until: filters.Until = None,
    player: filters.Players = None,
    card_set: filters.Sets = None,
    result: filters.Result = None,
    game: filters.OfGame = None,
    adversary: filters.Adversary = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games in the library, the latest first."""
    from arcana_host.cli.options import print_json, say

    wanted = filters.selection(since, until, player, card_set, result, game, adversary)
    found, in_all, faults = filters.choose_games(library, wanted, quiet=as_json)
    entries = [entry for entry, facts in found]
    if as_json:
        print_json([entry.as_json() for entry in entries])
    elif entries:
        print_columns(_rows(entries))
    else:
        say(no_games(in_all))
    tell_faults(f"arcana: {fault}" for fault in faults)


def no_games(in_all: int) -> str:
    """Return the sentence for an empty selection. in_all: how many games the library has."""
    return _(NONE_FITS if in_all else EMPTY)


def _rows(entries: "list[Entry]") -> list[list[str]]:
    """Return the rows of the list, the headings first, without empty columns."""
    columns = [
        (_("Game"), [entry.id for entry in entries]),
        (_("Played"), _played([entry.game for entry in entries])),
        (_("Date"), [entry.date or "–" for entry in entries]),
        (_("Players"), [", ".join(entry.players) for entry in entries]),
        (_("Result"), [_(entry.result or "not finished") for entry in entries]),
        *_figures(entries),
        (_("Turns"), [str(entry.turns) for entry in entries]),
        (
            _("Length"),
            [length(minutes) if minutes else "" for minutes in (entry.minutes for entry in entries)],
        ),
        (_("Place"), [entry.location or "" for entry in entries]),
    ]
    shown = [[heading, *cells] for heading, cells in columns if any(cells)]
    return [list(row) for row in zip(*shown, strict=True)]


def _played(games: list[str]) -> list[str]:
    """Return the title of each game, "" for all if they have the same."""
    titles = {game: load(game).title if game in NAMES else game for game in set(games)}
    return [titles[game] if len(titles) > 1 else "" for game in games]


def _figures(entries: "list[Entry]") -> list[tuple[str, list[str]]]:
    """Return the columns of `DesktopGame.columns`, filled for the games that have them."""
    played = {entry.game for entry in entries}
    of_game = {game: load(game).columns for game in NAMES if game in played}
    wanted = dict.fromkeys((key, heading) for columns in of_game.values() for key, heading in columns.items())
    return [
        (
            _(heading),
            [
                str(entry.summary[key]) if of_game.get(entry.game, {}).get(key) == heading else ""
                for entry in entries
            ],
        )
        for key, heading in wanted
    ]


def print_columns(rows: Iterable[Sequence[str]]) -> None:
    """Print rows of texts in columns, the headings first; for 20,000 rows Rich takes eight seconds."""
    rows = list(rows)
    adjusted = [
        (str.rjust if _is_numeric(*column) else str.ljust, max(map(len, column)))
        for column in zip(*rows, strict=True)
    ]
    for row in rows:
        cells = [adjust(text, width) for text, (adjust, width) in zip(row, adjusted, strict=True)]
        print("  ".join(cells).rstrip())


def _is_numeric(heading: str, *cells: str) -> bool:
    """Return whether a column has numbers, to be aligned right."""
    return heading == _("Length") or (heading != _("Game") and all(cell.isdigit() for cell in cells if cell))
