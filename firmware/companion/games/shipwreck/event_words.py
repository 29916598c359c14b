"""Events in words, for taking back."""

from companion.games.shipwreck.table_view import place_name, short_name
from companion.screens import widgets
from companion.texts import text
from shared_rules.shipwreck.cards import power_of


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
        return text("did_flip", widgets.spoken_name(words[1]), words[2])
    if verb == "meet":
        return text("did_meet", _creature_name(event))
    if verb == "strike":
        met = [meet for meet in game.events if meet.startswith("meet %s:" % words[1])]
        return text("did_strike", words[2], _creature_name(met[-1]))
    if verb in ("avert", "ability"):
        return text("did_" + verb, words[1])
    if verb in ("reveal", "join", "leave"):
        return text("did_" + verb, widgets.spoken_name(words[1]))
    return text("did_" + verb)


def _creature_name(meet):
    """Return the name of the creature in a `meet` event, as it is shown."""
    return meet.split(":")[1].replace("_", " ")
