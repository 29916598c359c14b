"""Taking back the last step: what somebody entered, with the events that followed from it by themselves."""

from companion.canvas import BLACK, CENTRE, MEDIUM, WIDTH
from companion.games.shipwreck.table_view import place_name, short_name
from companion.screens import parts
from companion.screens.screen import BACK, GAME, GameScreen
from companion.texts import text
from shared_rules.shipwreck.cards import power_of


def what_goes(session):
    """Return what one undo takes back, in words: a line for each event, [] where there is nothing."""
    return [describe(session.game, event) for event in session.last_step()]


class Undo(GameScreen):
    """Says what would be taken back and asks whether it should be.

    screen: the Screen that C explains: the one from which a long press led here; None for this one.
    """

    repeats = ()

    def __init__(self, app, screen=None):
        GameScreen.__init__(self, app)
        self.screen = screen or self
        self.lines = what_goes(app.session)

    def draw(self, canvas):
        parts.heading(canvas, text("ask_undo"), question=True)
        lines = self.lines[-5:]
        for number, line in enumerate(lines):
            canvas.text(line, WIDTH // 2, 60 - 9 * len(lines) + 18 * number, MEDIUM, BLACK, CENTRE, WIDTH - 8)
        parts.keys(canvas, text("no"), text("yes"), text("explain_it"))

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name == "c":
            from companion.screens.explain import Explain

            return Explain(self.app, self.screen)
        if name != "b":
            return None
        self.app.session.undo()
        return GAME


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    words = event.split(" ")
    verb = words[0]
    if verb == "play":
        return text("did_play", int(words[1]), place_name(game, int(words[2])))
    if verb == "deal":
        return text("did_deal", short_name(words[2]))
    if verb == "use":
        return text("did_use", power_of(words[1]).title)
    if verb in ("predict", "tell"):
        return text("did_" + words[-1])
    if verb == "hidden":
        return text("did_hidden", words[1])
    if verb == "inevitable":
        return text("did_inevitable", text(words[1]))
    if verb == "flip":
        return text("did_flip", parts.spoken(words[1]), words[2])
    if verb == "meet":
        return text("did_meet", _creature_name(event))
    if verb == "strike":
        met = [meet for meet in game.events if meet.startswith("meet %s:" % words[1])]
        return text("did_strike", words[2], _creature_name(met[-1]))
    if verb in ("avert", "ability"):
        return text("did_" + verb, words[1])
    if verb in ("reveal", "join", "leave"):
        return text("did_" + verb, parts.spoken(words[1]))
    return text("did_" + verb)


def _creature_name(meet):
    """Return the name of the creature that a `meet` is about, as the players see it."""
    return meet.split(":")[1].replace("_", " ")
