"""Random games of Spirit Island: a table that does what tables do, and now and then what hardly any does."""

import random

from shared_rules.record_lines import MAX_SETUP
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import BOARD_NAMES, THEMATIC
from shared_rules.spirit_island.tables import adversary_names, scenario_names, spirit_boxes, spirit_id

ADVERSARIES = [id for id, _ in adversary_names()]
SPIRITS = sorted(spirit_id(name) for _, names in spirit_boxes() for name in names)
SCENARIOS = [id for id, _ in scenario_names() if not id.startswith("second-wave-")]
PLAYERS = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")

# how often an event of each kind is chosen in a step, beside those that take the game on
_OFTEN = {"fear": 6, "blight": 3, "heal": 1, "pool": 0.2, "accelerate": 0.2, "extra": 0.3, "tally": 0.4}
_SELDOM = {"won": 1, "lost": 1, "sacrifice": 1}
_GOING_ON = ("next", "card", "reveal", "flip")


def random_setup(dice, adversary=None):
    """A setup with this adversary and level, such as "england:4", or any."""
    count = dice.choice((1, 2, 2, 3, 4, 6))
    boards = dice.sample([board for board in BOARD_NAMES if board not in THEMATIC], count)
    if dice.random() < 0.1:
        boards = [dice.choice(sorted(THEMATIC))] * count
    chosen = dice.sample([spirit for spirit in SPIRITS if len(spirit) < 28], count)
    parts = [
        "players=" + ",".join(PLAYERS[:count]),
        "spirits=" + ",".join(chosen),
        "boards=" + ",".join(boards),
    ]
    if adversary is None and dice.random() < 0.8:
        adversary = f"{dice.choice(ADVERSARIES)}:{dice.randrange(7)}"
    if adversary:
        parts.append(f"adversary={adversary}")
        if dice.random() < 0.2:
            other = dice.choice([id for id in ADVERSARIES if id != adversary.split(":")[0]])
            parts.append(f"second={other}:{dice.randrange(7)}")
    if dice.random() < 0.2:
        parts.append("scenario=" + dice.choice(SCENARIOS))
    parts += [f"blight={dice.choice(('card', 'card', 'none'))}", f"events={dice.choice(('yes', 'no'))}"]
    setup = "setup spirit-island " + " ".join(parts)
    return setup if len(setup) <= MAX_SETUP else random_setup(dice, adversary)


def walk(dice, setup=None, steps=250):
    """Yield a Game after its setup and after each event, up to its end and the count that follows it."""
    game = Game.replay([setup or random_setup(dice)])
    yield game
    for _ in range(steps):
        text = _choose(game, dice)
        if text is None:
            return
        game.apply(text)
        yield game


def random_game(seed, setup=None, steps=250):
    """The events of a random game."""
    *_, game = walk(random.Random(seed), setup, steps)
    return list(game.events)


def _choose(game, dice):
    if game.result:
        listed = [text for text in game.legal_actions() if text.split()[0] in ("count", "sacrifice")]
        if not listed:
            return None
        text = dice.choice(listed if dice.random() < 0.2 else [listed[-1]])
        return f"count dahan={dice.randrange(30)} blight={dice.randrange(30)}" if "count" in text else text
    verbs = ["accelerate"] if game.owed == "accelerate" else _GOING_ON
    going_on = [text for verb in verbs for text in game.legal_actions(verb)]
    if not going_on or dice.random() < 0.35:
        weights = _OFTEN | (_SELDOM if dice.random() < 0.02 else {})
        verb = dice.choices(list(weights), list(weights.values()))[0]
        listed = list(game.legal_actions(verb))
        if listed:
            return _varied(game, dice, dice.choice(listed))
    return dice.choice(going_on) if going_on else None


def _varied(game, dice, text):
    """The same event with another number, and now and then with a land."""
    verb, *words = text.split()
    if verb in ("fear", "blight", "heal", "pool"):
        words = [str(dice.choice((1, 1, 2, 3, 9 if verb == "fear" else 1)))]
        if verb in ("blight", "heal") and game.boards[0] not in THEMATIC and dice.random() < 0.5:
            words.append(f"{dice.choice(game.boards)}{dice.randint(1, 8)}")
    return " ".join([verb, *words])


def long_game(count=250):
    """The events of a game for four that is in its ninth turn after 250 events."""
    start = "setup spirit-island players=Ann,Bo,Cy,Di boards=A,B,C,D"
    spirits = "thunderspeaker,oceans-hungry-grasp,heart-of-the-wildfire,hearth-vigil"
    start = start.replace(" boards", f" spirits={spirits} boards")
    game = Game.replay([f"{start} adversary=england:6 second=russia:6 blight=card events=yes"])
    between = {"fast": "blight 1 A1", "event": "heal 1 A1", "slow": "tally 1"}
    while len(game.events) < count:
        if game.events[-1] == "next":
            for text in ("fear 1", between.get(game.step, "fear 2")):
                if game.owed != "flip":
                    game.apply(text)
        game.apply(next(text for verb in _GOING_ON[::-1] for text in game.legal_actions(verb)))
    return game.events[:count]
