"""The table: The Hours, the row, the faded powers, drawn and in words; and the common parts of its forms:
fate tokens, tracks, names of cards and adventurers, the layout, and the positions of the cursor.

It only draws, and never changes a game.
"""

from companion.canvas import (
    BLACK,
    CENTRE,
    DOOM,
    FILLING,
    FULL,
    LARGE,
    MEDIUM,
    MOON,
    POWER,
    SCORE,
    SMALL,
    WHITE,
)
from companion.platform import const
from companion.texts import forget_texts, text
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


def place_name(game, place):
    """Return the name of the card or doom at a place 0-4, for a sentence; for an empty place, its number."""
    if place == 0:
        return text("the_hours")
    card = game.card_at(place)
    return printed(card)[0] if card else text("place", place)


def draw_table(canvas, screen, cursor=None, shown=None, picked=None, useful=None):
    """Draw everything between the heading and the bottom line.

    screen: the GameScreen that shows it. cursor: the framed part: a place 0-4, MENU, POWERS_STRIP, LINES,
    CREATURES or None. shown: (fate, place) of a fate that is only proposed, or None. picked: (fate, place) of
    a fate on the table that the question is about, or None. useful: a callable that returns the faded cards
    to be marked; it gets the values that the held fates can have, as from `Game.possible`, {} if nobody is to
    know them.
    """
    if canvas.say:
        canvas.say(say_table(screen, cursor, shown, picked))
        return
    game = screen.game
    hours, height, left, top, pitch, bottom = lay_out(canvas)
    places = (1, 2, 3, 4)
    if canvas.large:
        from companion.games.shipwreck import large
    if game.deep:
        from companion.games.shipwreck import deep

        looked_at = cursor == CREATURES or getattr(screen, "sea", False)
        places = deep.draw_sea(canvas, game, cursor, shown, looked_at)
    elif canvas.part_changed(0, (game.score, game.doom, cursor == 0), 0, canvas.top, hours, height):
        tracks = draw_hours(canvas, cursor == 0)
        draw_track(canvas, SCORE, game.score, tracks[0], height)
        draw_track(canvas, DOOM, game.doom, tracks[1], height)
    fading = game.fading()
    for number in places:
        place = game.row[number - 1]
        if canvas.large:
            height = row_height(canvas)
            area = left, top + (number - 1) * height, canvas.side - left, height
        else:
            area = left - 1 + (number - 1) * pitch, top, pitch, bottom - top + 1
        if place is None:
            if canvas.part_changed(number, "gap", *area):
                _draw_gap(canvas, *area)
            continue
        proposed = shown[0] if shown and _landing(game, shown[1]) == number else None
        meant = picked[0] if picked and picked[1] == number else None
        marks = (cursor == number, number in fading, proposed, meant)
        lies = (place.card, bytes(place.fates), tuple(place.attached))
        if canvas.part_changed(number, (lies, marks), *area):
            if canvas.large:
                large.draw_card(canvas, place, area, *marks)
            else:
                _draw_card(canvas, place, (area[0] + 1, top, pitch - 2, bottom), *marks)
    if canvas.large:
        large.draw_strip(canvas, screen, cursor, useful, bottom + 1)
        return
    strip = None
    if game.assist != "keeper":
        from companion.games.shipwreck.number_lines import draw_strip, look

        strip = look(screen)
    marked = useful(getattr(screen, "possible", None) or {}) if useful else []
    marks = (
        cursor == POWERS_STRIP,
        cursor == LINES,
        list(game.powers),
        list(marked),
        strip,
        deep.sign(game) if game.deep else None,
    )
    if canvas.part_changed(POWERS_STRIP, marks, 0, bottom + 1, canvas.side, STRIP - 1):
        right = draw_strip(canvas, strip[0], strip[1], cursor == LINES) if strip else canvas.side
        if game.deep:
            right = deep.draw_sign(canvas, game, right, cursor == POWERS_STRIP)
        _draw_powers(canvas, game.powers, marked, cursor == POWERS_STRIP, right)


def draw_asked(canvas, screen):
    """Draw the table below a Question; the fate or the place that it is about is marked."""
    item = screen.item
    cursor = shown = picked = None
    if screen.kind == LYING and item:
        picked, cursor = item, item[1]
    elif screen.kind == PLACE:
        cursor = item
        shown = (screen.proposed, item) if screen.proposed else None
    draw_table(canvas, screen, cursor, shown, picked)
    # the texts of cards and powers are drawn now, and memory is scarce
    forget_texts("conditions", "powers")


def _landing(game, place):
    """Return the place to which a played fate goes: from The Hours (0) to the leftmost card."""
    if place:
        return place
    for number in (1, 2, 3, 4):
        if game.row[number - 1]:
            return number
    return 0


def _draw_gap(canvas, x, y, width, height):
    above, words_y = (0, 16) if canvas.large else (12, 42)
    canvas.outline(x + 1, y + above, width - 2, height - above)
    canvas.text(text("gap"), x + width // 2, y + words_y, canvas.note, BLACK, CENTRE, width - 6)


def _draw_card(canvas, place, area, framed, fades, proposed, meant):
    x, top, width, bottom = area
    name, ability, _ = printed(place.card)
    middle = x + width // 2
    canvas.outline(x, top + 12, width, bottom - top - 11)
    if framed:
        canvas.outline(x + 1, top + 13, width - 2, bottom - top - 13)
        canvas.fill(x - 1, top, width + 2, 13)
    canvas.text(name, middle + 1, top + 2, SMALL, WHITE if framed else BLACK, CENTRE)
    canvas.text(ability, middle, top + 17, SMALL, BLACK, CENTRE, width - 2)
    _draw_moons(canvas, place, middle, top, width, proposed)
    _draw_fates(canvas, place.fates, area, proposed, meant)
    _draw_marks(canvas, place, area, fades, proposed)


def _draw_moons(canvas, place, middle, top, width, proposed):
    moons = place.moons
    if moons is None:
        words = text("sum", sum(place.fates)) if place.card == "the-fall" else text("ash")
        canvas.text(words, middle, top + 31, SMALL, BLACK, CENTRE, width - 2)
        return
    filled = place.pips
    after = pips_with(place, proposed)
    x = middle - (moons * 13 - 2) // 2
    for moon in range(moons):
        symbol = FULL if moon < filled else FILLING if moon < after else MOON
        canvas.symbol(symbol, x + moon * 13, top + 29)


def _draw_fates(canvas, fates, area, proposed, meant):
    x, top, width, bottom = area
    lying = styled(fates, proposed, meant)
    if len(lying) * 18 < width:
        for number, (fate, look) in enumerate(lying):
            draw_fate(canvas, fate, x + 2 + number * 18, top + 44, look)
        return
    across = (width - 4) // 13
    most = (bottom - top - 53) // 14 * across
    for number, (fate, look) in enumerate(lying[-most:]):
        left, y = x + 3 + number % across * 13, top + 42 + number // across * 14
        draw_fate(canvas, fate, left, y, look, True)


def _draw_marks(canvas, place, area, fades, proposed):
    x, _, width, bottom = area
    would = place.moons is not None and pips_with(place, proposed) >= place.moons
    ink = BLACK
    if fades:
        canvas.fill(x + 2, bottom - 13, width - 4, 12)
        ink = WHITE
    elif would:
        canvas.outline(x + 2, bottom - 13, width - 4, 12)
    left, right = x + 4, x + width - 4
    if place.attached:
        canvas.symbol(POWER, left, bottom - 12, ink)
        left += 11
    middle = (left + right) // 2
    if fades or would:
        words = text("fades_too" if place.attached else "fades")
        canvas.text(words, middle, bottom - 11, SMALL, ink, CENTRE, right - left)
    elif place.attached:
        canvas.text(printed(place.attached[0])[2], left + 2, bottom - 11)


def _draw_powers(canvas, powers, marked, framed, right):
    """Draw the titles of the faded powers up to the right edge, marked powers first."""
    y = canvas.foot - STRIP + 5
    if framed:
        canvas.fill(0, y - 2, right - 2, 12)
    ink, paper = (WHITE, BLACK) if framed else (BLACK, WHITE)
    if not powers:
        words = text("no_powers")
        canvas.text(words if SMALL.width(words) < right - 6 else "–", 3, y, SMALL, ink)
        return
    canvas.symbol(POWER, 3, y - 2, ink)
    x = 18
    rest = [card for card in powers if card not in marked]
    for number, card in enumerate(list(marked) + rest):
        title = printed(card)[2]
        left = len(powers) - number
        more = SMALL.width("+%d" % left) + 8 if left > 1 else 0
        if x + SMALL.width(title) + more > right - 4:
            canvas.text("+%d" % left, x, y, SMALL, ink)
            break
        if number < len(marked):
            canvas.fill(x - 3, y - 1, SMALL.width(title) + 5, 10, ink)
        x = canvas.text(title, x, y, SMALL, paper if number < len(marked) else ink) + 8


_STRIPS = (MENU, POWERS_STRIP, LINES, CREATURES)


def say_table(screen, cursor, shown, picked):
    """Return a sentence, or "" if nothing is marked. The parameters are as in `draw_table`."""
    game = screen.game
    fate, place = shown or picked or (None, cursor)
    if cursor in _STRIPS:
        return text(cursor)
    if place not in (0, 1, 2, 3, 4) or getattr(screen, "sea", False):
        return ""
    said = place_name(game, place)
    if fate:
        said = text("fate_on", fate, said)
    return said + (_on_card(game, place, shown) if place else "")


def _on_card(game, place, shown):
    lies = game.row[place - 1]
    if lies is None:
        return ""
    said = ": " + printed(lies.card)[1]
    if shown and lies.moons is not None and pips_with(lies, shown[0]) >= lies.moons:
        said += ", " + text("fades")
    return said
