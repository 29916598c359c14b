"""What each turn was worth: the chance to win, what was the better choice, what decided the game."""

import itertools
import json

import pytest
from arcana_host import vectors_folder
from arcana_host.games.shipwreck import whole_review as module
from arcana_host.games.shipwreck.assessment import MOMENTS, SWING
from arcana_host.games.shipwreck.review import describe_turn
from arcana_host.games.shipwreck.whole_review import review_completely
from arcana_host.link.device import connect
from arcana_host.replay import replay

VECTORS = [
    path.read_text()
    for path in sorted(vectors_folder().glob("*.arcana"))
    if not path.stem.startswith(("score-pad", "spirit-island"))
]
# doom is one below the end, The Mirror fades: whoever predicts nothing loses
LAST_CHANCE = [
    "setup standard doom=6 sets=base players=Ann,Bo row=the-mirror,dawn,the-key,midnight",
    "play 7 1",
]


def whole(*events):
    return review_completely(replay("\n".join(events) + "\n"))


def test_the_chance_to_win_goes_from_turn_to_turn_to_the_end():
    for text in VECTORS:
        played = replay(text)
        assessments = review_completely(played).assessments
        for one, next_one in itertools.pairwise(assessments):
            assert one.after == next_one.before
        assert all(0 <= chance <= 1 for one in assessments for chance in (one.before, one.after))
        if played.game.result in ("won", "lost"):
            assert assessments[-1].after == (played.game.result == "won")


def test_no_choice_is_better_than_the_best_and_some_are_worse():
    decisions = [
        decision
        for text in VECTORS
        for assessment in review_completely(replay(text)).assessments
        for decision in assessment.decisions
    ]
    assert all(0 <= decision.cost <= 1 and 0 <= decision.accuracy <= 1 for decision in decisions)
    assert {decision.kind for decision in decisions if decision.cost > 0.1} == {"play", "group"}
    assert any(decision.cost == 0 for decision in decisions)


def test_no_reading_takes_a_fate_for_possible_that_logic_rules_out():
    for text in VECTORS:
        told = review_completely(replay(text))
        for turn, assessment in zip(told.turns, told.assessments, strict=True):
            if turn.known and assessment.reading:
                likely = {fate for fate, chance in enumerate(assessment.reading, 1) if chance > 1e-9}
                assert likely <= set(turn.known.possible), (text, turn.number)


def test_who_does_not_predict_a_certain_fate_and_loses_by_it_is_told():
    told = whole(*LAST_CHANCE, "end")
    (assessment,) = told.assessments
    assert assessment.after == 0
    assert assessment.worst("group").best.events == ("predict 7",)
    assert assessment.worst("group").done.chance == 0
    ((turn, words),) = told.moments
    assert turn.number == 1
    assert "Predicting 7 was the better choice" in words and "instead of 0%" in words
    assert "Predicting 7" in " ".join(describe_turn(told.turns[0], assessment))


def test_who_predicts_it_did_best():
    told = whole(*LAST_CHANCE, "predict 7 hit", "end")
    assert told.assessments[0].worst("group").cost == 0
    assert "There was no better choice." in describe_turn(told.turns[0], told.assessments[0])
    assert told.accuracy == 1
    assert told.describe_accuracy().startswith("Accuracy: 100% (Ann 100%).")


def test_the_moments_are_the_greatest_changes_the_greatest_first():
    for text in VECTORS:
        told = review_completely(replay(text))
        changes = {
            turn.number: abs(one.change) for turn, one in zip(told.turns, told.assessments, strict=True)
        }
        named = [changes[turn.number] for turn, _ in told.moments]
        assert named == sorted((each for each in changes.values() if each >= SWING), reverse=True)[:MOMENTS]


def test_values_that_were_not_noted_are_asked_for():
    assert "Note predicted values" in whole(*LAST_CHANCE, "predict hit", "end").notes[0]
    assert whole(*LAST_CHANCE, "predict 7 hit", "end").notes == []


def test_without_numpy_a_game_is_reviewed_by_logic_alone(monkeypatch):
    monkeypatch.setattr(module, "has_numpy", lambda: False)
    told = whole(*LAST_CHANCE, "end")
    assert told.assessments == [None] and told.moments == [] and told.accuracy is None
    assert "numpy" in told.notes[0]
    assert "The fate was certainly a 7" in " ".join(describe_turn(told.turns[0]))


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
    assert chances == sorted(chances, reverse=True) and all(0 <= chance <= 1 for chance in chances)


def test_the_game_on_the_companion_is_solved_and_one_of_the_library(arcana, board, tmp_path):
    with connect(board.path) as device:
        for number, text in enumerate(LAST_CHANCE):
            device.call("enter", event=number, text=text)
    status, live, err = arcana("solve", "live", "--port", board.path)
    assert (status, err) == (0, "")
    assert live.splitlines()[1].endswith("  Predicting 7")
    assert arcana("sync", "--port", board.path, "--library", tmp_path / "shelf")[0] == 0
    assert arcana("solve", "latest", "--library", tmp_path / "shelf")[1] == live


def test_a_prediction_is_solved(arcana, record):
    status, out, _ = arcana("solve", record(*LAST_CHANCE))
    assert status == 0
    best = out.splitlines()[1]
    assert best.endswith("  Predicting 7")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "Which fates does Ann hold?"),
        (("--hand", "3,9"), "two fates from 1 to 7"),
        (("--turn", "2"), "has no turn 2"),
    ],
)
def test_what_can_not_be_solved_is_said(arcana, record, options, told):
    status, out, err = arcana("solve", record(LAST_CHANCE[0]), *options)
    assert (status != 0, out) == (True, "") and told in err
