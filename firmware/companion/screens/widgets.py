"""The parts that all screens have: the heading, the labels of the five buttons, and messages.

It must not know any game. All coordinates are in pixels, and come from the fonts of the canvas.
"""

from companion.canvas import (
    BLACK,
    CENTRE,
    DOWN,
    LEFT,
    LEFTWARDS,
    MENU,
    POWER,
    RIGHT,
    RIGHTWARDS,
    UP,
    WHITE,
    that_fits,
    wrap,
)
from companion.texts import text

if False:  # for the type checker only
    from typing import Any

TABLE = "table"
"""The name of the picture's parts kept between screens that draw a table: see `Canvas.clear`."""

# the warning in all headings; whether UP and DOWN are chords
_shown: "list[Any]" = ["", False]

WITH_B = ("BA", "BC")
"""The buttons to press together for UP and DOWN on a board with three buttons."""

_ARROWS = {"<": LEFTWARDS, ">": RIGHTWARDS}


def set_warning(words):
    """Show a warning at the right end of all headings from now on; "" removes it."""
    _shown[0] = words


def set_chords(chords):
    """Show from now on which two buttons to press for UP and DOWN. chords: whether the board needs that."""
    _shown[1] = chords


def draw_heading(canvas, text, note="", question=False, menu=False, beside=0, width=None):
    """Draw the line at the top.

    note: a small text at its right end. question: whether it is a question, which is white on black. menu:
    whether there is a symbol at its left end, see `draw_menu_mark`. beside: pixels to leave free left of the
    note. width: of the line, None for the width of the picture; in such a line a warning stands alone if the
    text has no room beside it.
    """
    ink, right, font = BLACK, width or canvas.width, canvas.note
    if question:
        canvas.fill(0, 0, right, canvas.head)
        ink = WHITE
    x = canvas.head + 5 if menu else 3
    marked = _shown[0]
    if font.smaller:
        # the left part matters more, if a smaller note helps it
        room = right - x - canvas.heading.width(text) - beside - 15
        font = that_fits(marked or note, font, room)
        if font.width(marked or note) > room:
            font = that_fits(marked or note, canvas.note, right - 9)
    noted = font.width(marked or note) + 12 if marked or note else 0
    room = right - 3 - x - noted - beside
    if not width or that_fits(text, canvas.heading, room).width(text) <= room:
        canvas.text(text, x, canvas.heading.above - 1, canvas.heading, ink, LEFT, room)
    if marked:
        canvas.fill(right - noted + 2, 1, noted - 3, canvas.head - 2, ink)
        canvas.text(marked, right - 6, _note_y(canvas, font), font, WHITE if ink == BLACK else BLACK, RIGHT)
    elif note:
        canvas.text(note, right - 4, _note_y(canvas, font), font, ink, RIGHT)


def _note_y(canvas, font):
    """Return the y of a note in the heading, with the middle of its capitals at the height of the others."""
    return canvas.heading.above - 1 + (canvas.heading.cap - font.cap + 1) // 2


def display_name(player):
    """Return a player's name as it is shown, such as "Ann A" for "Ann.A", a line of Ann's."""
    return player.replace(".", " ")


def draw_menu_mark(canvas, framed, symbol=MENU):
    """Draw the symbol at the left end of the heading: MENU, or LEFTWARDS for going back.

    framed: whether the cursor is on it.
    """
    room, symbols = canvas.head + 2, canvas.symbols
    if framed:
        canvas.fill(0, 0, room, canvas.head)
    x, y = (room - symbols.width(symbol)) // 2, canvas.head // 5
    canvas.symbol(symbol, x, y, WHITE if framed else BLACK, symbols)


def draw_keys(canvas, a="", b="", c=""):
    """Draw the labels of A, B and C in the bottom line: "<" and ">" as arrows, and "" not at all.

    A button without a label does nothing now.
    """
    canvas.rule(canvas.foot)
    font = canvas.note
    while font.smaller and sum([_key_width(canvas, font, label) for label in (a, b, c)]) > canvas.width - 16:
        font = font.smaller
    left = _draw_key(canvas, font, "A", a, 2)
    right = _draw_key(canvas, font, "C", c, canvas.width - 2 - _key_width(canvas, font, c))
    width = _key_width(canvas, font, b)
    x = (canvas.width - width) // 2
    if x < left + 6 or x + width > right - 6:
        x = (left + right - width) // 2
    _draw_key(canvas, font, "B", b, x)


def draw_dropped(canvas):
    """Say in the corner above UP that the last press did not count."""
    words, font = text("press_again"), canvas.note
    width = font.width(words) + 8
    canvas.fill(canvas.width - width, 0, width, canvas.head)
    canvas.text(words, canvas.width - 4, _note_y(canvas, font), font, WHITE, RIGHT)


def _key_width(canvas, font, label):
    if not label:
        return 0
    wide = canvas.symbols.width(LEFTWARDS) if label in _ARROWS else font.width(label)
    return font.cap + 5 + 3 * canvas.scale + wide


def _draw_key(canvas, font, letter, label, x):
    """Draw the label of one button; return its right end, or its left end for C."""
    y = canvas.foot + 2
    if label:
        canvas.chip(x, y, font.cap + 5, font.cap + 4)
        canvas.text(letter, x + font.cap - font.cap // 4, y + 2, font, WHITE, CENTRE)
        after = x + font.cap + 5 + 3 * canvas.scale
        if label in _ARROWS:
            canvas.symbol(_ARROWS[label], after, y + 1, BLACK, canvas.symbols)
        else:
            canvas.text(label, after, y + 2, font)
    return x if letter == "C" else x + _key_width(canvas, font, label)


def draw_side(canvas, up="", down="", top=None):
    """Draw the labels of UP and DOWN at the right edge, with their arrows.

    up, down: a short text, MENU or POWER; "" for nothing, " " for only the arrow; a word that is wider than
    the edge reaches into the screen. top: the y of the upper arrow, None for the usual y.
    """
    foot, scale, font, room = canvas.foot, canvas.scale, canvas.heading, canvas.width - canvas.side
    middle, top = canvas.side + room // 2, top or canvas.top + 2
    for label, arrow, arrow_y, label_y in (
        (up, UP, top, top + 9 * scale),
        (down, DOWN, foot - 8 * scale, foot - 12 * scale - font.cap),
    ):
        if label == "":
            continue
        canvas.symbol(arrow, middle - 4 * scale, arrow_y, BLACK, canvas.symbols)
        if _shown[1]:
            note, y = canvas.note, label_y + 2
            if label != " ":
                y = label_y + font.cap + 5 if arrow == UP else label_y - 4 - note.cap
            canvas.fill(canvas.side, y - 2, room, note.cap + 3)
            canvas.text(WITH_B[arrow == DOWN], middle, y, note, WHITE, CENTRE)
        if label in (MENU, POWER):
            canvas.symbol(label, middle - 5 * scale, label_y, BLACK, canvas.symbols)
        elif canvas.note.width(label) > room:
            canvas.text(label, canvas.width, label_y, canvas.note, BLACK, RIGHT)
        else:
            font = font if font.width(label) <= room else canvas.normal
            canvas.text(label, middle, label_y, font, BLACK, CENTRE)


def draw_message(canvas, sentence):
    """Draw a sentence in a box over the picture on the Canvas."""
    middle, font = canvas.width // 2, canvas.note
    pitch, last = font.cap + 6, font.cap + 16
    lines = wrap(sentence, font, canvas.width - 66)[: (canvas.height - last) // pitch]
    height = pitch * len(lines) + last
    x, y, width = 22, (canvas.height - height) // 2, canvas.width - 44
    canvas.fill(x - 3, y - 3, width + 6, height + 6, WHITE)
    canvas.fill(x, y, width, height)
    canvas.fill(x + 2, y + 2, width - 4, height - 4, WHITE)
    for number, line in enumerate(lines):
        canvas.text(line, middle, y + 8 + pitch * number, font, BLACK, CENTRE)
    canvas.text(text("any_button"), middle, y + height - font.cap - 5, font, BLACK, CENTRE)
    canvas.invalidate()
