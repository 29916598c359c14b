"""Puts a Ravage into words: the device's words, and the rule behind each step.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from arcana_portable.translation import N_, _, language

if TYPE_CHECKING:
    from shared_rules.spirit_island.lands.ravage import Outcome

_RULES = {
    "strife": N_("Strife is removed before damage is dealt; an invader that had it deals none this time."),
    "before": N_("An effect lets these dahan strike before the invaders."),
    "together": N_("An effect lets these dahan strike together with the invaders."),
    "damage": N_("An explorer deals 1 damage, a town 2, a city 3, unless the adversary changes that."),
    "cap": N_("A cap limits the damage before any bonus."),
    "bonus": N_("A bonus is added after the cap, and only if damage is dealt at all."),
    "defend": N_("Defend reduces the damage to the land and, separately, the damage to the dahan."),
    "land": N_("2 damage or more adds 1 blight."),
    "dahan": N_("A dahan has 2 health, and one is destroyed before the next is hurt. Badlands add 1 each."),
    "vitality": N_("In a land without blight, each Vitality stops 1 blight and is spent."),
    "blight": N_("Blight comes off the card first. If that empties the card, flip it and do what it says."),
    "presence": N_("New blight destroys 1 presence of each spirit in the land."),
    "beasts": N_("This is a rule of Russia, at level 1 and up."),
    "cascade": N_("If the land had blight already, 1 blight is added to an adjacent land as well."),
    "upgrade": N_("The Mining Expedition does this instead of a cascade, at level 1 and up."),
    "rule": N_("The players choose what the adversary's reminder leaves open."),
    "pushed": N_(
        "This is a rule of Russia, from level 2 on, for the first explorer that would be destroyed."
    ),
    "counter": N_("Each dahan left deals 2 damage, even if the invaders dealt none. Badlands add 1 each."),
    "destroyed": N_(
        "A town is worth 1 fear, a city 2. This choice brings the most fear, then destroys the most pieces."
    ),
}


class Words:
    """The words for a Ravage, in the current language.

    answer, steps: lines, in the words of the device. rules: the rule behind each step. after: the contents of
    the land afterwards.
    """

    def __init__(self, outcome: Outcome) -> None:
        _device_speaks()
        from companion.games.spirit_island import calculator
        from companion.texts import text_of

        self.answer: list[str] = list(calculator.answer_lines(outcome))
        self.steps: list[str] = calculator.sentences(outcome)
        self.rules = [_(_RULES[step[0]]) for step in outcome.steps if step[0] not in calculator.NOT_SAID]
        self.after: str = text_of("lands", "ravage_after", calculator.lying(outcome.after))


def land_in_words(land: str) -> str:
    """Return the contents of a land, from its text, in the current language."""
    _device_speaks()
    from companion.games.spirit_island.lands import lying

    return lying(land)


def _device_speaks() -> None:
    # the browser has the firmware beside the modules of the desktop
    if sys.implementation.name != "micropython":
        from arcana_portable.firmware import use_firmware

        use_firmware()
    from companion.texts import choose

    choose(language(), "spirit_island")
