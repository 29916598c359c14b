"""What screens are made of: the heading, the labels of the five buttons, fates and tracks.

It must not know the state of a game; it is given texts and numbers. All coordinates are in pixels.
"""

from companion.canvas import (
    BLACK,
    CENTRE,
    DOWN,
    LARGE,
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
    WIDTH,
)

SIDE = 280
"""The left end of the right edge, which has the labels of UP and DOWN."""

HEAD = 15
"""The first row under the heading."""

FOOT = 114
"""The row of the line above the labels of A, B and C."""

TOP = 17
BOTTOM = 98
"""The first and the last row of a picture of the table; below it is room for a line of small text."""

TABLE = (0, TOP, SIDE, FOOT - TOP)
"""The area between the heading and the bottom line: the `cached_area` of a screen that draws a table."""

PLAYED, PROPOSED, MEANT = range(3)
"""The styles of a fate: on the table, only proposed, or what a question is about."""

_shown = ["", False]  # the warning in all headings; whether UP and DOWN are two buttons together

WITH_B = ("BA", "BC")
"""The buttons to press together for UP and DOWN on a board with three buttons."""

_ARROWS = {"<": LEFTWARDS, ">": RIGHTWARDS}


def set_warning(words):
    """Show a warning at the end of all headings from now on; "" for none."""
    _shown[0] = words


def set_chords(chords):
    """Show from now on which two buttons to press for UP and DOWN. chords: whether the board needs that."""
    _shown[1] = chords


def draw_heading(canvas, text, note="", question=False, x=3):
    """Draw the line at the top.

    note: a small text at its right end. question: whether it is white on black, as it wants an answer. x: the
    left end of the text.
    """
    ink = BLACK
    if question:
        canvas.fill(0, 0, WIDTH, HEAD)
        ink = WHITE
    marked = _shown[0]
    noted = SMALL.width(marked or note) + 12 if marked or note else 0
    canvas.text(text, x, 2, MEDIUM, ink, LEFT, WIDTH - 3 - x - noted)
    if marked:
        canvas.fill(WIDTH - noted + 2, 1, noted - 3, HEAD - 2, ink)
        canvas.text(marked, WIDTH - 6, 4, SMALL, WHITE if ink == BLACK else BLACK, RIGHT)
    elif note:
        canvas.text(note, WIDTH - 4, 4, SMALL, ink, RIGHT)


def spoken_name(player):
    """Return a player's name as people say it; in a duel with the line, "Ann A" for "Ann.A"."""
    return player.replace(".", " ")


def draw_menu_mark(canvas, framed, symbol=MENU):
    """Draw the mark at the left end of the heading: MENU, or LEFTWARDS for the way back.

    framed: whether the cursor is on it.
    """
    if framed:
        canvas.fill(0, 0, 17, HEAD)
    canvas.symbol(symbol, 6 if symbol == LEFTWARDS else 3, 3, WHITE if framed else BLACK)


def draw_keys(canvas, a="", b="", c=""):
    """Draw the labels of A, B and C in the bottom line: "<" and ">" as arrows, nothing for "".

    A button without a label does nothing now.
    """
    canvas.rule(FOOT)
    left = _draw_key(canvas, "A", a, 2)
    right = _draw_key(canvas, "C", c, WIDTH - 2 - _key_width(c))
    width = _key_width(b)
    x = (WIDTH - width) // 2
    if x < left + 6 or x + width > right - 6:
        x = (left + right - width) // 2
    _draw_key(canvas, "B", b, x)


def _key_width(label):
    if not label:
        return 0
    return 16 + (5 if label in _ARROWS else SMALL.width(label))


def _draw_key(canvas, letter, label, x):
    """Draw the label of one button; return its right end, or its left end for C."""
    if label:
        canvas.chip(x, FOOT + 2, 13, 12)
        canvas.text(letter, x + 6, FOOT + 4, SMALL, WHITE, CENTRE)
        if label in _ARROWS:
            canvas.symbol(_ARROWS[label], x + 16, FOOT + 3)
        else:
            canvas.text(label, x + 16, FOOT + 4)
    return x if letter == "C" else x + _key_width(label)


def draw_side(canvas, up="", down="", top=19):
    """Draw the labels of UP and DOWN at the right edge, with their arrows.

    up, down: a short text, MENU, POWER or LEFTWARDS; "" for nothing, " " for the arrow alone. top: the row of
    the upper arrow.
    """
    middle = SIDE + 8
    for label, arrow, arrow_y, label_y in ((up, UP, top, top + 9), (down, DOWN, 106, 91)):
        if label == "":
            continue
        canvas.symbol(arrow, middle - 4, arrow_y)
        if _shown[1]:
            away = 2 if label == " " else 16
            y = label_y + away if arrow == UP else label_y + 4 - away
            canvas.fill(SIDE, y - 2, WIDTH - SIDE, 11)
            canvas.text(WITH_B[arrow == DOWN], middle, y, SMALL, WHITE, CENTRE)
        if label in (MENU, POWER):
            canvas.symbol(label, middle - 5, label_y)
        elif label == LEFTWARDS:
            canvas.symbol(label, middle - 2, label_y)
        else:
            canvas.text(label, middle, label_y, MEDIUM, BLACK, CENTRE)


def draw_fate(canvas, value, x, y, style=PLAYED, small=False):
    """Draw a fate token, 17 by 18 pixels, or 12 by 13 when it is small.

    x, y: its top left corner. style: PLAYED, PROPOSED or MEANT.
    """
    width, height = (12, 13) if small else (17, 18)
    canvas.chip(x, y, width, height)
    if style != PLAYED:
        canvas.chip(x + 1, y + 1, width - 2, height - 2, WHITE)
    ink = BLACK if style == PROPOSED else WHITE
    if style == MEANT:
        canvas.fill(x + 3, y + 3, width - 6, height - 6)
    if small:
        canvas.text(str(value), x + 6, y + 3, SMALL, ink, CENTRE)
    else:
        canvas.text(str(value), x + 9, y + 4, MEDIUM, ink, CENTRE)


def draw_track(canvas, symbol, value, x, y):
    """Draw one of the two tracks of The Hours, white on black: symbol, number and seven steps upwards."""
    canvas.symbol(symbol, x + 3, y + 1, WHITE)
    canvas.text(str(value), x + 9, y + 14, LARGE, WHITE, CENTRE)
    for step in range(7):
        bottom = y + 66 - 5 * step
        if step < value:
            canvas.fill(x, bottom - 3, 18, 4, WHITE)
        else:
            canvas.fill(x + 6, bottom - 1, 6, 1, WHITE)
