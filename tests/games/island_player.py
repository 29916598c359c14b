"""A group that plays Spirit Island with the five buttons, and sees where the cursor is."""

from companion.games.spirit_island.menu_items import BlightCard
from companion.games.spirit_island.table import Table
from companion.screens.question import Question
from companion.screens.title import Title
from companion.texts import text
from memory_app import MemoryApp

from shared_rules.spirit_island.components import BOARD_NAMES, THEMATIC
from shared_rules.spirit_island.tables import adversary_ids, spirit_boxes

ALL_BOXES = "core,branch-and-claw,feather-and-flame,jagged-earth,nature-incarnate,horizons"


class IslandPlayer:
    """Enters what happens at a table by pressing buttons. pressed: the presses since the list was emptied."""

    def __init__(self, app=None, **settings):
        self.app = app or MemoryApp("spirit_island", **{"boxes": ALL_BOXES, **settings})
        self.pressed = []

    @property
    def game(self):
        return self.app.session.game

    @property
    def top(self):
        return self.app.screen.shown

    def press(self, *names):
        for name in names:
            self.pressed.append(name)
            button, _, kind = name.partition(":")
            self.app.screen.press(button, kind or "press")

    def _to(self, number, wanted, count, forth="down", back="up"):
        """Go from one item of a ring to another, the shorter way. count: items of the ring."""
        steps = (wanted - number) % count
        self.press(*([forth] * steps if steps <= count - steps else [back] * (count - steps)))

    def choose(self, label):
        """Choose a line of the list that is shown, or change it if it is a list of things to change."""
        menu = self.top
        labels = [each if isinstance(each, str) else each() for each, _ in menu.rows]
        self._to(menu.number, labels.index(label), len(labels))
        # C of a spirit only shows its aspects
        self.press("c" if menu.change_text and menu.finish_text != "choose" else "b")

    def line(self, number):
        """Move to a line of the form and change it."""
        form = self.top
        self._to(form.number, number, len(form.rows))
        self.press("c")

    def set_up(self, spirits, boards, adversary):
        """Begin a game. spirits: (box, name) each; boards: their letters; adversary: its name and level."""
        assert isinstance(self.top, Title)
        self.choose(text("new_game"))
        while self.app.settings.get("players") != len(spirits):
            self.line(0)
        self.line(1)
        for box, name in spirits:
            self.choose(text("box_" + box))
            self.choose(name)
        if not self.top.rows[2][0]().endswith(", ".join(boards)):
            self.line(2)
            for board in boards:
                self.choose(text("board_named", board))
        self.line(3)
        id, level = adversary
        self.choose(text("adversary_" + id))
        menu = self.top
        self._to(menu.number, level, len(menu.rows))
        self.press("b", "b")

    def steps(self):
        """Return the steps of the turn that the table shows."""
        if not isinstance(self.top, Table):
            return [self.game.step]
        self.top.look()
        return self.top.steps

    def fear(self, count):
        """Count fear by ones and fives; another button enters it."""
        fives = (count + 1) // 5
        ones = count - 5 * fives
        self.press(
            *["up"] * max(ones, fives > 0), *["a"] * fives, *["down"] * (fives > 0 and ones <= 0) * (1 - ones)
        )

    def blight(self, count=1):
        """Take blight off the card; none of it is stopped by Vitality."""
        self.press("c", *["up"] * (count - 1), "b")
        if isinstance(self.top, Question):
            self.press("b")

    def go_on(self, dice):
        """End the step, or enter its next event: any of the cards that can come."""
        top = self.top
        if isinstance(top, BlightCard):
            self._to(0, dice.randrange(len(top.rows)), len(top.rows))
            self.press("b")
            return
        if isinstance(top, Question):
            # no town of France is missing
            self.press("b")
            return
        assert isinstance(top, Table)
        if top.choices or self.game.owed:
            top.look()
            steps = dice.randrange(len(top.choices)) - top.cursor
            self.press(*(["c"] * steps if steps > 0 else ["a"] * -steps))
        self.press("b")


def random_setup(dice, players=2):
    """Return random arguments for `IslandPlayer.set_up`: spirits, boards, and an adversary with its level."""
    known = [(box, name) for box, spirits in spirit_boxes() for name in spirits]
    boards = dice.sample([name for name in BOARD_NAMES if name not in THEMATIC], players)
    return (dice.sample(known, players), boards, (dice.choice(adversary_ids()), dice.randrange(7)))
