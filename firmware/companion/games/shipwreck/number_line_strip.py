"""Number lines: what is shown of each token, and the strip of the active player's line on the table.

A token can be flipped by the group and, with the oracle, be struck out by logic; both are told apart. It
changes nothing. A keeper's game never imports it.
"""

from companion.canvas import BLACK, CENTRE, SMALL, WHITE
from companion.screens import widgets
from companion.screens.widgets import BOTTOM
from companion.texts import text

OPEN, FLIPPED, OUT, BOTH, KNOWN = range(5)

_PITCH = 13
_LEFT = widgets.SIDE - 7 * _PITCH - 2
_TOP = BOTTOM + 2


def possible(screen):
    """Return what `Game.possible` gives with the oracle, {} on the other levels.

    screen: a GameScreen that is drawn now. As it may take longer than a picture, the first picture of a
    screen does without; the next one is asked for at once.
    """
    if screen.game.assist != "oracle":
        return {}
    found = getattr(screen, "possible", None)
    if found is None:
        screen.possible = ()
        screen.app.redraw()
    elif found == ():
        found = screen.possible = screen.game.possible()
    return found or {}


def looks(flipped, values):
    """Return what is shown of the seven tokens of a line, low to high.

    flipped: the tokens that the group flipped. values: those that the fate can have, None where that is not
    to be shown.
    """
    if values and len(values) == 1:
        return tuple([KNOWN if token in values else OUT for token in range(1, 8)])
    return tuple(
        [
            (FLIPPED if token in flipped else OPEN) + (OUT if values and token not in values else OPEN)
            for token in range(1, 8)
        ]
    )


def look(screen):
    """Return everything that the strip on the table follows from: the level and the tokens' looks."""
    game = screen.game
    known = possible(screen)
    tokens = None
    if game.active in game.holders():
        tokens = looks(game.lines.get(game.active, ()), known.get(game.active))
    return game.assist, tokens


def draw_strip(canvas, level, tokens, framed):
    """Draw the sign of the level and the active player's line; return the x at which they begin.

    tokens: as from `looks`, None where the active player holds nothing.
    """
    sign = text("sign_" + level)
    left = _LEFT - SMALL.width(sign) - 8
    if framed:
        canvas.fill(left, _TOP - 1, widgets.SIDE - 2 - left, _PITCH + 1)
    canvas.text(sign, left + 4, _TOP + 3, SMALL, WHITE if framed else BLACK)
    if tokens:
        draw_tokens(canvas, tokens, _LEFT, _TOP, framed)
    return left


def draw_tokens(canvas, tokens, x, y, framed=False):
    """Draw a line of small tokens. framed: whether it stands on black."""
    if framed:
        canvas.fill(x - 1, y, 7 * _PITCH + 1, _PITCH, WHITE)
    for number, shown in enumerate(tokens):
        left = x + number * _PITCH
        if shown in (OPEN, KNOWN):
            style = widgets.PROPOSED if shown == OPEN else widgets.PLAYED
            widgets.draw_fate(canvas, number + 1, left, y, style, True)
            continue
        if shown != OUT:
            canvas.chip(left, y, _PITCH - 1, _PITCH)
        if shown != FLIPPED:
            canvas.text("×", left + 6, y + 3, SMALL, BLACK if shown == OUT else WHITE, CENTRE)
