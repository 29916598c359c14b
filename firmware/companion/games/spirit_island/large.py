"""The table of Spirit Island on a large canvas: fear and blight, the lands of all cards, and the reminders.

It only draws; see `table`. The row of the current step is in large letters, and so are the others if they
leave room for the reminders.
"""

from companion.canvas import BLACK, MEDIUM, SMALL, UP, WHITE
from companion.texts import text

_NUMBER = 35  # the height of fear and blight
_CARD = 84  # the x of the card in a row
_GAP = 4  # above the reminders


def measure(canvas, table, words):
    """Return the font of the reminders, and how many of its lines a page has.

    table: the screen. words: list of sentences.
    """
    room = canvas.foot - canvas.top - _NUMBER - _GAP
    if not table.rows:
        room -= _choices_height(canvas)
    for font, of_rows in ((canvas.note, canvas.heading), (MEDIUM, canvas.normal)):
        most = max(1, (room - _height(canvas, _rows(table), of_rows)) // (font.cap + 5))
        if len(table.divide(words, most, font)) == 1:
            break
    return font, most


def draw_body(canvas, table, counts):
    """Draw everything between the heading and the bottom line; the params are as in `Table.draw_body`."""
    top, side = canvas.top, canvas.side
    fear, blight = table.fear_now(), table.blight_now()
    middle = side * 3 // 5 - 3
    if canvas.part_changed("fear", (fear, counts), 0, top, middle, _NUMBER):
        if counts:
            canvas.symbol(UP, 2, top + 14)
        _draw_number(canvas, "fear", fear[0], fear[1], 13 if counts else 4, middle - 3, top)
    if canvas.part_changed("blight", blight, middle, top, side - middle, _NUMBER):
        _draw_number(canvas, "blight", blight[0], blight[1], middle, side - 2, top)
    top += _NUMBER
    choosing = table.choices and not (table.rows and table.page)
    # before the first card, rules are where the cards are later
    lines, steps = [] if choosing and table.rows else table.pages[table.page][1], table.steps
    look = (steps, table.rows, lines, (table.choices, table.cursor) if choosing else None)
    if not canvas.part_changed("cards", look, 0, top, side, canvas.foot - top):
        return
    below = _GAP + (_choices_height(canvas) if choosing else len(lines) * (table.font.cap + 5))
    rows = _rows(table)
    for row, font in zip(rows, _fonts(canvas, rows, table.first_row(), canvas.foot - top - below)):
        _draw_row(canvas, row, font, top, row[0] in steps or row[0] == "event")
        top += _height(canvas, (row,), font)
    top += _GAP
    for line in lines:
        canvas.text(line, 4, top, table.font)
        top += table.font.cap + 5
    if choosing:
        table.draw_choices(canvas, canvas.foot - below)


def _choices_height(canvas):
    """Return the height of the cards that can come."""
    return 2 * (canvas.note.cap + 5)


def _rows(table):
    """Return the rows; lands that have no room, as of six players and three cards, are only counted."""
    hidden = table.hidden_rows()
    return [
        row if row not in hidden else (row[0], row[1], text("lands", row[3]), row[3]) for row in table.rows
    ]


def _fonts(canvas, rows, first, room):
    """Return the font of each row: the large font as far as there is room, first for the current step."""
    fonts = [canvas.normal] * len(rows)
    for number in [first] + [number for number in range(len(rows)) if number != first]:
        if rows:
            tried = fonts[:number] + [canvas.heading] + fonts[number + 1 :]
            if sum([_height(canvas, (row,), font) for row, font in zip(rows, tried)]) <= room:
                fonts = tried
    return fonts


def _height(canvas, rows, font):
    """Return the height of rows whose cards are written in a font."""
    height = 0
    for row in rows:
        height += font.cap + font.above + 4
        if not _fits(canvas, row, font):
            height += _lands_font(canvas, row, font).cap + font.above
    return height


def _fits(canvas, row, font):
    """Return whether the lands of a row have room beside its card."""
    return _CARD + font.width(row[1]) + 14 + font.width(row[2]) <= canvas.side - 8


def _lands_font(canvas, row, font):
    """Return the font of lands below their card: the largest font up to the card's in which they fit."""
    while font.smaller and font.width(row[2]) > canvas.side - 12:
        font = font.smaller
    return font


def _draw_row(canvas, row, font, top, now):
    slot, card, lands, _ = row
    ink, edge = BLACK, canvas.side - 4
    if now:
        canvas.fill(0, top, edge, _height(canvas, (row,), font))
        ink = WHITE
    y, small = top + font.above, canvas.note
    canvas.text(text("slot_" + slot), 4, y + (font.cap - small.cap + 1) // 2, small, ink, width=_CARD - 8)
    x = canvas.text(card or "–", _CARD, y, font, ink, width=edge - 4 - _CARD)
    if _fits(canvas, row, font):
        canvas.text(lands, x + 14, y, font, ink)
    else:
        canvas.text(lands, 4, y + font.cap + font.above, _lands_font(canvas, row, font), ink)


def _draw_number(canvas, key, numbers, notes, x, end, top):
    """Draw fear or blight, with two notes at its right; the params are as in `table._draw_number`."""
    number, of, counted = numbers
    small, large = canvas.note, canvas.digits
    x = canvas.text(text(key), x, top + 13, small) + 4
    x = canvas.text(str(number), x, top + 4, large)
    x = canvas.text(of, x, top + 13, small) + 5
    if counted:
        words = "+%d" % counted
        width = large.width(words) + 8
        canvas.chip(x, top, width, large.cap + 8)
        x = canvas.text(words, x + 4, top + 4, large, WHITE) + 8
    if len(notes) == 1:
        canvas.text(notes[0], x, top + 13, small, width=end - x)
        return
    font = MEDIUM if max([MEDIUM.width(note) for note in notes]) <= end - x else SMALL
    # the counted number may leave no room for these
    for line, note in enumerate(notes):
        if font.width(note) <= end - x:
            canvas.text(note, x, top + 4 + 14 * line, font)
