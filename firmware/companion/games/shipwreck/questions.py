"""Questions about the table, the details of a prediction, and a play against the rules."""

from companion.canvas import LEFTWARDS, MENU
from companion.games.shipwreck.play import Play, central_item, draw_beside
from companion.games.shipwreck.table import draw_table
from companion.games.shipwreck.tokens import AVERT, CARD, LYING, lying, short_name, titled
from companion.games.shipwreck.tokens import MENU as AT_MENU
from companion.screens import BACK, GAME, TO_MENU, GameScreen, item_after, open_screen, widgets
from companion.screens.question import Question, yes_no
from companion.texts import text
from shared_rules.shipwreck import Event, pips
from shared_rules.shipwreck.cards import ADVENTURERS


def answer(app):
    """Return the screen for the first answer that is due, or for the choices left after a prediction."""
    game = app.session.game
    if game.owed:
        return _ANSWERS[game.owed[0]](app)
    if game.fall_answer_open:
        return _inevitable(app)
    return AfterPrediction(app)


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


VALUES = (1, 2, 3, 4, 5, 6, 7, 8)


def likely(game, values):
    """Return the value to start with, near the possible values of the kept fate; None without values."""
    kept = list(game.kept)
    if game.assist == "oracle":
        kept = game.possible().get(game.active) or kept
    ruled_out = game.lines.get(game.active, ())
    kept = [value for value in kept if value not in ruled_out] or kept
    if game.shadows:
        kept += [value + 1 for value in kept]
    weights = [game.unseen(min(value, 7)) if value in kept else 0 for value in values]
    return central_item(values, weights)


def ask_value(app, outcome):
    """Return the screen that asks for a predicted value, or the next screen if only one value is possible.

    outcome: "hit" or "miss".
    """
    named = PredictedValue(app, outcome)
    return named.choose(named.value) if len(named.choices) == 1 else named


class PredictedValue(GameScreen):
    """Asks which values the group predicted: after a hit, the right value first; after a miss, one by one.

    outcome: "hit" or "miss". values: the values noted so far, in the order of the event.
    """

    parts = widgets.TABLE

    def __init__(self, app, outcome, values=()):
        GameScreen.__init__(self, app)
        self.outcome = outcome
        self.values = values
        self.choices = [value for value in VALUES if self.game.may(self._event(self._with(value)))]
        self.value = likely(self.game, self.choices)

    def _with(self, value):
        """Return the values and another value, in the order of the event: the right value comes last."""
        if self.outcome == "hit" and self.values:
            return self.values[:-1] + (value, self.values[-1])
        return self.values + (value,)

    def _event(self, values):
        named = ",".join([str(value) for value in values])
        return "predict %s %s" % (named, self.outcome) if named else "predict " + self.outcome

    def draw(self, canvas):
        key = "named_before" if self.values else "named_" + self.outcome
        widgets.draw_heading(canvas, text(key), question=True)
        draw_table(canvas, self)
        widgets.draw_keys(
            canvas,
            text("no_more" if self.values else "not_noted"),
            text("note_value", self.value) if self.value else "",
            text("back"),
        )
        draw_beside(canvas, self.choices, self.value)

    def press(self, name, kind):
        if name in ("up", "down"):
            if self.choices:
                self.value = item_after(self.choices, self.value, 1 if name == "up" else -1)
            return None
        if name == "c":
            return BACK
        if name == "b" and not self.value:
            return None
        return self.choose(self.value) if name == "b" else self._commit(self.values)

    def choose(self, value):
        """Note a value, or return the question whether it is the printed or the raised value."""
        raised = "+%d" % value
        if not (self.game.shadows and self.game.may(self._event(self._with(raised)))):
            return self.note(value)
        return WhichValue(self, value, raised) if value < 8 else self.note(raised)

    def note(self, value):
        """Add a value, and return where to go."""
        values = self._with(value)
        if len(values) < self.game.predictions:
            further = PredictedValue(self.app, self.outcome, values)
            if further.choices:
                return further
        return self._commit(values)

    def _commit(self, values):
        event = self._event(values)
        if self.outcome == "hit":
            self.app.session.enter(event)
            return GAME
        self.app.session.enter(event)
        if self.game.phase == "over" or self.game.fall_answer_open or self.game.left_to_use():
            return GAME
        return HiddenFate(self.app)


class WhichValue(GameScreen):
    """Asks after Shadows whether a value that the group predicted is the printed or the raised value.

    named: the PredictedValue that notes it. values: (printed, raised), as in the event.
    """

    parts = widgets.TABLE

    repeats = ()

    def __init__(self, named, *values):
        GameScreen.__init__(self, named.app)
        self.named = named
        self.values = values

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("which_value", self.values[0]), question=True)
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("back"), text("printed"), text("raised"))

    def press(self, name, kind):
        if name == "a":
            return BACK
        return self.named.note(self.values["bc".find(name)]) if name in ("b", "c") else None


class HiddenFate(GameScreen):
    """Asks after a miss which fate went back to the bag, if everybody saw it."""

    parts = widgets.TABLE

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.choices = [value for value in VALUES[:7] if self.game.may("hidden %d" % value)]
        self.value = likely(self.game, self.choices)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("hidden"), question=True)
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("not_shown"), text("note_value", self.value), text("menu"))
        draw_beside(canvas, self.choices, self.value)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.value = item_after(self.choices, self.value, 1 if name == "up" else -1)
            return None
        if name == "a":
            self.app.session.enter("end")
        elif name == "b":
            self.app.session.enter("hidden %d" % self.value)
        else:
            return TO_MENU
        return GAME


class AfterPrediction(GameScreen):
    """Shown after the prediction if something is left: a power, an adventurer, or the fate of a miss."""

    parts = widgets.TABLE

    repeats = ()

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.powers = self.game.left_to_use()

    def draw(self, canvas):
        game = self.game
        widgets.draw_heading(canvas, text("after_" + game.outcome), question=True)
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("end_turn"), *[text(choice) for choice in self._choices()])
        widgets.draw_side(canvas, MENU)

    def _choices(self):
        """Return the keys of the labels for B and, if there are two things to do, for C."""
        unshown = self.game.outcome == "miss" and not self.game.shown
        return (["exile"] if self.powers else []) + (["note_hidden"] if unshown else [])

    def press(self, name, kind):
        if name == "a":
            self.app.session.enter("end")
            return GAME
        if name == "up":
            return TO_MENU
        choice = self._choices()["bc".find(name) :][:1] if name in ("b", "c") else []
        if choice == ["exile"]:
            return "powers"
        return HiddenFate(self.app) if choice else None


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
