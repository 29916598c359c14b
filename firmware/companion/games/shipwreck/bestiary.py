"""Lists of creatures: for choosing the one that appears, and for adding and removing the players' own."""

from companion.canvas import BLACK, CENTRE, MEDIUM, SMALL, WHITE, wrap
from companion.games.shipwreck.creatures import Creatures, needs_in_words
from companion.journal_errors import JournalError
from companion.screens import widgets
from companion.screens.menu import Menu
from companion.screens.screen import BACK, GAME, TO_MENU, GameScreen
from companion.texts import text
from shared_rules.shipwreck.deep import Creature, generic_creatures

_ROWS = 6
_DETAIL = 116


class Bestiary(Menu):
    """Names at the left, the details of the creature at the cursor at the right; the last lines enter new
    ones.

    creatures: list of (text of a creature, whether it is a generic one), one for each line but the last ones.
    takes: the key of B's label on these. asks: whether the game waits for the choice.
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

    def built_in(self):
        """Return the Creatures that are listed if the players' own can't be read from the flash."""
        return ()

    def take(self, line):
        """Return where choosing a creature leads. line: its text."""
        raise NotImplementedError

    def after_entering(self, creature):
        """Return where to go after a new Creature was entered and saved."""
        raise NotImplementedError

    def list(self):
        """Make the lines again."""
        try:
            self.creatures = [(str(creature), generic) for creature, generic in self.listed()]
        except JournalError as error:
            self.app.say(error)
            self.creatures = [(str(creature), True) for creature in self.built_in()]
        self.rows = [(line.split(":")[1].replace("_", " "), self._taking(line)) for line, _ in self.creatures]
        self.rows += [(text("new_creature", level), self._entering(level)) for level in self.levels]
        self.number = min(self.number, len(self.rows) - 1)

    def _taking(self, line):
        return lambda: self.take(line)

    def _entering(self, level):
        def entering():
            from companion.games.shipwreck.new_creature import NewCreature

            return NewCreature(self.app, level, self._save)

        return entering

    def _save(self, creature):
        self.store.add(str(creature))
        return self.after_entering(creature)

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
    """Asks which creature appears now."""

    asks = True
    outdated = GameScreen.outdated

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.level = app.session.game.deep.awaited
        Bestiary.__init__(self, app, text("meet", self.level), (self.level,))

    def listed(self):
        """Yield the creatures of the level, the players' own first."""
        return self.store.listed(self.level)

    def built_in(self):
        """Return the generic creatures of the level, so that the game can go on."""
        return [creature for creature in generic_creatures() if creature.level == self.level]

    def leave(self):
        """Return the label of A, which opens the menu."""
        return text("menu")

    def press(self, name, kind):
        """Handle a press: A opens the menu, the other buttons are those of a list."""
        if name == "a":
            return TO_MENU
        return Menu.press(self, name, kind)

    def take(self, line):
        """Let the creature appear."""
        self.app.session.enter("meet " + line)
        return GAME

    def after_entering(self, creature):
        """Let the new creature appear at once."""
        return self.take(str(creature))


class OwnCreatures(Bestiary):
    """The players' own creatures, to look at, add and remove."""

    takes = "remove"

    def __init__(self, app):
        Bestiary.__init__(self, app, text("own_creatures"), (1, 2, 3))

    def listed(self):
        """Yield the players' own creatures."""
        for creature in self.store.own():
            yield creature, False

    def take(self, line):
        """Return the question whether to remove a creature."""

        def remove():
            self.store.remove(line)
            self.list()
            return BACK

        name = Creature.from_text(line).title
        return Menu(self.app, text("ask_remove", name), ((text("remove_it"), remove),))

    def after_entering(self, creature):
        """Show the list with the new creature."""
        self.list()
        return BACK
