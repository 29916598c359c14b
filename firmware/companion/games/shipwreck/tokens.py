"""The common parts of the table's forms: fate tokens, the tracks of The Hours, the names of cards and
adventurers, the layout, and the positions of the cursor.

It only draws, and never changes a game.
"""

from companion.canvas import BLACK, CENTRE, LARGE, MEDIUM, SMALL, WHITE
from companion.platform import const
from companion.texts import text
from shared_rules.shipwreck import CARDS, power_of

MENU = "menu"
POWERS_STRIP = "powers"
LINES = "lines"
CREATURES = "creatures"
AVERT = "avert"
"""The position of the cursor on the doom track, where a freed fate averts doom."""

CARD, LYING, PLACE = range(1, 4)
"""The kinds of items that a question is about, beside NUMBER: an id, a fate and its place, or a place."""

PLAYED, PROPOSED, MEANT = range(3)
"""The styles of a fate: on the table, only proposed, or the object of a question."""

_BAND = const(21)
_LEAST = const(59)  # of a card with the gap beside it

STRIP = 16
"""The height of the line of small text below the row."""


def printed(card):
    """Return the texts printed on a card: (name without "The", title of the ability, title of the power)."""
    return short_name(card), CARDS[card].ability, power_of(card).title


def short_name(card):
    """Return a card's name without "The", so that it fits into the row."""
    # the id is the name in small letters; a Pico is slow to look a card up, and to create texts
    words = card.encode().split(b"-")
    if words[0] == b"the":
        del words[0]
    return b" ".join([word[:1].upper() + word[1:] for word in words]).decode()


def lying(game):
    """Return (fate, place) of every fate in front of a card, each value once per place."""
    found = []
    for place in (1, 2, 3, 4):
        for fate in game.fates_at(place):
            if (fate, place) not in found:
                found.append((fate, place))
    return found


def pips_with(place, proposed):
    """Return the pips in front of a place with a proposed fate or None."""
    if proposed is None:
        return place.pips
    place.fates.append(proposed)
    pips = place.pips
    place.fates.pop()
    return pips


def styled(fates, proposed, meant):
    """Return (fate, style) for each fate on a card. proposed, meant: as in `draw_table`, without place."""
    lying = [(fate, PLAYED) for fate in fates]
    if meant:
        lying[fates.index(meant)] = (meant, MEANT)
    if proposed:
        lying.append((proposed, PROPOSED))
    return lying


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


def lay_out(canvas):
    """Return (width and height of The Hours, x and y of the row, the pitch of its cards, their last row).

    The row is right of The Hours or, if it has no room there, below them.
    """
    side, bottom = canvas.side, canvas.foot - STRIP
    if canvas.large:
        bottom = canvas.top + 4 * row_height(canvas) - 1
    hours = _hours(canvas)
    pitch = (side - hours - 2) // 4
    if pitch < _LEAST:
        return side - 2, _BAND, 1, canvas.top + _BAND + 1, (side - 1) // 4, bottom
    return hours, bottom - canvas.top + 1, hours + 2, canvas.top, pitch, bottom


def row_height(canvas):
    """Return the height of a card on a large canvas, where the cards are below one another."""
    return min(48, (canvas.foot - canvas.top - STRIP) // 4)


def _hours(canvas):
    """Return the width of The Hours beside the row."""
    return 30 + 12 * canvas.scale


def draw_hours(canvas, framed):
    """Draw The Hours without their tracks; return the left ends of the two tracks."""
    width, height = lay_out(canvas)[:2]
    canvas.fill(0, canvas.top, width, height)
    middle, font = _hours(canvas) // 2, canvas.note
    if framed:
        canvas.fill(2, canvas.top + 1, 2 * middle - 4, font.cap + 3, WHITE)
    canvas.text(
        text("hours"), middle, canvas.top + 3, font, BLACK if framed else WHITE, CENTRE, 2 * middle - 8
    )
    away = 2 * canvas.scale - 1
    return (middle - 18 - away, middle + away) if width < height else (48, width - 100)


def draw_track(canvas, symbol, value, x, height):
    """Draw a track of The Hours, white on black: its symbol, its value, and seven steps.

    height: of The Hours. The steps go upwards, or to the right if these are a band.
    """
    if height == _BAND:
        canvas.symbol(symbol, x, canvas.top + 5, WHITE)
        canvas.text(str(value), x + 21, canvas.top + 2, LARGE, WHITE, CENTRE)
        for step in range(7):
            canvas.fill(x + 32 + 9 * step, canvas.top + 3, 7 if step < value else 2, 15, WHITE)
        return
    y = canvas.top + 6 + canvas.note.cap
    canvas.symbol(symbol, x + 3, y, WHITE)
    y += 13
    canvas.text(str(value), x + 9, y, canvas.digits, WHITE, CENTRE)
    pitch = (canvas.top + height - y - canvas.digits.cap - 2) // 7
    for step in range(7):
        bottom = canvas.top + height - 3 - pitch * step
        if step < value:
            canvas.fill(x, bottom - pitch + 2, 18, pitch - 1, WHITE)
        else:
            canvas.fill(x + 6, bottom - 1, 6, 1, WHITE)


def titled(adventurer):
    """Return the name of an adventurer, such as "Mystic"."""
    return adventurer[0].upper() + adventurer[1:]
