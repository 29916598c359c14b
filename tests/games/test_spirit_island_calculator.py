"""The land calculator at the buttons: what it answers, what the game takes over, and how few presses."""

import random
import re
from pathlib import Path

import pytest
from companion import games
from companion.canvas import Canvas
from companion.games.spirit_island.calculator import (
    FIELDS,
    FILE,
    Calculator,
    Fields,
    RavageSteps,
    entered_lands,
    lying,
    sentences,
)
from companion.games.spirit_island.table import Table
from companion.screens.settings import languages
from companion.texts import choose as choose_language
from games.spirit_island_scenes import DUO, IN_A3, TURN_1, at_island, calculating
from pico.island_game import SIMPLE, SIX_FIELDS
from screens.scenes import choose, press

from shared_rules.spirit_island.lands import ravage as engine
from shared_rules.spirit_island.lands.land import Piece, groups, read_question

TOKENS = ("blight", "badlands", "beasts", "vitality")
CONDITIONS = (
    *("defend", "defend_each", "together", "before", "out", "bonus", "strike", "weaker", "weaker_by_strife"),
    "durable",
)


@pytest.fixture(autouse=True)
def in_english():
    choose_language("english", "spirit_island")


def since(app, before=0):
    return app.session.game.events[1 + TURN_1.count(",") + 1 + 2 + before :]


def answer(app):
    return app.screen.shown.fields.outcome().as_json()


def test_a_simple_land_takes_eight_presses_and_six_fields_twenty():
    for presses, most in ((SIMPLE, 8), (SIX_FIELDS, 20)):
        app = at_island(DUO.format("england:4"), TURN_1, "next, next")
        presses = ["c", "c", *presses]
        assert len(press(app, *presses).screen.shown.fields.lands) == 16
        assert isinstance(app.screen.shown, Calculator) and len(presses) <= most


def test_the_answer_is_the_engines_and_knows_the_adversary():
    app = calculating("sweden:3", IN_A3)
    question = "E2 T1 C1 D3 blight=1 defend=2 badlands=1"
    expected = engine.ravage(*read_question(question, ["sweden:3"])).as_json()
    assert answer(app) == expected and expected["damage"] == 2 + 3 + 5


def test_b_takes_the_result_over_and_the_next_land_comes_up():
    app = calculating(presses=["up", "up", "up", "c", "c", "up", "c", "up", "up", "up"])
    # three explorers and a city against three dahan
    assert (answer(app)["blight"], answer(app)["dahan_destroyed"]) == (1, 3)
    press(app, "c", "c", *["up"] * 5, "b")
    assert isinstance(app.screen.shown, RavageSteps)
    assert (answer_of(app).fear, answer_of(app).blight) == (2, 0)
    press(app, "b")
    assert since(app) == ["fear 2"] and isinstance(app.screen.shown, Table)
    press(app, "c", "c")
    assert app.screen.shown.fields.land == "A8"
    # what lay in A3 afterwards is there again: no Invader, a hurt dahan, and Defend is over
    press(app, "a", "down")
    assert app.screen.shown.fields.land == "A3"
    shown = app.screen.shown.fields
    assert [shown.get(name) for name in ("E", "T", "C", "D", "defend", "hurt_D")] == [0, 0, 0, 3, 0, 1]


def answer_of(app):
    return app.screen.shown._fields.outcome()


def test_what_is_taken_over_is_one_step_and_one_undo_takes_it_back():
    # two explorers, a town and a city against six dahan, with blight there
    app = calculating(presses=[*["up"] * 2, "c", "up", "c", "up", "c", *["up"] * 6, "c", "up", "b", "b"])
    assert since(app) == ["fear 3", "blight 1 A3"]
    app.session.undo()
    assert since(app) == []


def test_lands_that_were_entered_outlive_a_power_cut(tmp_path):
    app = calculating(presses=IN_A3)
    app.board.folder = str(tmp_path)
    entered = press(app, *["a"] * 8, "a").session.game.entered
    again = calculating()
    again.board.folder = str(tmp_path)
    for game_id, expected in (("0badcafe", entered), ("another", {})):
        again.session.game_id = game_id
        del again.session.game.entered
        assert entered_lands(again) == (expected, None)
    # a file that is damaged is none
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:-9])
    again.session.game_id = "0badcafe"
    del again.session.game.entered
    assert entered_lands(again) == ({}, None)


def test_blight_is_named_with_its_land_and_a_cascade_is_asked_about():
    app = press(calculating(presses=IN_A3), "b", "b")
    assert since(app) == ["blight 1 A3"]
    press(app, "b")
    assert since(app) == ["blight 1 A3", "blight 1"] and isinstance(app.screen.shown, Table)
    # all dahan are gone, and so is what stood only in this turn
    press(app, "c", "c", "a", "down")
    fields = app.screen.shown.fields
    assert fields.land == "A3" and [fields.get(name) for name in ("D", "blight", "defend")] == [0, 2, 0]


def test_a_leaves_the_result_and_enters_nothing():
    app = press(calculating(presses=IN_A3), "b", "a", *["a"] * 8)
    assert since(app) == [] and not isinstance(app.screen.shown, Calculator)
    press(app, "c", "c")
    # the land that was entered is offered again
    assert app.screen.shown.fields.get("E") == 2


def test_fear_that_wins_and_an_empty_blight_card_come_before_what_is_left():
    app = at_island(DUO.format("england:0"), TURN_1, "fear 71, next, next, " + "card, " * 8 + "next")
    game = app.session.game
    assert (game.step, game.fear_generated, sum(game.fear_cards_left)) == ("ravage", 7, 1)
    press(app, "c", "c", "c", "up", "c", "up", "c", *["up"] * 5, "c", "up", "b", "b")
    assert game.result == "won" and not any(event.startswith("blight") for event in game.events)
    app = at_island(DUO.format("england:0"), TURN_1, "next, next, blight 4")
    press(app, "c", "c", *IN_A3, "b", "b")
    assert app.session.game.owed == "flip" and since(app, 1) == ["blight 1 A3"]


def test_it_is_in_the_menu_at_any_time_and_knows_a_map_without_lands():
    setup = "setup spirit-island players=Ann spirits=thunderspeaker boards=thematic blight=card events=no"
    app = choose(press(at_island(setup, TURN_1), "a", "b"), "calculator")
    press(app, "a", "up", "c", "up", "up", "b", "b")
    assert app.session.game.events[-1] == "blight 1"
    press(app, "c", "c")
    assert app.screen.shown.fields.get("E") == 2


def test_a_land_of_the_record_is_known_and_kept_up_to_date():
    app = at_island(
        DUO.format("england:4"), TURN_1, "next, next, land A3 E1 C1s1 C1d2 D2 blight=1, defend A3 1"
    )
    press(app, "c", "c")
    assert answer(app)["damage"] == 1 + 3 and answer(app)["to_land"] == 3
    press(app, "b", "b", "b")
    assert since(app, 2) == ["fear 2", "land A3 C1 D1d1 blight=1", "blight 1 A3", "blight 1"]
    assert app.session.game.island.lands == {"A3": "C1 D1d1 blight=2"}
    # what no field shows stays: two strife, two hurt towns, wilds
    app.session.enter("land A3 T2d1 C1s2 blight=2 wilds=1")
    press(app, "c", "c", "a", "down", *["c"] * 6, "up", "up", "b", "b")
    assert app.session.game.island.lands == {"A3": "T2d1 C1s1 blight=2 wilds=1"}
    press(app, "c", "c", "a", "down", "c", "up", "b", "b")
    assert (
        app.session.game.island.lands["A3"].startswith("E1")
        and "wilds=1" in app.session.game.island.lands["A3"]
    )
    app.session.enter("land A3 E3")
    press(app, "c", "c", "a", "down")
    assert [app.screen.shown.fields.get(name) for name in ("E", "C", "blight")] == [3, 0, 0]


@pytest.mark.parametrize("adversary", ["none", "habsburg-livestock:6", "england:5 second=russia:1"])
def test_any_fields_give_the_answer_of_the_land_in_words(adversary):
    setup = DUO.format(adversary).replace(" adversary=none", "")
    game = at_island(setup, TURN_1, "next, next").session.game
    dice = random.Random(adversary)
    for _ in range(150):
        fields = Fields(game, {})
        for number in range(1, len(FIELDS)):
            for _ in range(dice.choice((0, 0, 1, 2, 3))):
                fields.change(number, 1)
        given = [each for each in (game.adversary, game.second) if each]
        question = question_of(fields, given)
        expected = engine.ravage(*read_question(question, given))
        assert fields.outcome().as_json() == expected.as_json(), question
        fields.keep_after()
        assert [fields.get(kind) for kind in "ETCDP"] == [
            sum(int(count) for count in re.findall(rf"\b{kind}(\d+)", expected.after)) for kind in "ETCDP"
        ]


def question_of(fields, given):
    """Write out what the fields say, as the record would; damage that a piece could not survive is less."""
    get = fields.get
    rest = [f"{name}={get(name)}" for name in (*TOKENS, *CONDITIONS)]
    # an isolated land is next to nothing
    rest.append(f"next_to_town={0 if get('isolate') else get('next_to_town')}")
    rest += [f"cap={get('cap') - 1}"] if get("cap") else []
    land, conditions = read_question(" ".join(rest), given)
    words = ["D1d1"] * get("hurt_D") + ["D1"] * (get("D") - get("hurt_D")) + ["P1"] * get("P")
    for kind in "ETC":
        pieces = [Piece(kind, 0, int(number < get("strife_" + kind))) for number in range(get(kind))]
        if pieces and kind != "E":
            pieces[-1].damage = min(get("hurt_" + kind), conditions.health(pieces[-1], land) - 1)
        words += groups(pieces)
    return " ".join(words + rest)


@pytest.mark.parametrize("language", languages())
def test_every_step_of_a_ravage_is_said_in_every_language(language):
    choose_language(language, "spirit_island")
    texts = Path(games.__file__).parent / "spirit_island" / f"{language}.txt"
    met = {"badlands", "no_damage", "more_blight"}  # said with or in place of others
    for question, adversary in (
        ("E2 T1s1 C1 D3 P1 blight=1 defend=2 badlands=1 cap=2 bonus=3 before=1", "russia:1"),
        ("C2 D2 vitality=1 beasts=1 together=1", "russia:1"),
        ("C2 D9 blight=1 beasts=1", "russia:1"),
        ("C3 D1", "sweden:3"),
        ("E1 C2 blight=1", "habsburg-mining:1"),
        ("E1s1 D1", ""),
        ("C1", "sweden:5"),
    ):
        outcome = engine.ravage(*read_question(question, [adversary] if adversary else []))
        met |= {step[0] for step in outcome.steps} - {
            "tally",
            "rule",
        }  # kept with the game; said by a reminder
        for sentence in [*sentences(outcome), lying(outcome.after)]:
            assert sentence and "%" not in sentence
    # whatever is among the texts can come up
    assert met == set(re.findall(r"^resolve_([a-z_]+)=", texts.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_answer_is_drawn(seed):
    dice = random.Random(seed)
    app = calculating(dice.choice(("russia:6", "habsburg-mining:4", "sweden:6")))
    app.settings.set("language", languages()[seed % len(languages())])
    canvas = Canvas()
    for _ in range(300):
        app.draw(canvas)
        if not isinstance(app.screen.shown, Calculator | RavageSteps):
            press(app, "b" if app.session.game.owed else "c")
            continue
        press(app, dice.choice(("up", "up", "up", "down", "c", "c", "a", "b")))
        if app.session.game.result:
            break
