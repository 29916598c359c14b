"""Lists of creatures: the one that appears is chosen here, and those of the players are kept."""

from companion.canvas import BLACK, CENTRE, MEDIUM, SMALL, WHITE, wrap
from companion.games.shipwreck.creatures import Creatures, needs_in_words
from companion.journal_errors import JournalError
from companion.screens import widgets
from companion.screens.menu import Menu
from companion.screens.screen import BACK, GAME, TO_MENU
from companion.texts import text
from shared_rules.shipwreck.creature import Creature
from shared_rules.shipwreck.generic_creatures import generic_creatures

_ROWS = 6
_DETAIL = 116


class Bestiary(Menu):
    """Names at the left, what the chosen creature is at the right; the last lines enter new ones.

    creatures: (text of a creature, whether it is a generic one) of the lines that have one. takes: the key of
    the text for B on these. asks: whether the
    game waits for the choice.
    """

    repeats = ("up", "down")
    takes = "choose"
    asks = False

    def __init__(self, app, title, levels):
        Menu.__init__(self, app, title, ())
        self.levels = levels
        self.store = Creatures(app.board.folder, app.log)
        self.creatures = []
        self.list()

    def listed(self):
        """Yield (Creature, whether it is a generic one). Raises JournalError."""
        raise NotImplementedError

    def shipped(self):
        """Return the Creatures that are there where the flash does not give the players' own back."""
        return ()

    def take(self, line):
        """Return where choosing a creature leads to. line: its text."""
        raise NotImplementedError

    def entered(self, creature):
        """Return where it leads to that a Creature was entered and kept."""
        raise NotImplementedError

    def list(self):
        """Make the lines again."""
        try:
            self.creatures = [(str(creature), generic) for creature, generic in self.listed()]
        except JournalError as error:
            self.app.say(error)
            self.creatures = [(str(creature), True) for creature in self.shipped()]
        self.rows = [(line.split(":")[1].replace("_", " "), self._taking(line)) for line, _ in self.creatures]
        self.rows += [(text("new_creature", level), self._entering(level)) for level in self.levels]
        self.number = min(self.number, len(self.rows) - 1)

    def _taking(self, line):
        return lambda: self.take(line)

    def _entering(self, level):
        def entering():
            from companion.games.shipwreck.new_creature import NewCreature

            return NewCreature(self.app, level, self._keep)

        return entering

    def _keep(self, creature):
        self.store.add(str(creature))
        return self.entered(creature)

    def draw(self, canvas):
        widgets.draw_heading(canvas, self.title, question=self.asks)
        first = max(0, min(self.number - _ROWS // 2, len(self.rows) - _ROWS))
        for number in range(first, min(first + _ROWS, len(self.rows))):
            y = widgets.HEAD + 2 + (number - first) * 16
            if number == self.number:
                canvas.fill(0, y, _DETAIL - 4, 16)
            canvas.text(self.rows[number][0], 6, y + 4, SMALL, WHITE if number == self.number else BLACK)
        canvas.fill(_DETAIL, widgets.HEAD, 1, widgets.FOOT - widgets.HEAD)
        own = self.number < len(self.creatures)
        if own:
            _draw_detail(canvas, *self.creatures[self.number])
        else:
            middle = (_DETAIL + widgets.SIDE) // 2
            canvas.text(text("enter_creature"), middle, widgets.HEAD + 40, SMALL, BLACK, CENTRE)
        widgets.draw_keys(canvas, self.leave(), text(self.takes if own else "enter"))
        if len(self.rows) > 1:
            widgets.draw_side(canvas, " ", " ")


def _draw_detail(canvas, line, generic):
    creature = Creature.from_text(line)
    x, y = _DETAIL + 6, widgets.HEAD + 6
    width = widgets.SIDE - 4 - x
    font = MEDIUM if MEDIUM.width(creature.title) <= width else SMALL
    canvas.text(creature.title, x, y, font, BLACK, width=width)
    level = text("level", creature.level)
    canvas.text(text("generic", level) if generic else level, x, y + 17)
    y += 33
    for words in needs_in_words(creature):
        canvas.text(words, x, y, MEDIUM if len(creature.needs) < 4 else SMALL)
        y += 15 if len(creature.needs) < 4 else 11
    if generic:
        for line in wrap(text("no_card"), SMALL, width):
            canvas.text(line, x, max(y + 3, 78))
            y = max(y + 3, 78) + 9


class CreatureChoice(Bestiary):
    """Which creature appears now."""

    asks = True

    def __init__(self, app):
        self._game = app.session.game
        self._events = len(self._game.events)
        self.level = self._game.deep.awaited
        Bestiary.__init__(self, app, text("meet", self.level), (self.level,))

    def outdated(self):
        """Whether the game went on without this screen."""
        game = self.app.session.game
        return game is not self._game or len(game.events) != self._events

    def listed(self):
        """Yield the creatures of the level, the players' own first."""
        return self.store.listed(self.level)

    def shipped(self):
        """Return the generic creatures of the level: a game must be able to go on."""
        return [creature for creature in generic_creatures() if creature.level == self.level]

    def leave(self):
        """A leads to the menu."""
        return text("menu")

    def press(self, name, kind):
        """A opens the menu, all else is as in a list."""
        if name == "a":
            return TO_MENU
        return Menu.press(self, name, kind)

    def take(self, line):
        """The creature appears."""
        self.app.session.enter("meet " + line)
        return GAME

    def entered(self, creature):
        """A new one appears at once."""
        return self.take(str(creature))


class OwnCreatures(Bestiary):
    """The players' own creatures, which can be looked at, entered and removed."""

    takes = "remove"

    def __init__(self, app):
        Bestiary.__init__(self, app, text("own_creatures"), (1, 2, 3))

    def listed(self):
        """Yield the players' own creatures."""
        for creature in self.store.own():
            yield creature, False

    def take(self, line):
        """Ask before a creature is removed."""

        def remove():
            self.store.remove(line)
            self.list()
            return BACK

        name = Creature.from_text(line).title
        return Menu(self.app, text("ask_remove", name), ((text("remove_it"), remove),))

    def entered(self, creature):
        """A new one is on the list."""
        self.list()
        return BACK
