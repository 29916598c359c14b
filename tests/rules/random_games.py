"""Random games as a table would play them: with a bag, hidden hands, and honest answers.

The simulator knows the hands, which the Game never does; so it shows that the Game refuses nothing that can
happen. It asks the Game only for what lies on the table.
"""

import random
import re

from records import recorded

from shared_rules.shipwreck import POWERS, SETS, Game
from shared_rules.shipwreck.cards import ADVENTURERS, cards_of, power_of, rule_of
from shared_rules.shipwreck.powers import slots_of

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
# by the power's title, such as "2 or 6?": a power that asks whether the fate is one of several
GROUPS = {power: tuple(map(int, re.findall(r"\d", POWERS[power].title))) for power in POWERS}
GROUPS = {power: values for power, values in GROUPS.items() if len(values) > 1}
# the others, by the word for it in a power's row
TELLS = {
    "above": lambda value, named, played: value > named,
    "same": lambda value, named, played: value == named,
    "near": lambda value, named, played: abs(value - played) <= 2,
}


def is_yes(power, value, named=0, played=0):
    """Whether the honest answer to a power's question is yes. value: of the fate kept."""
    if power in GROUPS:
        return value in GROUPS[power]
    return TELLS[POWERS[power].tells](value, named, played)


def can_play(card, played, kept, visible, in_front=(), shadows=False):
    """Whether a hand may be played on a card with fates in front; Shadows makes the kept fate 1 higher."""
    return rule_of(card)(played, kept + 1 if shadows else kept, visible, in_front, kept)


class Table:
    """A table that plays one random game.

    seed: anything random.Random takes. sets, players, doom: of the setup; random where None.
    mode, assist: of the setup; with any level but "keeper" tokens are flipped and the level changes.
    watch: called with the table after every event that is no slip; its `secrets()` are then the true fates.
    hit_rate: how often a prediction is right. undo_rate: how often an event is taken back at once.
    events: what was recorded, undo lines included; game: the Game after all of it.
    """

    def __init__(
        self,
        seed=None,
        sets=None,
        players=None,
        doom=None,
        hit_rate=0.6,
        undo_rate=0.03,
        mode="standard",
        assist="keeper",
        watch=None,
    ):
        self.dice = random.Random(seed)
        # what is noted beside the game must not change the game
        self.beside = random.Random(f"beside {seed}")
        self.assist = assist
        self.watch = watch
        self.kept = None
        self.hit_rate = hit_rate
        self.undo_rate = undo_rate
        sets = sets or [name for name in SETS if name == "base" or self.dice.random() < 0.6]
        players = 2 if "duel" in mode else players or self.dice.randint(2, 5)
        doom = self.dice.choice((0, 2, 4, 6)) if doom is None else doom
        self.deck = cards_of(sets)
        self.dice.shuffle(self.deck)
        row, self.deck = self.deck[:4], self.deck[4:]
        self.bag = [fate for fate in range(1, 8) for _ in range(3)]
        self.hands = {}
        self.game = Game()
        self.events = []
        names = ",".join(NAMES[:players])
        level = "" if assist == "keeper" else f" assist={assist}"
        if mode == "creatures":
            level += " adventurers=" + ",".join(self.beside.sample(ADVENTURERS, players))
        self.put(f"setup {mode} doom={doom} sets={','.join(sets)} players={names} row={','.join(row)}{level}")
        self.meet()

    def play(self, max_turns=80):
        """Play until the game is over; abandon it after max_turns."""
        while self.game.phase != "over":
            if self.game.turn > max_turns:
                self.put("abandon")
                break
            self.play_turn()
        return self

    # --- the record

    def put(self, text):
        """Record an event, now and then with a slip that is taken back.

        As on a device, a slip goes with all that follows from it by itself, and never parts such an event
        from the one before.
        """
        if self.events and self.dice.random() < self.undo_rate:
            slips = [slip for slip in self.game.legal_actions() if not slip.startswith("assist")]
            slip = self.dice.choice(slips)
            if slip != "undo" and not self.game.follows():
                before = len(self.game.events)
                self.apply(slip)
                while self.game.follows():
                    self.apply(self.game.follows())
                while len(self.game.events) > before:
                    self.apply("undo")
        self.apply(text)
        if self.assist != "keeper":
            self.note()
        if self.watch:
            self.watch(self)

    def secrets(self):
        """Return {player: value} of the fates held; the active player's is the one kept, or held before."""
        held = {player: hand[0] for player, hand in self.hands.items() if hand}
        if self.kept:
            held[self.game.active] = self.kept
        return held

    def note(self):
        """Flip tokens now and then, and seldom change the level."""
        for verb, chance in (("flip", 0.2), ("assist", 0.02)):
            if self.beside.random() < chance:
                ways = list(self.game.legal_actions(verb))
                if ways:
                    self.apply(self.beside.choice(ways))

    def apply(self, text):
        self.game.apply(text)
        self.events.append(text)

    # --- the bag

    def draw(self):
        return self.bag.pop(self.dice.randrange(len(self.bag)))

    def visible(self):
        return self.game.visible()

    def fits(self, played, kept, place):
        spot = self.game.row[place - 1]
        if spot is None or (spot.card == "the-feast" and self.game.feast_played):
            return False
        return can_play(spot.card, played, kept, self.visible(), spot.fates, self.game.shadows)

    # --- a turn

    def play_turn(self):
        self.come_and_go()
        game, player = self.game, self.game.active
        hand = self.hands.pop(player, [])
        kept_from_before = list(hand)
        self.kept = hand[0] if hand else None
        if len(hand) + len(self.bag) < 2:
            self.hands[player] = hand
            self.use_ability()
            return self.end_turn(None)
        while len(hand) < 2:
            hand.append(self.draw())
        if not self.use_before_play(hand):
            return None
        self.use_ability()
        self.use_mage(hand, kept_from_before)
        if self.dice.random() < 0.03:
            return self.play_illegally(hand)
        while True:
            fate, kept, place = self.choose_play(hand)
            self.kept = kept
            self.put(f"play {fate} {place}")
            if place == 0 and not any(game.row):
                self.bag.append(fate)
            self.answer(fate, kept)
            if not game.again:
                break
            hand = [kept, self.draw()]
        if self.dice.random() < 0.02:
            self.put("illegal")
            self.bag.append(kept)
            return self.end_turn(kept)
        shells = None
        if kept_from_before:
            shells = "old" if fate in kept_from_before and kept not in kept_from_before else "new"
            if fate == kept:
                shells = self.dice.choice(("old", "new"))
        self.use_after_play(fate, kept, shells or "new")
        if self.beside.random() < 0.02:
            self.put("illegal")
            self.bag.append(kept)
            return self.end_turn(kept)
        self.say_it_anew(kept)
        self.use_ability(kept)
        self.reveal()
        self.predict(kept)

    # --- the deep

    def meet(self):
        while self.game.owed == ["meet"]:
            self.put(self.beside.choice(list(self.game.legal_actions("meet"))))

    def free(self, kept):
        """Choose for a freed fate: it strikes a creature, or goes to the bag."""
        if self.beside.random() < 0.2:
            self.put(f"avert {kept}")
            self.bag.append(kept)
            return
        before = self.game.deep.on_creatures()
        self.put(f"strike {self.beside.choice(self.game.deep.creatures).level} {kept}")
        left = self.game.deep.on_creatures()
        for fate in [*before, kept]:
            if fate in left:
                left.remove(fate)
            else:
                self.bag.append(fate)
        self.meet()

    def use_ability(self, kept=None):
        """Now and then the adventurer does something; the Mage, who needs the hand, has `use_mage`.

        kept: the fate kept, once a fate was played.
        """
        if self.game.deep and self.beside.random() < 0.3:
            ways = [text for text in self.game.legal_actions("ability") if text != "ability mage"]
            if ways:
                text = self.beside.choice(ways)
                self.deck += [card for card in self.game.deck_bottom if card not in self.deck]
                self.put(text)
                words = text.split()
                if words[1] == "summoner":
                    self.deck.remove(words[2])
                self.deck += [card for card in self.game.deck_bottom if card not in self.deck]
                if words[1] == "vanquisher":
                    self.deal([int(words[2])])
                self.say_it_anew(kept)

    def use_mage(self, hand, kept_from_before):
        """The Mage puts the fates just drawn back and draws again."""
        game = self.game
        if game.deep and "ability mage" in game.legal_actions("ability") and self.beside.random() < 0.5:
            self.put("ability mage")
            for fate in hand[len(kept_from_before) :]:
                self.bag.append(fate)
            hand[len(kept_from_before) :] = [self.draw() for _ in hand[len(kept_from_before) :]]

    def come_and_go(self):
        players, deep = self.game.players, self.game.deep
        if self.game.duel:
            return
        if self.dice.random() < 0.02 and len(players) < 5:
            name = next(name for name in NAMES if name not in players)
            index = self.dice.choice(["", f" {self.dice.randint(0, len(players))}"])
            free = [one for one in ADVENTURERS if deep and one not in deep.adventurers.values()]
            drawn = f" {self.beside.choice(free)}" if free else ""
            self.put(f"join {name}{index}{drawn}")
        elif self.dice.random() < 0.02 and len(players) > 2:
            name = self.dice.choice(players)
            self.bag.extend(self.hands.pop(name, []))
            self.put(f"leave {name}")

    def choose_play(self, hand):
        ways = []
        for fate, kept in (hand, hand[::-1]):
            ways += [(fate, kept, place) for place in (1, 2, 3, 4) if self.fits(fate, kept, place)]
        if ways:
            return self.dice.choice(ways)
        fate, kept = self.dice.sample(hand, 2)
        return fate, kept, 0

    def play_illegally(self, hand):
        fate, kept = hand
        place = self.dice.choice([0] + [index + 1 for index, spot in enumerate(self.game.row) if spot])
        self.put(f"illegal {fate} {place}")
        if place == 0 and not any(self.game.row):
            self.bag.append(fate)
        self.bag.append(kept)
        self.end_turn(kept)

    def answer(self, fate, kept):
        game = self.game
        while game.owed:
            value = kept + 1 if game.shadows else kept
            question = game.owed[0]
            if question == "tell":
                self.put("tell higher" if value > fate else "tell not-higher")
            elif question == "steal":
                ways = [
                    f"steal {v} {index + 1}"
                    for index, spot in enumerate(game.row)
                    if spot and spot.card != "the-thief"
                    for v in spot.fates
                    if v > value
                ]
                self.put(self.dice.choice(ways) if ways else "steal none")
            else:
                self.say_whether_it_falls(value)

    def say_whether_it_falls(self, value):
        total = sum(self.game.place_of("the-fall").fates)
        self.put("inevitable yes" if total >= 2 * value else "inevitable no")

    def say_it_anew(self, kept):
        """Say whether The Fall will fade, where fates were moved after the play."""
        if self.game.fall_answer_open or self.game.owed == ["inevitable"]:
            self.say_whether_it_falls(kept + 1 if self.game.shadows else kept)

    def lying(self):
        return [(v, index + 1) for index, spot in enumerate(self.game.row) if spot for v in spot.fates]

    def use_before_play(self, hand):
        ways = []
        for card in self.game.powers:
            if power_of(card).when == "before-play":
                ways += [f"use {card}" + words for words in self.words_of_use(card)]
        if ways and self.dice.random() < 0.3:
            text = self.dice.choice(ways)
            self.put(text)
            card = text.split()[1]
            if power_of(card).does == "replace":
                place = int(text.split()[2])
                self.deck += [c for c in self.game.deck_bottom if c not in self.deck]
                self.deal([place])
        return self.game.phase != "over"

    def use_after_play(self, fate, kept, shells):
        if self.game.used or self.dice.random() > 0.5:
            return
        ways = []
        for card in self.game.powers:
            if power_of(card).when in ("after-play", "before-predict"):
                ways += [f"use {card}" + words for words in self.words_of_use(card, fate, kept, shells)]
        if not ways:
            return
        text = self.dice.choice(ways)
        self.put(text)
        words = text.split()
        if power_of(words[1]).does == "take":
            self.bag.append(int(words[2]))
        self.deck += [card for card in self.game.deck_bottom if card not in self.deck]

    def words_of_use(self, card, fate=0, kept=0, shells=""):
        """The possible words after "use <card>", with honest answers, by the form of the power."""
        power = power_of(card)
        slots = slots_of(power)
        spots = [(index + 1, spot) for index, spot in enumerate(self.game.row) if spot]
        if slots[-1:] == ["yes"]:
            named = [""]
            if slots[0] == "card":
                named = [other for other in self.game.powers if other != card]
            elif slots[0] == "fate":
                named = set(self.visible()) if power.tells == "same" else [self.dice.randint(1, 7)]
            return [
                f" {each}".rstrip() + (" yes" if is_yes(power.id, kept, each, fate) else " no")
                for each in named
            ]
        if slots == ["old"]:
            return [f" {shells}"]
        if slots == ["lying"]:
            return [f" {v} {place}" for v, place in self.lying() if is_yes(power.id, kept, v)]
        if slots == ["lying", "spot"]:
            return [f" {v} {at} {place}" for v, at in self.lying() for place, _ in spots if place != at]
        if slots == ["spot"]:
            return [f" {place}" for place, spot in spots if power.does != "replace" or not spot.fates]
        assert slots == [], f"here no table uses {power.id}"
        return [""]

    def reveal(self):
        if self.dice.random() < 0.3:
            for player, hand in list(self.hands.items()):
                own = player.split(".")[0] == self.game.active.split(".")[0]
                both = self.hands.get(self.game.other_line(player)) == hand
                if hand and not own and self.game.unseen(hand[0]) == (2 if both else 1):
                    self.put(f"reveal {player} {hand[0]}")
                    self.bag.extend(self.hands.pop(player))
                    return

    def predict(self, kept):
        game, player = self.game, self.game.active
        if self.dice.random() < 0.45:
            self.hands[player] = [kept]
            return self.end_turn(kept)
        right = [kept, kept + 1] if game.shadows else [kept]
        wrong = [v for v in range(1, 8) if v not in right]
        self.dice.shuffle(wrong)
        tried = wrong[: self.dice.randint(0, game.predictions - 1)]
        if self.dice.random() < self.hit_rate:
            values, outcome = [*tried, self.dice.choice(right)], "hit"
        else:
            values, outcome = (tried or wrong[:1]), "miss"
        if game.shadows:
            # a table that says which of the two it means, or does not; an 8 can only be a raised 7
            values = [f"+{v + 1}" if v in wrong and self.dice.random() < 0.4 else v for v in values]
            if outcome == "hit" and values[-1] == kept + 1 and (kept == 7 or self.dice.random() < 0.5):
                values[-1] = f"+{kept + 1}"
        named = ",".join(str(v) for v in values) + " " if self.dice.random() < 0.8 else ""
        self.put(f"predict {named}{outcome}")
        if game.owed == ["spoils"]:
            self.free(kept)
        else:
            self.bag.append(kept)
        if game.phase == "over":
            return None
        if outcome == "miss" and self.dice.random() < 0.3:
            self.put(f"hidden {kept}")
        if outcome == "hit" and not game.used:
            self.use_sails()
        self.use_ability(kept)
        return self.end_turn(kept)

    def use_sails(self):
        for card in self.game.powers:
            others = [other for other in self.game.powers if other != card]
            if power_of(card).does == "exile" and others and self.lying() and self.dice.random() < 0.7:
                v, place = self.dice.choice(self.lying())
                self.put(f"use {card} {self.dice.choice(others)} {v} {place}")
                self.deck += [c for c in self.game.deck_bottom if c not in self.deck]
                return

    def end_turn(self, kept):
        self.say_it_anew(kept)
        before = [list(spot.fates) if spot else [] for spot in self.game.row]
        self.kept = None
        self.put("end")
        for index, fates in enumerate(before):
            if self.game.row[index] is None:
                self.bag.extend(fates)
        self.deck += [card for card in self.game.deck_bottom if card not in self.deck]
        if self.game.phase == "deal":
            self.deal(list(self.game.waiting))

    def deal(self, places):
        for place in places:
            if self.deck:
                self.put(f"deal {place} {self.deck.pop(0)}")


def random_game(seed, **settings):
    """Return a Table that has played a whole random game; see Table for the settings."""
    return Table(seed, **settings).play()


def long_game(count):
    """Return the Game of five players who flip many tokens of their number lines, after `count` events."""
    game = Game()
    for text in recorded("five-players").events:
        game.apply(text)
        while game.phase == "before-play" and len(game.events) % 16 and len(game.events) < count:
            if game.assist == "keeper":
                game.apply("assist number-line agreed")
            game.apply(f"flip {game.active} {len(game.events) % 7 + 1}")
        if len(game.events) >= count:
            return game
    raise ValueError("That many do not fit.")
