"""The score pad on a large canvas: names and totals in large letters, and the points of every round."""

from companion.canvas import BLACK, MEDIUM, RIGHT, SCORE, SMALL, WHITE
from companion.games.score_pad.points import numbers

_X = 22  # of the names, right of the marks
_TALLEST = 84


def draw_table(canvas, game, turn, cursor, points):
    """Draw a row for each player. The params are those of `points.draw_table`."""
    count, width = len(game.players), canvas.side - 4
    height = min(_TALLEST, (canvas.foot - canvas.top) // count)
    dealer, marked = ((turn or game.turn) - 1) % count, turn - 1
    font = canvas.heading if height >= canvas.heading.cap + 2 * canvas.heading.above else canvas.normal
    large = canvas.digits if height >= canvas.digits.cap + 4 else canvas.normal
    named = max([font.that_has(name).width(name) for name in game.players])
    totals = max([large.width(str(total)) for total in game.totals]) + 12
    below = height >= canvas.heading.cap + 24
    # the entries are below the names or, in a low row, between them and the totals
    left = _X if below else _X + min(named, width * 3 // 5 - totals) + 10
    room = width - left - (8 if below else totals)
    entries = _entries(canvas, game, room, height - (36 if below else 4))
    for seat, name in enumerate(game.players):
        y, entered = canvas.top + seat * height, seat == cursor
        shown = numbers(game, seat, turn, entered, points)
        deals, solo = seat == dealer and not game.result, name in (game.solos or ())
        own = [row[seat] for row in game.entries]
        if not canvas.part_changed(seat, (shown, entered, deals, solo, marked, own), 0, y, width, height):
            continue
        ink = WHITE if entered else BLACK
        if entered:
            canvas.fill(0, y, width, height)
        if deals:
            canvas.fill(5, y + 5, 10, 14, ink)
        if solo:
            canvas.symbol(SCORE, 5, y + 21, ink)
        sign, digits, note = shown
        middle = y + (3 + large.cap // 2 if below else height // 2)
        end = width - 8 - large.width(sign + digits) - 10
        canvas.text(sign + digits, width - 8, middle - large.cap // 2, large, ink, RIGHT)
        if below or entered:
            canvas.text(note, end, middle - canvas.note.cap // 2, canvas.note, ink, RIGHT)
            end -= canvas.note.width(note) + 10
        room = end if below else left - 10
        canvas.text(name, _X, middle - font.cap // 2, font, ink, width=room - _X)
        if below or not entered:
            _draw_entries(canvas, own, marked, left, y + (36 if below else 4), ink, *entries)


def _entries(canvas, game, width, height):
    """Return how to draw the entries in an area: font, pitch, how many in a line, how many in all."""
    words = [str(points) for row in game.entries for points in row if points is not None]
    for font in (canvas.normal, MEDIUM, SMALL):
        pitch = max([font.width(each) for each in words] or [0]) + 8
        across, lines = width // pitch, height // (font.cap + 4)
        if across * lines >= len(game.entries):
            break
    return font, pitch, max(across, 1), across * lines


def _draw_entries(canvas, own, marked, left, y, ink, font, pitch, across, most):
    """Draw a player's entries of the last rounds, with a line below the one to correct.

    own: the entries. marked: the index of the round to correct, -1 for none. left, y: where they begin. The
    other params are those that `_entries` returns.
    """
    first = max(0, len(own) - most)
    for number, points in enumerate(own[first:]):
        if points is not None:
            x, line = left + (number % across + 1) * pitch - 8, y + number // across * (font.cap + 4)
            canvas.text(str(points), x, line, font, ink, RIGHT)
            if number + first == marked:
                canvas.rule(line + font.cap + 1, x - font.width(str(points)), font.width(str(points)))
