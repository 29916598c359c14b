"""A game of The Shipwreck Arcana: the state of the table, and how each event changes it.

`legality.py` decides whether an event is legal; here it is carried out, which can't fail. A game knows only
what everybody at the table sees or hears, never a hidden hand.
"""

from shared_rules.record import RecordedGame
from shared_rules.shipwreck.cards import CARDS, SANDS, Place, cards_of, power_of, rule_of
from shared_rules.shipwreck.event import Event
from shared_rules.shipwreck.legality import FATES, refusal_of, still_kept, void_notes, write_note

if False:  # for the type checker only
    from collections.abc import Collection, Iterator
    from typing import Any, Union

    from shared_rules.shipwreck.cards import Refusal, Rule
    from shared_rules.shipwreck.deep import Deep
    from shared_rules.shipwreck.hands import Reader

    InTheDeep = Union[Deep, Any]  # noqa: UP007

TITLE = "The Shipwreck Arcana"

GOAL = 7
DEFEATS = 3

# The events that reveal something about the fate that the active player keeps.
_REVEALING = ("play", "tell", "steal", "inevitable", "use", "reveal", "predict", "hidden", "strike", "avert")
_OF_THE_DEEP = ("meet", "strike", "avert", "ability")

# The attributes in a snapshot: all that may change and outlast a turn.
_LASTING = (
    "assist",
    "lines",
    "deep",
    "players",
    "turn",
    "active",
    "score",
    "doom",
    "row",
    "powers",
    "deck_bottom",
    "removed",
    "exiled",
    "held",
)

BEFORE_PLAY = "before-play"
AFTER_PLAY = "after-play"
AFTER_PREDICT = "after-predict"
DEAL = "deal"
OVER = "over"


class Game(RecordedGame):
    """A game. All attributes are read only; `apply` changes them.

    mode: one of cards.MODES. sets: the card sets in the deck. turn: from 1.
    players: names in turn order; in a duel the four lines, such as "Ann.A".
    assist: the level of assistance, one of cards.LEVELS.
    lines: {player: [tokens]}, the tokens of a number line that the group has flipped.
    deep: the Deep of Creatures from the Deep, None in other modes.
    active: the player whose turn it is. phase: None before the setup, else a phase in docs/record.md. score,
    doom: 0-7. result: None, "won", "lost" or "abandoned".
    row: four of Place or None. powers: ids of the faded cards, oldest first.
    card_count: how many cards the sets have. sands_at: the place 1-4 whose successor Sands attaches to, or 0.
    deck_bottom: ids known to lie at the bottom of the deck, in the order in which they will be dealt.
    removed: ids of the cards removed from the game, oldest first; only in The Restless Hours.
    exiled: fates out of the game. waiting: places 1-4 that need a card.
    held: names of the players who hold a fate from an earlier turn.
    used: id of the card whose power was used this turn, or None. shadows: whether that was Shadows.
    last_play: (fate, place) of this turn's latest play, or None.
    owed: the events that have to be entered next, in this order: "tell", "steal", "inevitable"; "spoils" or
    "meet". kept: the values that the fate kept this turn can have, judging by this turn only. "Keep" is a
    term of the game: of the two fates in hand, one is played and the other is kept.
    fall_answer: ("yes" or "no" to whether The Fall will fade, the sum of the fates there at the time), or
    None.
    outcome: None, "hit", "miss" or "illegal". shown: whether the hidden fate of a miss was shown.

    >>> game = Game()
    >>> game.apply("setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key")
    >>> game.apply("play 4 1")
    >>> game.kept
    [1, 2, 3]
    """

    NAME = "shipwreck"
    SELDOM = ("shared_rules.shipwreck.powers", "shared_rules.shipwreck.held_fates")
    FOLLOWING = ("deal", "tell", "end")
    _reader: "Reader | None" = None

    def _clear(self) -> None:
        self._notes = bytearray()
        self._seats: list[str] = []
        self.mode: str | Any = None
        self.assist = "keeper"
        self.lines: dict[str, list[int]] = {}
        self.deep: InTheDeep = None
        self.sets: tuple[str, ...] = ()
        self.players: list[str] = []
        self.turn = 1
        self.active: str | Any = None
        self.phase: str | None = None
        self.score = 0
        self.doom = 0
        self.result: str | None = None
        self.row: list[Place | Any] = [None, None, None, None]
        self.powers: list[str] = []
        self.deck_bottom: list[str] = []
        self.removed: list[str] = []
        self.exiled: list[int] = []
        self.waiting: list[int] = []
        self.held: list[str] = []
        self.card_count = 0
        self.sands_at = 0
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.used: str | None = None
        self.shadows = False
        self.last_play: tuple[int, int] | Any = None
        self.feast_played = False
        self.ash_falls = False
        self.fall_answer: tuple[str, int] | Any = None
        self.owed: list[str] = []
        self.kept: list[int] = []
        self._notes_before_play = 0
        if self.deep:
            self.deep.begin_turn()
        self.outcome: str | None = None
        self.shown = False
        self._values_named = False

    # --- queries

    @property
    def duel(self) -> bool:
        """Whether this is the 2-player challenge, in which each player has two lines."""
        return self.mode is not None and self.mode.endswith("duel")

    @property
    def restless(self) -> bool:
        """Whether these are The Restless Hours."""
        return self.mode is not None and self.mode.startswith("restless")

    def other_line(self, player: str) -> "str | Any":
        """Return the other line of the same player in a duel, such as "Ann.B" for "Ann.A", else None."""
        return player[:-1] + ("B" if player[-1] == "A" else "A") if self.duel else None

    def holders(self) -> list[str]:
        """Return the names of all who hold a fate, from an earlier turn or drawn in this turn."""
        holders = list(self.held)
        if self.outcome is None and self.active not in holders:
            holders.append(self.active)
        return holders

    def place_of(self, card: str) -> "Place | Any":
        """Return the Place of an arcana card in the row, or None."""
        for place in self.row:
            if place and place.card == card:
                return place
        return None

    def card_at(self, place: int) -> str | None:
        """Return the id of the card at place 1-4, or None."""
        return self.row[place - 1].card if self.row[place - 1] else None

    def fates_at(self, place: int) -> list[int]:
        """Return the fates in front of place 1-4, [] if no card lies there."""
        return self.row[place - 1].fates if self.row[place - 1] else []

    def visible(self) -> list[int]:
        """Return the values of all fates in front of arcana cards. Source: rulebook, FAQ."""
        fates: list[int] = []
        for place in self.row:
            if place:
                fates.extend(place.fates)
        return fates

    def seen(self) -> list[int]:
        """Return the values of all fates that are visible, exiled or on creatures: nobody can hold them."""
        return self.visible() + self.exiled + (self.deep.on_creatures() if self.deep else [])

    def unseen(self, fate: int) -> int:
        """Return how many tokens of a value 1-7 are held or in the bag."""
        return 3 - self.seen().count(fate)

    def last_copies(self, player: str, fate: int) -> int:
        """Return how many of the last copies of a value a holder may have; see `held_fates.last_copies`."""
        # a last copy is seldom revealed
        from shared_rules.shipwreck.held_fates import last_copies

        return last_copies(self, self._notes, player, fate)

    def open_cards(self, *places: int) -> "list[tuple[Rule, list[int]]]":
        """Return (rule, fates in front of it) for each card at these places 1-4 that takes a play now.

        The rule is a function as returned by `plays.rule_of`. The Feast takes one play per turn.
        """
        found = []
        for number in places:
            place = self.row[number - 1]
            if place and not (self.feast_played and place.card == "the-feast"):
                found.append((rule_of(place.card), place.fates))
        return found

    def fits(
        self, played: int, kept: int, cards: "list[tuple[Rule, list[int]]]", visible: "Collection[int]"
    ) -> bool:
        """Return whether a hand may be played on any of these cards.

        played, kept: printed values. cards: as returned by `open_cards`. visible: as returned by `visible`.
        """
        counted = kept + 1 if self.shadows else kept
        for rule, fates in cards:
            if rule(played, counted, visible, fates, kept):
                return True
        return False

    def highest_to_steal(self) -> int:
        """Return the highest visible fate that does not lie in front of The Thief, 0 if there is none."""
        highest = 0
        for place in self.row:
            if place and place.card != "the-thief" and place.fates:
                highest = max(highest, max(place.fates))
        return highest

    @property
    def predictions(self) -> int:
        """How many values the group may predict this turn: 1, and 1 more each with Sorrows and The Wish."""
        allowed = 1
        if self.used and power_of(self.used).does == "predict":
            allowed += 1
        if self.last_play and self._played_on("the-wish"):
            allowed += 1
        return allowed

    @property
    def again(self) -> bool:
        """Whether the latest play was on The Feast, so that another play follows if a fate can be drawn."""
        return self.last_play is not None and self._played_on("the-feast") and not self.cannot_draw

    @property
    def cannot_draw(self) -> bool:
        """Whether the bag has fewer fates than the active player needs for a play.

        A player who can't draw passes. Source: tests/rules/README.md, "Where the documents differ, or are
        silent".
        """
        others = len(self.held) - (1 if self.active in self.held else 0)
        return 21 - len(self.seen()) < others + 2

    @property
    def fall_answer_open(self) -> bool:
        """Whether the answer on The Fall has to be given again, as fates have moved and it may have changed.

        That takes another `inevitable` before the turn ends. Source: faded-power FAQ, Sails.
        """
        return (
            self.phase != BEFORE_PLAY
            and self.fall_answer is not None
            and len(set(self._fall_fades_now())) == 2
        )

    @property
    def fresh(self) -> bool:
        """Whether nothing has happened yet this turn."""
        begun = self.last_play or self.used or (self.deep and self.deep.begun)
        return self.phase == BEFORE_PLAY and not begun

    def fading(self) -> list[int]:
        """Return the places 1-4 that would fade if the turn ended now.

        Source: rulebook, "Fading"; the texts of The Ash and The Fall.
        """
        places = []
        for place in (1, 2, 3, 4):
            if self.row[place - 1] and self._fades(self.row[place - 1]):
                places.append(place)
        return places

    @property
    def deck_size(self) -> int:
        """How many cards the deck has left."""
        size = self.card_count - len(self.powers) - len(self.removed) - (1 if self.sands_at else 0)
        for place in self.row:
            if place:
                size -= 1 + len(place.attached)
        return size

    def deck_next(self) -> "str | Any":
        """Return the id of the deck's top card if the order of the deck is known, else None."""
        if self.deck_bottom and len(self.deck_bottom) == self.deck_size:
            return self.deck_bottom[0]
        return None

    def cards_out(self) -> list[str]:
        """Return the ids of the cards that are not in the unknown part of the deck."""
        out = self.powers + self.deck_bottom + self.removed
        if self.sands_at:
            out.append(SANDS)
        for place in self.row:
            if place:
                out.append(place.card)
                out.extend(place.attached)
        return out

    def may_be_dealt(self, card: str) -> bool:
        """Return whether a card may be the deck's top card."""
        known = self.deck_next()
        if known:
            return card == known
        return CARDS[card].set in self.sets and card not in self.cards_out()

    def cards_to_deal(self) -> list[str]:
        """Return the ids of all cards that may be the deck's top card."""
        known = self.deck_next()
        if known:
            return [known]
        out = self.cards_out()
        return [card for card in cards_of(self.sets) if card not in out]

    def as_play(self) -> tuple[str, int, bool, list[tuple[str, int | None, bool]]]:
        """Return the title, its number, that the highest score wins, and the score of all, in the order in
        which they came to the table.
        """
        # only a log of plays asks for it
        from shared_rules.shipwreck.actions import scores

        return TITLE, 220517, True, scores(self)

    def possible(self) -> dict[str, list[int]]:
        """Return {player: the possible values of the held fate} for all players who hold a fate.

        This is pure logic, jointly over all held fates, from everything that was revealed since the game
        began, with no assumption about how well anybody plays. An illegal play reveals nothing about the fate
        kept. If an event contradicts earlier events, it counts and the events before it are ignored. The
        active player is included after the play; before it only if the player held a fate already.
        """
        values = self.reading().values(self._notes)
        held = list(self.held)
        if self.outcome is None and self.last_play and self.active not in held:
            held.append(self.active)
        return {player: values[self._seats.index(player)] for player in self.players if player in held}

    @property
    def doubted(self) -> bool:
        """Whether an event contradicts earlier events, and nobody has confirmed it.

        Only events that `possible` has read since its first call count.
        """
        reader = self._reader
        if reader is None or not reader.doubted:
            return False
        # it may have been taken back
        reader.values(self._notes)
        return reader.doubted

    @property
    def seats(self) -> list[str]:
        """The names of the players by their numbers in the notes."""
        return self._seats

    def note_size(self) -> int:
        """Return how many bytes of notes there are."""
        return len(self._notes)

    def kept_by_age(self) -> tuple[list[int], list[int]]:
        """Return the possible values of the kept fate if the older fate was played, and if the newer was.

        Both are lists as from `possible`. Call it only after a play.
        """
        return self.reading().by_age(self._notes)

    def reading(self) -> "Reader":
        """Return the Reader of the notes, which reads them incrementally."""
        # imported on first use, which saves memory on a Pico
        if self._reader is None:
            from shared_rules.shipwreck.hands import Reader

            self._reader = Reader()
        return self._reader

    def follows(self) -> str | None:
        """Return the text of the event that now follows automatically, or None.

        It is the deal of a known card, the answer to The Chalice if only one answer is possible, as after a
        7, or the end of a turn in which nothing is left to decide. The Thief and The Fall always ask. After a
        miss, a group that named the values can also note which fate it was.
        Source: docs/record.md, "Events of the standard game".
        """
        if self.phase == DEAL and self.deck_next():
            return "deal %d %s" % (self.waiting[0], self.deck_next())
        if self.owed[:1] == ["tell"]:
            answers = [text for text in ("tell higher", "tell not-higher") if self.may(text)]
            return answers[0] if len(answers) == 1 else None
        if self.phase == AFTER_PREDICT and not (self.owed or self.fall_answer_open):
            noted = self.outcome == "miss" and not self.shown and self._values_named
            return None if noted or self.left_to_use() else "end"
        return None

    def left_to_use(self) -> bool:
        """Return whether a power, such as Sails, or the active player's adventurer may be used now, after the
        prediction.
        """
        if self.phase != AFTER_PREDICT or self.owed:
            return False
        for _ in self.deep.abilities(self) if self.deep else ():
            return True
        if self.outcome == "hit" and not self.used:
            for card in self.powers:
                if power_of(card).when == "after-correct" and self.may_use(card):
                    return True
        return False

    def candidate_uses(self, card: str) -> "Iterator[str]":
        """Yield the texts of the events that may use a faded power; `may` says which can.

        card: the id of the card, which has faded.
        """
        from shared_rules.shipwreck.powers import words_of_use

        for words in words_of_use(self, card):
            yield " ".join(["use", card] + words)

    def may_use(self, card: str) -> bool:
        """Return whether the power of a faded card can be used now. card: its id."""
        for event in self.candidate_uses(card):
            if self.may(event):
                return True
        return False

    def legal_actions(self, verb: str | None = None) -> "Iterator[str]":
        """Yield the texts of all events that are legal now.

        verb: only events that begin with this word. A `join` is listed for one free name only.
        """
        # imported on first use, which saves memory on a Pico
        from shared_rules.shipwreck.actions import legal_actions

        return legal_actions(self, verb)

    def state(self) -> dict:
        """Return the state as docs/record.md defines it: a dict of numbers, texts, lists and dicts."""
        # only hosts ask for it
        from shared_rules.shipwreck.actions import state

        return state(self)

    def position(self) -> str:
        """Return the whole state, including the running turn, as one line of text."""
        from shared_rules.shipwreck.actions import position

        return position(self)

    # --- overrides of RecordedGame

    def _read(self, event: str | Event) -> Event:
        return event if isinstance(event, Event) else Event.from_text(event)

    def _read_again(self, text: str) -> Event:
        return Event.reread(text)

    def _refusal_now(self, event: Event) -> "Refusal | None":
        return refusal_of(self, event)

    def _note(self, event: Event) -> None:
        """Note the facts that an event reveals about the held fates, before it is carried out."""
        verb, args, active = event.verb, event.args, self.seat(self.active)
        if verb == "play":
            self._notes_before_play = len(self._notes)
            write_note(self._notes, "play", active, args[0], self.kept, self.seen())
            return
        if len(self.kept) < 7 and self.outcome != "illegal":
            write_note(self._notes, "kept", active, 0, self.kept)
        if verb == "use" and args[-1] in ("old", "new"):
            write_note(self._notes, args[-1], active)
        elif verb == "reveal":
            if self.last_copies(*args) == 2:
                # nobody could be sure otherwise
                write_note(self._notes, "holds", self.seat(self.other_line(args[0])), args[1])
            write_note(self._notes, "reveal", self.seat(args[0]), args[1])

    def seat(self, player: str) -> int:
        """Return the number of a player in the notes."""
        if player not in self._seats:
            self._seats.append(player)
        return self._seats.index(player)

    def _carry_out(self, event: Event) -> None:
        verb = event.verb
        if verb in _REVEALING:
            if self.phase != BEFORE_PLAY or verb == "play":
                self.kept = event.kept or still_kept(self, event)
                self._note(event)
        if verb in _OF_THE_DEEP:
            self.deep.carry_out(self, verb, event.args)
            self._check_end()
        else:
            getattr(self, "_do_" + verb)(*event.args)

    def _snapshot(self) -> "tuple | None":
        if not self.fresh or self.owed:
            return None
        values = []
        for name in _LASTING:
            values.append(_copied(getattr(self, name)))
        return values, len(self._notes), len(self._seats)

    def _restore(self, snapshot: "tuple") -> None:
        values, notes_size, seats = snapshot
        for name, value in zip(_LASTING, values):
            setattr(self, name, _copied(value))
        self._notes = self._notes[:notes_size]
        self._seats = self._seats[:seats]
        self.phase = BEFORE_PLAY
        self.result = None
        self.waiting = []
        self.sands_at = 0
        self._begin_turn()

    # --- effect of each event

    def _do_setup(self, *args: "Any") -> None:
        # a game has only one setup
        from shared_rules.shipwreck.setup import carry_out_setup

        carry_out_setup(self, *args)

    def _do_play(self, fate: int, place: int) -> None:
        self._place_fate(fate, place)
        self.fall_answer = None
        on = self.card_at(place) if place else None
        self.owed = []
        if on == "the-chalice":
            self.owed.append("tell")
        elif on == "the-feast":
            self.feast_played = True
        if on != "the-thief" and self.place_of("the-thief"):
            self.owed.append("steal")
        self._ask_the_fall()
        self._close_question(None)

    def _do_tell(self, answer: str) -> None:
        self._close_question("tell")

    def _do_steal(self, fate: "int | Any", place: int | None = None) -> None:
        if place:
            self.fates_at(place).remove(fate)
            self.place_of("the-thief").fates.append(fate)
            self._ask_the_fall()
        self._close_question("steal")

    def _do_inevitable(self, answer: str) -> None:
        self.fall_answer = (answer, sum(self.place_of(SANDS).fates))
        if self.owed:
            self._close_question("inevitable")

    def _do_use(self, card: str, *words: int | str) -> None:
        # powers are seldom used
        from shared_rules.shipwreck.powers import carry_out_use

        self.used = card
        carry_out_use(self, card, words)

    def _do_reveal(self, player: str, fate: int) -> None:
        self._return_to_bag(player)

    def _do_flip(self, player: str, tokens: tuple[int, ...]) -> None:
        line = set(self.lines.pop(player, ())) ^ set(tokens)
        if line:
            self.lines[player] = sorted(line)

    def _do_assist(self, level: str, agreed: str | None = None) -> None:
        self.assist = level
        if self._reader:
            # earlier contradictions are no news
            self._reader.settled = None
        if level == "keeper":
            self.lines = {}

    def _do_predict(self, *words: "Any") -> None:
        self._return_to_bag(self.active)
        self.phase = AFTER_PREDICT
        self.outcome = words[-1]
        self._values_named = len(words) == 2
        if self.outcome == "miss":
            self._add_doom(1)
        elif self.deep:
            self.owed = ["spoils"]
        else:
            self.score += 1
        self._check_end()

    def _do_hidden(self, fate: int) -> None:
        self.shown = True

    def _do_illegal(self, fate: int | None = None, place: "int | Any" = None) -> None:
        if fate:
            write_note(self._notes, "play", self.seat(self.active), fate, FATES, self.seen())
            self._place_fate(fate, place)
            # said of the play on The Feast before it
            self.fall_answer = None
        else:
            void_notes(self._notes, self._notes_before_play)
        self._return_to_bag(self.active)
        self.owed = []
        if self.fall_answer:
            # the facts that the play revealed are void, but the answer on The Fall stands
            answer, total = self.fall_answer
            self.kept = [fate for fate in FATES if self._fall_fades(fate, total) == (answer == "yes")]
        self.outcome = "illegal"
        self.phase = AFTER_PREDICT

    def _do_end(self) -> None:
        faded = self.fading()
        self._fade(faded)
        if self.last_play:
            if self.outcome is None and self.active not in self.held:
                self.held.append(self.active)
            write_note(self._notes, "discard" if self.outcome else "keep", self.seat(self.active))
        if self._check_end(len(faded)):
            self._attach_sands()
            return
        self.waiting = faded
        self.turn += 1
        self.active = self.players[(self.players.index(self.active) + 1) % len(self.players)]
        self._begin_turn()
        self._next_deal()

    def _do_deal(self, place: int, card: str) -> None:
        if card in self.deck_bottom:
            self.deck_bottom.remove(card)
        if self.deep and card in self.deep.unfaded:
            self.deep.unfaded.remove(card)
        self.row[place - 1] = Place(card, CARDS[card].moons)
        self.waiting.remove(place)
        self._next_deal()

    def _do_join(self, *args: "Any") -> None:
        # players seldom join
        from shared_rules.shipwreck.setup import carry_out_join

        carry_out_join(self, *args)

    def _do_leave(self, player: str) -> None:
        index = self.players.index(player)
        self.players.remove(player)
        write_note(self._notes, "leave", self.seat(player))
        self._return_to_bag(player)
        if self.deep:
            self.deep.adventurers.pop(player, None)
        if player == self.active:
            self.active = self.players[index % len(self.players)]

    def _do_abandon(self) -> None:
        self.result = "abandoned"
        self.phase = OVER

    # --- parts of these effects

    def _played_on(self, card: str) -> bool:
        place = self.last_play[1]
        return place > 0 and self.card_at(place) == card

    def _place_fate(self, fate: int, place: int) -> None:
        """Put a fate in front of a place 0-4; from The Hours (0) it moves to the leftmost arcana card."""
        self.last_play = (fate, place)
        if fate <= 2:
            self.ash_falls = True
        if place == 0:
            cards = [spot for spot in self.row if spot]
            if cards:
                cards[0].fates.append(fate)
        else:
            self.fates_at(place).append(fate)

    def _ask_the_fall(self) -> None:
        """Ask whether The Fall will fade, unless no fate lies in front of it."""
        fall = self.place_of(SANDS)
        if fall and fall.fates:
            if "inevitable" not in self.owed:
                self.owed.append("inevitable")
        elif "inevitable" in self.owed:
            self.owed.remove("inevitable")

    def _close_question(self, question: str | None) -> None:
        if question:
            self.owed.remove(question)
        if self.outcome is None:
            self.phase = BEFORE_PLAY if self.again and not self.owed else AFTER_PLAY

    def _return_to_bag(self, player: str) -> None:
        """Return a player's fate to the bag and reset the number line. Source: rulebook, "Resolve"."""
        if player in self.held:
            self.held.remove(player)
        self.lines.pop(player, None)

    def _fades(self, place: Place) -> bool:
        if place.card == "the-ash":
            return self.ash_falls
        if place.card == SANDS:
            # the answer decides only if the fates that are there now leave it open
            falls = self._fall_fades_now() if self.fall_answer else [False]
            return all(falls) or (any(falls) and self.fall_answer[0] == "yes")
        return place.pips >= place.moons

    def _fall_fades_now(self) -> list[bool]:
        """Return whether The Fall fades, for every value that the kept fate can have."""
        fall = self.place_of(SANDS)
        total = sum(fall.fates) if fall else 0
        return [self._fall_fades(fate, total) for fate in self.kept]

    def _fall_fades(self, kept: int, total: int) -> bool:
        """Return whether The Fall fades if this fate is kept and the fates in front of it have this sum."""
        return total >= 2 * (kept + 1 if self.shadows else kept)

    def _fade(self, faded: list[int]) -> None:
        """Fade the cards at these places, with the doom and score that this brings."""
        cards = [self.row[place - 1] for place in faded]
        sands = bool([card for card in cards if SANDS in card.attached])
        if self.outcome == "hit":
            self.score += 1 if sands and not self.deep else 0
        else:
            for card in cards:
                doom = self.deep.attack() if self.deep else 2
                if card.card == "the-blind-man":
                    doom = 0
                self._add_doom(doom + (1 if sands else 0))
        for place, card in zip(faded, cards):
            self.discard(*card.attached)
            self.row[place - 1] = None
            if card.card == SANDS:
                self.sands_at = place
            else:
                self.powers.append(card.card)

    def _add_doom(self, doom: int) -> None:
        self.doom += self.deep.defend(doom) if self.deep else doom

    def discard(self, *cards: str) -> None:
        """Put cards at the bottom of the deck; in The Restless Hours they are removed from the game.

        Source: the help page of The Restless Hours at Board Game Arena.
        """
        (self.removed if self.restless else self.deck_bottom).extend(cards)

    def replace_card(self, place: int) -> None:
        """Discard a card without fates; the next card of the deck has to be dealt to its place."""
        replaced = self.row[place - 1]
        self.discard(replaced.card, *replaced.attached)
        if self.deep:
            self.deep.unfaded.append(replaced.card)
        self.row[place - 1] = None
        if not self._check_end(1):
            self.waiting = [place]
            self.phase = DEAL

    def move_fate(self, fate: int, source: int, target: int) -> None:
        """Move a visible fate from a place 1-4 to another."""
        self.fates_at(source).remove(fate)
        self.fates_at(target).append(fate)
        if self.phase != BEFORE_PLAY and self.fall_answer is None:
            self._ask_the_fall()

    def _next_deal(self) -> None:
        """Go on to the next deal, or to the turn if no place needs a card or the deck has run out."""
        if self.deck_size == 0:
            self.waiting = []
        self._attach_sands()
        self.phase = DEAL if self.waiting else BEFORE_PLAY

    def _attach_sands(self) -> None:
        """Attach Sands to the card that replaced The Fall, or discard Sands if no card did.

        Source: faded-power FAQ, Sands; the rulings in docs/record.md.
        """
        if self.sands_at and self.sands_at not in self.waiting:
            replaced_by = self.row[self.sands_at - 1]
            if replaced_by:
                replaced_by.attached.append(SANDS)
            else:
                self.discard(SANDS)
            self.sands_at = 0

    def _check_end(self, empty: int = 0) -> str | None:
        """End the game if score or doom has reached 7, and return its result. Source: rulebook, "Ending the
        game".

        empty: how many places need a card; The Restless Hours are lost if the deck has fewer.
        """
        self.score = min(self.score, GOAL)
        self.doom = min(self.doom, GOAL)
        if self.score == GOAL or (self.deep and self.deep.defeats == DEFEATS):
            self.result = "won"
        elif self.doom == GOAL or (self.restless and empty > self.deck_size):
            self.result = "lost"
        if self.result:
            self.phase = OVER
        return self.result


def _copied(value: "Any") -> "Any":
    """Return a deep copy of a value, which later events don't change."""
    if isinstance(value, list):
        return [_copied(item) for item in value]
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    copy = getattr(value, "copy", None)
    return copy() if copy else value
