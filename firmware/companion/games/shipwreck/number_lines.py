"""Number lines: the strip with the active player's line on the table, and all lines on a screen of their own.

The group can flip a token and, with the oracle, logic can rule it out; the two look different. A game at the
level `keeper` never imports this.
"""

from companion.canvas import BLACK, CENTRE, SMALL, UP, WHITE
from companion.games.shipwreck.tokens import PLAYED, PROPOSED, STRIP, draw_fate
from companion.screens import GAME, GameScreen, item_after, widgets
from companion.texts import text
from shared_rules.shipwreck import pips

_TOKENS = (1, 2, 3, 4, 5, 6, 7)
_NAME = 5
_OTHER = 142  # the width of a small line with its name


class NumberLines(GameScreen):
    """A and C move along the tokens, B flips a token, DOWN goes to the next player's line, UP goes back.

    The flips are entered when the screen is left, one event for each line, so that the record stays short.
    """

    repeats = ("a", "c")

    cursor_keys = "ac"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        game = self.game
        holders = game.holders()
        self.players = [player for player in game.players if player in holders]
        self.player = game.active if game.active in holders else self.players[0]
        self.token = 4
        self._flips = {player: [] for player in self.players}
        # unlike on other screens, the first picture waits for this, as it is the purpose of the screen
        self.possible = ()

    def _flipped(self, player):
        """Return the flipped tokens of a line, including flips on this screen."""
        before, now = self.game.lines.get(player, ()), self._flips[player]
        return [token for token in _TOKENS if (token in before) != (token in now)]

    def draw(self, canvas):
        known = possible(self)
        values = known.get(self.player, ())
        note = text("known", values[0]) if len(values) == 1 else text("sign_" + self.game.assist)
        widgets.draw_heading(canvas, text("line_of", widgets.display_name(self.player)), note)
        top, high, back = canvas.top + 2, 2 * canvas.digits.cap + 10, text("back")
        # the word beside the tokens is wider than the edge
        pitch = (canvas.width - max(canvas.width - canvas.side, canvas.note.width(back) + 2)) // 7
        tokens = looks(self._flipped(self.player), values)
        _draw_line(canvas, tokens, 2, top, pitch, high, canvas.digits)
        top += high + 2
        _draw_cursor(canvas, 2 + (self.token - 1) * pitch, top, pitch - 4)
        others = [player for player in self.players if player != self.player]
        lines = [(brief(player), looks(self._flipped(player), known.get(player))) for player in others]
        _draw_others(canvas, lines, top + 15 * canvas.scale - 2)
        lies = self.token in self._flipped(self.player)
        widgets.draw_keys(canvas, "<", text("unflip" if lies else "flip", self.token), ">")
        widgets.draw_side(canvas, back, " " if others else "")

    def press(self, name, kind):
        if name in ("a", "c"):
            self.token = item_after(_TOKENS, self.token, 1 if name == "c" else -1)
        elif name == "b":
            flips = self._flips[self.player]
            if self.token in flips:
                flips.remove(self.token)
            else:
                flips.append(self.token)
        elif name == "down":
            self.player = item_after(self.players, self.player, 1)
        elif name == "up":
            self._enter()
            return GAME
        return None

    def _enter(self):
        for player in self.players:
            flips = ",".join([str(token) for token in sorted(self._flips[player])])
            if flips:
                self.app.session.enter("flip %s %s" % (player, flips))


def brief(player):
    """Return a name short enough for the small tokens; in a duel it keeps the letter of the line."""
    name, _, line = player.partition(".")
    return (name[:_NAME] + " " + line).rstrip()


def _draw_line(canvas, tokens, x, y, pitch, high, font):
    """Draw a line of large tokens, with their pips if they are high enough. tokens: as from `looks`."""
    wide, inset, with_pips = pitch - 4, high // 9, high > 2 * font.cap
    for token, look in zip(_TOKENS, tokens):
        ink = WHITE if look in (FLIPPED, BOTH, KNOWN) else BLACK
        if look != OUT:
            canvas.chip(x, y, wide, high)
        if look == OPEN:
            canvas.chip(x + 2, y + 2, wide - 4, high - 4, WHITE)
        if look not in (FLIPPED, BOTH):
            above = 7 * canvas.scale if with_pips else (high - font.cap) // 2
            canvas.text(str(token), x + wide // 2, y + above, font, ink, CENTRE)
            if with_pips:
                _draw_pips(canvas, pips(token), x + wide // 2, y + high - 12, ink)
        if look in (OUT, BOTH):
            left, right, top, bottom = x + inset, x + wide - inset - 1, y + inset, y + high - inset - 1
            for shift in (-1, 0, 1):
                canvas.frame.line(left + shift, top, right + shift, bottom, ink)
                canvas.frame.line(left + shift, bottom, right + shift, top, ink)
        x += pitch


def _draw_cursor(canvas, x, y, wide):
    canvas.fill(x, y, wide, 3)
    canvas.symbol(UP, x + wide // 2 - 4 * canvas.scale, y + 4, BLACK, canvas.symbols)


def _draw_others(canvas, lines, top):
    """Draw the lines of the others: large lines below one another, small lines beside one another, too.

    lines: (name, tokens as from `looks`).
    """
    font, named, across, high = canvas.note, 44, (canvas.width + 4) // _OTHER, SMALL_PITCH
    if canvas.large and lines:
        named, across, font = 4 * canvas.digits.cap, 1, canvas.digits
        high = min(4 * font.cap // 3, (canvas.foot - top) // len(lines) - 4)
        if high < font.cap + 4:
            font = canvas.normal
    for number, (name, tokens) in enumerate(lines):
        x, y = number % across * _OTHER, top + number // across * (high + 4)
        canvas.text(name, x + 3, y + (high - font.cap + 1) // 2, font, width=named - 4 * canvas.scale)
        if canvas.large:
            _draw_line(canvas, tokens, x + named, y, (canvas.side - named) // 7, high, font)
        else:
            draw_tokens(canvas, tokens, x + named, y)


def _draw_pips(canvas, count, middle, y, ink):
    for number in range(count):
        canvas.chip(middle - 4 * count + 8 * number + 1, y, 6, 6, ink)


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
