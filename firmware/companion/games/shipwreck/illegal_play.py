"""Enters an illegal play; as that is rare, it is imported only then."""

from companion.canvas import LEFTWARDS
from companion.games.shipwreck.play import Play
from companion.games.shipwreck.table_view import MENU
from companion.screens import widgets
from companion.screens.screen import GAME
from companion.texts import text
from shared_rules.shipwreck import Event


class IllegalPlay(Play):
    """Like Play, for a fate that was played where the rules do not allow it."""

    verb = "illegal"

    def _hands(self, fate):
        return int(self.game.may(Event(self.verb, (fate, self.cursor))))

    def _head(self, canvas):
        widgets.draw_menu_mark(canvas, self.cursor == MENU, LEFTWARDS)
        widgets.draw_heading(canvas, text("illegal_play"), x=20, question=True)

    def _means(self, fate):
        return text("back") if self.cursor == MENU else text("illegal_fate", fate) if fate else text("closed")

    def _menu(self):
        return GAME
