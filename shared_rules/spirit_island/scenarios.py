"""The scenarios: ids, names, what each adds to the difficulty, and additional fear cards. Data.

If the difficulty depends on more than the scenario, as for Second Wave, this is the mean of what the sources
say.
"""

_TABLE = """
blitz|Blitz|0|000
guard-the-isles-heart|Guard the Isle's Heart|0|000
rituals-of-terror|Rituals of Terror|3|000
dahan-insurrection|Dahan Insurrection|4|000
second-wave|Second Wave|0|000
powers-long-forgotten|Powers Long Forgotten|1|000
ward-the-shores|Ward the Shores|2|000
rituals-of-the-destroying-flame|Rituals of the Destroying Flame|3|000
elemental-invocation|Elemental Invocation|1|100
despicable-theft|Despicable Theft|2|000
the-great-river|The Great River|3|000
a-diversity-of-spirits|A Diversity of Spirits|0|000
varied-terrains|Varied Terrains|2|000
destiny-unfolds|Destiny Unfolds|-1|000
surges-of-colonization|Surges of Colonization|2|000
surges-of-colonization-larger|Surges of Colonization (larger)|7|111
"""


def names() -> list[tuple[str, str]]:
    """Return (id, name) of each scenario."""
    return [(line.split("|")[0], line.split("|")[1]) for line in _TABLE.strip().split("\n")]


def find(id: str) -> tuple[int, list[int]] | None:
    """Return (difficulty, additional fear cards of each stage) of a scenario, None if there is no such one.

    >>> find("surges-of-colonization-larger")
    (7, [1, 1, 1])
    """
    start = _TABLE.find("\n%s|" % id)
    if "|" in id or not id or start < 0:
        return None
    _, _, difficulty, fear = _TABLE[start + 1 : _TABLE.find("\n", start + 1)].split("|")
    return int(difficulty), [int(cards) for cards in fear]
