"""The table of The Shipwreck Arcana on a large canvas: conditions in words, powers, everybody's number line.

It only draws; see `table`.
"""

from companion.canvas import BLACK, FILLING, FULL, MEDIUM, MOON, POWER, RIGHT, SMALL, WHITE, wrap
from companion.games.shipwreck.tokens import LINES, POWERS_STRIP, draw_fate, pips_with, printed, styled
from companion.texts import text, text_of
from shared_rules.shipwreck import power_of

_APART = 10  # the gap between titles
_SECOND = 31  # the y of the second line of a card
_LINE_PITCH = 17  # of number lines
_NAMED = 38  # the width of a name beside a number line


def draw_card(canvas, place, area, framed, fades, proposed, meant):
    """Draw a card; the params are as in `table._draw_card`, except the area: x, y, width, height."""
    x, y, width, height = area
    name, ability, _ = printed(place.card)
    font, ink, right = canvas.heading, BLACK, x + width - 6
    canvas.rule(y + height - 1, x + 1, width - 2)
    if framed:
        canvas.fill(x + 1, y, width - 2, _SECOND + 1)
        ink = WHITE
    end = canvas.text(name, x + 5, y + 1, font, ink)
    canvas.text(ability, right, y + 1, font, ink, RIGHT, right - end - 8)
    y += _SECOND
    x = _draw_moons(canvas, place, x + 5, y + 2, proposed) + 4
    for fate, style in styled(place.fates, proposed, meant):
        draw_fate(canvas, fate, x, y + 1, style, True)
        x += 13
    for card in place.attached:
        canvas.symbol(POWER, x + 2, y + 2)
        x = canvas.text(printed(card)[2], x + 15, y + 4) + 2
    would = place.moons is not None and pips_with(place, proposed) >= place.moons
    if not (fades or would):
        words = text_of("conditions", place.card)
        canvas.text(words, right, y + 2, MEDIUM, BLACK, RIGHT, right - x - 8)
        return
    words = text("fades_too" if place.attached else "fades")
    wide = MEDIUM.width(words) + 10
    canvas.fill(right - wide, y + 2, wide + 4, 14)
    if not fades:
        canvas.fill(right - wide + 1, y + 3, wide + 2, 12, WHITE)
    canvas.text(words, right - 3, y + 3, MEDIUM, WHITE if fades else BLACK, RIGHT)


def _draw_moons(canvas, place, x, y, proposed):
    """Draw the hours of a card, or its condition for fading; return the x after them."""
    if place.moons is None:
        words = text("sum", sum(place.fates)) if place.card == "the-fall" else text("ash")
        return canvas.text(words, x, y + 2)
    filled, after = place.pips, pips_with(place, proposed)
    for moon in range(place.moons):
        canvas.symbol(FULL if moon < filled else FILLING if moon < after else MOON, x, y)
        x += 13
    return x


def draw_strip(canvas, screen, cursor, useful, top):
    """Draw the faded powers with their effects and, right of them, all number lines.

    screen, cursor, useful: as in `table.draw_table`. top: the y of the first row.
    """
    game, lines, sign = screen.game, [], None
    if game.deep:
        from companion.games.shipwreck import deep

        sign = deep.sign(game)
    if game.assist != "keeper":
        from companion.games.shipwreck import number_lines

        lines = number_lines.look_at_all(screen)
    marked = useful(getattr(screen, "possible", None) or {}) if useful else []
    marks = cursor == POWERS_STRIP, cursor == LINES, list(marked)
    look = marks, list(game.powers), lines, sign, game.assist
    height, right = canvas.foot - top, canvas.side
    if not canvas.part_changed(POWERS_STRIP, look, 0, top, right, height):
        return
    if game.assist != "keeper":
        right = _draw_lines(canvas, lines, text("sign_" + game.assist), cursor == LINES, top, height)
    if sign:
        right = deep.draw_sign(canvas, game, right, cursor == POWERS_STRIP)
    powers = list(marked) + [card for card in game.powers if card not in marked]
    _draw_powers(canvas, powers, len(marked), cursor == POWERS_STRIP, (3, top + 3, right - 8, height - 3))


def _draw_lines(canvas, lines, sign, framed, top, height):
    """Draw the number lines, as many as there is room for, in columns; return their left end."""
    from companion.games.shipwreck.number_lines import SMALL_PITCH, brief, draw_tokens

    rows = max(1, height // _LINE_PITCH)
    wide = _NAMED + 7 * SMALL_PITCH + 4
    across = min(2, max(1, (len(lines) + rows - 1) // rows))
    left, ink = canvas.side - 2 - across * wide, WHITE if framed else BLACK
    if framed:
        canvas.fill(left, top + 1, across * wide, height - 2)
    if not lines:
        canvas.text(sign, left + 4, top + 5, SMALL, ink)
    for number, (player, tokens) in enumerate(lines[: rows * across]):
        x, y = left + 3 + number // rows * wide, top + 2 + number % rows * _LINE_PITCH
        canvas.text(brief(player), x, y + 3, SMALL, ink)
        draw_tokens(canvas, tokens, x + _NAMED, y, framed)
    return left


def _draw_powers(canvas, powers, marked, framed, area):
    """Draw the powers with their effects, in the largest font in which all have room; otherwise their titles.

    marked: how many powers are marked, from the first on.
    """
    x, y, width, height = area
    ink, paper = (WHITE, BLACK) if framed else (BLACK, WHITE)
    if framed:
        canvas.fill(0, y - 2, x + width, height + 1)
    if not powers:
        words = text("no_powers")
        canvas.text(words if MEDIUM.width(words) <= width else "–", x, y, MEDIUM, ink)
        return
    titles = [power_of(card).title for card in powers]
    for font in (canvas.normal, MEDIUM, SMALL):
        pitch, whole = font.cap + 4, []
        for card, title in zip(powers, titles):
            whole.append(wrap(title + ": " + text_of("powers", power_of(card).id), font, width))
        if sum([len(lines) for lines in whole]) * pitch <= height:
            break
    else:
        _draw_titles(canvas, titles, marked, area, ink, paper)
        return
    for number, lines in enumerate(whole):
        end = _draw_title(canvas, titles[number], number < marked, x, y, font, ink, paper)
        canvas.text(lines[0][len(titles[number]) :], end, y, font, ink)
        for line in lines[1:]:
            y += pitch
            canvas.text(line, x, y, font, ink)
        y += pitch


def _draw_titles(canvas, titles, marked, area, ink, paper):
    """Draw the powers' titles in the largest font in which all have room, and the number without room."""
    for font in (canvas.normal, MEDIUM, SMALL):
        places, end = _places(titles, font, area)
        if len(places) == len(titles):
            break
    for number, (x, y) in enumerate(places):
        _draw_title(canvas, titles[number], number < marked, x, y, font, ink, paper)
    if len(places) < len(titles):
        canvas.text("+%d" % (len(titles) - len(places)), *end, font, ink)


def _places(titles, font, area):
    """Return (x, y) of each title that has room, and of the number of the other titles."""
    left, y, width, height = area
    x, pitch, right, foot, places = left, font.cap + 4, left + width, y + height, []
    for number, title in enumerate(titles):
        wide = font.width(title)
        if x + wide > right and y + 2 * pitch <= foot:
            x, y = left, y + pitch
        last = y + 2 * pitch > foot
        more = _APART + font.width("+9") if last and number + 1 < len(titles) else 0
        if x + wide + more > right or y + pitch > foot:
            break
        places.append((x, y))
        x += wide + _APART
    return places, (x, y)


def _draw_title(canvas, title, marked, x, y, font, ink, paper):
    """Draw the title of a power, which stands out if it is marked; return the x after it."""
    if marked:
        canvas.fill(x - 2, y - 1, font.width(title) + 3, font.cap + 3, ink)
        return canvas.text(title, x, y, font, paper) + 2
    return canvas.text(title, x, y, font, ink)
