"""The screens of the score pad: a new game and its title, points, correcting an entry, the result."""

from os import urandom

from companion.canvas import BLACK, LARGE, MEDIUM, RIGHT, SCORE, SMALL, WHITE
from companion.screens import BACK, BACK_TWO, GAME, TO_MENU, GameScreen, item_after, widgets
from companion.screens.menu import Menu
from companion.screens.names import NameEditor, Names, fit_players, table_names
from companion.screens.question import Ending, Question, confirm
from companion.texts import text
from shared_rules.player_names import FEWEST, SEATS
from shared_rules.score_pad import MAX_TITLE, MOST, MOST_ROUNDS, Game, presets, rounds_of, setup_words

_PITCH, _DIGIT = 24, 13
_DIGITS = 5  # of a number that has room beside a name
_NAME_X = 22  # of the names, right of the marks
_TALLEST = 84
_COLUMN = 138  # the width of a column in which a name stands beside the points


def draw_table(canvas, game, turn=0, cursor=None, points=0):
    """Draw the names with their points in a round, and their totals.

    turn: the number of the round, 0 for the last round. cursor: the index of the player whose points are
    entered. points: the points entered there: to add or, for a past round, to replace.
    """
    if canvas.large:
        _draw_large(canvas, game, turn, cursor, points)
        return
    count = len(game.players)
    rows, width = (canvas.foot - canvas.head - 1) // _PITCH, canvas.side - 4
    alone, pitch = count <= rows, _PITCH
    if not alone:
        rows, width = (count + 1) // 2, width // 2
        if width < _COLUMN:
            pitch = min(36, (canvas.foot - canvas.head - 1) // rows)
    # whether a name stands above the points
    above = pitch > _PITCH
    dealer = _dealer(game, turn)
    numbers = [_numbers(game, seat, turn, seat == cursor, points) for seat in range(count)]
    wide = max([len(digits) for _, digits, _ in numbers]) > _DIGITS
    roomy = alone and not wide
    for seat, name in enumerate(game.players):
        x, y = seat // rows * width, canvas.head + 1 + seat % rows * pitch
        ink = WHITE if seat == cursor else BLACK
        if seat == cursor:
            canvas.fill(x, y, width - 3, pitch)
        if seat == dealer and not game.result:
            canvas.fill(x + 4, y + (8 if roomy and game.solos is None else 2), 6, 9, ink)
        if name in (game.solos or ()):
            canvas.symbol(SCORE, x + 1, y + 12, ink)
        if wide and not alone:
            _draw_wide(canvas, name, numbers[seat], (x, y - above, width - 8, pitch), ink)
            continue
        sign, digits, note = numbers[seat]
        left = x + width - 8 - _DIGIT * len(digits) - (11 if sign else 0)
        room = left - x - 16
        font = MEDIUM if MEDIUM.width(name) <= room else SMALL
        canvas.text(
            name, x + 14, y + (7 if roomy else 2 - above), font, ink, width=width - 22 if above else room
        )
        y += pitch - _PITCH
        # away from the next name if it has room beside the number
        low = 11 if above and left - x >= SMALL.width(note) + 18 else 15
        canvas.text(sign, left, y + 7, MEDIUM, ink)
        canvas.text(digits, x + width - 8, y + 3, LARGE, ink, RIGHT)
        canvas.text(
            note, *((width - 86, y + 7, MEDIUM, ink, RIGHT) if roomy else (x + 14, y + low, SMALL, ink))
        )


def _draw_wide(canvas, name, numbers, area, ink):
    """Draw a player whose number has no room beside the name: below it, with the note if that fits.

    numbers: from `_numbers`. area: x, y, width and height.
    """
    (sign, digits, note), (x, y, width, height) = numbers, area
    canvas.text(name, x + 14, y + 2, SMALL, ink, width=width - 14)
    room = width - 18 - SMALL.width(note)
    fits, y = SMALL.width(sign + digits) <= room, y + height - _PITCH - (4 if height > _PITCH else 0)
    canvas.text(sign + digits, x + width, y + 12, MEDIUM, ink, RIGHT, room if fits else None)
    if fits:
        canvas.text(note, x + 14, y + 15, SMALL, ink)


def _dealer(game, turn):
    """Return the index of the player who deals in a round. turn: as for `draw_table`."""
    return (turn - 1) % len(game.players) if turn else game.players.index(game.dealer)


def _numbers(game, seat, turn, entered, points):
    """Return the texts for a player: the sign and the digits of a number, and a note.

    entered: whether their points are entered. The other params are as in `draw_table`.
    """
    entry, shown = game.entries[turn - 1][seat], game.totals[seat]
    note = "" if entry is None or game.result else "%+d" % entry
    if game.winners():
        note = text("rank", game.ranks()[seat])
    if entered:
        note = "= %d" % (shown + points - (entry or 0 if turn else 0))
        shown = points
    return "–" if shown < 0 else "+" if entered and not turn else "", str(abs(shown)), note


def _draw_large(canvas, game, turn, cursor, points):
    """Draw names and totals in large letters, with the points of every round.

    The params are as in `draw_table`.
    """
    count, width = len(game.players), canvas.side - 4
    height = min(_TALLEST, (canvas.foot - canvas.top) // count)
    dealer, marked = _dealer(game, turn), turn - 1
    font = canvas.heading if height >= canvas.heading.cap + 2 * canvas.heading.above else canvas.normal
    large = canvas.digits if height >= canvas.digits.cap + 4 else canvas.normal
    named = max([font.that_has(name).width(name) for name in game.players])
    totals = max([large.width(str(total)) for total in game.totals]) + 12
    below = height >= canvas.heading.cap + 24
    # the entries are below the names or, in a low row, between them and the totals
    left = _NAME_X if below else _NAME_X + min(named, width * 3 // 5 - totals) + 10
    room = width - left - (8 if below else totals)
    entries = _entries(canvas, game, room, height - (36 if below else 4))
    for seat, name in enumerate(game.players):
        y, entered = canvas.top + seat * height, seat == cursor
        shown = _numbers(game, seat, turn, entered, points)
        deals, solo = seat == dealer and not game.result, name in (game.solos or ())
        own = [row[seat] for row in game.entries]
        if not canvas.part_changed(seat, (shown, entered, deals, solo, marked, own), 0, y, width, height):
            continue
        ink = WHITE if entered else BLACK
        if entered:
            canvas.fill(0, y, width, height)
        # in a low row, a player who deals and has had a solo has both marks side by side
        low = height < 40
        if deals:
            canvas.fill(1 if low and solo else 5, y + 5, 3 if low and solo else 10, 14, ink)
        if solo:
            canvas.symbol(SCORE, 5, y + (height // 2 - 8 if low else 21), ink)
        sign, digits, note = shown
        noted = below or entered or (note and game.result)
        middle = y + (3 + large.cap // 2 if below else height // 2)
        end = width - 8 - large.width(sign + digits) - 10
        canvas.text(sign + digits, width - 8, middle - large.cap // 2, large, ink, RIGHT)
        if noted:
            canvas.text(note, end, middle - canvas.note.cap // 2, canvas.note, ink, RIGHT)
            end -= canvas.note.width(note) + 10
        room = end if below or game.result else left - 10
        canvas.text(name, _NAME_X, middle - font.cap // 2, font, ink, width=room - _NAME_X)
        if below or not noted:
            _draw_entries(canvas, own, marked, left, y + (36 if below else 4), ink, *entries)


def _entries(canvas, game, width, height):
    """Return how to draw the entries in an area: font, pitch, how many in a line, how many in all."""
    words = [str(points) for row in game.entries for points in row if points is not None]
    for font in (canvas.normal, MEDIUM, SMALL):
        pitch = max([font.width(each) for each in words] or [0]) + 8
        across, lines = width // pitch, height // (font.cap + 4)
        if across * lines >= len(game.entries):
            break
    return font, pitch, max(across, 1), across * lines


def _draw_entries(canvas, own, marked, left, y, ink, font, pitch, across, most):
    """Draw a player's entries of the last rounds, with a line below the entry to correct.

    own: the entries. marked: the index of the round to correct, or -1. left, y: where they begin. The other
    params come from `_entries`.
    """
    first = max(0, len(own) - most)
    for number, points in enumerate(own[first:]):
        if points is not None:
            x, line = left + (number % across + 1) * pitch - 8, y + number // across * (font.cap + 4)
            canvas.text(str(points), x, line, font, ink, RIGHT)
            if number + first == marked:
                canvas.rule(line + font.cap + 1, x - font.width(str(points)), font.width(str(points)))


def stepped(number, sign, held):
    """Return a number one step up (sign 1) or down (-1).

    held: how often the button has repeated, 0 for a press: then to the next ten, after ten repeats to the
    next hundred, and so on, up to a million.
    """
    step = 10 ** min(6, 1 + held // 10) if held else 1
    return sign * (sign * number // step + 1) * step


class Points(GameScreen):
    """A and C move along the players, UP and DOWN change a player's points, B enters them.

    turn: the number of a round to correct, 0 for the running round; then the cursor can also be at the menu
    and at the end of the round.
    """

    parts = widgets.TABLE

    def __init__(self, app, turn=0):
        GameScreen.__init__(self, app)
        self.turn = turn
        self._held = 0
        waiting = self.game.waiting()
        self._go_to(0 if turn else waiting[0] if waiting else -1)

    def _go_to(self, cursor):
        game = self.game
        count = len(game.players)
        self.cursor = cursor % (count if self.turn else count + 2)
        self.at_menu, self.at_end = self.cursor == count, self.cursor == count + 1
        self.points = 0
        if self.turn:
            self.points = game.entries[self.turn - 1][self.cursor] or 0
        elif game.zero and game.waiting() == [self.cursor]:
            # the last player gets the missing points
            self.points = -game.balance

    @property
    def cursor_keys(self):
        return "c" if self.turn and not self.cursor else "ac"

    def draw(self, canvas):
        game = self.game
        if self.turn or self.at_end:
            key = "correct" if self.turn else "ask_end"
            uneven = game.zero and game.balance and self.at_end
            note = text("adds_up", "%+d" % game.balance) if uneven else ""
            widgets.draw_heading(canvas, text(key, self.turn or game.turn), note, question=True)
        else:
            turn = "%d/%d" % (game.turn, game.rounds) if game.rounds else str(game.turn)
            note = text("low_wins") if game.wins == "low" else ""
            note = text("goal_" + game.wins, game.goal) if game.goal else note
            widgets.draw_heading(canvas, text("deals", turn, game.dealer), note, menu=True)
            widgets.draw_menu_mark(canvas, self.at_menu)
        draw_table(canvas, game, self.turn, self.cursor, self.points)
        label = text("menu" if self.at_menu else "end_it" if self.at_end else "enter_it")
        widgets.draw_keys(canvas, "<" if "a" in self.cursor_keys else text("back"), label, ">")
        if self.cursor < len(game.players):
            widgets.draw_side(canvas, "+", "–")

    def press(self, name, kind):
        if name in ("up", "down"):
            self._held = self._held + 1 if kind == "repeat" else 0
            self.points = min(MOST, max(-MOST, stepped(self.points, 1 if name == "up" else -1, self._held)))
        elif name == "a" and self.turn and not self.cursor:
            return BACK
        elif name in ("a", "c"):
            self._go_to(self.cursor + (1 if name == "c" else -1))
        elif self.at_menu:
            return TO_MENU
        else:
            self.app.session.enter(self._event())
            return GAME
        return None

    def _event(self):
        if self.at_end:
            return "end"
        name = self.game.players[self.cursor]
        verb = "correct %d" % self.turn if self.turn else "points"
        return "%s %s %d" % (verb, name, self.points)


class Result(Ending):
    """The winners, and everybody's rank and total."""

    def draw(self, canvas):
        winners = self.game.winners()
        words = text("nobody" if self._is_play() else "result_abandoned")
        if winners:
            words = text("tie" if winners[1:] else "won", ", ".join(winners))
        widgets.draw_heading(canvas, words, question=True)
        draw_table(canvas, self.game)
        self.draw_end_keys(canvas)


def _ask(app, key, answer, items):
    return Question(app, lambda item: text(key, item), (answer,), items)


def menu_rows(app):
    """Return the lines of the menu: a solo, correcting an entry, and finishing the game."""
    game = app.session.game
    waiting = [name for name in game.players if game.solos is not None and name not in game.solos]
    rounds = [turn for turn in range(game.turn, 0, -1) if turn < game.turn or not game.fresh]
    answer = (lambda turn: text("correct_it"), lambda turn: Points(app, turn))
    rows = []
    if waiting:
        plays = (lambda name: text("yes"), lambda name: "solo " + name)
        rows.append(
            (text("solo"), lambda: Question(app, lambda name: text("ask_solo", name), (plays,), waiting))
        )
    if rounds:
        rows += [
            (
                text("correction"),
                lambda: Question(app, lambda turn: text("ask_round", turn), (answer,), rounds),
            ),
            (text("finish"), lambda: confirm(app, "ask_finish", "finish")),
        ]
    return rows


_CHOICES = {
    "players": tuple(range(FEWEST, SEATS + 1)),
    "wins": ("high", "low"),
    "rounds": tuple(range(MOST_ROUNDS + 1)),
    "zero": ("no", "yes"),
    "solos": ("no", "yes"),
    "start": (0, 20, 30, 40),
}
_LINES = ("title", "players", "names", "first", "goal", "rounds", "wins", "start", "zero", "solos")
_OF_TITLE = ("goal", "wins", "rounds", "title", "zero", "solos", "bgg", "start")
"""The words of a setup that belong to a title, in their order."""

MOST_TITLES = 10


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes a line, B begins."""

    repeats = ("up", "down", "c")
    change_text = "change"
    finish_text = "begin"

    def __init__(self, app):
        fit_players(app, FEWEST, SEATS)
        _fit_rounds(app.settings)
        rows = [(self._label(key), self._change(key)) for key in _LINES]
        Menu.__init__(self, app, text("new_game"), rows)

    def players(self):
        """Return the names in the order in which they deal."""
        names = table_names(self.app)[: self.app.settings.get("players")]
        first = 0 if self._by_lot() else self.app.settings.get("first") % len(names)
        return names[first:] + names[:first]

    def _by_lot(self):
        return self.app.settings.get("lot") == "yes"

    def _label(self, key):
        def label():
            if key == "first" and self._by_lot():
                return text("first_by_lot")
            value, names = self.app.settings.get(key), self.players()
            if key in ("names", "first"):
                return ", ".join(names) if key == "names" else text("first", names[0])
            if key == "title":
                return text("form_title", spaced(value)) if value else text("form_title_")
            return _choice(key, value)

        return label

    def _change(self, key):
        def change():
            settings = self.app.settings
            if key == "names":
                return Names(self.app)
            if key == "title":
                return Titles(self.app)
            if key == "goal":
                return Goal(self.app)
            if key == "first":
                # the lot comes after the first player
                values = (0, -1) + tuple(range(1, settings.get("players")))
                value = -1 if self._by_lot() else settings.get(key) % settings.get("players")
                value = item_after(values, value, 1)
                settings.update({"lot": "yes" if value < 0 else "no", "first": max(value, 0)})
                return None
            values, value = _CHOICES[key], settings.get(key)
            settings.set(key, item_after(values, value if value in values else values[0], 1))
            if key == "players":
                _fit_rounds(settings)
            return None

        return change

    def press(self, name, kind):
        return self._begin() if name == "b" else Menu.press(self, name, kind)

    def _begin(self):
        settings = self.app.settings
        words = setup_words(dict([(key, settings.get(key)) for key in _OF_TITLE]))
        names = self.players()
        first = urandom(1)[0] % len(names) if self._by_lot() else 0
        names = names[first:] + names[:first]
        self.app.session.begin("setup score-pad players=%s %s" % (",".join(names), words))
        if self._by_lot():
            self.app.say(text("drawn", names[0]))
        title = settings.get("title")
        if title:
            others = [other for other in known_titles(settings) if title_in(other) != title]
            settings.set("titles", ";".join(([words] + others)[:MOST_TITLES]))
        return GAME


def accepts(words):
    """Return whether words can follow the players in a setup, each at most once and valid for a title."""
    keys = [word.split("=")[0] for word in words.split(" ")]
    known = len(set(keys)) == len(keys) and set(keys) <= set(_OF_TITLE)
    return known and Game().may("setup score-pad players=Ann,Bo " + words)


def _fit_players(settings):
    """Take the fewest players of a game whose rounds are known for some numbers of players only."""
    title = settings.get("title")
    known = [players for players in _CHOICES["players"] if rounds_of(title, players)]
    if known and settings.get("players") not in known:
        settings.set("players", known[0])


def _fit_rounds(settings):
    """Adapt the number of rounds to the number of players, unless it was changed by hand."""
    title = settings.get("title")
    by_players = [rounds_of(title, players) for players in _CHOICES["players"]]
    if settings.get("rounds") in by_players:
        settings.set("rounds", by_players[settings.get("players") - FEWEST])


def _choice(key, value):
    """Return the value of a line of the form in words."""
    fixed = value in ("high", "low", "yes", "no", 0, 1)
    return text("form_%s_%s" % (key, value)) if fixed else text("form_" + key, value)


def known_titles(settings):
    """Return the words of the setup for each title that is remembered, the latest first."""
    return [words for words in settings.get("titles").split(";") if title_in(words) and accepts(words)]


def title_in(words):
    """Return the title in the words of a setup, or ""."""
    for word in words.split(" "):
        if word.startswith("title="):
            return word[6:]
    return ""


def spaced(title):
    """Return a title as people write it."""
    return title.replace("_", " ")


class Titles(Menu):
    """The titles that were played before, the presets, and a line for a new title; B chooses."""

    def __init__(self, app):
        known = known_titles(app.settings)
        titles = [title_in(words) for words in known]
        known += [words for words in presets(app.settings.get("players")) if title_in(words) not in titles]
        rows = [(spaced(title_in(words)), self._chosen(words)) for words in known]
        rows += [(text("another_title"), self._type), (text("form_title_"), self._chosen("title="))]
        Menu.__init__(self, app, text("titles"), rows)

    def _chosen(self, words):
        def choose():
            changes = dict([word.split("=", 1) for word in words.split(" ")])
            if len(changes) > 2:
                changes.setdefault("start", "0")
            for key in changes:
                if type(self.app.settings.default(key)) is int:
                    changes[key] = int(changes[key])
            self.app.settings.update(changes)
            _fit_players(self.app.settings)
            _fit_rounds(self.app.settings)
            return BACK

        return choose

    def _type(self):
        return NameEditor(self.app, "", self._typed, MAX_TITLE, "title_of_game")

    def _typed(self, title):
        words = [words for words in known_titles(self.app.settings) if title_in(words) == title]
        self._chosen(words[0] if words else "title=%s bgg=0" % title)()
        return BACK_TWO


class Goal(NameEditor):
    """The points at which the game ends, digit by digit; without digits, there is no goal."""

    letters = "0123456789"
    added = "10"
    adds = ("digit", "digit")
    optional = True

    def __init__(self, app):
        goal = app.settings.get("goal")
        NameEditor.__init__(self, app, str(goal) if goal else "", self._done, len(str(MOST)), "goal", True)

    def _done(self, goal):
        self.app.settings.set("goal", int(goal or 0))
        return BACK

    def write(self, letter):
        """Add a digit from a keyboard; "\\b" erases the last digit."""
        if letter == "\b" or letter in self.letters:
            NameEditor.write(self, letter)
