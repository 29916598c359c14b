"""Random events of lands: whatever can happen in them, in a keeper's game."""

import random

from rules.spirit_island_games import ADVERSARIES

from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import neighbours
from shared_rules.spirit_island.lands.land import TOKENS

_GOING_ON = ("next", "reveal", "card", "flip")
_VERBS = {
    "land": 2,
    "defend": 2,
    "isolate": 1,
    "ravage": 8,
    "build": 4,
    "explore": 4,
    "damage": 4,
    "destroy": 2,
    "add": 3,
    "remove": 2,
    "move": 3,
    "replace": 2,
    "begin": 1,
    "done": 1,
}


_CONDITIONS = ("", "", " before=1", " out=1 together=2", " cap=2")


def random_land(dice, most=4):
    """The text of a land, without what hardly anybody has."""
    words = []
    for kind in "ETCD":
        if dice.random() < 0.6:
            marks = f"d{dice.randint(1, 1 + (kind == 'C'))}" if dice.random() < 0.2 and kind != "E" else ""
            strife = f"s{dice.randint(1, 2)}" if dice.random() < 0.2 and kind != "D" else ""
            words.append(f"{kind}{dice.randint(1, most)}{strife}{marks}")
    if dice.random() < 0.3:
        words.append(f"P{dice.randint(1, 3)}")
    return " ".join(words + [f"{name}={dice.randint(1, 2)}" for name in TOKENS if dice.random() < 0.25])


def random_event(dice, game):
    """An event of lands as somebody might enter it; it need not be one that may happen."""
    verb = dice.choices(list(_VERBS), list(_VERBS.values()))[0]
    land = dice.choice(game.boards) + str(dice.randint(1, 8))
    near = dice.choice(neighbours(land))
    what = dice.choice(("E1", "T1", "C1", "D1", "E1 T1", "wilds=1", "blight=1", "E1 disease=1", "P1"))
    hit = dice.choice(("", "", " hit=T1", " hit=C1,E1", " hit=E1", " hit=none"))
    cascade = dice.choice(("", f" cascade={near}", f" cascade={near},{dice.choice(neighbours(near))}"))
    texts = {
        "land": f"land {land} {random_land(dice)}".strip(),
        "defend": f"defend {land} {dice.randint(1, 4)}",
        "ravage": f"ravage {land}{dice.choice(_CONDITIONS)}{hit}{cascade}",
        "damage": f"damage {land} {dice.randint(1, 6)}{dice.choice(('', ' only=ET', ' cap=2 bonus=1'))}{hit}",
        "destroy": f"destroy {land} {what}",
        "add": f"add {land} {what}{cascade}",
        "remove": f"remove {land} {what}",
        "move": f"move {land} {near} {what}",
        "replace": f"replace {land} {dice.choice(('T1 E1', 'C1 T1', 'D1 T1', 'E1 T1', 'blight=1 wilds=1'))}",
        "begin": "begin a power",
        "done": "done",
    }
    return texts.get(verb, f"{verb} {land}")


def walk(seed, steps=120):
    """Yield (event, refusal or None, Game after it) of a random game with lands."""
    dice = random.Random(seed)
    adversary = f" adversary={dice.choice(ADVERSARIES)}:{dice.randrange(7)}" if dice.random() < 0.8 else ""
    setup = f"setup spirit-island players=Ann spirits=hearth-vigil boards={dice.choice('ABCDEFGH')}"
    game = Game.replay([f"{setup}{adversary} blight=card events=no"])
    game.apply(dice.choice(list(game.legal_actions("reveal"))))
    for number in range(1, 9 if dice.random() < 0.8 else 5):
        game.apply(f"land {game.boards[0]}{number} {random_land(dice)}".strip())
    while len(game.events) < steps and not game.result:
        text = random_event(dice, game)
        going_on = [each for verb in _GOING_ON for each in game.legal_actions(verb)]
        if game.owed == "accelerate":
            text = next(iter(game.legal_actions("accelerate")))
        elif going_on and (game.owed or dice.random() < 0.1):
            text = dice.choice(going_on)
        refusal = game.why_not(text)
        if not refusal:
            game.apply(text)
        yield text, refusal, game


def random_events(seed, steps=120):
    """The events of a random game with lands."""
    *_, (_, _, game) = walk(seed, steps)
    return list(game.events)
