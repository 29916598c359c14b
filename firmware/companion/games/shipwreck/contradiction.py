"""The question about what was entered if no hands agree with it; only the oracle asks.

It must not refuse anything: the table may be right, and an earlier answer wrong.
"""

from companion.screens import GAME, widgets
from companion.screens.menu import Undo
from companion.texts import text
from shared_rules.shipwreck.held_fates import reason


class Contradiction(Undo):
    """Says why the last step can't be, and shows it: A takes it back, B lets it stand."""

    takes_back = False

    def __init__(self, app):
        Undo.__init__(self, app)
        found = reason(self.game)
        if found:
            values = [str(value) for value in found[1]]
            known = text("or", ", ".join(values[:-1]), values[-1]) if len(values) > 1 else values[0]
            self.lines.append(text("was_known", widgets.spoken_name(found[0]), known))
        else:
            self.lines.append(text("none_fit"))

    def draw_frame(self, canvas):
        """Draw the heading and the labels of the buttons."""
        widgets.draw_heading(canvas, text("contradiction"), question=True)
        widgets.draw_keys(canvas, text("undo"), text("it_is_so"))

    def press(self, name, kind):
        if name == "a":
            self.app.session.undo()
        elif name == "b":
            reading = self.game.reading()
            reading.settled = reading.contradicting[-1]
        else:
            return None
        return GAME
