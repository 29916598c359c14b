"""Looking back: what could be known, how sure a prediction was, and the facts that are counted."""

import json
import re

import pytest
from arcana_host import vectors_folder
from arcana_host.games.shipwreck.facts import Facts, gather
from arcana_host.games.shipwreck.review import describe_turn, review
from arcana_host.games.shipwreck.review_page import page
from arcana_host.games.shipwreck.whole_review import review_completely
from arcana_host.library.store import Library
from arcana_host.replay import replay
from rules.random_games import random_game
from rules.vectors import vectors

VECTORS = [vectors_folder() / f"{name}.arcana" for name, _, _ in vectors("shipwreck")]


def turns(*events, row="dawn,midnight,the-key,the-deep", doom=2, players="Ann,Bo", sets="base"):
    setup = f"setup standard doom={doom} sets={sets} players={players} row={row}"
    return review(replay("\n".join([setup, *events]) + "\n"))


def test_a_prediction_has_the_chance_that_the_draws_give_it():
    (turn, *_) = turns("play 4 1", "predict 3 hit", "end")
    assert turn.known.possible == [1, 2, 3]
    assert turn.certainty == pytest.approx(1 / 3)
    assert (turn.fate, turn.outcome) == (3, "hit")


def test_two_predictions_have_the_chance_of_both():
    (turn, *_) = turns(
        "play 4 1", "predict 1,2 miss", row="the-wish,dawn,the-key,midnight", sets="base,promo"
    )
    # The Wish tells nothing: 4 and another one have 2*3*3 ways each, two 4s have 3*2
    assert turn.certainty == pytest.approx(36 / (6 * 18 + 6))


def test_shadows_lets_a_prediction_name_either_value():
    events = ["play 4 1", "end", "deal 1 the-deep", "use the-ghost", "play 5 2", "predict 4 hit"]
    turn = turns(*events, row="the-ghost,dawn,the-key,midnight", sets="base,promo")[1]
    # 5 > k + 1: the fate is 1, 2 or 3, and a 4 names the 3 as well
    assert turn.known.possible == [1, 2, 3]
    assert turn.certainty == pytest.approx(turn.known.chance([3]))
    assert turn.fate == 3


def test_what_else_the_hand_allowed_and_what_it_would_have_told():
    (turn, *_) = turns("play 4 1", "predict 1 hit")
    # 4 and 1: Dawn with the 4, Midnight with the 1, The Deep with either
    assert {other.text for other in turn.others} == {"play 1 2", "play 1 4", "play 4 4"}
    left = {other.text: other.left for other in turn.others}
    assert left == {"play 1 2": 6, "play 1 4": 4, "play 4 4": 1}
    assert turn.others[0].text == "play 4 4"
    assert "The 4 on The Deep would have revealed more: 1 value left" in " ".join(describe_turn(turn))


def test_the_hours_are_an_alternative_only_to_themselves():
    (turn, *_) = turns("play 6 0", "predict 6 hit", row="dawn,midnight,the-deep,the-key")
    assert [other.text for other in turn.others] == []


def test_a_certain_fate_that_was_not_predicted_is_named_when_doom_followed():
    (turn, *_) = turns("play 7 1", "end", row="the-mirror,dawn,the-key,midnight")
    assert turn.fate == 7
    assert turn.doom[0].startswith("The fate was certainly a 7")


def test_a_guess_that_would_have_cost_less_on_average_is_named():
    # two doom against three with one half
    (turn, *_) = turns("play 4 1", "end", row="the-beast,the-noble,the-key,midnight")
    assert turn.doom == ["Guessing 3 or 5 (50% likely) would have cost less doom on average."]


def test_a_miss_against_all_logic_is_named():
    held = ("play 6 1", "end", "play 1 3", "end")
    # Ann held a 5, 6 or 7 from Leviathan; a 3 on Midnight says that she kept it
    look = turns(*held, "play 3 3", "predict 4 miss", row="leviathan,dawn,midnight,the-shore")[2]
    assert look.held == [5, 6, 7]
    assert look.certainty == 0
    assert look.doom == ["From what was known, the prediction could not be right."]


def test_a_better_guess_is_named():
    # with the Blind Man a 4 beside the 4 has 6 ways, every other value 18
    (turn, *_) = turns("play 4 3", "predict 4 miss", row="dawn,the-rider,the-blind-man,the-deep")
    assert turn.doom == ["1, 2, 3, 5, 6 or 7 was the better guess (16% likely)."]


def test_an_illegal_play_tells_nothing():
    (turn, *_) = turns("play 4 1", "illegal", "end")
    assert turn.known is None
    assert describe_turn(turn) == ["No play so far reveals anything."]


def test_every_vector_can_be_looked_at():
    for path in VECTORS:
        for turn in review(replay(path.read_text())):
            assert turn.certainty is None or 0 <= turn.certainty <= 1, (path.stem, turn.number)
            assert turn.outcome != "hit" or turn.certainty != 0, (path.stem, turn.number)
            if turn.fate and turn.known:
                assert turn.fate in turn.known.possible, (path.stem, turn.number)
            assert describe_turn(turn), (path.stem, turn.number)


@pytest.mark.parametrize("path", VECTORS[:2], ids=lambda path: path.stem)
def test_a_review_is_written_as_text_page_and_json(arcana, tmp_path, path):
    assert arcana("import", path, "--library", tmp_path)[0] == 0
    target = tmp_path / "review.html"
    status, out, _ = arcana("review", "--library", tmp_path, "--html", target, "--json")
    assert status == 0
    turns = json.loads(out)["turns"]
    assert [
        turn for turn in turns if turn["possible"] and sorted(map(int, turn["ways"])) != turn["possible"]
    ] == []
    html = target.read_text()
    assert html.count("<section ") == len(turns)
    # one file that needs no other
    assert set(re.findall(r'(?:src|href)="([^:"]*):', html)) <= {"data"}
    assert arcana("review", "--library", tmp_path)[1].count("Turn ") >= len(turns)


def test_what_a_page_shows_is_escaped():
    played = replay(VECTORS[0].read_text())
    html = page("Ann & <b>Bo</b>", played, review_completely(played)).decode()
    assert "Ann &amp; &lt;b&gt;Bo&lt;/b&gt;" in html and "<b>Bo" not in html


def test_a_page_is_not_written_over(arcana, tmp_path):
    arcana("import", VECTORS[0], "--library", tmp_path)
    target = tmp_path / "review.html"
    target.write_text("mine")
    status, _, err = arcana("review", "--library", tmp_path, "--html", target)
    assert status != 0 and "--force" in err and target.read_text() == "mine"


# the facts of a game: what a person would count who reads its record

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
