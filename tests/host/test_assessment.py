"""Judging turns: the yardstick's chances, better choices, and the accuracy of a game."""

import functools
import html
import itertools
import json
import random
import re

import pytest
import shipwreck_coach as coach
from arcana_host import vectors_folder
from arcana_host.games.shipwreck import whole_review as module
from arcana_host.games.shipwreck.assessment import LEAST, LEAST_JUDGED, chance_in_percent
from arcana_host.games.shipwreck.assessment_words import points
from arcana_host.games.shipwreck.review import describe_turn
from arcana_host.games.shipwreck.whole_review import as_review, review_completely
from arcana_host.installation import install_extra
from arcana_host.link.device import connect
from arcana_portable.replay import replay
from rules.vectors import vectors
from shipwreck_coach.yardstick import LEVEL

from shared_rules.shipwreck.cards import MODES, SETS

OPENING = ("setup ", "deal ", "meet ")
VECTORS = [(vectors_folder() / f"{name}.arcana").read_text() for name, _, _ in vectors("shipwreck")]
# doom is one below the end, The Mirror fades: whoever predicts nothing loses
LAST_CHANCE = [
    "setup standard doom=6 sets=base players=Ann,Bo row=the-mirror,dawn,the-key,midnight",
    "play 7 1",
]


class WithoutPowers(coach.Table):
    """A table that never uses powers."""

    def _choose(self, hand):
        found = self.observer.reading.choices_of(hand.both)
        return next(choice.events for choice, _ in found if choice.which == "either" and not choice.power)

    def _decide(self):
        options = coach.GroupOptions(self.observer).options()
        return next(option.text for option in options if not option.text.startswith("use"))


class Timid(coach.Table):
    """A table that predicts only values that it considers more than 80 % likely."""

    def _decide(self):
        options = coach.GroupOptions(self.observer).options()
        return next(o.text for o in options if not o.text.startswith("predict") or o.right > 0.8)


TABLES = [(coach.Table, 0.0), (coach.Table, 0.1), (coach.Table, 0.3), (WithoutPowers, 0.0), (Timid, 0.0)]


@functools.cache
def games(count):
    """Return [(game, its review)] of games of all kinds of tables in all modes."""
    found = []
    for number in range(count):
        dice = random.Random(f"judged {number}")
        kind, slips = TABLES[number % len(TABLES)]
        mode = MODES[number // len(TABLES) % len(MODES)]
        sets = dice.choice([("base",), SETS])
        variant = coach.Variant(mode, dice.randint(2, 5), sets, dice.choice([0, 2, 4, 6]))
        model = coach.player_model(LEVEL)
        played = replay("\n".join(kind(variant, model, f"judged {number}", slips=slips).play().game.events))
        found.append((played, review_completely(played)))
    return found


@functools.cache
def of_vectors():
    """Return [(game, its review)] of all vectors."""
    return [(played, review_completely(played)) for played in map(replay, VECTORS)]


@pytest.fixture
def judged(request):
    """The reviews of all vectors and of 25 games; of 300 with --soak."""
    return [*of_vectors(), *games(300 if request.config.getoption("--soak") else 25)]


def decisions_of(reviews):
    return [each for _, review in reviews for one in review.assessed for each in one.decisions]


def whole(*events):
    return review_completely(replay("\n".join(events) + "\n"))


def words_of(review):
    """Return all sentences of the turns of a review."""
    pairs = zip(review.turns, review.assessments, strict=True)
    return [sentence for turn, one in pairs for sentence in describe_turn(turn, one)]


# no figure contradicts another one


def test_the_chance_before_a_turn_is_that_after_the_one_before(judged):
    for played, review in judged:
        for one, next_one in itertools.pairwise(review.assessed):
            assert one.after == next_one.before
        for one in review.assessed:
            # 0 and 100 are for games that are over
            assert 0 < one.before < 100
        if review.assessed and played.game.result in ("won", "lost"):
            assert review.assessed[-1].after == (100 if played.game.result == "won" else 0)


def test_the_first_chance_of_creatures_counts_those_that_were_met(judged):
    for played, review in judged:
        if played.game.deep and review.assessed:
            yardstick = coach.Yardstick()
            for text in itertools.takewhile(lambda text: text.startswith(OPENING), played.game.events):
                yardstick.apply(text)
            assert review.assessed[0].before == chance_in_percent(yardstick.chance())


def test_the_likelihoods_of_a_moment_add_up_to_100_and_only_what_is_possible_is_likely(judged):
    for _, review in judged:
        for turn, one in zip(review.turns, review.assessments, strict=True):
            if one and one.likely:
                assert sum(one.likely) == 100
                assert {fate for fate, chance in enumerate(one.likely, 1) if chance} <= set(turn.possible)


def test_no_choice_is_called_better_that_its_own_numbers_put_lower(judged):
    decisions = decisions_of(judged)
    for each in decisions:
        assert each.best.chance - each.done.chance == each.cost or (each.cost == 0 and each.best == each.done)
        assert each.cost == 0 or each.cost >= LEAST
    assert {each.kind for each in decisions if each.cost} == {"play", "group"}


def test_an_advised_prediction_is_likelier_or_it_is_said_why_it_is_better(judged):
    compared = 0
    for each in decisions_of(judged):
        events = [way.events[0] for way in (each.done, each.best) if way.events]
        if each.cost and len(events) == 2 and all(text.startswith("predict") for text in events):
            compared += 1
            words = module.describe_cost(each)
            assert f"{each.best.right}% likely" in words and f"{each.done.right}% likely" in words
            assert each.best.right > each.done.right or "no likelier, but" in words
    assert compared


def test_each_decision_that_cost_something_is_described_with_its_cost(judged):
    for each in decisions_of(judged):
        words = module.describe_cost(each)
        if not each.cost:
            assert words == ""
        elif each.done.chance or each.kind == "play":
            assert f" was {each.cost} points better" in words or each.best.chance == 100
        else:
            assert f"would have kept the chance at {each.cost}%; it fell to 0." in words or "won." in words


def test_what_was_predicted_is_as_likely_as_its_values_are_together(judged):
    for _, review in judged:
        for turn, one in zip(review.turns, review.assessments, strict=True):
            shadows = any(event.startswith("Shadows") for event in turn.chapter.sentences)
            if one and one.certainty is not None and not shadows:
                assert one.certainty == sum(one.likely[value - 1] for value in turn.predicted)


def test_each_figure_is_the_same_in_the_terminal_in_json_and_on_the_page():
    for played, _review in games(25)[:10]:
        shown = as_review(played, "Title")
        data = shown.as_json()
        page = html.unescape(shown.page("name").decode())
        for sentence in [*shown.opening, *(words for _, notes in shown.turns for words in notes)]:
            # on the page, a link ends within the sentence that names a turn
            assert sentence.partition(": ")[2].partition(": ")[2] in page or sentence in page
        said = [words for _, notes in shown.turns for words in notes]
        assert [turn["words"] for turn in data["turns"]] == [notes for _, notes in shown.turns]
        for turn in data["turns"]:
            if turn["chance_before"] != turn["chance_after"]:
                assert any(f"{turn['chance_before']}% to {turn['chance_after']}%" in words for words in said)
            row = re.escape(f"{turn['chance_before']}%</td><td>{turn['chance_after']}%")
            assert re.search(row, page)
        bars = re.findall(r"<small>(\d+)</small>", page)
        likely = [turn["likely"] or dict.fromkeys("1234567", 0) for turn in data["turns"] if turn["possible"]]
        assert list(map(int, bars)) == [chance for each in likely for chance in each.values()]


def test_the_costliest_decisions_come_first_and_all_losses_are_added_up(judged):
    for _, review in judged:
        made = sorted(
            (each for one in review.assessed for each in one.decisions), key=lambda each: -each.cost
        )
        named = [each.cost for each in made if each.cost and each.best.events][:3]
        costs = [each.cost for each in made]
        assert [each.cost for each in review.costliest] == named
        if review.assessed:
            before, after = review.assessed[0].before, review.assessed[-1].after
            lost, rest = (points(number) for number in (-sum(costs), after - before + sum(costs)))
            said = f"{before}% to {after}%: {lost} points by your choices, and {rest} that are"
            assert said in " ".join(review.closing())


# scenes


def test_who_does_not_predict_a_certain_fate_and_loses_by_it_is_told():
    review = whole(*LAST_CHANCE, "end")
    (assessment,) = review.assessments
    assert assessment.after == 0
    ((turn, words),) = review.named()
    assert turn.number == 1
    assert words.startswith(
        "You predicted nothing. Predicting 7, 100% likely, would have kept the chance at "
    )
    assert "%; it fell to 0. A right prediction saves the 2 doom of fading cards." in words
    assert words in describe_turn(review.turns[0], assessment)


def test_who_predicts_it_did_best_and_nothing_is_said_of_it():
    review = whole(*LAST_CHANCE, "predict 7 hit", "end")
    assert review.costliest == [] and "No choice cost 3 points or more." in review.closing()
    assert "points better" not in " ".join(words_of(review))


def test_an_unknown_fate_is_judged_over_what_it_can_have_been():
    setup = "setup standard doom=2 sets=base players=Ann,Bo row=the-beast,the-mirror,the-key,the-deep"
    (play,) = [each for each in whole(setup, "play 4 1", "end").assessed[0].decisions if each.kind == "play"]
    assert play.hand == () and play.best.events in ((), play.done.events)


def test_who_may_predict_two_values_and_is_right_with_the_first_did_not_predict_too_few():
    setup = "setup standard doom=2 sets=base,promo players=Ann,Bo row=dawn,the-wish,the-key,the-deep"

    def group(*events):
        return whole(setup, "play 3 2", *events, "end").assessed[0].decisions[-1]

    hit, miss = group("predict 4 hit"), group("predict 4 miss", "hidden 2")
    assert miss.done.events == ("predict 4",)
    assert hit.done.events[0].startswith("predict 4,") and hit.done.right > miss.done.right


def test_fewer_than_five_decisions_have_no_accuracy():
    review = whole(*LAST_CHANCE, "predict 7 hit", "end")
    share, judged, players = review.accuracy()
    assert share is None and judged < LEAST_JUDGED and players["Ann"][0] is None
    assert f"too few to say ({judged})." in review.closing()[-1]


def test_a_game_of_random_choices_is_less_accurate_than_one_of_bots(slipping):
    best, worst = (
        [review_completely(replay(text)).accuracy()[0] for text in slipping(slips)] for slips in (0.0, 1.0)
    )
    known = [each for each in worst if each is not None]
    assert sum(known) / len(known) < 85
    assert [each for each in best if each is not None and each <= 85] == []


@pytest.fixture(scope="session")
def slipping():
    """Return a function: the records of three games of tables with this share of slips."""

    def play(slips):
        tables = [coach.Table(coach.Variant(), coach.player_model(1), n, slips=slips) for n in range(3)]
        return ["\n".join(table.play().game.events) + "\n" for table in tables]

    return play


def test_positions_are_given_to_be_tried_again(arcana, tmp_path, slipping):
    for number, text in enumerate(slipping(1.0)):
        (tmp_path / f"{number}.arcana").write_text(text)
    library = ("--library", tmp_path / "library")
    arcana("import", *(tmp_path / f"{number}.arcana" for number in range(3)), *library)
    status, out, _ = arcana("review", "--puzzles", "--json", *library)
    puzzles = json.loads(out)
    assert status == 0 and puzzles
    costs = [puzzle["cost"] for puzzle in puzzles]
    assert costs == sorted(costs, reverse=True) and costs[-1] >= 5
    for puzzle in puzzles:
        done = (*puzzle["events"], *puzzle["done"])
        record = next(text for text in slipping(1.0) if text.startswith("\n".join(puzzle["events"])))
        assert "\n".join(done) in record or puzzle["kind"] == "group"
        if puzzle["hand"]:
            best = arcana(
                "solve", write(tmp_path, puzzle["events"]), "--hand", comma(puzzle["hand"]), "--json"
            )
            assert puzzle["best"] == json.loads(best[1])["ways"][0]["events"]
    status, out, _ = arcana("review", "--puzzles", *library)
    assert status == 0 and out.index("Answers") > out.index("?") and "points better" in out
    assert out.startswith("Every chance is that of a practised group")
    status, _, _ = arcana("review", "--puzzles", "--html", tmp_path / "p.html", *library)
    assert (tmp_path / "p.html").read_text().count("<details>") == len(puzzles)
    assert "leave out" in arcana("review", "latest", "--puzzles", *library)[2]


def write(folder, events):
    file = folder / "position.arcana"
    file.write_text("\n".join(events) + "\n")
    return file


def comma(fates):
    return ",".join(map(str, fates))


def test_values_that_were_not_noted_are_asked_for():
    assert "Note predicted values" in whole(*LAST_CHANCE, "predict hit", "end").notes[0]
    assert whole(*LAST_CHANCE, "predict 7 hit", "end").notes == []


def test_without_numpy_a_game_is_reviewed_by_logic_alone(monkeypatch):
    monkeypatch.setattr(module, "has_numpy", lambda: False)
    review = whole(*LAST_CHANCE, "end")
    assert review.assessments == [None] and review.costliest == []
    assert install_extra("coach") in review.closing()[0]
    page = as_review(replay("\n".join([*LAST_CHANCE, "end"])), "Title").page("name").decode()
    assert "numpy" in page and "pip" not in page, "a mailed page has no command of this computer"
    assert "The fate was certainly a 7" in " ".join(words_of(review))


@pytest.fixture
def record(tmp_path):
    """Write events as a record; return the file."""

    def write(*events):
        file = tmp_path / "game.arcana"
        file.write_text("\n".join(events) + "\n")
        return file

    return write


def test_a_hand_is_solved(arcana, record):
    setup = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,midnight,the-key,the-deep"
    status, out, _ = arcana("solve", record(setup), "--hand", "4,1", "--json")
    assert status == 0
    ways = json.loads(out)["ways"]
    assert {way["events"][0] for way in ways} == {"play 4 1", "play 1 2", "play 1 4", "play 4 4"}
    chances = [way["chance"] for way in ways]
    assert chances == sorted(chances, reverse=True) and all(0 <= chance <= 100 for chance in chances)


def test_the_game_on_the_companion_is_solved_and_one_of_the_library(arcana, board, tmp_path):
    with connect(board.path) as device:
        for number, text in enumerate(LAST_CHANCE):
            device.call("enter", event=number, text=text)
    status, live, err = arcana("solve", "live", "--port", board.path)
    assert (status, err) == (0, "")
    assert (
        live.splitlines()[0]
        == "Every chance is that of a practised group, which lets one choice in ten slip."
    )
    assert live.splitlines()[2].endswith("  Predicting 7")
    assert arcana("sync", "--port", board.path, "--library", tmp_path / "library")[0] == 0
    assert arcana("solve", "latest", "--library", tmp_path / "library")[1] == live


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ((), "Which fates does Ann hold?"),
        (("--hand", "3,9"), "two fates from 1 to 7"),
        (("--turn", "2"), "has no turn 2"),
    ],
)
def test_what_can_not_be_solved_is_said(arcana, record, options, sentence):
    status, out, err = arcana("solve", record(LAST_CHANCE[0]), *options)
    assert (status != 0, out) == (True, "") and sentence in err
