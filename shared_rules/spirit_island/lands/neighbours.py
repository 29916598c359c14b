"""Which lands are adjacent on each board. Data.

How the boards are laid out is not known; the players know what is adjacent on another board.
"""

_ADJACENT = {
    "A": "2456 134 24 1235 14678 158 58 567",
    "B": "2456 134 24 12357 1467 1578 4568 67",
    "C": "256 1345 24 2357 12467 1578 4568 67",
    "D": "2578 1345 24 2356 12467 457 1568 17",
    "E": "257 135 245 3567 12347 478 14568 67",
    "F": "256 1345 24 23578 12468 158 48 4567",
    "G": "26 13456 24 2357 24678 1258 458 567",
    "H": "268 1356 245 357 23467 12578 4568 167",
}

CERTAIN = "AD"
"""The boards on which at least two sources agree."""


def neighbours(land: str) -> list[str]:
    """Return the lands of the same board that are adjacent to a land, without the ocean.

    >>> neighbours("A8")
    ['A5', 'A6', 'A7']
    """
    board, number = land[0], land[1]
    return [board + each for each in _ADJACENT[board].split(" ")[int(number) - 1]] if number != "0" else []
