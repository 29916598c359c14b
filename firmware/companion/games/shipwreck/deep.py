"""Creatures from the Deep: the track of defeats and the creatures on the table, and what a freed fate does.

A game of another mode never imports it.
"""

from companion.canvas import BLACK, BOX, CENTRE, CHECKED, DOOM, MEDIUM, RIGHT, SMALL, WHITE, wrap
from companion.games.shipwreck.table import MENU, PLAYED, PROPOSED, draw_fate, draw_table, draw_track, titled
from companion.screens import widgets
from companion.screens.screen import BACK, GAME, TO_MENU, GameScreen, item_after
from companion.screens.widgets import BOTTOM, TOP
from companion.texts import text
from shared_rules.shipwreck import pips

AVERT = "avert"
"""The position of the cursor on the doom track, where a freed fate averts doom."""

_HOURS = 42
_LEFT = 44
_RIGHT = 279
_PITCH = 59
_CELL = 22
_NAME = 15
_LISTED = 3
_A_LINE = 8


def sign(game):
    """Return the active player's adventurer while it is ready, "" otherwise."""
    adventurer = game.deep.adventurers.get(game.active)
    return titled(adventurer) if adventurer in game.deep.ready else ""


def draw_sign(canvas, game, right, framed):
    """Draw the active player's adventurer, if it is ready, right of the faded powers; return its left end.

    right: its right end. framed: whether the cursor is on the powers, which are then white on black.
    """
    words = sign(game)
    if not words:
        return right
    width = SMALL.width(words) + 8
    left = right - width - 4
    if framed:
        canvas.fill(left - 2, BOTTOM + 3, width + 4, 12)
    canvas.chip(left, BOTTOM + 3, width, 12, WHITE if framed else BLACK)
    canvas.text(words, left + 4, BOTTOM + 5, SMALL, BLACK if framed else WHITE)
    return left


def draw_sea(canvas, game, cursor, shown, looked_at):
    """Draw The Hours of this mode and, if they are shown, the creatures; return the places of the row left to
    draw.

    cursor: as for `draw_table`. shown: as there or, if a freed fate strikes, (fate, level). looked_at:
    whether the creatures are shown.
    """
    look = (cursor == 0, cursor == AVERT, game.doom, _cells(game))
    if canvas.part_changed(0, look, 0, TOP, _HOURS, BOTTOM - TOP + 1):
        _draw_hours(canvas, *look)
    if not looked_at:
        return (1, 2, 3, 4)
    fate, level = shown or (None, None)
    look = (game.deep.position(), fate, level)
    fresh = False
    for number in range(4):
        # all of them, so that the row comes back as a whole
        if canvas.part_changed(number + 1, look, _LEFT - 1 + number * _PITCH, TOP, _PITCH, BOTTOM - TOP + 1):
            fresh = True
    if fresh:
        _draw_creatures(canvas, game.deep, fate, level)
    return ()


def _cells(game):
    """Return how many fates are on the creatures of levels 3, 2, 1; -1 if defeated, None if not met yet."""
    deep = game.deep
    met = deep.defeats + len(deep.creatures)
    return tuple(
        [
            len(deep.fates[level]) if level in deep.fates else -1 if level <= met else None
            for level in (3, 2, 1)
        ]
    )


def _draw_hours(canvas, at_hours, at_doom, doom, cells):
    canvas.fill(0, TOP, _HOURS, BOTTOM - TOP + 1)
    if at_hours:
        canvas.fill(2, TOP + 1, _HOURS - 4, 11, WHITE)
    canvas.text(text("hours"), _HOURS // 2, TOP + 3, SMALL, BLACK if at_hours else WHITE, CENTRE)
    _draw_defeats(canvas, cells)
    draw_track(canvas, DOOM, doom, 22, TOP + 13)
    if at_doom:
        canvas.outline(21, TOP + 12, 20, BOTTOM - TOP - 11, WHITE)


def _draw_defeats(canvas, cells):
    """Draw the track of defeats: the three creatures, the lowest level at the bottom."""
    for number, fates in enumerate(cells):
        x, y = 3, TOP + 14 + number * _CELL
        if fates == -1:
            canvas.fill(x, y, 16, _CELL - 2, WHITE)
            for shift in (0, 1):
                canvas.frame.line(x + 3 + shift, y + 4, x + 11 + shift, y + _CELL - 7, BLACK)
                canvas.frame.line(x + 11 + shift, y + 4, x + 3 + shift, y + _CELL - 7, BLACK)
            continue
        canvas.outline(x, y, 16, _CELL - 2, WHITE)
        words = "?" if fates is None else str(3 - number)
        canvas.text(words, x + 8, y + (2 if fates else 5), SMALL if fates else MEDIUM, WHITE, CENTRE)
        # a dot for every fate on it
        for dot in range(min(fates or 0, 6)):
            canvas.fill(x + 3 + 4 * (dot % 3), y + 11 + 4 * (dot // 3), 3, 3, WHITE)


def _draw_creatures(canvas, deep, fate, level):
    count = len(deep.creatures)
    width = (_RIGHT - _LEFT - 2 * (count - 1)) // max(1, count)
    for number, creature in enumerate(deep.creatures):
        framed = creature.level == level
        x = _LEFT + number * (width + 2)
        _draw_creature(
            canvas, creature, deep.fates[creature.level], fate if framed else None, framed, x, width
        )


def _draw_creature(canvas, creature, fates, proposed, framed, x, width):
    ink = BLACK
    if framed:
        canvas.fill(x, TOP, width, _NAME)
        canvas.outline(x + 1, TOP + _NAME, width - 2, BOTTOM - TOP - _NAME)
        ink = WHITE
    canvas.outline(x, TOP + _NAME - 1, width, BOTTOM - TOP - _NAME + 2)
    canvas.chip(x + 2, TOP + 1, 11, 12, ink)
    canvas.text(str(creature.level), x + 7, TOP + 3, SMALL, WHITE if ink == BLACK else BLACK, CENTRE)
    font = MEDIUM if MEDIUM.width(creature.title) <= width - 20 else SMALL
    canvas.text(creature.title, x + 17, TOP + (2 if font is MEDIUM else 3), font, ink, width=width - 20)
    _draw_needs(canvas, creature, fates + [proposed] if proposed else fates, x + 4, width - 8)
    _draw_fates(canvas, fates, proposed, x + 4, width - 8)


def _draw_needs(canvas, creature, fates, x, width):
    """Draw a creature's needs, each with how much of it is met; if there are many, only the condition."""
    # the module is among those that are freed
    from companion.games.shipwreck.creatures import in_words, needs_in_words

    y = TOP + _NAME + 3
    if len(creature.needs) > _LISTED:
        for line in wrap(in_words(creature), SMALL, width):
            canvas.text(line, x, y)
            y += 12
        return
    reached = creature.progress(fates)
    for (_, number, _), words, now in zip(creature.needs, needs_in_words(creature), reached):
        canvas.symbol(CHECKED if now == number else BOX, x, y)
        so_far = "%d/%d" % (now, number)
        room = width - 20 - SMALL.width(so_far)
        font = MEDIUM if MEDIUM.width(words) <= room else SMALL
        end = canvas.text(words, x + 15, y + (1 if font is MEDIUM else 2), font)
        if end <= x + 15 + room:
            canvas.text(so_far, x + width, y + 2, SMALL, BLACK, RIGHT)
        y += 14


def _draw_fates(canvas, fates, proposed, x, width):
    lying = [(fate, PLAYED) for fate in fates]
    if proposed:
        lying.append((proposed, PROPOSED))
    if len(lying) * 18 <= width:
        for number, (fate, look) in enumerate(lying):
            draw_fate(canvas, fate, x + number * 18, BOTTOM - 20, look)
        return
    rows = (len(lying) + _A_LINE - 1) // _A_LINE
    for number, (fate, look) in enumerate(lying):
        y = BOTTOM - 2 - 14 * (rows - number // _A_LINE)
        draw_fate(canvas, fate, x + number % _A_LINE * 13, y, look, True)


class FreedFate(GameScreen):
    """A and C move along doom and the creatures, B lets the fate avert doom or strike a creature.

    UP and DOWN change the fate, if the prediction left open which one it was.
    """

    cached_area = widgets.TABLE
    sea = True

    repeats = ("up", "down", "a", "c")

    def __init__(self, app):
        GameScreen.__init__(self, app)
        creatures = self.game.deep.creatures
        self.ring = [MENU, AVERT] + [creature.level for creature in creatures]
        self.cursor = creatures[0].level
        self.choices = [fate for fate in range(1, 8) if self.game.why_not("avert %d" % fate) is None]
        self.fate = self.choices[len(self.choices) // 2]

    def draw(self, canvas):
        strikes = self.cursor not in (MENU, AVERT)
        widgets.draw_heading(canvas, text("spoils", self.fate), x=20, question=True)
        widgets.draw_menu_mark(canvas, self.cursor != MENU)
        cursor = None if strikes else self.cursor
        draw_table(canvas, self, cursor, (self.fate, self.cursor) if strikes else None)
        widgets.draw_keys(canvas, "<", self._means(), ">")
        if len(self.choices) > 1:
            after, before = item_after(self.choices, self.fate, 1), item_after(self.choices, self.fate, -1)
            widgets.draw_side(canvas, str(after), str(before))

    def _means(self):
        if self.cursor == MENU:
            return text("menu")
        deep = self.game.deep
        if self.cursor == AVERT:
            doom = min(self.game.doom, pips(self.fate))
            return text("avert_it", doom) if doom else text("avert_none")
        creature = [creature for creature in deep.creatures if creature.level == self.cursor][0]
        beaten = creature.beaten(deep.fates[self.cursor] + [self.fate])
        return text("beat_it" if beaten else "strike_it", creature.title)

    def press(self, name, kind):
        if name in ("a", "c"):
            self.cursor = item_after(self.ring, self.cursor, 1 if name == "c" else -1)
        elif name in ("up", "down"):
            self.fate = item_after(self.choices, self.fate, 1 if name == "up" else -1)
        elif self.cursor == MENU:
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

    cached_area = widgets.TABLE
    sea = True

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("in_sight"))
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("back"))

    def press(self, name, kind):
        return BACK if name == "a" else None
