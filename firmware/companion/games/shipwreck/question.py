"""A question about something on the table."""

from companion.games.shipwreck.table_view import draw_table
from companion.screens import question as any_game
from companion.screens.question import NUMBER, yes_no

CARD, LYING, PLACE = range(1, 4)


class Question(any_game.Question):
    """One question about the table; the picture marks what it is about.

    kind: of the items: NUMBER, CARD (an id), LYING (a fate and its place) or PLACE; None without items.
    fate: one that is shown as proposed at the place that the question is about, or None. All else as in
    `companion.screens.question`.
    """

    def __init__(self, app, question, answers, items=(None,), kind=None, leave=None, fate=None):
        any_game.Question.__init__(self, app, question, answers, items, kind, leave)
        self.fate = fate

    def draw_body(self, canvas):
        """Draw the table; the fate or the place in question is marked."""
        item = self.item
        cursor = shown = picked = None
        if self.kind == LYING and item:
            picked, cursor = item, item[1]
        elif self.kind == PLACE:
            cursor = item
            shown = (self.fate, item) if self.fate else None
        draw_table(canvas, self, cursor, shown, picked)


__all__ = ("CARD", "LYING", "NUMBER", "PLACE", "Question", "yes_no")
