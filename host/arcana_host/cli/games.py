"""`arcana games`: lists the games in the library."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from arcana_portable.errors import WordsError
from arcana_portable.library.entry import REMOVED
from arcana_portable.translation import _, ngettext
from arcana_portable.wording import length

from arcana_host.cli import filters
from arcana_host.cli.options import JsonOption, LibraryOption, report_faults
from arcana_host.games import NAMES, load
from arcana_host.terminal import window_width

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.library.selection import Selection
    from arcana_host.library.store import Library

LISTED = 50
"""How many games are listed unless more are asked for."""


def games(
    since: filters.Since = None,
    until: filters.Until = None,
    player: filters.Players = None,
    card_set: filters.Sets = None,
    result: filters.Result = None,
    game: filters.OfGame = None,
    adversary: filters.Adversary = None,
    ignored: filters.Ignored = False,
    imported: filters.Imported = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            metavar="N",
            min=1,
            help=_("At most this many games, the latest ones."),
            show_default=_("{n}; all with --json", n=LISTED),
        ),
    ] = None,
    all_games: Annotated[bool, typer.Option("--all", help=_("List all games that match."))] = False,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games in the library, the latest first."""
    from arcana_host.cli.options import print_json, say
    from arcana_host.library.store import Library, latest_first

    wanted = filters.selection(since, until, player, card_set, result, game, adversary, ignored, imported)
    if all_games and limit:
        raise WordsError(_("--all and --limit exclude each other."))
    most = limit or (None if all_games or as_json else LISTED)
    with Library(folder, create=False) as library:
        chosen = filters.Chosen(library, wanted, quiet=as_json)
        entries = latest_first((game.entry for game in chosen), most)
        none = "" if entries else no_games(library, chosen.in_all, wanted)
    more = chosen.count - len(entries)
    if as_json:
        print_json([entry.as_json() | {"marks": entry.marks} for entry in entries])
    elif entries:
        print_games(entries)
    else:
        say(none)
    if more and not as_json:
        said = ngettext("{n} more game: --all lists it.", "{n} more games: --all lists them.", more)
        print(f"\n{said}")
    if chosen.ignored and not as_json:
        print("\n" + filters.left_out(chosen.ignored.total()))
    report_faults(f"arcana: {fault}" for fault in library.faults)


def print_games(entries: "list[Entry]", err: bool = False) -> None:
    """Print a list of games, as wide as the window. err: on standard error."""
    import contextlib
    import sys

    with contextlib.redirect_stdout(sys.stderr if err else sys.stdout):
        _print_list(_columns(entries))


def no_games(library: "Library", in_all: int, wanted: "Selection") -> str:
    """Return the sentence for an empty selection. Raises WordsError for an unknown game.

    in_all: how many games the library has.
    """
    wanted.check_game()
    return _("No game in the library matches.") if in_all else library.emptiness()


class _Column(NamedTuple):
    """A column of the list. heading: also explains a cell's value in a block if `named`. spare: left out in a
    narrow window, the highest number first; 0 for never.
    """

    heading: str
    cells: list[str]
    spare: int = 0
    named: bool = False


def _columns(entries: "list[Entry]") -> list[_Column]:
    """Return the columns of the list, without empty ones: those of a game only if all are of one kind."""
    mixed = len({entry.game for entry in entries}) > 1
    minutes = [length(entry.minutes) if entry.minutes else "" for entry in entries]
    columns = [
        _Column(_("Game"), [entry.id for entry in entries]),
        _Column(_("Played"), _played([entry.game for entry in entries])),
        _Column(_("Date"), [entry.date or "–" for entry in entries]),
        _Column(_("Players"), [", ".join(entry.players) for entry in entries]),
        _Column(_("Result"), [_result(entry, mixed) for entry in entries]),
        *(() if mixed else (_Column(heading, cells, 1, True) for heading, cells in _figures(entries))),
        _Column(_("Note"), [_note(entry) for entry in entries], 1),
        _Column(_("Turns"), [str(entry.turns) for entry in entries], 2, True),
        _Column(_("Length"), minutes, 3),
        _Column(_("Place"), [entry.location or "" for entry in entries], 4),
    ]
    return [column for column in columns if any(column.cells)]


def _result(entry: "Entry", as_sentence: bool) -> str:
    known = as_sentence and entry.game in NAMES
    return load(entry.game).outcome(entry) if known else _(entry.result or "not finished")


def _note(entry: "Entry") -> str:
    return ", ".join(_(mark) for mark in entry.marks if mark != REMOVED)


def _print_list(columns: list[_Column]) -> None:
    """Print the list in columns: as many as fit the window; if too few do, a block for each game."""
    width = window_width()
    shown = columns
    for spare in (4, 3, 2, 1):
        if _width(shown) > width:
            shown = [column for column in shown if column.spare != spare]
    if _width(shown) > width:
        shown = [_day(column) if column.heading == _("Date") else column for column in shown]
    if _width(shown) > width:
        _print_blocks(columns, width)
        return
    print_columns(zip(*([column.heading, *column.cells] for column in shown), strict=True))
    left = [each.heading for each in columns if each.heading not in [column.heading for column in shown]]
    if left:
        said = _("Not shown, as the window is narrow: {columns}.", columns=", ".join(left))
        print("\n" + textwrap.fill(said, width))


def _day(column: _Column) -> _Column:
    return column._replace(cells=[cell[: len("2026-11-21")] for cell in column.cells])


def _width(columns: list[_Column]) -> int:
    """Return how many characters wide columns are with two spaces between them."""
    return sum(max(map(len, (column.heading, *column.cells))) + 2 for column in columns) - 2


def _print_blocks(columns: list[_Column], width: int) -> None:
    """Print all columns of each game, wrapped between words."""
    for row in zip(*(column.cells for column in columns), strict=True):
        said = [
            f"{column.heading} {cell}" if column.named else cell
            for column, cell in zip(columns, row, strict=True)
            if cell.strip("–")
        ]
        # a no-break space keeps the dot on the line of the preceding text
        lines = textwrap.fill("\u00a0· ".join(said), width, subsequent_indent="  ", break_long_words=False)
        print(lines.replace("\u00a0", " "))


def _played(games: list[str]) -> list[str]:
    """Return the title of each game, "" for all if the title is the same."""
    titles = {game: load(game).shown_title if game in NAMES else game for game in set(games)}
    return [titles[game] if len(titles) > 1 else "" for game in games]


def _figures(entries: "list[Entry]") -> list[tuple[str, list[str]]]:
    """Return the columns of `PortableGame.columns`, filled for the games that have them."""
    played = {entry.game for entry in entries}
    of_game = {game: load(game).columns for game in NAMES if game in played}
    wanted = dict.fromkeys((key, heading) for columns in of_game.values() for key, heading in columns.items())
    return [
        (
            _(heading),
            [
                load(entry.game).cell(entry, key) if of_game.get(entry.game, {}).get(key) == heading else ""
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
