"""The rulings of The Shipwreck Arcana: the questions of all sources have an answer, in every language."""

import re

import pytest
from arcana_host.games.shipwreck.rulings import SOURCES, rulings
from arcana_portable.translation import device_texts, is_begun
from companion.canvas import MEDIUM, SMALL, Canvas, wrap
from companion.screens.menu import TextPages
from companion.screens.settings import languages
from memory_app import MemoryApp
from player import Player
from rules.test_pages import PAGE, ROWS

from shared_rules.shipwreck import CARDS, POWERS

TOGETHER = {
    **dict.fromkeys(("000-13", "000-19", "000-20"), "000-4"),
    "000-28": "000-27",
    "000-31": "000-30",
    "000-43": "000-42",
    "000-47": "000-46",
    "000-50": "000-49",
    "000-53": "000-41",
    "002-58": "000-15",
    "002-61": "002-60",
}
"""Questions of the sources that one answer settles together with another question."""
SAME = {"001-31": "002-59", "001-32": "000-15"}
COMPLETE = [each for each in languages() if not is_begun(each)]
IN_EACH = pytest.mark.parametrize("language", COMPLETE)


def fields(language):
    return [line.split("|") for line in device_texts("shipwreck", language, "rulings")]


def test_every_question_of_the_sources_has_an_answer():
    asked = [row[0] for row in ROWS if row[1].endswith(", Q") and not row[3].startswith("as ")]
    ids = {each[0] for each in fields("english")}
    missing = [id for id in asked if {**TOGETHER, **SAME}.get(id, id) not in ids and not id.startswith("003")]
    assert not missing, f"[rulings] lacks {missing}"


def test_the_page_has_what_is_marked_as_our_reading():
    rows = [row.strip("| ").split(" | ") for row in re.findall(r"(?m)^\| [RD]\d.*", PAGE)]
    ours = [[each[0], *each[5:]] for each in fields("english") if each[3] == "ours"]
    assert sorted(row[:3] for row in rows) == sorted(ours)
    assert all(row[3] for row in rows)


@IN_EACH
def test_an_entry_has_a_moment_a_source_cards_or_powers_a_question_and_an_answer(language):
    for id, topic, moments, source, about, question, answer in fields(language):
        assert topic in ("powers", "cards", "prediction", "fading", "turn", "deep"), id
        assert (
            set(moments.split()) <= {"before-play", "after-play", "after-predict", "end", "deal"} != set()
        ), id
        assert source in SOURCES and set(about.split()) <= {*CARDS, *POWERS}, id
        assert question.endswith("?") and answer.endswith("."), id


def test_languages_differ_only_in_question_and_answer():
    english = [each[:5] for each in fields("english")]
    for language in COMPLETE:
        assert [each[:5] for each in fields(language)] == english


@IN_EACH
def test_a_question_is_a_line_of_a_list_and_an_answer_a_page(language):
    for id, *_, question, answer in fields(language):
        assert MEDIUM.width(question) <= Canvas().side - 12, (id, question)
        assert len(wrap(answer, SMALL, Canvas().side - 8)) <= 7, id


def test_at_the_table_only_those_on_what_lies_there_are_first():
    """On Dawn before the play, on The Thief after it."""
    app = MemoryApp()
    row = "setup standard doom=0 sets=base,imago,stars players=Ann,Bo row=the-thief,dawn,the-key,the-shore"
    app.session.begin(row)
    player = Player(app)
    player.press("b")
    player.open_menu()
    player.choose_label("rulings")
    first = ["Which fate does Shadows raise?", "How does The Thief work?", "All rulings, by topic"]
    assert [label for label, _ in player.top.rows] == first
    player.press("a", "a")
    app.session.enter("play 5 2")
    player.open_menu()
    player.choose_label("rulings")
    assert player.top.rows[0][0] == "How does The Thief work?"
    player.press("b")
    assert isinstance(player.top, TextPages) and player.top.title == "How does The Thief work?"


def test_every_power_can_be_looked_up():
    assert {about for each in fields("english") for about in each[4].split()} >= set(POWERS)


def test_the_first_word_may_be_a_game(arcana):
    assert "blight" not in arcana("rulings", "shipwreck")[1]
    assert "R12" not in arcana("rulings", "spirit-island")[1]
    everything = arcana("rulings")[1]
    assert "R12" in everything and "F24" in everything
    status, _, err = arcana("rulings", "score-pad")
    assert status == 1 and "No ruling" in err
    assert len(rulings("english")) == len(fields("english"))
