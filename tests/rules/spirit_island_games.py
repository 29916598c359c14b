"""Random games of Spirit Island: a table that does what tables do, and now and then what hardly any does."""

import random

from shared_rules.record import MAX_SETUP
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import BOARD_NAMES, THEMATIC
from shared_rules.spirit_island.lands.land import TOKENS, neighbours
from shared_rules.spirit_island.tables import adversary_ids, scenario_names, spirit_boxes, spirit_id

ADVERSARIES = adversary_ids()
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


# random events of lands: whatever can happen in them, in a keeper's game

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


def walk_lands(seed, steps=120):
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
    *_, (_, _, game) = walk_lands(seed, steps)
    return list(game.events)
