"""The steps of a Ravage in words; its result can be entered into the game."""

from companion.games.spirit_island.kept_lands import keep_lands, land_is_done
from companion.games.spirit_island.ravage_words import lying, sentences
from companion.games.spirit_island.rulings import TextPages
from companion.screens.question import confirm
from companion.screens.screen import GAME, GameScreen
from companion.texts import text
from shared_rules.spirit_island.lands.land import read_land


class RavageSteps(TextPages):
    """What happens, step by step: UP and DOWN turn pages, A goes back, B enters fear and blight.

    fields: the Fields of the land.
    """

    outdated = GameScreen.outdated

    def __init__(self, app, fields):
        land, outcome = fields.land, fields.outcome()
        words = ["%d. %s" % (number, words) for number, words in enumerate(sentences(app, outcome), 1)]
        words.append(text("ravage_after", lying(outcome.after)))
        GameScreen.__init__(self, app)
        TextPages.__init__(self, app, text("ravage_in", land) if land else text("step_ravage"), words)
        self._fields = fields

    def offers(self):
        """Return the label of B, which says what it enters."""
        outcome = self._fields.outcome()
        if outcome.fear or outcome.blight:
            return text("take_over", outcome.fear, outcome.blight)
        return text("done")

    def press(self, name, kind):
        return self._take_over() if name == "b" else TextPages.press(self, name, kind)

    def _take_over(self):
        """Enter the fear and the blight in one step; if it cascades, ask for that blight, too."""
        app, land, outcome = self.app, self._fields.land, self._fields.outcome()
        events = ["fear %d" % outcome.fear] if outcome.fear else []
        if self._fields.known is not None:
            # the event `blight` adds its blight
            left = read_land(outcome.after)
            left.add_tokens("blight", -outcome.blight)
            events.append(("land %s %s" % (land, left)).rstrip())
        if outcome.blight:
            # an empty blight card must flip before anything else is entered, so blight comes last
            events.append("blight %d" % outcome.blight + (" " + land if land else ""))
        if events:
            app.session.enter(*events)
        self._fields.keep_after()
        land_is_done(app, land)
        keep_lands(app)
        if outcome.cascade and not app.session.game.result and not app.session.game.owed:
            return confirm(app, "ask_cascade", "blight 1")
        return GAME
