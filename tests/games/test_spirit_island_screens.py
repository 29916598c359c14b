"""Spirit Island at the five buttons: few presses, fear as one event, and nothing that breaks."""

import random

import pytest
from companion import texts
from companion.canvas import Canvas
from companion.games.spirit_island.menu_items import BlightCard
from companion.games.spirit_island.result import Count, Result
from companion.games.spirit_island.table import Table
from companion.screen_reader import words
from companion.screens import GAME, Screen, open_screen
from companion.screens.question import Question, TextPages
from companion.screens.settings import languages
from companion.texts import text
from companion.texts.sections import section_lines, section_texts
from games.island_player import ALL_BOXES, IslandPlayer
from games.spirit_island_scenes import DUO, RITUALS, TURN_1, choose_card, saying
from memory_app import MemoryApp
from player import Player
from rules.spirit_island_games import random_game, random_setup, walk
from screens.scenes import SCENES, Spoken, at_table, choose, press
from screens.test_pictures import leaving
from screens.writing import WritingCanvas

from shared_rules.errors import RuleError
from shared_rules.games import rules_of
from shared_rules.record import MAX_SETUP
from shared_rules.spirit_island.components import matching_lands
from shared_rules.spirit_island.game import STEPS
from shared_rules.spirit_island.reminders import read_reminder, reminders
from shared_rules.spirit_island.tables import Adversary, adversary_ids, spirit_groups

pytestmark = pytest.mark.usefixtures("pico_stack")

ENGLAND = DUO.format("england:4")
ROOTS = ENGLAND.replace("oceans-hungry-grasp", "towering-roots-of-the-jungle")
RULINGS = "games.spirit_island.menu_items.rulings_now"


def since(app, *before):
    """The events after those of `TURN_1`."""
    return app.session.game.events[1 + TURN_1.count(",") + 1 + len(before) :]


def at_turn_2(adversary="england:4", *events, **settings):
    return at_table(DUO.format(adversary), TURN_1, *events, **settings)


@pytest.mark.parametrize(
    ("presses", "events"),
    [
        ([*["up"] * 10, "b"], ["fear 10", "next", "next"]),
        (["down", "up", "up", "up", "down", "c", "b"], ["fear 2", "blight 1"]),
        (["up", "down", "b"], ["next", "next"]),
        # A adds five once some is counted
        (["up", "a", "a", "down", "c", "up", "b"], ["fear 10", "blight 2"]),
        (["c", "b", "b"], ["blight 1", "next", "next"]),
    ],
)
def test_fast_presses_are_one_event_and_blight_takes_two(presses, events):
    assert since(press(at_turn_2(), *presses)) == events


def test_fear_is_written_after_four_seconds_without_a_press():
    app = press(at_turn_2(), "up", "up")
    app.rest()
    assert since(app) == ["fear 2"]
    app.rest()
    press(app, "up")
    app.rest()
    assert since(app) == ["fear 2", "fear 1"]


def test_one_player_is_offered_as_any_number_is():
    app = press(MemoryApp("spirit_island", players=1), "b", "up")
    assert words(app)["lines"][0] == "1 player"
    press(app, "c")
    assert words(app)["lines"][0] == "2 players"


def test_fear_that_is_counted_survives_an_event_from_a_computer():
    app = press(at_turn_2(), "up", "up")
    app.session.enter("blight 1")
    press(app, "up", "b")
    assert since(app) == ["blight 1", "fear 3", "next", "next"]


@pytest.mark.parametrize("event", ["abandon", None])
def test_fear_of_a_game_that_a_host_ended_is_no_event_of_the_next_one(event):
    app = press(at_table(DUO.format("england:4"), TURN_1), "up")
    app.session.enter(event) if event else app.session.begin(DUO.format("prussia:1"))
    events = list(app.session.game.events)
    app.rest()
    assert app.session.game.events == events


def test_fear_is_counted_while_a_card_is_named_and_stays_below_a_hundred():
    app = press(at_turn_2("england:4", "next, next, next, next"), "up", "c", "up", "b")
    assert since(app)[4:] == ["fear 1", "fear 1", "reveal 1W"]
    press(app, *["up"] * 120)
    app.rest()
    assert since(app)[-1] == "fear 99"


@pytest.mark.parametrize("size", [(296, 128), (400, 300)])
def test_no_fear_is_counted_while_the_setup_asks_for_a_card(size):
    app = at_table(ENGLAND)
    press(app, "up", "up", "down")
    app.draw(canvas := WritingCanvas(*size))
    assert "+" not in [each for each, *_ in canvas.texts] and not app.screen.shown.fear
    press(app, "b")
    assert app.session.game.fear_generated == 0 and app.session.game.events[-1].startswith("reveal ")
    app.draw(canvas := WritingCanvas(*size))
    assert "+" in [each for each, *_ in canvas.texts]


def test_fear_that_wins_the_game_is_not_followed_by_a_step():
    app = at_turn_2("england:4", "fear 99, fear 12")
    press(app, "up", "b")
    assert since(app) == ["fear 99", "fear 12", "fear 1"] and app.session.game.result == "won"
    assert isinstance(app.screen.shown, Result)


def test_explore_offers_only_the_cards_that_can_still_come():
    app = at_turn_2("england:4", "next, next, next, next")
    assert app.screen.shown.choices == () and not app.draw(Canvas())
    assert app.screen.shown.choices == ("reveal 1S", "reveal 1W")
    press(app, "c", "c", "c", "b", "b")
    # neither the slow powers nor the time that passes say anything
    assert since(app)[4:] == ["reveal 1W", "next", "next", "next"]


@pytest.mark.parametrize("size", [(296, 128), (264, 176), (400, 300)])
def test_all_cards_that_two_shuffled_stages_can_give_are_named(size):
    app = at_turn_2("russia:4", "accelerate 1S, shuffle 2, next, next, next, next")
    app.canvas = WritingCanvas(*size)
    app.draw(app.canvas)
    assert app.canvas.faults() == [] and len(app.screen.shown.choices) == 4 + 1 + 6


def test_a_fear_card_is_read_at_the_level_that_holds_and_the_last_one_leads_on():
    app = at_turn_2("england:0", "fear 8, next, next")
    app.draw(Canvas())
    assert app.screen.shown._title() == "Turn 2 · Fear card: level 1"
    press(app, "b")
    assert since(app)[3:] == ["card", "next"]
    app = at_turn_2("england:0", "fear 20, next, next")
    # what the first card generates earns one more, which waits, too
    press(app, "b", *["up"] * 4, "b")
    assert since(app)[3:] == ["card", "fear 4", "card"] and app.screen.shown._title().endswith("level 2")


def test_the_blight_card_that_turned_is_asked_for_by_the_names_of_the_boxes():
    app = at_table(ENGLAND, TURN_1, "blight 4", boxes="core,jagged-earth")
    press(app, "c", "up", "b")
    flip = app.screen.shown
    assert isinstance(flip, BlightCard) and len(flip.rows) == 2 + 7 + 5
    press(app, "down", "b")
    assert since(app) == ["blight 4", "blight 2", "flip memory-fades"]
    assert app.session.game.blight_on_card == 2 * 4 - 1
    app = at_table(ENGLAND, TURN_1, "blight 5", boxes="core")
    press(app, "up", "b")
    assert since(app)[-1] == "flip 5"


def test_a_menu_has_what_happens_now_and_then():
    app = at_turn_2("russia:4")
    for key, presses, event in (
        ("menu_heal", ["up", "b"], "heal 2"),
        ("menu_tally", ["up", "up", "b"], "tally 2"),
        ("menu_tally", ["down", "b"], "tally -1"),
        ("menu_tally", ["c"], "tally -1"),
    ):
        press(choose(press(app, "a", "b"), key), *presses)
        assert since(app)[-1] == event


TURN_3 = f"{', '.join(['next'] * 4)}, reveal 1S, next, next, next"
"""Then 1J is in England's slot, 1M in Ravage and 1S in Build; the deck is 2222-33333."""

ENTERED = {
    # card, presses in its list of choices or at its question: what is entered, without the card's name
    ("Explorers are Reluctant", "down"): ["skip explore", "note growth"],
    ("Immigration Slows", "down"): ["skip build", "hold 1S"],
    ("Angry Mobs", "b", "up"): ["fear 2"],
    # from the printed cards: only at this level, from any number of cards, and back to nothing
    ("Nerves Fray",): ["fear 2"],
    ("Numinous Crisis", "b", "up"): ["card-blight -2"],
    ("Farmers Seek the Dahan for Aid",): ["as ravage build"],
    ("Rising Interest in the Island",): ["drop top box"],
    ("New Cash Crops Take Hold",): ["extra ravage W"],
    ("Overconfidence",): ["earned -1"],
    ("Missionaries Arrive",): ["fear 4", "note ravage"],
    ("Hard-Working Settlers",): ["fear 2", "drop 2 box", "drop 3 box", "note ravage"],
    ("Essence Disperses", "up"): ["heal 2", "card-blight -2"],
    ("The Past Returns Again",): ["drop top", "top 2W"],
    ("Visions of a Shifting Future", "down", "b"): ["drop 2J", "bottom 2J"],
    ("Dream of the Untouched Land", "up"): ["boards A,D,C", "note build"],
    ("Cast down into the Briny Deep", "up"): ["boards A"],
    ("Disintegrating Ecosystem",): ["blight 2"],
    ("Invaders Find the Land to Their Liking",): ["pool 2"],
    ("Strong Earth Shatters Slowly",): ["blight 2"],
}


def in_list(card, *events):
    """An app with the list of this card's kind, in turn 3 before any step about cards."""
    app = saying(TURN_3, "accelerate 2W, next, next, next, fear 8", *events)
    for kind in "fepb":
        app = choose(app, f"cards_{kind}")
        if card in [label for label, _ in app.screen.top.rows]:
            return app
        press(app, "a")
    raise LookupError(card)


@pytest.mark.parametrize("how", ENTERED, ids=lambda how: how[0])
def test_a_card_of_the_list_enters_what_it_does(how):
    card, *presses = how
    app = in_list(card)
    before = len(app.session.game.events)
    press(choose_card(app, card), *presses)
    if len(app.session.game.events) == before:
        press(app, "b")
    id = card.lower().replace(" ", "-")
    found = [event.replace(f" by={id}", "") for event in app.session.game.events[before:]]
    # a reminder is named by its card
    assert [event.replace(f" {id}", "") for event in found] == ENTERED[how]
    assert isinstance(app.screen.shown, Table) and app.session.last_step() == app.session.game.events[before:]


@pytest.mark.parametrize(
    ("adversary", "events", "left"),
    [
        ("prussia:2", "accelerate 1M, accelerate 1S", "3-222-3333"),
        ("habsburg-mining:4 second=scotland:2", "accelerate 1M", "2LC2-33333"),
        ("england:4", "accelerate 1M", "2222-33333"),
    ],
)
def test_rising_interest_passes_over_cards_that_an_adversary_has_put_into_their_place(
    adversary, events, left
):
    app = at_table(DUO.format(adversary), "reveal 1J", events, "next", boxes=ALL_BOXES)
    app = choose(choose(press(app, "a", "b"), "menu_otherwise"), "cards_e")
    press(choose_card(app, "Rising Interest in the Island"), "b")
    assert app.session.game.deck == left


def test_a_past_that_does_not_return_is_not_offered():
    """The discard is empty or two stages away."""
    for adversary, events in (("england:0", ""), ("prussia:3", ", accelerate 1M")):
        app = at_table(DUO.format(adversary), "reveal 1J" + events, boxes=ALL_BOXES)
        # powers come first in Growth
        labels = [label for label, _ in choose(press(app, "a", "b"), "menu_otherwise").screen.top.rows]
        assert "Pour Time Sideways" in labels and "The Past Returns Again" not in labels


def leads_to(app, place, dice):
    """Try everything below a place of the menu; return whether anything can be entered there.

    Of a question's items one that is open is tried. Everything that was entered is taken back.
    """
    if not isinstance(place, Screen):
        count = len(app.session.game.events)
        assert place == GAME and app.session.last_step()
        for event in app.session.last_step():
            assert app.game_package.describe(app.session.game, event)
        app.session.undo()
        assert len(app.session.game.events) < count
        return True
    if isinstance(place, Question):
        numbers = list(range(len(place.items)))
        dice.shuffle(numbers)
        for place.number in numbers:
            place._open = None
            buttons = [name for at, name in enumerate("bc") if place.open(at)]
            if buttons:
                found = place.press(dice.choice(buttons), "press")
                return found in ("calculator", "back") or leads_to(app, found, dice)
        return False
    if place.change_text:
        return True
    offered = [(label, leads_to(app, action(), dice)) for label, action in place.rows]
    assert offered and all(leads for _, leads in offered), (offered, app.session.game.events)
    return True


@pytest.mark.parametrize("seed", range(8))
def test_what_the_menu_offers_is_accepted_in_every_step(seed):
    dice, app, seen = random.Random(seed), MemoryApp("spirit_island", boxes=ALL_BOXES), set()
    for game in walk(dice, random_setup(dice), 120):
        count, asked = len(game.events), f"ravage {game.boards[0]}3 T2 blight=1 cascade=?"
        if seed % 3 == 0 and game.may(asked):
            game.apply(asked)
        # a step once; other screens ask for what these games wait for
        if not game.result and game.asks in (None, "cascade") and (game.step, game.asks) not in seen:
            seen.add((game.step, game.asks))
            app.session.game = game
            often, seldom = app.game_package.menu_rows(app)
            for label, action in often + seldom:
                place = action()
                if place == "otherwise":
                    place = open_screen("games.spirit_island.otherwise.cards_now", app)
                if label not in (text("rulings"), text("calculator")):
                    assert leads_to(app, place, dice), (label, game.events)
        game.back_to(count)


def test_a_reminder_for_a_later_step_is_confirmed_at_once():
    app = in_list("Explorers are Reluctant")
    press(choose_card(app, "Explorers are Reluctant"), "down", "b")
    # with the extra slot, there is no room for the row of Explore
    assert app.said == ["Skipping Explore; a reminder: Growth: Explorers are Reluctant."]


def test_every_choice_of_every_card_leads_back_to_the_table_and_leaves_its_name():
    app = in_list("Angry Mobs")
    names, start = set(), len(app.session.game.events)
    for line in (line for _, line in section_lines("cards", language=texts.ENGLISH)):
        name, _, choices = line.decode().split("|")
        names.add(name)
        for number in range(choices.count(";") + 1):
            app.screen.to_game()
            app = choose(press(app, "a", "b"), "menu_otherwise")
            for kind in "fepb":
                app = choose(app, f"cards_{kind}")
                if name in [label for label, _ in app.screen.top.rows]:
                    break
                press(app, "a")
            choose_card(app, name)
            if type(app.screen.top).__name__ == "GameMenu":
                Player(app).choose(min(number, len(app.screen.top.rows) - 1))
            if len(app.session.game.events) == start:
                press(app, "b")
            assert isinstance(app.screen.shown, Table), name
            id = name.lower().replace("'", "").replace(" ", "-")
            entered = app.session.game.events[start:]
            assert entered and all(event.endswith(id) for event in entered), (name, entered)
            app.session.undo()
            assert len(app.session.game.events) == start
    assert len(names) == 117


@pytest.mark.parametrize("steps", [["skip explore"], ["next", "next", "next", "next", "skip explore"]])
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(296, 128), (400, 300)])
def test_an_explore_that_is_skipped_has_its_mark_at_once(steps, language, size, monkeypatch):
    monkeypatch.setattr(Spoken, "language", language)
    app = at_turn_2("england:4", *steps)
    app.draw(canvas := WritingCanvas(*size))
    rows = [
        (top, each) for each, _, top, *_ in canvas.texts if each in (text("slot_explore"), text("skipped"))
    ]
    assert [each for _, each in rows] == [text("slot_explore"), text("skipped")]
    assert abs(rows[0][0] - rows[1][0]) < 8 and not canvas.faults()


@pytest.mark.parametrize("size", [(296, 128), (264, 176), (400, 300)])
@pytest.mark.parametrize("language", languages())
def test_every_note_of_a_card_is_shown_as_a_whole(language, size, monkeypatch):
    monkeypatch.setattr(Spoken, "language", language)
    app = at_turn_2("england:4", "next")
    game, table = app.session.game, app.screen.shown
    for _, line in section_lines("notes", language=texts.ENGLISH):
        for id, _, step in (key.partition(":") for key in line.decode().partition("=")[0].split(" ")):
            game.step, game.said = step or "ravage", [f"note {step or 'ravage'} {id}"]
            table._seen, shown = None, ""
            while not shown or table.page:
                app.canvas = canvas = WritingCanvas(*size)
                app.draw(canvas)
                shown += " ".join(["", *table.pages[table.page][1]])
                assert canvas.faults() == [], (id, step)
                press(app, "down")
            assert section_texts("notes", [f"{id}:{step}", id])[0] in shown


@pytest.mark.parametrize("step", ["ravage", "build", "explore"])
def test_the_step_that_is_resolved_is_the_first_that_can_be_skipped(step):
    app = at_turn_2("england:4", "next")
    while app.session.game.step != step:
        app.session.enter("next")
    choose(choose(choose(press(app, "a", "b"), "menu_otherwise"), "something_else"), "op_skip")
    assert words(app)["title"] == f"Skipping {step.capitalize()}?"
    assert since(press(app, "b"))[-1] == f"skip {step}"


@pytest.mark.parametrize(
    ("presses", "events"),
    [
        (["op_skip", "up"], ["skip build"]),
        (["op_drop", "up", "c"], ["drop 1 box"]),
        (["op_extra", "up"], ["extra ravage M"]),
        (["op_accelerate"], ["accelerate 1S"]),
        (["op_pool", "up"], ["pool 2"]),
        (["op_earned", "up"], ["earned 2"]),
        (["op_boards-", "up"], ["boards A"]),
        (["op_board", "down", "c", "down", "down", "c", "b", "up", "up", "b"], ["board ravage=1J,1S"]),
        (["op_board", "up", "c", "up", "c", "b"], ["board deck=1-2222-3333"]),
    ],
)
def test_something_else_leads_to_the_operations(presses, events):
    key, *then = presses
    app = press(choose(choose(saying(), "something_else"), key), *then)
    if since(app) == []:
        press(app, "b")
    assert since(app) == events


def test_a_card_that_acts_once_more_is_shown_where_no_other_lies():
    app = at_turn_2("prussia:0", "drop 1M, skip build, again build 1J, next, next, next")
    app.draw(Canvas())
    assert app.screen.shown.rows[1] == ("build", "Jungle", "A3 A8 D2 D6", 4)


def test_a_card_that_the_deck_should_not_give_is_asked_about_and_then_taken():
    app = choose(saying("next, next, next, next"), "another_card")
    press(app, *["up"] * 4, "b")
    assert words(app)["title"].startswith("The deck should give a card of stage I now")
    press(app, "a", "b", "b")
    assert since(app)[4:] == ["reveal 2C surely"] and app.session.game.explore == ["2C"]


def test_a_card_that_turns_up_though_the_deck_is_empty_is_entered_without_a_question():
    app = choose(saying("board deck=, skip explore, next, next, next, next"), "card_anyway")
    press(app, "up", "b")
    assert since(app)[-1] == "reveal 1W surely" and app.session.game.explore == ["1W"]


def test_a_card_that_an_explore_turns_up_though_it_is_skipped_is_entered_and_moves_on():
    """Explorers are Reluctant, level 3."""
    app = press(choose_card(saying("fear 8, next, next"), "Explorers are Reluctant"), *["down"] * 3, "b")
    press(app, "b")
    while app.session.game.step != "explore":
        press(app, "b")
    app = choose(press(app, "a", "b"), "menu_otherwise")
    press(choose(app, "card_anyway"), "up", "b")
    assert app.session.game.events[-1] == "reveal 1W"
    while app.session.game.turn == 2:
        press(app, "b")
    assert app.session.game.build == ["1W"] and "skipped" not in app.session.game.state()["invaders"]


def test_a_card_among_the_fear_cards_and_a_fortification_are_in_the_menu():
    app = press(choose(press(at_turn_2("russia:5", "fear 24, next"), "a", "b"), "menu_entrench"), "up", "b")
    assert since(app)[-1] == "entrench 2M" and app.session.game.build == ["1M", "2M"]
    setup = DUO.format("england:4").replace("events=no", "events=yes")
    app = at_table(setup, TURN_1, ", ".join(["next"] * 5), "reveal 1S, next")
    press(choose(press(app, "a", "b"), "menu_fortify"), "b")
    assert since(app)[-1] == "fortify W"
    app.draw(Canvas())
    assert app.screen.shown.rows[0][:3] == ("event", "Wetland", "A2 A5 D1 D3")
    assert any("adjacent" in line for line in app.screen.shown.pages[0][1])


def test_a_counter_above_the_players_asks_whether_the_game_is_lost():
    app = press(at_turn_2("habsburg-livestock:2", "tally 3"), "a")
    assert isinstance(app.screen.shown, Table) and app.session.game.result is None
    app.session.enter("tally 1")
    press(app, "b")
    assert (app.session.game.result, app.session.game.why) == ("lost", "adversary")


@pytest.mark.parametrize(
    ("key", "event"), [("won", "won"), ("lost_presence", "lost presence"), ("sacrifice", "sacrifice")]
)
def test_the_ends_that_only_the_table_sees_are_asked_about(key, event):
    app = choose(press(at_turn_2(), "a", "b"), "menu_end")
    app = choose(app, "won" if key == "won" else key)
    assert isinstance(app.screen.top, Question)
    press(app, "b")
    assert since(app) == [event] and isinstance(app.screen.shown, Result)


def test_the_score_is_counted_once_and_shown_with_its_sum():
    app = press(at_turn_2("england:4", "won"), "b")
    assert isinstance(app.screen.top, Count)
    # two boards began with a blight each
    press(app, *["up"] * 9, "c", *["up"] * 3, "down", "a", "down", "c", "b")
    assert since(app)[-1] == "count dahan=8 blight=4"
    game = app.session.game
    assert game.score == 5 * 7 + 10 + 2 * 10 + 8 // 2 - 4 // 2
    press(app, "b")
    assert type(app.screen.top).__name__ == "Title"


def test_a_held_leads_to_the_rulings_of_the_step():
    for how in (["a", "a:repeat", "a:repeat", "a:repeat"], ["a:long"]):
        app = press(at_turn_2("england:4", "next, next"), *how)
        labels = [label for label, _ in app.screen.top.rows]
        assert (
            labels[0] == "Two effects change when Dahan strike?"
            and "Is Defend used up by the first damage?" in labels
        )
        assert 'What is Fear "added to the pool"?' not in labels
        press(app, "up", "b", "b", "b")
        assert isinstance(app.screen.top, TextPages)
        press(app, "a", "a", "a", "a")
        assert isinstance(app.screen.shown, Table) and not app.screen.shown.at_menu


@pytest.mark.parametrize("step", STEPS)
def test_a_step_shows_at_most_eight_rulings_and_only_those_that_this_game_can_need(step):
    """No ruling is about a spirit, adversary or box that is not in play; this adversary's come first."""
    labels = {}
    for name, boxes, adversary in (("small", "core", "england:4"), ("large", ALL_BOXES, "russia:4")):
        app = at_turn_2(adversary, boxes=boxes)
        app.session.game.step = step
        rows = [label for label, _ in open_screen(RULINGS, app).rows]
        labels[name] = [label for label in rows if label.endswith("?")]
        assert len(labels[name]) <= 8
    incarna = "Can adding Presence place my Incarna?"
    assert [label for label in labels["small"] if "Vitality" in label or "Bringer" in label] == []
    assert incarna not in labels["small"]
    if step == "ravage":
        assert labels["large"][0] == 'Which Blight did "the Ravage step" add?'


def test_every_ruling_is_reached_by_its_topic():
    app = press(at_turn_2(), "a:long", "up", "b")
    seen = 0
    for number in range(len(app.screen.top.rows)):
        press(app, *["down"] * number, "b")
        for row in range(len(app.screen.top.rows)):
            press(app, *["down"] * row, "b")
            page = app.screen.top
            assert isinstance(page, TextPages) and page.title.endswith("?")
            page.draw(Canvas())
            seen += 1
            press(app, "a", *["up"] * row)
        press(app, "a", *["up"] * number)
    assert seen == 46


def test_a_language_that_a_host_sets_while_rulings_are_listed_leads_back_to_the_table():
    """The menu has their places in the file of the other language."""
    app = press(at_table(DUO.format("england:4"), TURN_1), *["a:repeat"] * 3)
    app.settings.set("language", "german")
    app.draw(Canvas())
    assert isinstance(app.screen.shown, Table)
    # with a game that is over, the title stays the title
    app.session.enter("abandon")
    press(app, "b")
    app.settings.set("language", "english")
    app.draw(Canvas())
    assert type(app.screen.shown).__name__ == "Title"


def test_lands_of_all_boards_are_there_for_the_step_that_is_resolved():
    table = at_table(
        "setup spirit-island players=Ann,Bo,Cy spirits=thunderspeaker,hearth-vigil,volcano-looming-high "
        "boards=C,A,F blight=card events=no",
        "reveal 1J, next, next, next, reveal 1M, next, next, next, next, next",
    ).screen.shown
    table.look()
    _, card, lands, count = table.rows[0]
    assert (card, count) == ("Jungle", 6)
    assert lands.split() == matching_lands(["C", "A", "F"], "1J")


SPIRITS = {
    "core": "Thunderspeaker",
    "jagged-earth": "Lure of the Deep Wilderness",
    "horizons": "Sun-Bright Whirlwind",
    "nature-incarnate": "Hearth-Vigil",
}


def test_a_new_game_is_set_up_and_offered_again():
    player = IslandPlayer()
    spirits = [("jagged-earth", SPIRITS["jagged-earth"]), ("core", SPIRITS["core"])]
    player.set_up(spirits, ["D", "A"], ("sweden", 5))
    setup = (
        "setup spirit-island players=Ann,Bo spirits=lure-of-the-deep-wilderness,thunderspeaker boards=D,A "
        "adversary=sweden:5 blight=card events=no"
    )
    assert player.game.events == [setup]
    assert len(player.pressed) <= 34
    again = MemoryApp("spirit_island", **player.app.settings.values)
    press(again, "b", "b")
    assert again.session.game.events == [setup]


def test_all_lines_of_the_form_can_be_changed():
    player = IslandPlayer(players=6)
    player.press("b")
    player.line(0)
    player.line(2)
    player.choose("Thematic map with tokens")
    player.line(8)
    assert player.app.said == ["A second adversary needs a first one."]
    player.line(3)
    player.choose("Scotland")
    player.press("b")
    player.line(8)
    assert "Scotland" not in [label for label, _ in player.top.rows]
    player.choose("Sweden")
    # A leads back from the level to the names
    player.press("a")
    player.choose("Russia")
    player.press("down", "b")
    player.line(4)
    player.choose("Blitz")
    player.line(5)
    player.line(6)
    player.press("c", "b")
    assert player.game.events == [
        "setup spirit-island players=Ann spirits=lightnings-swift-strike boards=thematic-tokens "
        "adversary=scotland:1 second=russia:2 scenario=blitz blight=none events=yes"
    ]


def test_a_spirit_is_chosen_once_and_a_leads_back_to_the_one_before():
    player = IslandPlayer()
    player.press("b")
    player.line(1)
    player.choose("Spirit Island")
    player.choose("Thunderspeaker")
    player.choose("Spirit Island")
    assert "Thunderspeaker" not in [label for label, _ in player.top.rows]
    player.press("a", "a")
    assert player.top.title == "Spirit of Ann"
    player.press("a")
    assert player.app.settings.get("spirits") == ""


def test_c_shows_the_aspects_of_a_spirit_and_nobody_else_can_have_one_then():
    player = IslandPlayer()
    player.press("b")
    player.line(1)
    player.choose("Spirit Island")
    player._to(player.top.number, 4, 8)
    player.press("c")
    assert player.top.title == "Thunderspeaker"
    player.press("a")
    assert player.top.title == "Spirit of Ann" and len(player.top.rows) == 8
    player.press("c")
    player.choose("Warrior")
    player.choose("Spirit Island")
    assert "Thunderspeaker" not in [label for label, _ in player.top.rows]
    player.choose("Ocean's Hungry Grasp")
    assert player.app.settings.get("spirits") == "warrior,oceans-hungry-grasp"


def test_six_long_names_of_spirits_fit_into_a_setup():
    longest = [*sorted((ids[0] for ids in spirit_groups()), key=len)[-5:], "dark-fire"]
    player = IslandPlayer(
        **{"players": 6, "spirits": ",".join(longest), "boards": "A,B,C,D,E,F", "extra": "G"},
        **{"adversary": "habsburg-livestock:6", "second": "habsburg-mining:6", "archipelago": True},
        **{
            "scenario": "rituals-of-the-destroying-flame",
            "names": ",".join("Maximilian" + letter for letter in "abcdef"),
        },
    )
    player.press("b", "b")
    assert player.game.spirits == longest and len(player.game.events[0]) <= MAX_SETUP
    assert ",serpent,dark-fire " in player.game.events[0]


def test_an_extra_board_and_an_archipelago_go_into_the_setup():
    player = IslandPlayer()
    player.press("b")
    # A and B are taken
    for _ in range(2):
        player.line(9)
    player.line(10)
    player.press("b")
    assert player.game.events[0].split(" ")[4:7] == ["boards=A,B", "extra=D", "archipelago=yes"]
    assert player.game.boards == ["A", "B", "D"] and player.game.archipelago
    # the board that was the extra one may be somebody's in the next game
    again = IslandPlayer(MemoryApp("spirit_island", **player.app.settings.values))
    again.press("b")
    again.line(2)
    again.choose("Board D")
    again.choose("Board B")
    again.press("b")
    assert again.game.boards == ["D", "B"]


def test_boxes_decide_which_spirits_are_offered_and_one_stays():
    player = IslandPlayer()
    player.press("b")
    player.line(11)
    for box in ("Spirit Island", "Branch & Claw", "Feather & Flame", "Jagged Earth", "Nature Incarnate"):
        player.top.number = 0
        player.choose("+ " + box)
    player.press("b")
    assert player.app.settings.get("boxes") == "horizons"
    player.line(1)
    assert len(player.top.rows) == 5


@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_drawn_at_every_event(seed):
    events = random_game(seed)
    app = MemoryApp("spirit_island", language=("english", "german")[seed % 2], boxes=ALL_BOXES)
    app.session.begin(events[0])
    press(app, "b")
    canvas = Canvas()
    for event in events[1:]:
        # some have followed by themselves
        if app.session.game.may(event):
            app.session.enter(event)
        app.draw(canvas)
        for each in app.session.last_step():
            assert app.game_package.describe(app.session.game, each)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_nothing_breaks_and_a_record_remains(seed):
    dice = random.Random(seed)
    app = at_table(DUO.format(dice.choice(("russia:6", "england:6", "habsburg-mining:4"))))
    canvas = Canvas()
    for _ in range(700):
        name = dice.choice(("up", "down", "a", "b", "b", "b", "c"))
        kind = "press"
        if name in ("b", "a") and dice.random() < 0.03:
            kind = "long"
        elif dice.random() < 0.1:
            kind = "repeat"
        try:
            app.screen.press(name, kind)
        except RuleError as refusal:
            assert str(refusal)
        app.draw(canvas)
    if app.session.game:
        rules_of(app.session.game.events[0]).Game.replay(app.session.game.events)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("side", ["none", "healthy", "blighted"])
@pytest.mark.parametrize("adversary", ["england:3", "russia:6"])
def test_no_number_leaves_its_part_of_the_table(adversary, side, language):
    app = at_table(DUO.format(adversary), TURN_1)
    app.settings.set("language", language)
    game = app.session.game
    game.side, game.flipped = side, ["downward-spiral"]
    for blight, tally, fear in ((1, 0, 0), (9, 9, 7), (10, 9, 24), (28, 10, 48), (60, 44, 120)):
        game.blight_on_card, game.tally, game.fear_generated = blight, tally, fear
        assert leaving(app.screen.draw) == [], (blight, tally, fear)
        canvas = WritingCanvas()
        app.screen.draw(canvas)
        assert canvas.faults() == [] and str(blight) in [words for words, *_ in canvas.texts]


# --- what the table says below its numbers


def moments_of(adversary):
    """Yield (app, ids of the rules that matter) where they change in a game in which each does once."""
    app = at_table(DUO.format(adversary))
    seen, game = set(), app.session.game
    while game.turn < 9 and not game.result:
        ids = reminders(game)
        if (game.step, game.owed, *ids) not in seen:
            seen.add((game.step, game.owed, *ids))
            yield app, ids
        if game.owed:
            app.session.enter(list(game.legal_actions(game.owed))[-1])
        elif game.step == "fear" and game.fear_cards_waiting:
            app.session.enter("card")
        elif game.step == "growth" and game.turn % 2 and game.events[-1] == "next":
            app.session.enter("fear 9")
        else:
            app.session.enter("next")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("adversary", adversary_ids())
def test_no_rule_of_an_adversary_is_hidden_and_they_stand_in_the_order_of_being_carried_out(
    adversary, language, monkeypatch
):
    monkeypatch.setattr(Spoken, "language", language)
    for level in range(7):
        rules = [read_reminder(each) for each in Adversary(f"{adversary}:{level}").reminders]
        # the others are those of a second adversary
        on_table = {id for id, _, _, when, always in rules if not always and when not in ("two", "3")}
        reached = set()
        for app, ids in moments_of(f"{adversary}:{level}"):
            table, canvas = app.screen.shown, WritingCanvas()
            app.screen.draw(canvas)
            sentences = section_texts("reminders", ids)
            assert canvas.faults() == []
            # DOWN says how many more there are, and shows the next ones
            pages = [table.pages[table.page]]
            labels = [words for words, left, *_ in canvas.texts if left >= canvas.side and words != "+"]
            for _ in table.pages[1:]:
                press(app, "down")
                pages.append(table.pages[table.page])
            more = sum(count for count, _ in pages[1:])
            assert labels == ([str(more)] if more else [])
            shown = " ".join(line for _, lines in table.pages for line in lines)
            places = [shown.find(sentence) for sentence in sentences]
            assert places == sorted(places) and -1 not in places
            press(app, "down")
            reached.update(ids)
        assert reached == on_table


@pytest.mark.parametrize("size", [(296, 128), (264, 176), (400, 300)])
@pytest.mark.parametrize("players", range(1, 7))
@pytest.mark.parametrize(
    "adversary", ["england:6", "habsburg-mining:6 scenario=surges-of-colonization-larger"]
)
def test_all_cards_and_their_lands_are_named_in_every_step(adversary, players, size):
    """Those of the step in its row, the others there or, for many players, below the numbers."""
    spirits = (
        "thunderspeaker,hearth-vigil,volcano-looming-high,oceans-hungry-grasp,lure-of-the-deep-wilderness"
    )
    setup = DUO.format(adversary).replace("players=Ann,Bo", "players=" + ",".join("ABCDEF"[:players]))
    spirits = ",".join([*spirits.split(","), "fathomless-mud-of-the-swamp"][:players])
    setup = setup.replace("spirits=thunderspeaker,oceans-hungry-grasp", "spirits=" + spirits)
    app = at_table(setup.replace("boards=A,D", "boards=" + ",".join("ABCDEF"[:players])))
    game = app.session.game
    while game.turn < 8 and not game.result:
        table, app.canvas = app.screen.shown, WritingCanvas(*size)
        app.screen.draw(app.canvas)
        assert app.canvas.faults() == []
        texts = {words for words, *_ in app.canvas.texts}
        below = " ".join(line for _, lines in table.pages for line in lines)
        for slot, _, lands, count in table.rows:
            assert not count or lands in texts or f"{text('slot_' + slot)}: {lands}" in below
        if game.owed:
            app.session.enter(list(game.legal_actions(game.owed))[-1])
        else:
            app.session.enter("next")


def test_what_winning_needs_and_the_fear_cards_of_each_third_are_on_the_table():
    app = at_turn_2("england:0")
    for fear, notes in (
        (0, {"terror 1 · 3/3/3", "win: no invaders"}),
        (8, {"1 waiting · 2/3/3", "win: no invaders"}),
        (16, {"3 waiting · 0/3/3", "win: no town/city"}),
        (24, {"6 waiting · 0/0/3", "win: no city"}),
    ):
        if fear:
            app.session.enter(f"fear {fear}")
        canvas = WritingCanvas()
        app.screen.draw(canvas)
        assert notes <= {words for words, *_ in canvas.texts}


def test_a_blighted_island_that_acted_at_once_takes_no_press():
    app = press(at_turn_2("england:4", "blight 5, flip tipping-point, next"), "b")
    assert since(app)[2:] == ["next", "next", "next"] and app.session.game.step == "ravage"
    # taken back together
    press(app, "b:long", "b")
    assert app.session.game.step == "fast"
    app = at_turn_2("england:4", "blight 5, flip memory-fades")
    assert "The blight card: Memory Fades" in words(app)["lines"]
    assert app.screen.shown._title() == "Turn 2 · Growth, fast, blighted"


def test_vitality_is_asked_about_where_a_spirit_brings_it_and_only_the_rest_leaves_the_card():
    app = press(at_turn_2(boxes="core,nature-incarnate"), "c", "b")
    assert since(app) == ["blight 1"]
    app = press(at_table(ROOTS, TURN_1), "c", "up", "b", "up", "b")
    assert since(app) == ["blight 1"]
    press(app, "c", "b", "b")
    assert since(app) == ["blight 1", "blight 1"]
    press(app, "c", "b", "up", "b")
    assert since(app) == ["blight 1", "blight 1"] and isinstance(app.screen.shown, Table)


def test_rituals_are_in_the_menu_and_the_third_one_wins():
    app = at_table(RITUALS, "reveal 1J, fear 8, next")
    for ritual in ("terror 2", "terror 3", "won scenario"):
        press(choose(press(app, "a", "b"), "menu_ritual"), "b")
        assert app.session.game.events[-1] == ritual
        # what waited is resolved at the new level, then B goes on
        if ritual == "terror 2":
            assert press(app, "b").session.game.events[-1] == "card"
    assert app.session.game.why == "scenario"
    app = press(at_table(DUO.format("england:0 scenario=dahan-insurrection"), "reveal 1J, fear 72"), "b")
    assert (app.session.game.result, app.session.game.why) == ("won", "scenario")


def test_france_asks_whether_a_town_was_missing_before_the_build_ends():
    app = at_turn_2("france:2", "next, next, next")
    assert app.session.game.step == "build"
    press(app, "b")
    assert app.session.game.step == "explore"
    while (app.session.game.turn, app.session.game.step) != (3, "build"):
        press(app, "b")
    press(app, "b", "b")
    assert app.session.game.step == "explore"
    press(app, "b:long", "b", "b", "c")
    assert (app.session.game.result, app.session.game.why) == ("lost", "adversary")


@pytest.mark.parametrize(
    ("adversary", "events", "blight"),
    [
        ("england:4", "blight 3", 2 + 3),
        ("england:4", "blight 3, heal 1", 2 + 2),
        ("england:4", "heal 5", 0),
        ("sweden:5", "blight 3", 2 + 3),
        ("sweden:6", "blight 3", 4 + 3),
        ("france:5", "blight 3, tally 2", 2 + 1),
    ],
)
def test_the_count_of_blight_begins_at_what_the_events_leave_on_the_island(adversary, events, blight):
    """Each board begins with one from the box; against Sweden 6 with two."""
    app = at_table(DUO.format(adversary), "reveal 1J")
    if app.session.game.owed:
        app.session.enter("accelerate 1S")
    for event in [*events.split(", "), "won"]:
        app.session.enter(event)
    press(app, "b")
    assert app.screen.top.numbers == [0, blight]


def test_a_reminder_that_a_language_lacks_is_said_in_english(tmp_path, monkeypatch):
    unfinished, path_of = tmp_path / "german.txt", texts._path
    unfinished.write_text("[reminders]\nengland-1=Bauen\n")
    monkeypatch.setattr(texts, "_path", lambda *which: unfinished if "german" in which else path_of(*which))
    texts.choose("german", "spirit_island")
    said = section_texts("reminders", ["england-1", "england-2"])
    texts.choose("english")
    assert said[0] == "Bauen" and said[1:] == section_texts("reminders", ["england-2"]) != []


def test_how_many_rules_follow_is_read_as_what_it_is():
    """On the panel there is only the number, beside the button that turns the page."""
    app = SCENES["island-first-card-with-much-to-set-up"]("english")
    assert words(app)["keys"]["down"] == "2 more rules"
    press(app, "down")
    assert words(app)["keys"]["down"].endswith(("more rule", "more rules"))


def test_a_lot_draws_the_adversary_and_the_boards_that_nobody_has_yet():
    drawn = set()
    for _ in range(20):
        app = MemoryApp("spirit_island", players=3)
        player = Player(app)
        player.press("b", "down", "c", "b")
        player.choose_label("by_lot")
        boards = app.settings.get("boards").split(",")
        assert boards[0] == "A" and len(set(boards)) == 3 and set(boards) <= set("ABCDEFGH")
        player.press("c")
        player.choose_label("by_lot")
        player.press("b")
        assert app.settings.get("adversary")[-2:] == ":1"
        drawn.add(app.settings.get("adversary") + boards[1])
    assert len(drawn) > 5


def test_of_the_cards_that_say_otherwise_only_kinds_with_cards_in_the_boxes_are_offered():
    app = at_turn_2("england:4", boxes="core")
    for label, action in open_screen("games.spirit_island.otherwise.cards_now", app).rows:
        assert not label.startswith("Cards") or action().rows, label


def test_steps_are_passed_over_together_but_not_where_something_is_to_be_done_between():
    def title(*events, adversary="prussia:1", setup=("events=no",) * 2):
        app = at_table(DUO.format(adversary).replace(*setup), TURN_1, *events)
        app.draw(Canvas())
        return app.screen.shown._title()[9:]

    events = ("events=no", "events=yes")
    assert title(setup=events) == "Growth, fast, event"
    assert title("next, next") == "Ravage, Build" and title("next, next, fear 8") == "Ravage, Build"
    explored = "next, next, next, next, reveal 1W"
    assert title(explored) == "Explore, slow, time passes"
    # what Fortification builds is entered after the invader cards have advanced
    assert title("next, " + explored, setup=events) == "Explore"
    # each of them has rules of its own
    assert title("next, next", adversary="england:1") == "Ravage"
    assert title("next, next, land A8 E1 D2") == "Ravage"
    assert title("skip build", "next, next") == "Ravage"


def test_blight_removed_from_france_goes_to_its_panel_and_all_of_it_to_the_card_once_that_is_full():
    app = choose(press(at_turn_2("france:5", "blight 4"), "a", "b"), "menu_panel")
    press(app, "up", "up", "b")
    assert since(app)[1:] == ["tally 3"]
    press(choose(press(app, "a", "b"), "menu_panel"), "up", "up", "b")
    assert since(app)[2:] == ["heal 6", "tally -3"] and app.session.game.blight_on_card == 7
    # taken back together
    press(app, "b:long", "b")
    assert since(app)[1:] == ["tally 3"]
    press(choose(press(app, "a", "b"), "menu_tally"), "c")
    assert since(app)[2:] == ["heal 3", "tally -3"] and app.session.game.tally == 0
