"""Taking back: what the last press entered, with the events that followed from it by themselves."""

from companion.canvas import BLACK, CENTRE, MEDIUM, WIDTH
from companion.games.shipwreck.table_view import place_name, short_name
from companion.screens import parts
from companion.screens.screen import BACK, GAME, GameScreen
from companion.texts import text
from shared_rules.shipwreck.cards import power_of

_LEADING = ("predict", "illegal", "use", "inevitable", "strike", "avert", "meet", "ability")


def taken_back(game):
    """Return how many of the last events one undo takes back, and how many of them a player entered.

    With the end of a turn goes what led to it at once; the session takes what followed by itself.
    """
    events = game.events
    count = 0
    while _followed(game, len(events) - count):
        count += 1
    count += 1
    entered = 1
    if events[-count] == "end":
        if events[-1 - count].startswith("hidden"):
            entered += 1
        if _leads_to_end(events[: 1 - count - entered]):
            entered += 1
    return count + entered - 1, entered


def _followed(game, length):
    """Whether the last of the first `length` events followed by itself from the one before."""
    verb = game.events[length - 1].split(" ")[0]
    # asked first, as a Pico takes its time to replay a game
    if verb != "tell" and (verb != "deal" or len(game.deck_bottom) != game.deck_size):
        return False
    return type(game).replay(game.events[: length - 1]).follows() is not None


def _leads_to_end(events):
    """Whether an end that comes after these events may have followed the last of them by itself."""
    if events[-1].split(" ")[0] not in _LEADING:
        return False
    for event in reversed(events):
        verb = event.split(" ")[0]
        if verb in ("predict", "illegal"):
            return True
        if verb in ("play", "setup", "end"):
            return False
    return False


def what_goes(game):
    """Return what one undo takes back, in words: a line for each event."""
    count, _ = taken_back(game)
    return [describe(game, event) for event in game.events[-count:]]


class Undo(GameScreen):
    """Says what would be taken back and asks whether it should be.

    screen: the Screen that C explains: the one from which a long press led here; None for this one.
    """

    repeats = ()

    def __init__(self, app, screen=None):
        GameScreen.__init__(self, app)
        self.screen = screen or self
        self.lines = what_goes(self.game)

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
        for _ in range(taken_back(self.game)[1]):
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
