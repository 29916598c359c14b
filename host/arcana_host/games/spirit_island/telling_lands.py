"""The events of lands in sentences: what was done, and what it changed there and on the blight card."""

from typing import Any

from arcana_host.translation import N_, _
from shared_rules.spirit_island.lands.event import LandEvent

from .ravage_words import land_in_words

_TOLD = {
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
    "begin": N_("An action begins: {words}."),
    "done": N_("The action is done."),
}


def sentences_of_lands(text: str, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return an event of a land in sentences. before, after: the states around it."""
    event = LandEvent(text)
    told = []
    if event.verb != "land":
        values = {"land": event.land, "to": event.to, "number": event.number, "words": event.words}
        values["pieces"] = land_in_words(str(event.what))
        values["instead"] = land_in_words(str(event.instead))
        told.append(_(_TOLD[event.verb]).format(**values))
    for name, lying in after["lands"].items():
        if lying != before["lands"].get(name):
            told.append(_("Now in {land}: {pieces}.", land=name, pieces=land_in_words(lying)))
    taken = before["blight"]["card"] - after["blight"]["card"]
    if taken > 0:
        told.append(_("{blight} blight, {left} left.", blight=taken, left=after["blight"]["card"]))
    return told
