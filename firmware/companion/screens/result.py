"""The end of a game."""

from companion.canvas import BLACK, CENTRE, DOOM, FULL, LARGE, MEDIUM, SCORE, SMALL, WHITE, WIDTH
from companion.screens import parts
from companion.screens.screen import HOME, GameScreen
from companion.texts import text


class Result(GameScreen):
    """Won, lost or abandoned, with score or defeats, doom and the number of turns."""

    repeats = ()

    def draw(self, canvas):
        game = self.game
        canvas.fill(0, 0, WIDTH, 38)
        canvas.text(text("result_" + game.result), WIDTH // 2, 8, MEDIUM, WHITE, CENTRE)
        won_deep = game.deep and game.result == "won"
        line = text("result_line_deep" if won_deep else "result_line_" + game.result)
        canvas.text(line, WIDTH // 2, 25, SMALL, WHITE, CENTRE)
        score = (game.deep.defeats, "defeats") if game.deep else (game.score, "score")
        self._draw_number(canvas, 58, SCORE, *score)
        self._draw_number(canvas, 148, DOOM, game.doom, "doom")
        self._draw_number(canvas, 238, FULL, game.turn, "turns")
        # in a duel each player has two lines
        names = [line[:-2] for line in game.players[:2]] if game.duel else game.players
        canvas.text(", ".join(names), WIDTH // 2, 100, SMALL, BLACK, CENTRE, WIDTH - 12)
        parts.keys(canvas, "", text("to_title"), "")

    def _draw_number(self, canvas, x, symbol, value, key):
        canvas.symbol(symbol, x - 24, 54)
        canvas.text(str(value), x + 8, 50, LARGE, BLACK, CENTRE)
        canvas.text(text(key), x, 76, SMALL, BLACK, CENTRE)

    def press(self, name, kind):
        return HOME if name == "b" else None
