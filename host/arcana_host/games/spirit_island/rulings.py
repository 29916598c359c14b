"""Reads and searches the rulings on Spirit Island and its adversaries' rules, as the device has them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arcana_host.translation import ENGLISH, _, device_texts
from shared_rules.spirit_island.reminders import KNOWN
from shared_rules.spirit_island.tables import LEVELS, Adversary, adversary_ids

from .naming import adversary_name

ADVERSARIES, SCENARIOS = "adversaries", "scenarios"
"""The topics of the adversaries' rules, and of what a scenario is set up by."""

_RULE_NAMES = {
    "prussia": "Fast Start,Surge of Colonists,Efficient,Aggressive Timetable,Ruthlessly Efficient,"
    "Terrifyingly Efficient",
    "england": "Indentured Servants Earn Land,Criminals and Malcontents,High Immigration,High Immigration,"
    "Local Autonomy,Independent Resolve",
    "sweden": "Heavy Mining,Population Pressure at Home,Fine Steel for Tools and Guns,Royal Backing,"
    "Mining Rush,Prospecting Outpost",
    "france": "Frontier Explorers,,Early Plantations,Triangle Trade,Slow-Healing Ecosystem,"
    "Persistent Explorers",
    "habsburg-livestock": "Migratory Herders,More Rural Than Urban,Fast Spread,Herds Thrive in Verdant Lands,"
    "Wave of Immigration,Far-Flung Herds",
    "russia": "Hunters Seek Shell and Hide,A Sense for Impending Disaster,Competition Among Hunters,"
    "Accelerated Exploitation,Entrench in the Face of Fear,Pressure for Fast Profit",
    "scotland": "Trading Port,Seize Opportunity,Chart the Coastline,Ambition of a Minor Nation,"
    "Runoff and Bilgewater,Exports Fuel Inward Growth",
    "habsburg-mining": "Avarice Rewarded,,Mining Boom,,Mining Boom,The Empire Ascendant",
}
"""The names of the adversaries' levels 1 to 6, as on their panels; "" where no source names one."""

_STEP_OF = {
    "accelerate": "setup",
    "entrench": "fear",
    "extra-no-fear": "build",
    "extra": "build",
    "ravage-later": "ravage",
    "stage2": "explore",
    "stage3": "explore",
    "stage2-later": "slow",
    "stage3-later": "slow",
    "reminder": "explore",
}
"""The step for a moment of `reminders.py`, where it is not the moment's own name."""

_SAME = (
    "1 one eins ein",
    "2 two zwei",
    "3 three drei",
    "4 four vier",
    "counter counterattack strike retaliate fight",
    "gegenangriff gegenschlag schlagen zuschlagen",
    "timing order when first before",
    "zeitpunkt reihenfolge wann zuerst",
    "lose loss defeat lost",
    "verlieren verloren niederlage",
    "brandenburg preussen prussia",
)
"""Words that people use for one another, a line each."""

_MOST_SIMILAR = 8  # rulings that are shown where none has all the words


class Ruling(NamedTuple):
    """One ruling, or one rule of an adversary.

    damaged: whether its source had lost the question or the end of the answer.
    """

    id: str
    topic: str
    steps: list[str]
    tags: list[str]
    question: str
    answer: str
    damaged: bool


def rulings(language: str) -> list[Ruling]:
    """Return all rulings in a language, or in English, then the adversaries' rules and Second Wave's list."""
    lines = device_texts("spirit_island", language, "rulings")
    found = [_read(line) for line in lines or device_texts("spirit_island", ENGLISH, "rulings")]
    return found + list(_adversary_rules(language)) + [_second_wave(language)]


def search(
    among: Iterable[Ruling], words: Iterable[str], topic: str | None, step: str | None, tag: str | None
) -> tuple[list[Ruling], bool]:
    """Return the rulings that have all words, in their order, and True.

    Words are found in any order and form ("cards", "card"), and by others that mean the same ("two", "2"). If
    no ruling has all of them, it returns those that have most, best first, and False. topic, tag: matched
    from the beginning of any word in them, in upper or lower case; the id counts as a tag. step: one of
    theirs. None matches all.
    """
    found = [
        ruling
        for ruling in among
        if (not topic or _begins(topic, [ruling.topic]))
        and (not step or step in ruling.steps)
        and (not tag or _begins(tag, [*ruling.tags, ruling.id]))
    ]
    asked = [word for text in words for word in _words(text)]
    if not asked:
        return found, True
    index = _index(found)
    rows = _matches(index, " AND ".join(map(_alternatives, asked)))
    if rows:
        return [found[row] for row in sorted(rows)], True
    rows = _matches(index, " OR ".join(map(_alternatives, asked)))
    return [found[row] for row in rows[:_MOST_SIMILAR]], False


def _index(among: list[Ruling]) -> sqlite3.Connection:
    """Return a database with the texts of rulings, whose words SQLite reduces to their stems."""
    index = sqlite3.connect(":memory:")
    index.execute("create virtual table texts using fts5(text, tokenize='porter unicode61')")
    texts = (
        # as the words of a query: only Python makes ß ss
        " ".join(
            (ruling.id, ruling.topic, *ruling.steps, *ruling.tags, ruling.question, ruling.answer)
        ).casefold()
        for ruling in among
    )
    index.executemany("insert into texts(rowid, text) values (?, ?)", enumerate(texts))
    return index


def _matches(index: sqlite3.Connection, query: str) -> list[int]:
    """Return the numbers of the rulings that match, best first."""
    rows = index.execute("select rowid from texts where texts match ? order by rank, rowid", (query,))
    return [row for (row,) in rows]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _alternatives(word: str) -> str:
    """Return the query for a word, those that mean the same, and those that begin with it."""
    same = next((line.split() for line in _SAME if word in line.split()), [word])
    forms = {f'"{each}"' for each in same}
    # SQLite knows the endings of English words only: those of German ones are left open
    stem = re.sub(r"(?:en|er|em|es|e|n|s)$", "", word) if len(word) > 5 else word
    return "(" + " OR ".join(sorted(forms | {f'"{stem}"*'} if len(stem) > 2 else forms)) + ")"


def _begins(asked: str, names: list[str]) -> bool:
    words = [" " + name.casefold().replace("-", " ") for name in names]
    return any(" " + asked.casefold().replace("-", " ") in word for word in words)


def _read(line: str) -> Ruling:
    id, topic, steps, tags, _needs, question, answer = line.split("|")
    plain = answer.replace("  ", "\n")
    return Ruling(id.rstrip("+"), topic, steps.split(), tags.split(";"), question, plain, id.endswith("+"))


def _adversary_rules(language: str) -> Iterator[Ruling]:
    """Yield the rules of all adversaries, level by level, then what escalates, and how they win."""
    texts = _reminders(language)
    for adversary in adversary_ids():
        name = adversary_name(adversary, language)
        levels = [Adversary(f"{adversary}:{level}") for level in range(LEVELS)]
        moments = dict(each.split("=") for level in levels for each in level.reminders)
        for id in sorted(moments, key=lambda id: id[len(adversary) + 1 :]):
            steps = [_STEP_OF.get(moment, moment) for moment in moments[id].split(",") if moment != KNOWN]
            title = _title(adversary, id[len(adversary) + 1 :].split("-")[0])
            yield Ruling(id, ADVERSARIES, sorted(set(steps)), [name], f"{name} {title}", texts[id], False)


def _second_wave(language: str) -> Ruling:
    """Return what carries over from the game before in Second Wave."""
    texts = [text for id, text in _reminders(language).items() if id.startswith("second-wave-")]
    title = _("Second Wave: what carries over, and what is set up?")
    return Ruling("second-wave", SCENARIOS, ["setup"], ["Second Wave"], title, "\n".join(texts), False)


def _reminders(language: str) -> dict[str, str]:
    """Return {id: text} of the device's reminders in a language; in English, where it has none."""
    lines = device_texts("spirit_island", language, "reminders")
    return dict(line.split("=", 1) for line in lines or device_texts("spirit_island", ENGLISH, "reminders"))


def _title(adversary: str, part: str) -> str:
    """Return what follows the adversary's name. part: the level, "escalation" or "loss"."""
    if not part.isdigit():
        return {"escalation": _("Escalation"), "loss": _("additional loss condition")}[part]
    name = _RULE_NAMES[adversary].split(",")[int(part) - 1]
    return f"{part}: {name}" if name else part
