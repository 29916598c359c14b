"""The choices of a setup: the adversaries, the scenarios and the spirits. Data.

It is imported only when a game begins. `setup.py` has an adversary's changes to the invader deck at each
level, `lands/adversaries.py` its changes in the lands.
"""

from shared_rules.spirit_island.components import has_rule

if False:  # for the type checker only
    from collections.abc import Iterator
    from typing import Any

# adversaries: id, difficulty by level, fear cards of the three stages by level, and reminders as in
# `reminders.py`, without the adversary. An id begins with the level from which it applies; "3<4" ends where
# level 4 begins.
_ADVERSARIES = """
prussia|1,2,4,6,7,9,10|333,333,333,343,443,443,444\
|1=setup 2=deck:setup! 3=deck:setup! 4=deck:setup! 5=deck:setup! 6=deck:setup! escalation=before:flag?2
england|1,3,4,6,7,9,11|333,343,443,454,455,455,454\
|1=lands:extra,build 2=setup 3<4=before:extra! 4=before:extra! 5=fast,ravage,slow! 6-setup=setup\
 6=before:extra?no-fear escalation=before:flag?2 loss=any:extra,build loss=any:flag?2
sweden|1,2,3,5,6,7,8|333,333,343,343,344,444,445\
|1=blight:ravage 2=setup 3=damage:ravage! 4=after:setup,accelerate 5=blight:ravage 6=setup\
 escalation-random=land:flag?3 escalation=land:flag?2
france|2,3,5,7,8,9,10|333,333,343,443,444,454,455\
|0-towns=before:setup 2-towns=before:setup?two 1=then:explore 2-setup=setup 4=extra,build 2=then:extra,build\
 3=setup 5=any:fast,event,fear,slow 6=card:explore 6-fear=fear escalation-random=after:flag?3\
 escalation=after:flag?2 loss=any:extra,build,explore
habsburg-livestock|2,3,5,6,8,9,10|333,343,452,453,453,463,563\
|1=after:build 2-setup=setup 2=extra,build 3=deck:setup! 4=fast,ravage,slow! 5-setup=deck:setup!\
 5=now:reminder 6=damage:ravage escalation=after:flag?2 loss=any:ravage
russia|1,3,4,6,7,9,11|333,334,434,443,444,454,554\
|1-setup=setup 3=lands:ravage 1=damage:ravage 1-beasts=blight:ravage 2=any:fast,event,fear,ravage,slow\
 4=deck:setup! 5-setup=setup 5=now:entrench 6=after:ravage?later 6=now:no-ravage?later\
 escalation=before:flag?2 loss=any:ravage
scotland|1,3,4,6,7,8,10|333,343,443,454,554,564,664\
|0-city=setup?two 1=explore 2=setup 2-deck=deck:setup! 3=lands:extra,build 4=deck:setup! 5=each:ravage\
 6=after:ravage escalation=before:flag?2 loss=any:extra,build
habsburg-mining|1,3,4,5,7,9,10|333,333,334,344,444,454,454\
|1-mines=lands:ravage,build 1=blight:ravage 2=setup 3<5=after:build 3<5=now:no-build 4=deck:setup!\
 5=after:build 5=now:no-build 6=setup,explore escalation=after:advanced?2 loss=after:fast
"""

LEVELS = 7

WITH_A_TALLY = ("habsburg-livestock-0", "russia-0", "france-5")
"""The adversaries with their own counter, and the lowest levels with the counter."""

# scenarios: id, name, added difficulty, additional fear cards of each stage, the rules that the game keeps,
# as in `Game.scenario_rules`, and reminders as in `reminders.py`, without the scenario, or the scenario that
# has the same. Second Wave adds 1 or takes 1, which depends on the game before: the players say which, or
# leave it open. Source: the printed cards
_SCENARIOS = """
blitz|Blitz|0|000|more-blight two-rounds all-fast|setup=after:setup fast=before:fast explore=explore\
 not-kept=any:setup
guard-the-isles-heart|Guard the Isle's Heart|0|000|late-loss\
|setup=after:setup loss=any:extra,build,explore?later not-kept=any:setup
rituals-of-terror|Rituals of Terror|3|000|rituals victory|setup=setup ritual=each:fast,slow not-kept=any:setup
dahan-insurrection|Dahan Insurrection|4|000|no-fear-victory victory loss\
|last=now:always?last victory=any:fast,slow loss=any:ravage not-kept=any:setup
second-wave|Second Wave|0|000||1=setup 2=setup 3=setup 4=setup 5=setup 6=setup 7=setup 8=setup 9=setup\
 10=setup not-kept=any:setup
second-wave-plus|Second Wave (+1)|1|000||second-wave
second-wave-minus|Second Wave (-1)|-1|000||second-wave
powers-long-forgotten|Powers Long Forgotten|1|000||setup=setup not-kept=any:setup
ward-the-shores|Ward the Shores|2|000|no-fear-victory victory endless-fear\
|setup=setup explore=explore?3 ward=blight:ravage victory=any:fast,slow not-kept=any:setup
rituals-of-the-destroying-flame|Rituals of the Destroying Flame|3|000||ritual=after:growth
elemental-invocation|Elemental Invocation|1|100|accelerate|setup=setup
despicable-theft|Despicable Theft|2|000|\
|setup=setup thieves=before:ravage explore=then:explore fear=any:fast,slow not-kept=any:setup
the-great-river|The Great River|3|000|loss\
|build=after:build build=now:no-build explore=after:explore slow=after:slow loss=any:slow not-kept=any:setup
a-diversity-of-spirits|A Diversity of Spirits|0|000||
varied-terrains|Varied Terrains|2|000||explore=setup,explore build=extra,build ravage=blight:ravage\
 city=extra,build
destiny-unfolds|Destiny Unfolds|-1|000||
surges-of-colonization|Surges of Colonization|2|000|surges=1|setup=setup source=lands:explore\
 odd=now:always?odd empty=lands:explore?empty
surges-of-colonization-larger|Surges of Colonization (larger)|7|111|surges=2|surges-of-colonization
"""

# the names of the spirits, each with the names of its aspects
_SPIRITS = """
core=Lightning's Swift Strike+Pandemonium+Wind+Immense+Sparking,\
River Surges in Sunlight+Sunshine+Travel+Haven,Vital Strength of the Earth+Resilience+Might+Nourishing,\
Shadows Flicker Like Flame+Madness+Reach+Amorphous+Foreboding+Dark Fire,Thunderspeaker+Tactician+Warrior,\
A Spread of Rampant Green+Regrowth+Tangles,Ocean's Hungry Grasp+Deeps,\
Bringer of Dreams and Nightmares+Enticing+Violence
branch-and-claw=Sharp Fangs Behind the Leaves+Encircle+Unconstrained,\
Keeper of the Forbidden Wilds+Spreading Hostility
feather-and-flame=Heart of the Wildfire+Transforming,Serpent Slumbering Beneath the Island+Locus,\
Downpour Drenches the World,Finder of Paths Unseen
jagged-earth=Stone's Unyielding Defiance,Shifting Memory of Ages+Intensify+Mentor,\
Grinning Trickster Stirs Up Trouble,Lure of the Deep Wilderness+Lair,Many Minds Move as One,\
Volcano Looming High,Shroud of Silent Mist+Stranded,\
Vengeance as a Burning Plague,Starlight Seeks Its Form,Fractured Days Split the Sky
nature-incarnate=Hearth-Vigil,Towering Roots of the Jungle,Ember-Eyed Behemoth,\
Relentless Gaze of the Sun,Wandering Voice Keens Delirium,Wounded Waters Bleeding,\
Breath of Darkness Down Your Spine,Dances Up Earthquakes
horizons=Devouring Teeth Lurk Underfoot,Eyes Watch From the Trees,Fathomless Mud of the Swamp,\
Rising Heat of Stone and Sand,Sun-Bright Whirlwind
"""


def adversary_ids() -> list[str]:
    """Return the id of each adversary; the texts of each language have their names."""
    return [line.split("|")[0] for line in _ADVERSARIES.strip().split("\n")]


class Adversary:
    """An adversary at a level, from a text such as "england:4". Raises ValueError for an unknown text.

    id, level: as in the text. difficulty: a number. fear: how many fear cards of each stage.
    reminders: for the rules that apply at this level, as in `reminders.py`.

    >>> england = Adversary("england:4")
    >>> england.difficulty, england.fear, england.reminders[1:3]
    (7, [4, 5, 5], ['england-2=setup', 'england-4=before:extra!'])
    """

    def __init__(self, text: str) -> None:
        id, _, level = text.partition(":")
        start = _ADVERSARIES.find("\n%s|" % id)
        if "|" in text or start < 0 or len(level) != 1 or not "0" <= level < str(LEVELS):
            raise ValueError(text)
        line = _ADVERSARIES[start + 1 : _ADVERSARIES.find("\n", start + 1)]
        _, difficulty, fear, reminders = line.split("|")
        self.id, self.level = id, int(level)
        self.difficulty = int(difficulty.split(",")[self.level])
        self.fear = [int(cards) for cards in fear.split(",")[self.level]]
        self.reminders = ["%s-%s" % (id, each) for each in self._holding(reminders.split(" "))]

    def has(self, *lowest: str) -> bool:
        """Return whether it is one of these adversaries, such as "sweden-4", at that level or higher."""
        for each in lowest:
            if has_rule("%s:%d" % (self.id, self.level), each):
                return True
        return False

    def _holding(self, reminders: list[str]) -> "Iterator[str]":
        for reminder in reminders:
            key, _, moments = reminder.partition("=")
            first, _, end = key.partition("<")
            begins = int(first[0]) if first[0] <= "9" else 0
            if begins <= self.level and not (end and self.level >= int(end)):
                yield "%s=%s" % (first, moments)


def scenario_names() -> list[tuple[str, str]]:
    """Return (id, name) of each scenario."""
    return [(line.split("|")[0], line.split("|")[1]) for line in _SCENARIOS.strip().split("\n")]


def find_scenario(id: str) -> "tuple[int, list[int], list[str], list[str]] | None":
    """Return the fields of a scenario after its name in `_SCENARIOS`, or None for an unknown scenario.

    They are (difficulty, additional fear cards of each stage, the rules that the game keeps, reminders).

    >>> find_scenario("surges-of-colonization-larger")[:3]
    (7, [1, 1, 1], ['surges=2'])
    """
    start = _SCENARIOS.find("\n%s|" % id)
    if "|" in id or not id or start < 0:
        return None
    line = _SCENARIOS[start + 1 : _SCENARIOS.find("\n", start + 1)]
    _, _, difficulty, fear, rules, reminders = line.split("|")
    same = find_scenario(reminders)
    found = same[3] if same else ["%s-%s" % (id, each) for each in reminders.split()]
    return int(difficulty), [int(cards) for cards in fear], rules.split(), found


def spirit_id(name: str) -> str:
    """Return the id of a spirit or an aspect from its name.

    >>> spirit_id("Ocean's Hungry Grasp")
    'oceans-hungry-grasp'
    """
    return name.lower().replace("'", "").replace(" ", "-")


def spirit_boxes() -> list[tuple[str, list[str]]]:
    """Return (box, names of its spirits) for each box."""
    return [(box, [name for name, *_ in spirits]) for box, spirits in _spirits()]


def spirit_names() -> dict[str, str]:
    """Return {id: name} of all spirits and of their aspects, whose names begin with the spirit's.

    >>> spirit_names()["tactician"]
    'Thunderspeaker (Tactician)'
    """
    found = {}
    for _, spirits in _spirits():
        for name, *aspects in spirits:
            found[spirit_id(name)] = name
            for aspect in aspects:
                found[spirit_id(aspect)] = "%s (%s)" % (name, aspect)
    return found


def with_aspects(id: str) -> list[str]:
    """Return the ids of a spirit and of its aspects, itself first. id: one of them, or of an aspect.

    >>> with_aspects("warrior")
    ['thunderspeaker', 'tactician', 'warrior']
    """
    sought = id.encode()
    for ids in _groups():
        if sought in ids:
            return [each.decode() for each in ids]
    return []


def short_spirit_id(id: str) -> str:
    """Return the short form of a spirit's id in a setup: its first word, or two if that is "a".

    >>> short_spirit_id("a-spread-of-rampant-green"), short_spirit_id("hearth-vigil")
    ('a-spread', 'hearth')
    """
    return "-".join(id.split("-")[: 2 if id[:2] == "a-" else 1])


def find_spirit(word: str) -> str | None:
    """Return the id of a spirit or an aspect from its word in a setup, or None."""
    return find_spirits([word])[0]


def find_spirits(words: list[str]) -> "list[str | Any]":
    """Return the ids of spirits or aspects from their words in a setup, with None for an unknown word."""
    groups = _groups()
    found: list[str | Any] = []
    for word in words:
        sought = word.encode()
        if any([sought in group for group in groups]):
            found.append(word)
        else:
            begun = [group[0].decode() for group in groups if group[0].startswith(sought)]
            ids = [id for id in begun if short_spirit_id(id) == word]
            found.append(ids[0] if ids else None)
    return found


def spirit_groups() -> list[list[str]]:
    """Return [id of a spirit, ids of its aspects] for each spirit."""
    return [[id.decode() for id in ids] for ids in _groups()]


def _groups() -> list[list[bytes]]:
    """Return `spirit_groups` in bytes, as a Pico creates texts slowly."""
    rows = [row.split(b"=")[1] for row in spirit_id(_SPIRITS).encode().strip().split(b"\n")]
    return [names.split(b"+") for row in rows for names in row.split(b",")]


def _spirits() -> list[tuple[str, list[list[str]]]]:
    """Return (box, [[name of a spirit, names of its aspects]]) for each box."""
    rows = [line.split("=") for line in _SPIRITS.strip().split("\n")]
    return [(box, [names.split("+") for names in spirits.split(",")]) for box, spirits in rows]
