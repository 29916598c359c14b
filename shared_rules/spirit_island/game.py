"""A game of Spirit Island: turn and step, fear, blight and invader cards, and how events change them.

`lands.island` keeps the content of the lands once somebody enters a land; nothing else depends on it. Whether
an event is legal is checked first; carrying it out can't fail.
"""

from shared_rules.record import RecordedGame
from shared_rules.spirit_island.components import (
    CARD_VERBS,
    CODES,
    GROUNDS,
    LAND_VERBS,
    QUESTIONS,
    REASONS,
    STEPS,
    STEPS_WITH_EXTRAS,
    TERRAINS,
    VERBS,
    Refusal,
    blight_card_ids,
    count_cards,
    find_blight_card,
    has_rule,
    next_codes,
    read_event,
    without,
    without_reminder,
    words_of,
)

if False:  # for the type checker only
    from collections.abc import Iterator
    from typing import Any

    from shared_rules.spirit_island.lands.island import Island

TITLE = "Spirit Island"
MODES = ("spirit-island",)

AUTOMATIC_ENDS = ("fear", "blight", "deck")
"""The reasons for which a game ends automatically."""

# whole names, as a Pico creates texts slowly
_IDLE = (
    "shared_rules.spirit_island.otherwise",
    "shared_rules.spirit_island.lands.island",
    "shared_rules.spirit_island.lands.event",
    "shared_rules.spirit_island.lands.effects",
    "shared_rules.spirit_island.lands.ravage",
    "shared_rules.spirit_island.lands.action",
    "shared_rules.spirit_island.lands.land",
    "shared_rules.spirit_island.lands.adversaries",
)

# the attributes that change after the setup
_CHANGING = (
    "boards",
    "turn",
    "step",
    "fear_pool",
    "fear_generated",
    "fear_cards_waiting",
    "fear_cards_earned",
    "fear_cards_resolved",
    "fear_cards_left",
    "blight_on_card",
    "side",
    "flipped",
    "extra",
    "ravage",
    "build",
    "explore",
    "discard",
    "entrenched",
    "fortified",
    "deck",
    "said",
    "terror_level",
    "fear_deck_change",
    "blight_off",
    "tally",
    "result",
    "why",
    "dahan",
    "blight",
    "_blight_to_place",
    "_must_reveal",
    "_must_accelerate",
    "_passed_reminder",
    "_slot_ended",
)


class Game(RecordedGame):
    """A game. All attributes are read only; `apply` changes them.

    players, spirits, boards: in seat order; spirits by id, boards "A" to "H", "thematic" or
    "thematic-tokens", and last an extra board that no player controls. archipelago: whether the boards are
    not adjacent to one another. adversary, second: such as "england:4", or None. scenario: its id or None.
    scenario_rules: rules that the game keeps: "accelerate" before the first card, "more-blight", "two-rounds"
    before turn 1, "all-fast" powers, "rituals" that raise the terror level, a "victory" or a "loss"
    ("late-loss": not in turn 1) that only the players see, "no-fear-victory", "endless-fear" cards. surges:
    how many more cards are explored in even turns, in which case odd turns explore none. with_events,
    with_tokens: whether event cards and tokens are played. double_difficulty: twice the difficulty, a whole
    number. deck_size: how many numbered cards the deck began with. reminders: as in `reminders.py`, such as
    "england-1=lands:extra,build". slot_level: England's level, 0 if there is no extra Build slot. has_tally:
    whether the adversary has a counter of its own. accelerates: whether its setup discards a card after the
    first `reveal`. turn: from 1. step: None before the setup, then "setup", then one of STEPS. fear_pool,
    fear_generated: markers in the pool, and how many of them were generated. fear_cards_waiting,
    fear_cards_earned: fear cards to resolve, and all earned. fear_cards_resolved: in this Invader Phase.
    fear_cards_left: of each stage. blight_on_card: how much. side: "healthy", "blighted" or, without a card,
    "none". flipped: ids of the blight cards that have flipped. extra, ravage, build, explore, discard: codes
    of the invader cards there; an event's extra step is only its terrain, and a card that was discarded
    unseen only its stage. said: the exceptions by cards that still hold, as listed in `otherwise.py`.
    terror_level: set by a scenario that rules it by hand, else 0. fear_deck_change: how many fear cards were
    put on top of the fear deck, minus those that left it. entrenched: invader cards found among the fear
    cards. fortified: the terrains of an event's Build in this step. blight_off: how much blight has left the
    card and not come back. deck: as in `components.py`. tally: the adversary's counter. result: None, "won",
    "lost", "sacrifice" or "abandoned". why: the reason, as in docs/record.md. dahan, blight: how many are on
    the island at the end, None until they are counted. island: the Island, None while no land is known. left:
    (the last unknown land that ravaged, its text after that), or None; not part of the position.

    >>> game = Game()
    >>> game.apply("setup spirit-island players=Ann spirits=thunderspeaker boards=A blight=card events=no")
    >>> game.apply("reveal 1J")
    >>> game.apply("fear 5")
    >>> game.step, game.build, game.fear_cards_waiting, game.fear_generated
    ('growth', ['1J'], 1, 1)
    """

    played_on = 0
    """The tally at which the players said that the game is not lost; it does not belong to the position."""

    noted: "dict[str, str] | None" = None
    """{land: its text} for lands of which only a land calculator knows; they belong to no position."""

    active = None
    """None, as all players play at the same time."""

    def _clear(self) -> None:
        self.players: list[str] = []
        self.spirits: list[str] = []
        self.boards: list[str] = []
        self.archipelago = False
        self.adversary: str | None = None
        self.second: str | None = None
        self.scenario: str | None = None
        self.scenario_rules: list[str] = []
        self.surges = 0
        self.with_events = self.with_tokens = False
        self.double_difficulty = 0
        self.deck_size = 0
        self.reminders: list[str] = []
        self.slot_level = 0
        self.has_tally = self.accelerates = False
        self.turn = 1
        self.step: str | Any = None
        self.fear_pool = self.fear_generated = self.fear_cards_waiting = self.fear_cards_earned = (
            self.fear_cards_resolved
        ) = 0
        self.fear_cards_left = [0, 0, 0]
        self.blight_on_card = 0
        self.side = "healthy"
        self.flipped: list[str] = []
        self.extra: list[str] = []
        self.ravage: list[str] = []
        self.build: list[str] = []
        self.explore: list[str] = []
        self.discard: list[str] = []
        self.entrenched: list[str] = []
        self.fortified: list[str] = []
        self.deck = ""
        self.said: list[str] = []
        self.terror_level = self.fear_deck_change = 0
        self.blight_off = self.tally = 0
        self.result: str | None = None
        self.why: str | None = None
        self.dahan: int | Any = None
        self.blight: int | Any = None
        self.island: Island | Any = None
        self.left: tuple[str, str] | None = None
        self._blight_to_place = 0
        self._must_reveal = 0
        self._must_accelerate = self._passed_reminder = self._slot_ended = False

    # --- queries

    @property
    def owed(self) -> str | None:
        """The input that the game needs to go on, or None.

        "flip", "accelerate", "reveal", or a question of the action in a land: "cascade", "push", "runoff".
        """
        if self.result or not self.players:
            return None
        if self.blight_on_card == 0 and self.side == "healthy":
            return "flip"
        if self.island and self.island.asked:
            return self.island.asked[0]
        if self._must_accelerate:
            return "accelerate"
        return "reveal" if self._must_reveal or self._passed_reminder else None

    @property
    def asks(self) -> str | None:
        """The input that the players owe before anything else: "flip", a question of an action in a land,
        "card" for the immediate effect of a blight card in a Ravage, "lost" if the adversary's counter
        exceeds its limit, "last" if the last fear card ended a game that it does not win, or None.
        """
        owed = self.owed
        if owed == "flip" or owed in QUESTIONS:
            return owed
        if self.island and self.island.continues and self.island.waits_for_card:
            return "card"
        if "no-fear-victory" in self.scenario_rules and not self._has_fear_cards() and not self.result:
            return "last"
        over = self.adversary_has("habsburg-livestock-0") and self.tally > len(self.players)
        return "lost" if over and self.tally != self.played_on and not self.result else None

    @property
    def continues(self) -> bool:
        """Whether the next event belongs to the last event's step, such as an answer to a Ravage."""
        return self.island is not None and self.island.continues

    @property
    def terror(self) -> int:
        """The terror level: the first stage of the fear deck that has cards left, 3 at most."""
        if self.terror_level:
            return self.terror_level
        return 1 if self.fear_cards_left[0] > 0 else 2 if self.fear_cards_left[1] > 0 else 3

    @property
    def difficulty(self) -> "int | float":
        """The difficulty of adversaries, scenario and map; it may end in .5 if there are two adversaries."""
        return self.double_difficulty / 2 if self.double_difficulty % 2 else self.double_difficulty // 2

    @property
    def score(self) -> int | None:
        """The score, None until dahan and blight are counted."""
        return None if self.dahan is None else sum([points for _, points in score_parts(self)])

    def as_play(self) -> tuple[str, int, bool, list[tuple[str, int | None, bool]]]:
        """Return the title, its number, that the highest score wins, and the score of all."""
        score, won = self.score, self.result in ("won", "sacrifice")
        return TITLE, 162886, True, [(name, score, won) for name in self.players]

    def adversary_has(self, lowest: str) -> bool:
        """Return whether one of the adversaries has a rule, such as "russia-1", at its level."""
        for each in (self.adversary, self.second):
            if each and has_rule(each, lowest):
                return True
        return False

    NAME = "spirit_island"
    SELDOM = ("shared_rules.spirit_island.reminders",)
    FOLLOWING = ("next", "reveal")

    def idle_modules(self) -> "tuple[str, ...]":
        """Return the modules that the game does not need now: `otherwise`, and those for lands."""
        return _IDLE[:1] if self.island else _IDLE

    def explore_cards(self) -> list[str]:
        """Return the invader cards of the Explore slot, without the terrains of an extra Explore."""
        return [code for code in self.explore if len(code) > 1]

    def codes(self) -> list[str]:
        """Return the possible next cards of the deck: the codes of invader cards, or only "reminder"."""
        if self.deck[:1] == "R":
            return ["reminder"]
        return self._numbered() if self.deck or not self.surges else self._surplus()

    def follows(self) -> str | None:
        """Return the `reveal` of a known next card, `next` if the blighted island did its step when its card
        flipped, else None.
        """
        if (
            self.step == "blighted"
            and not self.owed
            and not self.result
            and find_blight_card(self.flipped[-1])[1]
        ):
            return "next"
        if self.owed == "reveal" and "explore" not in self.standing("skip"):
            codes = self.codes()
            # after cards have moved, the last unseen card may lie elsewhere
            if len(codes) == 1 and (self.deck[:1] in tuple("CLR[") or not self._cards_moved()):
                return "reveal " + codes[0]
        return None

    def shown(self) -> list[str]:
        """Return the codes of the cards and extra steps under an invader action."""
        return self.extra + self.ravage + self.build + self.explore

    def standing(self, what: str) -> list[str]:
        """Return the exceptions of a kind that still hold, such as the codes of cards for "hold"."""
        return [each[len(what) + 1 :] for each in self.said if each.startswith(what + " ")]

    def skips(self, slot: str, code: str) -> bool:
        """Return whether a card has no effect in its slot; an exception for a step is for its first card."""
        skipped, there = self.standing("skip"), getattr(self, slot)
        return code in skipped or (slot in skipped and (slot == "explore" or code in there[:1]))

    def legal_actions(self, verb: str | None = None) -> "Iterator[str]":
        """Yield the texts of all events that are legal now, with 1 for every number and without lands.

        verb: only events that begin with this word; `CARD_VERBS` are listed only if named here.
        The answers to a question are given with its land.
        """
        if self.owed in QUESTIONS and verb in (None, self.owed):
            for text in self.island.answers():
                yield text
        for each in (verb,) if verb in CARD_VERBS else VERBS + ("undo",):
            if verb in (None, each):
                for text in self._texts(each):
                    if self.may(text):
                        yield text

    def state(self) -> dict:
        """Return the state as docs/record.md defines it: a dict of numbers, texts, lists and dicts."""
        island = self.island
        state: dict[str, Any] = {
            "mode": MODES[0] if self.players else None,
            "turn": self.turn,
            "step": self.step,
            "players": list(self.players),
            "spirits": list(self.spirits),
            "boards": list(self.boards),
            "adversary": self.adversary,
            "difficulty": self.difficulty,
            "terror": self.terror,
            "fear": {
                "pool": self.fear_pool,
                "generated": self.fear_generated,
                "waiting": self.fear_cards_waiting,
                "earned": self.fear_cards_earned,
                "left": None if self.terror_level else list(self.fear_cards_left),
            },
            "blight": {"card": self.blight_on_card, "side": self.side, "flipped": list(self.flipped)},
            "invaders": {
                "extra": list(self.extra),
                "ravage": list(self.ravage),
                "build": list(self.build),
                "explore": list(self.explore),
                "discard": list(self.discard),
                "deck": self.deck,
            },
            "tally": self.tally,
            "lands": dict(island.lands) if island else {},
            "owed": self.owed,
            "result": self.result,
            "why": self.why,
            "score": self.score,
        }
        for key, what in (
            ("skipped", "skip"),
            ("held", "hold"),
            ("pinned", "pin"),
            ("again", "again"),
            ("as", "as"),
            ("box", "box"),
        ):
            if self.standing(what):
                state["invaders"][key] = self.standing(what)
        if self.standing("note"):
            state["notes"] = self.standing("note")
        if island and island.turn_lands:
            state["turn_lands"] = {name: dict(island.turn_lands[name]) for name in island.turn_lands}
        if island and island.asked:
            state["asked"] = {island.asked[0]: island.asked[1]}
        if self.noted is not None:
            noted = dict(self.noted)
            if self.left:
                noted[self.left[0]] = self.left[1]
            state["noted"] = noted
        return state

    def live_state(self) -> dict:
        """Return the state with `due`, the events that resolve the rest of the step in the entered lands."""
        state = self.state()
        due = self.island.due(self) if self.island else []
        if due:
            state["due"] = due
        return state

    def position(self) -> str:
        """Return the whole state as one line of text."""
        given: list[Any] = [self.players, self.spirits, self.boards]
        given += [self.adversary, self.second, self.scenario, self.with_events, self.with_tokens]
        given.append(self.double_difficulty)
        given += [getattr(self, name) for name in _CHANGING]
        if self.island:
            given.append(self.island.position())
        return " ".join([",".join([str(v) for v in x]) if isinstance(x, list) else str(x) for x in given])

    # --- overrides of RecordedGame

    def accept(self, text: str) -> None:
        """Apply an event that was accepted in this position before, without even reading it."""
        self._apply(text, text)

    def _read(self, event: str) -> str:
        verb = event.partition(" ")[0]
        if verb == "setup":
            # a game has only one setup
            from shared_rules.spirit_island.setup import check_setup

            check_setup(event)
            return event
        if verb in CARD_VERBS:
            # few cards say otherwise
            from shared_rules.spirit_island.otherwise import read

            return read(event)
        if verb not in LAND_VERBS:
            return read_event(event)
        # few games have lands
        from shared_rules.spirit_island.lands.effects import LandEvent

        return str(LandEvent(event))

    def _refusal_now(self, event: str) -> Refusal | None:
        verb, *words = words_of(event)
        if verb == "setup" or not self.players:
            return None if verb == "setup" and not self.players else Refusal("once")
        if verb == "count" and not self.result:
            return Refusal("not-over")
        if self.result:
            return self._refusal_after(verb)
        if verb == "abandon":
            return None
        owed = self.owed
        if verb == "flip":
            return self._refusal_of_flip(owed, words[0])
        if owed == "flip":
            return Refusal("flip-first")
        if owed in QUESTIONS and verb != owed:
            return Refusal("answer-first")
        if verb in LAND_VERBS:
            return self._lands().refusal(self, event)
        if verb in ("reveal", "accelerate", "next"):
            return self._refusal_of_cards(verb, owed, words)
        says_otherwise = verb in CARD_VERBS or words[:1] == ["explore"] or (verb == "fear" and words[0] < "0")
        if says_otherwise and self.step == "setup" and not self.build:
            return Refusal("reveal-first")
        if verb in CARD_VERBS:
            from shared_rules.spirit_island.otherwise import refusal

            return refusal(self, verb, words)
        if verb == "card" and not (self.fear_cards_waiting and self._may_resolve()):
            return Refusal("no-card")
        if verb in ("blight", "heal") and len(words) == 2 and words[1][0] not in self.boards:
            return Refusal("no-land", words[1])
        if verb == "extra" and words[1] in getattr(self, words[0]):
            return Refusal("extra-twice")
        if verb == "entrench":
            return self._refusal_of_entrench(words[0])
        if verb == "fortify" and self.step not in ("slow", "time"):
            return Refusal("fortify-later")
        if verb == "fortify" and words[0] in "".join(self.shown() + self.fortified):
            return Refusal("fortify-shown", words[0])
        if verb == "tally" and not self.has_tally:
            return Refusal("no-tally")
        if verb == "tally" and self.tally + int(words[0]) < 0:
            return Refusal("tally-low")
        if verb in ("won", "lost"):
            return self._refusal_of_end(verb, words)
        return None

    def _refusal_of_end(self, verb: str, words: list[str]) -> Refusal | None:
        """Return the Refusal of an end that this adversary or this scenario does not have."""
        rules = self.scenario_rules
        losses = [each.split("-loss=")[0] for each in self.reminders if "-loss=" in each]
        if words == ["adversary"] and not [owner for owner in losses if owner != self.scenario]:
            return Refusal("no-loss")
        if words == ["scenario"] and not self.scenario:
            return Refusal("no-scenario")
        if words == ["scenario"] and verb == "won" and "victory" not in rules:
            return Refusal("no-scenario-victory")
        if words == ["scenario"] and verb == "lost" and "loss" not in rules:
            late = "late-loss" in rules
            return Refusal("late-loss" if late else "no-scenario-loss") if not late or self.turn < 2 else None
        if verb == "won" and not words and "no-fear-victory" in rules:
            return Refusal("no-fear-victory")
        return None

    def _refusal_after(self, verb: str) -> Refusal | None:
        """Return the Refusal of an event after the end, None if it is legal."""
        if verb in ("count", "sacrifice") and self.dahan is not None:
            return Refusal("counted")
        if verb == "sacrifice" and self.result in ("won", "lost") and self.why in AUTOMATIC_ENDS:
            return None
        if verb == "count" and self.result != "abandoned":
            return None
        return Refusal("over")

    def _refusal_of_flip(self, owed: str | None, id: str) -> Refusal | None:
        if owed != "flip":
            return Refusal("no-flip")
        return Refusal("flipped") if len(id) > 1 and id in self.flipped else None

    def _refusal_of_entrench(self, code: str) -> Refusal | None:
        if not self.adversary_has("russia-5") or self.step == "setup":
            return Refusal("no-entrench")
        come = [each[0] for each in self.entrenched]
        # the salt card belongs to another adversary
        if code[0] == "1" or code == "2L" or code[0] in come or code in self.shown() + self.discard:
            return Refusal("entrench-stage", code)
        return None

    def _refusal_of_cards(self, verb: str, owed: str | None, words: list[str]) -> Refusal | None:
        code = words[0] if words else ""
        is_resolving = self.island is not None and self.island.is_resolving
        if is_resolving and (verb == "next" or code == "reminder"):
            return Refusal("card-first" if self.island.waits_for_card else "not-done")
        if verb == "accelerate":
            if not self._numbered():
                return Refusal("no-cards")
            return None if code in self._numbered(True) else Refusal("not-next", code)
        if owed == "accelerate":
            return Refusal("accelerate-first")
        if verb == "reveal":
            if owed != "reveal" and not (self.step == "explore" and "explore" in self.standing("skip")):
                return Refusal("no-reveal")
            return None if code in self.codes() else self._refusal_of_surprise(code, len(words) > 1)
        if owed:
            return Refusal("reveal-first")
        return Refusal("cards-first") if self.step == "fear" and self.fear_cards_waiting else None

    def _refusal_of_surprise(self, code: str, surely: bool) -> Refusal | None:
        """Return the Refusal of a card that the deck should not give: it may have moved."""
        if code in self.shown():
            return Refusal("lies-there", code)
        if code == "reminder" and "R" not in self.deck:
            return Refusal("not-next", code)
        if surely or self._cards_moved():
            return None
        return Refusal("reminder-first") if self.deck[:1] == "R" else Refusal("not-next", code)

    def _carry_out(self, event: str) -> None:
        verb, *words = words_of(event)
        if verb == "setup":
            # a game has only one setup
            from shared_rules.spirit_island.setup import begin

            begin(self, words)
            self._must_reveal = 2 if self.surges or "two-rounds" in self.scenario_rules else 1
            self._must_accelerate = "accelerate" in self.scenario_rules
        elif verb == "next":
            self._go_on()
        elif verb in LAND_VERBS:
            self.island = self._lands()
            self.island.carry_out(self, event)
        elif verb in CARD_VERBS:
            from shared_rules.spirit_island.otherwise import carry_out

            carry_out(self, verb, words)
        elif verb == "fear":
            self.generate(int(words[0]))
        elif verb == "pool":
            self.fear_pool += int(words[0])
        elif verb == "card":
            self.fear_cards_waiting -= 1
            # a ritual resolves cards outside the Invader Phase
            self.fear_cards_resolved += self.step == "fear"
        elif verb == "blight":
            self.take_blight(int(words[0]))
        elif verb == "heal":
            self.return_blight(int(words[0]))
        elif verb == "flip":
            self._flip(words[0])
        elif verb == "reveal":
            self._reveal(words[0])
        elif verb == "accelerate":
            is_on_top = self.deck[0] == "R" and self._numbered() == self._numbered(True)
            self._passed_reminder = self._passed_reminder or is_on_top
            self._must_accelerate = False
            self.deck = without(self.deck, words[0])
            self.discard.append(words[0])
        elif verb == "extra":
            getattr(self, words[0]).append(words[1])
        elif verb == "entrench":
            self.build.append(words[0])
            self.entrenched.append(words[0])
        elif verb == "fortify":
            self.fortified.append(words[0])
        elif verb == "tally":
            self.tally += int(words[0])
        elif verb == "count":
            self.dahan, self.blight = [int(word.split("=")[1]) for word in words]
        else:
            self._stop(verb, words)
        if self.island and verb in ("blight", "heal") and len(words) == 2:
            self.island.change_blight(words[1], int(words[0]) * (1 if verb == "blight" else -1))
        if self.island and self.island.is_empty:
            self.island = None
        # the additional cards of a surge may come from elsewhere
        if self._must_reveal > self.surges and not self.deck and not self.result:
            self.end("lost", "deck")

    def _snapshot(self) -> "Any":
        values = [getattr(self, name) for name in _CHANGING]
        lands = self.island and self.island.snapshot()
        if self.island and not lands:
            return None
        return [list(value) if isinstance(value, list) else value for value in values], lands

    def _restore(self, snapshot: "Any") -> None:
        values, lands = snapshot
        for name, value in zip(_CHANGING, values):
            setattr(self, name, list(value) if isinstance(value, list) else value)
        self.island = None
        if lands:
            self.island = self._lands()
            self.island.restore(lands)

    # --- changes that events in lands make, too

    def generate(self, fear: int) -> None:
        """Generate fear, which earns fear cards; the last card wins the game.

        fear: negative to take back fear that has not earned a card.
        """
        self.fear_generated = max(0, self.fear_generated + fear)
        while self.fear_generated >= self.fear_pool and self._has_fear_cards():
            self.fear_generated -= self.fear_pool
            self.earn()

    def earn(self) -> None:
        """Earn a fear card."""
        self.fear_cards_earned += 1
        self.fear_cards_waiting += 1
        self.change_fear_deck(-1)

    def change_fear_deck(self, number: int) -> None:
        """Put a fear card on the fear deck, or take one off; most games are won without any."""
        if not self.terror_level and (number > 0 or any(self.fear_cards_left)):
            self.fear_cards_left[self.terror - 1] += number
        if not self._has_fear_cards() and "no-fear-victory" not in self.scenario_rules:
            self._end_by_itself("won", "fear")

    def add_explores(self, number: int) -> None:
        """Have more cards to reveal in this Explore, or fewer."""
        self._must_reveal = max(0, self._must_reveal + number)

    def take_blight(self, blight: int) -> None:
        """Take blight off the card; if there is not enough, the rest comes from the next blight card."""
        self.blight_off += blight
        self.empty_card(blight)

    def empty_card(self, blight: int) -> None:
        """Take blight off the card that does not come to the island."""
        taken = min(blight, self.blight_on_card)
        self.blight_on_card -= taken
        if self.blight_on_card == 0 and self.side == "healthy":
            self._blight_to_place = blight - taken
        elif self.blight_on_card == 0:
            self._end_by_itself("lost", "blight")

    def return_blight(self, blight: int) -> None:
        """Put blight back onto the card."""
        self.blight_on_card += blight
        self.blight_off -= blight

    def end(self, result: str, why: str | None) -> None:
        """End the game."""
        self.result, self.why = result, why

    # --- effect of each event

    def _has_fear_cards(self) -> bool:
        return self.terror_level > 0 or "endless-fear" in self.scenario_rules or any(self.fear_cards_left)

    def _may_resolve(self) -> bool:
        """Return whether waiting fear cards can be resolved now: in their step, or after a ritual."""
        return self.step == "fear" or (self.step in ("fast", "slow") and "terror" in self.said)

    def _cards_moved(self) -> bool:
        """Return whether cards have moved in a way that leaves the deck in doubt."""
        moving = ("drop", "top", "bottom", "insert", "board")
        return len([event for event in self.events if event.split(" ")[0] in moving]) > 0

    def _lands(self) -> "Island":
        """Return the Island, empty before the first event of a land."""
        # few games have lands
        from shared_rules.spirit_island.lands.island import Island

        return self.island or Island(self.archipelago)

    def _end_by_itself(self, result: str, why: str) -> None:
        """End the game now or, if an action is under way, after it."""
        if self.island and self.island.is_resolving:
            self.island.end(result, why)
        else:
            self.end(result, why)

    def _surplus(self) -> list[str]:
        """Return the cards that a surge may take if the deck is empty: unused cards of stage III, or else the
        cards of the highest stage in the discard.
        """
        unused = [code for code in CODES["3"].split(" ") if code not in self.shown() + self.discard]
        seen = [code for code in self.discard if len(code) > 1]
        return unused or [code for code in seen if code[0] == max(seen)[0]]

    def _texts(self, verb: str) -> list[str]:
        """Return the candidates for the legal events with a verb."""
        if verb in CARD_VERBS:
            from shared_rules.spirit_island.otherwise import candidates

            return candidates(self, verb)
        if verb in ("reveal", "accelerate"):
            codes = self.codes() if verb == "reveal" else self._numbered(True)
            return ["%s %s" % (verb, code) for code in codes]
        if verb == "flip":
            if self.owed != "flip":
                return []
            return ["flip " + id for id in blight_card_ids()]
        if verb == "extra":
            return ["extra %s %s" % (step, each) for step in STEPS_WITH_EXTRAS for each in TERRAINS]
        if verb == "entrench":
            return ["entrench " + code for stage in "23" for code in CODES[stage].split(" ")]
        if verb == "fortify":
            return ["fortify " + ground for ground in GROUNDS]
        if verb == "lost":
            return ["lost " + reason for reason in REASONS]
        if verb == "won":
            return ["won", "won scenario"]
        if verb == "tally":
            return ["tally 1", "tally -1"]
        if verb == "count":
            return ["count dahan=1 blight=1"]
        return [verb + " 1" if verb in ("fear", "pool", "blight", "heal") else verb]

    def _numbered(self, lowest: bool = False) -> list[str]:
        return next_codes(self.deck, self.shown() + self.discard + self.standing("box"), lowest)

    def _reveal(self, code: str) -> None:
        if code == "reminder":
            self.deck = without_reminder(self.deck)
            self._passed_reminder = False
            return
        self._leave_deck(code)
        self.add_explores(-1)
        if self.step != "setup":
            self.explore.append(code)
            return
        self.build.append(code)
        if not self._must_reveal:
            self.step = STEPS[0]
            self._must_accelerate = self.accelerates
            if "two-rounds" in self.scenario_rules:
                self.ravage = [self.build.pop(0)]

    def _leave_deck(self, code: str) -> None:
        """Take a card out of the deck or, if it was known to be elsewhere, from there."""
        if code in self.discard:
            self.discard.remove(code)
        elif "box " + code in self.said:
            self.said.remove("box " + code)
        else:
            self.deck = without(self.deck, code)

    def _go_on(self) -> None:
        """End the step and begin the next step with something to do."""
        if [each for each in self.said if each[:4] not in ("pin ", "box ")]:
            from shared_rules.spirit_island.otherwise import leave_step

            leave_step(self)
        if self.step in STEPS_WITH_EXTRAS:
            cards = getattr(self, self.step)
            cards[:] = [code for code in cards if len(code) > 1]
        if self.step == "explore":
            self._advance()
        self.fortified = []
        number = STEPS.index(self.step) + 1
        if number == len(STEPS):
            number = 0
            self.turn += 1
            self.fear_cards_resolved = 0
        if self.island:
            self.island.next_step(number == 0)
        while not self._has_something_to_do(STEPS[number]):
            number += 1
        self.step = STEPS[number]
        if self.step == "explore":
            normal = 0 if self.surges and self.turn % 2 else 1 + self.surges
            more = self.standing("again").count("explore")
            self._must_reveal = more if "explore" in self.standing("skip") else more + normal

    def coming(self) -> list[str]:
        """Return the later steps of this turn, as far as they are known, that don't end by themselves."""
        later = [step for step in STEPS[STEPS.index(self.step) + 1 :] if self._has_something_to_do(step)]
        if "blighted" in later and find_blight_card(self.flipped[-1])[1]:
            later.remove("blighted")
        return later

    def _has_something_to_do(self, step: str) -> bool:
        if step == "blighted":
            return self.side == "blighted"
        if step == "event":
            return self.with_events and self.turn > 1
        if step == "fear":
            return self.fear_cards_waiting > 0 and not self.terror_level
        if step == "slow":
            return "all-fast" not in self.scenario_rules
        if step in ("extra", "ravage", "build"):
            again = [each for each in self.standing("again") if each.startswith(step)]
            return len(getattr(self, step) + again) > 0
        return True

    def _advance(self) -> None:
        """Advance the invader cards; Ravage cards go to the discard pile or to England's slot."""
        extra, ravage, build, explore = [
            self._leave(cards) for cards in (self.extra, self.ravage, self.build, self.explore)
        ]
        self.said = [each for each in self.said if each[:5] != "hold "]
        self.discard += extra
        if self.slot_level == 3 and [code for code in ravage if code[0] == "2"]:
            self._slot_ended = True
        if self.slot_level and not self._slot_ended:
            self.extra += ravage
        else:
            self.discard += ravage
        for cards, new in ((self.ravage, build), (self.build, explore)):
            # an extra step that was entered too late stays where it is
            late = [code for code in cards if len(code) == 1]
            cards[:] = [code for code in cards if len(code) > 1] + new + late
        if "2L" in build:
            # the mines are ravaged every turn
            self.said.append("pin 2L")

    def _leave(self, cards: list[str]) -> list[str]:
        """Remove the cards that move on from a slot, and return them; held or pinned cards stay."""
        stay = self.standing("hold") + self.standing("pin")
        moving = [code for code in cards if len(code) > 1 and code not in stay]
        cards[:] = [code for code in cards if code not in moving]
        return moving

    def _flip(self, id: str) -> None:
        per_board, acts_at_once, still_healthy = find_blight_card(id)
        self.flipped.append(id)
        self.blight_on_card = (per_board - ("more-blight" in self.scenario_rules)) * len(self.boards)
        if not still_healthy:
            self.side = "blighted"
        blight, self._blight_to_place = self._blight_to_place, 0
        if blight:
            self.empty_card(blight)
        if self.island and self.owed != "flip":
            self.island.blight_card_flipped(self, id, acts_at_once)

    def _stop(self, verb: str, words: list[str]) -> None:
        if verb == "sacrifice":
            self.end(verb, self.why)
        elif verb == "abandon":
            self.end("abandoned", None)
        else:
            self.end(verb, words[0] if words else "terror")


def score_parts(game: Game) -> list[tuple[str, int]]:
    """Return (name, points) for each part of a score: "difficulty", "victory", "deck", "dahan", "blight".

    game: a Game with dahan and blight counted. A sacrifice scores as a victory; the sources disagree on it.
    Source: rulebook, "Scoring".
    """
    left, players = count_cards(game.deck), len(game.players)
    if game.result == "lost":
        found = [("difficulty", game.double_difficulty), ("deck", game.deck_size - left)]
    else:
        found = [("difficulty", 5 * game.double_difficulty // 2), ("victory", 10), ("deck", 2 * left)]
    return found + [("dahan", game.dahan // players), ("blight", -(game.blight // players))]
