"""How plays and values are said in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_host.games.shipwreck.naming import card_name, power_name
from arcana_host.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shared_rules.shipwreck import Game


def in_words(game: Game, text: str) -> str:
    """Return a play, such as "play 3 2", as a person says it: "The 3 on Midnight"."""
    fate, place = text.split(" ")[1:]
    card = game.card_at(int(place)) if place != "0" else None
    return _("The {fate} on {card}", fate=fate, card=card_name(card) if card else _("The Hours"))


def one_of(values: Sequence[int]) -> str:
    """Return values as a person says them.

    >>> one_of([1, 2, 3])
    '1, 2 or 3'
    """
    words = [str(value) for value in values]
    return _(" or ").join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def way_in_words(game: Game, events: Sequence[str]) -> str:
    """Return what can be done in a position, such that a sentence can begin with it.

    events: of a play, with the answers and the power that go with it; or "predict 3", "use dawn 4", "end".
    """
    verb, *words = events[0].split(" ")
    if verb == "play":
        play = in_words(game, events[0])
        powers = [event.split(" ")[1] for event in events if event.startswith("use ")]
        return _("{play} with {power}", play=play, power=power_name(powers[0])) if powers else play
    if verb == "predict":
        return _("Predicting {fates}", fates=one_of([int(value) for value in words[0].split(",")]))
    return _("Using {power}", power=power_name(words[0])) if verb == "use" else _("Not predicting")
