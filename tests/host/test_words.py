"""The table and the panel in words: for the page, and for those who hear it."""

import json
from pathlib import Path

import pytest
from arcana_portable.games.sheets import changes, sentences, sheet
from arcana_portable.games.shipwreck.about import SETS
from arcana_portable.games.shipwreck.naming import DIFFICULTIES, LEVELS, MODES, condition, power_name
from arcana_portable.games.shipwreck.story import story
from arcana_portable.page.panel_markup import written
from arcana_portable.page.panel_words import keys, news
from arcana_portable.page.panel_words import sentences as panel_sentences
from arcana_portable.record import without_undos
from arcana_portable.replay import replay
from arcana_portable.translation import _, languages, speaking
from companion import texts
from companion.canvas import Canvas
from companion.games.shipwreck.menu_items import describe
from companion.games.shipwreck.power_questions import use
from companion.games.shipwreck.powers import Powers
from companion.games.shipwreck.setup_form import MODES as MODES_OF_THE_FORM
from companion.games.shipwreck.tokens import printed
from companion.screen_reader import Reader
from companion.texts import find, text
from memory_app import MemoryApp
from rules.vectors import vectors

from shared_rules.shipwreck import CARDS, POWERS, Game
from shared_rules.shipwreck.cards import LEVELS as ALL_LEVELS
from shared_rules.shipwreck.cards import SETS as ALL_SETS
from shared_rules.shipwreck.deep import Creature

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


def table(*events, level=None):
    return sheet(Game.replay([SETUP + (f" assist={level}" if level else ""), *events]).state())


def test_all_that_lies_there_is_said():
    assert sentences(table("play 4 1")) == [
        "Turn 1. Score 0, doom 2. Ann has played.",
        "Place 1: Dawn (Higher), fates 4, moons 2 of 3.",
        "Place 2: The Deep (≤ 5), no fates, moons 0 of 3.",
        "Place 3: The Mirror (Same), no fates, moons 0 of 1.",
        "Place 4: The Key (7 to 9), no fates, moons 0 of 3.",
    ]


def test_it_is_said_in_german_too():
    state = Game.replay([SETUP, "play 7 1"]).state()
    with speaking("german"):
        shown = sheet(state)
        needed = condition(Creature.from_text("1:Crab:3x7&sum=9"))
    assert sentences(shown)[:2] == [
        "Runde 1. Fortschritt 0, Untergang 2. Ann hat ausgespielt.",
        "Platz 1: Dawn (Higher), Schicksale 7, Monde 3 von 3: sie verblasst am Ende der Runde.",
    ]
    assert needed == "3 × 7 und einige Schicksale, die 9 ergeben"


# names


@pytest.mark.parametrize("language", languages())
def test_the_computer_calls_modes_sets_help_and_difficulty_as_the_panel_does(language):
    MemoryApp(language=language)
    texts.choose(language)
    with speaking(language):
        modes, sets, levels, difficulties = (
            {key: _(english) for key, english in names.items()}
            for names in (MODES, SETS, LEVELS, DIFFICULTIES)
        )
    assert modes == {mode: text("mode_" + mode) for mode in MODES_OF_THE_FORM}, "naming.py, and the panel"
    assert sets == {name: text("set_" + name) for name in ALL_SETS}, "SETS in about.py, and the panel"
    assert levels == {level: text("level_" + level).partition(" – ")[0] for level in ALL_LEVELS}
    assert difficulties == {doom: text(f"doom_{doom}").partition(" – ")[0] for doom in (0, 2, 4, 6)}


def test_the_page_of_the_game_record_names_every_set():
    record = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    missing = [name for name in ALL_SETS if f"`{name}`" not in record]
    assert not missing, f"docs/record.md lacks the sets {missing}"


# what the table in words calls like this, and the device by these keys
ALIKE = {
    "Score": "score",
    "Defeats": "defeats",
    "Doom": "doom",
    "Faded powers": "faded_powers",
    "The game was abandoned.": "result_abandoned",
}
SECTIONS = ("turn", "words", "use")


@pytest.mark.parametrize("language", languages())
def test_page_and_panel_have_the_same_words_for_what_is_on_the_table(language):
    app = MemoryApp(language=language)
    try:
        device = {english: find(key, SECTIONS) or english for english, key in ALIKE.items()}
        lines = text("lines_row")
    finally:
        MemoryApp(language="english")
    assert app.settings.get("language") == language
    with speaking(language):
        said = {english: _(english).rstrip(".") for english in ALIKE}
        assert _("Number lines") == lines
    # what either lacks is English there, and named by the tests of the texts
    both = [
        english
        for english, words in device.items()
        if language == "english" or english.rstrip(".") not in (words.rstrip("."), said[english])
    ]
    for english in both:
        panel = f"{language}.txt, {ALIKE[english]}: {device[english]}"
        assert said[english] == device[english].rstrip("."), f"{panel}, is otherwise in {language}/desktop.po"


CARD_OF = {CARDS[card].power: card for card in CARDS}


# Sands never lies among the powers that can be used
@pytest.mark.parametrize("power", [power for power in POWERS if power != "sands"])
def test_panel_and_computer_call_a_power_by_the_same_name(power):
    """The panel has its title, with the name beside it in the list of those to use; all else has both."""
    app = MemoryApp()
    app.session.begin("setup standard doom=0 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key")
    app.session.game.powers.append(CARD_OF[power])
    name, title = POWERS[power].name, POWERS[power].title
    assert printed(CARD_OF[power])[2] == title
    if POWERS[power].who != "automatic":
        panel = Reader(Canvas())
        Powers(app).draw(panel)
        assert title in panel.lines and any(line.startswith(f"{name}, ") for line in panel.lines)
    assert describe(app.session.game, f"use {CARD_OF[power]}").endswith(title)
    assert f"{name} ({title})" == power_name(CARD_OF[power])
    shown = sheet(app.session.game.state())
    assert ("Faded powers", power_name(CARD_OF[power])) in shown["rest"]


UNTIL = {"before-play": [], "after-correct": ["play 4 1", "predict hit"]}


@pytest.mark.parametrize("power", [power for power in POWERS if POWERS[power].who != "automatic"])
def test_each_use_of_a_power_is_listed_asked_for_and_told(power):
    app, card = MemoryApp(), CARD_OF[power]
    app.session.begin(SETUP)
    game = app.session.game
    game.powers += [card, CARD_OF["sands"]]
    game.row[1].fates.append(1)
    for event in UNTIL.get(POWERS[power].when, ["play 4 1"]):
        game.apply(event)
    listed = list(game.legal_actions("use"))
    assert listed, f"words_of_use in shared_rules/shipwreck/powers.py has nothing to say after use {card}"
    panel = "firmware/companion/games/shipwreck/power_questions.py"
    assert offered(use(app, card), game) == set(listed), f"{panel} does not ask for each use of {power}"
    start = replay(SETUP + "\n")
    uses = [start.steps[0]._replace(text=text) for text in listed]
    told = {story(start._replace(steps=[*start.steps, one]))[-1].sentences[-1] for one in uses}
    assert len(told) == len(listed), f"_USED in story.py tells different uses of {power} alike"


def offered(screen, game):
    """All events that the answers of a question, and of those that follow it, can enter."""
    events = set()
    for item in screen.items:
        assert screen.question(item)
        for label, answer in screen.answers:
            event = answer(item)
            if not isinstance(event, str):
                events |= offered(event, game)
            elif label(item) and game.may(event):
                events.add(event)
    return events


def test_a_shown_game_has_the_same_names():
    setup = "setup restless-duel doom=4 sets=base,stars players=Ann,Bo row=dawn,the-mirror,the-key,the-deep"
    chapters = story(replay(f"{setup}\nplay 7 1\nend\ndeal 1 the-lord\nplay 5 3\nuse dawn 3 no\n"))
    sentences = [sentence for chapter in chapters for sentence in chapter.sentences]
    assert sentences[0].startswith(f"{MODES['restless-duel']}. Ann and Bo play; card sets: Base and Stars; ")
    assert "doom begins at 4 (Hard)" in sentences[0]
    assert f"{power_name('dawn')}: is the fate higher than 3? no." in sentences
    assert [chapter.heading for chapter in chapters[1:]] == ["Turn 1: Ann A", "Turn 2: Bo A"]


def test_who_joins_is_shown_with_the_adventurer_drawn():
    setup = "setup creatures doom=0 sets=base players=Ann,Bo row=dawn,the-mirror,the-key,the-deep"
    met = "meet 1:Crab:odd2\nmeet 2:Ray:odd2&even1"
    chapters = story(replay(f"{setup} adventurers=mage,mystic\n{met}\njoin Cy 0 summoner\njoin Di\n"))
    sentences = [sentence for chapter in chapters for sentence in chapter.sentences]
    assert sentences[-2:] == ["Cy joins the table as the Summoner.", "Di joins the table."]


def test_what_no_hands_agree_with_is_marked():
    # The Mirror says that Ann keeps a 7; on Dawn a 2 needs a 1
    setup = "setup standard doom=0 sets=base players=Ann,Bo row=the-mirror,leviathan,the-key,midnight"
    learnt = "play 7 1\nend\ndeal 1 dawn\nplay 1 4\nend\nplay 2 1\nend\nplay 6 2\nend\n"
    told = {chapter.heading: chapter.sentences for chapter in story(replay(f"{setup}\n{learnt}"))}
    assert told["Turn 3: Ann"] == ["Ann plays a 2 on Dawn.", "That contradicts what was said before."]
    assert len(told["Turn 4: Bo"]) == 1


def test_only_what_is_new_is_said():
    before, after = table("play 4 1"), table("play 4 1", "predict miss")
    assert changes(None, before) == sentences(before)
    assert changes(before, after) == ["Turn 1. Score 0, doom 3. The prediction is made; Ann ends the turn."]
    assert changes(table(), before)[1:] == ["Place 1: Dawn (Higher), fates 4, moons 2 of 3."]


def test_a_table_without_a_game():
    assert sentences(sheet(None)) == sentences(sheet(Game().state())) == ["No game is on the table."]


def lines(*events, level):
    return {line["player"]: dict(line["tokens"]) for line in table(*events, level=level)["lines"]}


# on Dawn lies the higher fate: what Ann kept is below 3
PLAYED = ("play 3 1", "end")


def test_a_number_line_shows_what_the_group_flipped_and_nothing_else():
    shown = lines(*PLAYED, "flip Ann 2", level="number-line")
    assert shown == {"Ann": {value: "flipped" if value == 2 else "open" for value in range(1, 8)}}


def test_the_oracle_strikes_out_what_cannot_be():
    game = Game.replay([f"{SETUP} assist=oracle", *PLAYED])
    possible = game.possible()["Ann"]
    assert possible == [1, 2]
    shown = lines(*PLAYED, level="oracle")["Ann"]
    assert {value for value, mark in shown.items() if mark == "struck out"} == set(range(3, 8))
    spoken = sentences(table(*PLAYED, level="oracle"))[-1]
    assert spoken == "Ann's number line: 1, 2 open; 3, 4, 5, 6, 7 struck out."


@pytest.mark.parametrize(
    "events", [pytest.param(events, id=name) for name, events, _ in vectors("shipwreck")]
)
def test_every_table_has_its_words(events):
    game = Game()
    for event in without_undos(events):
        game.apply(event)
        shown = sheet(game.state())
        assert bool(shown["lines"]) <= (game.assist != "keeper")
        assert "struck out" not in json.dumps(shown) or game.assist == "oracle"
        assert [line for line in sentences(shown) if not isinstance(line, str) or "None" in line] == []
    assert shown["head"].startswith(f"Turn {game.turn}.")


# the panel: all of a new screen, and of one that goes on only what differs

MENU = {
    "title": "Menu",
    "lines": ["Illegal play", "Settings"],
    "at": 0,
    "keys": {"a": "back", "b": "choose", "up": "", "down": ""},
    "language": "english",
    "written": None,
}
PLAY = {
    "title": "Ann's turn",
    "lines": ["4 on Dawn: Higher"],
    "at": 0,
    "keys": {"a": "<", "b": "play 4", "c": ">", "up": "5", "down": "3"},
    "language": "english",
    "written": None,
}


def test_of_a_new_screen_all_is_read_and_first_what_can_be_done():
    assert news(None, MENU) == panel_sentences(MENU)
    assert news(PLAY, {**MENU, "at": 1}) == [
        "Menu",
        "Settings",
        "Up: move",
        "Down: move",
        "A: back",
        "B: choose",
        "Illegal play",
    ]


def test_where_there_is_no_cursor_the_lines_are_read_before_the_buttons():
    help = {**MENU, "title": "What to do here", "lines": ["UP and DOWN", "move."], "at": None}
    assert news(MENU, help)[:4] == ["What to do here", "UP and DOWN", "move.", "Up: move"]


def test_a_cursor_that_moves_says_where_it_is():
    assert news(MENU, {**MENU, "at": 1}) == ["Settings"]
    assert news(MENU, MENU) == []


def test_a_fate_that_is_turned_says_itself_and_the_fates_beside_it():
    turned = {
        **PLAY,
        "lines": ["5 on Dawn: Higher, fades"],
        "keys": {**PLAY["keys"], "b": "play 5", "up": "6", "down": "4"},
    }
    assert news(PLAY, turned) == ["5 on Dawn: Higher, fades", "Up: 6", "Down: 4", "B: play 5"]


def test_what_belongs_to_the_line_at_the_cursor_comes_after_it():
    powers = {**MENU, "lines": ["Cycle", "Twice", "Cycle", "Replace a card"]}
    assert news(powers, {**powers, "at": 1, "lines": ["Cycle", "Twice", "Twice", "One more"]}) == [
        "Twice",
        "One more",
    ]


def test_the_companions_language_is_spoken():
    german = {**PLAY, "title": "Ann ist dran", "language": "german"}
    assert panel_sentences(german)[2:] == ["Auf: 5", "Ab: 3", "A: links", "B: play 4", "C: rechts"]
    assert '<div lang="de">' in written(german)


def test_a_page_gets_the_buttons_in_their_order():
    assert keys(MENU) == [
        ("up", "Up", "move"),
        ("down", "Down", "move"),
        ("a", "A", "back"),
        ("b", "B", "choose"),
    ]
