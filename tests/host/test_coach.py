"""The coach: bots that know what their seats know, readings that are right, chances that add up."""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest

np = pytest.importorskip("numpy", reason="numpy is missing: pip install -e '.[coach]' adds it")

import shipwreck_coach as coach  # noqa: E402
from arcana_portable.replay import replay  # noqa: E402
from bench.bench_coach import Watched  # noqa: E402
from rules.random_games import random_game  # noqa: E402
from shipwreck_coach import features, value  # noqa: E402

from shared_rules.shipwreck import Game  # noqa: E402
from shared_rules.shipwreck.cards import MODES, SETS, power_of  # noqa: E402

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
            self.powers[power_of(word).id if text.startswith("use") else word] += 1

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


def test_level_0_counts_the_draws():
    # every ordered draw of two of the 21 tokens, told apart
    tokens = [(fate, copy) for fate in range(1, 8) for copy in range(3)]
    draws = [(a[0], b[0]) for a in tokens for b in tokens if a != b]
    for fate, place in ((4, 1), (2, 4), (5, 3)):
        observer = observe(f"play {fate} {place}", level=0)
        possible = observer.game.possible()["Ann"]
        kept = [b if a == fate else a for a, b in draws if fate in (a, b)]
        ways = np.array([kept.count(value) * (value in possible) for value in range(1, 8)])
        assert observer.chances("Ann") == pytest.approx(ways / ways.sum())


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
        observer = coach.Yardstick()
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
    assert reading.chance() == pytest.approx(mean)


def test_a_power_that_a_question_costs_lowers_the_chance():
    watch = observe("play 5 1")
    first, second = features.POWER, features.POWER + 1
    endings = watch.endings([watch.ending()], [(first,), (second,)])
    weights = watch.model.value.weights
    after = np.log(endings.miss / (1 - endings.miss))[:, 0]
    assert after[0] - after[1:] == pytest.approx([weights[first], weights[second]])


@pytest.fixture(scope="module")
def watched():
    """Tables of the yardstick that have played; `python -m tests.bench coach` plays enough for figures."""
    return [Watched(coach.Variant(doom=2 * (n % 3)), f"watched {n}").play() for n in range(60)]


def test_the_yardstick_wins_about_as_often_as_it_says(watched):
    gaps = [(table.game.result == "won") - table.chances[0] for table in watched]
    # three standard errors, so that it is not the dice that fail
    assert abs(np.mean(gaps)) < 0.03 + 3 * np.std(gaps) / np.sqrt(len(gaps))


def test_its_belief_is_right_as_often_as_it_says(watched):
    said = [
        (chance, value == kept)
        for table in watched
        for belief, kept in table.beliefs
        for value, chance in enumerate(belief, 1)
    ]
    for low, high in ((0, 0.1), (0.1, 0.3), (0.3, 0.6), (0.6, 0.9), (0.9, 1.01)):
        part = np.array([each for each in said if low <= each[0] < high], dtype=float)
        assert abs((part[:, 1] - part[:, 0]).mean()) < 0.03 + 3 * part[:, 1].std() / np.sqrt(len(part))


def test_its_belief_says_more_than_logic_and_more_than_that_of_its_players(watched):
    loss = {}
    for level in (0, 1, None):
        losses = []
        for table in watched[:20]:
            observer = coach.Yardstick() if level is None else coach.Observer(coach.player_model(level))
            kept = dict(zip(table.decided_at, (fate for _, fate in table.beliefs), strict=True))
            for count, text in enumerate(table.game.events):
                if count in kept:
                    chance = observer.chances(observer.game.active)[kept[count] - 1]
                    losses.append(-np.log(max(1e-6, chance)))
                observer.apply(text)
        loss[level] = np.mean(losses)
    assert loss[None] < min(loss[0], loss[1]), loss


def test_a_point_more_is_never_worse_and_a_doom_more_never_better_and_a_power_worth_something():
    numbers = np.arange(8)
    for one in (value.load_value(), value.load_yardstick_value()):
        assert one.weights.shape == (features.COUNT,)
        standing = one.standing(numbers[:, None], numbers)
        assert (np.diff(standing, axis=0) >= 0).all() and (np.diff(standing, axis=1) <= 0).all()
        assert (one.weights[features.POWER : features.MODE] >= 0).all()


def test_training_gives_the_same_weights_for_the_same_seed(tmp_path, monkeypatch):
    pytest.importorskip("sklearn", reason="scikit-learn is missing: pip install -e '.[training]' adds it")
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "host" / "tools")
    import train_coach

    monkeypatch.setattr(train_coach, "SETTLING", {"s32": (coach.Variant(), 10_000)})
    words = ["--seed", "5", "--games", "12", "--rounds", "1", "--yardstick-games", "4", "--jobs", "1"]
    for name in ("first", "again"):
        monkeypatch.setattr(sys, "argv", ["train_coach.py", *words, "--out", str(tmp_path / name)])
        train_coach.main()
    first, again = ((tmp_path / name).read_text() for name in ("first", "again"))
    assert first == again
    for strength in json.loads(first).values():
        doom = [strength["weights"].get(f"doom {number}", 0) for number in range(8)]
        assert doom == sorted(doom, reverse=True)


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


def test_one_moment_has_one_chance():
    compared = 0
    for seed in range(3):
        table = coach.Table(coach.Variant(), coach.player_model(0), seed, slips=0.2).play()
        yardstick, said = coach.Yardstick(), None
        game = yardstick.game
        for text in table.game.events:
            yardstick.apply(text)
            if said is not None and text == "end":
                assert yardstick.chance() == pytest.approx(said)
                compared += 1
            same = game.phase == "after-predict" and not game.owed and not game.fading()
            said = yardstick.chance() if same else None
    assert compared


def test_after_undo_the_yardstick_says_what_it_said():
    yardstick = coach.Yardstick()
    for text in (SETUP, "play 5 1"):
        yardstick.apply(text)
    said = yardstick.chance(), yardstick.belief_about_kept()
    for text in ("end", "undo"):
        yardstick.apply(text)
    assert (yardstick.chance(), yardstick.belief_about_kept()) == (said[0], pytest.approx(said[1]))


def test_with_shadows_a_prediction_says_which_value_it_means():
    # ruling 000-26: either value, as long as the group says which
    setup = "setup standard doom=2 sets=base,promo players=Ann,Bo row=the-ghost,dawn,the-key,midnight"
    yardstick = coach.Yardstick()
    for text in (setup, "play 4 1", "end", "deal 1 the-deep", "use the-ghost", "play 5 2"):
        yardstick.apply(text)
    belief = yardstick.belief_about_kept()
    right = {option.text: option.right for option in yardstick.options() if option.right}
    # the raised fate is a 2, 3 or 4 then
    assert right == pytest.approx({f"predict +{fate + 1}": belief[fate - 1] for fate in (1, 2, 3)})


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
    assert [turn for turn in data["turns"] if not 0 <= turn["chance_before"] <= 100] == []


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
