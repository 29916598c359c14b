"""The statistics of Spirit Island as tables for the terminal."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from arcana_host.games.plain_table import plain_table
from arcana_host.games.spirit_island.naming import ADVERSARIES, adversary_name, spirit_name
from arcana_host.games.spirit_island.statistics import Statistics, Tally
from arcana_host.translation import N_, _, ngettext, pgettext
from arcana_host.wording import decimal, percent

LEVELS = "0123456"


def tables(statistics: Statistics) -> RenderableType:
    """Return all tables, side by side if there is room."""
    found = [plain_table(*win_rows(heading, tallies)) for heading, tallies in win_tables(statistics).items()]
    headings, *rows = level_table(statistics)
    levels = [plain_table(headings, rows, gap=False)] if rows else []
    return Group(Text(headline(statistics), style="bold"), Text(""), Columns(found, padding=(0, 4)), *levels)


def headline(statistics: Statistics) -> str:
    """Return how many games there are, how they ended, and the mean score, in one line."""
    games = statistics.games
    parts = [ngettext("{n} game", "{n} games", games.games)]
    parts += [_("{n} won", n=games.won), _("{n} lost", n=games.lost)]
    rest = games.games - games.won - games.lost
    if rest:
        parts.append(_("{n} not finished", n=rest))
    if games.score is not None:
        parts.append(_("mean score {score}", score=decimal(games.score, 1)))
    return ", ".join(parts)


def win_tables(statistics: Statistics) -> dict[str, dict[str, Tally]]:
    """Return the tables of wins: {English heading: {name in the user's language: Tally}}."""
    return {
        N_("Adversary"): {
            adversary_name(text) if text else _("none"): tally
            for text, tally in statistics.by_adversary.items()
        },
        N_("Spirit"): {spirit_name(id): tally for id, tally in statistics.by_spirit.items()},
        N_("Players"): statistics.by_number_of_players,
        N_("Terror level"): statistics.by_terror,
        N_("Player"): statistics.by_player,
    }


def level_table(statistics: Statistics) -> list[list[str]]:
    """Return rows of texts, the headings first: games won of those played to the end, adversary by level."""
    rows = [[_("Won/played"), *LEVELS]]
    for adversary, levels in statistics.by_level.items():
        cells = [levels.get(level) for level in LEVELS]
        told = [f"{one.won}/{one.won + one.lost}" if one else "" for one in cells]
        rows.append([ADVERSARIES.get(adversary, adversary), *told])
    return rows


def win_rows(heading: str, tallies: dict[str, Tally]) -> tuple[list[str], list[list[str]]]:
    """Return (headings, rows) of one of the `win_tables`, as texts."""
    rows = []
    for key, tally in tallies.items():
        score = "–" if tally.score is None else decimal(tally.score, 1)
        rows.append([key, str(tally.games), str(tally.won), percent(tally.rate), score])
    return [_(heading), _("Games"), _("Won"), _("Rate"), pgettext("spirit_island", "Score")], rows
