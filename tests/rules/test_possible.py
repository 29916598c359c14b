"""The possible held fates, held against the true hands and an enumeration hand by hand.

The enumeration keeps every hidden world there can be as tokens in hands: it draws each token that is in the
bag, plays each that may be played, and throws away what the table's word contradicts. It is written without
regard to how the rules core does it, asks it only for what lies open, and takes its time.
"""

import random

import pytest
from arcana_portable.record import without_undos
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.random_games import can_play, is_yes, random_game
from rules.test_game import QUIET, table
from rules.test_random_games import modes

from shared_rules.shipwreck import SETS, Game, power_of
from shared_rules.shipwreck.held_fates import contradictions, reason

seeds = st.integers(0, 10**9)


class Worlds:
    """All hidden worlds that agree with the events so far.

    A world is what everybody holds, a tuple of (player, value, old), and whether the token that was played
    last was old: held already when the turn began.
    """

    def __init__(self):
        self.worlds = {((), None)}
        self.lawless = set()  # those that any play would have left
        self.begun = False

    def follow(self, game, event):
        """Take an event. game: the Game before it."""
        verb, *words = event.split(" ")
        handle = getattr(self, "on_" + verb, None)
        if handle:
            handle(game, *words)

    def possible(self, game):
        """Return {player: values} for those whose fate is in `Game.possible`."""
        values = {}
        for held, _ in self.worlds:
            for player, value, _ in held:
                values.setdefault(player, set()).add(value)
        shown = set(game.held)
        if game.last_play and game.outcome is None:
            shown.add(game.active)
        return {player: sorted(found) for player, found in values.items() if player in shown}

    # --- the bag

    @staticmethod
    def bag(game, held):
        tokens = [value for value in range(1, 8) for _ in range(3)]
        on_creatures = [fate for creature in game.state().get("creatures", ()) for fate in creature["fates"]]
        for value in game.visible() + game.exiled + on_creatures + [value for _, value, _ in held]:
            tokens.remove(value)
        return set(tokens)

    @staticmethod
    def take(held, token):
        rest = list(held)
        rest.remove(token)
        return tuple(rest)

    def hands(self, game):
        """Draw: yield all worlds in which the active player has two tokens."""
        for held, _ in self.worlds:
            todo = [held]
            while todo:
                world = todo.pop()
                own = [token for token in world if token[0] == game.active]
                if len(own) == 2:
                    yield world, own
                else:
                    todo += [(*world, (game.active, value, False)) for value in self.bag(game, world)]

    def play(self, game, fate, allowed):
        """The worlds after a play. allowed: whether the pair of played and kept value may be played."""
        after = set()
        for world, own in self.hands(game):
            for token in own:
                kept = next(iter(self.take(own, token)))
                if token[1] == fate and allowed(fate, kept[1]):
                    after.add((tuple(sorted(self.take(world, token))), token[2]))
        return after

    # --- events

    def on_play(self, game, fate, place):
        self.begin(game)
        fate, place = int(fate), int(place)
        row = {
            number: (spot.card, list(spot.fates))
            for number, spot in enumerate(game.row, 1)
            if spot and not (spot.card == "the-feast" and game.feast_played)
        }
        visible, shadows = game.visible(), game.shadows

        def fits(number, played, kept):
            card, fates = row[number]
            return can_play(card, played, kept, visible, fates, shadows)

        def allowed(played, kept):
            if place:
                return fits(place, played, kept)
            return not any(fits(number, played, kept) or fits(number, kept, played) for number in row)

        self.lawless = self.play(game, fate, lambda played, kept: True)
        self.worlds = self.play(game, fate, allowed)

    def on_illegal(self, game, fate=None, place=None):
        if fate:
            self.begin(game)
            self.lawless = self.play(game, int(fate), lambda played, kept: True)
        self.worlds = self.lawless

    def begin(self, game):
        """Mark what the active player holds when the turn begins."""
        if not self.begun:
            self.worlds = {
                (tuple((who, value, who == game.active) for who, value, _ in held), None)
                for held, _ in self.worlds
            }
        self.begun = True

    def keep(self, test):
        self.worlds = {
            world for world in self.worlds if test(dict((who, value) for who, value, _ in world[0]))
        }

    def ask(self, game, test):
        up = 1 if game.shadows else 0
        self.keep(lambda held: test(held[game.active] + up))

    def on_tell(self, game, answer):
        self.ask(game, lambda k: (k > game.last_play[0]) == (answer == "higher"))

    def on_steal(self, game, fate, place=None):
        elsewhere = [v for spot in game.row if spot and spot.card != "the-thief" for v in spot.fates]
        if fate == "none":
            self.ask(game, lambda k: not [v for v in elsewhere if v > k])
        else:
            self.ask(game, lambda k: int(fate) > k)

    def on_inevitable(self, game, answer):
        total = sum(game.place_of("the-fall").fates)
        self.ask(game, lambda k: (total >= 2 * k) == (answer == "yes"))

    def on_predict(self, game, *words):
        if len(words) == 2:
            values = words[0].split(",")
            wrong, right = (values[:-1], values[-1:]) if words[1] == "hit" else (values, [])
            fates = range(1, 8)

            def meanings(value):
                """The fates that the table may have meant."""
                raised = [fate for fate in fates if game.shadows and fate + 1 == int(value)]
                return raised if value[0] == "+" else raised + [fate for fate in fates if fate == int(value)]

            def may_be(fate):
                """Whether some meaning of each value makes the right one right and all others wrong."""
                return all(fate in meanings(value) for value in right) and all(
                    any(fate != meant for meant in meanings(value)) for value in wrong
                )

            self.keep(lambda held: may_be(held[game.active]))

    def on_hidden(self, game, value):
        self.keep(lambda held: held[game.active] == int(value))

    def on_avert(self, game, value):
        self.on_hidden(game, value)

    def on_strike(self, game, level, value):
        self.on_hidden(game, value)

    def on_reveal(self, game, player, value):
        if game.unseen(int(value)) == 2:
            other = (player[:-1] + {"A": "B", "B": "A"}[player[-1]], int(value))
            for worlds in (self.worlds, self.lawless):
                worlds -= {world for world in worlds if other not in [token[:2] for token in world[0]]}
        self.drop(player, int(value))

    def on_leave(self, game, player):
        self.drop(player)

    def drop(self, player, value=None):
        """A player's token goes to the bag; if its value is seen, only worlds with that value stay."""

        def without(worlds):
            return {
                (tuple(token for token in held if token[0] != player), old)
                for held, old in worlds
                if value is None or (player, value) in [token[:2] for token in held]
            }

        self.worlds, self.lawless = without(self.worlds), without(self.lawless)

    def on_use(self, game, card, *words):
        power = power_of(card)
        if power.tells == "age":
            self.worlds = {world for world in self.worlds if world[1] == (words[0] == "old")}
        elif power.tells:
            named = int(words[0]) if words[0].isdigit() else 0
            yes = words[-1] != "no"
            self.ask(game, lambda k: is_yes(power.id, k, named, game.last_play[0]) == yes)

    def on_end(self, game):
        if game.outcome is not None:
            self.drop(game.active)
        self.worlds = {
            (tuple((who, value, False) for who, value, _ in held), None) for held, _ in self.worlds
        }
        self.begun = False


def compare(events):
    """Replay events beside the enumeration and compare after each; return how many were compared."""
    game, worlds = Game(), Worlds()
    for number, text in enumerate(events):
        if number:
            worlds.follow(game, text)
        game.apply(text)
        assert game.possible() == worlds.possible(game), f"after event {number}: {text}"
    return len(events)


@settings(max_examples=60)
@given(seeds, st.integers(2, 3), modes)
def test_it_is_what_an_enumeration_finds(seed, players, mode):
    compare(without_undos(random_game(seed, players=players, sets=SETS, mode=mode).events)[:40])


@settings(max_examples=3)
@given(seeds)
def test_it_is_what_an_enumeration_finds_with_five_fates_held(seed):
    compare(without_undos(random_game(seed, players=5, sets=SETS, hit_rate=0.9).events)[:24])


@settings(max_examples=60)
@given(seeds, modes)
def test_the_true_fate_is_always_among_them(seed, mode):
    def look(table):
        possible = table.game.possible()
        secrets = table.secrets()
        assert set(possible) <= set(secrets)
        for player, values in possible.items():
            assert secrets[player] in values

    random_game(seed, mode=mode, watch=look)


class TestScenes:
    """The knowledge of a table, worked out by hand."""

    def test_a_play_says_what_the_card_asks_for(self):
        assert table(QUIET, "play 5 1").possible() == {"Ann": [1, 2, 3, 4]}

    HELD = ("play 6 1", "end", "play 1 3", "end")
    """Ann kept a 5, 6 or 7 (Leviathan) and Bo something higher than a 1 (Midnight)."""
    ROW = "leviathan,dawn,midnight,the-shore"

    def test_a_fate_is_kept_over_the_turns_of_others(self):
        game = table(self.ROW, *self.HELD)
        assert game.possible() == {"Ann": [5, 6, 7], "Bo": [2, 3, 4, 5, 6, 7]}

    def test_the_play_may_say_that_the_old_fate_was_played(self):
        # lower than a 5 is none of what Ann held, so the 5 is what she held
        game = table(self.ROW, *self.HELD, "play 5 2")
        assert game.possible()["Ann"] == [1, 2, 3, 4]

    def test_the_play_may_say_that_the_old_fate_was_kept(self):
        game = table(self.ROW, *self.HELD, "play 3 3")
        assert game.possible()["Ann"] == [5, 6, 7]

    def test_a_fate_known_to_one_turn_is_missing_in_another(self):
        row = "the-mirror,leviathan,dawn,midnight"
        game = table(row, "play 7 1", "end", "deal 1 the-deep", "play 7 2", "end", players="Ann,Bo,Cy")
        # Ann holds a 7 (Mirror), one lies open, so there is one more for Bo or for Cy
        assert game.possible() == {"Ann": [7], "Bo": [4, 5, 6, 7]}
        game.apply("play 6 2")
        assert game.possible() == {"Ann": [7], "Bo": [4, 5, 6, 7], "Cy": [5, 6, 7]}
        game.apply("predict 7 hit")
        assert game.possible() == {"Ann": [7], "Bo": [4, 5, 6]}

    def test_a_pair_that_is_played_and_kept_leaves_none_to_others(self):
        # a 3 lies at The Judge, so that Ann's fate is odd; Bo plays a 3 and keeps the last one
        game = table("dawn,the-mirror,the-judge,the-key", "play 3 3", "end", "play 3 2")
        assert game.possible() == {"Ann": [1, 5, 7], "Bo": [3]}

    def test_the_last_copy_that_is_given_up_was_nobody_elses(self):
        # two 3s lie open; Bo's fate is odd (The Judge)
        row = "dawn,the-imago,the-judge,the-stranger"
        events = ("play 3 2", "end", "play 3 3", "end", "play 6 1")
        game = table(row, *events, players="Ann,Bo,Cy")
        assert game.possible()["Bo"] == [1, 3, 5, 7]
        game.apply("reveal Ann 3")
        assert game.possible()["Bo"] == [1, 5, 7]

    def test_an_illegal_play_tells_nothing_of_the_fate(self):
        game = table(self.ROW, *self.HELD, "play 5 2", "illegal", "end")
        assert game.possible() == {"Bo": [2, 3, 4, 5, 6, 7]}

    def test_if_answers_contradict_each_other_the_latest_counts(self):
        row = "the-mirror,leviathan,the-key,midnight"
        game = table(row, "play 7 1", "end", "deal 1 dawn", "play 1 4", "end")
        assert game.possible()["Ann"] == [7]
        # neither of 7 and any other fate makes 2 with a 2: somebody erred
        game.apply("play 2 1")
        assert game.possible() == {"Ann": [1], "Bo": [1, 2, 3, 4, 5, 6, 7]}

    def test_before_the_first_play_nobody_holds_a_fate(self):
        assert table(QUIET).possible() == {}


TOLD = ("play", "tell", "steal", "inevitable", "predict", "end", "deal")
ROWS = ("the-mirror,leviathan,the-key,midnight", "the-chalice,the-mirror,the-judge,the-thief")


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_an_event_contradicts_what_was_said_when_it_leaves_no_hand(seed):
    """A table that enters random legal events."""
    luck = random.Random(seed)
    game, worlds = table(luck.choice(ROWS)), Worlds()
    before = {}
    while worlds.worlds and not game.result and len(game.events) < 25:
        legal = [text for verb in TOLD for text in game.legal_actions(verb) if "," not in text]
        event = luck.choice(legal)
        worlds.follow(game, event)
        game.apply(event)
        game.possible()
        if worlds.worlds:
            assert not game.doubted and "contradictions" not in game.state()
            before = worlds.possible(game)
        else:
            assert game.doubted and game.state()["contradictions"] == [len(game.events)]
            found = reason(game)
            assert found is None or before[found[0]] == found[1]


class TestContradictions:
    """Statements that no hands agree with. No event is refused for them."""

    LEARNT = ("play 7 1", "end", "deal 1 dawn", "play 1 4", "end")

    def game(self, *events, players="Ann,Bo"):
        """A game in which Ann has kept a 7 (The Mirror). The oracle has read what was said so far."""
        game = table(ROWS[0], *self.LEARNT, players=players)
        assert game.possible()["Ann"] == [7]
        for event in events:
            game.apply(event)
            game.possible()
        return game

    def test_the_single_fate_that_explains_it_is_named(self):
        # a 2 on Dawn is higher than the fate kept
        game = self.game("play 2 1")
        assert game.doubted and reason(game) == ("Ann", [7])

    def test_a_prediction_that_everybody_knew_to_be_wrong(self):
        # with a 2, The Key (7 to 9) allows a 5, a 6 or a 7
        game = self.game("play 2 3")
        assert not game.doubted
        game.apply("predict 5 hit")
        game.apply("end")
        assert game.possible() == {"Bo": [1, 2, 3, 4, 5, 6, 7]}
        assert game.doubted and reason(game) == ("Ann", [7])

    def test_the_fate_of_another_player_may_explain_it(self):
        # Leviathan (11 or more) has one 7 and gets another, and Ann has the third
        events = ("play 7 1", "end", "deal 1 dawn", "play 7 2", "end", "play 7 2", "predict 7 hit")
        game = table(ROWS[0], players="Ann,Bo,Cy")
        game.possible()
        for event in events:
            assert not game.doubted
            game.apply(event)
            game.possible()
        assert game.doubted and reason(game) == ("Ann", [7])

    def test_where_no_single_fate_explains_it_none_is_named(self):
        events = ("play 3 1", "end", "deal 1 the-servant", "play 3 0", "end", "play 3 3")
        game = table(ROWS[0], players="Ann,Bo,Cy")
        game.possible()
        for event in events:
            game.apply(event)
        assert {"Ann", "Bo"} <= game.possible().keys()
        assert game.doubted and reason(game) is None

    def test_taking_it_back_takes_the_doubt_back(self):
        game = self.game("play 2 1", "undo")
        assert not game.doubted and contradictions(game) == []

    def test_an_illegal_play_tells_nothing_that_could_contradict(self):
        game = self.game("play 2 1", "illegal")
        assert not game.doubted and contradictions(game) == []

    def test_what_was_said_to_be_so_is_not_doubted_again(self):
        game = self.game("play 2 1")
        game.reading().settled = game.reading().contradicting[-1]
        assert not game.doubted
        game.apply("end")
        game.possible()
        assert not game.doubted and contradictions(game) == [7]

    def test_another_one_in_its_place_is_doubted(self):
        game = self.game("play 2 1")
        game.reading().settled = game.reading().contradicting[-1]
        game.apply("undo")
        game.apply("play 3 1")
        game.possible()
        assert game.doubted

    def test_what_was_said_before_the_oracle_came_is_not_doubted(self):
        game = table(ROWS[0], *self.LEARNT, "play 2 1")
        game.possible()
        assert not game.doubted and contradictions(game) == [7]

    @pytest.mark.parametrize("later", [(), ("end", "play 6 1", "end")])
    def test_the_state_says_at_which_event(self, later):
        game = self.game("play 2 1", *later)
        assert game.state()["contradictions"] == [7]
