"""The blight cards: how much blight per player each holds once it has flipped. Data.

That number can also stand for a card without a name.
"""

if False:  # for the type checker only
    from typing import Any

# "!": it has an immediate effect; "+": the island is still healthy
_BOXES = """
core=downward-spiral:5 memory-fades:4
branch-and-claw=a-pall-upon-the-land:3! aid-from-lesser-spirits:2 back-against-the-wall:2 \
disintegrating-ecosystem:5! erosion-of-will:3! promising-farmlands:4! tipping-point:5!
jagged-earth=all-things-weaken:3 invaders-find-the-land:2!+ power-corrodes:4 strong-earth-shatters:2!+ \
thriving-communities:4! unnatural-proliferation:3! untended-land-crumbles:4
nature-incarnate=attenuated-essence:4 blight-corrodes:4 border-of-life-and-death:1+ burn-brightest:2! \
intensifying-exploitation:5 shattered-fragments:2! slow-dissolution:3 thriving-crops:2!+
"""

_NUMBERS = ("1", "2", "3", "4", "5")


def boxes() -> list[tuple[str, list[str]]]:
    """Return (box, ids of its cards) for each box."""
    rows = [line.split("=") for line in _BOXES.strip().split("\n")]
    return [(box, [card.split(":")[0] for card in cards.split(" ")]) for box, cards in rows]


def all_ids() -> list[str]:
    """Return the ids of all cards, then the numbers that stand for a card without a name."""
    return [id for _, ids in boxes() for id in ids] + list(_NUMBERS)


def find(id: str) -> "tuple[int, bool, bool] | Any":
    """Return (blight per player, whether it has an immediate effect, whether the island is still healthy).

    id: as from `all_ids`. Returns None if there is no such card.

    >>> find("thriving-crops"), find("4"), find("chess")
    ((2, True, True), (4, False, False), None)
    """
    if id in _NUMBERS:
        return int(id), False, False
    start = -1
    for before in ("=", " "):
        start = max(start, _BOXES.find("%s%s:" % (before, id)))
    if start < 0:
        return None
    card = _BOXES[start + 1 :].split("\n")[0].split(" ")[0]
    number = card.split(":")[1]
    return int(number[0]), "!" in number, "+" in number
