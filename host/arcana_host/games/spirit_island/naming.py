"""What spirits, adversaries, scenarios, blight cards and invader cards are called outside the device.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from arcana_host.translation import N_, _
from shared_rules.spirit_island.tables import adversary_names, scenario_names, spirit_names

_TERRAINS = {"J": N_("jungle"), "M": N_("mountain"), "S": N_("sands"), "W": N_("wetland")}
_SPECIAL = {"C": N_("the coast"), "L": N_("the salt deposits")}

ADVERSARIES = dict(adversary_names())
"""{id: name} of the adversaries."""

_SMALL = ("a", "and", "from", "of", "the", "to", "upon")


def spirit_name(id: str) -> str:
    """Return the name of a spirit as printed; an id that is unknown stays as it is.

    >>> spirit_name("oceans-hungry-grasp")
    "Ocean's Hungry Grasp"
    """
    return spirit_names().get(id, id)


def adversary_name(text: str) -> str:
    """Return an adversary and its level as people say it.

    >>> adversary_name("prussia:4"), adversary_name("france:0")
    ('Brandenburg-Prussia 4', 'France (Plantation Colony) 0')
    """
    id, level = text.split(":")
    return f"{ADVERSARIES.get(id, id)} {level}"


def scenario_name(id: str) -> str:
    """Return the name of a scenario; an id that is unknown stays as it is."""
    return dict(scenario_names()).get(id, id)


def blight_card_name(id: str) -> str:
    """Return the name of a blight card; a number stands for a card that nobody named.

    >>> blight_card_name("a-pall-upon-the-land"), blight_card_name("4")
    ('A Pall upon the Land', 'with 4 per player')
    """
    if id.isdigit():
        return _("with {n} per player", n=id)
    words = [word if word in _SMALL else word[:1].upper() + word[1:] for word in id.split("-")]
    name = " ".join(words)
    return name[:1].upper() + name[1:]


def card_name(code: str) -> str:
    """Return an invader card in words.

    >>> card_name("2J"), card_name("3MW"), card_name("2C"), card_name("J")
    ('jungle (stage II)', 'mountain and wetland (stage III)', 'the coast (stage II)', 'jungle')
    """
    terrains = code.lstrip("123")
    named = [_SPECIAL[terrains]] if terrains in _SPECIAL else [_TERRAINS[letter] for letter in terrains]
    name = _(" and ").join(map(_, named))
    return _("{card} (stage {stage})", card=name, stage="I" * int(code[0])) if code[0].isdigit() else name
