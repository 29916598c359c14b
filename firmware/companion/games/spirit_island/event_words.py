"""Events in words, for taking back."""

from companion.games.spirit_island.land_words import in_words, terrain
from companion.texts import text
from shared_rules.spirit_island.event import LAND_VERBS


def describe(game, event):
    """Return an event in words. game: the Game after it."""
    verb, *words = event.split(" ")
    if verb in LAND_VERBS:
        return event
    if verb == "next":
        return text("did_next", text("step_" + game.step))
    if verb in ("reveal", "accelerate"):
        return text("did_reminder") if words[0] == "reminder" else text("did_" + verb, terrain(words[0]))
    if verb == "extra":
        return text("did_extra", text("slot_" + words[0]), terrain(words[1]))
    if verb == "flip":
        return text("did_flip", in_words(words[0]))
    if verb in ("won", "lost", "sacrifice", "abandon"):
        return text("did_abandon")
    return text("did_" + verb, *([] if verb == "count" else words[:1]))
