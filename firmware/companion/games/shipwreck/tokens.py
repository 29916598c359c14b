"""Fate tokens, the tracks of The Hours and adventurers, drawn alike wherever they are; the form of the table.

It must not know the state of a game.
"""

from companion.canvas import BLACK, CENTRE, LARGE, MEDIUM, SMALL, TOP, WHITE
from companion.platform import const
from companion.texts import text

AVERT = "avert"
"""The position of the cursor on the doom track, where a freed fate averts doom."""

PLAYED, PROPOSED, MEANT = range(3)
"""The styles of a fate: on the table, only proposed, or the one that a question is about."""


def draw_fate(canvas, value, x, y, style=PLAYED, small=False):
    """Draw a fate token, 17 by 18 pixels, or 12 by 13 if it is small.

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


_HOURS = const(42)
_BAND = const(21)
_LEAST = const(59)  # of a card with the gap beside it

STRIP = 16
"""The height of the line of small text below the row."""


def lay_out(canvas):
    """Return (width and height of The Hours, x and y of the row, the pitch of its cards, their last row).

    The row is right of The Hours or, if it has no room there, below them.
    """
    side, bottom = canvas.side, canvas.foot - STRIP
    pitch = (side - _HOURS - 2) // 4
    if pitch < _LEAST:
        return side - 2, _BAND, 1, TOP + _BAND + 1, (side - 1) // 4, bottom
    return _HOURS, bottom - TOP + 1, _HOURS + 2, TOP, pitch, bottom


def draw_hours(canvas, framed):
    """Draw The Hours without their tracks; return the left ends of the two tracks."""
    width, height = lay_out(canvas)[:2]
    canvas.fill(0, TOP, width, height)
    if framed:
        canvas.fill(2, TOP + 1, 38, 11, WHITE)
    canvas.text(text("hours"), 21, TOP + 3, SMALL, BLACK if framed else WHITE, CENTRE)
    return (2, 22) if width < height else (48, width - 100)


def draw_track(canvas, symbol, value, x, height):
    """Draw a track of The Hours, white on black: its symbol, its value, and seven steps.

    height: of The Hours. The steps go upwards, or to the right if these are a band.
    """
    if height == _BAND:
        canvas.symbol(symbol, x, TOP + 5, WHITE)
        canvas.text(str(value), x + 21, TOP + 2, LARGE, WHITE, CENTRE)
        for step in range(7):
            canvas.fill(x + 32 + 9 * step, TOP + 3, 7 if step < value else 2, 15, WHITE)
        return
    canvas.symbol(symbol, x + 3, TOP + 14, WHITE)
    canvas.text(str(value), x + 9, TOP + 27, LARGE, WHITE, CENTRE)
    pitch = (height - 47) // 7
    for step in range(7):
        bottom = TOP + height - 3 - pitch * step
        if step < value:
            canvas.fill(x, bottom - pitch + 2, 18, pitch - 1, WHITE)
        else:
            canvas.fill(x + 6, bottom - 1, 6, 1, WHITE)


def titled(adventurer):
    """Return the name of an adventurer, such as "Mystic"."""
    return adventurer[0].upper() + adventurer[1:]
