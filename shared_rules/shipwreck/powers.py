"""What a faded power does when it is used: to the cards, the fates and the deck.

The questions that powers ask change nothing on the table; what they tell stands in `told.py`.
Source: the texts of the cards and the faded-power FAQ; the order at the bottom of the deck is the record's.
"""

from shared_rules.shipwreck.place import SCIONS

if False:  # for the type checker alone
    from collections.abc import Callable

    from shared_rules.shipwreck.game import Game

    Effect = Callable[..., None]


def settle_use(game: "Game", card: str, words: tuple) -> None:
    """Settle the use of a card's power.

    game: the Game. card: id of the faded card. words: what the event says after the card.
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


_EFFECTS = {
    "scythes": _scythes,
    "sails": _sails,
    "sinners": _sinners,
    "shadows": _shadows,
    "sparrows": _sparrows,
    "skies": _skies,
}  # type: dict[str, Effect]
