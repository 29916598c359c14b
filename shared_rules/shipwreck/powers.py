"""Faded powers: whether the use of one is legal, what it does, and when it could help.

A device imports this only for as long as it needs it. The questions that powers ask change nothing on
the table; `legality.py` gets from here what their answers reveal.
Source: the texts of the cards and the faded-power FAQ; for the order of cards at the bottom of the deck,
docs/record.md.
"""

from shared_rules.shipwreck.cards import CARDS, SCIONS, Place, Refusal, no_card, no_fate, power_of, rule_of
from shared_rules.shipwreck.event import asked_with

if False:  # for the type checker only
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from shared_rules.shipwreck.game import Game

    Check = Callable[..., Refusal | None]
    Effect = Callable[..., None]

_FATES = (1, 2, 3, 4, 5, 6, 7)
_PLACES = (1, 2, 3, 4)

TIMING = {
    "before-play": ("before-play", "at-start"),
    "after-play": ("after-play", "at-play"),
    "before-predict": ("after-play", "at-play"),
    "after-correct": ("after-predict", "at-hit"),
}
"""{when a power may be used: (the phase, the key of the Refusal at any other time)}."""

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
    phase, key = TIMING[power.when]
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


def words_of_use(game: "Game", card: str) -> "Iterator[list[str]]":
    """Yield the candidates for what follows "use <card>", as lists of words, likely ones first."""
    power = game.power(card)
    named = asked_with(power)
    others = [other for other in game.powers if other != card]
    if power in ("sorrows", "shadows"):
        yield []
    elif power in ("sparrows", "scions"):
        for place in _PLACES:
            yield [str(place)]
    elif power == "shells":
        yield ["old"]
        yield ["new"]
    elif power == "sinners":
        yield from _lying(game)
    elif power == "skies":
        for lying in _lying(game):
            for target in _PLACES:
                yield lying + [str(target)]
    elif power == "sails":
        for other in others:
            for lying in _lying(game):
                yield [other] + lying
    elif named is not None:
        asked: list[list[str]] = [[]]
        if named:
            asked = [[str(fate)] for fate in _FATES] if named == "fate" else [[other] for other in others]
        for words in asked:
            yield words + ["yes"]
            yield words + ["no"]


def _lying(game: "Game") -> "Iterator[list[str]]":
    """Yield the value and the place, as words, of each fate in front of a card, each value once per place."""
    for place in _PLACES:
        there = game.fates_at(place)
        for fate in _FATES:
            if fate in there:
                yield [str(fate), str(place)]


def carry_out_use(game: "Game", card: str, words: tuple) -> None:
    """Carry out the use of a card's power.

    game: the Game. card: id of the faded card. words: those of the event after the card.
    """
    game.powers.remove(card)
    power = game.power(card)
    if power == "scions":
        game.row[words[0] - 1].attached.append(SCIONS)
        return
    game.discard(card)
    effect = _EFFECTS.get(power)
    if effect:
        effect(game, *words)


def _spend(game: "Game", other: str) -> None:
    game.powers.remove(other)
    game.discard(other)


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


# --- which powers could help now


def opening(game: "Game") -> list[str]:
    """Return the faded cards whose power opens a card that is closed before the play of this turn.

    A card is closed if no hand may be played on it; The Thief never takes a play. Shadows opens one if some
    hand then fits, Skies if moving one fate to or from it does, and Sparrows counts if no fate lies there,
    whatever the next card is.
    """
    if game.phase != "before-play" or game.last_play or game.used:
        return []
    powers = {game.power(card) for card in game.powers}
    if not powers.intersection(("shadows", "skies", "sparrows")):
        return []
    closed = [place for place in game.row if place and place.card != "the-thief" and not _takes(game, place)]
    found = set()
    for place in closed:
        if not place.fates:
            found.add("sparrows")
        if "shadows" in powers and _takes(game, place, up=1):
            found.add("shadows")
        if "skies" in powers and any([_takes(game, moved) for moved in _with_one_moved(game, place)]):
            found.add("skies")
    return [card for card in game.powers if game.power(card) in found]


def _takes(game: "Game", place: Place, up: int = 0) -> bool:
    """Return whether any hand may be played on a card. up: what Shadows adds to the fate kept."""
    seen, visible = game.seen(), game.visible()
    left = [3 - seen.count(fate) for fate in _FATES]
    rule = rule_of(place.card)
    for played in _FATES:
        for kept in _FATES:
            if left[played - 1] and left[kept - 1] > (played == kept):
                if rule(played, kept + up, visible, place.fates, kept):
                    return True
    return False


def _with_one_moved(game: "Game", place: Place) -> "Iterable[Place]":
    """Yield the card as it would lie there after each move of one fate to it or from it."""
    for other in game.row:
        for fate in set(other.fates) if other else ():
            moved = place.copy()
            if other is place:
                moved.fates.remove(fate)
            else:
                moved.fates.append(fate)
            yield moved


def relieving(game: "Game", fate: int, place: int) -> list[str]:
    """Return the faded cards with Skies if it keeps a card from fading by this play.

    That is so if another card can take a fate from it, and neither fades. fate, place: of the play.
    """
    if game.phase != "before-play" or game.last_play or game.used:
        return []
    skies = [card for card in game.powers if game.power(card) == "skies"]
    here = game.row[place - 1] if place else None
    if not skies or not here or not _fades_with(here, [fate]):
        return []
    for moved in set(here.fates):
        left = here.copy()
        left.fates.remove(moved)
        others = [other for other in game.row if other and other is not here]
        if not _fades_with(left, [fate]) and not all([_fades_with(other, [moved]) for other in others]):
            return skies
    return []


def _fades_with(place: Place, fates: "Iterable[int]") -> bool:
    """Return whether a card has no hours left when these fates have come to it."""
    if place.moons is None:
        return False
    after = place.copy()
    after.fates.extend(fates)
    return after.pips >= place.moons


def helping(game: "Game", values: "Collection[int]" = ()) -> list[str]:
    """Return the faded cards whose power could help before the group predicts.

    Sinners and Scions count if they keep a card from fading. If the group knows the values that the fate kept
    can have, a question counts if every answer leaves fewer of them, and Sorrows if the prediction is then
    certain.
    values: the printed values that the fate kept can have, () if the group is not to know them.
    """
    if game.phase != "after-play" or game.used or game.owed:
        return []
    return [card for card in game.powers if _helps(game, card, values)]


def _helps(game: "Game", card: str, values: "Collection[int]") -> bool:
    power = game.power(card)
    if power == "sorrows":
        return len(values) == game.predictions + 1
    if power in ("sinners", "scions"):
        return _averts(game, card, power)
    if power == "shells":
        return len(values) > 1 and all([0 < len(left) < len(values) for left in game.kept_by_age()])
    named = asked_with(power)
    if named not in ("", "card", "fate"):
        # what it asks about would need lines here
        return False
    if named == "card" and len(game.powers) < 2:
        return False
    asked: Iterable[int] = (0,)
    if power == "storms":
        asked = set(game.visible())
    elif named == "fate":
        asked = _FATES
    up = 1 if game.shadows else 0
    for number in asked:
        fits = question(game, card, number, "yes")
        yes = [value for value in values if fits(value + up)]
        if 0 < len(yes) < len(values):
            return True
    return False


def _averts(game: "Game", card: str, power: str) -> bool:
    """Return whether Sinners or Scions can be used now so that a card does not fade."""
    for number in game.fading():
        place = game.row[number - 1]
        if place.moons is None:
            continue
        for fate in set(place.fates):
            after = place.copy()
            if power == "scions":
                after.attached.append(SCIONS)
            elif game.may("use %s %d %d" % (card, fate, number)):
                after.fates.remove(fate)
            if after.pips < place.moons:
                return True
    return False
