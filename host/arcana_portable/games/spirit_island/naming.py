"""The names of spirits, adversaries, scenarios, blight cards and invader cards outside the device.

It runs on CPython and, in the browser, on MicroPython.
"""

from __future__ import annotations

from arcana_portable.translation import ENGLISH, _, device_text, device_texts
from shared_rules.spirit_island.tables import adversary_ids, scenario_names, spirit_names

_GAME = "spirit_island"
_SMALL = ("a", "and", "from", "of", "the", "to", "upon")


def spirit_name(id: str) -> str:
    """Return the name of a spirit as printed; an id that is unknown stays as it is.

    >>> spirit_name("oceans-hungry-grasp")
    "Ocean's Hungry Grasp"
    """
    return spirit_names().get(id, id)


def adversary_name(text: str, language: str | None = None) -> str:
    """Return an adversary's name as on the panel, with its level if the text has a level.

    language: the current language by default. An id that is unknown stays as it is.

    >>> adversary_name("prussia:4"), adversary_name("france:0", "german"), adversary_name("sweden")
    ('Prussia 4', 'Frankreich 0', 'Sweden')
    """
    id, colon, level = text.partition(":")
    try:
        name = device_text(_GAME, "adversary_" + id, language)
    except KeyError:
        name = id
    return f"{name} {level}" if colon else name


def adversaries() -> dict[str, str]:
    """Return {typed name: id} of the adversaries: their names in the current language, and the ids.

    >>> adversaries()["habsburg-mining"]
    'habsburg-mining'
    """
    named = {}
    for id in adversary_ids():
        words = adversary_name(id).lower().replace("(", "").replace(")", "")
        named[words.replace(" ", "-")] = id
    for id in adversary_ids():
        named[id] = id
    return named


def step_name(step: str) -> str:
    """Return a step of a turn as the panel names it.

    >>> step_name("fast")
    'Fast Powers'
    """
    return device_text(_GAME, "step_" + step)


def terrain_name(letter: str) -> str:
    """Return a terrain, the coast or the salt deposits as the panel names it, from its letter on a card."""
    return device_text(_GAME, "terrain_" + letter)


def salt_lands(slot: str) -> str:
    """Return the lands that the salt card matches in a slot: in Ravage the mines, else all other lands."""
    return device_text(_GAME, "salt_ravage" if slot == "ravage" else "salt_other")


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


def printed_name(id: str) -> str:
    """Return the name of a card that says otherwise, or else of a blight card.

    >>> printed_name("hard-working-settlers"), printed_name("downward-spiral")
    ('Hard-Working Settlers', 'Downward Spiral')
    """
    for line in device_texts(_GAME, ENGLISH, "cards"):
        name = line.split("|")[0]
        if name.lower().replace("'", "").replace(" ", "-") == id:
            return name
    return blight_card_name(id)


def unseen_name(code: str) -> str:
    """Return an invader card in words; of an unseen card, only the stage or the place is known.

    >>> unseen_name("2"), unseen_name("top"), unseen_name("1J")
    ('a card of stage II', 'the top card', 'Jungle (stage I)')
    """
    if code == "top":
        return _("the top card")
    return _("a card of stage {stage}", stage="I" * int(code)) if code in "123" else card_name(code)


def card_name(code: str) -> str:
    """Return an invader card in words.

    >>> card_name("2J"), card_name("3MW"), card_name("2C"), card_name("J")
    ('Jungle (stage II)', 'Mountain and Wetland (stage III)', 'Coast (stage II)', 'Jungle')
    """
    name = _(" and ").join([terrain_name(letter) for letter in code.lstrip("123")])
    return _("{card} (stage {stage})", card=name, stage="I" * int(code[0])) if code[0].isdigit() else name
