"""Faded powers: whether a use is legal, its effect, and when a power could help.

A device imports this only for as long as it needs it. The questions that powers ask change nothing on the
table; `legality.py` gets from here the facts that their answers reveal.
Source: the texts of the cards and the faded-power FAQ; for the order of cards at the bottom of the deck,
docs/record.md.
"""

from shared_rules.shipwreck.cards import CARDS, Place, Power, Refusal, no_card, no_fate, power_of, rule_of

if False:  # for the type checker only
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from shared_rules.shipwreck.game import Game

    Effect = Callable[..., None]
    Helps = Callable[[Game, str, Collection[int]], bool]

_FATES = (1, 2, 3, 4, 5, 6, 7)
_PLACES = (1, 2, 3, 4)

TIMING = {
    "before-play": ("before-play", "at-start"),
    "after-play": ("after-play", "at-play"),
    "before-predict": ("after-play", "at-play"),
    "after-correct": ("after-predict", "at-hit"),
}
"""{when a power may be used: (the phase, the key of the Refusal at any other time)}."""


def slots_of(power: Power) -> list[str]:
    """Return the slots that the use of a power fills, in order: "card", "lying" (a fate and its place),
    "fate", "spot"; last, "yes" or "old" for one of two answers.

    >>> slots_of(power_of("the-musicians")), slots_of(power_of("dawn")), slots_of(power_of("the-beast"))
    (['card', 'lying'], ['fate', 'yes'], [])
    """
    return power.form.split("/")[0].replace("fate spot", "lying").split()


def refusal_of_use(game: "Game", card: str, *words: int | str) -> Refusal | None:
    """Return the Refusal if a card's power may not be used now, else None.

    It does not check whether the answer is possible. game: the Game. card: id of the card. words: the event's
    words after the card.
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
    return _refusal_of_words(game, card, power, words)


def _refusal_of_words(game: "Game", card: str, power: Power, words: "tuple[Any, ...]") -> Refusal | None:
    slots = slots_of(power)
    if "card" in slots and (words[0] == card or words[0] not in game.powers):
        return Refusal("no-other", CARDS[words[0]].name)
    if power.tells == "age" and words[0] == "old" and game.active not in game.held:
        return Refusal("none-old", game.active)
    if power.tells == "same" and words[0] not in game.visible():
        return Refusal("unseen", words[0])
    if power.does == "move" and (words[1] == words[2] or not game.card_at(words[2])):
        return Refusal("elsewhere")
    if power.does == "replace" and game.fates_at(words[0]):
        return Refusal("sparrows")
    if "lying" in slots:
        at = slots.index("lying")
        return no_fate(game, words[at], words[at + 1])
    return no_card(game, words[0]) if slots == ["spot"] else None


_TELLS: "dict[str, Callable[[int, int, int], bool]]" = {
    "above": lambda k, named, played: k > named,
    "same": lambda k, named, played: k == named,
    "near": lambda k, named, played: abs(k - played) <= 2,
}


def question(game: "Game", card: str, *words: "Any") -> "Callable[[int], bool]":
    """Return the question that the use of a card's power answers, as a predicate of the kept fate's value.

    That value is 1 more with Shadows. game: the Game. card: id of the card. words: the event's words after
    the card; a missing answer counts as yes.
    """
    tells = power_of(card).tells
    answer = words[-1:] != ("no",)
    if tells.isdigit():
        return lambda k: (str(k) in tells) == answer
    if tells not in _TELLS:
        return lambda k: True
    fits, played = _TELLS[tells], game.last_play[0] if game.last_play else 0
    return lambda k: fits(k, words[0], played) == answer


def words_of_use(game: "Game", card: str) -> "Iterable[list[str]]":
    """Return the candidates for the words after "use <card>", as lists of words."""
    power = power_of(card)
    ways: Iterable[list[str]] = [[]]
    for slot in slots_of(power):
        if slot == "card":
            choices = [[other] for other in game.powers if other != card]
        elif slot == "lying":
            choices = [[str(fate), str(at)] for at in _PLACES for fate in sorted(set(game.fates_at(at)))]
        elif slot in ("fate", "spot"):
            choices = [[str(number)] for number in (_FATES if slot == "fate" else _PLACES)]
        else:
            choices = [form.split(" ")[-1:] for form in power.form.split("/")]
        ways = _with_each(ways, choices)
    return ways


def _with_each(ways: "Iterable[list[str]]", choices: list[list[str]]) -> "Iterable[list[str]]":
    # one after the other, as all together take much of a Pico's memory
    for way in ways:
        for choice in choices:
            yield way + choice


def carry_out_use(game: "Game", card: str, words: tuple) -> None:
    """Carry out the use of a card's power.

    game: the Game. card: id of the faded card. words: the event's words after the card.
    """
    power = power_of(card)
    spent = [card] + ([words[0]] if power.form.startswith("card") else [])
    for each in spent:
        game.powers.remove(each)
    if power.does == "attach":
        game.row[words[0] - 1].attached.append(card)
        return
    game.discard(*spent)
    if power.does:
        _EFFECTS[power.does](game, *words[len(spent) - 1 :])


def _take(game: "Game", fate: int, place: int) -> None:
    game.fates_at(place).remove(fate)


def _exile(game: "Game", fate: int, place: int) -> None:
    game.fates_at(place).remove(fate)
    game.exiled.append(fate)


def _raise(game: "Game") -> None:
    game.shadows = True


_EFFECTS: "dict[str, Effect]" = {
    "take": _take,
    "exile": _exile,
    "raise": _raise,
    "replace": lambda game, place: game.replace_card(place),
    "move": lambda game, fate, source, target: game.move_fate(fate, source, target),
    "predict": lambda game: None,  # `Game.predictions` counts it
}


# --- which powers could help now


def opening(game: "Game") -> list[str]:
    """Return the faded cards whose power opens a card that is closed before the play of this turn.

    A card is closed if no hand may be played on it; The Thief never takes a play. Shadows opens a card if
    some hand then fits, Skies if a hand fits after one fate moves to or from it, and Sparrows counts if no
    fate lies there, for any next card.
    """
    if game.phase != "before-play" or game.last_play or game.used:
        return []
    does = {card: power_of(card).does for card in game.powers if power_of(card).when == "before-play"}
    if not does:
        return []
    closed = [place for place in game.row if place and place.card != "the-thief" and not _takes(game, place)]
    found = set()
    for place in closed:
        if not place.fates:
            found.add("replace")
        if "raise" in does.values() and _takes(game, place, up=1):
            found.add("raise")
        if "move" in does.values() and any([_takes(game, moved) for moved in _with_one_moved(game, place)]):
            found.add("move")
    return [card for card in game.powers if does.get(card) in found]


def _takes(game: "Game", place: Place, up: int = 0) -> bool:
    """Return whether any hand may be played on a card. up: the value that Shadows adds to the kept fate."""
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
    moving = [card for card in game.powers if power_of(card).does == "move"]
    here = game.row[place - 1] if place else None
    if not moving or not here or not _fades_with(here, [fate]):
        return []
    for moved in set(here.fates):
        left = here.copy()
        left.fates.remove(moved)
        others = [other for other in game.row if other and other is not here]
        if not _fades_with(left, [fate]) and not all([_fades_with(other, [moved]) for other in others]):
            return moving
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
    power = power_of(card)
    helps = _HELPS.get(power.does or power.tells, _splits)
    return helps(game, card, values)


def _decides(game: "Game", card: str, values: "Collection[int]") -> bool:
    return len(values) == game.predictions + 1


def _ages(game: "Game", card: str, values: "Collection[int]") -> bool:
    return len(values) > 1 and all([0 < len(left) < len(values) for left in game.kept_by_age()])


def _splits(game: "Game", card: str, values: "Collection[int]") -> bool:
    """Return whether both answers of a question leave fewer values."""
    power = power_of(card)
    slots = slots_of(power)
    if "yes" not in slots or ("card" in slots and len(game.powers) < 2):
        return False
    asked: Iterable[int] = (0,)
    if power.tells == "same":
        asked = set(game.visible())
    elif "fate" in slots:
        asked = _FATES
    up = 1 if game.shadows else 0
    for number in asked:
        fits = question(game, card, number, "yes")
        yes = [value for value in values if fits(value + up)]
        if 0 < len(yes) < len(values):
            return True
    return False


def _averts(game: "Game", card: str, values: "Collection[int]") -> bool:
    """Return whether a power can be used now so that a card does not fade."""
    for number in game.fading():
        place = game.row[number - 1]
        if place.moons is None:
            continue
        for fate in set(place.fates):
            after = place.copy()
            if power_of(card).does == "attach":
                after.attached.append(card)
            elif game.may("use %s %d %d" % (card, fate, number)):
                after.fates.remove(fate)
            if after.pips < place.moons:
                return True
    return False


_HELPS: "dict[str, Helps]" = {"take": _averts, "attach": _averts, "age": _ages, "predict": _decides}
