"""The boards: the terrain of each land, and the lands that match an invader card. Data.

J is jungle, M mountain, S sands, W wetland.
"""

_TERRAINS = {
    "A": "MWJSWMSJ",
    "B": "WMSJSWMJ",
    "C": "JSMJWSMW",
    "D": "WJWSMJSM",
    "E": "SMJWMSJW",
    "F": "SJWMJMWS",
    "G": "MWSWSJJM",
    "H": "JSMMJWWS",
}


THEMATIC = {"thematic": 3, "thematic-tokens": 1}
"""What the thematic map adds to the difficulty, without and with the tokens printed on it."""

NAMES = tuple(sorted(_TERRAINS)) + tuple(sorted(THEMATIC))


def is_coastal(land: str) -> bool:
    """Return whether a land, such as "A3", is adjacent to the ocean: lands 1 to 3 of each board are."""
    return land[1] in "123"


def matching_lands(boards: list[str], code: str) -> list[str]:
    """Return the lands that match an invader card or an extra step's terrain, such as "A3", board by board.

    boards: those in play; the lands of the thematic map are not known. code: such as "2J", "3JM", "2C" or
    "J"; which lands the salt card matches depends on what lies there, so there are none for it.

    >>> matching_lands(["A", "D"], "2J"), matching_lands(["D"], "2C")
    (['A3', 'A8', 'D2', 'D6'], ['D1', 'D2', 'D3'])
    """
    wanted = code.lstrip("123")
    lands = []
    for board in boards:
        for number, terrain in enumerate(_TERRAINS.get(board, ""), 1):
            land = board + str(number)
            if terrain in wanted or (wanted == "C" and is_coastal(land)):
                lands.append(land)
    return lands
