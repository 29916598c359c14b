"""Setting up, settings and names: everything outside of turns."""

import string
import unicodedata

import pytest
from companion.canvas import Canvas
from companion.games.shipwreck.result import Result, in_numbers
from companion.games.shipwreck.setup_form import MODES, Adventurers, FirstRow, NewGame
from companion.screen_reader import words
from companion.screens.names import ACCENTS, LETTERS, accents_of, table_names
from companion.screens.title import Title
from companion.texts import text
from memory_app import MemoryApp
from player import Player
from screens.scenes import BASE
from screens.writing import WritingCanvas

from shared_rules.player_names import MAX_NAME
from shared_rules.record import is_letter
from shared_rules.shipwreck import Game
from shared_rules.shipwreck.cards import ADVENTURERS, CARDS, SETS, count_of
from shared_rules.shipwreck.event import MAX_SETUP

ROW = "the-key,the-chalice,the-shore,dawn"


@pytest.mark.parametrize(
    "setup",
    [
        f"setup standard doom=0 sets=base players=Ann,Bo row={ROW}",
        f"setup standard doom=6 sets=base,promo,imago,stars players=Bartholomew,x,-_9,Q7,Zoe row={ROW}",
        f"setup standard doom=2 sets=base players=Jörg,Zoé,Łukasz,Søren,Ñandú row={ROW}",
        f"setup standard doom=4 sets=base,stars players=Bo,Ann,Cy row={ROW}",
        "setup standard doom=2 sets=promo players=Di,Ed row=iron,the-ghost,fortune,asunder",
        "setup standard doom=2 sets=imago,stars players=Di,Ed row=the-imago,the-ash,the-fall,the-thief",
        *(
            f"setup {mode} doom=2 sets=base players=Ann,Bo row={ROW}{level}"
            + (" adventurers=summoner,mage" if mode == "creatures" else "")
            for mode in MODES
            for level in ("", " assist=number-line", " assist=oracle")
        ),
    ],
)
def test_any_setup_can_be_chosen(setup):
    app = MemoryApp(names="Ann,Bo,Cy,Di,Ed", first=1)
    assert [event for event, _ in Player(app).play([setup])] == [setup]
    assert app.said == []


def test_the_next_game_is_offered_as_the_last_one_was():
    app = MemoryApp()
    player = Player(app)
    setup = f"setup standard doom=4 sets=base,promo players=Zoe,Max,Kim row={ROW}"
    for _ in player.play([setup, "abandon"]):
        pass
    assert isinstance(player.top, Result)
    presses = [presses for _, presses in player.play([setup])]
    # to the title, to the form, on to the row, and its four cards
    assert len([press for press in presses[0] if press == "b"]) == 7


def test_game_and_level_are_offered_as_in_the_last_game():
    app = MemoryApp()
    player = Player(app)
    setup = f"setup restless-duel doom=0 sets=base players=Ann,Bo row={ROW} assist=oracle"
    for _ in player.play([setup, "abandon"]):
        pass
    # to the title, and to the form
    player.press("b", "b")
    assert (player.top.mode(), player.top.level()) == ("restless-duel", "oracle")


@pytest.mark.parametrize(
    ("name", "fewest", "most"), [("shipwreck", 2, 5), ("spirit_island", 1, 6), ("score_pad", 2, 8)]
)
def test_as_many_play_as_played_another_game_or_the_nearest_number(name, fewest, most):
    for before, now in ((1, fewest), (4, 4), (8, most)):
        app = MemoryApp(name, players=before)
        app.screen.press("b", "press")
        assert app.settings.get("players") == now


@pytest.mark.parametrize(
    ("chosen", "played"), [("duel", "standard"), ("restless-duel", "restless"), ("chess", "standard")]
)
def test_a_mode_that_is_unknown_or_not_for_three_is_replaced(chosen, played):
    app = MemoryApp(mode=chosen, assist="much", players=3)
    Player(app).press("b")
    form = app.screen.top
    assert (form.mode(), form.level()) == (played, "keeper")
    app.draw(Canvas())
    # back to two, the challenge is offered again
    app.settings.set("players", 2)
    assert form.mode() == (chosen if chosen != "chess" else "standard")


def test_a_card_of_the_row_is_not_offered_again():
    app = MemoryApp()
    player = Player(app)
    player.press("b", "b", "b", "b")
    assert isinstance(player.top, FirstRow)
    assert len(player.top.grid.cards) == count_of(["base"]) - 2
    assert not set(player.top.row) & set(player.top.grid.cards)


def test_the_first_row_can_be_left_card_by_card():
    app = MemoryApp()
    player = Player(app)
    player.press("b", "b", "b")
    for _ in range(2):
        player.press("a")
    assert isinstance(player.top, NewGame)
    player.press("a")
    assert isinstance(player.top, Title)
    assert app.session.game is None


def test_b_goes_on_and_c_changes_on_every_screen_of_a_new_game():
    app = MemoryApp(mode="creatures")
    player = Player(app)
    player.press("b")
    met = {}
    for to_screen in ([], ["down", "c"], ["c"], ["b", "b", "up", "up", "c"]):
        player.press(*to_screen)
        keys = words(app)["keys"]
        met[type(player.top).__name__] = (keys["b"], keys["c"])
    player.press("b", "b")
    met[type(player.top).__name__] = tuple(words(app)["keys"][key] for key in "bc")
    assert met == {
        "NewGame": ("continue", "change"),
        "Names": ("done", "rename"),
        "NameEditor": ("done", "next letter"),
        "Sets": ("done", "in or out"),
        "Adventurers": ("continue", "change"),
    }


def test_a_list_of_a_new_game_is_left_with_b():
    app = MemoryApp()
    player = Player(app)
    for line in ("down", "up"):
        player.press("b", line, "c", "b")
        assert isinstance(player.top, NewGame)
        player.press("a")


def editor(name, **settings):
    app = MemoryApp(names=name + ",Bo,Cy,Di,Ed", **settings)
    player = Player(app)
    player.press("b", "down", "c", "c")
    return player


def test_holding_c_marks_the_last_letter():
    player = editor("Jo")
    player.press("c", "c:repeat")
    assert player.top.name == "Jö"
    # the button is held on, and the letter stays
    player.press("c:repeat", "c:repeat")
    assert player.top.name == "Jö"
    player.press("up")
    assert player.top.name == "Jó"
    player.press("down", "down")
    assert player.top.name == "Jo"


@pytest.mark.parametrize(
    ("name", "marked"), [("", "Ä"), ("ABCDEFGHIJKl", "ABCDEFGHIJKł"), ("b", "ba"), ("7", "7a")]
)
def test_holding_c_does_no_more_than_it_can(name, marked):
    player = editor("Ann")
    player.top.name = name
    player.press("c", "c:repeat")
    assert player.top.name == marked


def test_every_letter_is_reached_from_the_plain_one():
    for letter in map(chr, range(0x80, 0x250)):
        group = accents_of(letter)
        assert bool(group) == is_letter(letter)
        if group:
            assert group[0] in LETTERS and ACCENTS.count(letter) == 1
            decomposed = unicodedata.normalize("NFD", letter)
            assert len(decomposed) == 1 or decomposed[0] == group[0]


def side_labels(app):
    """The texts that the panel shows beside UP and DOWN."""
    canvas = WritingCanvas()
    app.draw(canvas)
    return [text for text, x, top, *_ in canvas.texts if x >= canvas.side - 2 and top < canvas.foot]


@pytest.mark.parametrize("place", range(1, MAX_NAME + 1))
def test_beside_up_and_down_are_the_letters_that_they_lead_to(place):
    editor_of = editor("Ann")
    app, top = editor_of.app, editor_of.top
    signs = string.ascii_letters + string.digits + "-_"
    for letter in [*signs, *filter(is_letter, map(chr, range(0x80, 0x250)))]:
        top.name = name = "Bo" * 6
        top.name = name = name[: place - 1] + letter
        shown, read = side_labels(app), words(app)
        editor_of.press("up")
        above, top.name = top.name[-1], name
        editor_of.press("down")
        below, top.name = top.name[-1], name
        assert shown == [above, below], name
        assert (read["keys"]["up"], read["keys"]["down"]) == (above, below), name
        assert read["written"] == name and "".join(read["lines"]).replace(" ", "").startswith(name)


def test_a_name_is_read_whatever_its_letters_are():
    app = MemoryApp(names="BA,BC,a,n,k", players=5)
    Player(app).press("b", "down", "c")
    assert words(app)["lines"] == ["BA", "BC", "a", "n", "k"]


def test_a_keyboard_writes_a_name():
    player = editor("Ann")
    for letter in ["\b"] * 3 + list("Łu kasz,×ä"):
        player.app.screen.press("key", letter)
    assert player.top.name == "Łu_kaszä"
    note = text("name_takes", MAX_NAME)
    assert words(player.app)["lines"][-1] == note
    player.app.screen.press("key", "\b")
    assert words(player.app)["lines"][-1] != note
    for letter, differs in (
        ("ä", False),
        ("!", True),
        ("\b", False),
        (" ", True),
        ("o", True),
        ("\b", False),
    ):
        player.app.screen.press("key", letter)
        assert (words(player.app)["lines"][-1] == note) == differs, letter
    player.app.screen.press("key", "\b")
    player.app.screen.press("key", "ä")
    player.press("b")
    assert player.app.settings.get("names").startswith("Łu_kaszä,Bo") and player.app.said == []
    before = words(player.app)
    player.app.screen.press("key", "x")
    assert words(player.app) == before


def test_a_name_that_lost_letters_says_so_when_it_is_entered():
    player = editor("Maximilianus")
    player.app.screen.press("key", " ")
    player.app.screen.press("key", "K")
    player.press("b")
    assert player.app.said == ["Maximilianus: " + text("name_takes", MAX_NAME)]


def test_fewer_names_in_the_settings_leave_seats_to_the_others():
    assert table_names(MemoryApp(names="Jörg,bo")) == ["Jörg", "bo", "Ann", "Cy", "Di", "Ed", "Flo", "Gus"]


def test_names_too_long_for_the_setup_are_refused_before_its_cards():
    """Those for which there is just room make the longest setup that can be."""
    row = ",".join(sorted(CARDS, key=len)[-4:])
    before = f"setup creatures doom=6 sets={','.join(SETS)} players="
    behind = f" row={row} assist=number-line adventurers={','.join(ADVENTURERS)}"
    each, more = divmod(MAX_SETUP - len(before + behind) - len(",,,,"), 5)
    # of two bytes each, and where they are an odd number, one of one byte
    lengths = [each + (number < more) for number in range(5)]
    names = [
        letter * (bytes // 2) + "a" * (bytes % 2) for letter, bytes in zip("ÑÇÐØÞ", lengths, strict=True)
    ]
    assert len((before + ",".join(names) + behind).encode()) == MAX_SETUP
    Game().apply(before + ",".join(names) + behind)
    app = MemoryApp(names=",".join(names), sets=",".join(SETS), assist="number-line")
    app.settings.set("players", 5)
    app.settings.set("doom", 6)
    app.settings.set("mode", "creatures")
    player = Player(app)
    player.press("b", "b")
    assert isinstance(player.top, Adventurers)
    longer = names[0][:-1] + "é" if names[0].endswith("a") else names[0] + "a"
    app.settings.set("names", ",".join([longer, *names[1:]]))
    player.press("a", "b")
    assert app.said == [text("long_names")] and isinstance(player.top, NewGame)


@pytest.mark.parametrize("names", ["Bo,Bo,Cy,Di,Ed", "Zoé,ZOÉ,Cy,Di,Ed"])
def test_two_players_of_one_name_are_refused(names):
    app = MemoryApp(names=names)
    player = Player(app)
    player.press("b", "b")
    assert app.said == [text("same_name")]
    assert isinstance(player.top, NewGame)


def test_a_deck_keeps_enough_cards_for_the_row():
    app = MemoryApp(sets="base,imago")
    player = Player(app)
    player.press("b", "up", "c", "c")
    assert app.said == [text("too_few_cards")]
    assert app.settings.get("sets") == "base,imago"


def test_a_new_game_asks_before_it_abandons_the_one_on_the_table():
    app = MemoryApp()
    app.session.begin(f"setup standard doom=0 sets=base players=Ann,Bo row={ROW}")
    player = Player(app)
    player.press("down", "b")
    assert [label for label, _ in player.top.rows] == [text("resume_it"), text("abandon_it")]
    player.press("b")
    assert app.session.game.phase == "before-play"


def test_the_clock_is_set_and_a_day_that_is_not_is_refused():
    app = MemoryApp()
    player = Player(app)
    player.press("down", "b", "down", "down", "b", "up", "c", "c", "down", "b")
    assert app.board.clock() == "2027-11-20 20:15"
    player.press("b", "c", *["up"] * 3, "c", *["up"] * 11, "b")
    assert app.said == [text("no_such_day")]
    assert app.board.clock() == "2027-11-20 20:15"


def test_the_screen_is_cleaned_on_demand():
    app = MemoryApp()
    Player(app).press("down", "b", "b")
    assert app.refreshed == 1


def test_the_screen_is_cleaned_as_often_as_the_settings_say():
    app = MemoryApp()
    player = Player(app)
    player.press("down", "b", "up", "up", "up")
    shown, kept = [], []
    for _ in range(4):
        shown.append(player.top.rows[player.top.number][0]())
        kept.append(app.settings.get("clean_after"))
        player.press("b")
    assert kept == [6, 20, 40, 6]
    assert [words.rpartition(": ")[2] for words in shown] == ["often", "between turns", "seldom", "often"]


def test_the_screen_is_white_before_it_is_put_away_until_the_next_press():
    app, canvas = MemoryApp(), Canvas()
    Player(app).press("down", "b", "down", "b")
    app.draw(canvas)
    assert set(canvas.buffer) == {0xFF} and app.refreshed == 1
    assert words(app)["lines"] == [text("white")]
    Player(app).press("c")
    app.draw(canvas)
    assert set(canvas.buffer) != {0xFF}


def test_a_host_that_plays_on_takes_a_question_off_the_screen():
    app = MemoryApp()
    app.session.begin(f"setup standard doom=0 sets=base players=Ann,Bo row={ROW}")
    player = Player(app)
    # the menu, and the question whether to abandon the game
    player.press("b", "a", "a", "a", "b", "up", "b")
    app.session.enter("play 3 2")
    app.screen.draw(Canvas())
    assert player.top.game.owed == ["tell"]
    player.press("c")
    assert app.session.game.events[-1] == "tell not-higher"


def test_the_end_tells_the_game_in_numbers():
    plays = ("play 1 1", "predict 4 hit", "end", "play 4 4", "use dawn 2 yes", "predict miss", "end")
    assert in_numbers([BASE, *plays, "deal 4 the-key", "play 1 1", "end"]) == (1, 1, 1, 1)


def test_a_new_game_offers_to_note_predicted_values_and_remembers_it():
    app = MemoryApp()
    player = Player(app)
    player.press("b", "up", "up", "c")
    assert app.settings.get("note") is True
    player.press("a", "b", "up", "up")
    assert text("noting_on") in " ".join(words(app)["lines"])
