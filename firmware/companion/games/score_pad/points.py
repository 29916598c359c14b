"""The screens of the score pad: entering points, correcting an entry, the result."""

from companion.canvas import BLACK, LARGE, MEDIUM, RIGHT, SMALL, WHITE
from companion.screens import widgets
from companion.screens.menu import Menu, Question, Undo, can_undo_end, confirm
from companion.screens.names import Names, table_names
from companion.screens.screen import BACK, GAME, HOME, TO_MENU, GameScreen, item_after
from companion.texts import text
from shared_rules.player_names import FEWEST, SEATS

_PITCH, _DIGIT = 24, 13


def draw_table(canvas, game, turn=0, cursor=None, points=0):
    """Draw the names with their points in a round, and their totals.

    turn: the number of the round, 0 for the last one. cursor: the index of the player whose points are
    entered.
    points: what is entered there: points to add or, for a past round, to replace.
    """
    count = len(game.players)
    alone = count <= 4
    rows, width = (4, widgets.SIDE - 4) if alone else ((count + 1) // 2, (widgets.SIDE - 4) // 2)
    dealer = ((turn or game.turn) - 1) % count
    for seat, name in enumerate(game.players):
        x, y = seat // rows * width, widgets.HEAD + 1 + seat % rows * _PITCH
        entry, total = game.entries[turn - 1][seat], game.totals[seat]
        note = "" if entry is None or game.result else "%+d" % entry
        if game.winners():
            note = text("rank", game.ranks()[seat])
        ink = WHITE if seat == cursor else BLACK
        if seat == cursor:
            canvas.fill(x, y, width - 3, _PITCH)
            note = "= %d" % (total + points - (entry or 0 if turn else 0))
        if seat == dealer and not game.result:
            canvas.fill(x + 4, y + (8 if alone else 2), 6, 9, ink)
        shown = points if seat == cursor else total
        sign = "–" if shown < 0 else "+" if seat == cursor and not turn else ""
        digits = str(abs(shown))
        left = x + width - 8 - _DIGIT * len(digits) - (11 if sign else 0)
        room = left - x - 16
        font = MEDIUM if MEDIUM.width(name) <= room else SMALL
        canvas.text(name, x + 14, y + (7 if alone else 2), font, ink, width=room)
        canvas.text(sign, left, y + 7, MEDIUM, ink)
        canvas.text(digits, x + width - 8, y + 3, LARGE, ink, RIGHT)
        canvas.text(note, *((190, y + 7, MEDIUM, ink, RIGHT) if alone else (x + 14, y + 16, SMALL, ink)))


class Points(GameScreen):
    """A and C move along the players, UP and DOWN change the points of one, B enters them.

    turn: the number of a round to correct, 0 for the running round; then the cursor can also be at the menu
    and at the end of the round.
    """

    def __init__(self, app, turn=0):
        GameScreen.__init__(self, app)
        self.turn = turn
        self._held = 0
        self._go_to(0 if turn else self.game.entries[-1].index(None))

    def _go_to(self, cursor):
        count = len(self.game.players)
        self.cursor = cursor % (count if self.turn else count + 2)
        self.at_menu, self.at_end = self.cursor == count, self.cursor == count + 1
        self.points = self.game.entries[self.turn - 1][self.cursor] or 0 if self.turn else 0

    def draw(self, canvas):
        game = self.game
        if self.turn or self.at_end:
            key = "correct" if self.turn else "ask_end"
            widgets.draw_heading(canvas, text(key, self.turn or game.turn), question=True)
        else:
            turn = "%d/%d" % (game.turn, game.rounds) if game.rounds else str(game.turn)
            note = text("low_wins") if game.wins == "low" else ""
            note = text("goal_" + game.wins, game.goal) if game.goal else note
            widgets.draw_heading(canvas, text("deals", turn, game.active), note, x=20)
            widgets.draw_menu_mark(canvas, self.at_menu)
        draw_table(canvas, game, self.turn, self.cursor, self.points)
        label = text("menu" if self.at_menu else "end_it" if self.at_end else "enter_it")
        widgets.draw_keys(canvas, text("back") if self.turn and not self.cursor else "<", label, ">")
        if self.cursor < len(game.players):
            widgets.draw_side(canvas, "+", "–")

    def press(self, name, kind):
        if name in ("up", "down"):
            self._held = self._held + 1 if kind == "repeat" else 0
            self._change(1 if name == "up" else -1)
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

    def _change(self, sign):
        # held, to the next ten, and after ten of those to the next hundred
        step = 10 ** min(4, 1 + self._held // 10) if self._held else 1
        self.points = sign * (sign * self.points // step + 1) * step

    def _event(self):
        if self.at_end:
            return "end"
        name = self.game.players[self.cursor]
        verb = "correct %d" % self.turn if self.turn else "points"
        return "%s %s %d" % (verb, name, self.points)


class Result(GameScreen):
    """The winners, and everybody's rank and total."""

    repeats = ()

    def draw(self, canvas):
        names = ", ".join(self.game.winners())
        widgets.draw_heading(canvas, text("won", names) if names else text("result_abandoned"), question=True)
        draw_table(canvas, self.game)
        widgets.draw_keys(canvas, text("undo") if can_undo_end(self.app) else "", text("to_title"))

    def press(self, name, kind):
        if name == "a" and can_undo_end(self.app):
            return Undo(self.app)
        return HOME if name == "b" else None


def menu_rows(app):
    """Return the lines of the menu: correcting an entry, and finishing the game."""
    game = app.session.game
    rounds = [turn for turn in range(game.turn, 0, -1) if turn < game.turn or not game.fresh]
    answer = (lambda turn: text("correct_it"), lambda turn: Points(app, turn))
    rows = [
        (text("correction"), lambda: Question(app, lambda turn: text("ask_round", turn), (answer,), rounds))
    ]
    rows.append((text("finish"), lambda: confirm(app, "ask_finish", "finish")))
    return rows if rounds else []


_GOALS = "0 10 11 21 25 31 50 61 100 101 121 150 200 250 301 500 501 1000 2500 5000 10000"
_CHOICES = {
    "players": tuple(range(FEWEST, SEATS + 1)),
    "wins": ("high", "low"),
    "goal": tuple([int(goal) for goal in _GOALS.split(" ")]),
    "rounds": tuple(range(21)),
}
_LINES = ("players", "names", "first", "goal", "rounds", "wins")


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes one, B begins."""

    repeats = ("up", "down", "c")
    change_text = "change"
    finish_text = "begin"

    def __init__(self, app):
        for key, values in _CHOICES.items():
            if app.settings.get(key) not in values:
                app.settings.set(key, app.settings.default(key))
        rows = [(self._label(key), self._change(key)) for key in _LINES]
        Menu.__init__(self, app, text("new_game"), rows)

    def players(self):
        """Return the names in the order in which they deal."""
        names = table_names(self.app)[: self.app.settings.get("players")]
        first = self.app.settings.get("first") % len(names)
        return names[first:] + names[:first]

    def _label(self, key):
        def label():
            value, names = self.app.settings.get(key), self.players()
            if key in ("names", "first"):
                return ", ".join(names) if key == "names" else text("first", names[0])
            fixed = value in ("high", "low", 0)
            return text("form_%s_%s" % (key, value)) if fixed else text("form_" + key, value)

        return label

    def _change(self, key):
        def change():
            if key == "names":
                return Names(self.app)
            values = _CHOICES.get(key) or tuple(range(self.app.settings.get("players")))
            value = self.app.settings.get(key)
            self.app.settings.set(key, item_after(values, value if value in values else 0, 1))

        return change

    def press(self, name, kind):
        return self._begin() if name == "b" else Menu.press(self, name, kind)

    def _begin(self):
        get = self.app.settings.get
        given = ",".join(self.players()), get("goal"), get("wins"), get("rounds")
        self.app.session.begin("setup score-pad players=%s goal=%d wins=%s rounds=%d" % given)
        return GAME
