"""The list of the faded powers, with their effects; with creatures, of adventurers, too."""

from companion.canvas import BLACK, FULL, MOON, POWER, WHITE, wrap
from companion.games.shipwreck.tokens import titled
from companion.screens import BACK, GameScreen, widgets
from companion.texts import text, text_of
from shared_rules.shipwreck import power_of

_SYMBOL = 11  # the height of a symbol


def list_or_question(app, cause):
    """Return the list of the powers, the word for the question of the only usable power, or None after a
    message that there are no powers.

    cause: the card or the adventurer at the cursor of the list; "" skips a list with only one usable power.
    """
    game = app.session.game
    if game.deep and not (game.deep.adventurers or game.powers):
        # all adventurers may have left the table
        app.say(text("no_powers") + ".")
        return None
    powers = (Abilities if game.deep else Powers)(app, cause)
    return powers if cause or len(powers.can) != 1 else powers.asking(powers.can[0])


class Powers(GameScreen):
    """The faded powers at the left, usable powers first; at the right the effect of the power at the cursor.

    chosen: the card or the adventurer at the cursor, "" for the middle usable power.
    """

    def __init__(self, app, chosen=""):
        GameScreen.__init__(self, app)
        self.can, self.cannot = [], []
        for card in self.game.powers:
            # not in a comprehension, which is an extra call on a Pico's stack
            (self.can if self.game.may_use(card) else self.cannot).append(card)
        self.add_adventurers()
        self.cards = self.can + self.cannot
        self.number = self.cards.index(chosen) if chosen in self.cards else max(0, len(self.can) - 1) // 2

    def add_adventurers(self):
        """Add the adventurers, who are only in one mode."""

    @property
    def is_usable(self):
        """Whether the power or the ability at the cursor can be used now."""
        return self.number < len(self.can)

    def heading(self):
        """Return the heading of the list."""
        return text_of("use", "faded_powers")

    def draw(self, canvas):
        widgets.draw_heading(canvas, self.heading())
        pitch = canvas.line_height
        rows = (canvas.foot - canvas.head - 2) // pitch
        first = max(0, min(self.number - rows // 2, len(self.cards) - rows))
        for number in range(first, min(first + rows, len(self.cards))):
            self._draw_row(canvas, number, canvas.head + 2 + (number - first) * pitch)
        self._draw_detail(canvas, self.cards[self.number], self.is_usable)
        widgets.draw_keys(canvas, text("back"), text_of("use", "use") if self.is_usable else "")
        if len(self.cards) > 1:
            widgets.draw_side(canvas, " ", " ")

    def _draw_row(self, canvas, number, y):
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, canvas.detail - 4, canvas.line_height)
        ink = WHITE if chosen else BLACK
        symbol = POWER if number < len(self.can) else None
        _draw_label(canvas, symbol, power_of(self.cards[number]).title, y, ink)

    def _draw_detail(self, canvas, card, may):
        power = power_of(card)
        note = "" if may else self._why_not(power)
        draw_words(
            canvas,
            power.title,
            text_of("use", "by_" + power.who, power.name),
            text_of("powers", power.id),
            note,
        )

    def _why_not(self, power):
        game = self.game
        if game.used:
            return text_of("use", "used_one")
        # in memory only while a turn needs it
        from shared_rules.shipwreck.powers import TIMING

        phase, _ = TIMING.get(power.when, ("", ""))
        played, hit = bool(game.last_play), game.outcome == "hit"
        if game.phase == phase and {"before-play": not played, "after-predict": hit}.get(phase, True):
            return text_of("use", "no_target")
        return text_of("use", "not_now", text_of("use", "when_" + power.when))

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "down" else -1)) % len(self.cards)
        elif name == "a":
            return BACK
        elif name == "b" and self.is_usable:
            return self.asking(self.cards[self.number])
        return None

    def asking(self, cause):
        """Return the word that opens the question of the power at the cursor, for `open_named`."""
        return "use " + cause


def _draw_label(canvas, symbol, label, y, ink):
    pitch, font = canvas.line_height, canvas.note
    if symbol is not None:
        canvas.symbol(symbol, 3, y + (pitch - _SYMBOL) // 2, ink)
    canvas.text(label, 18, y + (pitch - font.cap) // 2, font, ink, width=canvas.detail - 22)


def draw_words(canvas, title, owner, words, note):
    """Draw the details at the right: the title, the user, the effect, and why it can't be used now."""
    detail, font = canvas.detail, canvas.note
    x, y = detail + 4, canvas.head + 6
    room = canvas.side - 4 - x
    canvas.fill(detail, canvas.head, 1, canvas.foot - canvas.head)
    canvas.text(title, x, y, canvas.heading, width=room)
    y = _draw_lines(canvas, wrap(owner, font, room), x, y + canvas.heading.cap + 6)
    _draw_lines(canvas, wrap(words, font, room), x, y + 2)
    lines = wrap(note, font, room)
    _draw_lines(canvas, lines, x, canvas.foot - 1 - (font.cap + 5) * len(lines))


def _draw_lines(canvas, lines, x, y):
    for line in lines:
        canvas.text(line, x, y, canvas.note)
        y += canvas.note.cap + 5
    return y


class Abilities(Powers):
    """The active player's adventurer, the faded powers, and the adventurers of the others."""

    def add_adventurers(self):
        game = self.game
        owners = game.deep.adventurers
        self.owners = {owners[player]: player for player in owners}
        if game.active in owners:
            (self.can if list(game.deep.abilities(game)) else self.cannot).insert(0, owners[game.active])
        for player in game.players:
            if player in owners and player != game.active:
                self.cannot.append(owners[player])

    def heading(self):
        return text_of("adventurers", "adventurers_powers")

    def _draw_row(self, canvas, number, y):
        adventurer = self.cards[number]
        if adventurer not in self.owners:
            Powers._draw_row(self, canvas, number, y)
            return
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, canvas.detail - 4, canvas.line_height)
        ready = adventurer in self.game.deep.ready
        symbol = POWER if number < len(self.can) else FULL if ready else MOON
        _draw_label(canvas, symbol, titled(adventurer), y, WHITE if chosen else BLACK)

    def _draw_detail(self, canvas, adventurer, may):
        if adventurer not in self.owners:
            Powers._draw_detail(self, canvas, adventurer, may)
            return
        owner = self.owners[adventurer]
        note = ""
        if adventurer not in self.game.deep.ready:
            note = text_of("adventurers", "used_up")
        elif owner != self.game.active:
            note = text_of("adventurers", "own_turn")
        elif not may:
            note = text_of("adventurers", "when_" + adventurer)
        effect = text_of("adventurers", "effect_" + adventurer)
        draw_words(canvas, titled(adventurer), text_of("adventurers", "adventurer_of", owner), effect, note)

    def asking(self, cause):
        return ("ability " if cause in self.owners else "use ") + cause
