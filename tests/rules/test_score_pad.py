"""The score pad: what it adds up to, whatever was corrected and taken back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared_rules.errors import RuleError
from shared_rules.games import load
from shared_rules.record import MAX_SETUP

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
        assert game.dealer == NAMES[(game.turn - 1) % players]
        assert (game.follows() == "end") == all((game.turn, number) in columns for number in range(players))


# {what happens: (the lines of the game, its result, who has won, the turn)}
ENDS = {
    "at the goal, the lowest wins": ("round 26,0,0; round 74,5,5", "finished", "Bo Cy", 2),
    "one point short of the goal": ("round 26,0,0; round 73,5,5", None, "", 3),
    "the round is played to its end": ("points Ann 100; points Bo 3", None, "", 1),
    "the goal counts at the round's end": ("points Ann 100; points Bo 3; end", "finished", "Cy", 1),
    "a correction between rounds ends it": ("round 26,0,0; correct 1 Ann 126", "finished", "Bo Cy", 1),
    "one within a round does not": ("round 26,0,0; points Bo 1; correct 1 Ann 126", None, "", 2),
    "but its end does": ("round 26,0,0; points Bo 1; correct 1 Ann 126; end", "finished", "Cy", 2),
    "finished between rounds": ("round 1,2,3; finish", "finished", "Ann", 1),
    "a round that was begun counts": ("round 1,2,3; points Ann 5; finish", "finished", "Bo", 2),
    "abandoned, nobody has won": ("round 1,2,3; abandon", "abandoned", "", 1),
}


@pytest.mark.parametrize("what", ENDS)
def test_when_a_game_ends_and_who_won(what):
    lines, result, winners, turn = ENDS[what]
    game = played(*lines.split("; "))
    assert (game.result, game.winners(), game.turn) == (result, winners.split(), turn)
    # the game is over, or somebody has no points in the round yet
    assert game.follows() is None


@pytest.mark.parametrize(
    ("wins", "ranks", "winners"), [("high", [3, 1, 1], ["Bo", "Cy"]), ("low", [1, 2, 2], ["Ann"])]
)
def test_equal_totals_share_a_rank_and_win_together(wins, ranks, winners):
    setup = f"setup score-pad players=Ann,Bo,Cy goal=0 wins={wins} rounds=0"
    game = played("round 1,5,7", "round 2,4,2", "finish", setup=setup)
    assert game.totals == [3, 9, 9]
    assert (game.ranks(), game.winners()) == (ranks, winners)


def test_the_last_round_ends_the_game_though_nobody_has_points_in_it():
    setup = "setup score-pad players=Ann,Bo goal=0 wins=high rounds=2"
    game = played("round 3,4", "end", setup=setup)
    assert (game.result, game.winners(), game.turn) == ("finished", ["Bo"], 2)


def test_a_setup_may_leave_out_what_is_usual_and_is_recorded_in_full():
    game = played(setup="setup score-pad rounds=5 players=Ann,Bo")
    assert game.events == ["setup score-pad players=Ann,Bo goal=0 wins=high rounds=5"]
    longest = ",".join(letter * 12 for letter in "ÀÑŁŒȚŻÖÜ")
    game = played(setup=f"setup score-pad players={longest} goal=9999999 wins=high rounds=99")
    assert len(game.events[0].encode()) < MAX_SETUP
    game.apply("round " + ",".join(["-12499"] * 8))


# {sentence: what is refused with it, each line after the others before it}
REFUSED = {
    "whole numbers": ["points Ann 1.5", "points Ann +5", "points Ann 05", "points Ann -0", "round 1,2,"],
    "whole numbers from -9999999 to 9999999": ["points Ann 10000000"],
    "plain ASCII": ["points Ann ５"],
    "Nobody here is called Flo": ["points Flo 5"],
    "'points Ann 12'": ["points Ann", "points Ann  5"],
    "There are 3 players": ["round 1,2"],
    "one by one": ["points Bo 1; round 1,2,3"],
    "There is no round 2": ["correct 2 Ann 5"],
    "There is no round 0": ["correct 0 Ann 5"],
    "There is no round -1": ["correct -1 Ann 5"],
    "abandon": ["finish"],
    "nothing after it": ["finish now"],
    "Ann would go beyond 9999999": ["points Ann 9999999; points Ann 1"],
    "Bo would go beyond 9999999": ["round 0,-9999999,0; round 0,-1,0"],
    "over": ["abandon; points Ann 1"],
    "only once": [HEARTS],
}


@pytest.mark.parametrize(
    ("sentence", "lines"), [(key, each) for key, texts in REFUSED.items() for each in texts]
)
def test_what_is_refused(lines, sentence):
    *events, text = lines.split("; ")
    assert sentence in played(*events).why_not(text)


def test_a_correction_may_come_back_from_the_most_points():
    assert played("round 0,-9999999,0").may("correct 1 Bo 5")


@pytest.mark.parametrize(
    "words",
    [
        *("", "goal=5", "players=Ann", "players=" + ",".join([*NAMES, "Jo"]), "players=Ann,Ann"),
        *("players=Ann,ann", "players=Ann,B.o", "players=Ann,Bo goal=-5", "players=Ann,Bo goal=10000000"),
        *("players=Ann,Bo wins=first", "players=Ann,Bo rounds=100", "players=Ann,Bo rounds=x"),
        *("players=Ann,Bo doom=2", "players=Ann,Bo Cy"),
    ],
)
def test_what_is_no_setup(words):
    with pytest.raises(RuleError) as refused:
        played(setup=f"setup score-pad {words}".rstrip())
    assert str(refused.value).endswith(".")


# --- a title, rounds that add up to 0, solos

DOPPELKOPF = (
    "setup score-pad players=Ann,Bo,Cy,Di goal=0 wins=high rounds=0 title=Doppelkopf zero=yes solos=yes"
)


def test_a_setup_names_the_game_with_underscores_for_spaces():
    setup = "setup score-pad players=Ann,Bo goal=0 wins=high rounds=0 title=6_nimmt! bgg=432"
    game = played(setup=setup)
    assert (game.title, game.bgg, game.zero, game.solos) == ("6_nimmt!", 432, False, None)
    assert game.events == [setup]


def test_a_round_that_must_add_up_ends_by_itself_only_then():
    game = played("points Ann 3", "points Bo -1", "points Cy -1", "points Di -2", setup=DOPPELKOPF)
    assert (game.balance, game.follows()) == (-1, None)
    game.apply("points Di 1")
    assert (game.balance, game.follows()) == (0, "end")
    assert game.why_not("round 1,1,1,1") == (
        "Somebody has points in this round already: enter those of the others one by one."
    )
    game.apply("end")
    assert game.why_not("round 1,1,1,1") == "The points of the round add up to 4, not to 0."
    game.apply("round 3,-1,-1,-1")
    assert game.totals == [6, -2, -2, -2]


def test_a_round_that_does_not_add_up_can_be_ended_all_the_same():
    game = played("points Ann 3", "end", setup=DOPPELKOPF)
    assert (game.turn, game.totals) == (2, [3, 0, 0, 0])


def test_who_has_had_a_solo_is_known_until_it_is_taken_back():
    game = played("solo Bo", "round 3,-9,3,3", "solo Ann", setup=DOPPELKOPF)
    assert game.solos == ["Bo", "Ann"]
    assert game.why_not("solo Bo") == "Bo has had a solo."
    game.apply("undo")
    assert game.solos == ["Bo"]
    assert played().why_not("solo Ann") == "Nobody keeps track of solos in this game."


@pytest.mark.parametrize(
    "words, sentence",
    [
        ("title=" + "x" * 21, "A title has at most 20 characters"),
        ("title=a,b", "A title has at most 20 characters"),
        ("bgg=-1", "The number at BoardGameGeek is 1 to 9999999, or 0 for none."),
        ("zero=maybe", "A score pad begins with"),
        ("solos=", "A score pad begins with"),
    ],
)
def test_words_that_a_setup_does_not_take(words, sentence):
    with pytest.raises(RuleError, match=sentence):
        played(setup=f"setup score-pad players=Ann,Bo {words}")


def test_everything_that_is_legal_is_listed():
    game = played()
    points = [f"points {name} 1" for name in ("Ann", "Bo", "Cy")]
    correct = [f"correct 1 {name} 1" for name in ("Ann", "Bo", "Cy")]
    assert list(game.legal_actions()) == ["round 1,1,1", *points, *correct, "end", "abandon"]
    game.apply("points Bo 1")
    assert list(game.legal_actions()) == [*points, *correct, "end", "finish", "abandon", "undo"]
    game = played("solo Bo", setup=f"{HEARTS} zero=yes solos=yes")
    assert list(game.legal_actions("round")) == ["round 0,0,0"]
    assert list(game.legal_actions("solo")) == ["solo Ann", "solo Cy"]


def test_a_setup_that_leaves_the_number_of_rounds_out_has_no_limit():
    game = played(setup="setup score-pad players=Ann,Bo goal=100 wins=low")
    assert game.rounds == 0


@pytest.mark.parametrize(
    ("points", "legal"), [(9999999, True), (-9999999, True), (10000000, False), (-10000000, False)]
)
def test_points_have_seven_digits_at_most(points, legal):
    assert played().may(f"points Ann {points}") is legal
    if not legal:
        with pytest.raises(RuleError, match="from -9999999 to 9999999"):
            played(f"points Ann {points}")


# --- life totals, where all begin with points

LIFE = "setup score-pad players=Ann,Bo,Cy goal=0 wins=high rounds=0 start=20"


# {what happens: (the lines of the game, its result, who has won, the ranks)}
OF_LIFE = {
    "at 0 a player is out": ("points Ann -20", None, "", [3, 1, 1]),
    "one is left": ("points Ann -20; points Cy -25", "finished", "Bo", [2, 1, 2]),
    "both at once": ("round -20,-21,-1", "finished", "Cy", [2, 2, 1]),
    "nobody is left": ("round -20,-21,-30", "finished", "", [1, 1, 1]),
    "corrected": ("round -19,-20,0; correct 1 Ann -20", "finished", "Cy", [2, 2, 1]),
    "stopped in a tie": ("round -3,-5,-3; finish", "finished", "Ann Cy", [1, 3, 1]),
    "healed in time": ("points Ann -20; points Ann 5", None, "", [3, 1, 1]),
}


@pytest.mark.parametrize("what", OF_LIFE)
def test_the_last_player_above_0_wins(what):
    lines, result, winners, ranks = OF_LIFE[what]
    game = played(*lines.split("; "), setup=LIFE)
    assert (game.result, game.winners(), game.ranks()) == (result, winners.split(), ranks)


def test_nobody_waits_for_a_player_who_is_out():
    game = played("points Ann -20", "end", "points Bo -1", setup=LIFE)
    assert game.follows() is None
    game.apply("points Cy -1")
    assert game.follows() == "end"
    assert game.state()["start"] == 20 and game.totals == [0, 19, 19]
    # nor does that player deal
    assert game.dealer == "Bo" and played("points Bo -20", "end", setup=LIFE).dealer == "Cy"


def test_who_begins_with_points_can_only_win_with_the_highest_total():
    with pytest.raises(RuleError, match="the highest total wins"):
        played(setup=LIFE.replace("high", "low"))
    with pytest.raises(RuleError, match="The points at the beginning are 1 to 9999999"):
        played(setup=LIFE.replace("=20", "=-1"))


def test_the_points_at_the_beginning_do_not_reach_the_goal():
    for goal in (1, 20):
        with pytest.raises(RuleError, match="All begin with 20 points: a goal has to be higher"):
            played(setup=LIFE.replace("goal=0", f"goal={goal}"))
    assert played("points Ann 1", "end", setup=LIFE.replace("goal=0", "goal=21")).result == "finished"
