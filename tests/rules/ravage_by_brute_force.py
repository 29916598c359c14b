"""A ravage resolved a second time, plainly: every choice of the players is tried, every aim counted out.

It is written from the game record's rules alone and shares nothing with `shared_rules.spirit_island`, so that
a mistake has to be made twice to stay unseen. It is slow, and wants lands of a dozen invaders at most.
"""

import re
from collections import namedtuple
from itertools import combinations

KINDS = "ETC"
HEALTH = {"E": 1, "T": 2, "C": 3}
DAMAGE = {"E": 1, "T": 2, "C": 3}
FEAR = {"E": 0, "T": 1, "C": 2}
UPGRADE = {"E": "T", "T": "C"}
DAHAN_DAMAGE = 2
TOKENS = ("blight", "badlands", "beasts", "disease", "wilds", "vitality")
TIMINGS = ("before", "together", "after")

Invader = namedtuple("Invader", "kind damage strife")

Land = namedtuple("Land", "invaders dahan presence tokens defend")
"""invaders: a list of Invader; dahan: the damage on each.
presence, defend: numbers. tokens: {name: number}."""

Rules = namedtuple(
    "Rules",
    "adversary level timing sits_out cap bonus dahan_health less blight_at",
    defaults=[None, 0, "after", 0, None, 0, 2, 0, 2],
)
"""The rules of a Ravage that can differ. adversary: its id. timing: when the dahan strike, one of TIMINGS.
sits_out: how many of them take no part. cap, bonus: of the damage that the invaders deal. dahan_health: of
each. less: how much less damage each invader deals. blight_at: the least damage that blights the land."""

Strike = namedtuple("Strike", "invaders destroyed power health_left pushed", defaults=[0])
"""A choice of the dahan. invaders: those that stand, None for each that fell or was pushed. destroyed: the
kinds of those that fell. power: the damage dealt. health_left: of the invaders that stand. pushed: how
many explorers are pushed instead of falling."""

_PIECES = re.compile(r"([ETCDP])(\d+)(?:d(\d+))?(?:s(\d+))?(?:d(\d+))?")


def read(text):
    """Return the Land that a text such as "E2 T1s1 D3 blight=1 defend=2" describes."""
    invaders, dahan, presence, defend, tokens = [], [], 0, 0, dict.fromkeys(TOKENS, 0)
    for word in text.split():
        name, is_token, number = word.partition("=")
        if name == "defend":
            defend = int(number)
        elif is_token:
            tokens[name] = int(number)
        else:
            kind, count, damage, strife, later = _PIECES.fullmatch(word).groups()
            hurt = int(damage or later or 0)
            if kind == "D":
                dahan += [hurt] * int(count)
            elif kind == "P":
                presence += int(count)
            else:
                invaders += [Invader(kind, hurt, int(strife or 0))] * int(count)
    return Land(invaders, dahan, presence, tokens, defend)


def same(land):
    """Return what lies there in a form that is equal for equal lands; Defend is not part of it."""
    tokens = tuple(sorted((name, number) for name, number in land.tokens.items() if number))
    return tuple(sorted(land.invaders)), tuple(sorted(land.dahan)), land.presence, tokens


def ravage(land, rules):
    """Return every outcome that the contract allows where nobody chooses, as a list of dicts.

    There are several where its order leaves the choice open, as between two towns of which one had strife, or
    which invader Habsburg's miners upgrade.
    """
    outcomes, best = all_outcomes(land, rules), {}
    for outcome in outcomes:
        at = outcome["upgraded"]
        best[at] = max(_worth(outcome), best.get(at, _worth(outcome)))
    return [outcome for outcome in outcomes if _worth(outcome) == best[outcome["upgraded"]]]


def _worth(outcome):
    destroyed = outcome["by_dahan"]
    fear = sum(FEAR[kind] for kind in destroyed) + outcome["pushes"]
    return fear, len(destroyed), -outcome["health_left"], destroyed.count("C"), destroyed.count("T")


def all_outcomes(land, rules):
    """Return an outcome for every choice that the players have."""
    # those that sit out are the ones that would be lost first
    dahan = sorted(land.dahan, reverse=True)
    resting, dahan = dahan[: rules.sits_out], dahan[rules.sits_out :]
    blighted = land.tokens["blight"] > 0
    # strife comes off before anything is dealt
    calm = [one._replace(strife=max(0, one.strife - 1)) for one in land.invaders]
    nobody = Strike(calm, [], 0, None)
    outcomes = []
    for first in strikes(calm, dahan, land.tokens, rules, blighted) if rules.timing == "before" else [nobody]:
        dealing = [
            one.kind
            for one, before in zip(first.invaders, land.invaders, strict=True)
            if one and not before.strife
        ]
        damage = _damage(dealing, rules)
        to_land = max(0, damage - land.defend)
        to_dahan = to_land + land.tokens["badlands"] if to_land else 0
        living, lost = _hurt(dahan, to_dahan, rules.dahan_health)
        standing = [one for one in first.invaders if one]
        second = [Strike(standing, [], 0, None)]
        if rules.timing == "together":
            second = strikes(standing, dahan, land.tokens, rules, blighted)
        for struck in second:
            left = [one for one in struck.invaders if one]
            ways = _blighted(land, left, to_land, rules)
            for upgraded, (rest, died, tokens, presence, added, cascade) in enumerate(ways):
                last = [Strike(rest, [], 0, None)]
                if rules.timing == "after":
                    last = strikes(rest, living, tokens, rules, tokens["blight"] > 0)
                for counter in last:
                    by_dahan = first.destroyed + struck.destroyed + counter.destroyed
                    after = [one for one in counter.invaders if one]
                    decided = (first, struck, counter)[TIMINGS.index(rules.timing)]
                    outcomes.append(
                        {
                            **({"pushed": "E1"} if decided.pushed else {}),
                            "pushes": decided.pushed,
                            "damage": damage,
                            "to_land": to_land,
                            "to_dahan": to_dahan,
                            "blight": added,
                            "cascade": cascade,
                            "dahan_destroyed": lost,
                            "counter": decided.power,
                            "destroyed": _in_words(died + by_dahan),
                            "fear": sum(FEAR[kind] for kind in died + by_dahan) + decided.pushed,
                            "after": same(Land(after, living + resting, presence, tokens, 0)),
                            "by_dahan": by_dahan,
                            "fell": [at for at, one in enumerate(decided.invaders) if not one],
                            # what was upgraded when the dahan choose
                            "upgraded": upgraded if rules.timing == "after" else None,
                            "health_left": decided.health_left,
                        }
                    )
    return outcomes


def _in_words(kinds):
    return " ".join(f"{kind}{kinds.count(kind)}" for kind in KINDS if kind in kinds)


def _damage(kinds, rules):
    """Return what these invaders deal before Defend: the amount, its cap, then the bonus to what is dealt."""
    damage = sum(max(0, _deals(kind, rules) - rules.less) for kind in kinds)
    if rules.cap is not None:
        damage = min(damage, rules.cap)
    return damage + rules.bonus if damage else 0


def _deals(kind, rules):
    """Return the damage of an invader: Sweden 3 arms towns and cities, Russia 1 the explorers."""
    if rules.adversary == "sweden" and rules.level >= 3:
        return {"E": 1, "T": 3, "C": 5}[kind]
    return DAMAGE[kind] + (kind == "E" and rules.adversary == "russia" and rules.level >= 1)


def health(kind, rules, blighted):
    """Return the health of an invader: England 5 adds to towns and cities, Habsburg 4 to some towns."""
    more = 1 if rules.adversary == "england" and rules.level >= 5 and kind in "TC" else 0
    if rules.adversary == "habsburg-livestock" and rules.level >= 4 and kind == "T" and not blighted:
        more += 2
    return HEALTH[kind] + more


def _hurt(dahan, damage, health):
    """Return the damage on each dahan that is left, and how many were lost: hurt ones first, one by one."""
    left = []
    for hurt in sorted(dahan, reverse=True):
        dealt = min(damage, health - hurt)
        damage -= dealt
        if hurt + dealt < health:
            left.append(hurt + dealt)
    return left, len(dahan) - len(left)


def _blighted(land, invaders, to_land, rules):
    """Return (invaders, kinds that die, tokens, presence, blight added, cascade) for each way it can go."""
    tokens, had = dict(land.tokens), land.tokens["blight"] > 0
    wanted = int(to_land >= rules.blight_at)
    if rules.adversary == "sweden" and rules.level >= 1 and to_land >= rules.blight_at + 4:
        wanted = 2
    stopped = 0 if had else min(wanted, tokens["vitality"])
    added = wanted - stopped
    tokens["vitality"] -= stopped
    tokens["blight"] += added
    cascade = bool(added and had)
    presence = max(0, land.presence - bool(added))
    if added and tokens["beasts"] and rules.adversary == "russia" and rules.level >= 1:
        tokens["beasts"] -= 1
    choices = [invaders]
    if cascade and rules.adversary == "habsburg-mining" and rules.level >= 1:
        cascade = False
        choices = [
            [*invaders[:at], one._replace(kind=UPGRADE[one.kind]), *invaders[at + 1 :]]
            for at, one in enumerate(invaders)
            if one.kind in UPGRADE
        ] or [invaders]
    found = []
    for each in choices:
        # a town that was Durable until now may fall to damage that it had survived
        falls = [one.damage >= health(one.kind, rules, tokens["blight"] > 0) for one in each]
        rest = [one for one, fell in zip(each, falls, strict=True) if not fell]
        died = [one.kind for one, fell in zip(each, falls, strict=True) if fell]
        found.append((rest, died, tokens, presence, added, cascade))
    return found


def strikes(invaders, dahan, tokens, rules, blighted):
    """Return a Strike for every choice that the dahan have; dahan is the damage on each.

    Any set of invaders may be destroyed that the damage pays for. What is left of it stays on the one with
    the most health, of equals on a city; a choice after which that one would fall, too, is none.
    """

    def left(one):
        return health(one.kind, rules, blighted) - one.damage

    if not invaders or not dahan:
        return [Strike(invaders, [], 0, sum(map(left, invaders)))]
    power = DAHAN_DAMAGE * len(dahan) + tokens["badlands"]
    found = []
    for chosen in (set(c) for n in range(len(invaders) + 1) for c in combinations(range(len(invaders)), n)):
        rest = power - sum(left(invaders[at]) for at in chosen)
        if rest < 0:
            continue
        after = [None if at in chosen else one for at, one in enumerate(invaders)]
        destroyed = [invaders[at].kind for at in chosen]
        pushed = int("E" in destroyed and rules.adversary == "russia" and rules.level >= 2)
        if pushed:
            destroyed.remove("E")
        standing = [at for at, one in enumerate(after) if one]
        most = max([(left(after[at]), after[at].kind == "C") for at in standing], default=None)
        if not rest or not standing:
            found.append(Strike(after, destroyed, power, sum(left(after[at]) for at in standing), pushed))
        elif rest < most[0]:
            for at in standing:
                if (left(after[at]), after[at].kind == "C") == most:
                    hurt = list(after)
                    hurt[at] = after[at]._replace(damage=after[at].damage + rest)
                    rest_left = sum(left(hurt[each]) for each in standing)
                    found.append(Strike(hurt, destroyed, power, rest_left, pushed))
    return found


def best_by_single_points(invaders, power, rules, blighted):
    """Return the most (fear, pieces) that damage can reach, dealt point by point in every way there is."""
    seen, best = set(), (0, 0)
    pushes = rules.adversary == "russia" and rules.level >= 2
    waiting = [(tuple(sorted(invaders)), power, 0, 0, pushes)]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        there, points, fear, pieces, push = state
        best = max(best, (fear, pieces))
        for at, one in enumerate(there if points else ()):
            others, hurt = there[:at] + there[at + 1 :], one._replace(damage=one.damage + 1)
            if hurt.damage >= health(one.kind, rules, blighted):
                if push and one.kind == "E":
                    waiting.append((others, points - 1, fear + 1, pieces, False))
                else:
                    waiting.append((others, points - 1, fear + FEAR[one.kind], pieces + 1, push))
            else:
                waiting.append((tuple(sorted([*others, hurt])), points - 1, fear, pieces, push))
    return best


def defend_for(land, rules, damage):
    """Return {aim: the least Defend that reaches it, None where none does}, by trying 0, 1, 2 ...

    damage: of the invaders before Defend; where dahan strike first, it depends on what they choose.
    """
    found = {"no_blight": None, "no_dahan_lost": None}
    for defend in range(damage + 1):
        outcomes = ravage(land._replace(defend=defend), rules)
        outcome = next(each for each in outcomes if each["damage"] == damage)
        for aim, key in (("no_blight", "blight"), ("no_dahan_lost", "dahan_destroyed")):
            if found[aim] is None and not outcome[key]:
                found[aim] = defend
    return found


# random lands, and adversaries whose rules change a ravage there

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
