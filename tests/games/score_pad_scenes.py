"""Moments of games on the score pad, for the golden pictures; see `screens/scenes.py`."""

from functools import partial

from companion.texts import text
from screens.scenes import at, at_table, press, scene, scenes
from screens.scenes import new as new_game

from shared_rules.errors import RuleError

HEARTS = "setup score-pad players=Ann,Bo,Cy,Di goal=100 wins=low rounds=0"
NAMES = "Maximilian,Bo,Łukasz,Wilhelmine,Ed,Jörg,Gus,Ida"
EIGHT = f"setup score-pad players={NAMES} goal=10001 wins=high rounds=20"
EIGHT_AT_THE_END = EIGHT.replace("10001", "6000"), "round 2500,-9999,0,6000,-45,7,6000,-5"
LIFE = "setup score-pad players=Ann,Bo,Cy,Di goal=0 wins=high rounds=0 title=Magic start=20"
TRIO = "setup score-pad players=Jörg,Łukasz,Zoë goal=100 wins=high rounds=0 title=Skat bgg=6819"
SKAT = "goal=0 wins=high rounds=36 title=Skat zero=no solos=no bgg=6819"
DOPPELKOPF = "goal=0 wins=high rounds=20 title=Doppelkopf zero=yes solos=yes bgg=0"
TICKET = "goal=0 wins=high rounds=1 title=Ticket_to_Ride zero=no solos=no bgg=9209"
TITLES = ";".join((SKAT, DOPPELKOPF, TICKET))
new = partial(new_game, game_name="score_pad")


@scene
def pad_too_many_points_message():
    app = at_table("setup score-pad players=Ann,Bo goal=0 wins=high rounds=0", "round 9999998,0")
    try:
        return press(app, "up up b")
    except RuleError as refusal:
        app.say(refusal)
        return app


@scene
def pad_drawn_by_lot_message():
    app = new("b", players=4)()
    app.say(text("drawn", "Maximilianus"))
    return app


def with_millions(count, events="", presses="", entering=None):
    """A scene with points of seven digits. entering: points that are chosen for the next player."""

    def make():
        names = ",".join(NAMES.split(",")[:count])
        setup = f"setup score-pad players={names} goal=9999999 wins=high rounds=99 solos=yes"
        points = (2500000, -9999999, 0, 6000000, -4500000, 7, 8999999, -5000000)
        app = at_table(setup, "round " + ",".join(map(str, points[:count])), "solo Maximilian", events)
        if entering:
            # by hand it takes a button that is held for seven seconds
            app.screen.shown.points = entering
        return press(app, presses)

    return make


def at_doppelkopf(events, presses=""):
    setup = f"setup score-pad players=Ann,Bo,Cy,Di {DOPPELKOPF}"
    return at(setup, f"round 2,-2,2,-2, solo Bo{events}", presses)


scenes(
    pad_new_game_of_eight=new("b" + 7 * " down", players=8, goal=101, rounds=12, wins="low"),
    pad_points=at(HEARTS, "round 5,0,18,3, points Ann 20", "up up:repeat up up up"),
    pad_of_eight=at(
        EIGHT,
        "round 2500,-9999,0,6000,-45,7,1260,-5, points Maximilian 90, points Gus -12",
        "c c c down down",
    ),
    pad_correction=at(HEARTS, "round 5,0,18,3, round 0,0,0,26", "a a b =correction b c c c down"),
    pad_new_game_of_a_known_title=new("b c down b", players=4, titles=TITLES),
    pad_of_two_with_millions=with_millions(2, "points Maximilian -1234567", entering=9999999),
    pad_of_four_with_millions=with_millions(4, "points Bo 8999999", entering=-9999999),
    pad_of_five_with_millions=with_millions(5, "points Maximilian -1234567", entering=9999999),
    pad_of_eight_with_millions=with_millions(8, "points Bo 8999999", entering=-9999999),
    pad_correction_of_millions=with_millions(8, "end, round 1,2,3,4,5,6,-9,8", "a a b =correction down b"),
    pad_result_of_two_with_millions=with_millions(2, "finish"),
    pad_result_of_eight_with_millions=with_millions(8, "points Bo 19, finish"),
    pad_new_game_to_millions=new("b", goal=9999999, rounds=99),
    pad_goal_of_millions=new("b down down down down c", goal=9999999),
    title_of_the_pad=new(),
    pad_new_game=new("b", players=4),
    pad_of_two=at("setup score-pad players=Jörg,Zoé goal=0 wins=low rounds=0", "round -3,12"),
    pad_of_five=at(
        "setup score-pad players=Ann,Bo,Cy,Di,Ed goal=500 wins=high rounds=0",
        "round 30,-20,0,50,10, points Bo 5",
    ),
    pad_at_the_end_of_a_round=at(HEARTS, "round 5,0,18,3, points Ann 26", "c c c c"),
    pad_at_the_menu=at(HEARTS, "round 5,0,18,3", "a a"),
    pad_menu=at(HEARTS, "round 5,0,18,3, points Ann 26", "a a a b"),
    pad_round_to_correct=at(HEARTS, "round 5,0,18,3, round 0,0,0,26", "a a b =correction"),
    pad_undo=at(HEARTS, "points Ann 5, points Bo 0, points Cy 18, points Di 3", "b:long"),
    pad_result=at(HEARTS, "round 5,0,18,3, round 95,5,0,2"),
    pad_result_of_eight=at(*EIGHT_AT_THE_END),
    pad_code=at(TRIO, "round 99,-5,120", "c"),
    pad_page_code=at(
        *EIGHT_AT_THE_END, "c", page="https://somebody-with-a-long-name.github.io/boardgames-more/"
    ),
    pad_no_code_message=at(*EIGHT_AT_THE_END, "c"),
    pad_abandoned=at(HEARTS, "round 5,0,18,3, abandon"),
    pad_titles=new("b c down", titles=TITLES),
    pad_goal=new("b down down down down c c up up", goal=10),
    pad_presets=new("b c down down down", players=4),
    pad_new_game_by_lot=new("b down down down", players=4, lot="yes"),
    pad_new_game_of_life_totals=new("b" + 7 * " down", players=4, start=20),
    pad_life_totals=at(LIFE, "round -3,-20,0,-7, points Ann -5"),
    pad_tie=at(HEARTS, "round 95,2,26,2, round 5,0,20,0"),
    pad_nobody_left=at(LIFE, "round -20,-21,-20,-30"),
    pad_fills_in_what_is_missing=at_doppelkopf(", points Ann 3, points Bo -1, points Cy -1"),
    pad_round_does_not_add_up=at_doppelkopf(", points Ann 3, points Bo -1, points Cy -1, points Di -2"),
    pad_who_has_a_solo=at_doppelkopf("", "a a b =solo down"),
    pad_of_five_with_solos=at(
        f"setup score-pad players=Ann,Bo,Cy,Di,Ed {DOPPELKOPF}",
        "round 30,-30,0,50,-50, solo Ann, solo Ed, points Bo 5",
    ),
)
