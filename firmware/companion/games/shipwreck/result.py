"""The result of a game, and the game in numbers."""

from companion.canvas import BLACK, CENTRE, DOOM, FULL, SCORE, WHITE, that_fits
from companion.screens.question import Ending
from companion.texts import text


def in_numbers(events):
    """Return the numbers of right and wrong predictions, of powers used, and of cards dealt in a game."""
    words = [event.split(" ") for event in events]
    verbs = [each[0] for each in words]
    last = [each[-1] for each in words if each[0] == "predict"]
    return last.count("hit"), last.count("miss"), verbs.count("use"), verbs.count("deal")


class Result(Ending):
    """The result and the game in numbers."""

    def draw(self, canvas):
        game, middle, room = self.game, canvas.width // 2, canvas.width - 12
        heading, note = canvas.heading, canvas.note
        font = heading if canvas.large else note
        head = heading.cap + note.cap + 13 + 6 * canvas.scale
        canvas.fill(0, 0, canvas.width, head)
        canvas.text(text("result_" + game.result), middle, 8, heading, WHITE, CENTRE, room)
        won_deep = game.deep and game.result == "won"
        line = text("result_line_deep" if won_deep else "result_line_" + game.result)
        canvas.text(line, middle, head - note.cap - 5, note, WHITE, CENTRE, room)
        y = canvas.foot - note.cap - 4
        canvas.text(text("in_numbers", *in_numbers(game.events)), middle, y, note, BLACK, CENTRE, room)
        # in a duel each player has two lines
        names = [line[:-2] for line in game.players[:2]] if game.duel else game.players
        y -= font.cap + 5 * canvas.scale
        canvas.text(", ".join(names), middle, y, font, BLACK, CENTRE, room)
        y, pitch = (head + y) // 2, canvas.width // 3 - 8
        score = (game.deep.defeats, "defeats") if game.deep else (game.score, "score")
        numbers = ((SCORE,) + score, (DOOM, game.doom, "doom"), (FULL, game.turn, "turns"))
        labels = [text(key) for _, _, key in numbers]
        font = that_fits(max(labels, key=font.width), font, canvas.width // 3 - 12)
        for x, (symbol, value, _), label in zip((-pitch, 0, pitch), numbers, labels):
            self._draw_number(canvas, middle + x, y, symbol, value)
            canvas.text(label, middle + x, y + 6 * canvas.scale, font, BLACK, CENTRE)
        self.draw_end_keys(canvas)

    def _draw_number(self, canvas, x, y, symbol, value):
        digits, scale = canvas.digits, canvas.scale
        canvas.symbol(symbol, x - 24 * scale, y - digits.cap // 2 - 5 * scale, BLACK, canvas.symbols)
        canvas.text(str(value), x + 8 * scale, y - digits.cap, digits, BLACK, CENTRE)
