"""A message over the screen, shown until the next press."""

from companion.canvas import BLACK, CENTRE, HEIGHT, SMALL, WHITE, WIDTH, wrap
from companion.texts import text


def draw_message(canvas, sentence):
    """Draw a sentence in a box over what is on the Canvas."""
    lines = wrap(sentence, SMALL, 230)[:7]
    height = 14 * len(lines) + 24
    x, y, width = 22, (HEIGHT - height) // 2, WIDTH - 44
    canvas.fill(x - 3, y - 3, width + 6, height + 6, WHITE)
    canvas.fill(x, y, width, height)
    canvas.fill(x + 2, y + 2, width - 4, height - 4, WHITE)
    for number, line in enumerate(lines):
        canvas.text(line, WIDTH // 2, y + 8 + 14 * number, SMALL, BLACK, CENTRE)
    canvas.text(text("any_button"), WIDTH // 2, y + height - 13, SMALL, BLACK, CENTRE)
    canvas.invalidate()
