"""The parts that all screens have: the heading, the labels of the five buttons, and messages.

It must not know any game. All coordinates are in pixels.
"""

from companion.canvas import (
    BLACK,
    CENTRE,
    DOWN,
    HEAD,
    LEFT,
    LEFTWARDS,
    MEDIUM,
    MENU,
    POWER,
    RIGHT,
    RIGHTWARDS,
    SMALL,
    UP,
    WHITE,
    wrap,
)
from companion.texts import text

if False:  # for the type checker only
    from typing import Any

TABLE = "table"
"""What is kept of the picture between screens that draw a table: see `Canvas.clear`."""

# the warning in all headings; whether UP and DOWN are chords; which of A and C have an arrow
_shown: "list[Any]" = ["", False, ""]

WITH_B = ("BA", "BC")
"""The buttons to press together for UP and DOWN on a board with three buttons."""

_ARROWS = {"<": LEFTWARDS, ">": RIGHTWARDS}


def set_warning(words):
    """Show a warning at the right end of all headings from now on; "" for none."""
    _shown[0] = words


def set_chords(chords):
    """Show from now on which two buttons to press for UP and DOWN. chords: whether the board needs that."""
    _shown[1] = chords


def draw_heading(canvas, text, note="", question=False, x=3):
    """Draw the line at the top.

    note: a small text at its right end. question: whether it is a question, which is white on black. x: the
    left end of the text.
    """
    ink, right = BLACK, canvas.width
    if question:
        canvas.fill(0, 0, right, HEAD)
        ink = WHITE
    marked = _shown[0]
    noted = SMALL.width(marked or note) + 12 if marked or note else 0
    canvas.text(text, x, 2, MEDIUM, ink, LEFT, right - 3 - x - noted)
    if marked:
        canvas.fill(right - noted + 2, 1, noted - 3, HEAD - 2, ink)
        canvas.text(marked, right - 6, 4, SMALL, WHITE if ink == BLACK else BLACK, RIGHT)
    elif note:
        canvas.text(note, right - 4, 4, SMALL, ink, RIGHT)


def spoken_name(player):
    """Return a player's name as it is shown, such as "Ann A" for "Ann.A", a line of Ann's."""
    return player.replace(".", " ")


def draw_menu_mark(canvas, framed, symbol=MENU):
    """Draw the symbol at the left end of the heading: MENU, or LEFTWARDS for going back.

    framed: whether the cursor is on it.
    """
    if framed:
        canvas.fill(0, 0, 17, HEAD)
    canvas.symbol(symbol, 6 if symbol == LEFTWARDS else 3, 3, WHITE if framed else BLACK)


def draw_keys(canvas, a="", b="", c=""):
    """Draw the labels of A, B and C in the bottom line: "<" and ">" as arrows, and "" not at all.

    A button without a label does nothing now.
    """
    _shown[2] = ("a" if a in _ARROWS else "") + ("c" if c in _ARROWS else "")
    canvas.rule(canvas.foot)
    left = _draw_key(canvas, "A", a, 2)
    right = _draw_key(canvas, "C", c, canvas.width - 2 - _key_width(c))
    width = _key_width(b)
    x = (canvas.width - width) // 2
    if x < left + 6 or x + width > right - 6:
        x = (left + right - width) // 2
    _draw_key(canvas, "B", b, x)


def moves_cursor(name):
    """Return whether a button only moves the cursor of the screen that was drawn last, or opens its menu."""
    return name not in ("a", "b", "c") or name in _shown[2]


def draw_dropped(canvas):
    """Say in the corner above UP that the last press did not count."""
    words = text("press_again")
    width = SMALL.width(words) + 8
    canvas.fill(canvas.width - width, 0, width, HEAD)
    canvas.text(words, canvas.width - 4, 4, SMALL, WHITE, RIGHT)


def _key_width(label):
    if not label:
        return 0
    return 16 + (5 if label in _ARROWS else SMALL.width(label))


def _draw_key(canvas, letter, label, x):
    """Draw the label of one button; return its right end, or its left end for C."""
    if label:
        y = canvas.foot + 2
        canvas.chip(x, y, 13, 12)
        canvas.text(letter, x + 6, y + 2, SMALL, WHITE, CENTRE)
        if label in _ARROWS:
            canvas.symbol(_ARROWS[label], x + 16, y + 1)
        else:
            canvas.text(label, x + 16, y + 2)
    return x if letter == "C" else x + _key_width(label)


def draw_side(canvas, up="", down="", top=19):
    """Draw the labels of UP and DOWN at the right edge, with their arrows.

    up, down: a short text, MENU, POWER or LEFTWARDS; "" for nothing, " " for only the arrow. top: the y of
    the upper arrow.
    """
    middle, foot = canvas.side + 8, canvas.foot
    for label, arrow, arrow_y, label_y in ((up, UP, top, top + 9), (down, DOWN, foot - 8, foot - 23)):
        if label == "":
            continue
        canvas.symbol(arrow, middle - 4, arrow_y)
        if _shown[1]:
            away = 2 if label == " " else 16
            y = label_y + away if arrow == UP else label_y + 4 - away
            canvas.fill(canvas.side, y - 2, 16, 11)
            canvas.text(WITH_B[arrow == DOWN], middle, y, SMALL, WHITE, CENTRE)
        if label in (MENU, POWER):
            canvas.symbol(label, middle - 5, label_y)
        elif label == LEFTWARDS:
            canvas.symbol(label, middle - 2, label_y)
        else:
            canvas.text(label, middle, label_y, MEDIUM, BLACK, CENTRE)


def draw_message(canvas, sentence):
    """Draw a sentence in a box over what is on the Canvas."""
    middle = canvas.width // 2
    lines = wrap(sentence, SMALL, canvas.width - 66)[: (canvas.height - 24) // 14]
    height = 14 * len(lines) + 24
    x, y, width = 22, (canvas.height - height) // 2, canvas.width - 44
    canvas.fill(x - 3, y - 3, width + 6, height + 6, WHITE)
    canvas.fill(x, y, width, height)
    canvas.fill(x + 2, y + 2, width - 4, height - 4, WHITE)
    for number, line in enumerate(lines):
        canvas.text(line, middle, y + 8 + 14 * number, SMALL, BLACK, CENTRE)
    canvas.text(text("any_button"), middle, y + height - 13, SMALL, BLACK, CENTRE)
    canvas.invalidate()
