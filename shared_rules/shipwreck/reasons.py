"""Why an event may not happen now, in a sentence for the players, or None.

Everything that an event needs is asked here, so that settling it can't fail.
Source: the rulebook, the cards, the faded-power FAQ and the rulings of the game record.
"""

from shared_rules.shipwreck.cards import CARDS, power_of
from shared_rules.shipwreck.event import LEVELS
from shared_rules.shipwreck.told import still_kept

_PHRASES = {
    "before-play": "before the play",
    "after-play": "after the play",
    "after-predict": "after the prediction",
    "deal": "while a card is dealt",
    "over": "after the game",
}

# In which phase each event has its place; `setup` and `abandon` are asked for on their own.
_PHASE_OF = {
    "play": "before-play",
    "tell": "after-play",
    "steal": "after-play",
    "inevitable": "after-play",
    "reveal": "after-play",
    "predict": "after-play",
    "hidden": "after-predict",
    "strike": "after-predict",
    "avert": "after-predict",
    "join": "before-play",
    "leave": "before-play",
}

_QUESTIONS = {
    "tell": "The Chalice asks first whether the kept fate is higher.",
    "steal": "The Thief comes first: a fate is stolen, or there is none to steal.",
    "inevitable": "The Fall comes first: will it fade?",
    "spoils": "The freed fate comes first: it strikes a creature or averts doom.",
    "meet": "A creature shows itself first.",
}

# What may happen while something is owed: what answers it, and that a play was illegal.
_ANSWERS = {"spoils": ("strike", "avert"), "meet": ("meet",)}

# When a power may be used: the phase, and what is said otherwise.
_TIMING = {
    "before-play": ("before-play", "%s is used before the turn's first play."),
    "after-play": ("after-play", "%s is used after the play and before the prediction."),
    "before-predict": ("after-play", "%s is used after the play and before the prediction."),
    "after-correct": ("after-predict", "%s is used after a correct prediction."),
}


def reason_against(game, event):
    """Return why the event may not happen now, or None when it may.

    game: the Game, which is left as it is. event: an Event.
    """
    verb = event.verb
    reason = _wrong_moment(game, verb)
    if reason or verb in ("setup", "abandon"):
        return reason
    return _ASKED[verb](game, event)


def _wrong_moment(game, verb):
    phase = game.phase
    if phase is None or verb == "setup":
        return None if phase is None and verb == "setup" else "A game begins with its setup, and only once."
    if phase == "over":
        return "The game is over."
    if verb in ("abandon", "assist"):
        return None
    if (phase == "deal") != (verb == "deal"):
        return "An empty place waits for its card first." if phase == "deal" else "No place waits for a card."
    wanted = _PHASE_OF.get(verb, phase)
    if verb == "inevitable" and game.word_open:
        wanted = phase
    if wanted != phase:
        return "'%s' comes %s; now it is %s." % (verb, _PHRASES[wanted], _PHRASES[phase])
    if game.owed and verb not in _ANSWERS.get(game.owed[0], (game.owed[0], "illegal")):
        return _QUESTIONS[game.owed[0]]
    return None


def _tells_nothing(game, event, reason):
    """Return the reason when the event leaves no value for the kept fate."""
    return None if still_kept(game, event) else reason


def _play(game, event):
    fate, place = event.args
    if game.unseen(fate) == 0:
        return _all_seen(fate)
    if place and not game.card_at(place):
        return "No card lies at place %d." % place
    name = CARDS[game.card_at(place)].name if place else "The Hours"
    if place and game.feast_played and game.card_at(place) == "the-feast":
        return "The Feast takes one play a turn; play elsewhere."
    if not place:
        return _tells_nothing(game, event, "With a %d there is always a card of the row to play on." % fate)
    return _tells_nothing(game, event, "A %d can't be played on %s, whatever fate is kept." % (fate, name))


def _all_seen(fate):
    return "All three %ds lie on the table or are out of the game." % fate


def _answer(game, event):
    if not ((game.owed and game.owed[0] == event.verb) or (event.verb == "inevitable" and game.word_open)):
        return "Nobody asks for '%s' now." % event.verb
    if event.verb == "steal" and len(event.args) == 2:
        fate, place = event.args
        if game.card_at(place) == "the-thief":
            return "The Thief steals from another card."
        reason = _no_fate(game, fate, place)
        if reason:
            return reason
    return _tells_nothing(game, event, "That can't be the answer, whatever fate is kept.")


def _no_fate(game, fate, place):
    if fate in game.fates_at(place):
        return None
    return "No %d lies in front of place %d." % (fate, place)


def _predict(game, event):
    values = event.args[0] if len(event.args) == 2 else ()
    outcome = event.args[-1]
    if len(values) > game.predictions:
        return "The group may predict %d time%s this turn." % (
            game.predictions,
            "" if game.predictions == 1 else "s",
        )
    if 8 in values and not game.shadows:
        return "No fate has the value 8."
    possible = ", ".join([str(k) for k in game.kept])
    return _tells_nothing(
        game, event, "That can't be a %s: after this turn's play the fate can be %s." % (outcome, possible)
    )


def _hidden(game, event):
    if game.outcome != "miss" or len(game.kept) == 0:
        return "A hidden fate is shown after a wrong prediction."
    if game.shown:
        return "The hidden fate was shown already."
    return _tells_nothing(game, event, "The hidden fate can't have been a %d." % event.args[0])


def _illegal(game, event):
    if event.args:
        fate, place = event.args
        if game.phase != "before-play":
            return "An illegal play takes the place of the play."
        if game.unseen(fate) == 0:
            return _all_seen(fate)
        if place and not game.card_at(place):
            return "No card lies at place %d." % place
        return None
    if game.phase != "after-play" or game.again:
        return "There is no play that could have been illegal."
    return None


def _reveal(game, event):
    player, fate = event.args
    reason = _unknown(game, player)
    if reason:
        return reason
    if player.split(".")[0] == game.active.split(".")[0]:
        return "The active player's fate stays hidden."
    if player not in game.held:
        return "%s holds no fate." % player
    if game.unseen(fate) != 1:
        return "Only the last copy of a value is revealed: two %ds must lie open." % fate
    return _tells_nothing(game, event, "The active player must hold that %d." % fate)


def _in_the_deep(game, event):
    if game.deep is None:
        return "There are no creatures and no adventurers in this game."
    reason = game.deep.reason_against(game, event)
    if reason or event.verb in ("meet", "ability"):
        return reason
    return _tells_nothing(game, event, "The freed fate can't be a %d." % event.args[-1])


def _flip(game, event):
    player = event.args[0]
    if game.assist == "keeper":
        return "No number lines are kept in this game."
    reason = _unknown(game, player)
    if reason:
        return reason
    if player not in game.holders():
        return "%s holds no fate to note anything of." % player
    return None


def _assist(game, event):
    raised = LEVELS.index(event.args[0]) - LEVELS.index(game.assist)
    if raised == 0:
        return "That is the level of this game already."
    if (raised > 0) != (len(event.args) == 2):
        return "More help takes everybody's consent ('agreed'), less help takes none."
    return None


def _end(game, event):
    if game.phase == "before-play":
        return "The turn can't end before a fate is played."
    return None


def _deal(game, event):
    place, card = event.args
    if place not in game.waiting:
        return "Place %d does not wait for a card." % place
    if game.may_be_dealt(card):
        return None
    if CARDS[card].set not in game.sets:
        return "%s is not in the sets of this game." % CARDS[card].name
    if game.deck_next():
        return "The deck's top card is known: it is %s." % CARDS[game.deck_next()].name
    return "%s can't be the deck's top card." % CARDS[card].name


def _unknown(game, player):
    return None if player in game.players else "Nobody here is called %s." % player


def _between_turns(game):
    if game.duel:
        return "Nobody joins or leaves the 2-player challenge."
    return None if game.fresh else "Players join and leave between turns."


def _join(game, event):
    player = event.args[0]
    if player in game.players:
        return "There is a player called %s already." % player
    if len(game.players) == 5:
        return "Five players at most."
    if len(event.args) == 2 and event.args[1] > len(game.players):
        return "There is no seat %d in the turn order." % event.args[1]
    return _between_turns(game)


def _leave(game, event):
    reason = _between_turns(game) or _unknown(game, event.args[0])
    if not reason and len(game.players) == 2:
        return "It takes two to play; abandon the game instead."
    return reason


def _use(game, event):
    card = event.args[0]
    words = event.args[1:]
    power = power_of(card)
    if card not in game.powers:
        return "%s is not a faded power now." % CARDS[card].name
    if game.used:
        return "Only one faded power may be used a turn."
    phase, sentence = _TIMING[power.when]
    if game.phase != phase or (phase == "before-play" and game.last_play):
        return sentence % power.name
    if phase == "after-predict" and game.outcome != "hit":
        return sentence % power.name
    asked = _USES.get(power.id)
    reason = asked(game, card, *words) if asked else None
    if reason or phase != "after-play":
        return reason
    return _tells_nothing(game, event, "That can't be the answer, whatever fate is kept.")


def _other_power(game, card, other):
    if other == card or other not in game.powers:
        return "Another faded power is spent with it; %s is none." % CARDS[other].name
    return None


def _use_scythes(game, card, other, answer):
    return _other_power(game, card, other)


def _use_sails(game, card, other, fate, place):
    return _other_power(game, card, other) or _no_fate(game, fate, place)


def _use_shells(game, card, word):
    if word == "old" and game.active not in game.held:
        return "%s held no fate on the turn before." % game.active
    return None


def _use_sinners(game, card, fate, place):
    return _no_fate(game, fate, place)


def _use_storms(game, card, fate, answer):
    return None if fate in game.visible() else "No %d is visible." % fate


def _use_sparrows(game, card, place):
    if not game.card_at(place):
        return "No card lies at place %d." % place
    return "Sparrows takes a card without fates." if game.fates_at(place) else None


def _use_skies(game, card, fate, source, target):
    if source == target or not game.card_at(target):
        return "The fate moves to another card of the row."
    return _no_fate(game, fate, source)


def _use_scions(game, card, place):
    return None if game.card_at(place) else "No card lies at place %d." % place


_USES = {
    "scythes": _use_scythes,
    "sails": _use_sails,
    "shells": _use_shells,
    "sinners": _use_sinners,
    "storms": _use_storms,
    "sparrows": _use_sparrows,
    "skies": _use_skies,
    "scions": _use_scions,
}

_ASKED = {
    "play": _play,
    "tell": _answer,
    "steal": _answer,
    "inevitable": _answer,
    "use": _use,
    "predict": _predict,
    "hidden": _hidden,
    "illegal": _illegal,
    "reveal": _reveal,
    "meet": _in_the_deep,
    "strike": _in_the_deep,
    "avert": _in_the_deep,
    "ability": _in_the_deep,
    "flip": _flip,
    "assist": _assist,
    "end": _end,
    "deal": _deal,
    "join": _join,
    "leave": _leave,
}
