"""The end of a game: how it ended, what is on the island, and the score with its parts. Events in words."""

from companion.canvas import BLACK, CENTRE, LARGE, MEDIUM, RIGHT, SMALL, WHITE
from companion.games.spirit_island.table import in_words, terrain
from companion.screens import BACK, GAME, GameScreen, widgets
from companion.screens.menu import Ending, can_undo_end
from companion.texts import text
from shared_rules.spirit_island.components import LAND_VERBS, NOWHERE
from shared_rules.spirit_island.game import score_parts

_MOST = 999


class Result(Ending):
    """How the game ended; B asks for dahan and blight, after which it shows the score with its parts."""

    def draw(self, canvas):
        game = self.game
        key = "sacrifice" if game.result == "sacrifice" else game.why or game.result
        widgets.draw_heading(canvas, text("result_" + key), question=True)
        if game.score is None:
            self._draw_end(canvas)
        else:
            _draw_score(canvas, game)
        if self._counts():
            undo = text("undo") if can_undo_end(self.app) else ""
            sacrifice = text("sacrifice_it") if game.may("sacrifice") else ""
            widgets.draw_keys(canvas, undo, text("count_it"), sacrifice)
        else:
            self.draw_end_keys(canvas)

    def _counts(self):
        return self.game.may("count dahan=0 blight=0")

    def _draw_end(self, canvas):
        game, middle, room = self.game, canvas.width // 2, canvas.width - 4
        y = (canvas.head + canvas.foot) // 2
        canvas.text(text("ended_in", game.turn), middle, y - 30, MEDIUM, BLACK, CENTRE)
        canvas.text(text("terror", game.terror), middle, y - 10, SMALL, BLACK, CENTRE)
        canvas.text(", ".join(game.players), middle, y + 6, SMALL, BLACK, CENTRE, room)
        if self._counts():
            canvas.text(text("score_asks"), middle, y + 30, SMALL, BLACK, CENTRE, room)

    def press(self, name, kind):
        if name == "a" or not self._counts():
            return Ending.press(self, name, kind)
        if name == "c" and self.game.may("sacrifice"):
            self.app.session.enter("sacrifice")
            return GAME
        return Count(self.app) if name == "b" else None


def _draw_score(canvas, game):
    y, middle = canvas.head + 7, canvas.width - 50
    for key, points in score_parts(game):
        canvas.text(text("score_" + key), 8, y, MEDIUM)
        canvas.text("%+d" % points, canvas.width - 100, y, MEDIUM, BLACK, RIGHT)
        y += 17
    canvas.text(text("score"), middle, 40, MEDIUM, BLACK, CENTRE)
    score = game.score
    canvas.text(str(abs(score)), middle, 58, LARGE, BLACK, CENTRE)
    if score < 0:
        canvas.text("–", middle - 13 * len(str(-score)) // 2 - 8, 62, MEDIUM)


class Count(GameScreen):
    """Asks for dahan and blight: A and C move between the two, UP and DOWN change a number, B enters both."""

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.numbers = [0, known_blight(self.game)]
        self.at = 0

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("ask_count"), question=True)
        for at, key in enumerate(("dahan", "blight")):
            x, y, chosen = canvas.side // 2 - 64 + 128 * at, (canvas.head + canvas.foot) // 2, at == self.at
            if chosen:
                canvas.fill(x - 52, y - 28, 104, 54)
            ink = WHITE if chosen else BLACK
            canvas.text(text(key), x, y - 20, MEDIUM, ink, CENTRE)
            canvas.text(str(self.numbers[at]), x, y, LARGE, ink, CENTRE)
        widgets.draw_keys(canvas, "<" if self.at else text("back"), text("enter"), "" if self.at else ">")
        widgets.draw_side(canvas, "+", "–")

    def press(self, name, kind):
        if name in ("up", "down"):
            number = self.numbers[self.at] + (1 if name == "up" else -1)
            self.numbers[self.at] = min(_MOST, max(0, number))
        elif name == "c":
            self.at = 1
        elif name == "a":
            if not self.at:
                return BACK
            self.at = 0
        else:
            self.app.session.enter("count dahan=%d blight=%d" % tuple(self.numbers))
            return GAME
        return None


def known_blight(game):
    """Return how much blight is on the island, as far as the events say, at least 0.

    It counts what the setup takes from the box: one on each board, and one more against Sweden at level 6.
    What France keeps is its counter.
    """
    on_boards = (2 if game.adversary_has("sweden-6") else 1) * len(game.boards)
    return max(0, on_boards + game.blight_off - (game.tally if game.adversary_has("france-5") else 0))


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    verb, *words = event.split(" ")
    if verb in ("land", "ravage", "cascade", "push") and words[0] != NOWHERE:
        return text("did_" + verb, words[0])
    if verb in LAND_VERBS:
        return event
    if verb == "next":
        return text("did_next", text("step_" + game.step))
    if verb in ("reveal", "accelerate"):
        return text("did_reminder") if words[0] == "reminder" else text("did_" + verb, terrain(words[0]))
    if verb in ("entrench", "fortify"):
        return text("did_" + verb, terrain(words[0]))
    if verb == "extra":
        return text("did_extra", text("slot_" + words[0]), terrain(words[1]))
    if verb == "flip":
        return text("did_flip", in_words(words[0]))
    if verb in ("won", "lost", "sacrifice", "abandon"):
        return text("did_abandon")
    return text("did_" + verb, *([] if verb == "count" else words[:1]))
