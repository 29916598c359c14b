"""Number lines: how each token is drawn, and the strip with the active player's line on the table.

The group can flip a token and, with the oracle, logic can rule it out; the two look different. It only draws,
and never changes a game. A game at the level `keeper` never imports it.
"""

from companion.canvas import BLACK, CENTRE, SMALL, WHITE
from companion.games.shipwreck.tokens import PLAYED, PROPOSED, draw_fate
from companion.screens import widgets
from companion.screens.widgets import BOTTOM
from companion.texts import text

OPEN, FLIPPED, OUT, BOTH, KNOWN = range(5)
"""How a token is drawn: open, flipped, ruled out, flipped and ruled out, or as the only possible value."""

_PITCH = 13
_LEFT = widgets.SIDE - 7 * _PITCH - 2
_TOP = BOTTOM + 2


def possible(screen):
    """Return `Game.possible()` with the oracle, {} on the other levels.

    screen: the GameScreen that is being drawn. As this may take longer than drawing, the first picture of a
    screen is drawn without it, and the next one is requested at once.
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
    """Return how to draw the seven tokens of a line, in ascending order.

    flipped: the tokens that the group has flipped. values: those that the fate can have, None not to show
    that.
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
    """Return everything on which the strip depends: the level, and how the tokens are drawn."""
    game = screen.game
    known = possible(screen)
    tokens = None
    if game.active in game.holders():
        tokens = looks(game.lines.get(game.active, ()), known.get(game.active))
    return game.assist, tokens


def draw_strip(canvas, level, tokens, framed):
    """Draw the level's name and the active player's line; return their left end.

    tokens: as from `looks`, None if the active player holds no fate. framed: whether the cursor is on them.
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
    """Draw a line of small tokens. tokens: as from `looks`. framed: whether the background is black."""
    if framed:
        canvas.fill(x - 1, y, 7 * _PITCH + 1, _PITCH, WHITE)
    for number, shown in enumerate(tokens):
        left = x + number * _PITCH
        if shown in (OPEN, KNOWN):
            style = PROPOSED if shown == OPEN else PLAYED
            draw_fate(canvas, number + 1, left, y, style, True)
            continue
        if shown != OUT:
            canvas.chip(left, y, _PITCH - 1, _PITCH)
        if shown != FLIPPED:
            canvas.text("×", left + 6, y + 3, SMALL, BLACK if shown == OUT else WHITE, CENTRE)
