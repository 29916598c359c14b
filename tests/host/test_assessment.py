"""What each turn was worth: the chance to win, what was the better choice, what decided the game."""

import functools
import itertools
import json

import pytest
from arcana_host import vectors_folder
from arcana_host.games.review import Background
from arcana_host.games.shipwreck import whole_review as module
from arcana_host.games.shipwreck.assessment import DECISIVE, LEAST_JUDGED, curve, mean_accuracy
from arcana_host.games.shipwreck.assessment_words import describe_cost, points_of
from arcana_host.games.shipwreck.review import describe_turn
from arcana_host.games.shipwreck.table_strength import study, study_all
from arcana_host.games.shipwreck.whole_review import review_completely
from arcana_host.link.device import connect
from arcana_host.replay import replay
from rules.vectors import vectors

VECTORS = [(vectors_folder() / f"{name}.arcana").read_text() for name, _, _ in vectors("shipwreck")]
# doom is one below the end, The Mirror fades: whoever predicts nothing loses
LAST_CHANCE = [
    "setup standard doom=6 sets=base players=Ann,Bo row=the-mirror,dawn,the-key,midnight",
    "play 7 1",
]


@functools.cache
def of_vectors():
    """Return [(game, its review)] of all vectors."""
    return [(played, review_completely(played)) for played in map(replay, VECTORS)]


def decisions_of_vectors():
    """Return the decisions of all turns of all vectors."""
    return [
        decision
        for _, review in of_vectors()
        for assessment in review.assessments
        for decision in assessment.decisions
    ]


def whole(*events):
    return review_completely(replay("\n".join(events) + "\n"))


def test_the_chance_to_win_goes_from_turn_to_turn_to_the_end():
    for played, review in of_vectors():
        assessments = review.assessments
        for one, next_one in itertools.pairwise(assessments):
            assert one.after == next_one.before
        assert [
            chance for one in assessments for chance in (one.before, one.after) if not 0 <= chance <= 1
        ] == []
        if played.game.result in ("won", "lost"):
            assert assessments[-1].after == (played.game.result == "won")


def test_no_choice_is_better_than_the_best_and_some_are_worse():
    decisions = decisions_of_vectors()
    assert [
        each for each in decisions if not (0 <= each.cost <= each.loss <= 1 and 0 <= each.accuracy <= 1)
    ] == []
    assert [each for each in decisions if each.done.events and each.loss > each.spread + 1e-9] == []
    assert {decision.kind for decision in decisions if decision.cost > 0.1} == {"play", "group"}
    assert any(decision.cost == 0 for decision in decisions)


def test_the_parts_of_a_turn_add_up_and_their_sum_is_the_result_of_the_game():
    for played, review in of_vectors():
        assessments = review.assessments
        for one in assessments:
            assert one.dealt + one.decided + one.come_to_light == pytest.approx(one.after - one.before)
        if played.game.result in ("won", "lost"):
            total = assessments[0].before + sum(one.luck + one.decided for one in assessments)
            assert total == pytest.approx(float(played.game.result == "won"))


def test_what_was_better_wins_no_more_than_the_best_for_each_fate_that_can_have_been_kept():
    decisions = [
        decision
        for decision in decisions_of_vectors()
        if decision.kind == "play" and decision.best.events and decision.cost
    ]
    assert [one for one in decisions if one.best.chance - one.done.chance > one.loss + 1e-9] == []
    assert any(one.best.chance - one.done.chance < one.loss - 0.05 for one in decisions)


def test_no_reading_takes_a_fate_for_possible_that_logic_rules_out():
    for played, review in of_vectors():
        for turn, assessment in zip(review.turns, review.assessments, strict=True):
            if turn.known and assessment.reading:
                likely = {fate for fate, chance in enumerate(assessment.reading, 1) if chance > 1e-9}
                assert likely <= set(turn.known.possible), (played.record, turn.number)


def test_who_does_not_predict_a_certain_fate_and_loses_by_it_is_told():
    review = whole(*LAST_CHANCE, "end")
    (assessment,) = review.assessments
    assert assessment.after == 0
    assert assessment.worst("group").best.events == ("predict 7",)
    assert assessment.worst("group").done.chance == 0
    ((turn, words),) = review.moments
    assert turn.number == 1
    assert "Predicting 7 was better: bots win 90% after it, and 0% after the choice" in words
    assert "Predicting 7" in " ".join(describe_turn(review.turns[0], assessment))


def test_who_predicts_it_did_best():
    review = whole(*LAST_CHANCE, "predict 7 hit", "end")
    assert review.assessments[0].worst("group").cost == 0
    assert "as good as any" in describe_turn(review.turns[0], review.assessments[0])[-1]
    assert review.moments == [] and review.describe_moments() == "No single decision cost much."


def test_a_fate_that_had_to_be_is_followed_by_a_judgement():
    # nobody says what it was, but only a 7 goes with a 7 on The Mirror
    review = whole(*LAST_CHANCE[:1], "play 7 1", "predict hit", "end")
    sentences = describe_turn(review.turns[0], review.assessments[0])
    assert sentences[0] == "It had to be a 7."
    assert {decision.kind for decision in review.assessments[0].decisions} == {"play", "group"}
    assert "did not become known" not in " ".join(sentences)


def test_an_unknown_fate_is_judged_over_what_it_can_have_been():
    setup = "setup standard doom=2 sets=base players=Ann,Bo row=the-beast,the-mirror,the-key,the-deep"
    review = whole(setup, "play 4 1", "end")
    decision = review.assessments[0].worst("play")
    assert decision.kept == 0 and 0 < decision.loss < decision.spread


def test_who_may_predict_two_values_and_is_right_with_the_first_did_not_predict_too_few():
    setup = "setup standard doom=2 sets=base,promo players=Ann,Bo row=dawn,the-wish,the-key,the-deep"
    hit = whole(setup, "play 3 2", "predict 4 hit", "end").assessments[0].worst("group")
    miss = whole(setup, "play 3 2", "predict 4 miss", "hidden 2", "end").assessments[0].worst("group")
    assert miss.done.events == ("predict 4",)
    assert hit.done.events[0].startswith("predict 4,") and hit.done.chance > miss.done.chance


def test_what_was_better_is_explained():
    review = whole(*LAST_CHANCE, "end")
    assert "Predicting 7 was better" in review.moments[0][1] and "likely to be right" in review.moments[0][1]
    costly = [d for d in decisions_of_vectors() if d.cost >= DECISIVE and d.best.events]
    unexplained = [each for each in costly if describe_cost(each).count(". ") == 0]
    assert len(unexplained) < len(costly) / 5


def test_the_parts_of_a_change_that_are_shown_add_up_to_the_change_that_is_shown():
    def number(word):
        return int(word.replace("−", "-").replace("±", ""))

    for _, review in of_vectors():
        for one in review.assessments:
            shown = points_of(one.before, one.after, one.dealt, one.decided)
            change = round(100 * one.after) - round(100 * one.before)
            assert sum(map(number, shown)) == change


def test_fewer_than_five_decisions_have_no_accuracy():
    review = whole(*LAST_CHANCE, "predict 7 hit", "end")
    assert review.accuracy.table is None and review.players().shares["Ann"] is None
    assert review.accuracy.judged < LEAST_JUDGED
    assert "too few to judge" in review.describe_accuracy()
    assert mean_accuracy([0.0] * LEAST_JUDGED) == 1


def test_accuracy_falls_steeply_with_the_loss():
    costs = [curve(loss / 100) for loss in (0, 3, 5, 10, 20, 50, 100)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == pytest.approx(1) and costs[4] == pytest.approx(0.40, abs=0.01) and costs[-1] == 0


def test_a_game_of_random_choices_is_less_accurate_than_one_of_bots(slipping):
    best, worst = (
        [review_completely(replay(text)).accuracy.table for text in slipping(slips)] for slips in (0.0, 1.0)
    )
    known = [each for each in worst if each is not None]
    assert sum(known) / len(known) < 0.85
    assert [each for each in best if each is not None and each <= 0.85] == []


def test_the_moments_are_the_decisions_that_cost_most():
    for _, review in of_vectors():
        costs = {
            turn.number: max((each.cost for each in one.decisions), default=0)
            for turn, one in zip(review.turns, review.assessments, strict=True)
        }
        named = [costs[turn.number] for turn, _ in review.moments]
        assert named == sorted((cost for cost in costs.values() if cost >= DECISIVE), reverse=True)


@pytest.fixture(scope="session")
def slipping():
    """Return a function: the records of three games of tables with this share of slips."""
    from arcana_host.games.shipwreck import coach

    def play(slips):
        tables = [coach.Table(coach.Variant(), coach.player_model(1), n, slips=slips) for n in range(3)]
        return ["\n".join(table.play().game.events) + "\n" for table in tables]

    return play


def test_earlier_games_tell_whose_chances_are_shown(slipping):
    played = replay(slipping(0.0)[0])
    own = review_completely(played)
    assert "One game says little" in own.describe_strength()
    sloppy = review_completely(played, Background(tuple(slipping(1.0))))
    assert "in 3 earlier games" in sloppy.describe_strength()
    assert sloppy.strength.slips > own.strength.slips + 0.2
    assert sloppy.assessments[0].before < own.assessments[0].before - 0.2
    # what is judged is the same for all tables
    assert sloppy.accuracy.table == own.accuracy.table


def test_the_accuracy_of_players_is_of_their_plays_in_the_whole_library(arcana, tmp_path, slipping):
    for number, text in enumerate((*slipping(0.3), *slipping(1.0))):
        played_by = text if number < 4 else text.replace("players=Ann,Bo,Cy", "players=Ann,Di,Ed")
        (tmp_path / f"{number}.arcana").write_text(played_by)
    library = ("--library", tmp_path / "library")
    arcana("import", *sorted(tmp_path.glob("*.arcana")), *library)
    games = json.loads(arcana("games", "--json", *library)[1])
    game = next(one["id"] for one in games if one["players"] == ["Ann", "Bo", "Cy"])
    data = json.loads(arcana("review", game, "--json", *library)[1])
    # none of the two games of other tables tells how strong this one is
    assert data["strength"]["earlier_games"] == 3
    costs = [
        cost
        for file in tmp_path.glob("*.arcana")
        for cost in study(replay(file.read_text())).plays.get("Ann", [])
    ]
    assert data["accuracy"]["players"]["Ann"] == pytest.approx(mean_accuracy(costs))
    assert data["accuracy"]["players"].keys() == {"Ann", "Bo", "Cy"}
    said = arcana("review", game, *library)[1].strip().split("\n")
    assert said[-1].startswith("Accuracy of plays in 6 games: Ann ")


def test_a_strength_can_be_given(arcana, tmp_path, slipping):
    (tmp_path / "one.arcana").write_text(slipping(0.3)[0])
    library = ("--library", tmp_path / "library")
    arcana("import", tmp_path / "one.arcana", *library)
    first = {}
    for strength in ("1,0", "0,0.3"):
        status, out, _ = arcana("review", "--json", "--strength", strength, *library)
        data = json.loads(out)
        assert status == 0 and data["strength"]["given"]
        assert {"table", "players", "judged"} == set(data["accuracy"])
        first[strength] = data["turns"][0]["chance_before"]
    assert first["1,0"] > 0.9 and first["0,0.3"] < 0.4
    said = arcana("review", "--strength", "0,0.3", *library)[1].replace("\n", " ")
    assert "a group that reads at level 0 and slips in 30%" in said
    for wrong in ("2,0", "0", "0,2", "0,x", "-1,0"):
        status, out, err = arcana("review", f"--strength={wrong}", *library)
        assert (status != 0, out) == (True, "") and "such as 0,0.15" in err


def test_what_was_worked_out_of_a_game_is_kept_and_a_damaged_file_is_written_anew(tmp_path, slipping):
    cache, records = tmp_path / "reviews.json", slipping(0.3)
    first = study_all(records, cache)
    assert len(json.loads(cache.read_text())) == 3
    assert study_all(records, cache) == first
    for damage in ("{", "[]", '{"a": 1}', "\x00"):
        cache.write_text(damage)
        assert study_all(records, cache) == first
    assert study_all([records[0], "no record"], cache) == {records[0]: first[records[0]]}


def test_positions_are_given_to_be_tried_again(arcana, tmp_path, slipping):
    for number, text in enumerate(slipping(1.0)):
        (tmp_path / f"{number}.arcana").write_text(text)
    library = ("--library", tmp_path / "library")
    arcana("import", *(tmp_path / f"{number}.arcana" for number in range(3)), *library)
    status, out, _ = arcana("review", "--puzzles", "--json", *library)
    puzzles = json.loads(out)
    assert status == 0 and puzzles
    costs = [puzzle["cost"] for puzzle in puzzles]
    assert costs == sorted(costs, reverse=True) and costs[-1] >= DECISIVE
    for puzzle in puzzles:
        done = (*puzzle["events"], *puzzle["done"]["events"])
        record = next(text for text in slipping(1.0) if text.startswith("\n".join(puzzle["events"])))
        assert puzzle["best"]["chance"] - puzzle["done"]["chance"] == pytest.approx(puzzle["cost"])
        assert "\n".join(done) in record or puzzle["kind"] == "group"
        if puzzle["hand"]:
            best = arcana(
                "solve", write(tmp_path, puzzle["events"]), "--hand", comma(puzzle["hand"]), "--json"
            )
            assert puzzle["best"]["events"] == json.loads(best[1])["ways"][0]["events"]
    status, out, _ = arcana("review", "--puzzles", *library)
    assert status == 0 and out.index("Answers") > out.index("?") and "was better" in out
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
    assert review.assessments == [None] and review.moments == []
    assert (review.accuracy, review.players()) == ((None, 0), ({"Ann": None}, 0))
    assert "numpy" in review.notes[0]
    assert "The fate was certainly a 7" in " ".join(describe_turn(review.turns[0]))


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
    assert live.splitlines()[0] == "The chances to win are those of bots that never slip."
    assert live.splitlines()[2].endswith("  Predicting 7")
    assert arcana("sync", "--port", board.path, "--library", tmp_path / "library")[0] == 0
    assert arcana("solve", "latest", "--library", tmp_path / "library")[1] == live


def test_a_position_is_solved_for_a_table_that_slips(arcana, record):
    setup = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,midnight,the-key,the-deep"
    shown = {}
    for strength in ("1,0", "0,0.15"):
        words = ("solve", record(setup), "--hand", "4,1", "--strength", strength)
        shown[strength] = json.loads(arcana(*words, "--json")[1])
        assert {way["events"][0] for way in shown[strength]["ways"]} == {
            *("play 4 1", "play 1 2", "play 1 4", "play 4 4")
        }
    assert shown["0,0.15"]["strength"] == {"level": 0, "slips": 0.15}
    assert shown["0,0.15"]["chance"] < shown["1,0"]["chance"] - 0.2
    assert "slips in 15%" in arcana(*words)[1]


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
