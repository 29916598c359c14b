"""Questions about the table, and a play against the rules."""

from companion.canvas import LEFTWARDS
from companion.games.shipwreck.play import Play, draw_beside
from companion.games.shipwreck.table import draw_table
from companion.games.shipwreck.tokens import AVERT, CARD, LYING, lying, short_name, titled
from companion.games.shipwreck.tokens import MENU as AT_MENU
from companion.screens import BACK, GAME, TO_MENU, GameScreen, item_after, open_screen, widgets
from companion.screens.question import Question, yes_no
from companion.texts import text
from shared_rules.shipwreck import Event, pips
from shared_rules.shipwreck.cards import ADVENTURERS


def answer(app):
    """Return the screen for the first answer that is due."""
    owed = app.session.game.owed
    return _ANSWERS[owed[0]](app) if owed else _inevitable(app)


def _menu():
    return (text("menu"), lambda: TO_MENU)


def _tell(app):
    fate = app.session.game.last_play[0]
    return Question(
        app,
        lambda item: text("tell", fate),
        (
            (lambda item: text("higher"), lambda item: "tell higher"),
            (lambda item: text("not_higher"), lambda item: "tell not-higher"),
        ),
        leave=_menu(),
    )


def _inevitable(app):
    question = text("inevitable_anew" if app.session.game.fall_answer else "inevitable")
    answers = yes_no(lambda item, word: "inevitable " + word)
    return Question(app, lambda item: question, answers, leave=_menu())


def _meet(app):
    return open_screen("games.shipwreck.bestiary.CreatureChoice", app)


def _steal(app):
    game = app.session.game

    def event(item):
        return "steal %d %d" % item if item else "steal none"

    items = [item for item in lying(game) if game.may(event(item))]
    none = (lambda item: text("none"), lambda item: "steal none")
    return Question(
        app,
        lambda item: (
            text("steal", item[0], short_name(game.card_at(item[1]))) if item else text("steal_none")
        ),
        ((lambda item: text("steal_it"), event), none) if items else (none,),
        items or (None,),
        LYING,
        leave=_menu(),
    )


def reveal(app, items):
    """Return the question who reveals a last fate. items: (player, fate) for all that the rules allow."""
    game = app.session.game
    items = sorted(items, key=lambda item: (game.last_copies(*item), items.index(item)))
    answer = (lambda item: text("reveal_it"), lambda item: "reveal %s %d" % item)

    def question(item):
        words = "ask_reveal" if game.last_copies(*item) == 1 else "ask_reveal_both"
        return text(words, widgets.display_name(item[0]), item[1])

    return Question(app, question, (answer,), items, CARD)


def seat(app, name):
    """Return the question where a new player sits: before another (an index), or last (None).

    A name that is taken is refused before.
    """
    game = app.session.game

    def question(item):
        return text("seat_last", name) if item is None else text("seat_before", name, game.players[item])

    def event(item):
        return "join " + name if item is None else "join %s %d" % (name, item)

    refused = game.refusal_of(event(None))
    if refused:
        app.say(refused)
        return None

    def with_adventurer(item):
        return ask_adventurer(app, event(item))

    items = [None] + list(range(len(game.players)))
    answer = (lambda item: text("join_here"), with_adventurer if game.deep else event)
    return Question(app, question, (answer,), items, CARD)


def leave(app):
    """Return the question who leaves."""
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


class FreedFate(GameScreen):
    """A and C move along doom and the creatures, B lets the fate avert doom or strike a creature.

    UP and DOWN change the fate, if the prediction left open which fate it was.
    """

    parts = widgets.TABLE
    sea = True

    repeats = ("up", "down", "a", "c")

    cursor_keys = "ac"

    def __init__(self, app):
        GameScreen.__init__(self, app)
        creatures = self.game.deep.creatures
        self.ring = [AT_MENU, AVERT] + [creature.level for creature in creatures]
        self.cursor = creatures[0].level
        self.choices = [fate for fate in range(1, 8) if self.game.why_not("avert %d" % fate) is None]
        self.fate = self.choices[len(self.choices) // 2]

    def draw(self, canvas):
        strikes = self.cursor not in (AT_MENU, AVERT)
        widgets.draw_heading(canvas, text("spoils", self.fate), menu=True, question=True)
        widgets.draw_menu_mark(canvas, self.cursor != AT_MENU)
        cursor = None if strikes else self.cursor
        draw_table(canvas, self, cursor, (self.fate, self.cursor) if strikes else None)
        widgets.draw_keys(canvas, "<", self._means(), ">")
        draw_beside(canvas, self.choices, self.fate)

    def _means(self):
        if self.cursor == AT_MENU:
            return text("menu")
        deep = self.game.deep
        if self.cursor == AVERT:
            doom = min(self.game.doom, pips(self.fate))
            return text("avert_it", doom) if doom else text("avert_none")
        creature = next(creature for creature in deep.creatures if creature.level == self.cursor)
        beaten = creature.beaten(deep.fates[self.cursor] + [self.fate])
        return text("beat_it" if beaten else "strike_it", creature.title)

    def press(self, name, kind):
        if name in ("a", "c"):
            self.cursor = item_after(self.ring, self.cursor, 1 if name == "c" else -1)
        elif name in ("up", "down"):
            self.fate = item_after(self.choices, self.fate, 1 if name == "up" else -1)
        elif self.cursor == AT_MENU:
            return TO_MENU
        elif self.cursor == AVERT:
            self.app.session.enter("avert %d" % self.fate)
            return GAME
        else:
            self.app.session.enter("strike %d %d" % (self.cursor, self.fate))
            return GAME
        return None


class CreatureList(GameScreen):
    """The creatures, to look at during a question."""

    parts = widgets.TABLE
    sea = True

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("in_sight"))
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("back"))

    def press(self, name, kind):
        return BACK if name == "a" else None


class IllegalPlay(Play):
    """Like Play, for a fate that was played where the rules do not allow it."""

    verb = "illegal"

    def _hands(self, fate):
        return int(self.game.may(Event(self.verb, (fate, self.cursor))))

    def _head(self, canvas):
        widgets.draw_heading(canvas, text("illegal_play"), menu=True, question=True)
        widgets.draw_menu_mark(canvas, self.cursor != AT_MENU, LEFTWARDS)

    def _means(self, fate):
        if self.cursor == AT_MENU:
            return text("back")
        return text("illegal_fate", fate) if fate else text("closed")

    def _menu(self):
        return GAME


_ANSWERS = {"tell": _tell, "steal": _steal, "inevitable": _inevitable, "spoils": FreedFate, "meet": _meet}
