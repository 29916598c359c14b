"""The words of the reminders: there in every language, and short enough to be read."""

import pytest
from arcana_host.translation import device_texts
from companion.canvas import SMALL, wrap
from companion.screens.settings import languages

from shared_rules.spirit_island.reminders import AT_ONCE, FIRST_EVENT, WARNINGS
from shared_rules.spirit_island.setup import SECOND_WAVE
from shared_rules.spirit_island.tables import Adversary, adversary_names

LINES, WIDTH = 2, 274
"""The room of a rule below the numbers of the table, in lines and pixels."""


def reminders(language):
    found = [row.partition("=")[::2] for row in device_texts("spirit_island", language, "reminders")]
    assert len(dict(found)) == len(found), "a key stands twice"
    return dict(found)


def wanted():
    levels = [Adversary(f"{id}:{level}") for id, _ in adversary_names() for level in range(7)]
    rules = [each for adversary in levels for each in adversary.reminders]
    return {AT_ONCE, FIRST_EVENT, *WARNINGS} | {each.split("=")[0] for each in rules + SECOND_WAVE}


@pytest.mark.parametrize("language", languages())
def test_every_reminder_has_its_words(language):
    found = reminders(language)
    missing = wanted() - set(found)
    assert not missing, f"{language} lacks [reminders] {sorted(missing)}"
    assert set(found) == wanted() and len(found) > 60
    assert not [id for id, words in found.items() if not words.endswith(".")]
    assert not [id for id, words in found.items() if len(wrap(words, SMALL, WIDTH)) > LINES]
