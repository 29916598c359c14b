"""The rulings of Spirit Island: all are there in every language, in our own words, and fit onto the panel."""

from pathlib import Path

import pytest
from arcana_portable.translation import device_texts, is_begun
from companion import games as games_of_device
from companion.canvas import MEDIUM, SMALL, Canvas, wrap
from companion.screens.settings import languages
from games import eight_words
from games.eight_words import shared_with

from shared_rules.spirit_island.tables import adversary_ids, scenario_names, spirit_boxes, spirit_names

ENTRIES = "E1 E2a E2b E2c E2d E3 E4 E5 E6".split() + [f"F{number}" for number in range(1, 38)]
DAMAGED = "F2 F5 F7 F12 F16 F18 F24 F26 F36".split()
STEPS = {"growth", "fast", "event", "fear", "ravage", "build", "explore", "slow", "time"}
TOPICS = 15
KNOWN = {
    *spirit_names(),
    *(box for box, _ in spirit_boxes()),
    *adversary_ids(),
    *(id for id, _ in scenario_names()),
    "events",
}
"""What a ruling may need: ids of spirits, boxes, adversaries and scenarios, and event cards."""
COMPLETE = [each for each in languages() if not is_begun(each)]
IN_EACH = pytest.mark.parametrize("language", COMPLETE)


def rulings(language):
    return [row.split("|") for row in device_texts("spirit_island", language, "rulings")]


@IN_EACH
def test_every_entry_is_there_and_says_whether_its_text_was_damaged(language):
    ids = [fields[0] for fields in rulings(language)]
    missing = [id for id in ENTRIES if id not in {each.rstrip("+") for each in ids}]
    assert not missing, f"{language} lacks [rulings] {missing}"
    assert [id.rstrip("+") for id in ids] == ENTRIES
    assert [id[:-1] for id in ids if id.endswith("+")] == DAMAGED


@IN_EACH
def test_an_entry_has_a_topic_steps_tags_a_question_and_an_answer(language):
    for fields in rulings(language):
        id, topic, steps, tags, needs, question, answer = fields
        assert topic.replace("-", "").isalpha() and topic.islower(), id
        assert steps and set(steps.split(" ")) <= STEPS, id
        assert all(tag.strip() == tag != "" for tag in tags.split(";")), id
        assert set(needs.split()) <= KNOWN, id
        assert question.endswith("?") and answer.endswith(".") and "=" not in question, id


def test_languages_differ_only_in_question_and_answer():
    english = {fields[0]: fields[:5] for fields in rulings("english")}
    topics = {topic for _id, topic, *_rest in english.values()}
    assert len(topics) == TOPICS, f"the topics of [rulings] in english.txt are {topics}"
    for language in COMPLETE:
        for fields in rulings(language):
            assert fields[:5] == english[fields[0]], language


@IN_EACH
def test_a_question_is_a_line_of_a_list_and_an_answer_has_two_pages_at_most(language):
    for id, *_, question, answer in rulings(language):
        assert MEDIUM.width(question) <= Canvas().side - 12, (id, question)
        lines = [line for part in answer.split("  ") for line in wrap(part, SMALL, Canvas().side - 8)]
        assert len(lines) <= 14, id
        assert max(SMALL.width(line) for line in lines) <= Canvas().side - 8, id


@pytest.mark.parametrize(
    "path",
    sorted((Path(games_of_device.__file__).parent / "spirit_island").glob("*.txt")),
    ids=lambda path: f"{path.stem}",
)
def test_no_text_has_eight_words_in_a_row_of_the_document(path):
    assert shared_with(path.read_text(encoding="utf-8")) == []


def test_eight_words_of_a_document_are_noticed_however_they_are_written(monkeypatch, tmp_path):
    monkeypatch.setattr(eight_words, "FILE", tmp_path / "runs.bin")
    eight_words.FILE.write_bytes(b"".join(eight_words.runs("one two three four five six seven eight nine")))
    assert shared_with("Two, three (four) five six: SEVEN eight nine!") == [
        "two three four five six seven eight nine"
    ]
    assert shared_with("three four five six seven eight nine ten") == []
