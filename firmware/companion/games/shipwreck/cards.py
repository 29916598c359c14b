"""Choosing a card by its name: for an empty place in the row, and for the first row."""

from companion.canvas import BLACK, WHITE
from companion.games.shipwreck.table import short_name
from companion.screens import BACK, GAME, TO_MENU, GameScreen, Screen, widgets
from companion.texts import text
from shared_rules.shipwreck.cards import cards_of

EXIT = -1
_PLACES = 42  # the width of the row as small cards


class Grid:
    """Names in columns, with a cursor; a symbol in the heading can come before the first name.

    cards: ids, shown in the order of their names. start: the first index of a round with UP and DOWN: EXIT if
    there is such a symbol, else 0. canvas: the Canvas on which they have to fit. at: the index of the name at
    the cursor, or EXIT.
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
            self._columns, self._font = 4, canvas.note
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

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.place = self.game.waiting[0]
        self.grid = Grid(self.game.cards_to_deal(), EXIT, app.canvas)

    def draw(self, canvas):
        grid, doom = self.grid, text("doom_is", self.game.doom)
        widgets.draw_menu_mark(canvas, grid.at == EXIT)
        does = "menu" if grid.at == EXIT else "take"
        _draw_chooser(canvas, grid, text("deal", self.place), doom, True, "<", does)
        _draw_places(canvas, self.place, canvas.width - max(112, canvas.note.width(doom) + 50))

    def press(self, name, kind):
        if name != "b":
            self.grid.move(name)
            return None
        if self.grid.card is None:
            return TO_MENU
        self.app.session.enter("deal %d %s" % (self.place, self.grid.card))
        return GAME


class FirstRow(Screen):
    """Asks for the first four cards, left to right; then the game begins. In the first column, A goes back.

    setup: the setup event up to its row. sets: the names of its sets. after: what follows the row.
    row: ids of the cards chosen so far.
    """

    repeats = ("up", "down", "a", "c")

    def __init__(self, app, setup, sets, after="", row=()):
        Screen.__init__(self, app)
        self.setup = setup
        self.sets = sets
        self.after = after
        self.row = row
        self.grid = Grid([card for card in cards_of(sets) if card not in row], 0, app.canvas)

    def draw(self, canvas):
        place = len(self.row) + 1
        left = text("back") if self.grid.is_leftmost else "<"
        _draw_chooser(canvas, self.grid, text("first_row", place), "", False, left, "take")
        _draw_places(canvas, place, canvas.width - 41)

    def press(self, name, kind):
        if name == "a" and self.grid.is_leftmost:
            # whoever holds A means the first column
            return None if kind == "repeat" else BACK
        if name != "b":
            self.grid.move(name)
            return None
        row = self.row + (self.grid.card,)
        if len(row) < 4:
            return FirstRow(self.app, self.setup, self.sets, self.after, row)
        self.app.session.begin(self.setup + " row=" + ",".join(row) + self.after)
        return GAME


def _draw_chooser(canvas, grid, heading, note, menu, left, does):
    """Draw a Grid with its heading.

    menu: whether the symbol of the menu is beside it. left: the label of A. does: the key of that of B.
    """
    widgets.draw_heading(canvas, heading, note, menu=menu, beside=_PLACES)
    grid.draw(canvas)
    widgets.draw_keys(canvas, left, text(does), ">")
    widgets.draw_side(canvas, " ", " ")


def _draw_places(canvas, place, x):
    """Draw the row as four small cards, the one at a place 1-4 filled."""
    y = (canvas.head - 11) // 2
    for number in (1, 2, 3, 4):
        left = x + 10 * (number - 1)
        if number == place:
            canvas.fill(left, y, 8, 11)
        else:
            canvas.outline(left, y, 8, 11)
