"""Looking back: what could be known, how sure a prediction was, and the facts that are counted."""

import json
import re

import pytest
from arcana_host import vectors_folder
from arcana_host.games.shipwreck.review import describe_turn, review
from arcana_host.games.shipwreck.review_page import page
from arcana_host.games.shipwreck.whole_review import review_completely
from arcana_host.library.store import Library
from arcana_portable.games.shipwreck.facts import gather
from arcana_portable.replay import replay
from rules.random_games import random_game
from rules.vectors import vectors

VECTORS = [vectors_folder() / f"{name}.arcana" for name, _, _ in vectors("shipwreck")]


def turns(*events, row="dawn,midnight,the-key,the-deep", doom=2, players="Ann,Bo", sets="base"):
    setup = f"setup standard doom={doom} sets={sets} players={players} row={row}"
    return review(replay("\n".join([setup, *events]) + "\n"))


def test_what_could_be_known_and_what_came_to_light():
    (turn, *_) = turns("play 4 1", "predict 3 hit", "end")
    assert (turn.possible, turn.fate, turn.outcome) == ([1, 2, 3], 3, "hit")
    assert describe_turn(turn) == ["The fate kept could be 1, 2 or 3."]


def test_shadows_lets_a_prediction_name_either_value():
    events = ["play 4 1", "end", "deal 1 the-deep", "use the-ghost", "play 5 2", "predict 4 hit"]
    turn = turns(*events, row="the-ghost,dawn,the-key,midnight", sets="base,promo")[1]
    # 5 > k + 1: the fate is 1, 2 or 3, and a 4 names the 3 as well
    assert (turn.possible, turn.fate) == ([1, 2, 3], 3)
    assert describe_turn(turn)[-1] == "The fate was a 3."


def test_a_certain_fate_that_was_not_predicted_is_named_when_doom_followed():
    (turn, *_) = turns("play 7 1", "end", row="the-mirror,dawn,the-key,midnight")
    assert turn.fate == 7
    assert turn.certain[0].startswith("The fate was certainly a 7")


def test_a_miss_against_all_logic_is_named():
    held = ("play 6 1", "end", "play 1 3", "end")
    # Ann held a 5, 6 or 7 from Leviathan; a 3 on Midnight says that she kept it
    look = turns(*held, "play 3 3", "predict 4 miss", row="leviathan,dawn,midnight,the-shore")[2]
    assert look.held == look.possible == [5, 6, 7]
    assert look.certain == ["From what was known, the prediction could not be right."]


def test_an_illegal_play_tells_nothing():
    (turn, *_) = turns("play 4 1", "illegal", "end")
    assert turn.possible == []
    assert describe_turn(turn) == ["There was no legal play."]


def test_every_vector_can_be_looked_at():
    for path in VECTORS:
        for turn in review(replay(path.read_text())):
            if turn.fate and turn.possible:
                assert turn.fate in turn.possible, (path.stem, turn.number)
            assert describe_turn(turn), (path.stem, turn.number)


@pytest.mark.parametrize("path", VECTORS[:2], ids=lambda path: path.stem)
def test_a_review_is_written_as_text_page_and_json(arcana, tmp_path, path):
    assert arcana("import", path, "--library", tmp_path)[0] == 0
    target = tmp_path / "review.html"
    status, out, _ = arcana("review", "--library", tmp_path, "--html", target, "--json")
    assert status == 0
    turns = json.loads(out)["turns"]
    html = target.read_text()
    assert html.count("<section ") == len(turns)
    # one file that needs no other
    assert set(re.findall(r'(?:src|href)="([^:"]*):', html)) <= {"data"}
    assert arcana("review", "--library", tmp_path)[1].count("Turn ") >= len(turns)


def test_a_record_that_is_in_no_library_is_reviewed(arcana, tmp_path, library):
    folder = library.path.parent
    status, out, err = arcana("review", VECTORS[0], "--library", folder)
    assert (status, err) == (0, "")
    assert out.startswith(VECTORS[0].name) and "Turn 1" in out
    bad = tmp_path / "bad.arcana"
    bad.write_text("play 4 1\n")
    status, out, err = arcana("review", bad, "--library", folder)
    assert (status, out) == (2, "") and "bad.arcana" in err
    assert "There is no game nowhere" in arcana("review", "nowhere", "--library", folder)[2]


def test_a_picture_names_the_players_of_its_turn_in_the_language_of_the_page(monkeypatch):
    from arcana_host.games.shipwreck import final_table
    from arcana_portable.translation import speaking
    from companion.canvas import Canvas

    written = []
    text = Canvas.text
    monkeypatch.setattr(
        Canvas, "text", lambda self, words, *rest: written.append(words) or text(self, words, *rest)
    )
    setup = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,midnight,the-key,the-deep"
    with speaking("german"):
        final_table.picture([setup, "play 4 1"])
        final_table.picture([setup, "play 4 1", "end", "join Cy"])
    assert "Ann, Bo" in written and "Ann, Bo, Cy" in written
    assert "Runde 1" in written
    # a number line would be one player's, without a name
    with speaking("german"):
        final_table.picture([setup + " assist=number-line", "play 4 1"])
    assert "Steine" not in written


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
    assert facts == {
        "difficulty": 2,
        "players": ["Ann", "Bo", "Cy"],
        "hit_run": 2,
        "predictions": "Ann- Bo+ Bo+",
        "doom_from_misses": 1,
        "doom_from_fading": 2,
        "doom_by_turn": "1 0 2 0 0",
        "faded": "the-huntress the-mirror",
        "laid": "dawn the-huntress the-mirror the-key the-judge the-lord",
        "used": "",
    }


@pytest.mark.parametrize("seed", range(40))
def test_the_facts_of_any_game_agree_with_its_record_and_its_end(seed):
    game = random_game(seed).game
    facts = facts_of(*game.events)
    words = [event.split(" ") for event in game.events]
    made = [word[-1] for word in words if word[0] == "predict"]
    signs = [text[-1] for text in facts["predictions"].split()]
    assert signs == ["+" if last == "hit" else "-" for last in made]
    assert facts["difficulty"] + facts["doom_from_misses"] + facts["doom_from_fading"] == game.doom
    rises = facts["doom_by_turn"].split()
    assert sum(map(int, rises)) == game.doom - facts["difficulty"]
    assert len(rises) == game.turn
    assert len(facts["laid"].split()) == 4 + sum(word[0] == "deal" for word in words)
    assert len(facts["used"].split()) == sum(word[0] == "use" for word in words)
    assert facts["hit_run"] == max(map(len, "".join(made).replace("hit", "h").split("miss")), default=0)


def test_the_library_has_the_facts_of_its_games(tmp_path):
    with Library(tmp_path) as library:
        library.add("\n".join(random_game(1).events))
        (game,) = library.stored()
    assert game.facts == gather(replay(game.entry.record))
