"""Moments of games on the score pad, for the golden pictures; see `screens/scenes.py`."""

from companion.texts import text
from screens.scenes import choose, companion, press, scene, scenes

from shared_rules.errors import RuleError

HEARTS = "setup score-pad players=Ann,Bo,Cy,Di goal=100 wins=low rounds=0"
EIGHT = (
    "setup score-pad players=Maximilian,Bo,Łukasz,Wilhelmine,Ed,Jörg,Gus,Ida goal=10001 wins=high rounds=20"
)
LIFE = "setup score-pad players=Ann,Bo,Cy,Di goal=0 wins=high rounds=0 title=Magic start=20"
TRIO = "setup score-pad players=Jörg,Łukasz,Zoë goal=100 wins=high rounds=0 title=Skat bgg=6819"


def at_pad(setup, *events, **settings):
    app = companion("score_pad", **settings)
    app.session.begin(setup)
    press(app, "b")
    for event in events:
        app.session.enter(event)
    return app


@scene
def pad_new_game_of_eight():
    app = companion("score_pad", players=8, goal=101, rounds=12, wins="low")
    return press(app, "b", *["down"] * 7)


@scene
def pad_points():
    app = at_pad(HEARTS, "round 5,0,18,3", "points Ann 20")
    return press(app, "up", "up:repeat", *["up"] * 3)


@scene
def pad_of_eight():
    app = at_pad(EIGHT, "round 2500,-9999,0,6000,-45,7,1260,-5", "points Maximilian 90", "points Gus -12")
    return press(app, "c", "c", "c", "down", "down")


@scene
def pad_correction():
    app = choose(press(at_pad(HEARTS, "round 5,0,18,3", "round 0,0,0,26"), "a", "a", "b"), "correction")
    return press(app, "b", "c", "c", "c", "down")


@scene
def pad_too_many_points_message():
    app = at_pad("setup score-pad players=Ann,Bo goal=0 wins=high rounds=0", "round 9999998,0")
    try:
        return press(app, "up", "up", "b")
    except RuleError as refusal:
        app.say(refusal)
        return app


MILLIONS = (2500000, -9999999, 0, 6000000, -4500000, 7, 8999999, -5000000)


def with_millions(count, *events, first="Maximilian"):
    names = ",".join((first, "Bo", "Łukasz", "Wilhelmine", "Ed", "Jörg", "Gus", "Ida")[:count])
    setup = f"setup score-pad players={names} goal=9999999 wins=high rounds=99 solos=yes"
    points = ",".join(map(str, MILLIONS[:count]))
    return at_pad(setup, f"round {points}", f"solo {first}", *events)


def entering(app, points):
    # by hand it takes a button that is held for seven seconds
    app.screen.shown.points = points
    return app


SKAT = "goal=0 wins=high rounds=36 title=Skat zero=no solos=no bgg=6819"
DOPPELKOPF = "goal=0 wins=high rounds=20 title=Doppelkopf zero=yes solos=yes bgg=0"
TICKET = "goal=0 wins=high rounds=1 title=Ticket_to_Ride zero=no solos=no bgg=9209"


@scene
def pad_new_game_of_a_known_title():
    app = companion("score_pad", players=4, titles=";".join((SKAT, DOPPELKOPF, TICKET)))
    return press(app, "b", "c", "down", "b")


def drawn_by_lot():
    app = press(companion("score_pad", players=4), "b")
    app.say(text("drawn", "Maximilianus"))
    return app


def at_doppelkopf(*events):
    return at_pad(f"setup score-pad players=Ann,Bo,Cy,Di {DOPPELKOPF}", "round 2,-2,2,-2", "solo Bo", *events)


scenes(
    pad_of_two_with_millions=lambda: entering(with_millions(2, "points Maximilian -1234567"), 9999999),
    pad_of_four_with_millions=lambda: entering(with_millions(4, "points Bo 8999999"), -9999999),
    pad_of_five_with_millions=lambda: entering(with_millions(5, "points Maximilian -1234567"), 9999999),
    pad_of_eight_with_millions=lambda: entering(with_millions(8, "points Bo 8999999"), -9999999),
    pad_correction_of_millions=lambda: press(
        choose(press(with_millions(8, "end", "round 1,2,3,4,5,6,-9,8"), "a", "a", "b"), "correction"),
        "down",
        "b",
    ),
    pad_result_of_two_with_millions=lambda: with_millions(2, "finish"),
    pad_result_of_eight_with_millions=lambda: with_millions(8, "points Bo 19", "finish"),
    pad_new_game_to_millions=lambda: press(companion("score_pad", goal=9999999, rounds=99), "b"),
    pad_goal_of_millions=lambda: press(companion("score_pad", goal=9999999), "b", *["down"] * 4, "c"),
    title_of_the_pad=lambda: companion("score_pad"),
    pad_new_game=lambda: press(companion("score_pad", players=4), "b"),
    pad_of_two=lambda: at_pad("setup score-pad players=Jörg,Zoé goal=0 wins=low rounds=0", "round -3,12"),
    pad_of_five=lambda: at_pad(
        "setup score-pad players=Ann,Bo,Cy,Di,Ed goal=500 wins=high rounds=0",
        "round 30,-20,0,50,10",
        "points Bo 5",
    ),
    pad_at_the_end_of_a_round=lambda: press(
        at_pad(HEARTS, "round 5,0,18,3", "points Ann 26"), "c", "c", "c", "c"
    ),
    pad_at_the_menu=lambda: press(at_pad(HEARTS, "round 5,0,18,3"), "a", "a"),
    pad_menu=lambda: press(at_pad(HEARTS, "round 5,0,18,3", "points Ann 26"), "a", "a", "a", "b"),
    pad_round_to_correct=lambda: choose(
        press(at_pad(HEARTS, "round 5,0,18,3", "round 0,0,0,26"), "a", "a", "b"), "correction"
    ),
    pad_undo=lambda: press(
        at_pad(HEARTS, "points Ann 5", "points Bo 0", "points Cy 18", "points Di 3"), "b:long"
    ),
    pad_result=lambda: at_pad(HEARTS, "round 5,0,18,3", "round 95,5,0,2"),
    pad_result_of_eight=lambda: at_pad(
        EIGHT.replace("10001", "6000"), "round 2500,-9999,0,6000,-45,7,6000,-5"
    ),
    pad_code=lambda: press(at_pad(TRIO, "round 99,-5,120"), "c"),
    pad_page_code=lambda: press(
        at_pad(
            EIGHT.replace("10001", "6000"),
            "round 2500,-9999,0,6000,-45,7,6000,-5",
            page="https://somebody-with-a-long-name.github.io/boardgames-more/",
        ),
        "c",
    ),
    pad_no_code_message=lambda: press(
        at_pad(EIGHT.replace("10001", "6000"), "round 2500,-9999,0,6000,-45,7,6000,-5"), "c"
    ),
    pad_abandoned=lambda: at_pad(HEARTS, "round 5,0,18,3", "abandon"),
    pad_titles=lambda: press(
        companion("score_pad", titles=";".join((SKAT, DOPPELKOPF, TICKET))), "b", "c", "down"
    ),
    pad_goal=lambda: press(companion("score_pad", goal=10), "b", *["down"] * 4, "c", "c", "up", "up"),
    pad_presets=lambda: press(companion("score_pad", players=4), "b", "c", "down", "down", "down"),
    pad_new_game_by_lot=lambda: press(companion("score_pad", players=4, lot="yes"), "b", *["down"] * 3),
    pad_new_game_of_life_totals=lambda: press(
        companion("score_pad", players=4, start=20), "b", *["down"] * 7
    ),
    pad_drawn_by_lot_message=drawn_by_lot,
    pad_life_totals=lambda: at_pad(LIFE, "round -3,-20,0,-7", "points Ann -5"),
    pad_tie=lambda: at_pad(HEARTS, "round 95,2,26,2", "round 5,0,20,0"),
    pad_nobody_left=lambda: at_pad(LIFE, "round -20,-21,-20,-30"),
    pad_fills_in_what_is_missing=lambda: at_doppelkopf("points Ann 3", "points Bo -1", "points Cy -1"),
    pad_round_does_not_add_up=lambda: at_doppelkopf(
        "points Ann 3", "points Bo -1", "points Cy -1", "points Di -2"
    ),
    pad_who_has_a_solo=lambda: press(choose(press(at_doppelkopf(), "a", "a", "b"), "solo"), "down"),
)


@scene
def pad_of_five_with_solos():
    setup = f"setup score-pad players=Ann,Bo,Cy,Di,Ed {DOPPELKOPF}"
    return at_pad(setup, "round 30,-30,0,50,-50", "solo Ann", "solo Ed", "points Bo 5")
