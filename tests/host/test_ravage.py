"""`arcana ravage`: a Ravage in one land, for people and for programs."""

import json

import pytest
from arcana_host.games.spirit_island import GAME
from arcana_host.games.spirit_island.facts import gather
from arcana_host.games.spirit_island.question import outcome_as_json, read_question
from arcana_host.games.spirit_island.ravage_words import _RULES, Words
from arcana_host.replay import replay
from arcana_host.translation import speaking
from rules.spirit_island_lands import random_land
from rules.vectors import FOLDER

from shared_rules.spirit_island.lands.ravage import ravage

EXAMPLE = "E2 T1s1 C1 D3 blight=1 badlands=1 vitality=0 defend=2"


def test_programs_read_the_answer_of_the_game_record(arcana):
    status, out, err = arcana("ravage", EXAMPLE, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == outcome_as_json(ravage(*read_question(EXAMPLE)))
    assert json.loads(out)["after"] == "E2 T1 D1 blight=2 badlands=1"
    # quotes may be left out, and an adversary changes the answer
    status, out, _ = arcana("ravage", *EXAMPLE.split(), "--adversary", "sweden:3", "--json")
    assert status == 0 and json.loads(out)["damage"] == 7


def test_people_read_the_answer_and_the_steps(arcana):
    status, out, _ = arcana("ravage", EXAMPLE)
    assert status == 0
    assert out.startswith("1 blight, cascades · dahan lost: 2\nDestroyed: 1 city · fear 2\n")
    assert "Defend 4: no blight · Defend 5: no dahan lost\n" in out
    assert "1. Strife is removed" in out and "Defend reduces" not in out
    assert "Defend reduces" in arcana("ravage", EXAMPLE, "--explain")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["E2 X1"], "'X1' is neither pieces"),
        (["E1 blight=1 blight=2"], "'blight' appears twice."),
        (["E1", "--adversary", "spain:3"], "'spain:3' is not an adversary"),
    ],
)
def test_what_is_no_land_is_one_sentence_and_status_2(arcana, words, sentence):
    status, out, err = arcana("ravage", *words)
    assert (status, out) == (2, "") and sentence in err and err.count("\n") == 1


@pytest.mark.parametrize("language", ["english", "german"])
def test_every_step_has_its_rule(language, soak):
    import random

    dice = random.Random(5)
    with speaking(language):
        for _ in range(2000 if soak else 150):
            text = random_land(dice) + dice.choice(("", " before=1 cap=2 bonus=1", " together=1 defend=1"))
            adversary = dice.choice(("sweden:5", "russia:1", "habsburg-mining:1", "scotland:5"))
            words = Words(ravage(*read_question(text, [adversary])))
            assert len(words.steps) == len(words.rules) and all(words.rules)
            assert (words.rules[0] in _RULES.values()) == (language == "english")


def test_a_game_with_lands_is_told_and_counted():
    played = replay((FOLDER / "spirit-island-lands-flip.arcana").read_text())
    told = [sentence for chapter in GAME.tell(played) for sentence in chapter.sentences]
    assert "The invaders ravage A2." in told and "Added in A2: 1 city." in told
    assert "Now in A4: 2 Blight." in told
    facts = gather(played)
    # three fell to the Ravage, the one in the ocean, and 2 that a player entered
    assert (facts.fear, facts.blight) == ([3], [6])
