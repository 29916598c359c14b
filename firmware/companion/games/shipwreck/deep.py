"""Creatures from the Deep: the track of defeats, the creatures in place of the row, and their needs in words.

It never changes a game. The table of another mode never imports it.
"""

from companion.canvas import BLACK, BOX, CENTRE, CHECKED, DOOM, MEDIUM, RIGHT, SMALL, WHITE, that_fits, wrap
from companion.games.shipwreck.tokens import (
    AVERT,
    PLAYED,
    PROPOSED,
    draw_fate,
    draw_hours,
    draw_track,
    lay_out,
    titled,
)
from companion.texts import text

_CELL = 22
_LISTED = 3


def sign(game):
    """Return the active player's adventurer while it is ready, "" otherwise."""
    adventurer = game.deep.adventurers.get(game.active)
    return titled(adventurer) if adventurer in game.deep.ready else ""


def draw_sign(canvas, game, right, framed):
    """Draw the active player's adventurer, if it is ready, right of the faded powers; return its left end.

    right: its right end. framed: whether the cursor is on the powers, which are then white on black.
    """
    words = sign(game)
    if not words:
        return right
    font = canvas.note
    if canvas.foot - lay_out(canvas)[-1] < font.cap + 8:
        font = font.smaller
    width, high = font.width(words) + 8, font.cap + 4
    left, y = right - width - 4, canvas.foot - high - 1
    if framed:
        canvas.fill(left - 2, y, width + 4, high)
    canvas.chip(left, y, width, high, WHITE if framed else BLACK)
    canvas.text(words, left + 4, y + 2, font, BLACK if framed else WHITE)
    return left


def draw_sea(canvas, game, cursor, shown, looked_at):
    """Draw The Hours of this mode and, if they are shown, the creatures; return the places of the row left to
    draw.

    cursor: as for `draw_table`. shown: as there or, if a freed fate strikes, (fate, level). looked_at:
    whether the creatures are shown.
    """
    look = (cursor == 0, cursor == AVERT, game.doom, _cells(game))
    hours, height, left, top, pitch, bottom = lay_out(canvas)
    if canvas.part_changed(0, look, 0, canvas.top, hours, height):
        _draw_hours(canvas, height, *look)
    if not looked_at:
        return (1, 2, 3, 4)
    fate, level = shown or (None, None)
    look = (game.deep.position(), fate, level)
    fresh = False
    for number in range(4):
        # all of them, so that the row comes back as a whole
        x = left - 1 + number * pitch
        if canvas.part_changed(number + 1, look, x, top, pitch, bottom - top + 1):
            fresh = True
    if fresh:
        area = left, top, 4 * pitch - 1, bottom
        _draw_creatures(canvas, game.deep, fate, level, *area)
    return ()


def _cells(game):
    """Return the number of fates on the creatures of levels 3, 2, 1; -1 if defeated, None if not met yet."""
    deep = game.deep
    met = deep.defeats + len(deep.creatures)
    return tuple(
        [
            len(deep.fates[level]) if level in deep.fates else -1 if level <= met else None
            for level in (3, 2, 1)
        ]
    )


def _draw_hours(canvas, height, at_hours, at_doom, doom, cells):
    first, second = draw_hours(canvas, at_hours)
    upright = second < height
    _draw_defeats(canvas, cells, first + 1, upright)
    draw_track(canvas, DOOM, doom, second, height)
    if at_doom and upright:
        above = 4 + canvas.note.cap
        canvas.outline(second - 1, canvas.top + above, 20, height - above, WHITE)
    elif at_doom:
        canvas.outline(second - 3, canvas.top, 100, height, WHITE)


def _draw_defeats(canvas, cells, x, upright):
    """Draw the track of defeats: the three creatures, the lowest level at the bottom, or at the right."""
    for number, fates in enumerate(cells):
        y = canvas.top + 6 + canvas.note.cap + number * _CELL
        if not upright:
            x, y = x + (_CELL if number else 0), canvas.top + 1
        if fates == -1:
            canvas.fill(x, y, 16, _CELL - 2, WHITE)
            for shift in (0, 1):
                canvas.frame.line(x + 3 + shift, y + 4, x + 11 + shift, y + _CELL - 7, BLACK)
                canvas.frame.line(x + 11 + shift, y + 4, x + 3 + shift, y + _CELL - 7, BLACK)
            continue
        canvas.outline(x, y, 16, _CELL - 2, WHITE)
        words = "?" if fates is None else str(3 - number)
        canvas.text(words, x + 8, y + (2 if fates else 5), SMALL if fates else MEDIUM, WHITE, CENTRE)
        # a dot for every fate on it
        for dot in range(min(fates or 0, 6)):
            canvas.fill(x + 3 + 4 * (dot % 3), y + 11 + 4 * (dot // 3), 3, 3, WHITE)


def _draw_creatures(canvas, deep, fate, level, left, top, width, bottom):
    count = len(deep.creatures)
    width = (width - 2 * (count - 1)) // max(1, count)
    for number, creature in enumerate(deep.creatures):
        framed = creature.level == level
        area = left + number * (width + 2), top, width, bottom
        _draw_creature(canvas, creature, deep.fates[creature.level], fate if framed else None, framed, *area)


def _draw_creature(canvas, creature, fates, proposed, framed, x, top, width, bottom):
    ink, note, high = BLACK, canvas.note, canvas.heading.cap + 4 * canvas.scale
    if framed:
        canvas.fill(x, top, width, high)
        canvas.outline(x + 1, top + high, width - 2, bottom - top - high)
        ink = WHITE
    canvas.outline(x, top + high - 1, width, bottom - top - high + 2)
    chip = note.cap + 3
    y = top + (high - chip) // 2
    canvas.chip(x + 2, y - 1, chip, chip + 1, ink)
    canvas.text(str(creature.level), x + 2 + chip // 2, y + 1, note, WHITE if ink == BLACK else BLACK, CENTRE)
    room = width - chip - 9
    font = that_fits(creature.title, canvas.heading, room)
    canvas.text(creature.title, x + chip + 6, top + (high - font.cap) // 2, font, ink, width=room)
    y = top + high + 3
    _draw_needs(canvas, creature, fates + [proposed] if proposed else fates, x + 4, y, width - 8)
    _draw_fates(canvas, fates, proposed, x + 4, width - 8, bottom)


def _draw_needs(canvas, creature, fates, x, y, width):
    """Draw a creature's needs, each with how much of it is met; if there are many, only the condition."""
    note, high, scale = canvas.note, canvas.heading.cap + 2, canvas.scale
    if len(creature.needs) > _LISTED:
        for line in wrap(in_words(creature), note, width):
            canvas.text(line, x, y, note)
            y += note.cap + 4
        return
    reached = creature.progress(fates)
    for (_, number, _), words, now in zip(creature.needs, needs_in_words(creature), reached):
        box = CHECKED if now == number else BOX
        canvas.symbol(box, x, y + (high - 12 * scale) // 2, BLACK, canvas.symbols)
        so_far = "%d/%d" % (now, number)
        left = x + 12 * scale + 3
        room = x + width - left
        beside = room - note.width(so_far) - 5
        font = that_fits(words, canvas.heading, beside)
        # the count goes below the words if they would have to be tiny beside it
        below = font.cap < note.cap
        if below:
            font = that_fits(words, note, room)
        end = canvas.text(words, left, y + (high - font.cap) // 2, font)
        if below:
            y += note.cap + 2
            canvas.text(so_far, left, y + high - note.cap, note)
        elif end <= left + beside:
            canvas.text(so_far, x + width, y + (high - note.cap) // 2, note, BLACK, RIGHT)
        y += high + font.cap // 6


def _draw_fates(canvas, fates, proposed, x, width, bottom):
    lying = [(fate, PLAYED) for fate in fates]
    if proposed:
        lying.append((proposed, PROPOSED))
    if len(lying) * 18 <= width:
        for number, (fate, look) in enumerate(lying):
            draw_fate(canvas, fate, x + number * 18, bottom - 20, look)
        return
    across = width // 13
    rows = (len(lying) + across - 1) // across
    for number, (fate, look) in enumerate(lying):
        y = bottom - 2 - 14 * (rows - number // across)
        draw_fate(canvas, fate, x + number % across * 13, y, look, True)


def needs_in_words(creature):
    """Return a list with a Creature's needs in words, in order."""
    return [
        text("need_" + kind, *((number, value) if value else (number,)))
        for kind, number, value in creature.needs
    ]


def in_words(creature):
    """Return a Creature's condition in words."""
    return ", ".join(needs_in_words(creature))
