"""The lines of this game in the menu and in the settings, only for possible actions, and events in words.
Also the question of the oracle about an event that no hands agree with.
"""

from companion.games.shipwreck.table import place_name
from companion.games.shipwreck.tokens import short_name
from companion.screens import BACK, GAME, open_screen, widgets
from companion.screens.menu import GameMenu, Undo
from companion.texts import text
from shared_rules.shipwreck.cards import LEVELS, power_of


def menu_rows(app):
    """Return two lists of (label, action): lines that every turn may need, and all others."""
    level = text("level_" + app.session.game.assist)
    rows = _reveal(app) + _players(app)
    rows += [_rulings(app), _switch(app, "note"), (text("help_is", level), lambda: HelpLevels(app))]
    return _lines(app) + _creatures(app) + _illegal(app), rows


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
        return [
            (
                text("was_illegal"),
                lambda: open_screen("screens.question.confirm", app, "ask_illegal", "illegal"),
            )
        ]
    return []


def _rulings(app):
    game = app.session.game
    there = [place.card for place in game.row if place] + (["deep"] if game.deep else [])
    powers = game.powers + [card for place in game.row if place for card in place.attached]
    there += [power_of(card).id for card in powers]

    def rank(fields):
        # rulings on cards and powers that lie there, and of these first the rulings for this moment
        about = [each for each in [fields[1]] + fields[4].split() if each in there]
        return int(game.phase not in fields[2].split()) if about else None

    return (text("rulings"), lambda: open_screen("screens.menu.rulings_menu", app, rank))


def _reveal(app):
    game = app.session.game
    if game.phase != "after-play" or game.owed:
        return []
    # not `legal_actions`, which would come into memory for all verbs
    items = []
    for player in game.held:
        for fate in (1, 2, 3, 4, 5, 6, 7):
            if game.may("reveal %s %d" % (player, fate)):
                items.append((player, fate))
    if not items:
        return []

    return [(text("reveal"), lambda: open_screen("games.shipwreck.questions.reveal", app, items))]


def _players(app):
    game = app.session.game
    if not game.fresh or game.owed or game.duel:
        return []
    rows = []
    if len(game.players) < 5:
        rows.append((text("join"), lambda: _join(app)))
    if len(game.players) > 2:
        rows.append((text("leave"), lambda: open_screen("games.shipwreck.questions.leave", app)))
    return rows


def _join(app):
    def seat(name):
        return open_screen("games.shipwreck.questions.seat", app, name)

    return open_screen("screens.names.new_name", app, app.session.game.players, seat)


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    words = event.split(" ")
    verb = words[0]
    if verb == "play":
        return text("did_play", int(words[1]), place_name(game, int(words[2])))
    if verb == "deal":
        return text("did_deal", short_name(words[2]))
    if verb == "use":
        return text("did_use", power_of(words[1]).title)
    if verb in ("predict", "tell"):
        return text("did_" + words[-1])
    if verb == "hidden":
        return text("did_hidden", words[1])
    if verb == "inevitable":
        return text("did_inevitable", text(words[1]))
    if verb == "flip":
        return text("did_flip", widgets.display_name(words[1]), words[2])
    if verb == "meet":
        return text("did_meet", _creature_name(event))
    if verb == "strike":
        met = [meet for meet in game.events if meet.startswith("meet %s:" % words[1])]
        return text("did_strike", words[2], _creature_name(met[-1]))
    if verb in ("avert", "ability"):
        return text("did_" + verb, words[1])
    if verb in ("reveal", "join", "leave"):
        return text("did_" + verb, widgets.display_name(words[1]))
    return text("did_" + verb)


def _creature_name(meet):
    """Return the name of the creature in a `meet` event, as it is shown."""
    return meet.split(":")[1].replace("_", " ")


class HelpLevels(GameMenu):
    """The three levels; the cursor starts at the current level."""

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


class Contradiction(Undo):
    """Says why the last step can't be, and shows it: A takes it back, B lets it stand.

    It refuses nothing: the table may be right, and an earlier answer wrong.
    """

    takes_back = False

    def __init__(self, app):
        # the menu never needs it
        from shared_rules.shipwreck.held_fates import reason

        Undo.__init__(self, app)
        found = reason(self.game)
        if found:
            values = [str(value) for value in found[1]]
            known = text("or", ", ".join(values[:-1]), values[-1]) if len(values) > 1 else values[0]
            self.lines.append(text("was_known", widgets.display_name(found[0]), known))
        else:
            self.lines.append(text("none_fit"))

    def draw_frame(self, canvas):
        """Draw the heading and the labels of the buttons."""
        widgets.draw_heading(canvas, text("contradiction"), question=True)
        widgets.draw_keys(canvas, text("undo"), text("it_is_so"))

    def press(self, name, kind):
        if name == "a":
            self.app.session.undo()
        elif name == "b":
            reading = self.game.reading()
            reading.settled = reading.contradicting[-1]
        else:
            return None
        return GAME
