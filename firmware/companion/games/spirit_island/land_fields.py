"""The calculator's fields for a land, as numbers, and the resulting Ravage."""

from companion.texts import text
from shared_rules.spirit_island.components import matching_lands
from shared_rules.spirit_island.lands.land import Conditions, Land, Piece, read_land
from shared_rules.spirit_island.lands.ravage import ravage

FIELDS = (
    "land E T C D blight defend badlands vitality P "
    "strife_E strife_T strife_C hurt_T hurt_C hurt_D beasts before together out "
    "cap bonus strike weaker weaker_by_strife durable next_to_town isolate defend_each"
).split(" ")
"""The fields in their order; few lands need more than the first ten.

"hurt_T", "hurt_C": the damage on one town and on one city; "hurt_D": how many dahan have 1 damage. "cap": 1
more than the cap, 0 without one. "isolate": whether the land is isolated, so that no adjacent town counts.
All others are numbers of pieces and tokens, or attributes of Conditions.
"""

OF_A_PAGE = 10
LAND = 0

_TOKENS = ("blight", "badlands", "beasts", "vitality")
_OTHER_TOKENS = ("disease", "wilds")
_CONDITIONS = "defend defend_each out bonus strike weaker weaker_by_strife next_to_town".split(" ")
_THIS_TIME = _CONDITIONS + ["cap", "durable", "isolate", "before", "together"]
_MOST = {"cap": 31, "durable": 1, "next_to_town": 1, "isolate": 1, "weaker": 2, "weaker_by_strife": 2}
_MOST_OF_ALL = 30
_STRIKE = 2


class Fields:
    """The fields of a land, and the lands that can be chosen.

    game: the Game. entered: {land: (the bytes of its fields; the text from which they were filled, None once
    they were changed; the land's text in the game at that time, or None)}, which is updated. A land that has
    changed in the game since is filled from there.
    done: the land that was resolved last this turn, after which the next one is chosen; None for the first
    one.
    """

    def __init__(self, game, entered, done=None):
        self._entered = entered
        self._island = game.island
        self.lands = _lands(game)
        self.at = (self.lands.index(done) + 1) % len(self.lands) if done in self.lands else 0
        adversaries = [each for each in (game.adversary, game.second) if each]
        self._conditions = Conditions(adversaries)
        self._values = self._exact = self._outcome = None
        self._load()

    @property
    def land(self):
        """The land that is chosen, None if no lands are known."""
        return self.lands[self.at] if self.lands else None

    @property
    def known(self):
        """The land's text in the game, None if it has not been entered there."""
        return self._island.lands.get(self.land) if self._island else None

    def _load(self):
        fields, exact, known = self._entered.get(self.land, (None, None, None))
        self._outcome = None
        if self.known is not None and (not fields or known != self.known):
            self._fill(read_land(self.known))
            holds = self._island.turn_lands.get(self.land, {})
            self.set("defend", holds.get("defend", 0))
            self.set("isolate", int(holds.get("isolate", False)))
        elif fields and len(fields) == len(FIELDS):
            self._values, self._exact = bytearray(fields), exact
        else:
            self._fill(Land())

    def get(self, name):
        """Return the number in a field."""
        return self._values[FIELDS.index(name)]

    def set(self, name, number):
        """Put a number into a field."""
        self._values[FIELDS.index(name)] = number

    def shown(self, number):
        """Return the text in a field. number: its index."""
        if number == LAND:
            return self.land or "–"
        value, name = self._values[number], FIELDS[number]
        if name == "cap":
            return str(value - 1) if value else "–"
        if name in ("durable", "next_to_town", "isolate"):
            return text("yes" if value else "no")
        return str(value)

    def change(self, number, step):
        """Change a field by 1 or -1; for the first field, choose the next or the previous land."""
        if number == LAND:
            if self.lands:
                self.at = (self.at + step) % len(self.lands)
                self._load()
            return
        name = FIELDS[number]
        self._values[number] = min(self._most(name), max(0, self._values[number] + step))
        if name not in _THIS_TIME:
            self._exact = None
        self._outcome = None
        self.keep()

    def _most(self, name):
        """Return the highest number that a field may have."""
        kind = name[-1]
        if name in ("hurt_T", "hurt_C"):
            self._set_conditions()
            return self._conditions.health(Piece(kind), self._read_tokens()) - 1 if self.get(kind) else 0
        if name[:-1] in ("strife_", "hurt_"):
            return self.get(kind)
        return self.get("D") if name in ("before", "together", "out") else _MOST.get(name, _MOST_OF_ALL)

    def keep(self):
        """Remember the land's fields."""
        self._entered[self.land] = (bytes(self._values), self._exact, self.known)

    def keep_after(self):
        """Remember the land after the Ravage; what applied only to this Ravage is over."""
        self._fill(read_land(self.outcome().after))
        self.keep()

    def _fill(self, land):
        """Fill the fields from a land; what they can't express is remembered until one of them changes."""
        self._values, self._exact = bytearray(len(FIELDS)), str(land)
        self.set("strike", _STRIKE)
        for name in _TOKENS:
            self.set(name, land.count(name))
        for piece in land.pieces:
            kind = piece.kind
            self.set(kind, self.get(kind) + 1)
            if piece.strife:
                self.set("strife_" + kind, self.get("strife_" + kind) + 1)
            if piece.damage:
                hurt = "hurt_" + kind
                self.set(hurt, self.get(hurt) + 1 if kind == "D" else max(self.get(hurt), piece.damage))
        self._outcome = None

    def outcome(self):
        """Return the Outcome of a Ravage in the land."""
        if self._outcome is None:
            self._set_conditions()
            self._outcome = ravage(self._read_land(), self._conditions)
        return self._outcome

    def _set_conditions(self):
        conditions = self._conditions
        for name in _CONDITIONS:
            setattr(conditions, name, self.get(name))
        conditions.cap = self.get("cap") - 1 if self.get("cap") else None
        conditions.durable = self.get("durable") > 0
        if self.get("isolate"):
            conditions.next_to_town = 0
        conditions.timing = [(name, self.get(name)) for name in ("together", "before")]

    def _read_tokens(self):
        return Land((), [(name, self.get(name)) for name in _TOKENS if self.get(name)])

    def _read_land(self):
        if self._exact is not None:
            return read_land(self._exact)
        land = self._read_tokens()
        if self.known is not None:
            for name in _OTHER_TOKENS:
                land.add_tokens(name, read_land(self.known).count(name))
        for kind in "ETCDP":
            count = self.get(kind)
            pieces = [Piece(kind) for _ in range(count)]
            if kind in "ETC":
                for piece in pieces[: self.get("strife_" + kind)]:
                    piece.strife = 1
            if kind == "D":
                for piece in pieces[: self.get("hurt_D")]:
                    piece.damage = 1
            elif kind in "TC" and pieces:
                # the last one, which has strife only if all have
                most = self._conditions.health(pieces[-1], land) - 1
                pieces[-1].damage = min(self.get("hurt_" + kind), most)
            land.pieces += pieces
        return land


def _lands(game):
    """Return all lands of the boards in play, those that match the step's cards first."""
    step = game.step if game.step in ("extra", "ravage", "build", "explore") else "ravage"
    lands = []
    for code in getattr(game, step):
        lands += [land for land in matching_lands(game.boards, code) if land not in lands]
    return lands + [land for land in matching_lands(game.boards, "JMSW") if land not in lands]
