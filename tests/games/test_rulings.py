"""The rulings: all are there in every language, in our own words, fit onto the panel, and are looked up."""

import re
from pathlib import Path

import pytest
from arcana_host.games.shipwreck.rulings import SOURCES
from arcana_portable.translation import device_texts, is_begun
from companion import games as games_of_device
from companion.canvas import MEDIUM, SMALL, Canvas, wrap
from companion.screens.question import TextPages
from companion.screens.settings import languages
from games.eight_words import shared_with
from memory_app import MemoryApp
from player import Player
from rules.test_pages import DAMAGED, ENTRIES, PAGE, ROWS

from shared_rules.shipwreck import CARDS, POWERS
from shared_rules.spirit_island.tables import adversary_ids, scenario_names, spirit_boxes, spirit_names

FIELDS = {
    "spirit_island": (
        "blight bonuses counting defend fear health incarna instructions invader-cards isolate pieces powers"
        " ravage triggers vitality",
        "growth fast event fear ravage build explore slow time",
        {
            *spirit_names(),
            *(box for box, _ in spirit_boxes()),
            *adversary_ids(),
            *(id for id, _ in scenario_names()),
            "events",
        },
        14,
    ),
    "shipwreck": (
        "powers cards prediction fading turn deep",
        "before-play after-play after-predict end deal",
        {*CARDS, *POWERS},
        7,
    ),
}
"""Of each game the topics, the moments, what a ruling may be about or need, and the lines of an answer."""
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


def fields(language, game="shipwreck"):
    return [line.split("|") for line in device_texts(game, language, "rulings")]


@pytest.mark.parametrize("language", [each for each in languages() if not is_begun(each)])
@pytest.mark.parametrize("game", FIELDS)
def test_an_entry_is_complete_fits_onto_the_panel_and_differs_in_question_and_answer_only(game, language):
    topics, moments, known, most = FIELDS[game]
    rows = fields(language, game)
    assert [each[:5] for each in rows] == [each[:5] for each in fields("english", game)]
    assert {each[1] for each in rows} == set(topics.split())
    for id, _topic, its, tags, about, question, answer in rows:
        assert set(its.split()) <= set(moments.split()) and its, id
        assert all(tag.strip() == tag != "" for tag in tags.split(";")), id
        assert tags in SOURCES or game != "shipwreck", id
        assert set(about.split()) <= known, id
        assert question.endswith("?") and answer.endswith(".") and "=" not in question, id
        assert MEDIUM.width(question) <= Canvas().side - 12, (id, question)
        lines = [line for part in answer.split("  ") for line in wrap(part, SMALL, Canvas().side - 8)]
        assert len(lines) <= most and max(map(SMALL.width, lines)) <= Canvas().side - 8, id


def test_every_entry_of_the_document_is_there_and_says_whether_it_was_damaged():
    ids = [each[0] for each in fields("english", "spirit_island")]
    assert [id.rstrip("+") for id in ids] == ENTRIES
    assert [id[:-1] for id in ids if id.endswith("+")] == DAMAGED


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


@pytest.mark.parametrize(
    "path",
    sorted((Path(games_of_device.__file__).parent / "spirit_island").glob("*.txt")),
    ids=lambda path: f"{path.stem}",
)
def test_no_text_has_eight_words_in_a_row_of_the_document(path):
    assert shared_with(path.read_text(encoding="utf-8")) == []
