"""The end of a game: the result, the pieces on the island, and the score with its parts. Events in words."""

from companion.canvas import BLACK, CENTRE, RIGHT, WHITE
from companion.games.spirit_island.words import in_words, printed_name, terrain
from companion.screens import BACK, GAME, GameScreen, widgets
from companion.screens.question import Ending
from companion.texts import find, text
from shared_rules.spirit_island.components import CARD_VERBS, LAND_VERBS, NOWHERE, STEPS, words_of
from shared_rules.spirit_island.game import score_parts

_MOST = 999


class Result(Ending):
    """How the game ended; B asks for dahan and blight, after which it shows the score with its parts."""

    def draw(self, canvas):
        game = self.game
        key = "sacrifice" if game.result == "sacrifice" else game.why or game.result
        key = "won_scenario" if (game.result, key) == ("won", "scenario") else key
        title = text("won", game.terror) if key == "terror" else text("result_" + key)
        widgets.draw_heading(canvas, title, question=True)
        if game.score is None:
            self._draw_end(canvas)
        else:
            _draw_score(canvas, game)
        if self._counts():
            undo = text("undo") if self.app.session.can_undo_end() else ""
            sacrifice = text("sacrifice_it") if game.may("sacrifice") else ""
            widgets.draw_keys(canvas, undo, text("count_it"), sacrifice)
        else:
            self.draw_end_keys(canvas)

    def _counts(self):
        return self.game.may("count dahan=0 blight=0")

    def _draw_end(self, canvas):
        game, middle, room, scale = self.game, canvas.width // 2, canvas.width - 4, canvas.scale
        font = canvas.heading if canvas.large else canvas.note
        y = (canvas.head + canvas.foot) // 2 - 30 * scale
        canvas.text(text("ended_in", game.turn), middle, y, canvas.heading, BLACK, CENTRE)
        y += canvas.heading.cap + 9 * scale
        canvas.text(text("terror", game.terror), middle, y, font, BLACK, CENTRE)
        y += font.cap + 8 * scale
        canvas.text(", ".join(game.players), middle, y, font, BLACK, CENTRE, room)
        if self._counts():
            y += font.cap + 16 * scale
            canvas.text(text("score_asks"), middle, y, canvas.note, BLACK, CENTRE, room)

    def press(self, name, kind):
        if name == "a" or not self._counts():
            return Ending.press(self, name, kind)
        if name == "c" and self.game.may("sacrifice"):
            self.app.session.enter("sacrifice")
            return GAME
        return Count(self.app) if name == "b" else None


def _draw_score(canvas, game):
    y, right, middle = canvas.head + 7, canvas.width - 92 - 8 * canvas.scale, canvas.width - 50
    parts = [(text("score_" + key), "%+d" % points) for key, points in score_parts(game)]
    font = canvas.heading
    if max([font.width(name + words) for name, words in parts]) > right - 16:
        font = canvas.normal
    for name, words in parts:
        canvas.text(name, 8, y, font, width=right - 16 - font.width(words))
        canvas.text(words, right, y, font, BLACK, RIGHT)
        y += font.cap + 6 * canvas.scale
    y = canvas.head + 25
    canvas.text(text("score"), middle, y, font, BLACK, CENTRE, 96)
    y += font.cap + 7
    score, digits = str(abs(game.score)), canvas.digits
    if game.score < 0:
        left, below = middle - digits.width(score) // 2, (digits.cap - font.cap + 1) // 2
        canvas.text("–", left, y + below, font, BLACK, RIGHT)
    canvas.text(score, middle, y, digits, BLACK, CENTRE)
    missing = find("score_" + (game.scenario or ""))
    if missing:
        canvas.text(missing, middle, y + digits.cap + 8, canvas.note, BLACK, CENTRE, 96)


class Count(GameScreen):
    """Asks for dahan and blight: A and C move between the two, UP and DOWN change a number, B enters both."""

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.numbers = [0, known_blight(self.game)]
        self.at = 0

    @property
    def cursor_keys(self):
        return "a" if self.at else "c"

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("ask_count"), question=True)
        font, digits, scale = canvas.heading, canvas.digits, canvas.scale
        y, away, high = (canvas.head + canvas.foot) // 2, canvas.side // 4 - 6, font.cap + digits.cap
        for at, key in enumerate(("dahan", "blight")):
            x, ink = canvas.side // 2 - away + 2 * away * at, WHITE if at == self.at else BLACK
            if at == self.at:
                canvas.fill(x - away + 12, y - font.cap - 17 * scale, 2 * away - 24, high + 25 * scale)
            canvas.text(text(key), x, y - font.cap - 9 * scale, font, ink, CENTRE)
            canvas.text(str(self.numbers[at]), x, y, digits, ink, CENTRE)
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

    It counts the setup's blight from the box: one on each board, and one more against Sweden at level 6. The
    blight that France keeps is its counter.
    """
    on_boards = (2 if game.adversary_has("sweden-6") else 1) * len(game.boards)
    return max(0, on_boards + game.blight_off - (game.tally if game.adversary_has("france-5") else 0))


_CHANGES = ("earned", "fear-deck", "card-blight")
"""Verbs that add a number or take it away."""


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    verb, *words = words_of(event)
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
        return text("did_extra", "%s: %s" % (_word(words[0]), terrain(words[1])))
    if verb in _CHANGES:
        return text("did_" + verb, "%+d" % int(words[0]))
    if verb in CARD_VERBS and verb not in ("board", "boards", "shuffle", "terror"):
        return text("did_" + verb, ": ".join([_word(word) for word in words]))
    if verb == "flip":
        return text("did_flip", in_words(words[0]))
    if verb in ("won", "lost", "sacrifice", "abandon"):
        return text("did_abandon")
    # the cards of `board` are too many for a line
    return text("did_" + verb, *([] if verb in ("count", "board") else words[:1]))


def _word(word):
    """Return a word of an event in words: a step, a card with its stage, a stage or where it goes."""
    if word in STEPS:
        return text("step_" + word)
    if len(word) > 1 and word[0] in "123":
        return "%s %s" % (terrain(word), "I" * int(word[0]))
    return find("word_" + word) or (printed_name(word) if word[:1].islower() else word)
