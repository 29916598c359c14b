"""The screens of a turn: playing a fate, the prediction after it, and a new card, chosen by its name.

The first row is chosen by name, too. The first two mark the faded powers that could help now, in a second
picture: finding them takes longer than a press.
"""

from companion.canvas import BLACK, MEDIUM, POWER, WHITE
from companion.canvas import MENU as MENU_SYMBOL
from companion.games.shipwreck.table import draw_table, place_name
from companion.games.shipwreck.tokens import CREATURES, LINES, MENU, POWERS_STRIP, short_name
from companion.screens import GAME, TO_MENU, GameScreen, item_after, open_screen, widgets
from companion.texts import text
from shared_rules.shipwreck import Event, power_of
from shared_rules.shipwreck.legality import still_kept

FATES = (1, 2, 3, 4, 5, 6, 7)
_ANY = 4
EXIT = -1
_PLACES = 42  # the width of the row as small cards


class Reminding(GameScreen):
    """A screen that marks the faded cards whose power could help now, if the group wants to be reminded."""

    _drawn = _subject = _found = None

    def _useful(self, subject):
        """Return the cards to mark, as far as they are known. subject: what `_find` needs, compared by ==."""
        self._subject = subject
        if not self._reminds:
            self._drawn = []
        elif self._found and self._found[0] == subject:
            self._drawn = self._found[1]
        else:
            self._drawn = self._always()
        return self._drawn

    @property
    def _reminds(self):
        return self.game.powers and self.app.settings.get("remind")

    def look_again(self):
        """Find the cards to mark; return whether others are drawn."""
        drawn, self._drawn = self._drawn, None
        if drawn is None or not self._reminds:
            return False
        if not (self._found and self._found[0] == self._subject):
            self._found = self._subject, self._find(self._subject)
        return self._found[1] != drawn

    def _always(self):
        """Return the cards that are to be marked whatever the subject is, as far as they are known."""
        return []

    def _find(self, subject):
        raise NotImplementedError


def draw_beside(canvas, items, item):
    """Draw the items of a ring that UP and DOWN lead to, if there are others."""
    if len(items) > 1:
        widgets.draw_side(canvas, str(item_after(items, item, 1)), str(item_after(items, item, -1)))


def central_item(items, weights):
    """Return the item of a ring from which the others are the fewest steps away, None if there are no items.

    weights: how likely each item is to be wanted. Among equals it is the middle item.
    """
    count = len(items)
    best = least = None
    for turn in range(count):
        start = count // 2 + (-(turn + 1) // 2 if turn % 2 else turn // 2)
        steps = 0 if count % 2 else count // 2 * weights[start - count // 2]
        for away in range(1, (count + 1) // 2):
            steps += away * (weights[start - away] + weights[start + away - count])
        if least is None or steps < least:
            best, least = items[start], steps
    return best


class Play(Reminding):
    """A and C move the cursor along the table, UP and DOWN change the fate, B plays it or opens a list."""

    parts = widgets.TABLE

    repeats = ("up", "down", "a", "c")
    verb = "play"

    cursor_keys = "ac"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        game = self.game
        places = [place for place in (1, 2, 3, 4) if game.card_at(place)]
        self.ring = [MENU, 0] + places
        if (game.powers or game.deep) and self.verb == "play":
            self.ring.append(POWERS_STRIP)
        if game.assist != "keeper" and self.verb == "play":
            self.ring.append(LINES)
        if game.deep:
            self.ring.insert(1, CREATURES)
        # no other card is far from the second card
        self.cursor = places[min(1, len(places) - 1)] if places else 0
        seen = game.seen()
        self._unseen = [3 - seen.count(fate) for fate in FATES]
        self._passes = game.cannot_draw and self.verb == "play"
        self._wanted = None
        # {place: result of `_choices`}, as the rules take longer than drawing a card
        self._known = {}
        self._opening = None
        self._moving = "move" in [power_of(card).does for card in game.powers]

    def _hands(self, fate):
        """Return the number of hands with which a fate may be played at the cursor."""
        unseen = self._unseen
        if not unseen[fate - 1]:
            return 0
        kept = still_kept(self.game, Event(self.verb, (fate, self.cursor)))
        return unseen[fate - 1] * sum([unseen[value - 1] - (value == fate) for value in kept])

    def _choices(self):
        """Return the fates that may be played at the cursor, and the fate to start with or None."""
        if isinstance(self.cursor, str) or self._passes:
            return [], None
        if self.cursor not in self._known:
            hands = [(fate, self._hands(fate)) for fate in FATES]
            fates = [fate for fate, count in hands if count]
            self._known[self.cursor] = fates, central_item(fates, [count for _, count in hands if count])
        return self._known[self.cursor]

    def allowed(self):
        """Return the fates that may be played at the cursor."""
        return self._choices()[0]

    @property
    def fate(self):
        """The fate shown at the cursor, None if no fate is allowed: the allowed fate nearest to the last
        choice.

        Until a fate is chosen, it is the fate from which the others are the fewest presses away.
        """
        fates, first = self._choices()
        if not fates or self._wanted is None:
            return first
        return min(fates, key=lambda fate: (abs(fate - self._wanted), fate))

    def _event(self, fate, place):
        return "%s %d %d" % (self.verb, fate, place)

    def draw(self, canvas):
        fate = self.fate
        self._head(canvas)
        shown = (fate, self.cursor) if fate else None
        subject = shown if self._moving else None
        useful = (lambda known: self._useful(subject)) if self.verb == "play" else None
        draw_table(canvas, self, self.cursor, shown, useful=useful)
        widgets.draw_keys(canvas, "<", self._means(fate), ">")
        draw_beside(canvas, self.allowed(), fate)

    def _always(self):
        return self._opening or []

    def _find(self, subject):
        """Return the faded cards whose power opens a card, or keeps a card from fading by the play shown."""
        from shared_rules.shipwreck.powers import opening, relieving

        if self._opening is None:
            self._opening = opening(self.game)
        return self._opening + relieving(self.game, *subject) if subject else self._opening

    def _head(self, canvas):
        game = self.game
        widgets.draw_menu_mark(canvas, self.cursor == MENU)
        drawn = 1 if game.last_play or game.active in game.held else 2
        title = text("turn", widgets.display_name(game.active))
        note = text("draw_%d" % (0 if self._passes else drawn))
        if game.restless and not self._passes:
            note = text("deck", game.deck_size)
        widgets.draw_heading(canvas, title, note, menu=True)

    def _means(self, fate):
        if isinstance(self.cursor, str):
            return text(self.cursor)
        return text("play", fate) if fate else text("pass" if self._passes else "closed")

    def press(self, name, kind):
        if name in ("a", "c"):
            self.cursor = item_after(self.ring, self.cursor, 1 if name == "c" else -1)
        elif name in ("up", "down"):
            if self.fate:
                self._wanted = item_after(self.allowed(), self.fate, 1 if name == "up" else -1)
        elif self.cursor == MENU:
            return self._menu()
        elif self.cursor in (POWERS_STRIP, CREATURES):
            return POWERS_STRIP
        elif self.cursor == LINES:
            return LINES
        elif self.fate or self._passes:
            self.app.session.enter("end" if self._passes else self._event(self.fate, self.cursor))
            return GAME
        else:
            self.app.say(self.game.refusal_of(self._event(self._wanted or _ANY, self.cursor)))
        return None

    def _menu(self):
        return TO_MENU


class Predict(Reminding):
    """A for no prediction, B for a hit, C for a miss; then the turn usually ends."""

    parts = widgets.TABLE

    repeats = ()

    def _find(self, subject):
        """Return the faded cards whose power could help. subject: the values that the fate can have."""
        from shared_rules.shipwreck.powers import helping

        return helping(self.game, subject)

    def draw(self, canvas):
        game = self.game
        fate, place = game.last_play
        if game.predictions > 1:
            note = text("tries", game.predictions)
        else:
            note = text("fate_on", fate, place_name(game, place))
        widgets.draw_heading(canvas, text("predict", widgets.display_name(game.active)), note, question=True)
        draw_table(canvas, self, useful=lambda known: self._useful(known.get(game.active, ())))
        widgets.draw_keys(canvas, text("none"), text("hit"), text("miss"))
        widgets.draw_side(canvas, MENU_SYMBOL, POWER if game.powers or game.deep else "")

    def press(self, name, kind):
        if name == "up":
            return TO_MENU
        if name == "down":
            if not (self.game.powers or self.game.deep):
                return None
            return "powers"
        game, outcome = self.game, "hit" if name == "b" else "miss"
        if name == "a":
            self.app.session.enter("end")
        elif not self.app.settings.get("note"):
            self.app.session.enter("predict " + outcome)
        elif outcome == "hit" and len(game.kept) == game.predictions == 1 and not game.shadows:
            # only this value can have hit; to load the question takes longer than the rest of the press
            self.app.session.enter("predict %d hit" % game.kept[0])
        else:
            return open_screen("games.shipwreck.prediction.ask_value", self.app, outcome)
        return GAME


# --- a new card


class Grid:
    """Names in columns, with a cursor; a symbol in the heading can come before the first name.

    cards: ids, shown in the order of their names. start: the first index of a round with UP and DOWN: EXIT
    with a symbol in the heading, else 0. canvas: the Canvas on which they have to fit. at: the index of the
    name at the cursor, or EXIT.
    """

    def __init__(self, cards, start, canvas):
        # both, as a Pico takes 2 ms for each name
        named = sorted([(short_name(card), card) for card in cards])
        self.names = [name for name, _ in named]
        self.cards = [card for _, card in named]
        self.at = 0
        self._start = start
        room = canvas.foot - canvas.head
        font = canvas.normal
        self._columns, self._font = 3, font
        if len(cards) > room // (font.cap + 3) * 3:
            self._columns, self._font = 4, MEDIUM if canvas.large else canvas.note
        self.rows = (len(cards) + self._columns - 1) // self._columns
        self._pitch = min(font.cap * 3 // 2, room // self.rows)

    @property
    def card(self):
        """The id of the card at the cursor, None at the symbol in the heading."""
        return None if self.at == EXIT else self.cards[self.at]

    @property
    def is_leftmost(self):
        """Whether A moves no further: in the first column, where there is no symbol."""
        return self._start == 0 and self.at < self.rows

    def move(self, name):
        """Move the cursor for a press: UP and DOWN along the names, A and C from column to column."""
        count, start = len(self.cards), self._start
        if name in ("up", "down"):
            step = 1 if name == "down" else -1
            self.at = (self.at - start + step) % (count - start) + start
        elif self.at != EXIT and not (name == "a" and self.is_leftmost):
            step = self.rows if name == "c" else -self.rows
            column = (self.at + step) // self.rows % self._columns
            self.at = min(column * self.rows + self.at % self.rows, count - 1)

    def draw(self, canvas):
        """Draw the names between the heading and the bottom line."""
        width = canvas.side // self._columns
        above = (self._pitch - self._font.cap) // 2
        for number, name in enumerate(self.names):
            x = number // self.rows * width
            y = canvas.head + number % self.rows * self._pitch
            ink = BLACK
            if number == self.at:
                canvas.fill(x, y, width - 2, self._pitch)
                ink = WHITE
            canvas.text(name, x + 4, y + above, self._font, ink)


class NewCard(GameScreen):
    """Asks which card was dealt to an empty place."""

    repeats = ("up", "down", "a", "c")

    cursor_keys = "ac"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.place = self.game.waiting[0]
        self.grid = Grid(self.game.cards_to_deal(), EXIT, app.canvas)

    def draw(self, canvas):
        grid, doom = self.grid, text("doom_is", self.game.doom)
        widgets.draw_menu_mark(canvas, grid.at == EXIT)
        does = "menu" if grid.at == EXIT else "take"
        draw_chooser(canvas, grid, text("deal", self.place), doom, True, "<", does)
        draw_places(canvas, self.place, canvas.width - max(112, canvas.note.width(doom) + 50))

    def press(self, name, kind):
        if name != "b":
            self.grid.move(name)
            return None
        if self.grid.card is None:
            return TO_MENU
        self.app.session.enter("deal %d %s" % (self.place, self.grid.card))
        if self.game.restless and self.game.deck_size in (3, 1):
            self.app.say(text("deck_%d" % self.game.deck_size))
        return GAME


def draw_chooser(canvas, grid, heading, note, menu, left, does):
    """Draw a Grid with its heading.

    menu: whether the symbol of the menu is beside it. left: the label of A. does: the key of the label of B.
    """
    widgets.draw_heading(canvas, heading, note, menu=menu, beside=_PLACES)
    grid.draw(canvas)
    widgets.draw_keys(canvas, left, text(does), ">")
    widgets.draw_side(canvas, " ", " ")


def draw_places(canvas, place, x):
    """Draw the row as four small cards, the card at a place 1-4 filled."""
    y = (canvas.head - 11) // 2
    for number in (1, 2, 3, 4):
        left = x + 10 * (number - 1)
        if number == place:
            canvas.fill(left, y, 8, 11)
        else:
            canvas.outline(left, y, 8, 11)
