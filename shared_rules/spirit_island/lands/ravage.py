"""A Ravage in one land, step by step.

The order: strife is removed; dahan that strike first do so; the invaders damage the land and, separately, the
dahan, and dahan that strike at the same time do so; blight is added; the other dahan strike back.

>>> from shared_rules.spirit_island.lands.land import Conditions, read_land
>>> conditions = Conditions()
>>> conditions.defend = 2
>>> outcome = ravage(read_land("E2 T1s1 C1 D3 blight=1 badlands=1"), conditions)
>>> outcome.damage, outcome.to_land, outcome.to_dahan, outcome.destroyed, outcome.after
(5, 3, 4, 'C1', 'E2 T1 D1 blight=2 badlands=1')
"""

from shared_rules.spirit_island.lands.action import (
    FEAR,
    Action,
    Place,
    add_blight,
    amount_of,
    damage_invaders,
    kinds_of,
    stopped_by_vitality,
)
from shared_rules.spirit_island.lands.land import ASKED, Conditions, Land, Piece

if False:  # for the type checker only
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any


class Outcome:
    """The outcome of a Ravage.

    damage: the invaders' damage, before Defend. to_land, to_dahan: after Defend, to the dahan with Badlands.
    blight: how much was added to the land. cascade: whether it cascades. dahan_destroyed: how many. counter:
    the damage that the dahan deal, with Badlands; 0 if there is no invader to hit.
    destroyed: such as "E1 C1". pushed: "E1" if Russia has an explorer pushed instead. fear: for destroyed or
    pushed pieces. after: the text of the land.
    defend_for: {"no_blight", "no_dahan_lost": the least total Defend that would have been enough}.
    steps: list of tuples, in order: a word and its values:

    - strife, such as "T1 C1": the invaders that lose it
    - before, together or counter, damage, Badlands in it: dahan strike; hit: something else damages invaders
    - pushed, "E1", fear: instead of being destroyed
    - destroyed, such as "E1 C1", fear: by the damage before it, or as towns are no longer Durable
    - damage, how much, such as "E2 C1": the invaders that deal it
    - cap, damage; bonus, damage: the damage with it
    - defend, how much, damage left
    - land, damage, the least damage that adds blight; dahan, damage, Badlands in it, dahan destroyed
    - vitality, how much blight it stops; blight, how much, land; presence, how many are destroyed
    - cascade, land; a land is "" if nobody has named it
    - beasts, how many are destroyed; upgrade, such as "E1": instead of a cascade
    - rule, the id of an adversary's rule, as in `reminders.py`; tally, by how much its counter rises
    - ocean, its name: where the blight of a rule of Scotland went
    """

    def __init__(self) -> None:
        self.damage = self.to_land = self.to_dahan = self.blight = 0
        self.cascade = False
        self.dahan_destroyed = self.counter = self.fear = 0
        self.destroyed = self.pushed = self.after = ""
        self.steps: list[tuple] = []
        self.defend_for = {"no_blight": 0, "no_dahan_lost": 0}


def ravage(land: Land, conditions: Conditions) -> Outcome:
    """Resolve a Ravage in a land, which is changed, and return the Outcome.

    Blight that cascades is not added to any other land.
    """
    action = Action()
    resolving = Ravage(action, Place("", land, conditions))
    for _ in resolving.resolve():
        pass
    for triggered in action.triggered:
        for _ in triggered(action):
            pass
    resolving.outcome.steps = action.steps
    return resolving.outcome


class Ravage:
    """A Ravage that is being resolved in an action. outcome: the Outcome so far, without the steps.

    hit: the invaders that are destroyed when dahan strike back, None for the default choice. to: the lands to
    which its blight cascades, as for `add_blight`. pushed_to: the land to which an explorer is pushed, None
    if it is not known.
    """

    def __init__(
        self,
        action: Action,
        place: Place,
        hit: "Sequence[Piece] | None" = None,
        to: "Sequence[Place | None]" = (),
        pushed_to: "Place | None" = None,
    ) -> None:
        self.outcome = Outcome()
        self._action = action
        self._place = place
        self._hit = hit
        self._to = to
        self._pushed_to = pushed_to

    def resolve(self) -> "Iterator[Any]":
        """Resolve it; yield as described at `Action.running`."""
        action, place, land, outcome = self._action, self._place, self._place.land, self.outcome
        if [rules for rules in place.conditions.adversaries if rules.stops_ravage(action, place)]:
            outcome.after = str(land)
            return
        action.ravages, action.counts_coast = True, place.conditions.runoff
        before, start = action.destroyed_in(place.name), len(action.steps)
        times = self._strike_times()
        dealing = self._take_strife()
        # among equals, invaders that would deal damage are destroyed first
        land.pieces = dealing + [piece for piece in land.pieces if piece not in dealing]
        self._strike("before", _at(times, "before"))
        still_dealing = [piece for piece in dealing if piece in land.pieces]
        self._work_out_damage(still_dealing, len(land.of("D")) - len(_at(times, "out")))
        out = _at(times, "out")
        struck = _at(times, "before") + _at(times, "together")
        self._find_defend([piece for piece in land.of("D") if piece not in out])
        self._damage_dahan(out, struck)
        self._strike("together", _at(times, "together"))
        blight, off_the_card = place.conditions.blight_of(outcome.to_land), 0
        outcome.blight = blight - stopped_by_vitality(place, blight)
        outcome.cascade = outcome.blight > 0 and (place.conditions.cascades or land.count("blight") > 0)
        for taken in add_blight(action, place, blight, self._to, True):
            if isinstance(taken, int):
                off_the_card += taken
            yield taken
        # an adversary may have a rule that replaces the cascade
        outcome.cascade = outcome.cascade and "cascade" in [step[0] for step in action.steps[start:]]
        self._strike("counter", [dahan for dahan in land.of("D") if dahan not in out + struck])
        for rules in place.conditions.adversaries:
            rules.after_ravage(action, place, outcome.to_land, off_the_card)
        action.ravages = False
        for word, *values in action.steps[start:]:
            if word == "pushed":
                outcome.pushed, outcome.fear = values
        destroyed = [piece for piece in action.destroyed_in(place.name) if piece not in before]
        outcome.destroyed, outcome.after = kinds_of(destroyed), str(land)
        outcome.fear += sum([FEAR.get(piece.kind, 0) for piece in destroyed])
        if action.pushed:
            if place.conditions.push == ASKED:
                yield "push", place.name
                self._pushed_to = action.answer
            if self._pushed_to:
                self._pushed_to.land.pieces += action.pushed
            action.pushed = []

    def _strike_times(self) -> "list[tuple[Piece, str]]":
        """Return (dahan, when it strikes) for all dahan: one of WHEN, "" for after the invaders, or "out"."""
        # the most damaged first, as they would be lost first
        order = [(-piece.damage, number) for number, piece in enumerate(self._place.land.of("D"))]
        dahan = self._place.land.of("D")
        dahan = [dahan[number] for _, number in sorted(order)]
        count = self._place.conditions.out
        out, taking_part = dahan[:count], dahan[count:]
        times = [""] * len(taking_part)
        for time, number in self._place.conditions.timing:
            untouched = [at for at, its_time in enumerate(times) if not its_time]
            touched = [at for at, its_time in enumerate(times) if its_time]
            for at in (untouched + touched)[:number]:
                times[at] = time
        return [(piece, "out") for piece in out] + list(zip(taking_part, times))

    def _take_strife(self) -> list[Piece]:
        """Remove a strife from each invader with strife, and return the others, which deal damage."""
        invaders = self._place.land.of("ETC")
        stopped = [piece for piece in invaders if piece.strife]
        if stopped:
            self._action.note("strife", kinds_of(stopped))
        for piece in stopped:
            piece.strife -= 1
        return [piece for piece in invaders if piece not in stopped]

    def _work_out_damage(self, dealing: list[Piece], dahan: int) -> None:
        """Work out the damage of the invaders, before and after Defend. dahan: how many take part."""
        conditions, outcome, note = self._place.conditions, self.outcome, self._action.note
        # without any damage, there is nothing to cap or to raise
        natural = sum([conditions.damage(piece) for piece in dealing]) or None
        bonus = conditions.bonus + sum(
            [rules.extra_total_damage(conditions) for rules in conditions.adversaries]
        )
        outcome.damage = amount_of(natural, conditions.cap, bonus)
        note("damage", natural or 0, kinds_of(dealing))
        if natural is not None and conditions.cap is not None and conditions.cap < natural:
            note("cap", conditions.cap)
        if natural is not None and bonus:
            note("bonus", outcome.damage)
        defend = conditions.defend + conditions.defend_each * dahan
        outcome.to_land = max(0, outcome.damage - defend)
        if defend:
            note("defend", defend, outcome.to_land)
        badlands = self._place.land.count("badlands") if outcome.to_land else 0
        outcome.to_dahan = outcome.to_land + self._action.spend(("dahan", self._place.name), badlands)
        note("land", outcome.to_land, max(1, conditions.blight_at))

    def _find_defend(self, dahan: list[Piece]) -> None:
        """Work out how much Defend is enough for each aim. dahan: the dahan that can be hit."""
        place, land, conditions, damage = (
            self._place,
            self._place.land,
            self._place.conditions,
            self.outcome.damage,
        )
        weakest = min([conditions.health(piece, land) for piece in dahan]) if dahan else 0
        badlands = land.count("badlands")

        def least(is_enough: "Callable[[int], bool]") -> int:
            defend = 0
            while not is_enough(damage - defend):
                defend += 1
            return defend

        def adds_no_blight(left: int) -> bool:
            blight = conditions.blight_of(left)
            return blight == stopped_by_vitality(place, blight)

        self.outcome.defend_for = {
            "no_blight": least(adds_no_blight),
            "no_dahan_lost": least(lambda left: not dahan or not left or left + badlands < weakest),
        }

    def _damage_dahan(self, out: list[Piece], struck: list[Piece]) -> None:
        """Deal the damage to the dahan: the least health first, among equals the dahan that have struck."""
        land, conditions, outcome = self._place.land, self._place.conditions, self.outcome
        pieces = [piece for piece in land.of("D") if piece not in out]
        order = [(conditions.health(piece, land), piece not in struck, at) for at, piece in enumerate(pieces)]
        left = outcome.to_dahan
        destroyed: list[Piece] = []
        for health, _, at in sorted(order):
            if left >= health:
                destroyed.append(pieces[at])
            else:
                pieces[at].damage += left
            left = max(0, left - health)
        land.pieces = [piece for piece in land.pieces if piece not in destroyed]
        outcome.dahan_destroyed = len(destroyed)
        if pieces and outcome.to_dahan:
            self._action.note("dahan", outcome.to_dahan, outcome.to_dahan - outcome.to_land, len(destroyed))

    def _strike(self, word: str, dahan: list[Piece]) -> None:
        """Let dahan strike the invaders."""
        damage = self._place.conditions.strike * len(dahan)
        hit = self._hit if word == "counter" else None
        at = len(self._action.steps)
        damage_invaders(self._action, self._place, damage, "ETC", hit, None, word)
        self.outcome.counter += sum([step[1] for step in self._action.steps[at:] if step[0] == word])


def _at(times: "list[tuple[Piece, str]]", time: str) -> list[Piece]:
    return [piece for piece, its_time in times if its_time == time]
