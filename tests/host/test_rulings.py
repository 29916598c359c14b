"""`arcana rulings`: found by words, topic, step and tag, in the language of the user."""

import json

import pytest
from arcana_host.games.spirit_island.commands import Step
from arcana_host.games.spirit_island.rulings import rulings, search
from arcana_host.translation import device_texts, speaking

from shared_rules.spirit_island.tables import adversary_names

REMINDERS = [line.split("=")[0] for line in device_texts("spirit_island", "english", "reminders")]
RULES = {id for id in REMINDERS if id.startswith(tuple(f"{id}-" for id, _ in adversary_names()))}
"""The ids of the adversaries' rules."""


def ids(arcana, *words):
    status, out, err = arcana("rulings", *words, "--json")
    assert (status, err) == (0, "")
    return [ruling["id"] for ruling in json.loads(out)]


def test_all_words_have_to_be_in_a_ruling(arcana):
    assert ids(arcana, "vitality") == ["F7", "F15", "F37"]
    assert ids(arcana, "Vitality", "SCOTLAND") == ids(arcana, "vitality scotland") == ["F37"]
    assert ids(arcana, "canny") == ["F30"]
    every = ids(arcana)
    assert len([id for id in every if id[0] in "EF"]) == 46 and every[-1] == "second-wave"
    assert len(every) == 46 + len(RULES) + 1
    assert set(every) >= RULES


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("vitality two blight", "F7"),
        ("counter attack timing", "F17"),
        ("persistent explorer france", "france-6"),
        ("france persistent explorers", "france-6"),
        ("disease", "habsburg-mining-1-mines"),
        ("strifes", "F13"),
        ("ocean scotland", "scotland-5"),
        ("second wave carries over", "second-wave"),
    ],
)
def test_words_are_found_in_any_order_and_form_and_by_others_for_the_same(arcana, words, first):
    assert ids(arcana, *words.split())[0] == first


def test_the_rules_of_the_adversaries_are_found_by_level_name_and_kind(arcana):
    assert ids(arcana, "escalation") == [f"{id}-escalation" for id, _ in adversary_names()]
    status, out, _ = arcana("rulings", "runoff")
    assert status == 0 and out.startswith("Scotland 5: Runoff and Bilgewater\nA Ravage")
    with speaking("german"):
        assert [ruling.id for ruling in search(rulings("german"), ["Seuchen"], None, None, None)[0]] == [
            "habsburg-mining-1-mines",
            "habsburg-mining-2",
        ]


def test_where_no_ruling_has_all_words_those_with_most_are_shown_with_a_word_about_it(arcana):
    status, out, _ = arcana("rulings", "vitality", "cascade", "chess")
    assert status == 0 and out.startswith("No ruling has all of these words; these have most of them.\n\n")
    assert len(ids(arcana, "vitality", "cascade", "chess")) <= 8


def test_topic_step_and_tag_choose_together(arcana):
    assert ids(arcana, "--topic", "vitality") == ["F7", "F15", "F37"]
    assert ids(arcana, "--topic", "Invader cards", "--step", "build") == ["E2c"]
    assert [id for id in ids(arcana, "--tag", "sweden") if id[0] == "F"] == ["F7", "F35", "F37"]
    assert ids(arcana, "--tag", "many minds") == ["F1", "F31"]
    # the beginning of a word counts, and not its middle
    assert search(rulings("english"), [], None, None, "weden") == ([], True)
    assert ids(arcana, "--step", "growth") == ["F3", "F22"]


def test_json_says_all_of_a_ruling(arcana):
    [ruling] = json.loads(arcana("rulings", "F36", "--topic", "powers", "--json")[1])
    assert set(ruling) == {"id", "topic", "steps", "tags", "question", "answer", "damaged"}
    assert ruling["damaged"] and ruling["steps"] == ["fast", "slow"] and ruling["tags"] == ["Repeat"]


def test_people_read_question_answer_and_where_it_belongs(arcana):
    status, out, _ = arcana("rulings", "cap", "--topic", "bonuses")
    assert status == 0
    assert out.startswith("Can a bonus exceed a cap?\nYes. Apply the cap first, then the bonus")
    assert "F34 · bonuses · Blood Draws Predators" in out
    assert "damaged" not in out and "damaged" in arcana("rulings", "F24")[1]


def test_it_speaks_and_searches_the_language_of_the_user(arcana):
    with speaking("german"):
        spoken = rulings("german")
        assert search(spoken, ["Furchtkarten"], None, None, None)[0][0].id == "F19"
    # what a language lacks is said in English
    assert rulings("volapük") == rulings("english")


@pytest.mark.parametrize("words", [["chess"], ["--topic", "chess"], ["--tag", "chess"]])
def test_what_no_ruling_has_is_said_with_the_topics_that_there_are(arcana, words):
    status, out, err = arcana("rulings", *words)
    assert (status, out) == (1, "") and "blight, bonuses, counting" in err


def test_a_step_is_one_of_those_that_rulings_have(arcana):
    assert {step.value for step in Step} == {step for ruling in rulings("english") for step in ruling.steps}
    status, _, err = arcana("rulings", "--step", "lunch")
    assert status == 2 and "lunch" in err
