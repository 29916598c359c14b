"""The head of the title: the name of the game over an island."""

from companion.canvas import BLACK, CENTRE, MEDIUM, WIDTH
from companion.texts import text


def draw_title(canvas):
    """Draw the name of the game above the lines of the title."""
    middle = WIDTH // 2
    canvas.text(text("title"), middle, 8, MEDIUM, BLACK, CENTRE)
    line = canvas.frame.line
    for x, width, height in ((-62, 40, 9), (-30, 60, 17), (24, 44, 11)):
        line(middle + x, 40, middle + x + width // 2, 40 - height, BLACK)
        line(middle + x + width // 2, 40 - height, middle + x + width, 40, BLACK)
    canvas.rule(41, middle - 90, 180)
    canvas.rule(44, middle - 60, 120)
