"""The score pad: what it adds up to, whatever was corrected and taken back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.errors import RuleError
from shared_rules.games import load
from shared_rules.record_lines import MAX_SETUP

HEARTS = "setup score-pad players=Ann,Bo,Cy goal=100 wins=low rounds=0"
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ida")


def played(*events, setup=HEARTS):
    return load("score_pad").Game.replay([setup, *events])


@settings(max_examples=150)
@given(st.randoms(use_true_random=False), st.integers(2, 8), st.sampled_from(("high", "low")))
def test_totals_are_the_sums_of_what_stands_and_ranks_their_order(dice, players, wins):
    game = played(setup=f"setup score-pad players={','.join(NAMES[:players])} goal=0 wins={wins} rounds=0")
    columns, before = {}, []
    for _ in range(40):
        verb = dice.choice(("points", "points", "round", "correct", "end", "undo"))
        turn, seat, points = game.turn, dice.randrange(players), dice.randint(-120, 120)
        if verb == "undo":
            if before:
                game.apply("undo")
                columns = before.pop()
            continue
        after = dict(columns)
        if verb == "points":
            text = f"points {NAMES[seat]} {points}"
            after[turn, seat] = after.get((turn, seat), 0) + points
        elif verb == "correct":
            turn = dice.randint(1, turn)
            text = f"correct {turn} {NAMES[seat]} {points}"
            after[turn, seat] = points
        elif verb == "round":
            given = [dice.randint(-120, 120) for _ in range(players)]
            text = "round " + ",".join(map(str, given))
            after.update({(turn, number): more for number, more in enumerate(given)})
            if any((turn, number) in columns for number in range(players)):
                assert not game.may(text)
                continue
        else:
            text = "end"
        before.append(columns)
        columns = after
        game.apply(text)
        totals = [sum(more for (_, at), more in columns.items() if at == number) for number in range(players)]
        assert game.totals == totals
        order = sorted(totals, reverse=wins == "high")
        assert game.ranks() == [order.index(total) + 1 for total in totals]
        assert game.active == NAMES[(game.turn - 1) % players]
        assert (game.follows() == "end") == all((game.turn, number) in columns for number in range(players))


@pytest.mark.parametrize(
    ("events", "result", "winners", "turn"),
    [
        # somebody reaches the goal, and the lowest wins
        (("round 26,0,0", "round 74,5,5"), "finished", ["Bo", "Cy"], 2),
        (("round 26,0,0", "round 73,5,5"), None, [], 3),
        # the round is played to its end
        (("points Ann 100", "points Bo 3"), None, [], 1),
        (("points Ann 100", "points Bo 3", "end"), "finished", ["Cy"], 1),
        # a mistake that is found later ends the game, too, but not in the middle of a round
        (("round 26,0,0", "correct 1 Ann 126"), "finished", ["Bo", "Cy"], 1),
        (("round 26,0,0", "points Bo 1", "correct 1 Ann 126"), None, [], 2),
        (("round 26,0,0", "points Bo 1", "correct 1 Ann 126", "end"), "finished", ["Cy"], 2),
        (("round 1,2,3", "finish"), "finished", ["Ann"], 1),
        (("round 1,2,3", "points Ann 5", "finish"), "finished", ["Bo"], 2),
        (("round 1,2,3", "abandon"), "abandoned", [], 1),
    ],
)
def test_when_a_game_ends_and_who_won(events, result, winners, turn):
    game = played(*events)
    assert (game.result, game.winners(), game.turn) == (result, winners, turn)


def test_the_last_round_ends_the_game_though_nobody_has_points_in_it():
    setup = "setup score-pad players=Ann,Bo goal=0 wins=high rounds=2"
    game = played("round 3,4", "end", setup=setup)
    assert (game.result, game.winners(), game.turn) == ("finished", ["Bo"], 2)


def test_a_setup_may_leave_out_what_is_usual_and_is_recorded_in_full():
    game = played(setup="setup score-pad rounds=5 players=Ann,Bo")
    assert game.events == ["setup score-pad players=Ann,Bo goal=0 wins=high rounds=5"]
    longest = ",".join(letter * 12 for letter in "ÀÑŁŒȚŻÖÜ")
    game = played(setup=f"setup score-pad players={longest} goal=99999 wins=high rounds=99")
    assert len(game.events[0].encode()) < MAX_SETUP
    game.apply("round " + ",".join(["-12499"] * 8))


@pytest.mark.parametrize(
    ("events", "text", "sentence"),
    [
        ((), "points Ann 1.5", "whole numbers"),
        ((), "points Ann 100000", "whole numbers from -99999 to 99999"),
        ((), "points Ann +5", "whole numbers"),
        ((), "points Ann 05", "whole numbers"),
        ((), "points Ann -0", "whole numbers"),
        ((), "points Ann ５", "neither"),
        ((), "points Flo 5", "Nobody here is called Flo"),
        ((), "points Ann", "'points Ann 12'"),
        ((), "points Ann  5", "'points Ann 12'"),
        ((), "round 1,2", "There are 3 players"),
        ((), "round 1,2,", "whole numbers"),
        (("points Bo 1",), "round 1,2,3", "one by one"),
        ((), "correct 2 Ann 5", "There is no round 2"),
        ((), "correct 0 Ann 5", "There is no round 0"),
        ((), "correct -1 Ann 5", "There is no round -1"),
        ((), "finish", "abandon"),
        ((), "finish now", "nothing after it"),
        (("points Ann 99999",), "points Ann 1", "Ann would go beyond 99999"),
        (("round 0,-99999,0",), "correct 1 Bo 5", None),
        (("round 0,-99999,0",), "round 0,-1,0", "Bo would go beyond 99999"),
        (("abandon",), "points Ann 1", "over"),
        ((), HEARTS, "only once"),
    ],
)
def test_what_is_refused(events, text, sentence):
    game = played(*events)
    refused = game.why_not(text)
    assert (refused is None) if sentence is None else (sentence in refused)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "goal=5",
        "players=Ann",
        "players=" + ",".join([*NAMES, "Jo"]),
        "players=Ann,Ann",
        "players=Ann,ann",
        "players=Ann,B.o",
        "players=Ann,Bo goal=-5",
        "players=Ann,Bo goal=100000",
        "players=Ann,Bo wins=first",
        "players=Ann,Bo rounds=100",
        "players=Ann,Bo rounds=x",
        "players=Ann,Bo doom=2",
        "players=Ann,Bo Cy",
    ],
)
def test_what_is_no_setup(words):
    with pytest.raises(RuleError) as refused:
        played(setup=f"setup score-pad {words}".rstrip())
    assert str(refused.value).endswith(".")
