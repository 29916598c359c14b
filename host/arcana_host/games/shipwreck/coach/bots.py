"""Players that are programs: what the active player does with a hand, what the group does, what is answered.

Whoever is asked is given the Watch of the game, which holds what everybody sees, and the active player the
own hand besides. Nothing else can be known here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shared_rules.shipwreck.cards import pips
from shared_rules.shipwreck.powers import question

from . import features
from .group_now import GroupNow
from .reading import Reading
from .watch import branch

if TYPE_CHECKING:
    from shared_rules.shipwreck import Game

    from .watch import Watch

PATIENCE = 0.03
"""How much worse than usual a hand has to be before a power is tried on it that changes the row."""

GAIN = 0.005
"""The least chance to win that using a power before the play has to add."""


class Hand:
    """The active player's hand. drawn: the values drawn in this turn. held: the one from before, or None."""

    def __init__(self, drawn: list[int], held: int | None) -> None:
        self.drawn, self.held = drawn, held

    @property
    def both(self) -> tuple[int, int]:
        """The two fates."""
        first, second = [*([self.held] if self.held else []), *self.drawn]
        return first, second


def choose(watch: Watch, hand: Hand) -> tuple[str, ...]:
    """Return the events of the active player before the group has its say.

    They end with a play and its answers, or with a power or an ability that is used first: then the active
    player is asked again.
    """
    events, chance = _best(watch.reading, hand)
    before = _ability(watch, hand, chance) or _power(watch, hand, chance)
    return before or events


def _best(reading: Reading, hand: Hand) -> tuple[tuple[str, ...], float]:
    for choice, chance in reading.of_hand(hand.both):
        if choice.which == "either" or _true_of_fate(choice.fate, choice.which, hand):
            return choice.events, chance
    raise ValueError("There is nothing to play.")


def _true_of_fate(fate: int, which: str, hand: Hand) -> bool:
    return (fate == hand.held) if which == "old" else (fate in hand.drawn)


def _power(watch: Watch, hand: Hand, chance: float) -> tuple[str, ...]:
    """Return the use of a power before the play, () for none."""
    game = watch.game
    if game.used or not game.fresh:
        return ()
    best: tuple[float, tuple[str, ...]] = (chance + GAIN, ())
    for power, card in {game.power(card): card for card in game.powers}.items():
        if power == "shadows":
            best = max(best, _tried(watch, hand, f"use {card}", None))
        elif power == "skies":
            for text in _moves(watch, card):
                best = max(best, _tried(watch, hand, text, None))
        elif power == "sparrows" and chance < watch.reading.chance() - PATIENCE:
            for place in _bare(game):
                best = max(best, _tried(watch, hand, f"use {card} {place}", place))
    return best[1]


def _tried(watch: Watch, hand: Hand, text: str, place: int | None) -> tuple[float, tuple[str, ...]]:
    """Return the chance to win after an event before the play, and the event."""
    game = branch(watch.game)
    game.apply(text)
    cards = [card for card in game.cards_to_deal() if card == watch.top or not watch.top] if place else []
    if len(cards) > 3:
        # who does not see the top card looks at some that it may be
        cards = [cards[0], cards[len(cards) // 2], cards[-1]]
    tables = [branch(game) for _ in cards] or [game]
    for table, card in zip(tables, cards, strict=False):
        table.apply(f"deal {place} {card}")
    chances = [_best(Reading(table, watch.beliefs, watch.how), hand)[1] for table in tables]
    return sum(chances) / len(chances), (text,)


def _moves(watch: Watch, card: str) -> list[str]:
    """Return the two best moves of a fate by the position alone."""
    game, value = watch.game, watch.how.value
    found = []
    for source in (1, 2, 3, 4):
        for fate in set(game.fates_at(source)):
            for target in (1, 2, 3, 4):
                if target != source and game.card_at(target):
                    moved = branch(game)
                    moved.apply(f"use {card} {fate} {source} {target}")
                    if not moved.fading():
                        chance = value.chance(value.log_odds(features.position(moved, watch.beliefs)))
                        found.append((float(chance), f"use {card} {fate} {source} {target}"))
    return [text for _, text in sorted(found)[-2:]]


def _bare(game: Game) -> list[int]:
    return [place for place in (1, 2, 3, 4) if game.card_at(place) and not game.fates_at(place)]


def _ability(watch: Watch, hand: Hand, chance: float) -> tuple[str, ...]:
    """Return an ability that is used before the play, () for none."""
    game = watch.game
    adventurer = game.deep.adventurers.get(game.active) if game.deep else None
    if adventurer is None or adventurer not in game.deep.ready:
        return ()
    if adventurer == "summoner":
        return _summoned(watch)
    usual = watch.reading.chance()
    if adventurer == "mage" and game.last_play is None and chance < usual - PATIENCE:
        return ("ability mage",)
    best: tuple[float, tuple[str, ...]] = (chance + GAIN, ())
    if adventurer == "vanquisher" and game.last_play is None and chance < usual - PATIENCE:
        for place in _bare(game):
            best = max(best, _tried(watch, hand, f"ability vanquisher {place}", place))
    if adventurer == "mystic":
        for text in _mystic_moves(watch):
            best = max(best, _tried(watch, hand, text, None))
    return best[1]


def _mystic_moves(watch: Watch) -> list[str]:
    game = watch.game
    lying = [(fate, place) for place in (1, 2, 3, 4) for fate in set(game.fates_at(place))]
    return [
        f"ability mystic {fate} {place} {target}"
        for fate, place in lying
        if game.row[place - 1].pips + 1 >= (game.row[place - 1].moons or 9)
        for target in (1, 2, 3, 4)
        if target != place and game.card_at(target) and not game.fates_at(target)
    ][:3]


def _summoned(watch: Watch) -> tuple[str, ...]:
    """Bring the power back that is worth most, as soon as there is one."""
    game, value = watch.game, watch.how.value
    worth = value.weights
    ways = [text for text in game.deep.abilities(game) if text.startswith("ability summoner")]
    found = [
        (worth[features.POWER + features.POWER_NUMBERS[game.power(text.split(" ")[2])]], text)
        for text in ways
    ]
    return (max(found)[1],) if found else ()


def defend(watch: Watch, kept: int) -> str | None:
    """Return the Defender's ability after a play on The Hours, where the group will not be right; or None."""
    game = watch.game
    if not game.deep or not game.may("ability defender"):
        return None
    number = watch.reading.number(watch.events)
    if number is not None and watch.reading.answers.right[number, kept - 1]:
        return None
    return "ability defender" if watch.ending().doom else None


def decide(watch: Watch) -> str:
    """Return what the group does after a play: an event without its answer or outcome; see GroupNow."""
    return GroupNow(watch).best().text


def answer(game: Game, text: str, kept: int) -> str:
    """Return the honest answer to a question of the group, as the whole event.

    text: the use of a power without its answer. kept: the printed value of the fate kept.
    """
    card, *words = text.split(" ")[1:]
    value = kept + (1 if game.shadows else 0)
    given = [int(word) if word.isdigit() else word for word in words]
    if game.power(card) not in _ASKING:
        return text
    return f"{text} {'yes' if question(game, card, *given, 'yes')(value) else 'no'}"


_ASKING = ("saints", "secrets", "songs", "spires", "swords", "shackles", "storms", "scythes")


def use_freed_fate(watch: Watch, fate: int) -> str:
    """Return what is done with a fate that a hit has freed: "strike 2 6" or "avert 6"."""
    game, value = watch.game, watch.how.value
    ends = watch.endings([watch.ending()], [()])
    sums = value.log_odds(features.position(game, watch.beliefs))
    averted = max(0, game.doom - pips(fate))
    doom = value.weights[features.DOOM + averted] - value.weights[features.DOOM + game.doom]
    found = [(float(value.chance(sums + doom)), f"avert {fate}")]
    for creature in game.deep.creatures:
        change = ends.struck(game, creature.level, fate)
        chance = 1.0 if change is None else float(value.chance(sums + change))
        found.append((chance, f"strike {creature.level} {fate}"))
    return max(found)[1]


def after_hit(watch: Watch) -> str | None:
    """Return the use of Sails after a hit, or None."""
    game = watch.game
    cards = {game.power(card): card for card in game.powers}
    if game.used or "sails" not in cards or len(game.powers) < 2 or game.shadows:
        return None
    worth = watch.how.value.weights
    others = [card for card in game.powers if card != cards["sails"]]
    other = min(others, key=lambda card: worth[features.POWER + features.POWER_NUMBERS[game.power(card)]])
    best: tuple[float, str | None] = (watch.value_of_end() + GAIN, None)
    for place in (1, 2, 3, 4):
        for fate in sorted(set(game.fates_at(place))):
            text = f"use {cards['sails']} {other} {fate} {place}"
            if game.may(text) and game.card_at(place) != "the-fall":
                best = max(best, (watch.value_after(text), text), key=lambda each: each[0])
    return best[1]
