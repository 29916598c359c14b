"""The statistics as tables for the terminal.

It lays out what `arcana_host.statistics` has added up and must not know where that came from.
"""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.statistics import Statistics, Streaks
from arcana_host.view import card_name, power_name


def tables(statistics: Statistics) -> RenderableType:
    """Return everything, one table below or beside the other."""
    return Group(
        Text(headline(statistics), style="bold"),
        Text(""),
        Columns(
            [
                _wins("Doom at the start", statistics.by_difficulty),
                _wins("Players", statistics.by_number_of_players),
                _wins("Card set", statistics.by_set),
                _wins("Player", statistics.by_player),
                _wins("Mode", statistics.by_mode),
                _predictions(statistics),
            ],
            padding=(0, 4),
        ),
        _cards(statistics),
        Text(""),
        *[Text(sentence) for sentence in sentences(statistics)],
    )


def headline(statistics: Statistics) -> str:
    """Return how many games there are and how they ended, in one line."""
    games = statistics.games
    parts = [f"{games.games} game{'' if games.games == 1 else 's'}", f"{games.won} won", f"{games.lost} lost"]
    if games.abandoned:
        parts.append(f"{games.abandoned} abandoned")
    if games.unfinished:
        parts.append(f"{games.unfinished} not finished")
    return ", ".join(parts)


def sentences(statistics: Statistics) -> list[str]:
    """Return what needs no table: predictions, doom, streaks."""
    doom, predictions = statistics.doom, statistics.predictions
    told = []
    if predictions.rate is not None:
        made = predictions.hits + predictions.misses
        told.append(f"{made} predictions, {predictions.hits} of them right ({percent(predictions.rate)}).")
    if doom.per_turn is not None:
        told.append(
            f"Doom rises by {doom.per_turn:.2f} in a turn: {doom.from_misses} through misses, "
            f"{doom.from_fading} through fading, in {doom.turns} turns."
            + (f" {doom.averted} were averted." if doom.averted else "")
        )
    return told + _streaks(statistics.streaks)


def percent(share: float | None) -> str:
    """Return a share as a person reads it.

    >>> percent(0.256), percent(None)
    ('26 %', '–')
    """
    return "–" if share is None else f"{share * 100:.0f} %"


def _streaks(streaks: Streaks) -> list[str]:
    told = []
    if streaks.now:
        result, length = streaks.now
        told.append(
            f"Longest streaks: {streaks.won} won, {streaks.lost} lost; "
            f"the last {'game' if length == 1 else f'{length} games'} {result}."
        )
    if streaks.hits:
        told.append(f"Most hits in a row in one game: {streaks.hits}.")
    return told


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", style=None if number else "bold")
    return table


def _wins(heading: str, tallies: dict) -> Table:
    table = _table(heading, "Games", "Won", "Rate")
    for key, tally in tallies.items():
        table.add_row(key, str(tally.games), str(tally.won), percent(tally.rate))
    table.add_row()
    return table


def _predictions(statistics: Statistics) -> Table:
    table = _table("Fate of", "Hits", "Misses", "Rate")
    for player, made in statistics.predictions_by_player.items():
        table.add_row(player, str(made.hits), str(made.misses), percent(made.rate))
    table.add_row()
    return table


def _cards(statistics: Statistics) -> Table:
    table = _table("Card", "Laid", "Faded", "Rate", "Power", "Used")
    table.columns[4].justify = "left"
    for card, fading in statistics.cards.items():
        counts = (str(fading.laid), str(fading.faded), percent(fading.rate))
        table.add_row(card_name(card), *counts, power_name(card), str(fading.used))
    return table
