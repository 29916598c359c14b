"""The engine's ravage against a second one that was written on its own: 50,000 random lands with --soak."""

import random

from arcana_portable.games.spirit_island.question import outcome_as_json, read_question
from rules.ravage_by_brute_force import (
    FEAR,
    Rules,
    all_outcomes,
    best_by_single_points,
    defend_for,
    random_land,
    random_rules,
    ravage,
    read,
    same,
    strikes,
)

from shared_rules.spirit_island.lands import ravage as engine
from shared_rules.spirit_island.lands.action import Action, Place

FEW, MANY = 400, 50_000
FIELDS = "damage to_land to_dahan blight cascade dahan_destroyed counter destroyed pushed fear after".split()


def of_engine(text, rules):
    """Return the engine's answer, its land in the form in which equal lands are equal."""
    words = [text] if text else []
    if rules.timing != "after":
        words.append(f"{rules.timing}=99")
    for name, number in (("out", rules.sits_out), ("cap", rules.cap), ("bonus", rules.bonus)):
        words += [f"{name}={number}"] if number else []
    words += [f"{name}={getattr(rules, name)}" for name in ("dahan_health", "less", "blight_at")]
    adversaries = [f"{rules.adversary}:{rules.level}"] if rules.adversary else []
    answer = outcome_as_json(engine.ravage(*read_question(" ".join(words), adversaries)))
    return {**answer, "after": same(read(answer["after"]))}


def expected(text, rules):
    """Return all answers that the contract allows."""
    land = read(text)
    outcomes = ravage(land, rules)
    aims = {damage: defend_for(land, rules, damage) for damage in {each["damage"] for each in outcomes}}
    return [
        {**{name: each[name] for name in FIELDS if name in each}, "defend_for": aims[each["damage"]]}
        for each in outcomes
    ]


def test_random_lands_are_ravaged_alike(soak):
    for part in range(8):
        dice = random.Random(part)
        for _ in range((MANY if soak else FEW) // 8):
            rules = random_rules(dice)
            text = random_land(dice, rules)
            found, allowed = of_engine(text, rules), expected(text, rules)
            apart = [
                {key: (found[key], each[key]) for key in each if each[key] != found[key]} for each in allowed
            ]
            nearest = min(apart, key=len)
            assert not nearest, f"{text}, {rules}: the engine and brute force differ in {nearest}"


def test_every_choice_of_the_dahan_comes_out_alike(soak):
    dice = random.Random(8)
    for _ in range(1000 if soak else 30):
        text = random_land(dice, Rules())
        choices = {tuple(each["fell"]): [] for each in all_outcomes(read(text), Rules())}
        for each in all_outcomes(read(text), Rules()):
            choices[tuple(each["fell"])].append((each["destroyed"], each["fear"], each["after"]))
        for fell, allowed in choices.items():
            land, conditions = read_question(text)
            invaders = land.of("ETC")
            hit = [invaders[at] for at in fell]
            resolving = engine.Ravage(Action(), Place("", land, conditions), hit)
            for _ in resolving.resolve():
                pass
            outcome = resolving.outcome
            assert (outcome.destroyed, outcome.fear, same(read(outcome.after))) in allowed, (text, fell)


def test_no_way_to_deal_single_points_of_damage_destroys_more():
    dice = random.Random(9)
    for _ in range(60):
        rules = random_rules(dice)._replace(timing="after", sits_out=0)
        land = read(random_land(dice, rules))
        invaders, blighted = land.invaders[:5], land.tokens["blight"] > 0
        best = max(
            (sum(FEAR[kind] for kind in each.destroyed) + each.pushed, len(each.destroyed))
            for each in strikes(invaders, land.dahan, land.tokens, rules, blighted)
        )
        power = 2 * len(land.dahan) + land.tokens["badlands"] if land.dahan else 0
        assert best_by_single_points(invaders, power, rules, blighted) == best
