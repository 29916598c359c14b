"""Lists of creatures: to choose the creature that appears, and to enter, add and remove the players' own."""

from companion.canvas import BLACK, CENTRE, WHITE, that_fits, wrap
from companion.games.shipwreck.creatures import Creatures
from companion.games.shipwreck.deep import in_words, needs_in_words
from companion.screens import BACK, GAME, TO_MENU, GameScreen, Screen, item_after, widgets
from companion.screens.menu import Menu
from companion.screens.names import NameEditor
from companion.texts import DeviceError, text, translate
from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import MAX_NAME, Creature, generic_creatures, kinds


class Bestiary(Menu):
    """Names at the left, the details of the creature at the cursor at the right; the last lines enter new
    creatures.

    creatures: list of (text of a creature, whether it is generic), for each line but the last lines. takes:
    the key of B's label on these. asks: whether the game waits for the choice.
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
        """Yield (Creature, whether it is generic). Raises DeviceError."""
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
        except DeviceError as error:
            self.app.say(error)
            self.creatures = [(str(creature), True) for creature in self.built_in()]
        self.rows = [(line.split(":")[1].replace("_", " "), self._taking(line)) for line, _ in self.creatures]
        self.rows += [(text("new_creature", level), self._entering(level)) for level in self.levels]
        self.number = min(self.number, len(self.rows) - 1)

    def _taking(self, line):
        return lambda: self.take(line)

    def _entering(self, level):
        return lambda: NewCreature(self.app, level, self._save)

    def _save(self, creature):
        self.store.add(str(creature))
        return self.after_entering(creature)

    def draw(self, canvas):
        widgets.draw_heading(canvas, self.title, question=self.asks)
        font, pitch, detail = canvas.note, canvas.line_height, canvas.detail
        rows = (canvas.foot - canvas.top) // pitch
        first = max(0, min(self.number - rows // 2, len(self.rows) - rows))
        for number in range(first, min(first + rows, len(self.rows))):
            y, ink = canvas.top + (number - first) * pitch, BLACK
            if number == self.number:
                canvas.fill(0, y, detail - 4, pitch)
                ink = WHITE
            canvas.text(self.rows[number][0], 6, y + (pitch - font.cap) // 2, font, ink, width=detail - 10)
        canvas.fill(detail, canvas.head, 1, canvas.foot - canvas.head)
        own = self.number < len(self.creatures)
        if own:
            _draw_detail(canvas, *self.creatures[self.number])
        else:
            middle = (detail + canvas.side) // 2
            room = canvas.side - detail - 8
            canvas.text(text("enter_creature"), middle, canvas.head + 40, font, BLACK, CENTRE, room)
        widgets.draw_keys(canvas, self.leave(), text(self.takes if own else "enter"))
        if len(self.rows) > 1:
            widgets.draw_side(canvas, " ", " ")


def _draw_detail(canvas, line, generic):
    creature = Creature.from_text(line)
    heading, note = canvas.heading, canvas.note
    x, y = canvas.detail + 6, canvas.head + 6
    width = canvas.side - 4 - x
    canvas.text(creature.title, x, y, that_fits(creature.title, heading, width), width=width)
    y += heading.cap + 6
    level = text("level", creature.level)
    canvas.text(text("generic", level) if generic else level, x, y, note)
    y += note.cap + 8
    font = heading if len(creature.needs) < 4 else note
    for words in needs_in_words(creature):
        canvas.text(words, x, y, font, width=width)
        y += font.cap * 11 // 8
    if generic:
        for line in wrap(text("no_card"), note, width):
            y = max(y + 3, canvas.head + 63)
            canvas.text(line, x, y, note)
            y += note.cap * 6 // 5


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
        """Handle a press: A opens the menu, the other buttons act as in a list."""
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


MOST_NEEDS = 4
"""The most needs that can be entered here; in the file a creature may have more."""

_COLUMNS = (6, 158, 200)
_FIRST = ("value", 3, 7)


class NewCreature(Screen):
    """Enters a creature in two steps, its name and its condition.

    level: of the creature. done: a callable(Creature) that saves it and returns where to go; it may raise
    RuleError or DeviceError. step: the screen that is shown, a NameEditor or a Condition.
    """

    def __init__(self, app, level, done):
        Screen.__init__(self, app)
        self.level = level
        self.done = done
        self.step = self._naming = NameEditor(app, "", self._named, MAX_NAME, "name_creature", True)
        self._asking = None

    @property
    def repeats(self):
        """The `repeats` of the step."""
        return self.step.repeats

    @property
    def cursor_keys(self):
        """The `cursor_keys` of the step."""
        return self.step.cursor_keys

    @property
    def typed_text(self):
        """The `typed_text` of the step."""
        return self.step.typed_text

    def write(self, letter):
        """Pass a letter from a keyboard to the step."""
        self.step.write(letter)

    def draw(self, canvas):
        """Draw the step."""
        self.step.draw(canvas)

    def press(self, name, kind):
        """Pass the press to the step."""
        where = self.step.press(name, kind)
        # B may lead back, too: `done` decides that
        if where == BACK and name == "a" and self.step is self._asking:
            self.step = self._naming
            return None
        return where

    def _named(self, name):
        # refused now, and not after everything has been entered
        try:
            Creature(self.level, name, "odd1")
        except RuleError as error:
            self.app.say(error)
            return
        if self._asking is None:
            self._asking = Condition(self.app, self._asked)
        self._asking.title = text("condition", name.replace("_", " "))
        self.step = self._asking

    def _asked(self, condition):
        return self.done(Creature(self.level, self._naming.name, condition))


class Condition(Screen):
    """The needs of a creature: A and C move along the fields, UP and DOWN change a field, B is done.

    done: a callable(condition) that returns where to go. needs: list of [kind, number, value], where value is
    None unless the kind is "value". at: the index of the field at the cursor; the last field adds and removes
    needs.
    """

    def __init__(self, app, done):
        Screen.__init__(self, app)
        self.title = ""
        self.done = done
        self.needs: list = [list(_FIRST)]
        self.at = 0
        self.limits = {"value": ("", 1, 3)}
        for kind, written, least, most in kinds():
            self.limits[kind] = (written, least, most)
        self.kinds = ["value"] + [kind for kind, _, _, _ in kinds()]

    def fields(self):
        """Return (index of the need, 0 kind, 1 number or 2 value) for each field, None for the last field."""
        fields = []
        for number, need in enumerate(self.needs):
            fields += [(number, part) for part in range(3 if need[0] == "value" else 2)]
        return fields + [None]

    @property
    def field(self):
        """The field at the cursor, as in `fields`."""
        return self.fields()[self.at]

    def condition(self):
        """Return the condition as a text, as in `Creature`."""
        words = []
        for kind, number, value in self.needs:
            words.append("%dx%d" % (number, value) if kind == "value" else self.limits[kind][0] + str(number))
        return "&".join(words)

    @property
    def cursor_keys(self):
        return ("a" if self.at else "") + ("c" if self.at < len(self.fields()) - 1 else "")

    def draw(self, canvas):
        widgets.draw_heading(canvas, self.title)
        for number, need in enumerate(self.needs):
            for part in range(3 if need[0] == "value" else 2):
                words = text("kind_" + need[0]) if part == 0 else str(need[part])
                self._draw_field(canvas, words, (number, part), number)
        self._draw_field(canvas, text("another_need"), None, len(self.needs))
        self._draw_words(canvas)
        more = ">" if "c" in self.cursor_keys else ""
        widgets.draw_keys(canvas, "<" if self.at else text("back"), text("done"), more)
        if self.field:
            widgets.draw_side(canvas, " ", " ")
        else:
            can = len(self.needs) < MOST_NEEDS, len(self.needs) > 1
            widgets.draw_side(canvas, "+" if can[0] else "", "–" if can[1] else "")

    def _draw_field(self, canvas, words, field, row):
        font, part, ink = canvas.normal, field[1] if field else 0, BLACK
        x, y = _COLUMNS[part] * font.cap // 11, canvas.head + 2 + row * (font.cap + 3)
        if part == 2:
            canvas.text("×", x - 14, y + 3, canvas.note)
        if field == self.field:
            canvas.fill(x - 3, y, font.width(words) + 6, font.cap + 3)
            ink = WHITE
        canvas.text(words, x, y + 2, font, ink)

    def _draw_words(self, canvas):
        try:
            words = in_words(Creature(1, "A", self.condition()))
        except RuleError as error:
            words = translate(error)
        font = canvas.note
        lines = wrap(words, font, canvas.side - 10)[:2]
        for number, line in enumerate(lines):
            canvas.text(line, 6, canvas.foot - (font.cap + 3) * (len(lines) - number), font)

    def press(self, name, kind):
        if name == "a":
            if self.at == 0:
                return None if kind == "repeat" else BACK
            self.at -= 1
        elif name == "c":
            self.at = min(self.at + 1, len(self.fields()) - 1)
        elif name in ("up", "down"):
            self._turn(1 if name == "up" else -1)
        elif name == "b":
            return self._done()
        return None

    def _done(self):
        try:
            return self.done(self.condition())
        except (RuleError, DeviceError) as error:
            self.app.say(error)
            return None

    def _turn(self, steps):
        if self.field is None:
            self._add_or_drop(steps)
            return
        number, part = self.field
        need = self.needs[number]
        if part == 0:
            need[0] = item_after(self.kinds, need[0], steps)
            _, least, most = self.limits[need[0]]
            need[1] = max(least, min(need[1], most))
            need[2] = _FIRST[2] if need[0] == "value" else None
        else:
            _, least, most = self.limits[need[0]] if part == 1 else ("", 1, 7)
            need[part] = least + (need[part] - least + steps) % (most - least + 1)

    def _add_or_drop(self, steps):
        if steps > 0 and len(self.needs) < MOST_NEEDS:
            kind = item_after(self.kinds, self.needs[-1][0], 1)
            self.needs.append([kind, self.limits[kind][1], _FIRST[2] if kind == "value" else None])
        elif steps < 0 and len(self.needs) > 1:
            self.needs.pop()
        self.at = len(self.fields()) - 1
