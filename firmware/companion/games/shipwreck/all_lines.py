"""The screen with the number lines of everybody who holds a fate; see `number_lines`."""

from companion.canvas import BLACK, CENTRE, UP, WHITE
from companion.games.shipwreck.number_lines import (
    BOTH,
    FLIPPED,
    KNOWN,
    OPEN,
    OUT,
    SMALL_PITCH,
    brief,
    draw_tokens,
    looks,
    possible,
)
from companion.screens import GAME, GameScreen, item_after, widgets
from companion.texts import text
from shared_rules.shipwreck import pips

_TOKENS = (1, 2, 3, 4, 5, 6, 7)
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
