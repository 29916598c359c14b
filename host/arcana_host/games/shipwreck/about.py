"""What is known of this game without its rules; it runs in the browser's MicroPython, too."""

NAME = "shipwreck"
TITLE = "The Shipwreck Arcana"

SETS = {"base": "Base", "promo": "Promo", "imago": "Imago", "stars": "Stars"}
"""What the panel calls the card sets of a setup."""


def figures(state: dict) -> dict[str, int]:
    """Return how a game stands, from its state."""
    return {"score": state["score"], "doom": state["doom"]}
