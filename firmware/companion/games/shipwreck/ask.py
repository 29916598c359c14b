"""A question about what lies on the table."""

from companion.games.shipwreck.table_view import draw_table
from companion.screens import ask
from companion.screens.ask import NUMBER, yes_no

CARD, LYING, PLACE = range(1, 4)


class Ask(ask.Ask):
    """One question about the table; the picture points at what it is about.

    kind: what the items are: NUMBER, CARD (an id), LYING (a fate and its place), PLACE; None without items.
    fate: one that is shown at the place the question is about. All else as in `companion.screens.ask`.
    """

    def __init__(self, app, question, answers, items=(None,), kind=None, leave=None, fate=None):
        ask.Ask.__init__(self, app, question, answers, items, kind, leave)
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


__all__ = ("CARD", "LYING", "NUMBER", "PLACE", "Ask", "yes_no")
