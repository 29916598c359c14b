"""The facts of a game: what a person would count who reads its record."""

import pytest
from arcana_host.games.shipwreck.facts import Facts, gather
from arcana_host.library.store import Library
from arcana_host.replay import replay
from rules.random_games import random_game

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-huntress,the-mirror,the-key"


def facts_of(*events):
    return gather(replay("\n".join(events)))


def test_a_scene_at_the_table_is_counted():
    facts = facts_of(
        SETUP,
        *("play 4 1", "predict 2 miss", "end"),  # Ann: one doom
        *("play 5 2", "predict 7 hit", "end", "deal 2 the-judge"),  # Bo: The Huntress fades at no cost
        *("play 3 3", "end", "deal 3 the-lord"),  # Ann: The Mirror fades, two doom
        *("play 2 4", "predict hit", "end"),  # Bo: the second hit with no miss between
        "join Cy",
        "abandon",
    )
    assert (facts.difficulty, facts.players, facts.hit_run) == (2, ("Ann", "Bo", "Cy"), 2)
    assert facts.predictions == ("Ann-", "Bo+", "Bo+")
    assert (facts.doom_from_misses, facts.doom_from_fading) == (1, 2)
    assert facts.doom_by_turn == (1, 0, 2, 0, 0)
    assert facts.faded == ("the-huntress", "the-mirror")
    assert facts.laid == ("dawn", "the-huntress", "the-mirror", "the-key", "the-judge", "the-lord")


@pytest.mark.parametrize("seed", range(40))
def test_the_facts_of_any_game_agree_with_its_record_and_its_end(seed):
    game = random_game(seed).game
    facts = facts_of(*game.events)
    words = [event.split(" ") for event in game.events]
    made = [word[-1] for word in words if word[0] == "predict"]
    assert [text[-1] for text in facts.predictions] == ["+" if last == "hit" else "-" for last in made]
    assert facts.difficulty + facts.doom_from_misses + facts.doom_from_fading == game.doom
    assert sum(facts.doom_by_turn) == game.doom - facts.difficulty
    assert len(facts.doom_by_turn) == game.turn
    assert len(facts.laid) == 4 + sum(word[0] == "deal" for word in words)
    assert len(facts.used) == sum(word[0] == "use" for word in words)
    assert facts.hit_run == max(map(len, "".join(made).replace("hit", "h").split("miss")), default=0)


def test_the_library_has_the_facts_of_its_games(tmp_path):
    with Library(tmp_path) as library:
        library.add("\n".join(random_game(1).events))
        ((entry, facts),) = library.facts()
    assert Facts.from_json(facts) == gather(replay(entry.record))
