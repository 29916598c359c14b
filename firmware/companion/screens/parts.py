"""What all screens have in common: the heading, what the five buttons do now, fates and moons.

It must not know the game; it is handed texts and numbers.
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
"""The first column of the right edge, where UP and DOWN are explained."""

HEAD = 15
"""The first row under the heading."""

FOOT = 114
"""The row of the line above what A, B and C do."""

TOP = 17
BOTTOM = 98
"""The first and the last row of a picture of the table; below it is room for a line of small words."""

TABLE = (0, TOP, SIDE, FOOT - TOP)
"""The area between the heading and the bottom line: the `kept` of a screen that draws the table by parts."""

PLAYED, PROPOSED, MEANT = range(3)

_marked = ["", False]

WITH_B = ("BA", "BC")
"""What is pressed together for UP and DOWN where there are three buttons."""

_ARROWS = {"<": LEFTWARDS, ">": RIGHTWARDS}


def mark(words):
    """Let all headings end in a warning until it is "" again."""
    _marked[0] = words


def chorded(chords):
    """Let the right edge say how to press UP and DOWN where there are no such buttons."""
    _marked[1] = chords


def heading(canvas, text, note="", question=False, x=3):
    """Write the line at the top; a question stands white on black, for it wants an answer.

    note: small, at the right. x: where the text begins.
    """
    ink = BLACK
    if question:
        canvas.fill(0, 0, WIDTH, HEAD)
        ink = WHITE
    marked = _marked[0]
    noted = SMALL.width(marked or note) + 12 if marked or note else 0
    canvas.text(text, x, 2, MEDIUM, ink, LEFT, WIDTH - 3 - x - noted)
    if marked:
        canvas.fill(WIDTH - noted + 2, 1, noted - 3, HEAD - 2, ink)
        canvas.text(marked, WIDTH - 6, 4, SMALL, WHITE if ink == BLACK else BLACK, RIGHT)
    elif note:
        canvas.text(note, WIDTH - 4, 4, SMALL, ink, RIGHT)


def spoken(player):
    """Return a player's name as it is said; in a duel with the line, "Ann A" for "Ann.A"."""
    return player.replace(".", " ")


def menu_mark(canvas, framed, symbol=MENU):
    """Draw what lies at the left end of the heading: the way to the menu, or back (LEFTWARDS)."""
    if framed:
        canvas.fill(0, 0, 17, HEAD)
    canvas.symbol(symbol, 6 if symbol == LEFTWARDS else 3, 3, WHITE if framed else BLACK)


def keys(canvas, a="", b="", c=""):
    """Say in the bottom line what A, B and C do now; a button without a text does nothing.

    "<" and ">" are drawn as arrows.
    """
    canvas.rule(FOOT)
    left = _key(canvas, "A", a, 2)
    right = _key(canvas, "C", c, WIDTH - 2 - _key_width(c))
    width = _key_width(b)
    x = (WIDTH - width) // 2
    if x < left + 6 or x + width > right - 6:
        x = (left + right - width) // 2
    _key(canvas, "B", b, x)


def _key_width(label):
    if not label:
        return 0
    return 16 + (5 if label in _ARROWS else SMALL.width(label))


def _key(canvas, letter, label, x):
    """Draw one button; return its right end, or its left end for C."""
    if label:
        canvas.chip(x, FOOT + 2, 13, 12)
        canvas.text(letter, x + 6, FOOT + 4, SMALL, WHITE, CENTRE)
        if label in _ARROWS:
            canvas.symbol(_ARROWS[label], x + 16, FOOT + 3)
        else:
            canvas.text(label, x + 16, FOOT + 4)
    return x if letter == "C" else x + _key_width(label)


def side(canvas, up="", down="", top=19):
    """Say at the right edge what UP and DOWN do now: a short text, MENU, POWER or LEFTWARDS; nothing where
    empty.

    top: the row of the upper arrow.
    """
    middle = SIDE + 8
    for label, arrow, arrow_y, label_y in ((up, UP, top, top + 9), (down, DOWN, 106, 91)):
        if label == "":
            continue
        canvas.symbol(arrow, middle - 4, arrow_y)
        if _marked[1]:
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


def fate(canvas, value, x, y, look=PLAYED, small=False):
    """Draw a fate token, 17 by 18 or, where many lie, 12 by 13.

    look: PLAYED, PROPOSED while it is only shown, or MEANT while a question is about it.
    """
    width, height = (12, 13) if small else (17, 18)
    canvas.chip(x, y, width, height)
    if look != PLAYED:
        canvas.chip(x + 1, y + 1, width - 2, height - 2, WHITE)
    ink = BLACK if look == PROPOSED else WHITE
    if look == MEANT:
        canvas.fill(x + 3, y + 3, width - 6, height - 6)
    if small:
        canvas.text(str(value), x + 6, y + 3, SMALL, ink, CENTRE)
    else:
        canvas.text(str(value), x + 9, y + 4, MEDIUM, ink, CENTRE)


def track(canvas, symbol, value, x, y):
    """Draw one of the two tracks of The Hours, white on black: symbol, number and seven steps upwards."""
    canvas.symbol(symbol, x + 3, y + 1, WHITE)
    canvas.text(str(value), x + 9, y + 14, LARGE, WHITE, CENTRE)
    for step in range(7):
        bottom = y + 66 - 5 * step
        if step < value:
            canvas.fill(x, bottom - 3, 18, 4, WHITE)
        else:
            canvas.fill(x + 6, bottom - 1, 6, 1, WHITE)
