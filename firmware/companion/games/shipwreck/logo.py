"""The name of the game over the sea, for the title."""

from companion.canvas import BLACK, CENTRE, WAVES, WIDTH
from companion.fonts import Font


def draw_title(canvas):
    """Draw the name of the game and the waves below it."""
    canvas.text("0", WIDTH // 2, 6, Font("symbols.LOGO"), BLACK, CENTRE)
    for row in (0, 1):
        for x in range(-6 * row, WIDTH, 24):
            canvas.symbol(WAVES, x, 31 + 7 * row)
