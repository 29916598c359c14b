"""The land calculator at the buttons: what it answers, what the game takes over, and how few presses."""

import random
import re
import weakref
from pathlib import Path

import pytest
from arcana_host.games import load
from arcana_portable.games.spirit_island.question import outcome_as_json, read_question
from arcana_portable.page.land_form import LandForm
from arcana_portable.page.land_markup import boards
from companion import games
from companion.canvas import Canvas
from companion.games import spirit_island
from companion.games.spirit_island.calculator import (
    Calculator,
    Fields,
    RavageSteps,
    lying,
    sentences,
)
from companion.games.spirit_island.lands import FILE, entered_lands
from companion.games.spirit_island.menu_items import Answers, CardEffect
from companion.games.spirit_island.table import Table
from companion.journal_file import replay
from companion.screens.settings import languages
from companion.texts import choose as choose_language
from games.spirit_island_scenes import ALL_BOXES, DUO, IN_A3, TURN_1, calculating
from pico.island_game import SIMPLE, SIX_FIELDS
from screens.scenes import at_table, choose, press

from shared_rules.record import MAX_LINE
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.lands import ravage as engine
from shared_rules.spirit_island.lands.land import NUMBERS, Piece, groups

pytestmark = pytest.mark.usefixtures("pico_stack")

ISLAND = load("spirit_island")
TOKENS = ("blight", "badlands", "beasts", "disease", "vitality")
CONDITIONS = (*(name for name in NUMBERS if name != "next_to_town"), "together", "before", "durable")


def since(app, before=0):
    return app.session.game.events[1 + TURN_1.count(",") + 1 + 2 + before :]


def answer(app):
    return outcome_as_json(app.screen.shown.fields.outcome())


def test_a_simple_land_takes_eight_presses_and_six_fields_twenty():
    for presses, most in ((SIMPLE, 8), (SIX_FIELDS, 20)):
        app = at_table(DUO.format("england:4"), TURN_1, "next, next")
        presses = ["c", "c", *presses]
        assert len(press(app, *presses).screen.shown.fields.lands) == 16
        assert isinstance(app.screen.shown, Calculator) and len(presses) <= most


def test_the_answer_is_the_engines_and_knows_the_adversary():
    app = calculating("sweden:3", IN_A3)
    question = "E2 T1 C1 D3 blight=1 defend=2 badlands=1"
    expected = outcome_as_json(engine.ravage(*read_question(question, ["sweden:3"])))
    assert answer(app) == expected and expected["damage"] == 2 + 3 + 5


def test_the_question_that_leads_to_the_calculator_is_not_in_memory_beside_it(monkeypatch):
    app = press(at_table(DUO.format("england:4"), TURN_1, "next, next"), "c")
    question, opened, gone = weakref.ref(app.screen.top), spirit_island.open_screen, []
    monkeypatch.setattr(
        spirit_island, "open_screen", lambda *params: gone.append(question() is None) or opened(*params)
    )
    assert isinstance(press(app, "c").screen.top, Calculator)
    assert gone == [True]


def test_blight_in_sands_cascades_with_varied_terrains():
    for more, cascades in (("", False), (" scenario=varied-terrains", True)):
        app = calculating("england:4" + more, "a")
        while app.screen.shown.fields.land != "A7":
            press(app, "up")
        assert answer(press(app, "c", "up", "up"))["cascade"] == cascades
        setup = app.session.game.events[0]
        found = ISLAND.answer(app.session.game.state(), setup, "E2", "A7")["steps"]
        assert any("cascades" in each for each in found) == cascades


def test_b_takes_the_result_over_and_the_next_land_comes_up():
    app = calculating(presses="up up up c c up c up")
    # three explorers and a city against three dahan, two of them there from the beginning
    assert (answer(app)["blight"], answer(app)["dahan_destroyed"]) == (1, 3)
    press(app, "c", "c", *["up"] * 5, "b")
    assert isinstance(app.screen.shown, RavageSteps)
    assert (answer_of(app).fear, answer_of(app).blight) == (2, 0)
    press(app, "b")
    assert since(app) == ["ravage A3 E3 C1 D3 defend=5"] and isinstance(app.screen.shown, Table)
    assert app.session.game.fear_generated == 2 and app.session.game.blight_on_card == 5
    press(app, "c", "c")
    assert app.screen.shown.fields.land == "A8"
    # what lay in A3 afterwards is there again: no Invader, a hurt dahan, and Defend is over
    press(app, "a", "down")
    assert app.screen.shown.fields.land == "A3"
    shown = app.screen.shown.fields
    assert [shown.get(name) for name in ("E", "T", "C", "D", "defend", "hurt_D")] == [0, 0, 0, 3, 0, 1]


def answer_of(app):
    return app.screen.shown._fields.outcome()


def chosen(app, label):
    """Choose the line that begins with a label."""
    screen = app.screen.top
    labels = [row[0] for row in (screen if hasattr(screen, "rows") else app.screen.shown).rows]
    number = next(at for at, words in enumerate(labels) if words.startswith(label))
    return press(app, *["down"] * number, "b")


def test_what_is_taken_over_is_one_step_with_its_answers_and_one_undo_takes_it_back():
    # two explorers, a town and a city against six dahan, two of them there from the beginning, with blight
    app = calculating(presses="up up c up c up c up up up up c up")
    game = app.session.game
    press(app, "b", "b")
    entered = ["ravage A3 E2 T1 C1 D6 blight=1 cascade=?"]
    assert since(app) == entered and game.asks == "cascade" and game.blight_on_card == 4
    assert isinstance(app.screen.shown, Answers)
    # A4 has blight, too, so that it cascades on; from there to a land on another board, where it ends
    chosen(chosen(app, "A4"), "Blight")
    chosen(chosen(app, "another land"), "no blight")
    assert since(app) == [*entered, "cascade A4 blight=1", "cascade -"]
    assert (game.blight_on_card, game.fear_generated, game.fear_cards_earned) == (2, 3, 0)
    assert isinstance(app.screen.shown, Table)
    press(app, "b:long", "b")
    assert since(app) == []


def test_half_of_an_answered_ravage_survives_a_power_cut_and_is_one_step_still():
    app = press(calculating(presses=IN_A3), "b", "b")
    chosen(chosen(app, "A4"), "Blight")
    events, starts = app.session.game.events, list(app.session.step_starts)
    # the journal marks each answer, as it is written by itself
    begins = [at in starts or text.startswith("cascade") for at, text in enumerate(events)]
    game, again = replay(events, bytes(begins), True)
    assert game.asks == "cascade" and list(again) == starts
    app.session.undo()
    assert since(app) == []


def test_the_card_flips_before_the_cascade_and_what_it_adds_fights_on():
    app = at_table(DUO.format("scotland:5"), TURN_1, "blight 4, next, next", boxes=ALL_BOXES)
    game = app.session.game
    # a town and three dahan in A3, with blight and a presence: the last blight leaves the card
    press(app, "c", "c", "c", "up", "c", "c", "up", "c", "up", "b", "b")
    assert since(app, 1) == ["ravage A3 T1 D3 blight=1 cascade=?"] and game.asks == "flip"
    chosen(app, "Unnatural Proliferation")
    assert isinstance(app.screen.shown, CardEffect) and game.asks == "card"
    # the card adds a town and a dahan
    press(app, "down", "c", "down", "down", "c", "b")
    assert since(app, 1)[2:] == ["add A3 T1 D1", "done"] and game.asks == "cascade"
    chosen(chosen(app, "A2"), "no blight")
    # three dahan are left, who strike both towns; one blight is for the ocean of A
    assert game.left == ("A3", "D3 blight=2") and game.fear_generated == 2
    assert game.blight_on_card == 3 * 2 - 2 and game.island is None
    press(app, "c", "c", "a", "down")
    assert [app.screen.shown.fields.get(name) for name in ("T", "D", "blight")] == [0, 3, 2]
    press(app, "a")
    press(app, "b:long", "b")
    assert since(app, 1) == []


def test_what_a_card_does_may_be_nothing_or_blight_that_cascades_itself():
    app = at_table(DUO.format("england:0"), TURN_1, "blight 4, next, next", boxes=ALL_BOXES)
    press(app, "c", "c", "c", "up", "c", "c", "down", "down", "c", "up", "b", "b")
    chosen(app, "Disintegrating Ecosystem")
    press(app, *["down"] * 5, "c", "b")
    assert since(app, 1)[2:] == ["add A3 blight=1 cascade=?"] and app.session.game.asks == "cascade"
    chosen(chosen(app, "A4"), "no blight")
    # the card is asked about again, as it may have done more
    assert isinstance(app.screen.shown, CardEffect)
    press(app, "b")
    chosen(chosen(app, "A4"), "Vitality")
    assert app.session.game.left == ("A3", "T1 blight=3") and not app.session.game.asks


def test_a_tally_and_the_ocean_arrive_and_a_cascade_from_inland_is_asked_about():
    app = calculating("habsburg-livestock:4", "c up up up up b b")
    assert app.session.game.tally == 1
    app = calculating("russia:6", "up c c c up c up c c c c up b b")
    assert "beasts=1" in app.session.game.events[-1]
    chosen(chosen(app, "A4"), "Blight + Beasts")
    chosen(chosen(app, "A1"), "Beasts")
    assert app.session.game.tally == 3
    app = calculating("scotland:5", "a up c c c c c up b b")
    assert since(app) == ["ravage A8 T1 blight=1 cascade=?"]
    chosen(chosen(app, "A5"), "Blight")
    chosen(chosen(app, "A1"), "no blight")
    assert app.session.game.asks == "runoff"
    chosen(app, "yes")
    # A8, A5, A1 and the ocean
    assert app.session.game.blight_on_card == 1 and not app.session.game.asks


def test_an_explorer_that_russia_pushes_goes_where_the_players_say():
    app = at_table(DUO.format("russia:2"), TURN_1, "next, next, land A4 D1, land D2 D1")
    press(app, "c", "c", "up", "up", "c", "c", "c", "up", "b", "b")
    assert since(app, 2) == ["ravage A3 E2 D3 push=? cascade=?"] and app.session.game.asks == "push"
    chosen(app, "A4: 1 dahan")
    assert app.session.game.island.lands["A4"] == "E1 D1" and app.session.game.fear_generated == 1
    # no question comes if no land next to it has been entered
    press(calculating("russia:2"), "up", "up", "c", "c", "c", "up", "b", "b")
    assert app.session.game.asks is None


def test_what_matters_against_an_adversary_is_on_the_first_page():
    for adversary, name in (
        ("habsburg-livestock:6", "next_to_town"),
        ("habsburg-mining:1", "disease"),
        ("russia:1", "beasts"),
    ):
        fields = calculating(adversary).screen.shown.fields
        assert name in fields.names[:10] and len(fields.names) == len(set(fields.names))
    assert "next_to_town" not in calculating("habsburg-livestock:5").screen.shown.fields.names[:10]
    assert "disease" not in calculating("england:6").screen.shown.fields.names


def test_lands_that_were_entered_outlive_a_power_cut(tmp_path):
    app = calculating(presses=IN_A3)
    app.board.folder = str(tmp_path)
    entered = press(app, *["a"] * 8, "a").session.game.entered
    again = calculating()
    again.board.folder = str(tmp_path)
    for game_id, expected in (("0badcafe", entered), ("another", {})):
        again.session.game_id = game_id
        again.session.game.noted = None
        assert entered_lands(again) == (expected, None)
    # a file that is damaged is none
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:-9])
    again.session.game_id = "0badcafe"
    again.session.game.noted = None
    assert entered_lands(again) == ({}, None)


def test_what_held_for_a_ravage_is_over_after_it():
    app = press(calculating(presses=IN_A3), "b", "b")
    chosen(chosen(app, "another land"), "no blight")
    assert since(app) == ["ravage A3 E2 T1 C1 D3 blight=1 badlands=1 defend=2 cascade=?", "cascade -"]
    assert isinstance(app.screen.shown, Table)
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


def on_the_map(app, name):
    """A land on the page: its button, and the text with which its form begins."""
    state = app.session.game.state()
    ISLAND.check_state(state)
    map = ISLAND.map(state, app.session.game.events[0])
    land = re.search(rf"<button[^>]*data-land=.{name}.*?</button>", boards(map)).group()
    return re.sub("<[^>]*>", "|", land), LandForm(map, name, {}).choose()["form"]["lying"]


def test_the_map_shows_the_lands_that_the_calculator_has(tmp_path):
    app = calculating()
    app.board.folder = str(tmp_path)
    # a suggestion is that of the calculator, and says so
    button, form = on_the_map(app, "A3")
    assert "not entered (setup: D2)" in button and form == "D2"
    assert app.screen.shown.fields.land == "A3" and app.screen.shown.fields.get("D") == 2
    for setup in ("", app.session.game.events[0] + " newer=yes"):
        assert ISLAND.map(app.session.game.state(), setup)["boards"][0]["lands"][2]["begins"] == ""
    told = []
    app.session.watchers.append(told.append)
    press(app, IN_A3, *["a"] * 9)
    assert told == ["event"]
    button, form = on_the_map(app, "A3")
    assert "in the calculator: E2 T1 C1 D3 blight=1 badlands=1" in button and "not entered" not in button
    assert form == "E2 T1 C1 D3 blight=1 badlands=1"
    again = calculating()
    again.board.folder = str(tmp_path)
    again.session.game.noted = None
    Calculator(again)
    assert on_the_map(again, "A3") == (button, form)
    # what is entered in the game counts
    app.session.enter("land A3 E1")
    assert "in the calculator" not in on_the_map(app, "A3")[0] and on_the_map(app, "A3")[1] == "E1"


def test_the_map_shows_what_a_ravage_left_in_a_land_that_was_not_entered():
    app = press(calculating(presses=IN_A3), "b", "b")
    chosen(chosen(app, "another land"), "no blight")
    assert on_the_map(app, "A3")[1] == "E2 T1 C1 blight=2 badlands=1"


def test_fear_that_wins_ends_the_game_when_the_ravage_is_over_and_an_empty_card_flips():
    app = at_table(DUO.format("england:0"), TURN_1, "fear 71, next, next, " + "card, " * 8 + "next")
    game = app.session.game
    assert (game.step, game.fear_generated, sum(game.fear_cards_left)) == ("ravage", 7, 1)
    press(app, "c", "c", "c", "up", "c", "up", "c", *["up"] * 5, "c", "up", "b", "b")
    assert not game.result
    chosen(chosen(app, "A4"), "no blight")
    assert (game.result, game.why) == ("won", "fear")
    app = at_table(DUO.format("england:0"), TURN_1, "next, next, blight 4")
    press(app, "c", "c", IN_A3, "b", "b")
    assert app.session.game.owed == "flip" and since(app, 1)[0].startswith("ravage A3 E2")


def test_it_is_in_the_menu_at_any_time_and_knows_a_map_without_lands():
    setup = "setup spirit-island players=Ann spirits=thunderspeaker boards=thematic blight=card events=no"
    app = choose(press(at_table(setup, TURN_1), "a", "b"), "calculator")
    press(app, "a", "up", "c", "up", "up", "b", "b")
    assert app.session.game.events[-1] == "ravage - E2 cascade=?"
    assert app.session.game.blight_on_card == 2
    press(app, "c", "c")
    assert app.screen.shown.fields.get("E") == 2


def test_a_land_of_the_record_is_known_and_kept_up_to_date():
    app = at_table(
        DUO.format("england:4"), TURN_1, "next, next, land A3 E1 C1s1 C1d2 D2 blight=1, defend A3 1"
    )
    press(app, "c", "c")
    assert answer(app)["damage"] == 1 + 3 and answer(app)["to_land"] == 3
    chosen(chosen(press(app, "b", "b"), "A2"), "no blight")
    assert since(app, 2) == ["ravage A3 E1 C1s1 C1d2 D2 blight=1 cascade=?", "cascade A2"]
    assert app.session.game.island.lands == {"A3": "C1 D1d1 blight=2"}
    # what no field shows stays: two strife, two hurt towns, wilds
    app.session.enter("land A3 T2d1 C1s2 blight=2 wilds=1")
    press(app, "c", "c", "a", "down", *["c"] * 6, "up", "up", "b", "b")
    assert since(app, 2)[-1] == "ravage A3 T2d1 C1s2 blight=2 wilds=1 defend=2"
    assert app.session.game.island.lands == {"A3": "T2d1 C1s1 blight=2 wilds=1"}
    chosen(chosen(press(app, "c", "c", "a", "down", "c", "up", "b", "b"), "A4"), "no blight")
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
    game = at_table(setup, TURN_1, "next, next").session.game
    dice = random.Random(adversary)
    for _ in range(150):
        fields = Fields(game, {})
        for name in fields.names[1:]:
            for _ in range(dice.choice((0, 0, 1, 2, 3))):
                fields.change(name, 1)
        given = [each for each in (game.adversary, game.second) if each]
        question = question_of(fields, given)
        expected = engine.ravage(*read_question(question, given))
        assert outcome_as_json(fields.outcome()) == outcome_as_json(expected), question
        # what is entered comes to the same in the game
        played = Game.replay(game.events)
        played.blight_on_card = 99
        entered = fields.events()
        if not entered or max(map(len, entered)) > MAX_LINE:
            continue
        for text in entered:
            played.apply(text)
        while played.asks:
            played.apply("push -" if played.asks == "push" else "cascade -")
        after = played.island.lands if played.island else dict([played.left])
        assert after[fields.land] == expected.after, entered


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
    texts = Path(games.__file__).parent / "spirit_island" / "english.txt"
    met = {"badlands", "no_damage", "more_blight"}  # said with or in place of others
    for question, adversary in (
        ("E2 D3", "russia:2"),
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
            "ocean",
        }  # kept with the game; said by a reminder
        for sentence in [*sentences(outcome), lying(outcome.after)]:
            assert sentence and "%" not in sentence
    # whatever is among the texts can come up
    assert met == set(re.findall(r"^resolve_([a-z_]+)=", texts.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("seed", range(2))
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
