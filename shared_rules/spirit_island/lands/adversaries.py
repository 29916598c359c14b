"""The adversaries' changes in the lands: a class for each adversary with rules there.

If a rule leaves a choice to the players, the action gets a step ("rule", its id as in `reminders.py`).
"""

if False:  # for the type checker only
    from collections.abc import Iterator

    from shared_rules.spirit_island.lands.action import Action, Place
    from shared_rules.spirit_island.lands.land import Conditions, Land


class AdversaryRules:
    """The rules of an adversary at a level that apply in lands."""

    durable = False
    """Whether towns are Durable in lands without blight."""

    counts_coast = False
    """Whether blight that a Ravage adds to a coastal land has consequences for the ocean."""

    keeps_removed_blight = False
    """Whether removed blight stays with the adversary instead of going back to the card."""

    def __init__(self, level: int) -> None:
        self.level = level

    def stops_ravage(self, action: "Action", place: "Place") -> bool:
        """Return whether something stops the Ravage in a land, and spend it."""
        return False

    def extra_health(self, kind: str) -> int:
        """Return the additional health of a piece of this kind."""
        return 0

    def extra_damage(self, kind: str) -> int:
        """Return the additional damage that each invader of this kind deals."""
        return 0

    def extra_total_damage(self, conditions: "Conditions") -> int:
        """Return the additional damage that the invaders of a land deal together, if they deal any."""
        return 0

    def extra_blight(self, above: int) -> int:
        """Return the additional blight that a Ravage adds.

        above: by how much the damage to the land exceeds the least damage that adds blight.
        """
        return 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """Apply the effects of adding blight to a land.

        in_ravage: whether a Ravage adds it. cascaded: whether it comes from another land.
        """

    def instead_of_cascade(self, action: "Action", place: "Place") -> bool:
        """Apply the effect that replaces a cascade in a Ravage; return whether such a rule exists."""
        return False

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """Apply or trigger the effects after a Ravage.

        to_land: the damage to the land. blight: how much came off the card.
        """

    def after_coast_is_blighted(self, action: "Action", place: "Place") -> None:
        """Trigger the effects after a Ravage has added blight to a coastal land."""

    def pushes_explorer(self, action: "Action") -> bool:
        """Return whether the first explorer that a Ravage would destroy is pushed instead."""
        return False

    def when_destroyed(self, action: "Action", kinds: str) -> None:
        """Apply the effects of destroying pieces. kinds: such as "E2 C1"."""

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """Return whether a land without invaders builds. neighbours: the adjacent lands."""
        return False

    def built(self, place: "Place", kind: str) -> str:
        """Return the pieces that a Build adds instead of a town or a city, such as "TT". kind: "T" or "C"."""
        return kind

    def after_build(self, action: "Action", place: "Place", kind: str) -> None:
        """Apply the effects after a Build. kind: "T" or "C", the piece that the rulebook would have built."""

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """Return the pieces that an Explore adds, such as "E" or "T".

        kinds: the pieces that it would add without this adversary. explored: how many coastal lands of this
        board were explored before in this step with a Coastal card, -1 if it is another card.
        """
        return kinds

    def loses_game(self, land: "Land") -> bool:
        """Return whether the pieces in a land at the end of an action lose the game."""
        return False


_INDENTURED_SERVANTS, _LOCAL_AUTONOMY = 1, 5
_SERVANTS_OF = 2
_MOST = 7


class England(AdversaryRules):
    """England at a level."""

    def extra_health(self, kind: str) -> int:
        """From level 5 on, towns and cities have 1 more health."""
        return 1 if kind in "TC" and self.level >= _LOCAL_AUTONOMY else 0

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """From level 1 on, a land builds if 2 or more towns and cities are adjacent."""
        around = sum([len(land.of("TC")) for land in neighbours])
        return self.level >= _INDENTURED_SERVANTS and around >= _SERVANTS_OF

    def loses_game(self, land: "Land") -> bool:
        """Return whether 7 or more towns and cities are in a land."""
        return len(land.of("TC")) >= _MOST


_FRONTIER_EXPLORERS, _FORCED_LABOUR, _TRIANGLE_TRADE, _SLOW_HEALING = 1, 2, 4, 5


class France(AdversaryRules):
    """France at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.keeps_removed_blight = level >= _SLOW_HEALING

    def after_build(self, action: "Action", place: "Place", kind: str) -> None:
        """Level 2: all explorers but one become towns. Level 4: a coastal city adds a town to an adjacent
        land.

        The players choose the land.
        """
        explorers = place.land.of("E")
        if self.level >= _FORCED_LABOUR and len(explorers) > 1:
            # explorers without damage and strife first, as the towns keep both
            explorers.sort(key=lambda piece: (piece.damage, piece.strife))
            for piece in explorers[:-1]:
                piece.kind = "T"
            action.note("rule", "france-2")
        if self.level >= _TRIANGLE_TRADE and kind == "C" and place.conditions.coastal:
            action.note("rule", "france-4")

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """From level 1 on, 2 explorers are added to a land without town or city."""
        return kinds + "E" if self.level >= _FRONTIER_EXPLORERS and not place.land.of("TC") else kinds


_MORE_RURAL, _HERDS_THRIVE, _FAR_FLUNG_HERDS = 2, 4, 6
_IRREPARABLE = 6  # damage to a land, above the least damage that adds blight


class LivestockColony(AdversaryRules):
    """The Livestock Colony at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.durable = level >= _HERDS_THRIVE

    def extra_total_damage(self, conditions: "Conditions") -> int:
        """At level 6, it is 2 more damage if a town is in an adjacent land."""
        return 2 if self.level >= _FAR_FLUNG_HERDS and conditions.next_to_town else 0

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """Count the blight of a Ravage with 6 more damage to the land than the least that adds blight."""
        if blight and to_land >= _IRREPARABLE + place.conditions.blight_at:
            action.note("rule", "habsburg-livestock-loss")
            action.note("tally", blight)

    def built(self, place: "Place", kind: str) -> str:
        """From level 2 on, 2 towns are built inland instead of a city."""
        return "TT" if kind == "C" and self.level >= _MORE_RURAL and not place.conditions.coastal else kind


_CEASELESS_MINING = 1
_MINE = 3  # invaders
_UPGRADED = {"E": "T", "T": "C"}


class MiningExpedition(AdversaryRules):
    """The Mining Expedition at a level."""

    def stops_ravage(self, action: "Action", place: "Place") -> bool:
        """From level 1 on, a disease stops the Ravage in a land with 3 or more invaders."""
        land = place.land
        if self.level < _CEASELESS_MINING or len(land.of("ETC")) < _MINE or not land.count("disease"):
            return False
        land.add_tokens("disease", -1)
        action.note("rule", "habsburg-mining-1-mines")
        return True

    def instead_of_cascade(self, action: "Action", place: "Place") -> bool:
        """From level 1 on, an explorer is upgraded instead, or a town if there is no explorer."""
        if self.level < _CEASELESS_MINING:
            return False
        pieces = place.land.of("E") or place.land.of("T")
        if pieces:
            action.note("upgrade", pieces[0].kind + "1")
            pieces[0].kind = _UPGRADED[pieces[0].kind]
        return True


_HUNTERS, _SENSE_FOR_DISASTER = 1, 2
_PUSH = ("rule", "russia-2")


class Russia(AdversaryRules):
    """The Tsardom of Russia at a level."""

    def extra_damage(self, kind: str) -> int:
        """From level 1 on, explorers deal 1 more damage."""
        return 1 if kind == "E" and self.level >= _HUNTERS else 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """From level 1 on, blight from a Ravage destroys 1 beasts, which is counted."""
        if self.level >= _HUNTERS and in_ravage and place.land.count("beasts"):
            place.land.add_tokens("beasts", -1)
            action.note("beasts", 1)
            action.note("tally", 1)

    def pushes_explorer(self, action: "Action") -> bool:
        """From level 2 on, unless players have pushed an explorer that this action would have destroyed."""
        return self.level >= _SENSE_FOR_DISASTER and _PUSH not in action.steps

    def when_destroyed(self, action: "Action", kinds: str) -> None:
        """From level 2 on, the players push one of the explorers that a Power or an event would destroy."""
        by_players = self.level >= _SENSE_FOR_DISASTER and not action.ravages and not action.count("pushed")
        if "E" in kinds and by_players and _PUSH not in action.steps:
            action.note(*_PUSH)


_TRADING_PORT, _CHART_THE_COASTLINE, _RUNOFF = 1, 3, 5
_LANDS_OF_THE_COASTAL_CARD = 2  # a board


class Scotland(AdversaryRules):
    """Scotland at a level."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.counts_coast = level >= _RUNOFF

    def after_ravage(self, action: "Action", place: "Place", to_land: int, blight: int) -> None:
        """From level 5 on, blight added to a coastal land adds 1 to the ocean, which does not cascade."""
        if blight and self.counts_coast and place.conditions.coastal:
            self.after_coast_is_blighted(action, place)

    def after_coast_is_blighted(self, action: "Action", place: "Place") -> None:
        """Trigger the blight in the ocean; whether a cascade from inland counts is up to the players."""
        ocean = place.name[:1] + "0" if place.name else ""

        def runoff(action: "Action") -> "Iterator[int]":
            action.note("rule", "scotland-5")
            yield 1
            action.note("ocean", ocean)

        action.triggered.append(runoff)

    def builds_without_invaders(self, place: "Place", neighbours: "list[Land]") -> bool:
        """From level 3 on, a coastal land builds if a city is adjacent."""
        if self.level < _CHART_THE_COASTLINE or not place.conditions.coastal:
            return False
        return len([land for land in neighbours if land.of("C")]) > 0

    def explored(self, place: "Place", kinds: str, explored: int) -> str:
        """From level 1 on, towns are added on the coast; for the Coastal card, in 2 lands of each board."""
        if (
            self.level < _TRADING_PORT
            or not place.conditions.coastal
            or explored >= _LANDS_OF_THE_COASTAL_CARD
        ):
            return kinds
        return "T" + kinds[1:]


_HEAVY_MINING, _FINE_STEEL, _MINING_RUSH = 1, 3, 5
_ABOVE = 4
_MORE_DAMAGE = {"T": 1, "C": 2}


class Sweden(AdversaryRules):
    """Sweden at a level."""

    def extra_damage(self, kind: str) -> int:
        """From level 3 on, towns deal 3 damage and cities 5."""
        return _MORE_DAMAGE.get(kind, 0) if self.level >= _FINE_STEEL else 0

    def extra_blight(self, above: int) -> int:
        """From level 1 on, damage of 4 or more above the threshold for blight adds a second blight."""
        return 1 if self.level >= _HEAVY_MINING and above >= _ABOVE else 0

    def when_blighted(
        self, action: "Action", place: "Place", blight: int, in_ravage: bool, cascaded: bool
    ) -> None:
        """From level 5 on, a town is added to an adjacent land, which the players choose."""
        if self.level >= _MINING_RUSH and in_ravage and not cascaded:
            action.note("rule", "sweden-5")


_RULES = {
    "england": England,
    "france": France,
    "habsburg-livestock": LivestockColony,
    "habsburg-mining": MiningExpedition,
    "russia": Russia,
    "scotland": Scotland,
    "sweden": Sweden,
}


def rules_of(adversary: str) -> AdversaryRules | None:
    """Return the rules of an adversary for lands, or None. adversary: such as "sweden:3"."""
    rules = _RULES.get(adversary.split(":")[0])
    return rules(int(adversary[-1])) if rules else None
