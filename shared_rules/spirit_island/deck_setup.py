"""How adversaries change the invader deck; imported only when a game begins.

A deck is a list of stages, "C", "L" and "R" as in `invader_deck.py`. If there are two adversaries, the second
one changes the deck first, level by level; then the leading one changes the result. Source: rulebook of
Jagged Earth, "Combining Adversaries".
"""

if False:  # for the type checker only
    from collections.abc import Iterable

    from shared_rules.spirit_island.adversaries import Adversary

_BEFORE_THE_REMINDER = 5
"""Numbered cards above the reminder card of the Livestock Colony."""


def build_deck(adversaries: "Iterable[Adversary]") -> str:
    """Return the deck at the start of a game. adversaries: the leading one first.

    >>> build_deck([])
    '111-2222-33333'
    """
    cards = list("111222233333")
    reminder = False
    for adversary in reversed(list(adversaries)):
        for level in range(1, adversary.level + 1):
            change = _CHANGES.get("%s-%d" % (adversary.id, level))
            if change:
                change(cards)
        reminder = reminder or adversary.has("habsburg-livestock-5")
    if reminder:
        cards.insert(_BEFORE_THE_REMINDER, "R")
    return _text(cards)


def _text(cards: list[str]) -> str:
    text, before = "", ""
    for card in cards:
        stage = "2" if card in ("C", "L") else card
        text += card if stage == before or not before else "-" + card
        before = stage
    return text


def _last(cards: list[str], card: str) -> int:
    return len(cards) - 1 - cards[::-1].index(card)


def _third_stage_early(cards: list[str]) -> None:
    """Move the bottom stage III card to just below the last stage I card."""
    cards.pop(_last(cards, "3"))
    cards.insert(_last(cards, "1") + 1 if "1" in cards else 0, "3")


def _one_less(cards: list[str]) -> None:
    if "1" in cards:
        cards.remove("1")


def _two_less(cards: list[str]) -> None:
    if "2" in cards:
        cards.remove("2")


def _no_first_stage(cards: list[str]) -> None:
    while "1" in cards:
        cards.remove("1")


def _weave(cards: list[str]) -> None:
    """Move a stage III card from the bottom to just below each stage II card."""
    at = 0
    while at < len(cards):
        if cards[at] in ("2", "C", "L") and cards[-1] == "3" and at < len(cards) - 1:
            cards.insert(at + 1, cards.pop())
            at += 1
        at += 1


def _coast_third(cards: list[str]) -> None:
    """Make the third stage II card the Coastal one, and move the two above it up by one card."""
    places = [at for at, card in enumerate(cards) if card in ("2", "L")]
    if len(places) > 2:
        cards[places[2]] = "C"
    for at in places[:2]:
        if at:
            cards[at - 1], cards[at] = cards[at], cards[at - 1]


def _third_for_first(cards: list[str]) -> None:
    """Replace the bottom stage I card with the bottom stage III card."""
    if "1" in cards:
        cards.pop(_last(cards, "3"))
        cards[_last(cards, "1")] = "3"


def _salt_second(cards: list[str]) -> None:
    """Remove the Coastal card, and make the second stage II card the salt card."""
    places = [at for at, card in enumerate(cards) if card in ("2", "C")]
    for at in places:
        cards[at] = "2"
    if len(places) > 1:
        cards[places[1]] = "L"


_CHANGES = {
    "prussia-2": _third_stage_early,
    "prussia-3": _one_less,
    "prussia-4": _two_less,
    "prussia-5": _one_less,
    "prussia-6": _no_first_stage,
    "habsburg-livestock-3": _one_less,
    "russia-4": _weave,
    "scotland-2": _coast_third,
    "scotland-4": _third_for_first,
    "habsburg-mining-4": _salt_second,
}
