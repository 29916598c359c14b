"""Spirit Island on the desktop: told, shown, counted, looked back on and shared."""

import json
import random
import re
from pathlib import Path

import pytest
from arcana_host.games import load
from arcana_host.games.spirit_island.commands import _checked
from arcana_host.games.spirit_island.random_setup import BOXES, draw, read_wish
from arcana_host.games.spirit_island.review import by_turn
from arcana_host.library.selection import Selection
from arcana_portable.errors import WordsError
from arcana_portable.games import sheets
from arcana_portable.games.spirit_island.naming import adversary_name
from arcana_portable.library.bgstats import play_file
from arcana_portable.library.entry import to_share
from arcana_portable.link.shapes import BadAnswer
from arcana_portable.page.land_form import LandForm
from arcana_portable.replay import replay
from arcana_portable.translation import device_texts, languages, speaking
from companion import texts
from memory_app import MemoryApp
from player import Player
from rules.spirit_island_games import random_game

from shared_rules.spirit_island.lands.land import read_land
from shared_rules.spirit_island.tables import adversary_ids, scenario_names, spirit_names

REMINDERS = [line.split("=")[0] for line in device_texts("spirit_island", "english", "reminders")]
ROOT = Path(__file__).resolve().parent.parent.parent
ENGLAND = (ROOT / "tests/vectors/spirit-island-england.arcana").read_text(encoding="utf-8")
CARDS = (ROOT / "tests/vectors/spirit-island-cards.arcana").read_text(encoding="utf-8")
DATE = '[Date "2026-11-20 20:15"]\n'
ISLAND = load("spirit_island")
ALONE = (
    "setup spirit-island players=Ann spirits=hearth-vigil boards=B adversary=england:4 second=sweden:1 "
    "scenario=blitz blight=none events=no"
)
ALONE_ON_A = "setup spirit-island players=Ann spirits={} boards=A blight=card events=no"


_BOTH = (
    "The game is lost: no blight is left on the card.",
    "Victory and defeat came together: a victory by sacrifice.",
)


def test_where_no_land_is_known_a_page_asks_without_one():
    setup = ALONE.replace("boards=B", "boards=thematic")
    state = replay(setup).game.state()
    shown = ISLAND.map(state, setup)
    assert shown["boards"] == shown["verbs"] == [] and shown["step"] is None
    # both adversaries count: a town has 2 health and deals 2, and 6 damage bring a second blight
    assert ISLAND.answer(state, setup, "T3", "")["lines"][1].startswith("2 blight")


def test_numbers_being_filled_in_stay_when_the_map_arrives_again():
    """A map that arrives for another land is answered late, when somebody has typed on."""
    map = ISLAND.map(replay(ALONE).game.state(), ALONE)
    chosen = LandForm(map, "B1", {}).choose()
    filled = {**chosen["form"], "E": "2"}
    assert "#land-fields" in chosen
    assert not LandForm(map, "B1", filled).choose().keys() & {"#land-fields", "form"}
    assert {"#land-fields", "form"} <= LandForm(map, "B1", {**filled, "was": "T1"}).choose().keys()


def test_the_map_asks_what_a_ravage_asks_and_offers_the_answers():
    setup = ALONE.replace("england:4 second=sweden:1", "scotland:5")
    played = replay(
        "\n".join([setup, "reveal 1J", "land B5 E1", "ravage B4 C1 D1 blight=1 cascade=?"]) + "\n"
    )
    state = played.game.state()
    assert state["owed"] == "cascade" and state["asked"] == {"cascade": "B4"}
    ISLAND.check_state(state)
    asked = ISLAND.map(state, setup)["asked"]
    assert asked["label"] == "Blight cascades: where to?"
    assert asked["answers"][:4] == [
        ["cascade B1", "B1"],
        ["cascade B1 blight=1", "B1: Blight"],
        ["cascade B1 vitality=1", "B1: Vitality"],
        ["cascade B2", "B2"],
    ]
    assert ["cascade B5", "B5"] in asked["answers"] and ["cascade -", "another land"] in asked["answers"]
    assert not [event for event, _ in asked["answers"] if event.startswith("cascade B5 ")]
    assert sheets.sheet(state)["moment"] == "Blight cascades: where to?"
    sentences = chapters(*played.game.events, "cascade B1", "runoff yes")[-1].sentences
    assert "The blight cascades to B1." in sentences and "1 blight, 3 left." in sentences


def begun(setup, *events):
    """The pieces that the map offers to begin with: its note, and the content of each land."""
    game = replay("\n".join([setup, *events]) + "\n").game
    offered = ISLAND.map(game.state(), setup)["begin"]
    if not offered:
        return None
    for event in offered["events"]:
        game.apply(event)
    return offered["note"], game.state()["lands"]


def test_the_map_begins_with_symbols_tokens_adversary_spirits_and_the_first_explore():
    setup = "setup spirit-island players=Ann,Bo spirits=shadows-flicker-like-flame,thunderspeaker boards=A,D "
    note, lands = begun(setup + "adversary=england:2 blight=card events=yes", "reveal 1J")
    assert note == ""
    # A3 and D2 are on the coast, A8 has a town, and D6 is next to that in D7
    assert lands == {
        **{"A1": "C1 beasts=1", "A2": "T1 C1 D1 disease=1", "A3": "E1 D2", "A4": "blight=1", "A5": "P1"},
        **{"A6": "D1", "A7": "D2", "A8": "E1 T1 P2"},
        **{"D1": "C1 D2 P1", "D2": "E1 T1 C1 D1 disease=1", "D3": "beasts=1", "D4": "", "D5": "D1 blight=1"},
        **{"D6": "E1", "D7": "T1 D2 P1", "D8": ""},
    }


def test_what_players_choose_is_named_and_only_a_fresh_known_island_is_offered():
    setup = ALONE_ON_A.format("sharp-fangs-behind-the-leaves")
    note, lands = begun(setup, "reveal 1W")
    assert note == "Add the presence that you place where you choose: Sharp Fangs Behind the Leaves."
    assert lands["A8"] == "T1 P1 beasts=1" and lands["A2"] == "E1 C1 D1" and lands["A5"] == "E1"
    # wilds keep the explorer of the first card away
    keeper = ALONE_ON_A.format("keeper-of-the-forbidden-wilds")
    assert begun(keeper, "reveal 1J")[1]["A8"] == "T1 P1"
    varied = keeper.replace(" blight", " scenario=varied-terrains blight")
    assert begun(varied, "reveal 1M")[1]["A1"] == "E2"
    for events in ((), ("reveal 1J", "land A1 E1"), ("reveal 1J", "next")):
        assert begun(setup, *events) is None
    assert begun(setup.replace("boards=A", "boards=thematic"), "reveal 1J") is None
    for scenario in ("second-wave", "guard-the-isles-heart"):
        assert begun(setup.replace(" blight", f" scenario={scenario} blight"), "reveal 1J") is None


def test_the_presence_of_every_spirit_lies_on_its_own_board_or_is_left_to_the_players():
    for board in "ABCDEFGH":
        for spirit in spirit_names():
            setup = f"setup spirit-island players=Ann spirits={spirit} boards={board} blight=card events=yes"
            note, lands = begun(setup, "reveal 1M")
            placed = sum(len(read_land(lying).of("P")) for lying in lands.values())
            assert placed or note, (board, spirit)


def chapters(*events):
    return ISLAND.story(replay("\n".join(events) + "\n"))


def test_a_game_is_shown_turn_by_turn():
    story = ISLAND.story(replay(ENGLAND))
    assert [chapter.heading for chapter in story] == [
        "The table",
        *("Turn 1", "Turn 2", "Turn 3", "Turn 4"),
        "The game is won.",
    ]
    assert story[0].sentences == [
        "Jörg is Thunderspeaker on board A.",
        "Zoé is Ocean's Hungry Grasp on board D.",
        "They play against England 3.",
        "The difficulty is 6.",
    ]
    assert story[1].sentences == [
        "The invaders explore Jungle (stage I): A3, A8, D2, D6.",
        "3 fear.",
        "The invaders build in Jungle (stage I): A3, A8, D2, D6.",
        "The invaders explore Sands (stage I): A4, A7, D4, D7.",
    ]
    assert "6 fear, which earns 1 fear card." in story[2].sentences
    assert "The blight card flips: Memory Fades. The island is blighted, with 7 blight left." in (
        story[3].sentences
    )
    assert story[4].sentences[-1] == "9 dahan and 4 blight are on the island: the score is 58."
    assert story[4].figures == [("terror", 1), ("earned", 1), ("blight", 8)]


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        (("fear 12",), ["12 fear, which earns 3 fear cards."]),
        (("fear 21",), ["21 fear, which earns 5 fear cards.", "Terror level 2."]),
        (("pool 2",), ["The fear pool grows by 2, to 6."]),
        (("accelerate 1W",), ["Discarded from the deck, unexplored: Wetland (stage I)."]),
        (("blight 2 B4",), ["2 blight in B4, 4 left."]),
        (("heal 1 B4",), ["1 blight from B4 goes back to the card."]),
        (("extra ravage S",), ["An extra Ravage in Sands: B3, B5."]),
        (("blight 6",), ["6 blight, 0 left.", "The game is lost: no blight is left on the card."]),
        (("won",), ["The game is won: the invaders are beaten at this terror level."]),
        (("lost adversary",), ["The game is lost: the adversary has reached its goal."]),
        (("sacrifice",), ["Victory and defeat came together: a victory by sacrifice."]),
        (("blight 6", "sacrifice"), ["6 blight, 0 left.", *_BOTH]),
        (("abandon",), ["The game was abandoned."]),
    ],
)
def test_each_event_has_its_sentence(events, sentences):
    story = chapters(ALONE, "reveal 1J", *events)
    assert story[1].sentences == ["The invaders explore Jungle (stage I): B4, B8.", *sentences]
    assert story[0].sentences[1:] == [
        "They play against England 4 and Sweden 1.",
        "The scenario is Blitz.",
        "The difficulty is 8.",
    ]


@pytest.mark.parametrize("seed", range(40))
def test_any_game_is_shown_and_reviewed(seed):
    played = replay("\n".join(random_game(seed)) + "\n")
    for language in languages():
        for state in played.states[:: max(1, len(played.states) // 10)]:
            ISLAND.check_state(state)
            with speaking(language):
                shown = sheets.sheet(state)
            assert shown["moment"].endswith((".", "?")) and shown["moment"][0].isupper()
            assert [track for track in shown["tracks"] if not 0 <= track["value"] <= track["of"]] == []
            assert "" not in sheets.sentences(shown)
    story = ISLAND.story(played)
    assert [
        sentence for chapter in story for sentence in chapter.sentences if not sentence.endswith(".")
    ] == []
    review = ISLAND.review(played)
    assert len(review.turns) == played.game.turn == len(review.as_json()["turns"])
    json.dumps(review.as_json())


def test_the_table_shows_cards_with_their_lands():
    state = replay(ENGLAND).states[-1]
    shown = sheets.sheet(state)
    # the lands of a board stay in one line
    assert shown["table"] == [
        ["Invaders", "Cards", "Lands"],
        ["Extra Build", "Sands", "A4\u00a0A7 D4\u00a0D7"],
        ["Ravage", "Mountain", "A1\u00a0A6 D5\u00a0D8"],
        ["Build", "Jungle", "A3\u00a0A8 D2\u00a0D6"],
    ]
    # how much a card began with is not known, so its blight has no track
    assert [track["name"] for track in shown["tracks"]] == ["Fear", "Terror level"]
    assert shown["rest"][0] == ["Blight left", "8"]
    assert ["Blight card", "blighted, Memory Fades"] in shown["rest"] and ["Final score", "58"] in shown[
        "rest"
    ]
    assert sheets.sentences(shown)[0] == (
        "Turn 4. Terror level 1, fear 1 of 8, blight left 8. "
        "The game is won: the invaders are beaten at this terror level."
    )
    with speaking("german"):
        german = sheets.sheet(replay(ENGLAND).states[9])
    assert german["moment"] == "Verzögerte Fähigkeiten." and german["title"] == "Runde 1"


@pytest.mark.parametrize(
    "wrong",
    [
        {"step": "lunch"},
        {"fear": {"pool": 8}},
        {"blight": {"card": 10**6, "side": "healthy", "flipped": []}},
        {"difficulty": "hard"},
        {"score": 10**9},
        {"boards": "AD"},
    ],
)
def test_a_state_that_no_game_has_is_refused(wrong):
    with pytest.raises(BadAnswer):
        ISLAND.check_state(replay(ENGLAND).states[-1] | wrong)


def test_the_facts_of_a_game():
    assert ISLAND.facts(replay(ENGLAND)) == {
        "players": ["Jörg", "Zoé"],
        "spirits": ["thunderspeaker", "oceans-hungry-grasp"],
        "adversary": "england:3",
        "second": "",
        "scenario": "",
        "difficulty": 6,
        "terror": 1,
        "score": 58,
    }
    assert by_turn(replay(ENGLAND)) == ([3, 6, 0, 0], [0, 1, 5, 0])


def add(library, *texts):
    entries = [library.add(DATE + text)[0] for text in texts]
    return [(entry, ISLAND.facts(replay(entry.record))) for entry in entries]


def test_statistics_by_adversary_spirit_players_and_level(library):
    start = "setup spirit-island players=Zoé spirits=hearth-vigil boards=B"
    lost = f"{start} adversary=england:3 blight=card events=no\nreveal 1J\nlost presence\n"
    lost += "count dahan=5 blight=7\n"
    open_ = f"{start} blight=card events=no\nreveal 1J\nabandon\n"
    statistics = ISLAND.statistics(add(library, ENGLAND, lost, open_))
    counted = json.loads(json.dumps(statistics.as_json()))
    # lost: 2 * 6, 1 card, 5 dahan, 7 blight
    assert counted["games"] == {
        "games": 3,
        "won": 1,
        "lost": 1,
        "unfinished": 1,
        "rate": 0.5,
        "score": (58 + 11) / 2,
    }
    assert counted["by_adversary"]["england:3"]["games"] == 2 and counted["by_adversary"][""]["rate"] is None
    assert counted["by_level"] == {"england": {"3": counted["by_adversary"]["england:3"]}}
    assert counted["by_spirit"]["hearth-vigil"]["games"] == 2
    assert counted["by_player"]["Zoé"] == counted["games"]
    assert counted["by_number_of_players"]["2"]["won"] == 1 and counted["by_terror"]["1"]["games"] == 3


def test_commands_show_statistics_and_a_review(arcana, tmp_path):
    path = tmp_path / "england.arcana"
    path.write_text(DATE + ENGLAND)
    arcana("import", path, "--library", tmp_path)
    out = arcana("stats", "--library", tmp_path)[1]
    assert "1 game, 1 won, 0 lost, mean score 58.0" in out
    assert "Ocean's Hungry Grasp" in out and "1/1" in out
    status, out, _ = arcana("review", "latest", "--library", tmp_path, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert status == 0 and "<polyline" in page and "Memory Fades" in page
    out = arcana("review", "latest", "--library", tmp_path)[1]
    assert "6 fear, 1 fear card earned; 1 blight." in out and "8 invader cards left in the deck." in out
    assert "Nothing was entered" not in out and "your other games" not in out
    assert "Blight came in turn 2 (1), turn 3 (5)." in out and "The terror level stayed at 1." in out
    assert "England 3" in arcana("games", "--library", tmp_path)[1]


def test_a_play_of_bg_stats_has_spirits_as_roles(library):
    entry = library.add(DATE + ENGLAND)[0]
    (play,) = json.loads("".join(play_file([to_share(entry)])))["plays"]
    assert [(one["role"], one["score"], one["winner"]) for one in play["playerScores"]] == [
        ("Thunderspeaker", "58", True),
        ("Ocean's Hungry Grasp", "58", True),
    ]
    assert play["board"] == "England 3, difficulty 6"
    assert play["comments"].startswith("Terror level 1 on turn 4.")


def test_a_review_compares_with_the_other_games_of_the_group(arcana, tmp_path):
    start = '[Game "{}"]\n[Date "2026-11-{}"]\n' + ALONE_ON_A.format("hearth-vigil")
    # turn 1 has 2 and 3 fear in two earlier games, 2 blight in one of them, which came to turn 2
    games = (
        start.format("1", "01") + "\nreveal 1J\nfear 2\nlost presence\n",
        start.format("2", "02")
        + "\nreveal 1J\nfear 3\nblight 2\n"
        + "next\n" * 3
        + "reveal 1M\nnext\nnext\nnext\nfear 1\nwon\n",
        start.format("3", "03") + "\nreveal 1J\nfear 12\nblight 1\nwon\n",
    )
    for number, text in enumerate(games):
        path = tmp_path / f"{number}.arcana"
        path.write_text(text)
        assert arcana("import", path, "--library", tmp_path)[0] == 0
    turns = json.loads(arcana("review", "3", "--library", tmp_path, "--json")[1])["turns"]
    assert [(turn["fear"], turn["usual_fear"], turn["usual_blight"]) for turn in turns] == [(12, 2.5, 1.0)]
    words = arcana("review", "3", "--library", tmp_path)[1]
    assert "2 other games of this group are compared with it." in words
    assert "In this turn of your other games: 2.5 fear, 1.0 blight." in words
    arcana("review", "3", "--library", tmp_path, "--html", tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<polyline") == 4


def test_a_review_knows_when_blight_cascaded_and_terror_rose():
    vector = ROOT / "tests/vectors/spirit-island-lands-questions.arcana"
    review = ISLAND.review(replay(vector.read_text(encoding="utf-8")))
    # A8 cascades to A5, and from there to A1
    assert [turn["cascades"] for turn in review.as_json()["turns"]] == [2]
    assert "It cascaded in turn 1 (2)." in review.opening
    setup = ALONE_ON_A.format("hearth-vigil")
    named = "land A8 T1 blight=1\nland A7 blight=1\nland A5\nravage A8 cascade=A7,A5\nflip downward-spiral\n"
    review = ISLAND.review(replay(f"{setup}\nreveal 1J\n{named}fear 12\nfear 12\nabandon\n"))
    assert review.as_json()["turns"][0]["cascades"] == 2 and review.as_json()["turns"][0]["blight"] == 3
    assert review.opening[2:] == ["Terror level 2 came in turn 1.", "Terror level 3 came in turn 1."]


def test_a_game_without_fear_and_blight_has_no_review(arcana, tmp_path):
    path = tmp_path / "empty.arcana"
    path.write_text(DATE + ALONE_ON_A.format("hearth-vigil") + "\nreveal 1J\nnext\nwon\n")
    arcana("import", path, "--library", tmp_path)
    status, out, err = arcana("review", "latest", "--library", tmp_path)
    assert (status, out) == (1, "") and "there is nothing to review" in err


# --- names, as the panel before the players has them


@pytest.mark.parametrize("language", languages())
def test_the_desktop_names_adversaries_terrains_and_steps_as_the_panel_does(language):
    texts.choose(language, "spirit_island")
    with speaking(language):
        for id in adversary_ids():
            assert adversary_name(f"{id}:3") == texts.text("adversary_" + id) + " 3"
        for state in replay(ENGLAND).states:
            shown = sheets.sheet(state)
            if not state["owed"] and not state["result"]:
                assert shown["moment"] == texts.text("step_" + state["step"]) + "."
            for row in shown["table"][1:]:
                named = {texts.text("terrain_" + letter) for letter in "JMSWCL"}
                assert set(re.split(", | and | und ", row[1])) <= named
        land = ISLAND.map(replay(ALONE).game.state(), ALONE)["boards"][0]["lands"][0]
    assert land["terrain"].split(", ")[0] in {texts.text("terrain_" + letter) for letter in "JMSW"}
    texts.choose("english")


def test_an_adversary_is_found_by_the_name_that_the_panel_shows():
    with speaking("german"):
        for named in ("england", "England", "england:6"):
            assert Selection(adversary=named).validated().adversary == named.lower()
        assert Selection(adversary="Frankreich:5").validated().adversary == "france:5"
        assert Selection(adversary="habsburg-vieh").validated().adversary == "habsburg-livestock"
        with pytest.raises(WordsError, match="habsburg-vieh, preußen, russland, schottland, schweden,"):
            Selection(adversary="atlantis").validated()
        assert _checked("schweden:3") == "sweden:3"
    assert Selection(adversary="sweden:3").validated().adversary == "sweden:3"
    with pytest.raises(WordsError):
        Selection(adversary="schweden").validated()


def test_a_list_of_games_names_the_adversaries_as_the_panel_does(library):
    against = ALONE.replace("england:4", "habsburg-mining:4").replace("sweden:1", "france:2")
    entry = library.add(f"{DATE}\n{against}\nabandon\n")[0]
    with speaking("german"):
        assert ISLAND.cell(entry, "adversary") == "Habsburg (Bergbau) 4 + Frankreich 2"
    assert entry.as_json()["adversary"] == "habsburg-mining:4 + france:2"


@pytest.mark.parametrize("seed", range(12))
def test_a_setup_drawn_by_lot_fills_in_the_form_and_has_the_difficulty(seed):
    wish = read_wish(",".join("Ann Bo Cy Di Ed Flo".split()[: 1 + seed % 6]), "all", ("6-8", "8-6")[seed % 2])
    drawn = draw(wish, random.Random(seed))
    names = {"names": ",".join(wish.players), "players": len(wish.players)}
    app = MemoryApp("spirit_island", **names, **drawn.form(wish))
    Player(app).press("b", "b")
    game = app.session.game
    assert (game.boards, game.adversary or "", game.scenario or "") == drawn[1:4]
    assert game.players == wish.players and game.spirits == drawn.spirits
    assert game.difficulty == drawn.difficulty in (6, 7, 8)


def test_boxes_have_all_that_can_be_drawn():
    found = [" ".join(box[part] for box in BOXES.values()).split() for part in range(3)]
    assert sorted(found[0]) == sorted(adversary_ids()) and "".join(found[2]) == "ABCDEFGH"
    assert all(id.startswith("second-wave") for id, _ in scenario_names() if id not in found[1])


def test_a_setup_by_lot_is_printed_where_no_device_is_and_a_bad_wish_is_a_sentence(arcana, monkeypatch):
    monkeypatch.setattr("arcana_host.link.ports.list_ports.comports", lambda: [])
    status, out, _ = arcana("island-setup", "--players", "Ann,Bo", "--difficulty", "9")
    assert status == 0 and out.endswith("\nDifficulty 9\nNo device is connected.\n") and "\nBo: " in out
    for words in (
        ["--difficulty", "6-"],
        ["--difficulty", "30"],
        ["--boxes", "shed"],
        ["--boxes", "horizons"],
    ):
        status, out, err = arcana("island-setup", "--players", "Ann,Bo,Cy", *words)
        assert status and not out and err.count("\n") == 1


def test_what_cards_say_otherwise_is_told_and_stands_on_the_sheet():
    played = replay(CARDS)
    told = [sentence for chapter in chapters(*played.game.events) for sentence in chapter.sentences]
    for sentence in (
        "Overconfidence: 4 fear is taken back.",
        "Immigration Slows: Mountain (stage I) does not move on this time.",
        "Build is skipped.",
        "A reminder for Ravage: Visions Out of Time.",
        "The Past Returns Again: Jungle (stage I) goes on top of the invader deck.",
        # the cards of Ravage build, and one of them acts once more
        "The invaders build in Mountain (stage I): A1, A6, D5, D8.",
        "The game is won: the scenario says so.",
    ):
        assert sentence in told, told
    state = next(step.state for step in played.steps if step.text.startswith("again ravage"))
    ISLAND.check_state(state)
    rest = dict(sheets.sheet(state)["rest"])
    assert rest["Invader deck"] == "([1J]L)22-33333" and rest["Discard"] == "a card of stage II"
    assert (rest["Once more"], rest["Done instead"]) == ("Ravage: Mountain (stage I)", "Ravage: Build")
