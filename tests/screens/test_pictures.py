"""Golden pictures of every screen, and rules that hold for every text on them.

`pytest tests/screens --rewrite-golden` keeps the pictures as they are drawn now; look at them before you do.
"""

from pathlib import Path
from unittest.mock import patch

import pytest
from arcana_portable.translation import is_begun
from arcana_portable.virtual import panel
from companion.canvas import HEIGHT, WHITE, WIDTH, Canvas
from companion.screens import Stack
from companion.screens.settings import languages
from companion.screens.widgets import draw_message
from companion.session import Session
from memory_app import MemoryApp
from PIL import Image, ImageChops
from screens.scenes import SCENES
from screens.writing import WritingCanvas

from shared_rules.shipwreck import POWERS

GOLDEN = Path(__file__).parent / "golden"


def drawn(name, canvas, language="english"):
    """Draw a scene, laid out for a WritingCanvas of any size, on that; return its app."""
    laid_out_for = Canvas(canvas.width, canvas.height)
    with patch.object(MemoryApp, "canvas", laid_out_for):
        app = SCENES[name](language)
    app.canvas = laid_out_for
    # with the oracle only the second picture is the whole one
    app.draw(laid_out_for)
    app.screen.draw(canvas)
    if app.said:
        canvas.cover()
        draw_message(canvas, app.said[-1])
    return app


def picture(canvas):
    """The canvas as an image of real size, black on white."""
    return panel.picture(panel.inverted(bytes(canvas.buffer)), canvas.width).convert("1")


OTHER_SIZES = [
    ("264x176", "oracle-after-the-play"),
    ("400x300", "oracle-after-the-play"),
    ("400x300", "fading-with-powers-attached"),
    ("400x300", "island-explore"),
    ("400x300", "pad-correction"),
    ("264x176", "pad-of-eight-with-millions"),
    ("400x300", "pad-of-eight-with-millions"),
    ("400x300", "menu-before-the-play"),
]
"""Sizes, and a scene for each form of a screen that the reference board does not show."""

IN_BOTH = pytest.mark.parametrize("language", [each for each in languages() if not is_begun(each)])


def golden(name, folder):
    """The path of a golden picture. folder: a language, or a size; English ones lie in the folder itself."""
    return GOLDEN / ("" if folder == "english" else folder) / (name + ".png")


def is_edge(drawn, expected):
    """Whether two pictures differ only where the right edge, above and below, was white before."""
    for half in ((0, 0, WIDTH, HEIGHT // 2), (0, HEIGHT // 2, WIDTH, HEIGHT)):
        before, after = expected.convert("L").crop(half), drawn.convert("L").crop(half)
        changed = ImageChops.difference(before, after).getbbox()
        if changed and (changed[0] < Canvas().side or before.crop(changed).getextrema() != (255, 255)):
            return False
    return True


@IN_BOTH
@pytest.mark.parametrize("name", SCENES)
def test_a_scene_is_its_golden_picture_and_its_texts_have_room(name, language, buttons, request):
    """With three buttons, how to press UP and DOWN stands beside what they do; nothing else differs."""
    canvas = WritingCanvas()
    drawn(name, canvas, language)
    image = picture(canvas)
    path = golden(name, language)
    if buttons == 5 and request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        image.save(path)
    assert canvas.texts
    wrong = canvas.faults()
    there = path.exists()
    golden_picture = Image.open(path).convert("1") if there else Image.new("1", (WIDTH, HEIGHT))
    if not (golden_picture.tobytes() == image.tobytes() or (buttons == 3 and is_edge(image, golden_picture))):
        fault = "drawn otherwise than" if there else "there is no"
        wrong.append(f"{fault} {path.relative_to(GOLDEN.parent)}: run 'make golden', then look")
    assert wrong == []


def drawn_over(name, language, monkeypatch):
    """An app in a scene, and the Canvas on which all pictures up to this one were drawn over one another."""
    canvas, inside = Canvas(), []

    def watched(method):
        def after_a_picture(stack, *args):
            if not inside:
                for each in [stack] if isinstance(stack, Stack) else [app.screen for app in apps]:
                    each.draw(canvas)
            inside.append(method)
            try:
                return method(stack, *args)
            finally:
                inside.pop()

        return after_a_picture

    apps, begin = [], MemoryApp.__init__

    def noted(app, *args, **settings):
        begin(app, *args, **settings)
        apps[:] = [app]

    monkeypatch.setattr(MemoryApp, "__init__", noted)
    monkeypatch.setattr(Stack, "press", watched(Stack.press))
    monkeypatch.setattr(Session, "enter", watched(Session.enter))
    app = SCENES[name](language)
    app.draw(canvas)
    return app, canvas


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_drawn_over_the_pictures_before_it_is_as_if_it_was_alone(name, three_buttons, monkeypatch):
    """With three buttons, as those have all that five have and the edge."""
    app, canvas = drawn_over(name, "english", monkeypatch)
    alone = Canvas()
    app.screen.draw(alone)
    assert canvas.buffer == alone.buffer
    assert leaving(app.screen.draw) == []


def leaving(draw, size=()):
    """The parts of a picture that draw beyond their areas: it differs if only one of them is drawn again."""
    canvas = Canvas(*size)
    draw(canvas)
    whole, found = bytes(canvas.buffer), []
    for again in (None, *canvas._parts):
        canvas._parts.pop(again, None)
        draw(canvas)
        if canvas.buffer != whole:
            found.append(again)
    return found


def test_every_golden_picture_has_its_scene():
    paths = {golden(name, language) for name in SCENES for language in languages() if not is_begun(language)}
    paths |= {golden(name, size) for size, name in OTHER_SIZES}
    assert set(GOLDEN.rglob("*.png")) == paths, "'make golden' draws what is missing; delete the rest"


def test_every_power_that_asks_has_a_scene_of_its_name():
    """Only scenes show whether its question has room."""
    bare = [power for power in POWERS if POWERS[power].who != "automatic" and power not in SCENES]
    assert not bare, f"tests/screens/scenes.py lacks scenes with the questions of {bare}"


WIDE = ",".join(letter * 12 for letter in "ŴWMQG")
SETUP = f"setup standard doom=2 sets=base players={WIDE} row=the-deep,the-engine,leviathan,the-huntress"
WITH_NAMES = {
    "new-game": (None, "b"),
    "names": (None, "b", "down", "c"),
    "name": (None, "b", "down", "c", "c"),
    "adventurers": (None, "b", "down", "down", "down", "up", "c", "up", "b", "b"),
    "turn": (SETUP,),
    "title": (SETUP, "a", "a", "a", "b", "up", "up", "b"),
    "leave": (SETUP, "a", "a", "a", "b", "down", "down", "down", "b"),
    "prediction": (SETUP, "b"),
    "number-lines": (SETUP + " assist=number-line", "b", "a", "c", "c", "c", "b"),
    "end": (SETUP, "a", "a", "a", "b", "up", "b", "b"),
}


@IN_BOTH
@pytest.mark.parametrize("where", WITH_NAMES)
def test_the_widest_names_stay_on_the_glass_and_off_other_texts(where, language):
    setup, *presses = WITH_NAMES[where]
    app = MemoryApp(
        language=language, names=WIDE, players=5, mode="creatures" if where == "adventurers" else "standard"
    )
    if setup:
        app.session.begin(setup)
        app.screen.press("b", "press")
    for name in presses:
        app.screen.press(name, "press")
    canvas = WritingCanvas()
    app.draw(Canvas())
    app.screen.draw(canvas)
    letters = {letter for text, *_ in canvas.texts for letter in text}
    assert letters & set(WIDE) - {","}, where
    # a name may be cut
    assert canvas.faults(cut=False) == []


def test_a_text_that_is_too_long_ends_in_dots():
    canvas = Canvas()
    assert canvas.text("The Pallbearers", 0, 0, width=60) <= 60
    assert canvas.text("The Pallbearers", 0, 0) > 60


def test_white_ink_on_black_is_black_ink_on_white_turned_over():
    plain, turned = Canvas(), Canvas()
    turned.fill(0, 0, WIDTH, HEIGHT)
    plain.text("Gg 7?", 10, 10)
    turned.text("Gg 7?", 10, 10, ink=WHITE)
    assert bytes(byte ^ 0xFF for byte in turned.buffer) == bytes(plain.buffer)
