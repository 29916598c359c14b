"""After a hit in Creatures from the Deep: what the freed fate does."""

from companion.games.shipwreck.deep import AVERT
from companion.games.shipwreck.table_view import MENU, draw_table
from companion.screens import widgets
from companion.screens.screen import BACK, GAME, TO_MENU, GameScreen, item_after
from companion.texts import text
from shared_rules.shipwreck import pips


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
