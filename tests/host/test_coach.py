"""The coach: bots that know what their seats know, readings that are right, chances that add up."""

import json
import random
import subprocess
import sys
from collections import Counter
from typing import ClassVar

import pytest
from arcana_host.games.shipwreck.weights import weights as ways

np = pytest.importorskip("numpy", reason="numpy is missing: pip install -e '.[coach]' adds it")

from arcana_host.games.shipwreck import coach  # noqa: E402
from arcana_host.games.shipwreck.coach import features, strength, training, value  # noqa: E402
from arcana_host.games.shipwreck.coach.calibration import log_losses, play_known_game  # noqa: E402
from arcana_host.games.shipwreck.coach.simulation import simulate, summarize  # noqa: E402
from arcana_host.replay import replay  # noqa: E402
from rules.random_games import random_game  # noqa: E402

from shared_rules.shipwreck import Game  # noqa: E402
from shared_rules.shipwreck.cards import MODES, SETS  # noqa: E402

SETUP = "setup standard doom=2 sets=base players=Ann,Bo,Cy row=dawn,midnight,the-key,the-deep"
VARIANTS = [coach.Variant(mode, 4, sets, 2) for mode in MODES for sets in (("base",), SETS)]


def observe(*events, level=1):
    observer = coach.Observer(coach.player_model(level))
    for text in (SETUP, *events):
        observer.apply(text)
    return observer


class Checked(coach.Table):
    """A table that counts its tokens, and asks each bot again that knows only what its seat knows."""

    powers: ClassVar = Counter()

    def apply(self, text):
        super().apply(text)
        if text.startswith(("use", "ability")):
            word = text.split(" ")[1]
            self.powers[self.game.power(word) if text.startswith("use") else word] += 1

    def turn(self):
        tokens = [*self.bag, *self.held.values(), *self.game.seen()]
        assert sorted(tokens) == sorted([*range(1, 8)] * 3)
        for player, values in self.game.possible().items():
            assert [v for v in range(1, 8) if self.observer.beliefs.marginal(player)[v - 1] > 1e-12] == values
            assert self.held[player] in values
        super().turn()

    def stranger(self):
        """A Observer of somebody who has only the record and sees the top card."""
        observer = coach.Observer(coach.player_model(), Game.replay(self.game.events))
        observer.top = self.observer.top
        return observer

    def _choose(self, hand):
        self.shuffle_what_is_hidden()
        events = super()._choose(hand)
        assert (
            not self.is_asked_again()
            or coach.choose_play(self.stranger(), coach.Hand(list(hand.drawn), hand.held)) == events
        )
        return events

    def _decide(self):
        self.shuffle_what_is_hidden()
        text = super()._decide()
        assert not self.is_asked_again() or coach.decide_for_group(self.stranger()) == text
        return text

    def is_asked_again(self):
        # a stranger has to read the whole record
        return len(self.game.events) % 5 == 0

    def shuffle_what_is_hidden(self):
        """Change the order of bag and deck; a choice that saw them would differ from the stranger's."""
        dice = random.Random(len(self.game.events))
        dice.shuffle(self.bag)
        known = len(self.game.deck_bottom)
        hidden = self.deck[1 : len(self.deck) - known]
        dice.shuffle(hidden)
        self.deck[1 : len(self.deck) - known] = hidden


def test_bots_play_every_mode_by_what_their_seats_know_and_their_records_replay():
    Checked.powers.clear()
    for seed, variant in enumerate(VARIANTS):
        game = Checked(variant, coach.player_model(), seed).play().game
        assert game.result in ("won", "lost")
        again = replay("\n".join(game.events) + "\n").game
        assert again.state() == game.state()
    # which ones is for the cards to say, which differ when there is one more
    assert len(Checked.powers) > 6, Checked.powers


def test_level_0_says_what_the_draws_say():
    for play in ("play 4 1", "play 2 4", "play 5 3"):
        observer = observe(play, level=0)
        weights = np.array(ways(observer.game))
        assert observer.chances("Ann") == pytest.approx(weights / weights.sum())


def test_who_does_not_play_the_deep_has_nothing_for_it():
    # the rulebook's page on strategy: a 1 on Midnight while The Deep lies there
    read, bare = observe("play 1 2").chances("Ann"), observe("play 1 2", level=0).chances("Ann")
    assert read[1:4].sum() < bare[1:4].sum() / 2


def test_what_was_believed_stays_with_a_fate_that_is_kept():
    observer = observe("play 5 1")
    after = observer.chances("Ann")
    observer.apply("end")
    observer.apply("undo")
    assert observer.chances("Ann") == pytest.approx(after)
    observer.apply("end")
    for text in ("play 4 1", "end"):
        observer.apply(text if observer.game.may(text) else "deal 1 the-mirror")
        if observer.game.phase == "deal":
            observer.apply(f"deal {observer.game.waiting[0]} the-mirror")
    assert observer.chances("Ann").argmax() == after.argmax()


@pytest.mark.parametrize("mode", MODES)
def test_it_follows_whatever_a_table_does_and_says_a_chance_at_every_event(mode):
    for seed in range(4):
        observer = coach.Observer(coach.player_model())
        for text in random_game(seed, mode=mode).events:
            observer.apply(text)
            assert 0 <= observer.chance() <= 1
            for player in observer.game.possible():
                assert observer.chances(player).sum() == pytest.approx(1)


def test_the_chance_before_a_play_is_the_average_of_what_follows():
    observer = observe()
    reading = observer.reading
    ways = np.triu(reading.hands_before.either)
    best = {
        (a, b): reading.choices_of((a, b))[0][1]
        for a in range(1, 8)
        for b in range(a, 8)
        if ways[a - 1, b - 1]
    }
    mean = sum(ways[a - 1, b - 1] * chance for (a, b), chance in best.items()) / ways.sum()
    assert observer.chance() == pytest.approx(mean)


def test_a_power_that_a_question_costs_lowers_the_chance():
    watch = observe("play 5 1")
    first, second = features.POWER, features.POWER + 1
    endings = watch.endings([watch.ending()], [(), (first,), (second,)])
    weights = watch.model.value.weights
    after = np.log(endings.miss / (1 - endings.miss))[:, 0]
    assert after[0] - after[1:] == pytest.approx([weights[first], weights[second]])


def test_reading_tells_more_than_logic_and_wins_more():
    games = [
        play_known_game(coach.Variant(doom=4), coach.player_model(), f"test {seed}") for seed in range(25)
    ]
    loss = {
        level: np.mean(np.concatenate([log_losses(game, coach.player_model(level)) for game in games]))
        for level in (0, 1)
    }
    assert loss[1] < 0.9 * loss[0], loss
    bare = list(simulate(coach.Variant(doom=4), coach.player_model(0), 25, 77, 1))
    assert sum(game.won for game in games) > summarize(bare).wins


def test_the_shipped_weights_are_small_and_the_script_still_learns_such():
    pytest.importorskip("sklearn", reason="scikit-learn is missing: pip install -e '.[training]' adds it")
    assert value.FILE.stat().st_size < 100_000
    shipped = value.load_value()
    assert shipped.weights.shape == (features.COUNT,)
    first = training.train(games=12, rounds=1, seed=5, jobs=1)
    positions, _ = training.play(10, shipped, 6, 1)
    apart = shipped.chance(shipped.log_odds(positions)) - first.chance(first.log_odds(positions))
    assert np.abs(apart).mean() < 0.1
    # what only Creatures from the Deep has is not learned: its weights stay as guessed
    learned = training.learn(positions, np.arange(len(positions)) % 2 == 0)
    creatures = slice(features.DEFEATS, features.HOLDING)
    assert (learned.weights[creatures] == value.first_guess().weights[creatures]).all()


def test_a_point_more_is_never_worse_and_a_doom_more_never_better():
    bots, tables = value.load_value(), value.load_table_values()
    values = [tables.at(coach.Strength(level, slips / 50)) for level in (0, 1) for slips in range(51)]
    for one in (bots, *values):
        assert (np.diff(one.weights[features.SCORE : features.SCORE + 8]) >= 0).all()
        assert (np.diff(one.weights[features.DOOM : features.DOOM + 8]) <= 0).all()


def test_the_script_makes_weights_monotone_by_joining_neighbours():
    weights = np.zeros(features.COUNT)
    weights[features.DOOM : features.DOOM + 8] = [0, -3, -1, -4, -5, -6, -7, -8]
    made = training.monotone(value.Value(weights, 0.0)).weights
    assert list(made[features.DOOM : features.DOOM + 8]) == [0, -2, -2, -4, -5, -6, -7, -8]


def test_tables_are_fitted_alike_by_the_same_seed_and_see_that_slips_lose():
    pytest.importorskip("scipy", reason="scipy is missing: pip install -e '.[training]' adds it")
    first = training.train_tables(value.load_value(), games=8, seed=5, jobs=1)
    assert first.as_json() == training.train_tables(value.load_value(), games=8, seed=5, jobs=1).as_json()
    again = value.TableValues.from_json(first.as_json())
    assert again.as_json() == first.as_json()
    chances = [start_chance(slips) for slips in (0, 0.05, 0.15, 0.3, 1)]
    assert chances == sorted(chances, reverse=True) and chances[0] > 0.7 and chances[-1] < 0.02


def start_chance(slips, level=0):
    outlook = coach.Outlook([(coach.Strength(level, slips), 1.0)])
    outlook.apply(SETUP)
    return outlook.chance()


def test_a_table_that_slips_plays_at_random_what_the_hand_and_logic_allow():
    class Slipping(coach.Table):
        plays = decisions = 0

        def _choose(self, hand):
            events = super()._choose(hand)
            assert [text for text in events if text.startswith(("use", "ability"))] == []
            type(self).plays += 1
            return events

        def _decide(self):
            possible = self.game.possible()[self.game.active]
            text = super()._decide()
            assert text in ["end", *(f"predict {fate}" for fate in possible)]
            type(self).decisions += text != "end"
            return text

    for seed in range(4):
        table = Slipping(coach.Variant(doom=0), coach.player_model(0), seed, slips=1.0).play()
        assert table.game.result == "lost"
        assert replay("\n".join(table.game.events) + "\n").game.state() == table.game.state()
    assert Slipping.plays > 20 and Slipping.decisions > 10


def test_the_strength_of_a_table_shows_in_its_games():
    def estimate(level, slips):
        model = coach.player_model(level)
        games = [coach.Table(coach.Variant(), model, f"s {n}", slips=slips).play().game for n in range(6)]
        return strength.posterior(strength.evidence(game.events) for game in games)

    found = {of: estimate(*of) for of in ((0, 0.0), (1, 0.0), (1, 0.3))}
    for (level, _), points in found.items():
        assert sum(weight for _, weight in points) == pytest.approx(1)
        assert sum(weight for one, weight in points if one.level == level) > 0.8
    slips = {of: sum(weight * one.slips for one, weight in points) for of, points in found.items()}
    assert slips[1, 0.0] < 0.06 and 0.17 < slips[1, 0.3] < 0.42


def test_without_games_the_strength_is_what_is_assumed_beforehand():
    points = strength.posterior([])
    assert sum(weight for one, weight in points if one.level == 0) == pytest.approx(2 / 3)
    # the mean of the beta distribution of 2 and 8
    assert sum(weight * one.slips for one, weight in points) == pytest.approx(0.2, abs=0.01)


def test_one_moment_has_one_chance():
    compared = 0
    for seed in range(3):
        table = coach.Table(coach.Variant(), coach.player_model(0), seed, slips=0.2).play()
        outlook = coach.Outlook([(coach.Strength(0, 0.1), 1.0)])
        game, said = outlook.groups[0].game, None
        for text in table.game.events:
            outlook.apply(text)
            if said is not None and text == "end":
                assert outlook.chance() == pytest.approx(said)
                compared += 1
            same = game.phase == "after-predict" and not game.owed and not game.fading()
            said = outlook.chance() if same else None
    assert compared


CARD_MORE = """
from shared_rules.shipwreck import cards
cards._CARDS += b"one-more|One More|base|Higher|3|saints\\n"
cards.CARDS._text = cards._CARDS
cards._RULES["one-more"] = cards._RULES["dawn"]
from arcana_host.cli import main
import sys
sys.exit(main())
"""


def test_a_card_more_leaves_simulate_and_review_working(tmp_path):
    """A card that the weights do not know counts nothing, and no other card's weight changes."""

    def run(*words):
        done = subprocess.run(
            [sys.executable, "-c", CARD_MORE, *map(str, words)], capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("simulate", "--games", "2", "--slips", "0.2", "--jobs", "1", "--save", tmp_path / "games")
    records = [path.read_text(encoding="utf-8") for path in (tmp_path / "games").iterdir()]
    assert any("one-more" in record for record in records)
    run("import", tmp_path / "games", "--library", tmp_path / "library")
    data = json.loads(run("review", "--json", "--library", tmp_path / "library"))
    assert [turn for turn in data["turns"] if not 0 <= turn["chance_before"] <= 1] == []


def test_simulate_is_the_same_for_a_seed_and_its_records_replay(arcana, tmp_path):
    words = ("simulate", "--games", "9", "--seed", "3", "--players", "4", "--doom", "4")
    status, out, err = arcana(*words, "--json", "--save", str(tmp_path / "games"))
    assert status == 0, err
    data = json.loads(out)
    records = sorted((tmp_path / "games").iterdir())
    won = [replay(path.read_text(encoding="utf-8")).game.result == "won" for path in records]
    assert (len(won), sum(won)) == (9, data["wins"])
    assert json.loads(arcana(*words, "--json", "--jobs", "1")[1])["wins"] == data["wins"]
    low, high = data["interval"]
    assert low <= data["win_rate"] <= high
    status, out, _ = arcana(*words)
    assert status == 0 and f"won {data['wins']} of 9 games" in out
    slipping = json.loads(arcana(*words, "--json", "--slips", "1")[1])
    assert (slipping["slips"], slipping["wins"]) == (1.0, 0)


def test_without_numpy_simulate_says_what_adds_it(arcana, monkeypatch):
    monkeypatch.setattr("arcana_host.games.shipwreck.extra.has_numpy", lambda: False)
    status, _, err = arcana("simulate")
    assert status == 1 and "coach" in err and "numpy" in err
