"""The land calculator: the fields for a land, what a Ravage would do there, and its steps.

The answer is updated with every press. What was entered during the running game is kept in a file, through a
power cut.
"""

import json
from binascii import hexlify, unhexlify

from companion import files
from companion.canvas import BLACK, CENTRE, MEDIUM, SMALL, WHITE
from companion.games.spirit_island.land_fields import FIELDS, LAND, OF_A_PAGE, Fields
from companion.games.spirit_island.menu_items import TextPages
from companion.games.spirit_island.ravage_words import answer_lines, lying, sentences
from companion.screens import widgets
from companion.screens.question import confirm
from companion.screens.screen import GAME, GameScreen
from companion.texts import text
from shared_rules.spirit_island.lands.land import read_land

_ACROSS = 5  # fields in a row
_WIDTH, _HEIGHT = 55, 25  # of a field
_ANSWER = 72  # the first row of the answer
_PITCH = 14
_WIDE = widgets.SIDE - 6


class Calculator(GameScreen):
    """A and C move along the fields, UP and DOWN change one; the answer is below them. B shows the steps.

    fields: the Fields of the land. number: the index of the field at the cursor.
    """

    repeats = ("up", "down", "a", "c")
    # not the area of the table
    cached_area = (0, widgets.TOP, widgets.SIDE, widgets.FOOT - widgets.TOP - 1)

    def __init__(self, app):
        GameScreen.__init__(self, app)
        self.fields = Fields(self.game, *entered_lands(app))
        self.number = LAND + 1

    def draw(self, canvas):
        land = self.fields.land
        first = self.number // OF_A_PAGE * OF_A_PAGE
        title = text("ravage_in", land) if land else text("step_ravage")
        widgets.draw_heading(canvas, title, text("fields_more") if first else "")
        for place in range(OF_A_PAGE):
            self._draw_field(canvas, place, first + place)
        lines = answer_lines(self.fields.outcome())
        if canvas.part_changed("answer", lines, 0, _ANSWER - 2, widgets.SIDE, widgets.FOOT - _ANSWER + 1):
            _draw_answer(canvas, lines)
        last = self.number == len(FIELDS) - 1
        back = "<" if self.number else text("back")
        widgets.draw_keys(canvas, back, text("show_steps"), "" if last else ">")
        widgets.draw_side(canvas, "+", "–")

    def _draw_field(self, canvas, place, number):
        x, y = place % _ACROSS * _WIDTH, widgets.TOP + place // _ACROSS * (_HEIGHT + 1)
        chosen, there = number == self.number, number < len(FIELDS)
        shown = self.fields.shown(number) if there else ""
        if not canvas.part_changed(place, (number, chosen, shown), x, y, _WIDTH, _HEIGHT) or not there:
            return
        ink = BLACK
        if chosen:
            canvas.fill(x, y, _WIDTH - 1, _HEIGHT)
            ink = WHITE
        middle = x + _WIDTH // 2 - 1
        canvas.text(text("field_" + FIELDS[number]), middle, y + 2, SMALL, ink, CENTRE, _WIDTH - 2)
        canvas.text(shown, middle, y + 12, MEDIUM, ink, CENTRE, _WIDTH - 2)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.fields.change(self.number, 1 if name == "up" else -1)
        elif name == "c":
            self.number = min(self.number + 1, len(FIELDS) - 1)
        elif name == "a" and self.number:
            self.number -= 1
        elif name == "a":
            # a held button only moves the cursor
            if kind == "press":
                keep_lands(self.app)
                return GAME
        else:
            return RavageSteps(self.app, self.fields)
        return None


def _draw_answer(canvas, lines):
    canvas.rule(_ANSWER - 2, 0, widgets.SIDE - 4)
    for number, words in enumerate(lines):
        font = MEDIUM if MEDIUM.width(words) <= _WIDE else SMALL
        canvas.text(words, 3, _ANSWER + 1 + _PITCH * number, font, BLACK, width=_WIDE)


class RavageSteps(TextPages):
    """What happens, step by step: UP and DOWN turn pages, A goes back, B enters fear and blight.

    fields: the Fields of the land.
    """

    outdated = GameScreen.outdated

    def __init__(self, app, fields):
        land, outcome = fields.land, fields.outcome()
        words = ["%d. %s" % (number, words) for number, words in enumerate(sentences(outcome), 1)]
        words.append(text("ravage_after", lying(outcome.after)))
        GameScreen.__init__(self, app)
        TextPages.__init__(self, app, text("ravage_in", land) if land else text("step_ravage"), words)
        self._fields = fields

    def offers(self):
        """Return the label of B, which says what it enters."""
        outcome = self._fields.outcome()
        if outcome.fear or outcome.blight:
            return text("take_over", outcome.fear, outcome.blight)
        return text("done")

    def press(self, name, kind):
        return self._take_over() if name == "b" else TextPages.press(self, name, kind)

    def _take_over(self):
        """Enter the fear and the blight in one step; if it cascades, ask for that blight, too."""
        app, land, outcome = self.app, self._fields.land, self._fields.outcome()
        events = ["fear %d" % outcome.fear] if outcome.fear else []
        if self._fields.known is not None:
            # the event `blight` adds its blight
            left = read_land(outcome.after)
            left.add_tokens("blight", -outcome.blight)
            events.append(("land %s %s" % (land, left)).rstrip())
        if outcome.blight:
            # an empty blight card must flip before anything else is entered, so blight comes last
            events.append("blight %d" % outcome.blight + (" " + land if land else ""))
        if events:
            app.session.enter(*events)
        self._fields.keep_after()
        land_is_done(app, land)
        keep_lands(app)
        if outcome.cascade and not app.session.game.result and not app.session.game.owed:
            return confirm(app, "ask_cascade", "blight 1")
        return GAME


FILE = "lands.txt"


def entered_lands(app):
    """Return ({land: what was entered for it, as in `Fields`}, the last land done this turn or None)."""
    game = app.session.game
    if not hasattr(game, "entered"):
        # it lasts as long as the game does, and no longer
        game.entered, game.done = {}, (0, None)
        try:
            _read(app)
        except Exception:
            # there is no file, or it is damaged
            game.entered = {}
    turn, land = game.done
    return game.entered, land if turn == game.turn else None


def land_is_done(app, land):
    """Have the calculator start with the land after this one for the rest of this turn."""
    app.session.game.done = (app.session.game.turn, land)


def keep_lands(app):
    """Write what was entered to the file, if the flash has room."""
    game = app.session.game
    turn, done = game.done
    lines = [json.dumps([app.session.game_id, turn, done])]
    for land in game.entered:
        fields, exact, known = game.entered[land]
        lines.append(json.dumps([land, hexlify(fields).decode(), exact, known]))
    data = "\n".join(lines).encode()
    try:
        if game.entered and _content(app) != data:
            files.write_whole(_path(app), data)
    except OSError as error:
        app.log.note("The lands could not be written: %r" % error)


def _read(app):
    lines = _content(app).split(b"\n")
    game_id, turn, done = json.loads(lines[0])
    game = app.session.game
    if game_id != app.session.game_id:
        return
    for line in lines[1:]:
        land, fields, exact, known = json.loads(line)
        for lies in (exact, known):
            if lies is not None:
                read_land(lies)
        game.entered[land] = unhexlify(fields), exact, known
    game.done = turn, done


def _content(app):
    try:
        with open(_path(app), "rb") as stream:
            return stream.read()
    except OSError:
        return b""


def _path(app):
    return app.board.folder.rstrip("/") + "/" + FILE
