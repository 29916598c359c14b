"""The table: The Hours, the row, the faded powers, drawn and in words.

It only draws, and never changes a game.
"""

from companion.canvas import (
    BLACK,
    CENTRE,
    DOOM,
    FILLING,
    FULL,
    MOON,
    POWER,
    SCORE,
    SMALL,
    WHITE,
)
from companion.games.shipwreck.tokens import MEANT, PLAYED, PROPOSED, draw_fate, draw_track
from companion.screens import widgets
from companion.screens.widgets import BOTTOM, TOP
from companion.texts import text
from shared_rules.shipwreck import CARDS, power_of

MENU = "menu"
POWERS_STRIP = "powers"
LINES = "lines"
CREATURES = "creatures"
_ROW = 44
_PITCH = 59
_CARD = 57
_HOURS = 42


def printed(card):
    """Return what is printed on a card: (name without "The", title of the ability, title of the power)."""
    return short_name(card), CARDS[card].ability, power_of(card).title


def short_name(card):
    """Return a card's name without "The", so that it fits into the row."""
    # the id is the name in small letters; a Pico is slow to look a card up, and to create texts
    words = card.encode().split(b"-")
    if words[0] == b"the":
        del words[0]
    return b" ".join([word[:1].upper() + word[1:] for word in words]).decode()


def place_name(game, place):
    """Return the name of what is at a place 0-4, for a sentence; for an empty place, its number."""
    if place == 0:
        return text("the_hours")
    card = game.card_at(place)
    return printed(card)[0] if card else text("place", place)


def draw_table(canvas, screen, cursor=None, shown=None, picked=None, useful=None):
    """Draw everything between the heading and the bottom line.

    screen: the GameScreen that shows it. cursor: what is framed: a place 0-4, MENU, POWERS_STRIP, LINES,
    CREATURES or None. shown: (fate, place) of a fate that is only proposed, or None. picked: (fate, place) of
    a fate on the table that the question is about, or None. useful: a callable that returns the faded cards
    to be marked; it gets the values that the held fates can have, as from `Game.possible`, {} if nobody is
    to know them.
    """
    if canvas.say:
        canvas.say(say_table(screen, cursor, shown, picked))
        return
    game = screen.game
    height = BOTTOM - TOP + 1
    places = (1, 2, 3, 4)
    if game.deep:
        from companion.games.shipwreck import deep

        looked_at = cursor == CREATURES or getattr(screen, "sea", False)
        places = deep.draw_sea(canvas, game, cursor, shown, looked_at)
    elif canvas.part_changed(0, (game.score, game.doom, cursor == 0), 0, TOP, _HOURS, height):
        _draw_hours(canvas, game, cursor == 0)
    fading = game.fading()
    for number in places:
        place = game.row[number - 1]
        x = _ROW + (number - 1) * _PITCH
        if place is None:
            if canvas.part_changed(number, "gap", x - 1, TOP, _PITCH, height):
                _draw_gap(canvas, x)
            continue
        proposed = shown[0] if shown and _landing(game, shown[1]) == number else None
        meant = picked[0] if picked and picked[1] == number else None
        marks = (cursor == number, number in fading, proposed, meant)
        lies = (place.card, bytes(place.fates), tuple(place.attached))
        if canvas.part_changed(number, (lies, marks), x - 1, TOP, _PITCH, height):
            _draw_card(canvas, place, x, *marks)
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
    if canvas.part_changed(POWERS_STRIP, marks, 0, BOTTOM + 1, widgets.SIDE, widgets.FOOT - BOTTOM - 1):
        right = draw_strip(canvas, strip[0], strip[1], cursor == LINES) if strip else widgets.SIDE
        if game.deep:
            right = deep.draw_sign(canvas, game, right, cursor == POWERS_STRIP)
        _draw_powers(canvas, game.powers, marked, cursor == POWERS_STRIP, right)


def _landing(game, place):
    """Return the place to which a played fate goes: from The Hours (0) to the leftmost card."""
    if place:
        return place
    for number in (1, 2, 3, 4):
        if game.row[number - 1]:
            return number
    return 0


def _draw_hours(canvas, game, framed):
    canvas.fill(0, TOP, _HOURS, BOTTOM - TOP + 1)
    if framed:
        canvas.fill(2, TOP + 1, _HOURS - 4, 11, WHITE)
    canvas.text(text("hours"), _HOURS // 2, TOP + 3, SMALL, BLACK if framed else WHITE, CENTRE)
    draw_track(canvas, SCORE, game.score, 2, TOP + 13)
    draw_track(canvas, DOOM, game.doom, 22, TOP + 13)


def _draw_gap(canvas, x):
    canvas.outline(x, TOP + 12, _CARD, BOTTOM - TOP - 11)
    canvas.text(text("gap"), x + _CARD // 2, TOP + 42, SMALL, BLACK, CENTRE, _CARD - 4)


def _draw_card(canvas, place, x, framed, fades, proposed, meant):
    name, ability, _ = printed(place.card)
    middle = x + _CARD // 2
    canvas.outline(x, TOP + 12, _CARD, BOTTOM - TOP - 11)
    if framed:
        canvas.outline(x + 1, TOP + 13, _CARD - 2, BOTTOM - TOP - 13)
        canvas.fill(x - 1, TOP, _CARD + 2, 13)
    canvas.text(name, middle + 1, TOP + 2, SMALL, WHITE if framed else BLACK, CENTRE)
    canvas.text(ability, middle, TOP + 17, SMALL, BLACK, CENTRE, _CARD - 2)
    _draw_moons(canvas, place, middle, proposed)
    _draw_fates(canvas, place.fates, x + 3, proposed, meant)
    _draw_marks(canvas, place, x, fades, proposed)


def _draw_moons(canvas, place, middle, proposed):
    moons = place.moons
    if moons is None:
        words = text("sum", sum(place.fates)) if place.card == "the-fall" else text("ash")
        canvas.text(words, middle, TOP + 31, SMALL, BLACK, CENTRE, _CARD - 2)
        return
    filled = place.pips
    after = pips_with(place, proposed)
    x = middle - (moons * 13 - 2) // 2
    for moon in range(moons):
        symbol = FULL if moon < filled else FILLING if moon < after else MOON
        canvas.symbol(symbol, x + moon * 13, TOP + 29)


def pips_with(place, proposed):
    """Return the pips in front of a place with a proposed fate, None for none."""
    if proposed is None:
        return place.pips
    place.fates.append(proposed)
    pips = place.pips
    place.fates.pop()
    return pips


def _draw_fates(canvas, fates, x, proposed, meant):
    lying = [(fate, PLAYED) for fate in fates]
    if meant:
        lying[fates.index(meant)] = (meant, MEANT)
    if proposed:
        lying.append((proposed, PROPOSED))
    if len(lying) <= 3:
        for number, (fate, look) in enumerate(lying):
            draw_fate(canvas, fate, x + number * 18 - 1, TOP + 44, look)
        return
    for number, (fate, look) in enumerate(lying[-8:]):
        draw_fate(canvas, fate, x + number % 4 * 13, TOP + 42 + number // 4 * 14, look, True)


def _draw_marks(canvas, place, x, fades, proposed):
    would = place.moons is not None and pips_with(place, proposed) >= place.moons
    ink = BLACK
    if fades:
        canvas.fill(x + 2, BOTTOM - 13, _CARD - 4, 12)
        ink = WHITE
    elif would:
        canvas.outline(x + 2, BOTTOM - 13, _CARD - 4, 12)
    left, right = x + 4, x + _CARD - 4
    if place.attached:
        canvas.symbol(POWER, left, BOTTOM - 12, ink)
        left += 11
    middle = (left + right) // 2
    if fades or would:
        words = text("fades_too" if place.attached else "fades")
        canvas.text(words, middle, BOTTOM - 11, SMALL, ink, CENTRE, right - left)
    elif place.attached:
        canvas.text(printed(place.attached[0])[2], left + 2, BOTTOM - 11)


def _draw_powers(canvas, powers, marked, framed, right):
    """Draw the titles of the faded powers up to the right edge, those that are marked first."""
    y = BOTTOM + 5
    if framed:
        canvas.fill(0, BOTTOM + 3, right - 2, 12)
    ink, paper = (WHITE, BLACK) if framed else (BLACK, WHITE)
    if not powers:
        canvas.text(text("no_powers"), 3, y, SMALL, ink)
        return
    canvas.symbol(POWER, 3, BOTTOM + 3, ink)
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
            canvas.fill(x - 3, BOTTOM + 4, SMALL.width(title) + 5, 10, ink)
        x = canvas.text(title, x, y, SMALL, paper if number < len(marked) else ink) + 8


_STRIPS = (MENU, POWERS_STRIP, LINES, CREATURES)


def say_table(screen, cursor, shown, picked):
    """Return a sentence, or "" if nothing is marked. The parameters are those of `draw_table`."""
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
