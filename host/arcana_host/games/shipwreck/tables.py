"""The statistics as tables for the terminal.

It lays out what `arcana_host.games.shipwreck.statistics` has added up and must not know where that came from.
"""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.games.shipwreck.about import SETS
from arcana_host.games.shipwreck.naming import MODES, card_name, difficulty, power_title
from arcana_host.games.shipwreck.statistics import Statistics, Streaks, Tally
from arcana_host.wording import counted, percent


def tables(statistics: Statistics) -> RenderableType:
    """Return everything, one table below or beside the other."""
    return Group(
        Text(headline(statistics), style="bold"),
        Text(""),
        Columns(
            [
                *(_wins(heading, tallies) for heading, tallies in win_tables(statistics).items()),
                _predictions(statistics),
            ],
            padding=(0, 4),
        ),
        Columns([_cards(statistics), *_powers(statistics)], padding=(0, 4)),
        *[Text(sentence) for sentence in sentences(statistics)],
    )


def win_tables(statistics: Statistics) -> dict[str, dict[str, Tally]]:
    """Return what won and lost games are counted by: {heading: {name as people say it: Tally}}."""
    return {
        "Doom at the start": {difficulty(int(key)): one for key, one in statistics.by_difficulty.items()},
        "Players": statistics.by_number_of_players,
        "Card set": {name: statistics.by_set[key] for key, name in SETS.items() if key in statistics.by_set},
        "Mode": {name: statistics.by_mode[key] for key, name in MODES.items() if key in statistics.by_mode},
        "Player": statistics.by_player,
    }


def headline(statistics: Statistics) -> str:
    """Return how many games there are and how they ended, in one line."""
    games = statistics.games
    parts = [counted(games.games, "game"), f"{games.won} won", f"{games.lost} lost"]
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
        told.append(
            f"{counted(made, 'prediction')}, {predictions.hits} of them right ({percent(predictions.rate)})."
        )
    if doom.per_turn is not None:
        told.append(
            f"Doom rises by {doom.per_turn:.2f} in a turn: {doom.from_misses} through misses, "
            f"{doom.from_fading} through fading, in {doom.turns} turns."
            + (f" Fates that were freed took {doom.averted} of it back." if doom.averted else "")
        )
    return told + _streaks(statistics.streaks)


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
    table = _table("Card", "Laid", "Faded", "Rate")
    for card, fading in statistics.cards.items():
        table.add_row(card_name(card), str(fading.laid), str(fading.faded), percent(fading.rate))
    table.add_row()
    return table


def _powers(statistics: Statistics) -> list[Table]:
    """Return the table of the powers; none where no card has faded yet."""
    if not statistics.powers:
        return []
    table = _table("Power", "Faded", "Used", "Rate")
    for power, use in statistics.powers.items():
        table.add_row(power_title(power), str(use.faded), str(use.used), percent(use.rate))
    table.add_row()
    return [table]
