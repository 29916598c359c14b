"""The facts of a game: what a person would count who reads its record."""

import sqlite3

import pytest
from arcana_host.games.shipwreck import GAME
from arcana_host.games.shipwreck import facts as gathered
from arcana_host.games.shipwreck.facts import Facts, gather
from arcana_host.library import schema
from arcana_host.library.store import FILE, Library
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


def test_the_library_keeps_them_and_gathers_none_twice(tmp_path, monkeypatch):
    with Library(tmp_path) as library:
        library.add("\n".join(random_game(1).events))
        monkeypatch.setattr(gathered, "gather", lambda played: pytest.fail("gathered again"))
        ((entry, facts),) = library.facts()
    assert Facts.from_json(facts) == gather(replay(entry.record))


def test_facts_of_an_older_arcana_are_gathered_again(tmp_path, monkeypatch):
    steps = []
    with Library(tmp_path) as library:
        for seed in range(5):
            library.add("\n".join(random_game(seed).events))
        monkeypatch.setattr(type(GAME), "facts_version", GAME.facts_version + 1)
        monkeypatch.setattr("arcana_host.library.store.GATHERED_AT_ONCE", 2)
        facts = library.facts(lambda *step: steps.append(step))
        assert steps == [(2, 5), (4, 5), (5, 5)]
        assert [one for _, one in facts] == [GAME.facts(replay(entry.record)) for entry, _ in facts]
        library.facts(lambda *step: pytest.fail("gathered again"))


def test_a_library_of_an_older_arcana_is_brought_up_to_date(tmp_path):
    old = sqlite3.connect(tmp_path / FILE)
    old.executescript(schema.MIGRATIONS[0] + "pragma user_version = 1")
    record = "\n".join(random_game(3).events)
    good = ("0badcafe", None, None, '["Ann","Bo"]', "standard", '["base"]', None, 0, 2, 1, 1, record)
    refused = ("0badbeef", *good[1:-1], SETUP + "\nplay 9 9\n")
    old.executemany(f"insert into games values ({','.join('?' * 12)})", [good, refused])
    old.commit()
    old.close()
    with Library(tmp_path) as library:
        facts = {entry.id: facts for entry, facts in library.facts()}
    assert facts == {"0badcafe": GAME.facts(replay(record)), "0badbeef": None}
