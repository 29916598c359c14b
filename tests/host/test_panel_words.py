"""What is read out of the panel: all of a new screen, and of one that goes on only what differs."""

from arcana_host.page.panel_words import news, sentences, spoken

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
    assert news(None, MENU) == sentences(MENU)
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
    assert sentences(german)[2:] == ["Auf: 5", "Ab: 3", "A: links", "B: play 4", "C: rechts"]
    assert (spoken(german)["language"], spoken(PLAY)["language"]) == ("de", "en")


def test_a_page_gets_the_buttons_in_their_order():
    assert spoken(MENU)["keys"] == [
        ["up", "Up", "move"],
        ["down", "Down", "move"],
        ["a", "A", "back"],
        ["b", "B", "choose"],
    ]
