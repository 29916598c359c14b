"""Asks who is which adventurer in Creatures from the Deep, before the game begins or when somebody joins."""

from companion.canvas import BLACK, MEDIUM, SMALL, WHITE, wrap
from companion.games.shipwreck.deep import titled
from companion.games.shipwreck.question import CARD, Question
from companion.screens import widgets
from companion.screens.screen import BACK, Screen, item_after
from companion.texts import text
from shared_rules.shipwreck.cards import ADVENTURERS

_PITCH = 14
_VALUE = 140


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


class Adventurers(Screen):
    """UP and DOWN move along the players, C gives one the next adventurer, B goes on.

    players: their names in turn order. go_on: a callable(adventurers in turn order) that returns where to go.
    dealt: all five adventurers, first the players' in turn order, then the others.
    """

    repeats = ("up", "down", "c")

    def __init__(self, app, players, go_on):
        Screen.__init__(self, app)
        self.players = players
        self.go_on = go_on
        self.line = 0
        last = str(app.settings.get("adventurers")).split(",")
        self.dealt = last if sorted(last) == sorted(ADVENTURERS) else list(ADVENTURERS)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("adventurers"))
        for number, player in enumerate(self.players):
            y = widgets.HEAD + 1 + number * _PITCH
            ink = BLACK
            if number == self.line:
                canvas.fill(0, y, widgets.SIDE - 4, _PITCH)
                ink = WHITE
            canvas.text(player, 6, y + 2, MEDIUM, ink, width=_VALUE - 12)
            canvas.text(titled(self.dealt[number]), _VALUE, y + 2, MEDIUM, ink)
        effect = text("effect_" + self.dealt[self.line])
        for number, words in enumerate(wrap(effect, SMALL, widgets.SIDE - 10)):
            canvas.text(words, 6, widgets.FOOT - 24 + 12 * number)
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
        """Give the player the next adventurer that nobody above has, in exchange with whoever had it."""
        dealt, line = self.dealt, self.line
        free = [adventurer for adventurer in ADVENTURERS if adventurer not in dealt[:line]]
        wanted = item_after(free, dealt[line], 1)
        other = dealt.index(wanted)
        dealt[line], dealt[other] = wanted, dealt[line]
