"""Draws a setup of Spirit Island within a difficulty from the boxes that a group owns."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from arcana_portable.errors import WordsError
from arcana_portable.games.spirit_island.naming import adversary_name, spirit_name
from arcana_portable.translation import _, refusal_text

from arcana_host.files import normalize
from shared_rules.errors import RuleError
from shared_rules.player_names import check_players
from shared_rules.spirit_island.setup import MOST_PLAYERS
from shared_rules.spirit_island.tables import (
    LEVELS,
    Adversary,
    find_scenario,
    scenario_names,
    spirit_boxes,
    spirit_id,
)

# of each box: adversaries, scenarios and boards; Second Wave is left out, as it needs a game before
_BOXES = """
core|prussia england sweden|blitz guard-the-isles-heart rituals-of-terror dahan-insurrection|ABCD
branch-and-claw|france|powers-long-forgotten ward-the-shores rituals-of-the-destroying-flame|
feather-and-flame|scotland|a-diversity-of-spirits varied-terrains|
jagged-earth|habsburg-livestock russia|elemental-invocation despicable-theft the-great-river|EF
nature-incarnate|habsburg-mining|destiny-unfolds surges-of-colonization surges-of-colonization-larger|
horizons|||GH
"""
BOXES = {line.partition("|")[0]: line.split("|")[1:] for line in _BOXES.strip().splitlines()}
"""The adversaries, the scenarios and the boards of each box."""

_APART = ({"B", "E"}, {"D", "F"}, {"C", "G"}, {"A", "H"})
"""Boards not to be combined in a game with few boards, as is printed on the newer boards."""

_FEW = 4


class Wish(NamedTuple):
    """For whom a setup is drawn. players: names. boxes: their ids. least, most: of the difficulty."""

    players: list[str]
    boxes: list[str]
    least: int
    most: int


def read_wish(players: str, boxes: str, difficulty: str) -> Wish:
    """Return the wish in the words of a command line. Raises WordsError."""
    names = [name.strip() for name in normalize(players).split(",")]
    owned = list(BOXES) if boxes == "all" else [box.strip() for box in boxes.lower().split(",")]
    least, dash, most = difficulty.partition("-")
    try:
        check_players(names)
    except RuleError as error:
        raise WordsError(refusal_text(error)) from error
    if len(names) > MOST_PLAYERS:
        raise WordsError(_("At most {count} can play.", count=MOST_PLAYERS))
    if not set(owned) <= set(BOXES):
        raise WordsError(_("The boxes are {boxes}.", boxes=", ".join(BOXES)))
    if not least.isdecimal() or (dash and not most.isdecimal()):
        raise WordsError(_("{words} is not a difficulty such as 6-8 or 5.", words=difficulty))
    return Wish(names, owned, *sorted((int(least), int(most or least))))


class RandomSetup(NamedTuple):
    """A setup that was drawn.

    adversary: with its level, "" for no adversary; scenario: "" for no scenario.
    """

    spirits: list[str]
    boards: list[str]
    adversary: str
    scenario: str
    difficulty: int

    def form(self, wish: Wish) -> dict[str, Any]:
        """Return the settings that fill in a device's form for a new game, except the names."""
        lists = {"spirits": self.spirits, "boards": self.boards, "boxes": wish.boxes}
        words = {key: ",".join(value) for key, value in lists.items()}
        words |= {"adversary": self.adversary, "second": "", "scenario": self.scenario, "extra": ""}
        return {**words, "archipelago": False}

    def in_words(self, wish: Wish) -> list[str]:
        """Return the lines that name the parts of the setup."""
        seats = zip(wish.players, self.spirits, self.boards, strict=True)
        lines = [
            f"{name}: {spirit_name(spirit)}, {_('Board {board}', board=board)}"
            for name, spirit, board in seats
        ]
        lines.append(
            f"{_('Adversary')}: {adversary_name(self.adversary)}" if self.adversary else _("No adversary")
        )
        lines += [f"{_('Scenario')}: {dict(scenario_names())[self.scenario]}"] if self.scenario else []
        return [*lines, _("Difficulty {difficulty}", difficulty=self.difficulty)]


def draw(wish: Wish, dice: Random) -> RandomSetup:
    """Return a setup whose difficulty is as wished.

    Each suitable adversary is equally likely, and no adversary only if none is suitable; a scenario is as
    likely as no scenario.

    Raises WordsError if nothing has that difficulty, or there are too few boards.
    """
    players = len(wish.players)
    adversaries, scenarios, letters = (" ".join(BOXES[box][part] for box in wish.boxes) for part in range(3))
    fitting = []
    for adversary in ["", *(f"{id}:{level}" for id in adversaries.split() for level in range(LEVELS))]:
        for scenario in ["", *scenarios.split()]:
            difficulty = Adversary(adversary).difficulty if adversary else 0
            difficulty += (find_scenario(scenario) or [0])[0]
            if wish.least <= difficulty <= wish.most:
                fitting.append((adversary.partition(":")[0], scenario != "", adversary, scenario, difficulty))
    if not fitting:
        raise WordsError(_("Nothing in these boxes has that difficulty."))
    id = dice.choice(sorted({each[0] for each in fitting if each[0]} or {""}))
    by_scenario = dice.choice(sorted({each[1] for each in fitting if each[0] == id}))
    drawn = dice.choice([each[2:] for each in fitting if each[:2] == (id, by_scenario)])
    boards = letters.replace(" ", "")
    if len(boards) < players:
        raise WordsError(_("These boxes have too few boards for {count} players.", count=players))
    spirits = [spirit_id(name) for box, names in spirit_boxes() if box in wish.boxes for name in names]
    chosen = dice.sample(boards, players)
    while players <= _FEW and any(pair <= set(chosen) for pair in _APART):
        chosen = dice.sample(boards, players)
    return RandomSetup(dice.sample(spirits, players), chosen, *drawn)
