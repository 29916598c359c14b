"""The statistics as tables for the terminal.

It lays out the results of `arcana_host.games.shipwreck.statistics`, and must not know where they came from.
"""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arcana_host.games.plain_table import plain_table
from arcana_host.games.shipwreck.naming import card_name, power_title
from arcana_host.games.shipwreck.statistics import Statistics, Streaks
from arcana_host.translation import _, ngettext
from arcana_host.wording import decimal, percent


def tables(statistics: Statistics) -> RenderableType:
    """Return all tables, side by side if there is room."""
    return Group(
        Text(statistics.headline(), style="bold"),
        Text(""),
        Columns(
            [
                *(_wins(table.heading, table.tallies) for table in statistics.win_tables()),
                _predictions(statistics),
            ],
            padding=(0, 4),
        ),
        Columns([_cards(statistics), *_powers(statistics)], padding=(0, 4)),
        *[Text(sentence) for sentence in sentences(statistics)],
    )


def sentences(statistics: Statistics) -> list[str]:
    """Return what needs no table: predictions, doom, streaks."""
    doom, predictions = statistics.doom, statistics.predictions
    found = []
    if predictions.rate is not None:
        made = predictions.hits + predictions.misses
        found.append(
            ngettext(
                "{n} prediction, {hits} of them right ({rate}).",
                "{n} predictions, {hits} of them right ({rate}).",
                made,
                hits=predictions.hits,
                rate=percent(predictions.rate),
            )
        )
    if doom.per_turn is not None:
        rises = ngettext(
            "Doom rises by {average} a turn: {misses} through misses, {fading} through fading, in {n} turn.",
            "Doom rises by {average} a turn: {misses} through misses, {fading} through fading, in {n} turns.",
            doom.turns,
            average=decimal(doom.per_turn),
            misses=doom.from_misses,
            fading=doom.from_fading,
        )
        averted = _("Freed fates took {n} of it back.", n=doom.averted)
        found.append(f"{rises} {averted}" if doom.averted else rises)
    return found + _streaks(statistics.streaks)


def _streaks(streaks: Streaks) -> list[str]:
    found = []
    if streaks.now:
        result, length = streaks.now
        longest = _("Longest streaks: {won} won, {lost} lost", won=streaks.won, lost=streaks.lost)
        if result == "won":
            last = ngettext("the last game won", "the last {n} games won", length)
        else:
            last = ngettext("the last game lost", "the last {n} games lost", length)
        found.append(f"{longest}; {last}.")
    if streaks.hits:
        found.append(_("Most hits in a row in one game: {hits}.", hits=streaks.hits))
    return found


def _wins(heading: str, tallies: dict) -> Table:
    rows = [[key, str(one.games), str(one.won), percent(one.rate)] for key, one in tallies.items()]
    return plain_table([heading, _("Games"), _("Won"), _("Rate")], rows)


def _predictions(statistics: Statistics) -> Table:
    made = statistics.predictions_by_player.items()
    rows = [[player, str(one.hits), str(one.misses), percent(one.rate)] for player, one in made]
    return plain_table([_("Fate of"), _("Hits"), _("Misses"), _("Rate")], rows)


def _cards(statistics: Statistics) -> Table:
    cards = statistics.cards.items()
    rows = [[card_name(card), str(one.laid), str(one.faded), percent(one.rate)] for card, one in cards]
    return plain_table([_("Card"), _("Laid"), _("Faded"), _("Rate")], rows)


def _powers(statistics: Statistics) -> list[Table]:
    """Return the table of the powers; none where no card has faded yet."""
    if not statistics.powers:
        return []
    powers = statistics.powers.items()
    rows = [[power_title(power), str(one.faded), str(one.used), percent(one.rate)] for power, one in powers]
    return [plain_table([_("Power"), _("Faded"), _("Used"), _("Rate")], rows)]
