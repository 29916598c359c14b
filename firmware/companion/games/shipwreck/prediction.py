"""The details of a prediction: which values the group predicted, and what is left to do after it."""

from companion.canvas import MENU
from companion.games.shipwreck.play import central_item, draw_beside
from companion.games.shipwreck.table import draw_table
from companion.screens import BACK, GAME, TO_MENU, GameScreen, item_after, widgets
from companion.texts import text
from shared_rules.shipwreck import Event

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
        return Event("predict", (values, self.outcome) if values else (self.outcome,))

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
        self.app.session.enter(str(self._event(values)))
        game = self.game
        if self.outcome == "hit" or game.phase == "over" or game.fall_answer_open or game.left_to_use():
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
