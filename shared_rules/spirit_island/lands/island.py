"""The lands of a game that have been entered, and the actions that are being resolved there.

Lands are texts; only the lands of the action under way are Land objects, so that their pieces keep their
identity. Effects there are reported to the Game: the fear generated, and the blight that comes off the card.
"""

from shared_rules.spirit_island.components import (
    NOWHERE,
    QUESTIONS,
    Refusal,
    is_coastal,
    matching_lands,
)
from shared_rules.spirit_island.lands import effects
from shared_rules.spirit_island.lands.action import Action, Place, add_blight
from shared_rules.spirit_island.lands.effects import LandEvent
from shared_rules.spirit_island.lands.land import (
    ASKED,
    Conditions,
    Land,
    neighbours,
    read_condition,
    read_land,
    varies,
)
from shared_rules.spirit_island.lands.ravage import Ravage

if False:  # for the type checker only
    from collections.abc import Iterator
    from typing import Any

    from shared_rules.spirit_island.game import Game

_IN_STEPS = ("ravage", "build", "explore")
_MOST_DEFEND = 99
_MINE = 3  # invaders in a land of the Mining Expedition
_BACK_FROM_FRANCE = 3  # blight for each player


def answers_to(verb: str, name: str, known: "dict[str, str]", apart: bool = False) -> list[str]:
    """Return the usual events that answer a question.

    verb: one of QUESTIONS. name: the land that it is about. known: the lands that have been entered; for any
    other land, a cascade asks whether blight or Vitality lies there. apart: whether no other board is
    adjacent.

    >>> answers_to("push", "A7", {})
    ['push A5', 'push A8', 'push -']
    >>> answers_to("cascade", "A7", {"A5": "E1"})[:4]
    ['cascade A5', 'cascade A8', 'cascade A8 blight=1', 'cascade A8 vitality=1']
    """
    if verb == "runoff":
        return ["runoff yes", "runoff no"]
    found = []
    for each in neighbours(name) + ([] if apart and name != NOWHERE else [NOWHERE]):
        found.append("%s %s" % (verb, each))
        if verb == "cascade" and (each not in known or each == NOWHERE):
            found += ["cascade %s %s=1" % (each, token) for token in ("blight", "vitality")]
    return found


class Island:
    """The lands of a Game. All attributes are read only.

    lands: {name: text}. turn_lands: {name: {"defend": how much, "isolate": True}}, the effects until the end
    of the turn. apart: whether the boards are not adjacent to one another. asked: the question of the action
    under way, (one of QUESTIONS, the land it is about), or None. blighted: the letters of the boards to which
    this step has added blight. steps: the steps of the last event, as listed in `ravage.Outcome`.
    """

    def __init__(self, apart: bool = False) -> None:
        self.apart = apart
        self.lands: dict[str, str] = {}
        self.turn_lands: dict[str, dict[str, Any]] = {}
        self.asked: tuple[str, str] | Any = None
        self.blighted = ""
        self.steps: list[tuple] = []
        self._resolved: list[str] = []
        self._actions: list[Action] = []
        self._open: dict[str, Land] = {}
        self._passing: dict[str, Land] = {}
        self._ends: list[tuple[str, str]] = []

    # --- queries

    @property
    def is_resolving(self) -> bool:
        """Whether an action is under way: begun by players, or waiting for a blight card."""
        return len(self._actions) > 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of any land, and no action is under way."""
        return not (self.lands or self.turn_lands or self._actions)

    @property
    def waits_for_card(self) -> bool:
        """Whether an action waits until the players have done the immediate effect of a blight card."""
        return len([action for action in self._actions if action.for_card]) > 0

    @property
    def continues(self) -> bool:
        """Whether the next event belongs to the event that began the action under way, such as a Ravage."""
        return len(self._actions) > 0 and not self._actions[0].is_begun

    @property
    def place(self) -> str:
        """The land in which the action under way takes place, "" if the players began it."""
        return self._actions[0].words.split(" ")[1] if self.continues else ""

    def answers(self) -> list[str]:
        """Return the events that answer the question of the action under way, as `answers_to` does."""
        return answers_to(self.asked[0], self.asked[1], self.lands, self.apart)

    def due(self, game: "Game") -> list[str]:
        """Return the events that resolve the rest of this step in the lands that have been entered."""
        verb = "build" if game.step == "extra" else game.step
        for each in game.standing("as"):
            slot, does = each.split(" ")
            verb = does if slot == game.step else verb
        found: list[str] = []
        if verb not in _IN_STEPS or game.owed or game.result or self._actions:
            return found
        codes = [code for code in self._codes(game, game.step) if not game.skips(game.step, code)]
        for name in sorted(self.lands):
            times = self._matches(verb, name, game.boards, codes) * self._rounds(game, verb, name)
            event = "%s %s" % (verb, name)
            times = min(times, self._times(game, verb, name)) - self._resolved.count(event)
            found += [event + (" cascade=?" if verb == "ravage" else "")] * times
        return found

    def adjacent(self, name: str) -> list[str]:
        """Return the entered lands of the same board that are adjacent to a land for invaders."""
        if self._is_isolated(name):
            return []
        found = []
        for each in neighbours(name):
            if each in self.lands and not self._is_isolated(each):
                found.append(each)
        return found

    def refusal(self, game: "Game", text: str) -> Refusal | None:
        """Return the Refusal of an event of a land that is not legal now, None if it is legal."""
        try:
            event = LandEvent(text)
            # one after the other, not nested, as a Pico has a small stack
            if self._check(game, event):
                self._try(game, event)
        except Refusal as refusal:
            return refusal
        return None

    def position(self) -> str:
        """Return the whole state as a text, for `Game.position`."""
        words = ["%s:%s" % (name, self.lands[name]) for name in sorted(self.lands)]
        for name in sorted(self.turn_lands):
            words.append("%s:%s" % (name, sorted(self.turn_lands[name].items())))
        words += self._resolved + [self.blighted] + [each.words for each in self._actions]
        return "/".join(words + list(self.asked or ()))

    def snapshot(self) -> "Any":
        """Return a snapshot for `restore`, or None while an action is under way."""
        if self._actions:
            return None
        turn_lands = {name: dict(self.turn_lands[name]) for name in self.turn_lands}
        return dict(self.lands), turn_lands, self.blighted, list(self._resolved)

    def restore(self, snapshot: "Any") -> None:
        """Go back to the moment of a snapshot."""
        lands, turn_lands, self.blighted, resolved = snapshot
        self.lands = dict(lands)
        self.turn_lands = {name: dict(turn_lands[name]) for name in turn_lands}
        self._resolved = list(resolved)

    # --- reports from the Game

    def next_step(self, is_new_turn: bool) -> None:
        """Begin a step. In a new turn, damage heals, and effects until the end of the turn are over."""
        self._resolved = []
        self.blighted = ""
        if is_new_turn:
            self.turn_lands = {}
            for name in self.lands:
                land = read_land(self.lands[name])
                for piece in land.pieces:
                    piece.damage = 0
                self.lands[name] = str(land)

    def change_blight(self, name: str, number: int) -> None:
        """Change the blight in a land if it has been entered. number: negative to take blight away."""
        if number > 0:
            self._note_blighted(name)
        if name in self.lands:
            land = self._open.get(name) or read_land(self.lands[name])
            land.add_tokens("blight", number)
            self.lands[name] = str(land)

    def blight_card_flipped(self, game: "Game", id: str, acts_at_once: bool) -> None:
        """Go on after the blight card has flipped; its immediate effect comes first."""
        if self._actions and self._actions[-1].running:
            if acts_at_once:
                self._actions.append(Action(id, True, True))
            self._go_on(game)

    def end(self, result: str, why: str) -> None:
        """Remember how the game ends once the action under way is over."""
        self._ends.append((result, why))

    # --- events

    def carry_out(self, game: "Game", text: str) -> None:
        """Carry out an event that `refusal` allows."""
        event = LandEvent(text)
        self.steps = []
        verb, name = event.verb, event.land
        if verb == "land":
            self.lands[name] = str(event.what)
            # once it is entered again, everything may be resolved there again
            self._resolved = [each for each in self._resolved if each.split(" ")[1] != name]
            if self._actions:
                self._open[name] = event.what
        elif verb in QUESTIONS:
            action, self.asked = self._actions[-1], None
            action.answer = event.words == "yes" if verb == "runoff" else self._answer(game, event)
            self._go_on(game)
        elif verb in ("defend", "isolate"):
            there = self.turn_lands.setdefault(name, {})
            there[verb] = min(_MOST_DEFEND, there.get(verb, 0) + event.number) if event.number else True
        elif verb == "begin":
            self._actions.append(Action(event.words, True))
        elif verb == "done":
            action = self._actions[-1]
            action.is_open = False
            # the immediate effect of a blight card may have been entered as an action of its own
            if len(self._actions) > 1 and self._actions[-2].for_card and not action.for_card:
                self._actions[-2].is_open = False
            self._go_on(game)
        else:
            if verb in _IN_STEPS and not self._actions:
                self._resolved.append("%s %s" % (verb, name))
            if not self._actions:
                self._actions.append(Action(text))
            if verb == "ravage" and name not in self.lands:
                self._passing[name] = event.what
            action = self._actions[-1]
            action.running.append(self._resolve(game, event, action))
            self._go_on(game)

    def _check(self, game: "Game", event: LandEvent) -> bool:
        """Return whether pieces have to be tried out. Raises Refusal if an event is not legal now."""
        verb = event.verb
        if verb == "done" and not (self._actions and self._actions[-1].is_open):
            raise Refusal("not-begun")
        if verb in QUESTIONS and not (self.asked and self.asked[0] == verb):
            raise Refusal("no-question")
        if verb in ("begin", "done", "runoff"):
            return False
        for name in [event.land, event.to] + event.cascade:
            if name and name not in (ASKED, NOWHERE) and name[0] not in game.boards:
                raise Refusal("no-land", name)
            if name in ("", ASKED) or name in self.lands or name in self._passing or verb in QUESTIONS:
                continue
            if verb != "land" and not (verb == "ravage" and name == event.land and not event.what.is_empty()):
                raise Refusal("unknown-land", name)
        if verb in QUESTIONS:
            key = "push-where" if verb == "push" else "not-adjacent"
            self._check_adjacent(event.land, self.asked[1], key)
            if event.what.pieces or (
                event.land in self.lands and event.land != NOWHERE and event.what.tokens
            ):
                raise Refusal("cascade")
            return False
        if verb in ("land", "defend", "isolate"):
            return False
        if verb in _IN_STEPS:
            if self.waits_for_card:
                raise Refusal("card-first")
            times = self._resolved.count("%s %s" % (verb, event.land))
            anew = not event.what.is_empty()
            if not anew and not self._actions and times >= self._times(game, verb, event.land):
                raise Refusal("again", event.land)
        self._check_cascade(event)
        return True

    def _check_cascade(self, event: LandEvent) -> None:
        before = event.land
        for name in event.cascade:
            if name != ASKED:
                self._check_adjacent(name, before)
            before = name

    def _check_adjacent(self, name: str, before: str, key: str = "not-adjacent") -> None:
        """Raise Refusal(key) if blight or an explorer can't go from a land to another land."""
        if name == NOWHERE or before == NOWHERE:
            return
        same_board = name[0] == before[0]
        if name[1] == "0" or name == before or (same_board and name not in neighbours(before)):
            raise Refusal(key, name, before)
        if self.apart and not same_board:
            raise Refusal(key, name, before)

    def _answer(self, game: "Game", event: LandEvent) -> "Place | None":
        """Return the place to which blight cascades or an explorer is pushed.

        In a land that nobody has entered, the event gives the conditions; the land is not remembered. An
        explorer pushed to such a land has no Place: return None.
        """
        name = event.land
        if name in self.lands and name != NOWHERE:
            return self._place(game, name)
        if event.verb == "push":
            return None
        return Place(name, event.what, self.conditions(game, name))

    def _try(self, game: "Game", event: LandEvent) -> None:
        """Resolve an event on copies of the lands. Raises Refusal if something in it is impossible."""
        action = Action()
        if self._actions:
            action.copy_used(self._actions[-1])
        action.is_strict = True
        open_lands, self._open = self._open, {}
        try:
            for asked in self._resolve(game, event, action):
                # events after a question can't be tried out before its answer
                if not isinstance(asked, int):
                    break
        finally:
            self._open = open_lands
        cascades = [step for step in action.steps if step[0] == "cascade"]
        named = [name for name in event.cascade if name != ASKED]
        if len(named) > len(cascades):
            raise Refusal("no-cascade", ([event.land] + event.cascade)[len(cascades)])

    def _times(self, game: "Game", verb: str, name: str) -> int:
        """Return how often a land may ravage, build or explore in this step."""
        slot = "extra" if verb == "build" and game.step == "extra" else verb
        times = self._matches(verb, name, game.boards, self._codes(game, slot))
        return max(1, times) * self._rounds(game, verb, name)

    def _codes(self, game: "Game", slot: str) -> list[str]:
        """Return the cards and terrains that act in a slot in this step."""
        verb = "build" if slot == "extra" else slot
        again = [each.split(" ")[1] for each in game.standing("again") if each.startswith(verb + " ")]
        return getattr(game, slot) + (game.fortified if verb == "build" else []) + again

    def _matches(self, verb: str, name: str, boards: list[str], codes: list[str]) -> int:
        """Return how many of these cards and terrains a land matches."""
        times = len([code for code in codes if name in matching_lands(boards, code)])
        if "2L" in codes and name in self.lands:
            # the salt card ravages the mines, and else acts in all other lands
            invaders = [piece for piece in read_land(self.lands[name]).pieces if piece.kind in "ETC"]
            times += (len(invaders) >= _MINE) == (verb == "ravage")
        return times

    def _rounds(self, game: "Game", verb: str, name: str) -> int:
        # England 6 builds twice in its slot if no fear card was resolved
        doubled = game.step == "extra" and game.adversary_has("england-6") and not game.fear_cards_resolved
        return (1 + doubled) * (1 + varies(game, name, "W")) if verb == "build" else 1

    def _resolve(self, game: "Game", event: LandEvent, action: Action) -> "Iterator[int]":
        """Return an iterator that resolves an event, with blight as in `Action.running`."""
        verb = event.verb
        if not event.what.is_empty() and verb == "ravage":
            # this is the land's present content; a land that nobody has entered is forgotten after the action
            self._open[event.land] = event.what
        place = self._place(game, event.land)
        if verb == "ravage":
            conditions = place.conditions
            for word in event.conditions:
                read_condition(conditions, word)
            there = self.turn_lands.get(event.land, {})
            conditions.defend += there.get("defend", 0)
            pushed_to, name = None, conditions.push
            if name not in ("", "none", ASKED, NOWHERE):
                if name not in self.lands:
                    raise Refusal("unknown-land", name)
                self._check_adjacent(name, event.land, "push-where")
                pushed_to = self._place(game, name)
            to = self._cascade(game, event)
            return Ravage(action, place, event.named_hit(), to, pushed_to).resolve()
        if verb in ("build", "explore"):
            return self._build_or_explore(game, verb, action, place)
        if verb == "add":
            return effects.add(action, place, event, self._cascade(game, event))
        if verb == "move":
            return effects.move(action, place, event, self._place(game, event.to))
        one_land = {"damage": effects.damage, "destroy": effects.destroy_named, "remove": effects.remove}
        return one_land.get(verb, effects.replace)(action, place, event)

    def _build_or_explore(self, game: "Game", verb: str, action: Action, place: Place) -> "Iterator[int]":
        around = [self._land(name) for name in self.adjacent(place.name)]
        if verb == "build":
            cities = len(place.land.of("C"))
            effects.build(action, place, around)
            if len(place.land.of("C")) > cities and varies(game, place.name, "J"):
                return add_blight(action, place, 1, [None])
        else:
            before = [each.split(" ")[1] for each in self._resolved if each != "explore " + place.name]
            coast = [name for name in before if name[0] == place.name[0] and is_coastal(name)]
            cards = game.explore_cards()
            explored = len(coast) if cards == ["2C"] else -1
            sources = "ETC" if game.surges else "TC"
            late = game.scenario == "ward-the-shores" and "3" in "".join(cards[-1:])
            kinds = "ET" if late else "EE" if varies(game, place.name, "M") else "E"
            effects.explore(action, place, around, self._is_isolated(place.name), explored, sources, kinds)
        return iter(())

    def _cascade(self, game: "Game", event: LandEvent) -> "list[Place | None]":
        # loops here and below, as a comprehension is an extra call on a Pico's small stack
        places: list[Place | None] = []
        for name in event.cascade:
            places.append(None if name == ASKED else self._place(game, name))
        return places

    def _place(self, game: "Game", name: str) -> Place:
        if name not in self._open:
            passing = self._passing.get(name)
            self._open[name] = read_land(self.lands[name] if passing is None else str(passing))
        return Place(name, self._open[name], self.conditions(game, name))

    def conditions(self, game: "Game", name: str) -> Conditions:
        """Return the Conditions of a land, as far as the game knows them."""
        conditions = Conditions([text for text in (game.adversary, game.second) if text])
        conditions.coastal = is_coastal(name)
        conditions.cascades = varies(game, name, "S")
        for each in self.adjacent(name):
            if self._land(each).of("T"):
                conditions.next_to_town = 1
        return conditions

    def lying(self, name: str) -> str:
        """Return the text of a land that is known or in which the action under way takes place."""
        return str(self._open[name]) if name in self._open else self.lands[name]

    def _land(self, name: str) -> Land:
        return self._open[name] if name in self._open else read_land(self.lands[name])

    def _is_isolated(self, name: str) -> bool:
        return "isolate" in self.turn_lands.get(name, {})

    # --- the actions under way

    def _go_on(self, game: "Game") -> None:
        """Resolve as much as possible: an action, its nested actions, then its triggered effects."""
        while self._actions:
            action = self._actions[-1]
            if action.running:
                try:
                    blight = next(action.running[0])
                except StopIteration:
                    action.running.pop(0)
                    blight = 0
                self._report(game, action)
                if not isinstance(blight, int):
                    self.asked = blight
                    break
                if blight:
                    game.take_blight(blight)
                if game.owed == "flip":
                    break
            elif action.is_open:
                break
            elif action.triggered:
                follow = Action(action.words)
                follow.running.append(action.triggered.pop(0)(follow))
                self._actions.append(follow)
            else:
                self._actions.pop()
        for name in self._open:
            if name not in self._passing:
                self.lands[name] = str(self._open[name])
        if not self._actions:
            self._finish(game)

    def _report(self, game: "Game", action: Action) -> None:
        """Report all effects since the last report to the Game."""
        for step in action.new_steps():
            self.steps.append(step)
            if step[0] in ("destroyed", "dreamt", "pushed") and step[2]:
                game.generate(step[2])
            elif step[0] == "tally" and game.has_tally:
                game.tally += step[1]
            elif step[0] == "blight":
                self._note_blighted(step[2])
            elif step[0] == "ocean":
                self.change_blight(step[1], 1)
            elif step[0] == "heal":
                game.return_blight(step[1])
            elif step[0] == "blight-waits":
                game.tally += step[1]
                if game.tally >= _BACK_FROM_FRANCE * len(game.players):
                    game.return_blight(game.tally)
                    game.tally = 0

    def _note_blighted(self, name: str) -> None:
        if name[0] not in self.blighted:
            self.blighted += name[0]

    def _finish(self, game: "Game") -> None:
        """End the game after the whole action if it was won or lost; both at once are a sacrifice."""
        for name in self._open:
            place = self._place(game, name)
            if [rules for rules in place.conditions.adversaries if rules.loses_game(place.land)]:
                self._ends.append(("lost", "adversary"))
        for name in self._passing:
            game.left = name, str(self._passing[name])
        self._open = {}
        self._passing = {}
        ends, self._ends = self._ends, []
        if ends and not game.result:
            results = [result for result, _ in ends]
            both = "won" in results and "lost" in results
            game.end("sacrifice" if both else results[0], ends[0][1])
