"""A list to choose from, and the menu of a running game."""

from companion.canvas import BLACK, MEDIUM, WHITE
from companion.screens import parts
from companion.screens.ask import CARD, Ask
from companion.screens.screen import BACK, GAME, HOME, Screen
from companion.texts import text

_PITCH = 16


class Menu(Screen):
    """Lines to choose from: UP and DOWN move, B takes the line, A goes back.

    title: the heading. rows: (label, action) each; a label is a text or a callable that gives one, an action
    a callable that gives where to go. changes: the key of the text for C in a list of what can be changed: C
    takes the line there, and B is done; None for a list to choose from.
    """

    top = parts.HEAD + 2
    changes = None

    def __init__(self, app, title, rows):
        Screen.__init__(self, app)
        self.title = title
        self.rows = rows
        self.number = 0

    def draw(self, canvas):
        if self.title:
            parts.heading(canvas, self.title)
        rows = (parts.FOOT - self.top) // _PITCH
        first = max(0, min(self.number - rows // 2, len(self.rows) - rows))
        for line in range(first, min(first + rows, len(self.rows))):
            self._draw_row(canvas, line, self.top + (line - first) * _PITCH)
        if self.changes:
            parts.keys(canvas, self.leave(), text("done"), text(self.changes))
        else:
            parts.keys(canvas, self.leave(), text("choose"))
        if len(self.rows) > 1:
            parts.side(canvas, " ", " ", self.top + 2)

    def leave(self):
        """Return what A means here, "" for nothing."""
        return text("back")

    def _draw_row(self, canvas, number, y):
        chosen = number == self.number
        if chosen:
            canvas.fill(0, y, parts.SIDE - 4, _PITCH)
        self._draw_label(canvas, number, y + 2, WHITE if chosen else BLACK)

    def _draw_label(self, canvas, number, y, ink):
        label = self.rows[number][0]
        words = label if isinstance(label, str) else label()
        canvas.text(words, 6, y, MEDIUM, ink, width=parts.SIDE - 12)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "down" else -1)) % len(self.rows)
        elif name == "a":
            return BACK if self.leave() else None
        elif name == ("c" if self.changes else "b"):
            return self.rows[self.number][1]()
        elif name == "b":
            return BACK
        return None


def game_menu(app):
    """Return the menu of the running game: only what may be done now, the most wanted first."""
    from companion.screens.settings import note_row, settings_menu

    rows = take_back_row(app)
    looks = _lines(app) + _creatures(app)
    # what is looked at turn by turn takes no move of the cursor
    number = len(rows) if looks else 0
    rows += looks + [_explain(app, app.screen.shown)]
    rows += _reveal(app) + _illegal(app) + _players(app)
    rows += [
        note_row(app),
        (text("help_is", text("level_" + app.session.game.assist)), lambda: _levels(app)),
        (text("settings"), lambda: settings_menu(app, GAME)),
        (text("to_title"), lambda: HOME),
        (text("abandon"), lambda: _confirm(app, "ask_abandon", "abandon")),
    ]
    return GameMenu(app, text("game_menu"), rows, number)


def take_back_row(app):
    """Return a list of the line that leads to taking back the last step; [] where there is none."""
    if not app.session.last_step():
        return []
    from companion.screens.undo import Undo, what_goes

    return [(text("take_back", what_goes(app.session)[0]), lambda: Undo(app))]


class GameMenu(Menu):
    """A menu that is true at one moment of the game only. number: of the line under the cursor."""

    def __init__(self, app, title, rows, number=0):
        Menu.__init__(self, app, title, rows)
        self.number = number
        self._game = app.session.game
        self._events = len(self._game.events)

    def outdated(self):
        game = self.app.session.game
        return game is not self._game or len(game.events) != self._events


def _confirm(app, question, event):
    answer = (lambda item: text("yes"), lambda item: event)
    return Ask(app, lambda item: text(question), (answer,))


def _explain(app, screen):
    def explain():
        from companion.screens.explain import Explain

        return Explain(app, screen)

    return (text("explain"), explain)


def _lines(app):
    game = app.session.game
    holders = game.holders()
    # in a keeper's game the rules refuse every flip
    if not holders or not game.may("flip %s 1" % holders[0]):
        return []

    def lines():
        from companion.games.shipwreck.lines import Lines

        return Lines(app)

    return [(text("lines_row"), lines)]


def _creatures(app):
    game = app.session.game
    if not game.deep or game.owed == ["meet"]:
        return []

    def look():
        from companion.games.shipwreck.freed_fate import Look

        return Look(app)

    return [(text("in_sight"), look)]


def _levels(app):
    from companion.games.shipwreck.level import Levels

    return Levels(app)


def _illegal(app):
    game = app.session.game
    if game.owed == ["meet"]:
        return []
    if game.phase == "before-play":

        def illegal_play():
            from companion.games.shipwreck.illegal import IllegalPlay

            return IllegalPlay(app)

        return [(text("illegal_play"), illegal_play)]
    if game.may("illegal"):
        return [(text("was_illegal"), lambda: _confirm(app, "ask_illegal", "illegal"))]
    return []


def _reveal(app):
    game = app.session.game
    if game.phase != "after-play" or game.owed:
        return []
    items = [tuple(event.split(" ")[1:]) for event in game.legal_actions("reveal")]
    if not items:
        return []
    answer = (lambda item: text("reveal_it"), lambda item: "reveal %s %s" % item)

    def question(item):
        return text("ask_reveal", parts.spoken(item[0]), item[1])

    return [(text("reveal"), lambda: Ask(app, question, (answer,), items, CARD))]


def _players(app):
    game = app.session.game
    if not game.fresh or game.owed or game.duel:
        return []
    rows = []
    if len(game.players) < 5:
        rows.append((text("join"), lambda: _join(app)))
    if len(game.players) > 2:
        rows.append((text("leave"), lambda: _leave(app)))
    return rows


def _join(app):
    from companion.screens.names import NameEditor, free_name

    return NameEditor(app, free_name(app, app.session.game.players), lambda name: _seat(app, name))


def _seat(app, name):
    """Ask where a new player sits: before somebody, or last (item None)."""
    game = app.session.game

    def question(item):
        return text("seat_last", name) if item is None else text("seat_before", name, game.players[item])

    def event(item):
        return "join " + name if item is None else "join %s %d" % (name, item)

    # asked now, so that a name that is taken is refused before the seat is chosen
    refused = game.refusal_of(event(None))
    if refused:
        app.say(refused)
        return None

    def drawn(item):
        # only one mode has adventurers
        from companion.games.shipwreck.adventurers import drawn

        return drawn(app, event(item))

    items = [None] + list(range(len(game.players)))
    answer = (lambda item: text("join_here"), drawn if game.deep else event)
    return Ask(app, question, (answer,), items, CARD)


def _leave(app):
    answer = (lambda item: text("yes"), lambda item: "leave " + item)
    players = list(app.session.game.players)
    return Ask(app, lambda item: text("ask_leave", item), (answer,), players, CARD)
