"""What every screen looks like: golden pictures, and rules that hold for every text on them.

`pytest tests/screens --rewrite-golden` keeps the pictures as they are drawn now; look at them before you do.
"""

from pathlib import Path

import pytest
from companion import screens
from companion.canvas import BLACK, CENTRE, HEIGHT, LEFT, RIGHT, SMALL, WIDTH, Canvas, cut
from companion.games.shipwreck.table_view import short_name
from companion.texts import LANGUAGES
from memory_app import MemoryApp
from PIL import Image
from screens.scenes import SCENES

from shared_rules.shipwreck import CARDS

GOLDEN = Path(__file__).parent / "golden"


class WritingCanvas(Canvas):
    """A canvas that remembers every text that was written on it, and where."""

    def __init__(self):
        super().__init__()
        self.texts = []

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=WIDTH):
        taken = font.width(text)
        assert taken <= width, f"'{text}' is cut: {taken} pixels in {width}"
        left = x - (taken // 2 if align == CENTRE else taken if align == RIGHT else 0)
        self.texts.append((text, left, y, left + taken, y + font.cap))
        return super().text(text, x, y, font, ink, align, width)


def drawn(name, canvas, language="english"):
    app = SCENES[name](language)
    # with the oracle only the second picture is the whole one
    app.draw(Canvas())
    app.screen.draw(canvas)
    if app.said:
        screens.draw_message(canvas, app.said[-1])
    return canvas


def picture(canvas):
    """The canvas as an image of real size, black on white."""
    image = Image.new("1", (WIDTH, HEIGHT), 1)
    for x in range(WIDTH):
        for y in range(HEIGHT):
            if canvas.buffer[y // 8 * WIDTH + x] >> y % 8 & 1:
                image.putpixel((x, y), 0)
    return image


IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)


def golden(name, language):
    """The path of a golden picture; English ones lie in the folder itself."""
    return GOLDEN / ("" if language == "english" else language) / (name + ".png")


@IN_BOTH
@pytest.mark.parametrize("name", SCENES)
def test_the_picture_is_the_golden_one(name, language, request):
    image = picture(drawn(name, Canvas(), language))
    path = golden(name, language)
    if request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        image.save(path)
    kept = Image.open(path).convert("1")
    assert kept.size == (WIDTH, HEIGHT)
    assert kept.tobytes() == image.tobytes(), f"drawn otherwise than {path.relative_to(GOLDEN.parent)}"


def test_every_golden_picture_has_its_scene():
    paths = {golden(name, language) for name in SCENES for language in LANGUAGES}
    assert set(GOLDEN.rglob("*.png")) == paths


@IN_BOTH
@pytest.mark.parametrize("name", SCENES)
def test_no_text_is_cut_or_leaves_the_glass(name, language):
    canvas = drawn(name, WritingCanvas(), language)
    assert canvas.texts
    for text, left, top, right, bottom in canvas.texts:
        assert left >= 0 and right <= WIDTH and top >= 0 and bottom <= HEIGHT - 1, text


@IN_BOTH
@pytest.mark.parametrize("name", [name for name in SCENES if not name.endswith("message")])
def test_no_text_lies_on_another(name, language):
    texts = drawn(name, WritingCanvas(), language).texts
    for number, (text, left, top, right, bottom) in enumerate(texts):
        for other, other_left, other_top, other_right, other_bottom in texts[:number]:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert apart, f"'{text}' lies on '{other}'"


class EndingCanvas(WritingCanvas):
    """A canvas on which texts that are cut are taken as they are drawn."""

    def text(self, text, x, y, font=SMALL, ink=BLACK, align=LEFT, width=WIDTH):
        return super().text(
            text if font.width(text) <= width else cut(text, font, width), x, y, font, ink, align
        )


WIDE = ",".join(letter * 12 for letter in "ŴWMQG")
SETUP = f"setup standard doom=2 sets=base players={WIDE} row=the-deep,the-engine,leviathan,the-huntress"
WITH_NAMES = {
    "new-game": (None, "b"),
    "names": (None, "b", "down", "c"),
    "name": (None, "b", "down", "c", "c"),
    "adventurers": (None, "b", "down", "down", "down", "up", "c", "up", "b", "b"),
    "turn": (SETUP,),
    "title": (SETUP, "a", "a", "a", "b", "up", "up", "b"),
    "leave": (SETUP, "a", "a", "a", "b", "down", "down", "b"),
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
    canvas = EndingCanvas()
    app.draw(Canvas())
    app.screen.draw(canvas)
    letters = {letter for text, *_ in canvas.texts for letter in text}
    assert letters & set(WIDE) - {","}, where
    for number, (text, left, top, right, bottom) in enumerate(canvas.texts):
        assert left >= 0 and right <= WIDTH, text
        for other, other_left, other_top, other_right, other_bottom in canvas.texts[:number]:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert apart, f"'{text}' lies on '{other}'"


def test_a_text_that_is_too_long_ends_in_dots():
    canvas = Canvas()
    assert canvas.text("The Pallbearers", 0, 0, width=60) <= 60
    assert canvas.text("The Pallbearers", 0, 0) > 60


def test_white_ink_on_black_is_black_ink_on_white_turned_over():
    plain, turned = Canvas(), Canvas()
    turned.fill(0, 0, WIDTH, HEIGHT)
    plain.text("Gg 7?", 10, 10)
    turned.text("Gg 7?", 10, 10, ink=0)
    assert bytes(byte ^ 0xFF for byte in turned.buffer) == bytes(plain.buffer)


@pytest.mark.parametrize("card", list(CARDS))
def test_a_card_has_its_printed_name_in_the_row_but_for_the_article(card):
    name = CARDS[card].name
    assert short_name(card) == (name[len("The ") :] if name.startswith("The ") else name)
