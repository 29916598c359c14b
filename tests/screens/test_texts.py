"""The texts of the screens: few stay in memory, all are found."""

import pytest
from companion import texts
from companion.texts import english, text


def keys(table):
    return [line.partition("=")[0] for line in table.split("\n") if line and line[0] != "#"]


def test_every_key_stands_once():
    found = keys(english.TURN) + keys(english.TEXTS)
    assert len(found) == len(set(found))


def test_what_a_turn_says_is_there_without_the_rest(monkeypatch):
    texts.give_back()
    monkeypatch.setattr(texts, "_read", None)
    for key in keys(english.TURN):
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
