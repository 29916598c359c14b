"""Bots: the active player's choice with a hand, the group's decision, and honest answers.

Each decision gets the Observer, which knows the public information, and the active player's decisions also
get the hand. There is nothing else that it could know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.shipwreck.cards import pips, power_of
from shared_rules.shipwreck.powers import question, slots_of

from . import features
from .group_options import GroupOptions
from .observer import copy_game
from .reading import Reading

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

    from .choices import Choice
    from .observer import Observer

WORSE_THAN_USUAL = 0.03
"""How far a hand's chance to win must be below the usual chance before bots consider a new card or new
fates."""

LEAST_GAIN = 0.005
"""How much using a power or an ability must add to the chance to win."""


class Hand:
    """The active player's hand. drawn: the fates drawn in this turn. held: the fate from before, or None."""

    def __init__(self, drawn: list[int], held: int | None) -> None:
        self.drawn, self.held = drawn, held

    @property
    def both(self) -> tuple[int, int]:
        """The two fates."""
        first, second = [*([self.held] if self.held else []), *self.drawn]
        return first, second


def choose_play(observer: Observer, hand: Hand) -> tuple[str, ...]:
    """Return the events that the active player chooses.

    They are a play with its answers, or a power or an ability that is used before the play: call it again
    then.
    """
    events, chance = _best(observer.reading, hand)
    before = _ability(observer, hand, chance) or _power(observer, hand, chance)
    return before or events


def possible_plays(reading: Reading, hand: tuple[int, int]) -> list[Choice]:
    """Return the plays among which a slip chooses: each fate, place and answer that a hand allows, without
    powers."""
    found = [
        choice for choice, _ in reading.choices_of(hand) if choice.which == "either" and not choice.power
    ]
    return sorted(found, key=lambda choice: choice.events)


def possible_decisions(game: Game) -> list[str]:
    """Return the decisions of the group among which a slip chooses: to wait, and each possible value."""
    possible = game.possible()[game.active]
    return ["end", *(f"predict +{v + 1}" if game.shadows else f"predict {v}" for v in possible)]


def _best(reading: Reading, hand: Hand) -> tuple[tuple[str, ...], float]:
    for choice, chance in reading.choices_of(hand.both):
        if choice.which == "either" or _is_true_of(choice.fate, choice.which, hand):
            return choice.events, chance
    raise ValueError("There is nothing to play.")


def _is_true_of(fate: int, which: str, hand: Hand) -> bool:
    return (fate == hand.held) if which == "old" else (fate in hand.drawn)


def _power(observer: Observer, hand: Hand, chance: float) -> tuple[str, ...]:
    """Return the use of a power before the play, or ()."""
    game = observer.game
    if game.used or not game.fresh:
        return ()
    best: tuple[float, tuple[str, ...]] = (chance + LEAST_GAIN, ())
    for does, card in {power_of(card).does: card for card in game.powers}.items():
        if does == "raise":
            best = max(best, _chance_after(observer, hand, f"use {card}", None))
        elif does == "move":
            for text in _moves(observer, card):
                best = max(best, _chance_after(observer, hand, text, None))
        elif does == "replace" and chance < observer.reading.chance() - WORSE_THAN_USUAL:
            for place in _empty_places(game):
                best = max(best, _chance_after(observer, hand, f"use {card} {place}", place))
    return best[1]


def _chance_after(
    observer: Observer, hand: Hand, text: str, place: int | None
) -> tuple[float, tuple[str, ...]]:
    """Return the chance to win after an event before the play, and the event.

    place: the place where the event replaces a card, or None.
    """
    game = copy_game(observer.game)
    game.apply(text)
    cards = (
        [card for card in game.cards_to_deal() if card == observer.top or not observer.top] if place else []
    )
    if len(cards) > 3:
        # the top card is unknown: try some of those that it can be
        cards = [cards[0], cards[len(cards) // 2], cards[-1]]
    tables = [copy_game(game) for _ in cards] or [game]
    for table, card in zip(tables, cards, strict=False):
        table.apply(f"deal {place} {card}")
    chances = [_best(Reading(table, observer.beliefs, observer.model), hand)[1] for table in tables]
    return sum(chances) / len(chances), (text,)


def _moves(observer: Observer, card: str) -> list[str]:
    """Return the two best ways to move a fate, by the value of the position alone."""
    game, value = observer.game, observer.model.value
    found = []
    for source in (1, 2, 3, 4):
        for fate in set(game.fates_at(source)):
            for target in (1, 2, 3, 4):
                if target != source and game.card_at(target):
                    moved = copy_game(game)
                    moved.apply(f"use {card} {fate} {source} {target}")
                    if not moved.fading():
                        chance = value.chance(value.log_odds(features.position(moved, observer.beliefs)))
                        found.append((float(chance), f"use {card} {fate} {source} {target}"))
    return [text for _, text in sorted(found)[-2:]]


def _empty_places(game: Game) -> list[int]:
    return [place for place in (1, 2, 3, 4) if game.card_at(place) and not game.fates_at(place)]


def _ability(observer: Observer, hand: Hand, chance: float) -> tuple[str, ...]:
    """Return an ability that is used before the play, or ()."""
    game = observer.game
    adventurer = game.deep.adventurers.get(game.active) if game.deep else None
    if adventurer is None or adventurer not in game.deep.ready:
        return ()
    if adventurer == "summoner":
        return _best_summons(observer)
    usual = observer.reading.chance()
    if adventurer == "mage" and game.last_play is None and chance < usual - WORSE_THAN_USUAL:
        return ("ability mage",)
    best: tuple[float, tuple[str, ...]] = (chance + LEAST_GAIN, ())
    if adventurer == "vanquisher" and game.last_play is None and chance < usual - WORSE_THAN_USUAL:
        for place in _empty_places(game):
            best = max(best, _chance_after(observer, hand, f"ability vanquisher {place}", place))
    if adventurer == "mystic":
        for text in _mystic_moves(observer):
            best = max(best, _chance_after(observer, hand, text, None))
    return best[1]


def _mystic_moves(observer: Observer) -> list[str]:
    game = observer.game
    lying = [(fate, place) for place in (1, 2, 3, 4) for fate in set(game.fates_at(place))]
    return [
        f"ability mystic {fate} {place} {target}"
        for fate, place in lying
        if game.row[place - 1].pips + 1 >= (game.row[place - 1].moons or 9)
        for target in (1, 2, 3, 4)
        if target != place and game.card_at(target) and not game.fates_at(target)
    ][:3]


def _best_summons(observer: Observer) -> tuple[str, ...]:
    """Return the Summoner's ability with the most valuable power, or ()."""
    game, value = observer.game, observer.model.value
    worth = value.weights
    ways = [text for text in game.deep.abilities(game) if text.startswith("ability summoner")]
    found = [
        (worth[features.POWER + features.POWER_NUMBERS[power_of(text.split(" ")[2]).id]], text)
        for text in ways
    ]
    return (max(found)[1],) if found else ()


def use_defender(observer: Observer, kept: int) -> str | None:
    """Return the Defender's ability if cards will fade and the group will be wrong, otherwise None."""
    game = observer.game
    if not game.deep or not game.may("ability defender"):
        return None
    number = observer.reading.index_of(observer.events)
    if number is not None and observer.reading.responses.right[number, kept - 1]:
        return None
    return "ability defender" if observer.ending().doom else None


def decide_for_group(observer: Observer) -> str:
    """Return the group's decision after a play: an event without its answer or outcome, see `Option`."""
    return GroupOptions(observer).best().text


def answer_honestly(game: Game, text: str, kept: int) -> str:
    """Return the use of a power with the honest answer to its question, if it asks.

    text: the use of a power without its answer. kept: the printed value of the fate kept.
    """
    card, *words = text.split(" ")[1:]
    value = kept + (1 if game.shadows else 0)
    given = [int(word) if word.isdigit() else word for word in words]
    if "yes" not in slots_of(power_of(card)):
        return text
    return f"{text} {'yes' if question(game, card, *given, 'yes')(value) else 'no'}"


def use_freed_fate(observer: Observer, fate: int) -> str:
    """Return the best use of a fate that a hit has freed: "strike 2 6" or "avert 6"."""
    game, value = observer.game, observer.model.value
    ends = observer.endings([observer.ending()])
    sums = value.log_odds(features.position(game, observer.beliefs))
    averted = max(0, game.doom - pips(fate))
    doom = value.standing(game.score, averted) - value.standing(game.score, game.doom)
    found = [(float(value.chance(sums + doom)), f"avert {fate}")]
    for creature in game.deep.creatures:
        change = ends.strike_log_odds(game, creature.level, fate)
        chance = 1.0 if change is None else float(value.chance(sums + change))
        found.append((chance, f"strike {creature.level} {fate}"))
    return max(found)[1]


def use_sails(observer: Observer) -> str | None:
    """Return the use of Sails after a hit, or None."""
    game = observer.game
    cards = {power_of(card).does: card for card in game.powers}
    if game.used or "exile" not in cards or len(game.powers) < 2 or game.shadows:
        return None
    worth = observer.model.value.weights
    others = [card for card in game.powers if card != cards["exile"]]
    other = min(others, key=lambda card: worth[features.POWER + features.POWER_NUMBERS[power_of(card).id]])
    best: tuple[float, str | None] = (observer.value_of_end() + LEAST_GAIN, None)
    for place in (1, 2, 3, 4):
        for fate in sorted(set(game.fates_at(place))):
            text = f"use {cards['exile']} {other} {fate} {place}"
            if game.may(text) and game.card_at(place) != "the-fall":
                best = max(best, (observer.value_after(text), text), key=lambda each: each[0])
    return best[1]
