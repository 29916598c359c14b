"""Retells a game of Spirit Island in sentences.

It runs on CPython and, in the browser, on MicroPython.
"""

from typing import Any

from arcana_portable.games.spirit_island.naming import (
    adversary_name,
    blight_card_name,
    card_name,
    printed_name,
    scenario_name,
    spirit_name,
    step_name,
    unseen_name,
)
from arcana_portable.replay import Step
from arcana_portable.translation import N_, N_plural, _, ngettext
from shared_rules.spirit_island.components import LAND_VERBS, NOWHERE, words_of
from shared_rules.spirit_island.lands.effects import LandEvent

from .ravage_words import land_in_words
from .table_sheet import lands_of, moment
from .table_sheet import words as texts

_LAND_SENTENCES = {
    "defend": N_("Defend {number} in {land}."),
    "isolate": N_("{land} is isolated."),
    "ravage": N_("The invaders ravage {land}."),
    "build": N_("The invaders build in {land}."),
    "explore": N_("The invaders explore {land}."),
    "damage": N_("{number} damage to the invaders in {land}."),
    "destroy": N_("Destroyed in {land}: {pieces}."),
    "add": N_("Added in {land}: {pieces}."),
    "remove": N_("Removed from {land}: {pieces}."),
    "move": N_("Moved from {land} to {to}: {pieces}."),
    "replace": N_("Replaced in {land}: {pieces} by {instead}."),
    "cascade": N_("The blight cascades to {land}."),
    "push": N_("An explorer is pushed to {land}."),
    "runoff": N_("Whether it counts for the ocean: {words}."),
    "begin": N_("An action begins: {words}."),
    "done": N_("The action is done."),
}


def sentences_of(step: Step, before: dict[str, Any]) -> list[str]:
    """Return an event as sentences. before: the state before it, {} before the setup."""
    verb, *words = words_of(step.text)
    if verb in LAND_VERBS:
        sentences = _sentences_of_lands(step.text, before, step.state)
    elif verb in _SENTENCES:
        sentences = _SENTENCES[verb](words, before, step.state)
    else:
        sentences = _told(verb, words, step.state)
    _events, by, source = step.text.rpartition(" by=")
    if by and sentences:
        sentences[0] = f"{printed_name(source)}: {sentences[0]}"
    return sentences + _consequences(before, step.state)


_TOLD = {
    "pool": N_("The fear pool grows by {number}, to {pool}."),
    "card": N_("A fear card is resolved at terror level {level}."),
    "blight": N_("{number} blight, {left} left."),
    "blight 2": N_("{number} blight in {last}, {left} left."),
    "heal": N_("{number} blight goes back to the card."),
    "heal 2": N_("{number} blight from {last} goes back to the card."),
    "accelerate": N_("Discarded from the deck, unexplored: {card}."),
    "extra": N_("An extra {step} in {lands}."),
    "entrench": N_("From the fear cards, an invader card goes to Build: {lands}."),
    "fortify": N_("Fortification: a Build in {lands}."),
    "tally": N_("The adversary's counter is at {tally}."),
    "skip": N_("{step} is skipped."),
    "skip 2": N_("{step}: {card} is skipped."),
    "again": N_("{step} turns up one card more."),
    "again 2": N_("{step}: {card} acts once more."),
    "as": N_("In {step}, the cards do something else: {to}."),
    "hold": N_("{card} does not move on this time."),
    "pin": N_("{card} does not move on any more."),
    "unpin": N_("{card} moves on again."),
    "top": N_("{card} goes on top of the invader deck."),
    "bottom": N_("{card} goes under the invader deck."),
    "drop": N_("{card} goes to the discard."),
    "drop 2": N_("{card} leaves the game."),
    "insert": N_("{card} comes into play: {to}."),
    "shuffle": N_("The top {number} cards of the invader deck change places unseen."),
    "board": N_("The invader board is set anew."),
    "earned": N_("Waiting fear cards: {number}."),
    "fear-deck": N_("Cards of the fear deck: {number}."),
    "card-blight": N_("Blight on the blight card: {number}."),
    "boards": N_("The boards in play are now {number}."),
    "terror": N_("A ritual takes place."),
    "note": N_("A reminder for {step}: {name}."),
}


def _told(verb: str, words: list[str], after: dict) -> list[str]:
    """Return an event as a sentence; an event without a sentence leads to an end, which has its own."""
    sentence = _TOLD.get(f"{verb} {len(words)}", _TOLD.get(verb))
    if not sentence:
        return []
    first, last = (words[0], words[-1]) if words else ("", "")
    # the card stands last after a step, and otherwise first
    code = last if "{step}" in sentence else first
    signed = verb in ("earned", "fear-deck", "card-blight")
    values = {
        "number": f"{int(first):+d}" if signed else first,
        "last": last,
        "left": after["blight"]["card"],
        "pool": after["fear"]["pool"],
        "level": after["terror"],
        "tally": after["tally"],
        "step": step_name(first) if "{step}" in sentence else "",
        "to": step_name(last) if "{to}" in sentence else "",
        "card": unseen_name(code) if "{card}" in sentence else "",
        "name": printed_name(last) if "{name}" in sentence else "",
        "lands": _lands([code], after) if "{lands}" in sentence else "",
    }
    told = _(sentence).format(**values)
    return [told[:1].upper() + told[1:]]


def _setup(words: list[str], before: dict, after: dict) -> list[str]:
    given = dict(word.split("=") for word in words[1:])
    seats = zip(after["players"], after["spirits"], given["boards"].split(","))
    sentences = [
        _("{player} is {spirit} on board {board}.", player=name, spirit=spirit_name(spirit), board=board)
        for name, spirit, board in seats
    ]
    if "extra" in given:
        sentences.append(_("Board {board} is an extra one.", board=given["extra"]))
    if "archipelago" in given:
        sentences.append(_("The boards are islands of their own."))
    against = [adversary_name(given[key]) for key in ("adversary", "second") if key in given]
    if against:
        sentences.append(_("They play against {adversaries}.", adversaries=_(" and ").join(against)))
    if "scenario" in given:
        sentences.append(_("The scenario is {scenario}.", scenario=scenario_name(given["scenario"])))
    return sentences + [_("The difficulty is {number}.", number=after["difficulty"])]


def _reveal(words: list[str], before: dict, after: dict) -> list[str]:
    if words == ["reminder"]:
        return [_("The reminder card comes up.")]
    if "explore" in after["invaders"].get("skipped", []):
        return [_("Turned up without exploring: {card}.", card=card_name(words[0]))]
    return [_("The invaders explore {lands}.", lands=_lands(words[:1], after))]


def _next(words: list[str], before: dict, after: dict) -> list[str]:
    step = after["step"]
    if step not in ("extra", "ravage", "build") or before["turn"] != after["turn"]:
        return []
    invaders = after["invaders"]
    skipped = list(invaders.get("skipped", []))
    # the sentences about the step belong to its first card
    cards = [code for code in invaders[step] if code not in skipped]
    cards = cards[1:] if step in skipped else cards
    cards += [each.split(" ")[1] for each in invaders.get("again", []) if each.startswith(step + " ")]
    if not cards:
        return [_("{step} is skipped.", step=step_name(step))]
    builds = step != "ravage" and "build ravage" not in invaders.get("as", [])
    builds = builds or f"{step} build" in invaders.get("as", [])
    sentence = _("The invaders build in {lands}.") if builds else _("The invaders ravage in {lands}.")
    return [sentence.format(lands=_lands(cards, after))]


def _fear(words: list[str], before: dict, after: dict) -> list[str]:
    earned = after["fear"]["earned"] - before["fear"]["earned"]
    if not earned:
        taken = words[0].lstrip("-")
        sentence = _("{fear} fear.") if taken == words[0] else _("{fear} fear is taken back.")
        return [sentence.format(fear=taken)]
    one, many = N_plural(
        "{fear} fear, which earns {n} fear card.", "{fear} fear, which earns {n} fear cards."
    )
    return [ngettext(one, many, earned, fear=words[0])]


def _flip(words: list[str], before: dict, after: dict) -> list[str]:
    sentence = _("The blight card flips: {card}. The island is still healthy, with {left} blight left.")
    if after["blight"]["side"] == "blighted":
        sentence = _("The blight card flips: {card}. The island is blighted, with {left} blight left.")
    return [sentence.format(card=blight_card_name(words[0]), left=after["blight"]["card"])]


def _count(words: list[str], before: dict, after: dict) -> list[str]:
    dahan, blight = (word.split("=")[1] for word in words)
    counted = {"dahan": dahan, "blight": blight, "score": after["score"]}
    return [_("{dahan} dahan and {blight} blight are on the island: the score is {score}.", **counted)]


def _end(words: list[str], before: dict, after: dict) -> list[str]:
    return [moment(after, texts())]


_SENTENCES = {
    "setup": _setup,
    "reveal": _reveal,
    "next": _next,
    "fear": _fear,
    "flip": _flip,
    "sacrifice": _end,
    "count": _count,
}


def _consequences(before: dict, after: dict) -> list[str]:
    """Return the consequences of an event: another terror level, or the end of the game."""
    sentences = []
    if before and after["terror"] > before["terror"]:
        sentences.append(_("Terror level {level}.", level=after["terror"]))
    if before and not before["result"] and after["result"] and after["result"] != "sacrifice":
        sentences.append(moment(after, texts()))
    return sentences


def _lands(cards: list[str], state: dict) -> str:
    """Return invader cards in words, with the lands in play that they match."""
    named = ", ".join(map(card_name, cards))
    lands = ", ".join(lands_of(cards, state))
    return f"{named}: {lands}" if lands else named


def _sentences_of_lands(text: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return an event of a land in sentences. before, after: the states around it."""
    event = LandEvent(text)
    sentences = []
    if event.verb != "land":
        land = _("another land") if event.land == NOWHERE else event.land
        values = {
            "land": land,
            "to": event.to,
            "number": event.number,
            "words": _(event.words) if event.verb == "runoff" else event.words,
        }
        values["pieces"] = land_in_words(str(event.what))
        values["instead"] = land_in_words(str(event.instead))
        sentences.append(_(_LAND_SENTENCES[event.verb]).format(**values))
    earned = after["fear"]["earned"] - before["fear"]["earned"]
    fear = after["fear"]["generated"] - before["fear"]["generated"] + earned * after["fear"]["pool"]
    if fear:
        sentences += _fear([str(fear)], before, after)
    for name, lying in sorted(after["lands"].items()):
        if lying != before["lands"].get(name) and name != NOWHERE:
            sentences.append(_("Now in {land}: {pieces}.", land=name, pieces=land_in_words(lying)))
    taken = before["blight"]["card"] - after["blight"]["card"]
    if taken > 0:
        sentences += _told("blight", [str(taken)], after)
    return sentences
