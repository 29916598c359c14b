"""Reads and searches the rulings of games, as the device has them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from arcana_portable.translation import ENGLISH, device_texts

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

    steps: the steps or phases of a turn in which it matters. tags: names of what it is about, and its source.
    damaged: whether its source had lost the question or the end of the answer.
    """

    id: str
    topic: str
    steps: list[str]
    tags: list[str]
    question: str
    answer: str
    damaged: bool = False


def rulings_of_device(game: str, language: str) -> list[list[str]]:
    """Return the fields of each ruling in a device's texts, in English if it has none in the language.

    They are id, topic, moments, tags, needs, question and answer. game: the name of its folder.
    """
    lines = device_texts(game, language, "rulings") or device_texts(game, ENGLISH, "rulings")
    return [line.replace("  ", "\n").split("|") for line in lines]


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
