"""The score pad on the desktop: told, shown, counted and shared, by the name of what was played."""

import json
from pathlib import Path
from urllib.parse import unquote

from arcana_host.games import load
from arcana_host.library import sharing
from arcana_portable.games import sheets
from arcana_portable.library.bgstats import play_file
from arcana_portable.library.entry import to_share
from arcana_portable.replay import replay
from arcana_portable.translation import speaking

from shared_rules.play_link import play_link
from shared_rules.score_pad import Game

ROOT = Path(__file__).resolve().parent.parent.parent
HEARTS = (ROOT / "tests/vectors/score-pad-hearts.arcana").read_text(encoding="utf-8")
SKAT = (ROOT / "tests/vectors/score-pad-skat.arcana").read_text(encoding="utf-8")
DATE = '[Date "2026-11-20 20:15"]\n'
PAD = load("score_pad")


def test_it_is_told_round_by_round():
    chapters = PAD.story(replay(HEARTS))
    assert [chapter.heading for chapter in chapters[:3]] == [
        "The table",
        "Round 1: Ann deals",
        "Round 2: Bo deals",
    ]
    assert chapters[0].sentences == ["Hearts: Ann, Bo, Cy, Di play to 50 points.", "The lowest total wins."]
    assert chapters[1].sentences == ["Ann 0, Bo 13, Cy 5, Di 8.", "That makes Ann 0, Bo 13, Cy 5, Di 8."]
    assert "Round 2 is corrected: Bo has 20 in it." in chapters[4].sentences
    assert chapters[-1].as_json() == {"heading": "The game is over.", "sentences": ["A tie: Ann, Cy."]}


def test_the_table_has_every_round_and_the_totals():
    state = replay(HEARTS).states[-1]
    shown = sheets.sheet(state)
    assert shown["table"] == [
        ["Player", "1", "2", "3", "4", "Total"],
        ["Ann", "4", "0", "3", "0", "7"],
        ["Bo", "13", "20", "15", "2", "50"],
        ["Cy", "5", "0", "2", "0", "7"],
        ["Di", "8", "0", "6", "24", "38"],
    ]
    assert sheets.sentences(shown)[:3] == ["Round 4. A tie: Ann, Cy.", "Title: Hearts.", "Goal: 50."]
    running = replay(SKAT).states[4]
    with speaking("german"):
        assert sheets.sheet(state)["moment"] == "Gleichstand: Ann, Cy."
        assert sheets.sheet(running)["moment"] == "Zoé gibt."
    assert sheets.sheet(running)["table"][1] == ["Jörg", "", "-96", "-96"]


def test_a_play_of_bg_stats_has_the_name_of_what_was_played(library):
    games = []
    unnamed = HEARTS.replace(" title=Hearts", "").replace("Ann", "Abe")
    for text in (HEARTS, SKAT, unnamed):
        added = library.add(DATE + text)
        games.append(to_share(added[0]))
    shared = json.loads("".join(play_file(games)))
    assert [(game["name"], game["bggId"], game["highestWins"]) for game in shared["games"]] == [
        ("Hearts", 0, False),
        ("Skat", 6819, True),
        ("Score Pad", 0, False),
    ]
    names = {player["id"]: player["name"] for player in shared["players"]}
    hearts = shared["plays"][0]["playerScores"]
    assert {names[one["playerRefId"]]: (one["score"], one["winner"]) for one in hearts} == {
        "Ann": ("7", True),
        "Bo": ("50", False),
        "Cy": ("7", True),
        "Di": ("38", False),
    }


def test_life_totals_are_told_and_shown_with_their_start():
    life = (ROOT / "tests/vectors/score-pad-life.arcana").read_text(encoding="utf-8")
    replayed = replay(life)
    assert PAD.story(replayed)[0].sentences[0] == "Magic: Ann, Bo, Cy play from 20 points down."
    shown = sheets.sheet(replayed.states[-1])
    assert shown["moment"] == "Won: Cy." and ["Points at the beginning", "20"] in shown["rest"]
    # Bo is out, and nobody waits for points
    assert "entry" not in shown or not shown["entry"]
    nobody = replay("setup score-pad players=Ann,Bo start=20\nround -20,-30\n")
    assert sheets.sheet(nobody.states[-1])["moment"] == "A tie: nobody is left."


def test_a_round_without_points_is_not_read_out_as_a_gap():
    head, title, solos, *rows = sheets.sentences(sheets.sheet(replay(SKAT).states[4]))
    assert (head, title, solos) == ("Round 2. Zoé deals.", "Title: Skat.", "Had a solo: Zoé.")
    assert rows == ["Jörg (2: -96, Total: -96).", "Zoé (1: 48, Total: 48).", "Łukasz (Total: 0)."]


def test_a_game_that_was_fetched_is_told_with_what_was_played_and_who_won(library):
    def outcome(record):
        entry = library.add(record)[0]
        return load(entry.game).outcome(entry)

    unnamed = HEARTS.replace(" title=Hearts", "")
    assert outcome(unnamed) == "a tie of Ann, Cy"
    assert outcome(SKAT) == "Skat, won by Jörg"


def test_a_game_as_csv_has_a_line_for_each_round_and_the_totals(library):
    entry = library.add(HEARTS)[0]
    game = to_share(entry)
    assert sharing.turns(game).decode().splitlines() == [
        "round,dealer,Ann,Bo,Cy,Di",
        "1,Ann,4,13,5,8",
        "2,Bo,0,20,0,0",
        "3,Cy,3,15,2,6",
        "4,Di,0,2,0,24",
        "total,,7,50,7,38",
    ]
    skat = sharing.turns(to_share(library.add(SKAT)[0])).decode("utf-8-sig").splitlines()
    assert skat[:3] == ["round,dealer,Jörg,Zoé,Łukasz", "1,Jörg,,48,", "2,Zoé,-96,,"]


MILLIONS = (
    "setup score-pad players=Ann,Bo goal=9999999 wins=high rounds=0 title=Monopoly bgg=1406\n"
    "round 9999998,-9999999\nround 1,0\n"
)


def test_numbers_of_seven_digits_are_whole_in_everything_that_is_exported(library):
    game = to_share(library.add(DATE + MILLIONS)[0])
    assert sharing.turns(game).decode().splitlines() == [
        "round,dealer,Ann,Bo",
        "1,Ann,9999998,-9999999",
        "2,Bo,1,0",
        "total,,9999999,-9999999",
    ]
    (play,) = json.loads("".join(play_file([game])))["plays"]
    assert [(one["score"], one["winner"]) for one in play["playerScores"]] == [
        ("9999999", True),
        ("-9999999", False),
    ]
    replayed = replay(MILLIONS)
    assert sheets.sheet(replayed.states[-1])["table"][1:] == [
        ["Ann", "9999998", "1", "9999999"],
        ["Bo", "-9999999", "0", "-9999999"],
    ]
    assert PAD.story(replayed)[0].sentences[0] == "Monopoly: Ann, Bo play to 9999999 points."
    link = unquote(play_link(Game.replay(MILLIONS.splitlines()).as_play(), "0badcafe", 520))
    data = json.loads(link.partition("data=")[2])
    assert [player["score"] for player in data["players"]] == [9999999, -9999999]


ABANDONED = (
    "setup score-pad players=Ann,Bo,Cy,Di goal=50 wins=low rounds=0 title=Hearts\nround 0,20,6,0\nabandon\n"
)


def statistics(library):
    found = [(entry, PAD.facts(replay(entry.record))) for entry in library.games()]
    return PAD.statistics(found)


def test_the_statistics_are_by_title_and_abandoned_games_count_as_such(library):
    for text in (HEARTS, SKAT, ABANDONED):
        library.add(text)
    counted = statistics(library).as_json()
    assert (counted["games"], counted["abandoned"]) == (3, 1)
    assert list(counted["titles"]) == ["Hearts", "Skat"]
    hearts = counted["titles"]["Hearts"]
    assert (hearts["games"], hearts["abandoned"]) == (2, 1)
    assert hearts["players"]["Ann"] == {"games": 1, "won": 1, "mean": 7.0, "best": 7}
    assert hearts["players"]["Bo"] == {"games": 1, "won": 0, "mean": 50.0, "best": 50}
    assert counted["titles"]["Skat"]["players"]["Jörg"]["best"] == 144


def test_a_solo_is_told_and_shown():
    record = "setup score-pad players=Ann,Bo zero=yes solos=yes title=Ticket_to_Ride\nsolo Bo\nround 3,-3\n"
    played = replay(record)
    assert "Bo has a solo." in PAD.story(played)[1].sentences
    assert ["Had a solo", "Bo"] in sheets.sheet(played.states[-1])["rest"]
    assert ["Title", "Ticket to Ride"] in sheets.sheet(played.states[-1])["rest"]
