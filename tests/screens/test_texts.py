"""The texts of the screens: few stay in memory, all are found, and each language has them all."""

import re

import pytest
from companion import texts
from companion.canvas import SMALL, Canvas, wrap
from companion.screens.settings import settings_menu
from companion.texts import (
    english,
    english_help,
    english_troubles,
    german,
    german_help,
    german_troubles,
    refusals_german,
    said,
    text,
)
from companion.texts.refusals_german import sentence
from memory_app import MemoryApp
from screens.scenes import BASE, at_table, press

from shared_rules import player_names
from shared_rules.shipwreck import POWERS, sentences
from shared_rules.shipwreck.refusal import Refusal


@pytest.fixture(autouse=True)
def in_english():
    texts.choose("english")
    yield
    texts.choose("english")


def entries(table):
    """{key: text} of a table."""
    lines = [line.partition("=") for line in table.split("\n") if line and line[0] != "#"]
    found = {key: words for key, _, words in lines}
    assert len(found) == len(lines), "a key stands twice"
    return found


def all_of(module):
    turn, rest = entries(module.TURN), entries(module.TEXTS)
    assert not set(turn) & set(rest)
    return {**turn, **rest}


def placeholders(words):
    return re.findall(r"%.", words)


def test_what_a_turn_says_is_the_same_in_either_language():
    assert list(entries(german.TURN)) == list(entries(english.TURN))


def test_either_language_has_every_text_with_the_same_values_in_it():
    spoken, written = all_of(german), all_of(english)
    powers = {"power_" + power for power in POWERS}
    assert set(spoken) == set(written) | powers
    for key, words in written.items():
        assert placeholders(spoken[key]) == placeholders(words), key


def test_the_refusals_take_the_values_that_the_rules_give_them():
    spoken, written = entries(refusals_german._SENTENCES), entries(sentences._SENTENCES)
    written.update(player_names._SENTENCES)
    assert set(spoken) <= set(written)
    for key, words in spoken.items():
        assert placeholders(words) == placeholders(written[key]), key


VALUES = {"%s": "0001-deadbeef.damaged", "%d": 10_000, "%r": OSError(28)}


def test_either_language_says_what_went_wrong_with_the_same_values():
    one, other = entries(english_troubles.TROUBLES), entries(german_troubles.TROUBLES)
    assert list(one) == list(other)
    for key in one:
        assert re.findall("%.", one[key]) == re.findall("%.", other[key]), key


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_what_went_wrong_fits_onto_the_glass(language):
    too_much = []
    for key, written in entries(english_troubles.TROUBLES).items():
        sentence = texts.trouble(language, key, *(VALUES[slot] for slot in re.findall("%.", written)))
        lines = wrap(sentence, SMALL, 230)
        if sentence == key or len(lines) > 6 or max(SMALL.width(line) for line in lines) > 240:
            too_much.append((key, sentence))
    assert too_much == []


def test_the_help_is_on_the_same_screens_in_either_language():
    assert list(entries(german_help.HELP)) == list(entries(english_help.HELP))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_what_a_turn_says_is_there_without_the_rest(monkeypatch, language):
    texts.choose(language)
    texts.give_back()
    monkeypatch.setattr(texts, "_read", None)
    for key in entries(english.TURN):
        assert text(key)


def test_the_rest_is_read_when_it_is_asked_for_and_again_once_given_back():
    for _ in range(2):
        assert text("no_more") == "no"
        assert text("hidden") == "Which fate was it?"
        texts.give_back()
    assert text("did_play", 3, "Dawn") == "3 on Dawn"


def test_a_key_that_is_not_there_is_refused():
    with pytest.raises(KeyError):
        text("cthulhu")


def test_a_language_that_nobody_knows_is_english():
    texts.choose("volapük")
    assert text("hit") == "hit"


def test_a_refusal_is_said_in_the_language_of_the_device_and_told_in_english():
    refusal = Refusal("no-play", 4, "The Thief")
    assert said(refusal) == str(refusal) == "A 4 can't be played on The Thief, whatever fate is kept."
    texts.choose("german")
    assert said(refusal) == "Eine 4 passt nicht zu The Thief, welches Schicksal man auch behält."
    # what the buttons never lead to is said in English
    assert sentence("spaces") is None
    assert said(Refusal("spaces")) == str(Refusal("spaces"))
    assert said(Exception("BUSY")) == "BUSY"


def test_the_language_is_switched_in_the_settings_and_remembered():
    app = MemoryApp()
    press(app, "down", "b", "up", "up", "b")
    assert app.settings.get("language") == "german"
    assert app.screen.top.rows[0][0] == "Neues Spiel"
    texts.choose("english")
    assert MemoryApp(**app.settings.values).screen.top.rows[0][0] == "Neues Spiel"


def test_a_language_that_was_set_over_the_link_is_that_of_the_next_picture():
    app = at_table(BASE)
    app.settings.set("language", "german")
    app.draw(Canvas())
    assert text("turn", "Ann") == "Ann ist dran"


def test_in_a_game_the_table_speaks_the_new_language_at_once():
    app = at_table(BASE)
    menu = settings_menu(app, "game")
    where = dict(menu.rows)[text("language")]()
    assert where == "game" and text("turn", "Ann") == "Ann ist dran"
