"""A Ravage in one land, step by step.

The order: strife comes off; dahan that strike first; the invaders' damage to the land and, separately, to the
dahan, those strike now that strike together with them; blight; the counter-attack of the other dahan.
"""

from shared_rules.spirit_island.lands.conditions import BLIGHT_AT, Conditions
from shared_rules.spirit_island.lands.damage import amount_of, damage_invaders, fear_for, kinds_of
from shared_rules.spirit_island.lands.land import Land, Piece

if False:  # for the type checker alone
    from collections.abc import Callable, Iterator


class Outcome:
    """What a Ravage did.

    damage: of the invaders, before Defend. to_land, to_dahan: after Defend, to the dahan with Badlands.
    blight: how much was added to the land. cascade: whether some cascades from it. dahan_destroyed: how many.
    counter: the damage of the dahan with Badlands, 0 where no invader is there to be hit.
    destroyed: such as "E1 C1". fear: for what was destroyed. after: the text of the land.
    steps: list of tuples, what happened in order: a word and the values that belong to it.

    strife, such as "T1 C1": it comes off these.
    before, damage, Badlands in it: dahan strike first; so do together and counter.
    destroyed, such as "E1 C1", fear: by the strike before it, or as blight ended that they were Durable.
    damage, how much, such as "E2 C1": the invaders that deal it. cap, how much; bonus, how much: the damage
    after either.
    defend, how much, damage left.
    land, damage, damage from which on there is blight. dahan, damage, Badlands in it, dahan destroyed.
    vitality, how much blight it stops. blight, how much. presence, how many are destroyed. cascade.
    beasts, how many are destroyed. upgrade, such as "E1": in place of a cascade.
    """

    def __init__(self) -> None:
        self.damage = self.to_land = self.to_dahan = self.blight = 0
        self.cascade = False
        self.dahan_destroyed = self.counter = self.fear = 0
        self.destroyed = self.after = ""
        self.steps = []  # type: list[tuple]
        self.defend_for = {}  # type: dict[str, int]

    def as_json(self) -> dict:
        """Return all but the steps as a dict, as the game record has it."""
        return {
            "damage": self.damage,
            "to_land": self.to_land,
            "to_dahan": self.to_dahan,
            "blight": self.blight,
            "cascade": self.cascade,
            "dahan_destroyed": self.dahan_destroyed,
            "counter": self.counter,
            "destroyed": self.destroyed,
            "fear": self.fear,
            "after": self.after,
            "defend_for": self.defend_for,
        }


def ravage(land: Land, conditions: Conditions) -> Outcome:
    """Resolve a Ravage in a land, which is changed, and return what it did.

    A cascade goes to no land here. `defend_for` says which Defend would have been enough, in all, for
    "no_blight" and "no_dahan_lost", 0 where none is needed.
    """
    resolving = Ravage(land, conditions)
    for _ in resolving.steps():
        pass
    return resolving.outcome


class Ravage:
    """A Ravage that is being resolved. outcome: what it did so far."""

    def __init__(self, land: Land, conditions: Conditions, hit: "list[Piece] | None" = None) -> None:
        self.outcome = Outcome()
        self._land = land
        self._conditions = conditions
        self._hit = hit
        self._badlands = land.count("badlands")  # those that have not boosted damage to invaders yet
        self._destroyed = []  # type: list[Piece]

    def steps(self) -> "Iterator[int]":
        """Resolve it; yields how much blight has to come off the card, each time before it is in the land."""
        land, outcome = self._land, self.outcome
        when = self._timing()
        dealing = self._take_strife()
        # of equals, what is destroyed first is what would deal damage
        land.pieces = dealing + [piece for piece in land.pieces if piece not in dealing]
        self._strike("before", [dahan for dahan, time in when if time == "before"])
        dealing = [piece for piece in dealing if piece in land.pieces]
        self._deal(dealing)
        together = [dahan for dahan, time in when if time == "together"]
        struck = [dahan for dahan, time in when if time in ("before", "together")]
        out = [dahan for dahan, time in when if time == "out"]
        self._note_defend([piece for piece in land.of("D") if piece not in out])
        self._damage_dahan(out, struck)
        self._strike("together", together)
        for blight in self._add_blight():
            yield blight
        self._strike("counter", [dahan for dahan in land.of("D") if dahan not in out + struck])
        outcome.destroyed, outcome.after = kinds_of(self._destroyed), str(land)

    def _timing(self) -> "list[tuple[Piece, str]]":
        """Return (dahan, when it strikes) for those that do not strike after the invaders, or are out."""
        # the most damaged first, as they would be lost first
        dahan = sorted(
            [(-piece.damage, number) for number, piece in enumerate(self._land.pieces) if piece.kind == "D"]
        )
        taking_part = [self._land.pieces[number] for _, number in dahan]
        out = taking_part[: self._conditions.out]
        taking_part = taking_part[self._conditions.out :]
        times = {}  # type: dict[int, str]
        for time, number in self._conditions.timing:
            for place in range(min(number, len(taking_part))):
                times[place] = time
        return [(piece, "out") for piece in out] + [(taking_part[at], times[at]) for at in sorted(times)]

    def _take_strife(self) -> list[Piece]:
        """Take a strife off each invader that has one and return the others, those that deal damage."""
        invaders = self._land.of("ETC")
        stopped = [piece for piece in invaders if piece.strife]
        if stopped:
            self.outcome.steps.append(("strife", kinds_of(stopped)))
        for piece in stopped:
            piece.strife -= 1
        return [piece for piece in invaders if piece not in stopped]

    def _deal(self, dealing: list[Piece]) -> None:
        """Find the damage of the invaders and what is left of it after Defend."""
        conditions, outcome = self._conditions, self.outcome
        natural = sum([conditions.damage(piece) for piece in dealing]) if dealing else None
        cap, bonus = conditions.cap, conditions.bonus
        outcome.damage = amount_of(natural, cap, bonus)
        outcome.steps.append(("damage", natural or 0, kinds_of(dealing)))
        if natural is not None and cap is not None and cap < natural:
            outcome.steps.append(("cap", cap))
        if natural is not None and bonus:
            outcome.steps.append(("bonus", outcome.damage))
        outcome.to_land = max(0, outcome.damage - conditions.defend)
        if conditions.defend:
            outcome.steps.append(("defend", conditions.defend, outcome.to_land))
        outcome.to_dahan = outcome.to_land + (self._land.count("badlands") if outcome.to_land else 0)

    def _note_defend(self, dahan: list[Piece]) -> None:
        """Find which Defend is enough for each aim. dahan: those that can be hit."""
        land, conditions, damage = self._land, self._conditions, self.outcome.damage
        vitality = 0 if land.count("blight") else land.count("vitality")
        weakest = min([conditions.health(piece, land) for piece in dahan]) if dahan else 0
        badlands = land.count("badlands")

        def least(is_enough: "Callable[[int], bool]") -> int:
            return [defend for defend in range(damage + 1) if is_enough(damage - defend)][0]

        self.outcome.defend_for = {
            "no_blight": least(lambda left: conditions.blight_of(left) <= vitality),
            "no_dahan_lost": least(lambda left: not dahan or not left or left + badlands < weakest),
        }

    def _damage_dahan(self, out: list[Piece], struck: list[Piece]) -> None:
        """Deal the damage to the dahan: the damaged ones first, of these such that have struck already."""
        land, conditions, outcome = self._land, self._conditions, self.outcome
        outcome.steps.append(("land", outcome.to_land, BLIGHT_AT))
        targets = [
            (conditions.health(piece, land), piece not in struck, number)
            for number, piece in enumerate(land.pieces)
            if piece.kind == "D" and piece not in out
        ]
        left, gone = outcome.to_dahan, []  # type: tuple[int, list[Piece]]
        for health, _, number in sorted(targets):
            piece = land.pieces[number]
            if left >= health:
                gone.append(piece)
            else:
                piece.damage += left
            left = max(0, left - health)
        land.pieces = [piece for piece in land.pieces if piece not in gone]
        outcome.dahan_destroyed = len(gone)
        if targets and outcome.to_dahan:
            outcome.steps.append(("dahan", outcome.to_dahan, land.count("badlands"), len(gone)))

    def _add_blight(self) -> "Iterator[int]":
        """Add the blight that the damage to the land brings."""
        land, outcome = self._land, self.outcome
        blight = self._conditions.blight_of(outcome.to_land)
        had_blight = land.count("blight") > 0
        stopped = 0 if had_blight else min(blight, land.count("vitality"))
        if stopped:
            land.add_tokens("vitality", -stopped)
            outcome.steps.append(("vitality", stopped))
        blight -= stopped
        if not blight:
            return
        yield blight
        land.add_tokens("blight", blight)
        outcome.blight = blight
        outcome.steps.append(("blight", blight))
        presence = land.of("P")[:1]
        if presence:
            land.pieces.remove(presence[0])
            outcome.steps.append(("presence", 1))
        for rules in self._conditions.adversaries:
            outcome.steps += rules.after_blight(land)
        # what was Durable until now may fall to damage that it had survived
        self._note_destroyed([piece for piece in land.of("ETC") if self._conditions.health(piece, land) <= 0])
        if had_blight:
            self._cascade()

    def _cascade(self) -> None:
        """Have blight cascade, or what an adversary has in its place."""
        for rules in self._conditions.adversaries:
            steps = rules.instead_of_cascade(self._land)
            if steps is not None:
                self.outcome.steps += steps
                return
        self.outcome.cascade = True
        self.outcome.steps.append(("cascade",))

    def _strike(self, word: str, dahan: list[Piece]) -> None:
        """Have dahan strike the invaders."""
        land, outcome = self._land, self.outcome
        if not dahan or not land.of("ETC"):
            return
        natural = self._conditions.strike * len(dahan)
        if not natural:
            return
        badlands, self._badlands = self._badlands, 0
        hit = self._hit if word == "counter" else None
        outcome.counter += natural + badlands
        outcome.steps.append((word, natural + badlands, badlands))
        self._note_destroyed(damage_invaders(land, self._conditions, natural + badlands, "ETC", hit))

    def _note_destroyed(self, destroyed: list[Piece]) -> None:
        """Take invaders away that were destroyed, and count their fear."""
        if not destroyed:
            return
        land, outcome, fear = self._land, self.outcome, fear_for(destroyed)
        land.pieces = [piece for piece in land.pieces if piece not in destroyed]
        outcome.steps.append(("destroyed", kinds_of(destroyed), fear))
        outcome.fear += fear
        self._destroyed += destroyed
