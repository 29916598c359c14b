"""A game of Spirit Island of four players against England 6, and the presses of its land calculator."""

import random

from rules.spirit_island_games import walk

SETUP = (
    "setup spirit-island players=Ann,Bo,Cy,Di spirits=thunderspeaker,oceans-hungry-grasp,"
    "volcano-looming-high,bringer-of-dreams-and-nightmares boards=A,D,B,C adversary=england:6 "
    "blight=card events=yes"
)
OPEN = ["c", "c"]
SIMPLE = ["up", "c", "up", "c", "c", "up"]
"""An explorer, a town and a dahan more than the setup puts there."""
SIX_FIELDS = ["up", "up", "c", "up", "c", "up", "c", "up", "up", "up", "c", "up", "c", "up", "up"]
"""Two explorers, a town, a city, three dahan, a blight more than the setup puts there, and Defend 2."""


def game_of(comes_so_far):
    """Return the events of a random game up to the moment that is looked for."""
    for seed in range(10_000):
        for game in walk(random.Random(seed), SETUP):
            if game.result:
                break
            if comes_so_far(game):
                return list(game.events)
    raise AssertionError("no random game comes so far")


def ninth_turn():
    """Return the events of a game up to the ravage of its ninth turn."""
    return game_of(lambda game: game.turn == 9 and game.step == "ravage" and not game.owed)
