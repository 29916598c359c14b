"""The card to lay beside the board: one page, all of it on the page, in every language."""

import re
from itertools import combinations

import pytest
from arcana_portable.translation import is_begun
from companion.screens.settings import languages
from matplotlib.font_manager import FontProperties, findfont, get_font

from docs.card import words
from docs.card.page import FAMILY
from docs.card.sheet import MARGIN, SIZE, card
from docs.card.signs import signs
from shared_rules.shipwreck import POWERS

IN_BOTH = pytest.mark.parametrize("language", words.NAMES)
MM = 72 / 25.4


@pytest.fixture(scope="module")
def cards():
    return {language: card(language) for language in words.NAMES}


@pytest.fixture(scope="module")
def marks(cards):
    return {language: page.marks for language, page in cards.items()}


@IN_BOTH
def test_everything_is_on_the_page_and_nothing_on_anything_else(marks, language):
    for mark in marks[language]:
        assert MARGIN - 0.1 <= mark.left and mark.right <= SIZE[0] - MARGIN + 0.1, mark
        assert MARGIN - 0.6 <= mark.top and mark.bottom <= SIZE[1] - MARGIN + 0.1, mark
    lying = [
        (one.what, other.what)
        for one, other in combinations(marks[language], 2)
        if one.left < other.right - 0.05
        and other.left < one.right - 0.05
        and one.top < other.bottom
        and other.top < one.bottom
    ]
    assert lying == []


@IN_BOTH
def test_it_has_every_button_sign_and_power(marks, language):
    shown = {mark.what for mark in marks[language]}
    assert {"[A]", "[B]", "[C]", "[UP]", "[DOWN]", "device", *signs()} <= shown
    assert set(words.WORDS[language]["signs_are"]) == set(signs())
    text = " ".join(mark.what for mark in marks[language])
    for power in map(POWERS.__getitem__, POWERS):
        assert f"{power.title} ({power.name})" in text


@IN_BOTH
def test_the_font_has_every_letter(marks, language):
    font = get_font(findfont(FontProperties(family=FAMILY), fallback_to_default=False))
    letters = {letter for mark in marks[language] for letter in mark.what}
    assert [letter for letter in letters if not font.get_char_index(ord(letter))] == []
    assert language != "german" or set("äöü") <= letters


def test_what_the_device_says_is_taken_from_the_device(marks, monkeypatch):
    from companion import texts

    real = texts.text
    monkeypatch.setattr(
        texts, "text", lambda key, *values: "Anderswo" if key == "hit" else real(key, *values)
    )
    shown = [mark.what for mark in card("german").marks]
    assert "Anderswo" in shown and "Anderswo" not in [mark.what for mark in marks["german"]]


def test_every_language_of_the_device_says_the_same_things():
    def shape(found):
        if isinstance(found, dict):
            return {key: shape(value) for key, value in found.items()}
        if isinstance(found, list):
            return [shape(each) for each in found]
        return sorted(re.findall(r"\[\w+\]|{\w+}", found))

    missing = {each for each in languages() if not is_begun(each)} - set(words.WORDS)
    assert not missing, f"docs/card lacks the sentences of the reference card in {missing}"
    for language in words.WORDS:
        assert shape(words.WORDS[language]) == shape(words.WORDS["english"])
