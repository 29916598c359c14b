"""The panel in words: the same texts as are drawn, for every scene, in both languages."""

import pytest
from companion import host_methods as patterns
from companion import screen_reader
from companion.canvas import LEFTWARDS, MENU, POWER, Canvas
from companion.screens import widgets
from companion.screens.settings import languages
from companion.texts import text
from memory_app import MemoryApp
from screens.scenes import SCENES

SIGNS = {MENU: "menu", POWER: "powers", LEFTWARDS: "back"}


def read(app):
    """The words of an app's screen, once it is drawn."""
    app.draw(Canvas())
    return screen_reader.words(app)


def noted(monkeypatch, name):
    """Note the arguments of a function of `widgets`, which goes on doing its work."""
    calls = []
    real = getattr(widgets, name)

    def note(canvas, *words, **options):
        if isinstance(canvas, screen_reader.Reader):
            calls.append(words)
        return real(canvas, *words, **options)

    monkeypatch.setattr(widgets, name, note)
    return calls


def test_a_test_pattern_has_no_words():
    app = MemoryApp()
    app.board.ticks_ms = lambda: 0
    for name in patterns.NAMES:
        patterns.show(app, name, None)
        words = read(app)
        # but for the one that says which way round it is
        lines = ["Arcana"] if name == "orientation" else []
        assert (words["title"], words["lines"], words["keys"], words["written"]) == ("", lines, {}, None)


@pytest.mark.parametrize("language", languages())
def test_every_heading_begins_with_a_capital(language):
    titles = [read(make(language))["title"] for make in SCENES.values()]
    assert [title for title in titles if title[:1].islower()] == []


def misread(name, language, below, beside):
    """The differences of the words of a scene from its drawing; the last two parameters note the drawing."""
    below.clear(), beside.clear()
    app = SCENES[name](language)
    words = read(app)
    meant = dict(zip("abc", below[-1], strict=False)) if below else {}
    for button, label in zip(("up", "down"), beside[-1][:2] if beside else (), strict=False):
        meant[button] = text(SIGNS[label]) if label in SIGNS else label
    keys = {button: label.strip() for button, label in meant.items() if label}
    if words["keys"] != keys or not keys:
        yield name, "keys", words["keys"], keys
    moving = "".join(button for button in "ac" if meant.get(button) in ("<", ">"))
    if below and app.message is None and moving != app.screen.shown.cursor_keys:
        yield name, "cursor keys", moving, app.screen.shown.cursor_keys
    if words["language"] != language:
        yield name, "language", words["language"]
    if bool(words["title"]) == name.startswith("title"):
        yield name, "title", words["title"], "only a scene whose name begins with title has no heading"
    if not all(line.strip() for line in words["lines"]):
        yield name, "lines", words["lines"]
    if words["at"] is not None and words["at"] >= len(words["lines"]):
        yield name, "at", words["at"]


@pytest.mark.parametrize("language", languages())
def test_every_scene_is_read_as_it_is_drawn(monkeypatch, language):
    below, beside = noted(monkeypatch, "draw_keys"), noted(monkeypatch, "draw_side")
    assert [wrong for name in SCENES for wrong in misread(name, language, below, beside)] == []


def at_cursor(name):
    words = read(SCENES[name]("english"))
    return words["lines"][words["at"]]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("title-with-a-game", "Resume: Bo, turn 2"),
        ("play-that-would-fade", "1 on Deep: ≤ 5, fades"),
        ("play-on-the-hours", "5 on The Hours"),
        ("cursor-on-the-menu", "menu"),
        ("the-thief-asks", "3 on Wish: Guess"),
        ("sets", "[x] Stars below, 5 cards"),
        ("name-editor", "w"),
        ("clock", "11"),
        ("adventurers", "Bo Mystic"),
    ],
)
def test_the_line_at_the_cursor_is_reported(name, line):
    assert at_cursor(name) == line


def test_what_a_power_does_is_one_sentence():
    words = read(SCENES["powers-list"]("english"))
    assert "Say if you held the played fate last turn" in words["lines"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("pad-who-has-a-solo", "Bo \u22122"),
        ("pad-fills-in-what-is-missing", "Di \u22121 = \u22123"),
        ("pad-points", "Bo +13 = 13"),
        ("island-score-lost", "\u22124"),
        ("island-score-lost", "Blight \u221222"),
    ],
)
def test_a_negative_number_has_a_minus_sign_which_is_read_out(name, line):
    assert line in read(SCENES[name]("english"))["lines"]


def test_a_message_lies_over_everything_else():
    app = SCENES["play"]("german")
    app.message = "Das geht nicht."
    assert read(app) == {
        "title": "",
        "lines": ["Das geht nicht."],
        "at": None,
        "keys": {"b": text("any_button").strip("– ")},
        "asks": False,
        "written": None,
        "language": "german",
    }


def test_the_typed_text_is_reported():
    assert read(SCENES["letter-with-its-mark"]("english"))["written"] == "Jö"
    assert read(SCENES["name-of-a-creature"]("english"))["written"] is not None
    assert read(SCENES["condition-of-a-creature"]("english"))["written"] is None


def test_reading_leaves_the_picture_as_it_is():
    app = SCENES["play"]("english")
    canvas, afresh = Canvas(), Canvas()
    app.draw(canvas)
    screen_reader.words(app)
    app.draw(canvas)
    app.draw(afresh)
    assert canvas.buffer == afresh.buffer
