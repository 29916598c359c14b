"""The prediction after a play."""

from companion.canvas import MENU, POWER
from companion.games.shipwreck.table_view import draw_table, place_name
from companion.screens import widgets
from companion.screens.screen import GAME, TO_MENU, GameScreen
from companion.texts import text


class Predict(GameScreen):
    """A for no prediction, B for a hit, C for a miss; then the turn usually ends."""

    cached_area = widgets.TABLE

    repeats = ()

    def draw(self, canvas):
        game = self.game
        fate, place = game.last_play
        if game.predictions > 1:
            note = text("tries", game.predictions)
        else:
            note = text("fate_on", fate, place_name(game, place))
        widgets.draw_heading(canvas, text("predict", widgets.spoken_name(game.active)), note, question=True)
        draw_table(canvas, self)
        widgets.draw_keys(canvas, text("none"), text("hit"), text("miss"))
        widgets.draw_side(canvas, MENU, POWER if game.powers or game.deep else "")

    def press(self, name, kind):
        if name == "up":
            return TO_MENU
        if name == "down":
            if not (self.game.powers or self.game.deep):
                return None
            return "powers"
        if name == "a":
            self.app.session.enter("end")
        elif self.app.settings.get("note"):
            from companion.games.shipwreck.prediction_details import PredictedValue

            return PredictedValue.ask(self.app, "hit" if name == "b" else "miss")
        else:
            self.app.session.enter("predict hit" if name == "b" else "predict miss")
        return GAME
