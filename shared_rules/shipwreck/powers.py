"""What a faded power does when it is used: to the cards, the fates and the deck.

The questions that powers ask change nothing on the table; what they tell stands in `told.py`.
Source: the texts of the cards and the faded-power FAQ; the order at the bottom of the deck is the record's.
"""

from shared_rules.shipwreck.place import SCIONS


def settle_use(game, card, words):
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


def _spend(game, other):
    game.powers.remove(other)
    game.deck_bottom.append(other)


def _scythes(game, other, answer):
    _spend(game, other)


def _sails(game, other, fate, place):
    _spend(game, other)
    game.fates_at(place).remove(fate)
    game.exiled.append(fate)


def _sinners(game, fate, place):
    game.fates_at(place).remove(fate)


def _shadows(game):
    game.shadows = True


def _sparrows(game, place):
    game.replace_card(place)


def _skies(game, fate, source, target):
    game.move_fate(fate, source, target)


_EFFECTS = {
    "scythes": _scythes,
    "sails": _sails,
    "sinners": _sinners,
    "shadows": _shadows,
    "sparrows": _sparrows,
    "skies": _skies,
}
