"""Reads and searches the rulings of games, as the device has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from arcana_portable.translation import ENGLISH, _, device_texts, language

_NAMES, _ANSWER, _SAME = 3.0, 1.0, 0.6
"""How much a word counts in a question and in names, in an answer, and as another with the same meaning."""

_MOST = 8  # rulings with all words or, below those, with some of them


class Ruling(NamedTuple):
    """A ruling, or a rule of an adversary.

    steps: the steps or phases of a turn in which it matters. tags: names of its subjects and its source.
    damaged: whether its source had lost the question or the end of the answer. rule: whether it is a rule
    from a game's material.
    """

    id: str
    topic: str
    steps: list[str]
    tags: list[str]
    question: str
    answer: str
    damaged: bool = False
    rule: bool = False


def rulings_of_device(game: str, language: str) -> list[list[str]]:
    """Return the fields of each ruling in a device's texts, in English if the language has no rulings.

    They are id, topic, moments, tags, needs, question and answer. game: the name of its folder.
    """
    lines = device_texts(game, language, "rulings") or device_texts(game, ENGLISH, "rulings")
    return [line.replace("  ", "\n").split("|") for line in lines]


def search(
    among: Iterable[Ruling], words: Iterable[str], topic: str | None, step: str | None, tag: str | None
) -> tuple[list[Ruling], list[Ruling], list[str]]:
    """Return the rulings that contain all words, others that contain some, and the words that none contains.

    The best ruling is first.

    Words are found in any order and form ("cards", "card"), and by others that mean the same ("two", "2"); a
    word that no ruling contains is read as words with a similar spelling, and words such as "of" don't count.
    topic, tag: matched from the beginning of any word in them, in upper or lower case; the id counts as a
    tag. step: a step of the rulings. None matches all steps.
    """
    found = [
        ruling
        for ruling in among
        if (not topic or _begins(topic, [ruling.topic]))
        and (not step or step in ruling.steps)
        and (not tag or _begins(tag, [*ruling.tags, ruling.id]))
    ]
    known = _Vocabulary(language())
    texts = [known.weights(ruling) for ruling in found]
    there = set().union(*texts)
    counting = known.asked(words)
    asked = [known.alternatives(word, there) for word in counting]
    guessed = {word for word, (_stems, is_known) in zip(counting, asked, strict=True) if not is_known}
    unknown = [word for word in " ".join(words).split() if guessed & set(_words(word))]
    if not asked:
        return found, [], []
    ranked = []
    for ruling, text in zip(found, texts, strict=True):
        row = [sum(text.get(stem, 0) * part for stem, part in stems.items()) for stems, _ in asked]
        if any(row):
            # the first time that a word is there counts most
            score = sum(count / (count + 1.2) for count in row)
            ranked.append((not all(row) or bool(guessed), -score, ruling))
    ranked.sort(key=lambda each: each[:2])
    full = [ruling for some, _, ruling in ranked if not some]
    return full, [ruling for some, _, ruling in ranked if some][: max(0, _MOST - len(full))], unknown


def about_others(complete: list[Ruling], unknown: list[str]) -> str:
    """Return the heading of the rulings that have only some of the words. The rest is as from `search`."""
    if unknown:
        return _("No ruling has {words}; these have similar words:", words=", ".join(unknown))
    return _("These have some of the words:") if complete else _("No ruling has all of the words:")


@lru_cache
class _Vocabulary:
    """The words of a language's rulings. Its stems are the words without the usual endings."""

    def __init__(self, language: str) -> None:
        data = Path(__file__).with_name("search_words.txt").read_text(encoding="utf-8")
        sections = dict(part.split("]\n", 1) for part in data.split("\n[")[1:])

        def spoken(kind: str) -> set[str]:
            return {
                word for each in (language, ENGLISH) for word in _words(sections.get(f"{kind} {each}", ""))
            }

        self._stem = lru_cache(maxsize=None)(self._without_endings)
        self._unimportant = spoken("unimportant")
        self._endings = sorted(spoken("endings"), key=len, reverse=True)
        self._same = [{self._stem(word) for word in _words(line)} for line in sections["same"].splitlines()]

    def asked(self, texts: Iterable[str]) -> list[str]:
        """Return the words that count, or all words if no word does."""
        words = _words(" ".join(texts))
        return [word for word in words if word not in self._unimportant] or words

    def weights(self, ruling: Ruling) -> dict[str, float]:
        """Return how much each stem counts in a ruling."""
        found: dict[str, float] = defaultdict(float)
        names = " ".join([ruling.id, ruling.topic, *ruling.steps, *ruling.tags, ruling.question])
        for text, weight in ((names, _NAMES), (ruling.answer, _ANSWER)):
            for word in _words(text):
                found[self._stem(word)] += weight
        return found

    def alternatives(self, word: str, there: set[str]) -> tuple[dict[str, float], bool]:
        """Return how much each stem counts for a word, and whether it is more than a guess by the spelling.

        They are its own, those that begin with it, and those that mean the same. there: all stems.
        """
        stem = self._stem(word)
        found = {each: _SAME for line in self._same if stem in line for each in line & there}
        found |= {each: 1.0 for each in there if each == stem or (len(word) > 3 and each.startswith(word))}
        return found or dict.fromkeys(get_close_matches(stem, there, 3, 0.8), _SAME), bool(found)

    def _without_endings(self, word: str, least: int = 4) -> str:
        for ending in self._endings:
            if word.endswith(ending) and len(word) >= len(ending) + least:
                # a second ending may be the end of the stem: "Schaden" and "Schatten" differ there
                return self._without_endings(word[: -len(ending)], 5)
        return word


def _words(text: str) -> list[str]:
    """Return the words of a text without marks on letters, also where they are written as ae, oe and ue."""
    plain = normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", re.sub(r"([aou])e", r"\1", re.sub(r"[\u0300-\u036f]", "", plain)))


def _begins(asked: str, names: list[str]) -> bool:
    words = [" " + name.casefold().replace("-", " ") for name in names]
    return any(" " + asked.casefold().replace("-", " ") in word for word in words)
