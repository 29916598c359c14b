"""The rulings on The Shipwreck Arcana, as the device has them, and which of them an event needs."""

from __future__ import annotations

from arcana_portable.games.shipwreck.naming import card_name, power_title
from arcana_portable.translation import N_, _

from arcana_host.games.rulings import Ruling, rulings_of_device
from shared_rules.shipwreck import CARDS

SOURCES = {"faq": N_("FAQ"), "rulebook": N_("rulebook"), "ours": N_("our reading")}


def rulings(language: str) -> list[Ruling]:
    """Return all rulings in a language, or in English."""
    found = []
    for id, topic, moments, source, about, question, answer in rulings_of_device("shipwreck", language):
        names = [card_name(each) if each in CARDS else power_title(each) for each in about.split()]
        found.append(Ruling(id, topic, moments.split(), [*names, _(SOURCES[source])], question, answer))
    return found
