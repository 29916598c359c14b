"""The lines of this game in the menu and in the settings: only what is possible now."""

from companion.games.shipwreck.questions import CARD, Question
from companion.games.shipwreck.tokens import titled
from companion.screens import BACK, GAME, open_screen, widgets
from companion.screens.menu import GameMenu, confirm
from companion.texts import text
from shared_rules.shipwreck.cards import ADVENTURERS, LEVELS


def menu_rows(app):
    """Return two lists of (label, action): what every turn may need, and all else."""
    level = text("level_" + app.session.game.assist)
    rows = _reveal(app) + _illegal(app) + _players(app)
    rows += [_switch(app, "note"), (text("help_is", level), lambda: HelpLevels(app))]
    return _lines(app) + _creatures(app), rows


def settings_rows(app):
    """Return the lines of the settings."""
    return [_switch(app, "note"), _switch(app, "remind"), _creatures_row(app)]


def _switch(app, setting):

    def toggle():
        app.settings.set(setting, not app.settings.get(setting))

    return (lambda: text(setting, text("on" if app.settings.get(setting) else "off")), toggle)


def _creatures_row(app):
    return (text("own_creatures"), lambda: open_screen("games.shipwreck.bestiary.OwnCreatures", app))


def _lines(app):
    game = app.session.game
    holders = game.holders()
    # at the level keeper the rules refuse every flip
    if not holders or not game.may("flip %s 1" % holders[0]):
        return []

    return [(text("lines_row"), lambda: "lines")]


def _creatures(app):
    game = app.session.game
    if not game.deep or game.owed == ["meet"]:
        return []

    return [(text("in_sight"), lambda: open_screen("games.shipwreck.questions.CreatureList", app))]


def _illegal(app):
    game = app.session.game
    if game.owed == ["meet"]:
        return []
    if game.phase == "before-play":
        return [(text("illegal_play"), lambda: open_screen("games.shipwreck.questions.IllegalPlay", app))]
    if game.may("illegal"):
        return [(text("was_illegal"), lambda: confirm(app, "ask_illegal", "illegal"))]
    return []


def _reveal(app):
    game = app.session.game
    if game.phase != "after-play" or game.owed:
        return []
    items = [tuple(event.split(" ")[1:]) for event in game.legal_actions("reveal")]
    items = sorted(items, key=lambda item: (game.unseen(int(item[1])), items.index(item)))
    if not items:
        return []
    answer = (lambda item: text("reveal_it"), lambda item: "reveal %s %s" % item)

    def question(item):
        words = "ask_reveal" if game.unseen(int(item[1])) == 1 else "ask_reveal_both"
        return text(words, widgets.spoken_name(item[0]), item[1])

    return [(text("reveal"), lambda: Question(app, question, (answer,), items, CARD))]


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
    return open_screen("screens.names.new_name", app, app.session.game.players, lambda name: _seat(app, name))


def _seat(app, name):
    """Return the question where a new player sits: before another (an index), or last (None)."""
    game = app.session.game

    def question(item):
        return text("seat_last", name) if item is None else text("seat_before", name, game.players[item])

    def event(item):
        return "join " + name if item is None else "join %s %d" % (name, item)

    # checked now, so that a name that is taken is refused before the seat is chosen
    refused = game.refusal_of(event(None))
    if refused:
        app.say(refused)
        return None

    def with_adventurer(item):
        return ask_adventurer(app, event(item))

    items = [None] + list(range(len(game.players)))
    answer = (lambda item: text("join_here"), with_adventurer if game.deep else event)
    return Question(app, question, (answer,), items, CARD)


def _leave(app):
    answer = (lambda item: text("yes"), lambda item: "leave " + item)
    players = list(app.session.game.players)
    return Question(app, lambda item: text("ask_leave", item), (answer,), players, CARD)


def ask_adventurer(app, join):
    """Return the question which adventurer a new player drew, or the event if only one is left.

    join: the event without the adventurer.
    """
    events = [join + " " + adventurer for adventurer in ADVENTURERS]
    events = [event for event in events if app.session.game.may(event)]
    if len(events) == 1:
        return events[0]

    def question(event):
        words = event.split(" ")
        return text("ask_drawn", words[1], titled(words[-1]))

    answer = (lambda event: text("yes"), lambda event: event)
    return Question(app, question, (answer,), events, CARD)


class HelpLevels(GameMenu):
    """The three levels; the cursor starts at the current one."""

    def __init__(self, app):
        rows = [(text("level_" + level), self._choice(level)) for level in LEVELS]
        GameMenu.__init__(self, app, text("help"), rows)
        self.number = self._now()

    def _now(self):
        return LEVELS.index(self.app.session.game.assist)

    def _choice(self, level):
        def choose():
            if self.number == self._now():
                return BACK
            if self.number < self._now():
                return self._enter(level)
            row = (text("agreed", text("level_" + level)), lambda: self._enter(level + " agreed"))
            return GameMenu(self.app, text("ask_agreed"), (row,))

        return choose

    def _enter(self, words):
        self.app.session.enter("assist " + words)
        return GAME
