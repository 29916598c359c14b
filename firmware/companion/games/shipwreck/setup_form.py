"""The form for a new game: the players, the mode, the difficulty, and how much the companion helps."""

from companion.canvas import BLACK, BOX, CHECKED, MEDIUM, WHITE, wrap
from companion.games.shipwreck.tokens import titled
from companion.screens import BACK, GAME, Screen, item_after, widgets
from companion.screens.menu import Menu
from companion.screens.names import Names, fit_players, table_names
from companion.texts import text, text_of
from shared_rules.player_names import same_name
from shared_rules.shipwreck.cards import ADVENTURERS, LEVELS, SETS, cards_of, count_of
from shared_rules.shipwreck.event import MAX_SETUP

MODES = ("standard", "duel", "restless", "restless-duel", "creatures")
"""The modes that this form sets up."""

_DOOM = (0, 2, 4, 6)
_SHORT = 5


def accepts(key, value):
    """Return whether a setting of this form can have a value of its type."""
    words = str(value).split(",")
    if key == "sets":
        return sorted(words) == sorted(set(words) & set(SETS)) and count_of(words) >= 4
    if key == "adventurers":
        return not value or sorted(words) == sorted(ADVENTURERS)
    known = {"doom": range(7), "mode": MODES, "assist": LEVELS}
    return value in known[key]


def _pitch(canvas):
    """Return the height of a line."""
    return canvas.note.cap * 7 // 4


def _room(canvas):
    """Return the width of the values."""
    return canvas.side * 179 // 280


def _longest(words, count):
    """Return the longest words, as many as `count`, with commas between them."""
    return ",".join(sorted(words, key=len)[-count:])


class NewGame(Screen):
    """UP and DOWN move along the lines, C changes a line, B goes on to the first row."""

    repeats = ("up", "down", "c")

    def __init__(self, app):
        Screen.__init__(self, app)
        fit_players(app, 2, 5)
        self.line = 0
        self.lines = (
            ("players", self._players, self._more_players),
            ("names", self._names, self._edit_names),
            ("begins", self._begins, self._next_begins),
            ("mode", self._mode, self._next_mode),
            ("difficulty", self._difficulty, self._harder),
            ("help", self._level, self._next_level),
            ("noting", self._noting, self._toggle_noting),
            ("cards", self._sets, self._edit_sets),
        )

    def _get(self, key):
        return self.app.settings.get(key)

    def players(self):
        """Return the names in turn order, starting with the first player."""
        names = table_names(self.app)[: self._get("players")]
        first = self._get("first") % len(names)
        return names[first:] + names[:first]

    def mode(self):
        """Return the mode of the last game, without the challenge if there are more than two players."""
        mode, modes = self._get("mode"), self._modes()
        if mode not in modes:
            mode = mode.replace("-duel", "")
        return mode if mode in modes else modes[0]

    def _modes(self):
        return [mode for mode in MODES if self._get("players") == 2 or not mode.endswith("duel")]

    def level(self):
        """Return the level of assistance of the last game."""
        return self._get("assist")

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("new_game"))
        room = _room(canvas)
        # so that all lines fit
        usual, small, font = _pitch(canvas), canvas.note, canvas.normal
        pitch = min(usual, (canvas.foot - canvas.head - 1) // len(self.lines))
        for number, (key, value, _) in enumerate(self.lines):
            y = canvas.head + 1 + number * pitch
            ink = BLACK
            if number == self.line:
                # down to the descenders, which reach below the line
                canvas.fill(0, y, canvas.side - 4, pitch + 1)
                ink = WHITE
            canvas.text(text(key), 6, y + (usual - small.cap) // 2, small, ink, width=canvas.side - room - 19)
            x = canvas.side - 9 - room
            canvas.text(value(), x, y + (usual - font.cap) // 2, font, ink, width=room)
        widgets.draw_keys(canvas, text("back"), text("go_on"), text("change"))
        widgets.draw_side(canvas, " ", " ")

    def press(self, name, kind):
        if name in ("up", "down"):
            self.line = (self.line + (1 if name == "down" else -1)) % len(self.lines)
        elif name == "a":
            return BACK
        elif name == "c":
            where = self.lines[self.line][2]()
            return None if kind == "repeat" and where else where
        elif name == "b":
            return self._row()
        return None

    def _row(self):
        players = self.players()
        if [name for seat, name in enumerate(players) if same_name(name, players[:seat])]:
            self.app.say(text("same_name"))
            return None
        sets = self._get("sets")
        mode = self.mode()
        setup = "setup %s doom=%d sets=%s players=%s" % (mode, self._get("doom"), sets, ",".join(players))
        after = "" if self.level() == LEVELS[0] else " assist=" + self.level()
        longest = setup + " row=" + _longest(cards_of(sets.split(",")), 4) + after
        if mode == "creatures":
            longest += " adventurers=" + _longest(ADVENTURERS, len(players))
        if len(longest.encode()) > MAX_SETUP:
            self.app.say(text("long_names"))
            return None

        def first_row(adventurers=()):
            deep = " adventurers=" + ",".join(adventurers) if adventurers else ""
            return FirstRow(self.app, setup, sets.split(","), after + deep)

        if mode != "creatures":
            return first_row()
        return Adventurers(self.app, players, first_row)

    def _players(self):
        return str(self._get("players"))

    def _more_players(self):
        self.app.settings.set("players", item_after((2, 3, 4, 5), self._get("players"), 1))

    def _names(self):
        names = table_names(self.app)[: self._get("players")]
        words = ", ".join(names)
        if self.app.canvas.normal.width(words) > _room(self.app.canvas):
            words = ", ".join([name[:_SHORT] for name in names])
        return words

    def _edit_names(self):
        return Names(self.app)

    def _begins(self):
        return self.players()[0]

    def _next_begins(self):
        self.app.settings.set("first", (self._get("first") + 1) % self._get("players"))

    def _difficulty(self):
        doom = self._get("doom")
        return text("doom_%d" % doom) if doom in _DOOM else text("doom_is", doom)

    def _harder(self):
        doom = self._get("doom")
        self.app.settings.set("doom", item_after(_DOOM, doom, 1) if doom in _DOOM else 0)

    def _mode(self):
        return text("mode_" + self.mode())

    def _next_mode(self):
        self.app.settings.set("mode", item_after(self._modes(), self.mode(), 1))

    def _level(self):
        return text("level_" + self.level())

    def _next_level(self):
        self.app.settings.set("assist", item_after(LEVELS, self.level(), 1))

    def _sets(self):
        sets = self._get("sets").split(",")
        if len(sets) == len(SETS):
            return text("set_all")
        return " + ".join([text("set_" + name) for name in sets])

    def _edit_sets(self):
        return Sets(self.app)

    def _noting(self):
        return text("noting_on" if self._get("note") else "noting_off")

    def _toggle_noting(self):
        self.app.settings.set("note", not self._get("note"))


class Sets(Menu):
    """The sets of cards; C adds a set to the deck or removes it."""

    change_text = "switch"

    def __init__(self, app):
        Menu.__init__(self, app, text("cards"), [(self._label(name), self._toggle(name)) for name in SETS])

    def chosen(self):
        """Return the names of the sets in the deck."""
        return self.app.settings.get("sets").split(",")

    def _label(self, name):
        count = count_of((name,))
        return text("set_card" if count == 1 else "set_cards", text("set_long_" + name), count)

    def _draw_label(self, canvas, number, y, ink):
        canvas.symbol(CHECKED if SETS[number] in self.chosen() else BOX, 6, y, ink)
        canvas.text(self.rows[number][0], 24, y, MEDIUM, ink)

    def _toggle(self, name):
        def toggle():
            chosen = self.chosen()
            sets = [each for each in SETS if (each in chosen) != (each == name)]
            if count_of(sets) >= 4:
                self.app.settings.set("sets", ",".join(sets))
            else:
                self.app.say(text("too_few_cards"))

        return toggle


class Adventurers(Screen):
    """UP and DOWN move along the players, C gives a player the next adventurer, B goes on.

    players: their names in turn order. go_on: a callable(adventurers in turn order) that returns where to go.
    dealt: all five adventurers, first the players' in turn order, then the others.
    """

    repeats = ("up", "down", "c")

    def __init__(self, app, players, go_on):
        Screen.__init__(self, app)
        self.players = players
        self.go_on = go_on
        self.line = 0
        last = app.settings.get("adventurers")
        self.dealt = last.split(",") if last else list(ADVENTURERS)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("adventurers"))
        pitch, font, small, column = _pitch(canvas), canvas.normal, canvas.note, canvas.side // 2
        for number, player in enumerate(self.players):
            y = canvas.head + 1 + number * pitch
            ink = BLACK
            if number == self.line:
                canvas.fill(0, y, canvas.side - 4, pitch)
                ink = WHITE
            canvas.text(player, 6, y + 2, font, ink, width=column - 12)
            canvas.text(titled(self.dealt[number]), column, y + 2, font, ink)
        effect = text_of("adventurers", "effect_" + self.dealt[self.line])
        lines = wrap(effect, small, canvas.side - 10)
        y = canvas.foot - (small.cap + 4) * max(2, len(lines))
        for number, words in enumerate(lines):
            canvas.text(words, 6, y + (small.cap + 4) * number, small)
        widgets.draw_keys(canvas, text("back"), text("go_on"), text("change"))
        widgets.draw_side(canvas, " ", " ")

    def press(self, name, kind):
        if name in ("up", "down"):
            self.line = (self.line + (1 if name == "down" else -1)) % len(self.players)
        elif name == "a":
            return BACK
        elif name == "c":
            self._next()
        elif name == "b":
            self.app.settings.set("adventurers", ",".join(self.dealt))
            return self.go_on(self.dealt[: len(self.players)])
        return None

    def _next(self):
        """Give the player the next adventurer that nobody above has, in exchange with its present owner."""
        dealt, line = self.dealt, self.line
        free = [adventurer for adventurer in ADVENTURERS if adventurer not in dealt[:line]]
        wanted = item_after(free, dealt[line], 1)
        other = dealt.index(wanted)
        dealt[line], dealt[other] = wanted, dealt[line]


class FirstRow(Screen):
    """Asks for the first four cards, left to right; then the game begins. In the first column, A goes back.

    setup: the setup event up to its row. sets: the names of its sets. after: the words after the row.
    row: ids of the cards chosen so far.
    """

    repeats = ("up", "down", "a", "c")

    def __init__(self, app, setup, sets, after="", row=()):
        Screen.__init__(self, app)
        self.setup = setup
        self.sets = sets
        self.after = after
        self.row = row
        # the game needs it as it begins; imported with the form, it would be unloaded with the form then
        from companion.games.shipwreck import play

        self._play = play
        self.grid = play.Grid([card for card in cards_of(sets) if card not in row], 0, app.canvas)
        last = app.session.game.card_at(len(row) + 1) if app.session.is_unplayed else None
        if last in self.grid.cards:
            self.grid.at = self.grid.cards.index(last)

    @property
    def cursor_keys(self):
        return "c" if self.grid.is_leftmost else "ac"

    def draw(self, canvas):
        place = len(self.row) + 1
        left = text("back") if self.grid.is_leftmost else "<"
        self._play.draw_chooser(canvas, self.grid, text("first_row", place), "", False, left, "take")
        self._play.draw_places(canvas, place, canvas.width - 41)

    def press(self, name, kind):
        if name == "a" and self.grid.is_leftmost:
            # holding A means the first column
            return None if kind == "repeat" else BACK
        if name != "b":
            self.grid.move(name)
            return None
        row = self.row + (self.grid.card,)
        if len(row) < 4:
            return FirstRow(self.app, self.setup, self.sets, self.after, row)
        self.app.session.begin(self.setup + " row=" + ",".join(row) + self.after)
        return GAME
