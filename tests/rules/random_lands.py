"""Random lands of Spirit Island, and adversaries whose rules change a ravage there."""

from rules.ravage_by_brute_force import KINDS, TIMINGS, Rules, health

ADVERSARIES = (None, None, "england", "sweden", "habsburg-livestock", "russia", "habsburg-mining")
_MARKS = (("", 0.7), ("d", 0.25), ("s", 0.25), ("ds", 0.1))
_TOKENS = (("badlands", 0.35), ("beasts", 0.2), ("wilds", 0.1), ("vitality", 0.3))


def random_rules(dice):
    """Return the Rules of a random ravage: often the plain ones, else those of an adversary's level.

    dice: a random.Random.
    """
    adversary = dice.choice(ADVERSARIES)
    rules = Rules(adversary, dice.randint(0, 6) if adversary else 0)
    if dice.random() < 0.6:
        return rules
    return rules._replace(
        timing=dice.choice(TIMINGS),
        sits_out=dice.choice((0, 0, 1, 2)),
        cap=dice.choice((None, None, 1, 3, 6)),
        bonus=dice.choice((0, 0, 1, 4)),
        dahan_health=dice.choice((2, 2, 3, 4)),
        less=dice.choice((0, 0, 1, 2)),
        blight_at=dice.choice((2, 2, 1, 4)),
    )


def random_land(dice, rules):
    """Return the text of a random land of few pieces that can lie there under these Rules.

    dice: a random.Random.
    """
    blight = dice.randint(1, 2) if dice.random() < 0.4 else 0
    words = []
    for kind in KINDS:
        most_hurt = health(kind, rules, blight > 0) - 1
        for marks, chance in _MARKS:
            if dice.random() < chance and (most_hurt or "d" not in marks):
                numbers = [f"{mark}{dice.randint(1, most_hurt if mark == 'd' else 2)}" for mark in marks]
                words.append(f"{kind}{dice.randint(1, 2)}{''.join(numbers)}")
    if dice.random() < 0.75:
        words.append(f"D{dice.randint(1, 4)}")
    if dice.random() < 0.25:
        words.append(f"D{dice.randint(1, 2)}d1")
    if dice.random() < 0.2:
        words.append("P1")
    words += [f"blight={blight}"] if blight else []
    words += [f"{name}={dice.randint(1, 2)}" for name, chance in _TOKENS if dice.random() < chance]
    if dice.random() < 0.5:
        words.append(f"defend={dice.randint(1, 9)}")
    return " ".join(words)
