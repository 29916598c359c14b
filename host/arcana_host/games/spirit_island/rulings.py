"""Reads the rulings on Spirit Island from the device's text files, and searches them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arcana_host.translation import ENGLISH, device_texts


class Ruling(NamedTuple):
    """One ruling. damaged: whether its source had lost the question or the end of the answer."""

    id: str
    topic: str
    steps: list[str]
    tags: list[str]
    question: str
    answer: str
    damaged: bool

    def has(self, word: str) -> bool:
        """Return whether a text is anywhere in it, in upper or lower case."""
        return (
            word.casefold()
            in " ".join((self.id, self.topic, *self.tags, self.question, self.answer)).casefold()
        )


def rulings(language: str) -> list[Ruling]:
    """Return all rulings in a language; in English, where it has none."""
    lines = device_texts("spirit_island", language, "rulings")
    return [_read(line) for line in lines or device_texts("spirit_island", ENGLISH, "rulings")]


def search(
    among: Iterable[Ruling], words: Iterable[str], topic: str | None, step: str | None, tag: str | None
) -> list[Ruling]:
    """Return the rulings that have all of `words`, and the topic, step and tag if given.

    topic, tag: matched from the beginning of any word in them, in upper or lower case.
    """
    kept = [ruling for ruling in among if all(ruling.has(word) for word in words)]
    if topic:
        kept = [ruling for ruling in kept if _begins(topic, [ruling.topic])]
    if step:
        kept = [ruling for ruling in kept if step in ruling.steps]
    if tag:
        kept = [ruling for ruling in kept if _begins(tag, ruling.tags)]
    return kept


def _begins(asked: str, names: list[str]) -> bool:
    words = [" " + name.casefold().replace("-", " ") for name in names]
    return any(" " + asked.casefold().replace("-", " ") in word for word in words)


def _read(line: str) -> Ruling:
    id, topic, steps, tags, question, answer = line.split("|")
    plain = answer.replace("  ", "\n")
    return Ruling(id.rstrip("+"), topic, steps.split(), tags.split(";"), question, plain, id.endswith("+"))
