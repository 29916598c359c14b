"""The statistics of Spirit Island as tables for the terminal."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from arcana_host.games.plain_table import plain_table
from arcana_host.games.spirit_island.naming import adversary_name
from arcana_host.games.spirit_island.statistics import Statistics
from arcana_host.games.statistics import WinTable
from arcana_host.translation import _, pgettext
from arcana_host.wording import decimal, percent

LEVELS = "0123456"


def tables(statistics: Statistics) -> RenderableType:
    """Return all tables, side by side if there is room."""
    found = [plain_table(*win_rows(table)) for table in statistics.win_tables()]
    headings, *rows = level_table(statistics)
    levels = [plain_table(headings, rows, gap=False)] if rows else []
    return Group(Text(statistics.headline(), style="bold"), Text(""), Columns(found, padding=(0, 4)), *levels)


def level_table(statistics: Statistics) -> list[list[str]]:
    """Return rows of texts, the headings first: games won of those played to the end, adversary by level."""
    rows = [[_("Won/played"), *LEVELS]]
    for adversary, levels in statistics.by_level.items():
        cells = [levels.get(level) for level in LEVELS]
        wins = [f"{one.won}/{one.won + one.lost}" if one else "" for one in cells]
        rows.append([adversary_name(adversary), *wins])
    return rows


def win_rows(table: WinTable) -> tuple[list[str], list[list[str]]]:
    """Return (headings, rows) of a table of wins, as texts."""
    rows = []
    for name, tally in table.tallies.items():
        score = "–" if tally.score is None else decimal(tally.score, 1)
        rows.append([name, str(tally.games), str(tally.won), percent(tally.rate), score])
    return [table.heading, _("Games"), _("Won"), _("Rate"), pgettext("spirit_island", "Score")], rows
