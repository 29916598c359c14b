"""The events of lands as texts; building, exploring, damaging, destroying, adding and moving pieces there.

The rules distinguish these effects: a piece that is moved or put in place of another is not added; a piece
that is replaced or removed is not destroyed. Each function but `build` and `explore` yields how much blight
comes off the card, before it is put into a land.
"""

from shared_rules.record import check_line
from shared_rules.spirit_island.components import NOWHERE, Refusal, is_land, is_number
from shared_rules.spirit_island.lands.action import (
    Action,
    Place,
    add_blight,
    amount_of,
    damage_invaders,
    destroy,
)
from shared_rules.spirit_island.lands.land import (
    ASKED,
    INVADERS,
    Conditions,
    Land,
    Piece,
    pick,
    read_condition,
    read_pieces,
    read_word,
)

if False:  # for the type checker only
    from collections.abc import Iterator

# the words after each verb: lands ("land", "to"), a number, pieces and tokens ("what", or "what?" if
# optional; "for" is their replacement); then the options that may follow
_FORMS = {
    "land": ("land what?", ""),
    "defend": ("land number", ""),
    "isolate": ("land", ""),
    "ravage": ("land what?", "hit cascade"),
    "build": ("land", ""),
    "explore": ("land", ""),
    "damage": ("land number", "only cap bonus badlands hit dream"),
    "destroy": ("land what", "bonus all dream"),
    "add": ("land what", "cascade"),
    "remove": ("land what", "limit"),
    "move": ("land to what", ""),
    "replace": ("land what for", ""),
    # answers to the questions of an action
    "cascade": ("land what?", ""),
    "push": ("land", ""),
    "runoff": ("answer", ""),
}


class LandEvent:
    """An event of a land. Raises RuleError if the text is invalid.

    verb: its first word. land, to: such as "A8". number: of damage or Defend. what: the pieces and tokens
    that it names, as a Land; instead: their replacement. conditions: words such as "before=2".
    words: the action that `begin` begins, or "yes" or "no". options: {name: text} for "only", "cap", "bonus",
    "badlands", "hit", "limit", "all" and "dream". hit: list of Pieces. cascade: names of lands, with ASKED at
    the end if the players are asked.

    >>> str(LandEvent("damage A8 4 hit=T1 cap=3"))
    'damage A8 4 cap=3 hit=T1'
    """

    def __init__(self, text: str) -> None:
        check_line(text)
        self.verb, *words = text.split(" ")
        self.land = self.to = self.words = ""
        self.number = 0
        self.what, self.instead = Land(), Land()
        self.conditions: list[str] = []
        self.options: dict[str, str] = {}
        self.hit = Land().pieces
        self.cascade: list[str] = []
        if self.verb in ("begin", "done"):
            self.words = " ".join(words)
            if (self.words.strip() == "") != (self.verb == "done") or "" in words:
                raise Refusal(self.verb)
            return
        slots, self._allowed = _FORMS[self.verb]
        try:
            self._read(slots.split(" "), words)
        except Refusal as refusal:
            # say which word is wrong, or else how the event is written
            raise refusal if refusal.args[0] in ("land-word", "twice") else Refusal(self.verb)

    def _read(self, slots: list[str], words: list[str]) -> None:
        for slot in slots:
            word = words[0] if words else ""
            if slot in ("land", "to"):
                self._need(_is_place(word))
                setattr(self, slot, words.pop(0))
            elif slot == "answer":
                self._need(word in ("yes", "no"))
                self.words = words.pop(0)
            elif slot == "number":
                self._need(is_number(word, 1, 99))
                self.number = int(words.pop(0))
            elif slot == "for":
                words = self._take(self.instead, words)
                self._need(not self.instead.is_empty())
            elif "for" in slots:
                # only one word, as its replacement follows
                self._need(word != "")
                read_word(self.what, words.pop(0))
            else:
                words = self._take(self.what, words)
                self._need(slot == "what?" or not self.what.is_empty())
        for word in words:
            self._read_option(word)

    def _need(self, is_right: bool) -> None:
        if not is_right:
            raise Refusal(self.verb)

    def _take(self, land: Land, words: list[str]) -> list[str]:
        """Put the pieces and tokens before the first option into a land; return the other words."""
        while words and words[0].partition("=")[0] not in self._allowed.split(" "):
            if self.verb == "ravage" and read_condition(Conditions(), words[0]):
                break
            read_word(land, words[0])
            words = words[1:]
        return words

    def _read_option(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if self.verb == "ravage" and read_condition(Conditions(), word):
            self._need(name not in [each.partition("=")[0] for each in self.conditions])
            self.conditions.append(word)
            return
        self._need(equals != "" and name in self._allowed.split(" ") and name not in self.options)
        if name == "hit":
            self.options[name] = value
            if value != "none":
                self.hit = [piece for each in value.split(",") for piece in read_pieces(each)]
            self._need(not [piece for piece in self.hit if piece.kind not in INVADERS])
        elif name == "cascade":
            self._need(not self.cascade)
            self.cascade = value.split(",")
            named = self.cascade[:-1] if self.cascade[-1] == ASKED else self.cascade
            self._need(not [land for land in named if not _is_place(land)])
        elif name == "only":
            self._need(value in ("E", "T", "C", "ET", "EC", "TC", "ETC"))
            self.options[name] = value
        elif name in ("all", "dream"):
            self._need(value == "1")
            self.options[name] = value
        else:
            self._need(is_number(value, 0, 99))
            self.options[name] = value

    def named_hit(self) -> "list[Piece] | None":
        """Return the pieces of `hit`, [] for "hit=none", None if it is left out."""
        return self.hit if "hit" in self.options else None

    def amount(self, option: str) -> int:
        """Return the number of an option, 0 if it is left out."""
        return int(self.options.get(option, "0"))

    def __str__(self) -> str:
        words = [self.verb, self.words, self.land, self.to, str(self.number or ""), str(self.what)]
        words += [str(self.instead)] + self.conditions
        for name in (_FORMS[self.verb][1] if self.verb in _FORMS else "").split(" "):
            if name in self.options:
                words.append("%s=%s" % (name, self.options[name]))
            elif name == "cascade" and self.cascade:
                words.append("cascade=" + ",".join(self.cascade))
        return " ".join([word for word in words if word])


def _is_place(word: str) -> bool:
    return word == NOWHERE or is_land(word)


# --- effects

_DAMAGE_FOR_A_DURABLE_TOWN = 2


def build(action: Action, place: Place, neighbours: "list[Land]") -> None:
    """Resolve a Build: add a town, or a city if there are more towns than cities.

    neighbours: the lands that are adjacent for invaders, as far as they have been entered.
    """
    land, adversaries = place.land, place.conditions.adversaries
    if not land.of("ETC"):
        if not [rules for rules in adversaries if rules.builds_without_invaders(place, neighbours)]:
            action.note("no-build")
            return
    if land.count("disease"):
        land.add_tokens("disease", -1)
        action.note("disease")
        return
    kind = kinds = "C" if len(land.of("T")) > len(land.of("C")) else "T"
    for rules in adversaries:
        kinds = rules.built(place, kinds)
    land.pieces += [Piece(each) for each in kinds]
    action.note("built", kinds)
    for rules in adversaries:
        rules.after_build(action, place, kind)


def explore(
    action: Action,
    place: Place,
    neighbours: "list[Land]",
    is_isolated: bool,
    coastal_before: int,
    sources: str = "TC",
    kinds: str = "E",
) -> None:
    """Resolve an Explore: add an explorer if a town, a city or the ocean is in the land or adjacent to it.

    neighbours: as for a Build. is_isolated: whether the land is isolated. coastal_before: how many coastal
    lands of this board were explored before in this step with a Coastal card, -1 if it is another card.
    sources, kinds: the kinds of pieces that are sources, and what is added, as the scenario has it.
    """
    land = place.land
    around = [each for each in [land] + neighbours if each.of(sources)]
    if is_isolated or not (around or place.conditions.coastal):
        action.note("no-explore")
        return
    if land.count("wilds"):
        land.add_tokens("wilds", -1)
        action.note("wilds")
        return
    for rules in place.conditions.adversaries:
        kinds = rules.explored(place, kinds, coastal_before)
    land.pieces += [Piece(each) for each in kinds]
    action.note("explored", kinds)


def damage(action: Action, place: Place, event: LandEvent) -> "Iterator[int]":
    """Deal damage to the invaders of a land, with its cap, bonuses and Badlands."""
    cap, badlands = [event.amount(name) if name in event.options else None for name in ("cap", "badlands")]
    amount = amount_of(event.number, cap, event.amount("bonus"))
    action.dreams = event.amount("dream") > 0
    damage_invaders(action, place, amount, event.options.get("only", INVADERS), event.named_hit(), badlands)
    return iter(())


def destroy_named(action: Action, place: Place, event: LandEvent) -> "Iterator[int]":
    """Destroy pieces and tokens. Durable towns take 2 damage each instead, unless the event destroys all."""
    pieces = take(place.land, event.what)
    action.dreams = event.amount("dream") > 0
    if place.conditions.is_durable(place.land) and not event.amount("all"):
        towns = [piece for piece in pieces if piece.kind == "T"]
        pieces = [piece for piece in pieces if piece.kind != "T"]
        natural = _DAMAGE_FOR_A_DURABLE_TOWN * len(towns) if towns else None
        damage_invaders(action, place, amount_of(natural, None, event.amount("bonus")), "T")
    destroy(action, place, pieces)
    _take_tokens(action, place, event.what)
    return iter(())


def add(action: Action, place: Place, event: LandEvent, to: "list[Place | None]") -> "Iterator[int]":
    """Add pieces and tokens. to: the lands to which the blight cascades, as for `add_blight`."""
    land = place.land
    land.pieces += event.what.pieces
    for name in event.what.tokens:
        if name != "blight":
            land.add_tokens(name, event.what.count(name))
    return add_blight(action, place, event.what.count("blight"), to)


def remove(action: Action, place: Place, event: LandEvent) -> "Iterator[int]":
    """Remove pieces and tokens. A limit applies to the total Health of the pieces that one action removes."""
    land, conditions = place.land, place.conditions
    pieces = take(land, event.what)
    if "limit" in event.options:
        health = sum([conditions.health(piece, land) + piece.damage for piece in pieces])
        if action.add_up("limit", health) > event.amount("limit"):
            raise Refusal("over-limit", event.options["limit"])
    land.pieces = [piece for piece in land.pieces if piece not in pieces]
    _take_tokens(action, place, event.what)
    return iter(())


def move(action: Action, place: Place, event: LandEvent, target: Place) -> "Iterator[int]":
    """Move pieces and tokens; pieces without health left in the new land are destroyed there."""
    pieces = take(place.land, event.what)
    place.land.pieces = [piece for piece in place.land.pieces if piece not in pieces]
    target.land.pieces += pieces
    for name in event.what.tokens:
        place.land.add_tokens(name, -event.what.count(name))
        target.land.add_tokens(name, event.what.count(name))
    _destroy_without_health(action, target, pieces)
    return iter(())


def replace(action: Action, place: Place, event: LandEvent) -> "Iterator[int]":
    """Replace pieces and tokens; an invader replaced by an invader is the same piece, with its damage."""
    land, new = place.land, event.instead
    old = take(land, event.what)
    if new.count("blight"):
        raise Refusal("replace-blight")
    if len(old) == len(new.pieces) and not [
        piece for piece in old + new.pieces if piece.kind not in INVADERS
    ]:
        for piece, other in zip(old, new.pieces):
            piece.kind = other.kind
        _destroy_without_health(action, place, old)
    else:
        land.pieces = [piece for piece in land.pieces if piece not in old] + new.pieces
    _take_tokens(action, place, event.what)
    for name in new.tokens:
        land.add_tokens(name, new.count(name))
    return iter(())


def take(land: Land, what: Land) -> list[Piece]:
    """Return the pieces of a land that are named. Raises Refusal if pieces or tokens are missing."""
    pieces = pick(land.pieces, what.pieces)
    if pieces is None or [name for name in what.tokens if land.count(name) < what.count(name)]:
        raise Refusal("not-there", str(what))
    return pieces


def _take_tokens(action: Action, place: Place, what: Land) -> None:
    """Take tokens out of a land. Blight goes back to the card or to the adversary that keeps it."""
    for name in what.tokens:
        place.land.add_tokens(name, -what.count(name))
    blight = what.count("blight")
    if blight:
        waits = [rules for rules in place.conditions.adversaries if rules.keeps_removed_blight]
        action.note("blight-waits" if waits else "heal", blight)


def _destroy_without_health(action: Action, place: Place, pieces: "list[Piece]") -> None:
    """Destroy the pieces that have no health left in their present land."""
    destroy(action, place, [piece for piece in pieces if place.conditions.health(piece, place.land) <= 0])
