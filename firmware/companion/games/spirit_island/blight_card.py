"""Asks which blight card was flipped."""

from companion.games.spirit_island.land_words import in_words
from companion.screens.menu import GameMenu
from companion.screens.screen import GAME, TO_MENU
from companion.texts import text


class BlightCard(GameMenu):
    """The names of the blight cards in the boxes that the group has, then numbers of blight per player."""

    def __init__(self, app):
        GameMenu.__init__(self, app, text("which_blight_card"), [])
        from shared_rules.spirit_island.components import blight_card_boxes, blight_card_ids

        there = app.settings.get("boxes").split(",")
        own = [id for box, ids in blight_card_boxes() if box in there for id in ids]
        ids = own + [id for id in blight_card_ids() if len(id) == 1]
        self.rows = [(_label(id), self._enter(id)) for id in ids if app.session.game.may("flip " + id)]

    def _enter(self, id):
        def enter():
            self.app.session.enter("flip " + id)
            return GAME

        return enter

    def leave(self):
        """Return the label of A, which opens the menu."""
        return text("menu")

    def press(self, name, kind):
        return TO_MENU if name == "a" else GameMenu.press(self, name, kind)


def _label(id):
    return text("blight_number", int(id)) if len(id) == 1 else in_words(id)
