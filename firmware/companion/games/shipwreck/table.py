"""The table: The Hours, the row, the faded powers, drawn and in words.

It only draws, and never changes a game.
"""

from companion.canvas import BLACK, CENTRE, DOOM, FILLING, FULL, MOON, POWER, SCORE, SMALL, WHITE
from companion.games.shipwreck.tokens import (
    CREATURES,
    LINES,
    LYING,
    MENU,
    PLACE,
    POWERS_STRIP,
    STRIP,
    draw_fate,
    draw_hours,
    draw_track,
    lay_out,
    pips_with,
    printed,
    row_height,
    styled,
)
from companion.texts import forget_texts, text


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
