"""The land calculator: the fields for a land, and what a Ravage would do there, updated with every press."""

from companion.canvas import BLACK, CENTRE, MEDIUM, SMALL, WHITE
from companion.games.spirit_island.kept_lands import entered_lands, keep_lands
from companion.games.spirit_island.land_fields import FIELDS, LAND, OF_A_PAGE, Fields
from companion.games.spirit_island.ravage_words import answer_lines
from companion.screens import widgets
from companion.screens.screen import GAME, GameScreen
from companion.texts import text

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
            from companion.games.spirit_island.ravage_steps import RavageSteps

            return RavageSteps(self.app, self.fields)
        return None


def _draw_answer(canvas, lines):
    canvas.rule(_ANSWER - 2, 0, widgets.SIDE - 4)
    for number, words in enumerate(lines):
        font = MEDIUM if MEDIUM.width(words) <= _WIDE else SMALL
        canvas.text(words, 3, _ANSWER + 1 + _PITCH * number, font, BLACK, width=_WIDE)
