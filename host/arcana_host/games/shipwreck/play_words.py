"""Describes plays and values in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.games.shipwreck.naming import card_name, power_name
from arcana_portable.games.shipwreck.story import predicted_values
from arcana_portable.translation import _

from shared_rules.shipwreck.cards import power_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shared_rules.shipwreck import Game


def describe_play(game: Game, text: str) -> str:
    """Return a play, such as "play 3 2", in words: "The 3 on Midnight"."""
    fate, place = text.split(" ")[1:]
    card = game.card_at(int(place)) if place != "0" else None
    return _("The {fate} on {card}", fate=fate, card=card_name(card) if card else _("The Hours"))


def join_with_or(values: Sequence[int] | Sequence[str]) -> str:
    """Return values as an enumeration.

    >>> join_with_or([1, 2, 3])
    '1, 2 or 3'
    """
    words = [str(value) for value in values]
    return _(" or ").join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def describe_events(game: Game, events: Sequence[str]) -> str:
    """Return a choice of the player or the group in words, for the beginning of a sentence.

    events: of a play, with the answers and the power that go with it; or "predict 3", "use dawn 4", "end".
    """
    verb, *words = events[0].split(" ")
    if verb == "play":
        play = describe_play(game, events[0])
        powers = [event.split(" ")[1] for event in events if event.startswith("use ")]
        return _("{play} with {power}", play=play, power=power_name(powers[0])) if powers else play
    if verb == "predict":
        return _("Predicting {fates}", fates=join_with_or(predicted_values(words[0])))
    if verb != "use":
        return _("Not predicting")
    power = power_name(words[0])
    if not words[1:] or not words[1].isdigit():
        return _("Using {power}", power=power)
    card = game.card_at(int(words[1])) if power_of(words[0]).id == "scions" else None
    if card:
        return _("Using {power} on {card}", power=power, card=card_name(card))
    return _("Using {power} with a {fate}", power=power, fate=words[1])
