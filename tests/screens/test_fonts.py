"""The letters of names: every one that a record may have can be drawn, and none costs memory unread."""

import pytest
from arcana_portable.translation import is_begun
from arcana_portable.virtual.panel import inverted
from companion import fonts
from companion.canvas import BLACK, WHITE, Canvas
from companion.fonts import Font
from companion.large import FlashFont
from companion.screens.settings import languages
from hypothesis import given
from hypothesis.strategies import text
from screens.test_texts import OWNERS, path_of

from shared_rules.record import is_letter

LETTERS = [chr(code) for code in range(0x80, 0x250) if is_letter(chr(code))]
ALIKE = {"ÐĐ", "ŞȘ", "şș", "ŢȚ", "ţț", "Íĺ", "Îĺ"}
"""Letters that look the same in other fonts, too: so do l and I."""
NAMES = pytest.mark.parametrize("tables", [(name, f"{name}_LETTERS") for name in ("SMALL", "MEDIUM")])


def drawn(font, text):
    canvas = Canvas()
    canvas.text(text, 10, 40, font)
    return inverted(bytes(canvas.buffer))


@NAMES
def test_every_letter_is_drawn_and_none_as_another(tables):
    font = Font(*tables)
    unknown = drawn(font, "?")
    pictures = {}
    for letter in LETTERS:
        picture = drawn(font, letter)
        assert picture not in (unknown, bytes(len(picture))), letter
        same = pictures.setdefault(picture, letter)
        assert same == letter or same + letter in ALIKE


@pytest.mark.parametrize("font", ["normal", "heading"])
def test_a_large_canvas_has_every_letter(font):
    """If one font lacks it, in another one."""
    canvas = Canvas(400, 300)

    def written(letter):
        canvas.clear()
        canvas.text(letter, 10, 40, getattr(canvas, font))
        return bytes(canvas.buffer)

    unknown = {written("?"), written("")}
    assert [letter for letter in LETTERS if written(letter) in unknown] == []


@pytest.mark.parametrize("ink", [BLACK, WHITE])
def test_large_letters_from_the_flash_are_those_in_memory(ink):
    canvas = Canvas(400, 300)

    def drawn_with(font, word):
        canvas.fill(0, 0, 400, 300, WHITE - ink)
        canvas.text(word, 10, 40, font, ink)
        return bytes(canvas.buffer)

    on_flash, in_memory = FlashFont("HEADING"), Font("HEADING")
    for word in (*map(chr, range(32, 127)), *"ÄÖÜäöüß±·×–…≤≥", "0123456789", "Ann 12"):
        assert drawn_with(on_flash, word) == drawn_with(in_memory, word), word


@pytest.mark.parametrize("language", [each for each in languages() if not is_begun(each)])
def test_the_fonts_have_the_letters_of_a_language(language):
    """The small ones read some of them when they are needed, as those of names."""
    paths = [path for path in (path_of(language, owner) for owner in OWNERS) if path.exists()]
    written = {each for path in paths for each in path.read_text(encoding="utf-8") if each > "\x7f"}
    lacking = {}
    for table in ("SMALL", "MEDIUM", "NORMAL", "HEADING"):
        there = {
            *fonts.read_table(table)[3].decode("utf-16-le"),
            *(LETTERS if table in ("SMALL", "MEDIUM") else ()),
        }
        if written - there:
            lacking[table] = "".join(sorted(written - there))
    assert not lacking, f"the fonts lack letters of {language}, see firmware/tools/make_fonts.py: {lacking}"


@NAMES
def test_a_letter_keeps_within_the_rows_of_a_line(tables):
    font = Font(*tables)
    for letter in LETTERS:
        rows = [number for number in range(128) if row(drawn(font, letter), number)]
        assert rows[0] >= 40 - font.above and rows[-1] < 40 + font.cap + 5, letter


def row(picture, number):
    page = picture[number // 8 * 296 : (number // 8 + 1) * 296]
    return any(column >> number % 8 & 1 for column in page)


@NAMES
def test_letters_are_read_as_they_come_up_and_go_again(tables, monkeypatch):
    font = Font(*tables)
    before = len(font._pixels)
    drawn(font, "Ann und Jürgen")
    assert len(font._pixels) == before
    monkeypatch.setattr(fonts, "MOST", 4)
    looks = {letter: drawn(Font(*tables), letter) for letter in LETTERS}
    for letter in LETTERS:
        assert drawn(font, letter) == looks[letter]
        assert len(font._more) <= font._own[0] + 2 * 4
    # a name may have more of them than are kept
    assert drawn(font, "ŁŃŐŘŚŤ") == drawn(Font(*tables), "ŁŃŐŘŚŤ")
    assert drawn(font, "Łą") == drawn(Font(*tables), "Łą")


@given(text())
def test_a_text_has_the_code_points_that_python_sees(written):
    assert list(fonts._points(written.encode())) == list(map(ord, written))


def test_a_character_that_no_font_has_is_a_question_mark():
    assert drawn(Font("SMALL", "SMALL_LETTERS"), "1€\U0001f600") == drawn(Font("SMALL"), "1??")
