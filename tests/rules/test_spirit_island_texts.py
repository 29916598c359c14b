"""The words of the reminders: there in every language, and short enough to be read."""

from pathlib import Path

import companion
import pytest

from shared_rules.spirit_island.reminders import AT_ONCE
from shared_rules.spirit_island.tables import Adversary, adversary_names

TEXTS = Path(companion.__file__).parent / "games" / "spirit_island" / "texts"
LANGUAGES = sorted(path.name for path in TEXTS.iterdir())
LONGEST = 105
"""Letters: two lines and a bit of the small font."""


def reminders(language):
    rows = (TEXTS / language / "reminders.txt").read_text(encoding="utf-8").splitlines()
    found = [row.partition("=")[::2] for row in rows[1:] if row]
    assert len(dict(found)) == len(found), "a key stands twice"
    return dict(found)


def wanted():
    levels = [Adversary(f"{id}:{level}") for id, _ in adversary_names() for level in range(7)]
    return {AT_ONCE} | {each.split("=")[0] for adversary in levels for each in adversary.reminders}


def test_there_is_english_and_german():
    assert LANGUAGES == ["english", "german"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reminder_has_its_words(language):
    found = reminders(language)
    assert set(found) == wanted() and len(found) > 60
    assert not [id for id, words in found.items() if not words.endswith(".") or len(words) > LONGEST]
