"""Number lines on the table: the strip with the active player's line, and all lines on a large canvas.

The group can flip a token and, with the oracle, logic can rule it out; the two look different. A game at the
level `keeper` never imports this.
"""

from companion.canvas import BLACK, CENTRE, SMALL, WHITE
from companion.games.shipwreck.tokens import PLAYED, PROPOSED, STRIP, draw_fate
from companion.texts import text

_NAME = 5


def brief(player):
    """Return a name short enough for the small tokens; in a duel it keeps the letter of the line."""
    name, _, line = player.partition(".")
    return (name[:_NAME] + " " + line).rstrip()


OPEN, FLIPPED, OUT, BOTH, KNOWN = range(5)
"""How a token is drawn: open, flipped, ruled out, flipped and ruled out, or as the only possible value."""

SMALL_PITCH = 13


def possible(screen):
    """Return `Game.possible()` with the oracle, {} on the other levels.

    screen: the GameScreen that is being drawn. As this may take longer than drawing, the first picture of a
    screen is drawn without it, and the next picture is requested at once.
    """
    if screen.game.assist != "oracle":
        return {}
    found = getattr(screen, "possible", None)
    if found is None:
        screen.possible = ()
        screen.app.redraw()
    elif found == ():
        found = screen.possible = screen.game.possible()
        if screen.game.doubted:
            screen.expire()
    return found or {}


def looks(flipped, values):
    """Return how to draw the seven tokens of a line, in ascending order.

    flipped: the tokens that the group has flipped. values: the possible values of the fate, None not to show
    them.
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


def look_at_all(screen):
    """Return (player, how the tokens are drawn) for everybody who holds a fate, the active player first."""
    game, known = screen.game, possible(screen)
    holders = game.holders()
    holders.sort(key=lambda player: (player != game.active, game.players.index(player)))
    return [(player, looks(game.lines.get(player, ()), known.get(player))) for player in holders]


def draw_strip(canvas, level, tokens, framed):
    """Draw the level's name and the active player's line; return their left end.

    tokens: as from `looks`, or None if the active player holds no fate. framed: whether the cursor is on
    them.
    """
    sign = text("sign_" + level)
    x, y = canvas.side - 7 * SMALL_PITCH - 2, canvas.foot - STRIP + 2
    left = x - SMALL.width(sign) - 8
    if framed:
        canvas.fill(left, y - 1, canvas.side - 2 - left, SMALL_PITCH + 1)
    canvas.text(sign, left + 4, y + 3, SMALL, WHITE if framed else BLACK)
    if tokens:
        draw_tokens(canvas, tokens, x, y, framed)
    return left


def draw_tokens(canvas, tokens, x, y, framed=False):
    """Draw a line of small tokens. tokens: as from `looks`. framed: whether the background is black."""
    pitch = SMALL_PITCH
    if framed:
        canvas.fill(x - 1, y, 7 * pitch + 1, pitch, WHITE)
    for number, shown in enumerate(tokens):
        left = x + number * pitch
        if shown in (OPEN, KNOWN):
            style = PROPOSED if shown == OPEN else PLAYED
            draw_fate(canvas, number + 1, left, y, style, True)
            continue
        if shown != OUT:
            canvas.chip(left, y, pitch - 1, pitch)
        if shown != FLIPPED:
            canvas.text("×", left + pitch // 2, y + 3, SMALL, BLACK if shown == OUT else WHITE, CENTRE)
