"""Facts about this game without its rules; it runs in the browser's MicroPython, too."""

from arcana_portable.translation import N_

NAME = "shipwreck"
TITLE = "The Shipwreck Arcana"

SETS = {"base": N_("Base"), "promo": N_("Promo"), "imago": N_("Imago"), "stars": N_("Stars")}
"""The panel's words for the card sets of a setup."""


def figures(state: dict) -> list[tuple[str, int]]:
    """Return how a game stands, from its state."""
    return [(N_("score"), state["score"]), (N_("doom"), state["doom"])]
