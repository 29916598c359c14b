"""The boards: the terrain of each land, and the lands that match an invader card. Data.

J is jungle, M mountain, S sands, W wetland; lands 1 to 3 are coastal.
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

_COASTAL = 3
"""Lands 1 to 3 of each board are coastal."""

THEMATIC = {"thematic": 3, "thematic-tokens": 1}
"""The thematic map without and with the tokens printed on it, and what that adds to the difficulty."""

NAMES = tuple(sorted(_TERRAINS)) + tuple(sorted(THEMATIC))


def matching_lands(boards: list[str], code: str) -> list[str]:
    """Return the lands that match an invader card or an extra step's terrain, in board and number order.

    boards: those in play; of the thematic map nothing is known. code: such as "2J", "3JM", "2C" or "J"; the
    salt card matches by what lies there, so no land follows from it.

    >>> matching_lands(["A", "D"], "2J"), matching_lands(["D"], "2C")
    (['A3', 'A8', 'D2', 'D6'], ['D1', 'D2', 'D3'])
    """
    wanted = code.lstrip("123")
    lands = []
    for board in boards:
        for number, terrain in enumerate(_TERRAINS.get(board, ""), 1):
            if terrain in wanted or (wanted == "C" and number <= _COASTAL):
                lands.append(board + str(number))
    return lands
