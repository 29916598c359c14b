"""Fate tokens, the tracks of The Hours and adventurers, drawn alike wherever they are.

It must not know the state of a game.
"""

from companion.canvas import BLACK, CENTRE, LARGE, MEDIUM, SMALL, WHITE

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


def draw_track(canvas, symbol, value, x, y):
    """Draw a track of The Hours, white on black: its symbol, its value, and seven steps upwards."""
    canvas.symbol(symbol, x + 3, y + 1, WHITE)
    canvas.text(str(value), x + 9, y + 14, LARGE, WHITE, CENTRE)
    for step in range(7):
        bottom = y + 66 - 5 * step
        if step < value:
            canvas.fill(x, bottom - 3, 18, 4, WHITE)
        else:
            canvas.fill(x + 6, bottom - 1, 6, 1, WHITE)


def titled(adventurer):
    """Return the name of an adventurer, such as "Mystic"."""
    return adventurer[0].upper() + adventurer[1:]
