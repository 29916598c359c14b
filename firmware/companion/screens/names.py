"""The names of the players, entered letter by letter."""

from companion.canvas import BLACK, WHITE
from companion.screens import BACK, Screen, item_after, widgets
from companion.screens.menu import Menu
from companion.texts import text
from shared_rules.player_names import MAX_NAME, SEATS, read_player, same_name

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

ACCENTS = """
AÄÁÀÂÃÅÆĀĂĄ
CÇČĆĈĊ
DĎĐÐ
EÉÈÊËĒĔĖĘĚ
GĜĞĠĢ
HĤĦ
IÍÌÎÏĨĪĬĮİĲ
JĴ
KĶ
LŁĹĻĽĿ
NÑŃŅŇŊ
OÖÓÒÔÕØŌŎŐŒ
RŔŖŘ
SŚŜŞŠȘ
TŢŤŦȚÞ
UÜÚÙÛŨŪŬŮŰŲ
WŴ
YÝŶŸ
ZŹŻŽ
aäáàâãåæāăą
cçčćĉċ
dďđð
eéèêëēĕėęě
gĝğġģ
hĥħ
iíìîïĩīĭįıĳ
jĵ
kķĸ
lłĺļľŀ
nñńņňŉŋ
oöóòôõøōŏőœ
rŕŗř
sßśŝşšșſ
tţťŧțþ
uüúùûũūŭůűų
wŵ
yýÿŷ
zźżž
"""
"""On each line a letter and its accented forms; a single text takes the least memory on a Pico."""

_X = 20


def table_names(app):
    """Return names for all seats at the table: from the settings, then the defaults."""
    names = app.settings.get("names").split(",")[:SEATS]
    for name in app.settings.default("names").split(","):
        if len(names) < SEATS and not same_name(name, names):
            names.append(name)
    return names


def fit_players(app, fewest, most):
    """Make the number of players, which all games share, the nearest that this game allows."""
    app.settings.set("players", min(max(app.settings.get("players"), fewest), most))


def free_name(app, taken):
    """Return a name from `table_names` that nobody has. taken: the names of the players."""
    for name in table_names(app):
        if not same_name(name, taken):
            return name
    return "Z"


def accents_of(letter):
    """Return a plain letter and its accented forms, or "". letter: any of these."""
    at = ACCENTS.find(letter)
    return ACCENTS[ACCENTS.rfind("\n", 0, at) + 1 : ACCENTS.find("\n", at)] if at >= 0 else ""


def new_name(app, taken, done):
    """Return the NameEditor for another player. taken: the names that players have. done: as there."""
    return NameEditor(app, free_name(app, taken), done)


class NameEditor(Screen):
    """UP and DOWN change the last letter, C adds a letter, C held gives it an accent, A erases it, B is done.

    A keyboard works, too: see `write`. name: the name to begin with. done: a callable(name) that returns
    where to go. longest: the most letters. title: the key of the heading. plain: whether only ASCII is
    allowed.
    """

    repeats = ("up", "down", "a", "c")
    added = "Aa"
    """The letters that C adds: first, and later."""
    adds = ("first_letter", "letter")
    """The keys of C's labels while it adds the first letter, and later ones."""
    optional = False
    """Whether nothing can be entered, too."""

    def __init__(self, app, name, done, longest=MAX_NAME, title="name", plain=False):
        Screen.__init__(self, app)
        self.name = name
        self.done = done
        self.longest = longest
        self.title = title
        self.plain = plain
        # the name before C was pressed, until another button is
        self._before = None
        # whether a letter from a keyboard was not taken as it was typed: 1, and 2 if it was lost
        self._differs = 0

    @property
    def typed_text(self):
        """The name so far."""
        return self.name

    @property
    def letters(self):
        """The letters that UP and DOWN go through: plain letters, or the forms of an accented letter."""
        return LETTERS if self.name[-1] in LETTERS else accents_of(self.name[-1])

    def draw(self, canvas):
        widgets.draw_heading(canvas, text(self.title))
        font = canvas.heading
        steps, line = self._steps(canvas, font)
        if line < sum(steps):
            font = canvas.normal
            steps, line = self._steps(canvas, font)
        x, y = _X, (canvas.head + canvas.foot) // 2 - 10
        for number, letter in enumerate(self.name):
            last = number == len(self.name) - 1
            if last:
                canvas.fill(x - 2, y - 5, steps[number] - 2, font.cap + 11)
            canvas.text(letter, x + 2, y, font, WHITE if last else BLACK)
            x += steps[number]
        canvas.rule(y + font.cap + 7, _X - 4, line)
        full = len(self.name) == self.longest
        widgets.draw_keys(
            canvas,
            text("erase" if self.name else "back"),
            text("done") if self.name or self.optional else "",
            "" if full else text(self.adds[1 if self.name else 0]),
        )
        below = y + 2 * font.cap + 14
        if self._differs:
            canvas.text(text("name_takes", self.longest), _X - 4, below, canvas.note)
        elif self.name:
            self._draw_accents(canvas, below)
        if self.name:
            widgets.draw_side(
                canvas,
                item_after(self.letters, self.name[-1], 1),
                item_after(self.letters, self.name[-1], -1),
            )

    def _steps(self, canvas, font):
        """Return how far it is from each letter to the next in a font, and the length of the line below."""
        step = min(font.cap + 9, (canvas.side - _X) // self.longest)
        steps = [max(step, font.that_has(letter).width(letter) + 6) for letter in self.name]
        return steps, self.longest * step

    def _draw_accents(self, canvas, y):
        """Draw the accented forms of the last letter: for holding C, or for UP and DOWN."""
        last, x, font = self.name[-1], _X - 4, canvas.normal
        others = "" if self.plain else accents_of(last)
        if others and last in LETTERS:
            x = canvas.text(text("hold_c"), x, y + (font.cap - canvas.note.cap + 1) // 2, canvas.note) + 8
            others = others[1:]
        for letter in others:
            if letter == last:
                canvas.fill(x - 3, y - 5, font.that_has(letter).width(letter) + 5, font.cap + 9)
            canvas.text(letter, x, y, font, WHITE if letter == last else BLACK)
            x += font.cap + 7

    def press(self, name, kind):
        before, self._before = self._before, None
        lost, self._differs = self._differs > 1, 0
        if name == "a":
            if not self.name:
                return None if kind == "repeat" else BACK
            self.name = self.name[:-1]
        elif name == "c":
            if kind != "repeat":
                self._before = self.name
                self._add(self.added[1 if self.name else 0])
            elif before is not None:
                self._add_accent(before or self.name)
        elif name == "b":
            if lost:
                self.app.say("%s: %s" % (self.name, text("name_takes", self.longest)))
            return self.done(self.name) if self.name or self.optional else None
        elif self.name:
            self.name = self.name[:-1] + item_after(self.letters, self.name[-1], 1 if name == "up" else -1)
        return None

    def write(self, letter):
        """Add a letter from a keyboard if it is allowed; "\\b" erases the last letter.

        A space becomes "_". The screen says so, and why a letter was not added.
        """
        if letter == "\b":
            self.name = self.name[:-1]
            self._differs = 0
            return
        before, added = self.name, letter.replace(" ", "_")
        if read_player(added) and (added in LETTERS or not self.plain):
            self._add(added)
        self._differs = max(self._differs, (self.name != before + letter) + (self.name == before))

    def _add(self, letter):
        if len(self.name) < self.longest:
            self.name += letter

    def _add_accent(self, name):
        """Set a name with the first accented form of its last letter. name: the name before C was pressed."""
        others = "" if self.plain else accents_of(name[-1])[1:]
        if others and name[-1] in LETTERS:
            self.name = name[:-1] + others[0]


class Names(Menu):
    """The names of the players; C edits a name."""

    change_text = "rename"

    def __init__(self, app):
        rows = [(self._label(seat), self._edit(seat)) for seat in range(app.settings.get("players"))]
        Menu.__init__(self, app, text("names"), rows)

    def _label(self, seat):
        return lambda: table_names(self.app)[seat]

    def _edit(self, seat):
        def done(name):
            names = table_names(self.app)
            names[seat] = name
            self.app.settings.set("names", ",".join(names))
            return BACK

        return lambda: NameEditor(self.app, table_names(self.app)[seat], done)
