"""Everything the player sees, and what every button means.

A screen draws itself on a Canvas and answers presses; it has no I/O of its own and knows the device only as
`app`: `app.session`, `app.settings`, `app.board`, `app.journal`, `app.say(sentence)`, `app.refresh()`.
`first(app)` gives the one screen that holds all others.
"""

from companion.screens.screen import BACK, GAME, HOME, Screen
from companion.screens.stack import Stack, draw_message

SETTINGS = {
    "names": "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida",
    "players": 2,
    "first": 0,
    "doom": 2,
    "sets": "base",
    "mode": "standard",
    "assist": "keeper",
    "adventurers": "",
    "note": False,
    "board": "",
    "language": "english",
}
"""What screens keep in the settings: the names at the table, how many play, which of them begins, the doom,
the sets, the mode, the level of assistance and the adventurers of the last game, and whether the group notes
the values it predicts; the name of the board, for one that is not found by itself; and the language."""


def first(app, game=False):
    """Return the screen a companion shows after power-up.

    game: whether to begin with the game on the table, where there is one, rather than with the title.
    """
    return Stack(app, game)


__all__ = ("BACK", "GAME", "HOME", "SETTINGS", "Screen", "draw_message", "first")
