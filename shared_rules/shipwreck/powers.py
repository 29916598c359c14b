"""Faded powers: whether the use of one is legal, and what it does.

Powers are seldom used, so a device imports this only then. The questions that powers ask change nothing on
the table; `inference.py` gets from here what their answers reveal.
Source: the texts of the cards and the faded-power FAQ; for the order of cards at the bottom of the deck,
docs/record.md.
"""

from shared_rules.shipwreck.cards import CARDS, SCIONS, power_of
from shared_rules.shipwreck.refusal import Refusal, no_card, no_fate

if False:  # for the type checker only
    from collections.abc import Callable
    from typing import Any

    from shared_rules.shipwreck.game import Game

    Check = Callable[..., Refusal | None]
    Effect = Callable[..., None]

# When a power may be used: the phase, and the key of the Refusal at any other time.
_TIMING = {
    "before-play": ("before-play", "at-start"),
    "after-play": ("after-play", "at-play"),
    "before-predict": ("after-play", "at-play"),
    "after-correct": ("after-predict", "at-hit"),
}

# The questions that a power asks: the values for which the answer is yes.
_GROUPS = {
    "secrets": (1, 2, 3),
    "songs": (1, 4, 7),
    "spires": (3, 4, 5),
    "swords": (5, 6, 7),
    "scythes": (2, 6),
}


def refusal_of_use(game: "Game", card: str, *words: int | str) -> Refusal | None:
    """Return the Refusal if a card's power may not be used now, else None.

    It does not check whether the answer is possible. game: the Game. card: id of the card. words: those of
    the event after the card.
    """
    power = power_of(card)
    if card not in game.powers:
        return Refusal("not-faded", CARDS[card].name)
    if game.used:
        return Refusal("one-power")
    phase, key = _TIMING[power.when]
    if game.phase != phase or (phase == "before-play" and game.last_play):
        return Refusal(key, power.name)
    if phase == "after-predict" and game.outcome != "hit":
        return Refusal(key, power.name)
    asked = _CHECKS.get(power.id)
    return asked(game, card, *words) if asked else None


def _other_power(game: "Game", card: str, other: str) -> Refusal | None:
    if other == card or other not in game.powers:
        return Refusal("no-other", CARDS[other].name)
    return None


def _refusal_of_scythes(game: "Game", card: str, other: str, answer: str) -> Refusal | None:
    return _other_power(game, card, other)


def _refusal_of_sails(game: "Game", card: str, other: str, fate: int, place: int) -> Refusal | None:
    return _other_power(game, card, other) or no_fate(game, fate, place)


def _refusal_of_shells(game: "Game", card: str, word: str) -> Refusal | None:
    if word == "old" and game.active not in game.held:
        return Refusal("none-old", game.active)
    return None


def _refusal_of_sinners(game: "Game", card: str, fate: int, place: int) -> Refusal | None:
    return no_fate(game, fate, place)


def _refusal_of_storms(game: "Game", card: str, fate: int, answer: str) -> Refusal | None:
    return None if fate in game.visible() else Refusal("unseen", fate)


def _refusal_of_sparrows(game: "Game", card: str, place: int) -> Refusal | None:
    return Refusal("sparrows") if game.fates_at(place) else no_card(game, place)


def _refusal_of_skies(game: "Game", card: str, fate: int, source: int, target: int) -> Refusal | None:
    if source == target or not game.card_at(target):
        return Refusal("elsewhere")
    return no_fate(game, fate, source)


def _refusal_of_scions(game: "Game", card: str, place: int) -> Refusal | None:
    return no_card(game, place)


_CHECKS: "dict[str, Check]" = {
    "scythes": _refusal_of_scythes,
    "sails": _refusal_of_sails,
    "shells": _refusal_of_shells,
    "sinners": _refusal_of_sinners,
    "storms": _refusal_of_storms,
    "sparrows": _refusal_of_sparrows,
    "skies": _refusal_of_skies,
    "scions": _refusal_of_scions,
}


def question(game: "Game", card: str, *words: "Any") -> "Callable[[int], bool]":
    """Return the question that the use of a card's power answers, as a predicate of the kept fate's value.

    That value is 1 more with Shadows. game: the Game. card: id of the card. words: those of the event after
    the card.
    """
    power = game.power(card)
    answer = words[-1:] == ("yes",)
    if power in _GROUPS:
        return lambda k: (k in _GROUPS[power]) == answer
    if power == "saints":
        return lambda k: (k > words[0]) == answer
    if power == "storms":
        return lambda k: (k == words[0]) == answer
    if power == "shackles":
        played = game.last_play[0]
        return lambda k: (abs(k - played) <= 2) == answer
    if power == "sinners":
        return lambda k: k > words[0]
    return lambda k: True


def carry_out_use(game: "Game", card: str, words: tuple) -> None:
    """Carry out the use of a card's power.

    game: the Game. card: id of the faded card. words: those of the event after the card.
    """
    game.powers.remove(card)
    power = game.power(card)
    if power == "scions":
        game.row[words[0] - 1].attached.append(SCIONS)
        return
    game.deck_bottom.append(card)
    effect = _EFFECTS.get(power)
    if effect:
        effect(game, *words)


def _spend(game: "Game", other: str) -> None:
    game.powers.remove(other)
    game.deck_bottom.append(other)


def _scythes(game: "Game", other: str, answer: str) -> None:
    _spend(game, other)


def _sails(game: "Game", other: str, fate: int, place: int) -> None:
    _spend(game, other)
    game.fates_at(place).remove(fate)
    game.exiled.append(fate)


def _sinners(game: "Game", fate: int, place: int) -> None:
    game.fates_at(place).remove(fate)


def _shadows(game: "Game") -> None:
    game.shadows = True


def _sparrows(game: "Game", place: int) -> None:
    game.replace_card(place)


def _skies(game: "Game", fate: int, source: int, target: int) -> None:
    game.move_fate(fate, source, target)


_EFFECTS: "dict[str, Effect]" = {
    "scythes": _scythes,
    "sails": _sails,
    "sinners": _sinners,
    "shadows": _shadows,
    "sparrows": _sparrows,
    "skies": _skies,
}
