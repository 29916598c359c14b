"""A game in words, for those who hear the page instead of seeing the panel.

It must not know the page nor the device: it is handed a Game.
"""

from typing import Any

from shared_rules.shipwreck import CARDS, POWERS

_RESULTS = {
    "won": "The group has won.",
    "lost": "The group has lost.",
    "abandoned": "The game was abandoned.",
}
_PHASES = {
    "before-play": "{} plays a fate.",
    "after-play": "{} has played.",
    "after-predict": "The prediction is made; {} ends the turn.",
    "deal": "A card is dealt.",
}


def describe(game: Any) -> str:
    """Return a few lines that say what lies on the table; `game` is a Game or None."""
    if game is None or game.phase is None:
        return "No game is on the table."
    lines = [_head(game)]
    lines += [_place(number, place) for number, place in enumerate(game.row, 1)]
    if game.powers:
        lines.append(
            "Faded powers: " + ", ".join(POWERS[CARDS[card].power].name for card in game.powers) + "."
        )
    return "\n".join(lines)


def _head(game: Any) -> str:
    now = _RESULTS[game.result] if game.result else _PHASES[game.phase].format(game.active)
    return f"Turn {game.turn}. Score {game.score}, doom {game.doom}. {now}"


def _place(number: int, place: Any) -> str:
    if place is None:
        return f"Place {number}: empty."
    card = CARDS[place.card]
    fates = "fates " + ", ".join(str(fate) for fate in place.fates) if place.fates else "no fates"
    moons = f", {place.pips} of {place.moons} moons" if place.moons is not None else ""
    return f"Place {number}: {card.name} ({card.ability}), {fates}{moons}."
