"""The statistics as charts and sentences.

It lays out the results of `arcana_host.games.shipwreck.statistics`, and must not know where they came from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.games.shipwreck.naming import card_name, power_title
from arcana_portable.translation import _, ngettext
from arcana_portable.wording import decimal, percent

from arcana_host.games.statistics import Chart, win_chart

if TYPE_CHECKING:
    from arcana_host.games.shipwreck.statistics import Statistics, Streaks


def charts(statistics: Statistics) -> list[Chart]:
    """Return all charts."""
    wins = [win_chart(table) for table in statistics.win_tables()]
    return [*wins, _hits(statistics), _cards(statistics), _powers(statistics), _doom(statistics)]


def sentences(statistics: Statistics) -> list[str]:
    """Return the statistics outside the tables: predictions, doom, streaks."""
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


def _hits(statistics: Statistics) -> Chart:
    made = statistics.predictions_by_player
    return Chart(
        "hits",
        _("Predictions by whose fate it was"),
        [_("Fate of"), _("Hits"), _("Misses"), _("Rate")],
        [[name, str(one.hits), str(one.misses), percent(one.rate)] for name, one in made.items()],
        [(_("hit"), "good"), (_("missed"), "pale")],
        [(one.hits, one.misses) for one in made.values()],
        of_people=True,
    )


def _cards(statistics: Statistics) -> Chart:
    cards = statistics.cards
    return Chart(
        "cards",
        _("Cards dealt to the row"),
        [_("Card"), _("Laid"), _("Faded"), _("Rate")],
        [[card_name(card), str(one.laid), str(one.faded), percent(one.rate)] for card, one in cards.items()],
        [(_("faded"), "mark"), (_("stayed"), "pale")],
        [(one.faded, one.laid - one.faded) for one in cards.values()],
    )


def _powers(statistics: Statistics) -> Chart:
    powers = statistics.powers
    return Chart(
        "powers",
        _("Faded powers"),
        [_("Power"), _("Faded"), _("Used"), _("Rate")],
        [[power_title(id), str(one.faded), str(one.used), percent(one.rate)] for id, one in powers.items()],
        [(_("used"), "mark"), (_("not used"), "pale")],
        [(one.used, max(0, one.faded - one.used)) for one in powers.values()],
    )


def _doom(statistics: Statistics) -> Chart:
    turns = list(enumerate(statistics.doom.by_turn, 1))
    return Chart(
        "doom",
        _("Average rise of doom in each turn"),
        [_("Turn"), _("Games"), _("Rise of doom")],
        [[str(turn), str(games), decimal(rise)] for turn, (rise, games) in turns],
        [(_("rise"), "bad")],
        [(rise,) for _turn, (rise, _games) in turns],
    )
