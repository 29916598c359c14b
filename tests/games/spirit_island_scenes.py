"""Moments of games of Spirit Island, for the golden pictures; see `screens/scenes.py`."""

from screens.scenes import choose, companion, press, scene

DUO = (
    "setup spirit-island players=Ann,Bo spirits=thunderspeaker,oceans-hungry-grasp boards=A,D "
    "adversary={} blight=card events=no"
)
ALL_BOXES = "core,branch-and-claw,feather-and-flame,jagged-earth,nature-incarnate,horizons"


def at_island(setup, *events, **settings):
    """An app in the middle of a game, its events separated by commas."""
    app = companion("spirit_island", **settings)
    app.session.begin(setup)
    press(app, "b")
    for event in events:
        for one in event.split(", "):
            app.session.enter(one)
    return app


THREE, SIX = ", ".join(["next"] * 3), ", ".join(["next"] * 6)
HOLD_A = ("a", *["a:repeat"] * 3)
TURN_1 = f"reveal 1J, {THREE}, reveal 1M, {THREE}"


@scene
def island_title():
    return companion("spirit_island")


@scene
def island_new_game():
    return press(companion("spirit_island"), "b")


@scene
def island_first_card():
    return at_island(DUO.format("england:6"))


@scene
def island_growth():
    return at_island(DUO.format("england:4"), TURN_1)


@scene
def island_fear_counted():
    return press(at_island(DUO.format("sweden:3"), TURN_1, "next", "next"), *["up"] * 3)


@scene
def island_explore():
    return press(at_island(DUO.format("england:4"), TURN_1, "next", "next", "next, next"), "c")


def six(adversary):
    return (
        "setup spirit-island players=Ann,Bo,Cy,Di,Ed,Flo spirits=thunderspeaker,oceans-hungry-grasp,"
        "hearth-vigil,volcano-looming-high,lure-of-the-deep-wilderness,fathomless-mud-of-the-swamp "
        f"boards=A,B,C,D,E,F adversary={adversary} blight=card events=no"
    )


@scene
def island_of_six():
    return at_island(
        six("prussia:6"), "reveal 3JM, next, next, next, reveal 2M, next, next, next, next, next"
    )


@scene
def island_stage_three():
    app = at_island(six("prussia:6"), "reveal 3JM, next, next, next, reveal 2M, next, next, next, next, next")
    for event in "next, next, reveal 2C, next, next, next, fear 24, next, next, card, next, next, next".split(
        ", "
    ):
        app.session.enter(event)
    return app


@scene
def island_new_game_of_last_time():
    spirits = "oceans-hungry-grasp,bringer-of-dreams-and-nightmares,a-spread-of-rampant-green"
    app = companion("spirit_island", players=3, spirits=spirits, boards="C,A,F", adversary="france:5")
    return press(app, "b", "down", "down")


@scene
def island_new_game_end_of_the_list():
    app = companion(
        "spirit_island", players=1, adversary="england:6", second="habsburg-livestock:3", scenario="blitz"
    )
    return press(app, "b", *["up"] * 2)


@scene
def island_box_of_a_spirit():
    return press(companion("spirit_island", boxes=ALL_BOXES), "b", "c")


@scene
def island_spirit():
    return press(companion("spirit_island", boxes=ALL_BOXES), "b", "c", "b", "down", "b", "b", "down")


@scene
def island_aspect():
    return press(companion("spirit_island", boxes=ALL_BOXES), "b", "c", "b", "down", "c")


@scene
def island_board():
    return press(companion("spirit_island"), "b", "down", "c")


@scene
def island_adversary():
    return press(companion("spirit_island"), "b", "down", "down", "c", "down", "down")


@scene
def island_level():
    return press(companion("spirit_island", adversary="habsburg-livestock:4"), "b", "down", "down", "c", "b")


@scene
def island_scenario():
    return press(companion("spirit_island"), "b", *["down"] * 3, "c", "down")


@scene
def island_boxes():
    return press(companion("spirit_island", boxes="core,jagged-earth"), "b", *["up"] * 2, "c", "down")


@scene
def island_first_card_with_much_to_set_up():
    return at_island(DUO.format("prussia:6 second=england:6"))


@scene
def island_discard_of_the_setup():
    return at_island(DUO.format("sweden:4"), "reveal 1J")


@scene
def island_fear_card():
    return at_island(DUO.format("russia:2"), TURN_1, "fear 30, next, next")


@scene
def island_ravage_with_a_counter():
    return at_island(DUO.format("russia:6"), TURN_1, "next, next, tally 2, blight 1")


@scene
def island_extra_build():
    return at_island(
        DUO.format("england:3"), TURN_1, "next, next, next, next, reveal 1W, next, next, next, next, next"
    )


@scene
def island_extra_step():
    return at_island(DUO.format("england:1"), TURN_1, "extra ravage S, next, next")


@scene
def island_stage_three_choice():
    events = ["reveal 3JM", THREE, "reveal 2M", SIX, "next, reveal 2C", SIX, "next, reveal 2J", SIX, "next"]
    return press(at_island(DUO.format("prussia:6"), *events), "c")


@scene
def island_explored():
    return at_island(DUO.format("france:6"), TURN_1, "next, next, next, next, reveal 1W")


@scene
def island_of_six_explores():
    return at_island(six("scotland:1"), TURN_1, "next, next, next, next, reveal 1W")


@scene
def island_blighted():
    return at_island(DUO.format("habsburg-mining:6"), TURN_1, "blight 5, flip downward-spiral, next, next")


@scene
def island_at_the_menu_mark():
    return press(at_island(DUO.format("england:4"), TURN_1), "a")


@scene
def island_menu():
    return press(at_island(DUO.format("russia:4"), TURN_1), "a", "b")


@scene
def island_menu_while_a_card_is_named():
    app = press(at_island(DUO.format("england:4"), TURN_1, "next, next, next, next"), "a", "a", "b")
    return press(app, "down", "down")


@scene
def island_more_rules():
    return press(at_island(DUO.format("russia:6"), TURN_1, "next, next"), "down")


@scene
def island_reminder_card():
    turns = ["reveal 1J", THREE, "reveal 1M", *[f"{SIX}, next, reveal {code}" for code in ("2J", "2M", "2S")]]
    return at_island(DUO.format("habsburg-livestock:5"), *turns, f"{SIX}, next")


@scene
def island_town_missing():
    return press(at_island(DUO.format("france:2"), TURN_1, f"next, {THREE}, reveal 1W, {SIX}"), "b")


@scene
def island_vitality():
    setup = DUO.format("england:4").replace("oceans-hungry-grasp", "towering-roots-of-the-jungle")
    return press(at_island(setup, TURN_1), "c", "up", "b", "up")


@scene
def island_blight():
    return press(at_island(DUO.format("england:4"), TURN_1), "c", "up")


@scene
def island_counter():
    return press(choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_tally"), "down")


@scene
def island_counter_lost():
    return at_island(DUO.format("habsburg-livestock:4"), TURN_1, "tally 3")


@scene
def island_counter_warning():
    return at_island(DUO.format("habsburg-livestock:4"), TURN_1, "next, next, tally 2")


@scene
def island_entrench_question():
    return press(
        choose(press(at_island(DUO.format("russia:5"), TURN_1, "fear 24"), "a", "b"), "menu_entrench"), "up"
    )


@scene
def island_fortification():
    setup = DUO.format("england:4").replace("events=no", "events=yes")
    return at_island(setup, TURN_1, "next, next, next, next, next, reveal 1S, next, fortify W")


@scene
def island_extra_question():
    return press(choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_extra"), "up")


@scene
def island_discard_question():
    return choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_accelerate")


@scene
def island_ends():
    return choose(press(at_island(DUO.format("russia:4 scenario=blitz"), TURN_1), "a", "b"), "menu_end")


@scene
def island_lost():
    app = choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_end")
    return choose(app, "lost_adversary")


@scene
def island_blight_card():
    return at_island(DUO.format("england:4"), TURN_1, "blight 5", boxes=ALL_BOXES)


@scene
def island_undo():
    return press(at_island(DUO.format("england:4"), TURN_1, "next, next"), "b:long")


@scene
def island_rulings():
    return press(at_island(DUO.format("england:4"), TURN_1, "next, next, next"), *HOLD_A)


@scene
def island_ruling():
    app = press(at_island(DUO.format("france:1"), TURN_1, "next, next"), *HOLD_A)
    # the order of adding blight, which has two pages
    return press(app, *["up"] * 2, "b")


@scene
def island_rulings_by_topic():
    return press(press(at_island(DUO.format("england:4"), TURN_1), *HOLD_A), "up", "b")


@scene
def island_adversary_rules():
    return press(press(at_island(DUO.format("russia:6"), TURN_1, "next, next"), *HOLD_A), "b")


# --- the land calculator

RAVAGES = ["next, next"]
IN_A3 = ["up", "up", "c", "up", "c", "up", "c", "up", "c", "up", "c", "up", "up", "c", "up"]
"""E2 T1 C1 D3 blight=1 defend=2 badlands=1; two of the dahan are there from the beginning."""


def calculating(adversary="england:4", presses=(), turn=TURN_1):
    """An app with the calculator open in the Ravage of turn 2, in jungles."""
    return press(at_island(DUO.format(adversary), turn, *RAVAGES), "c", "c", *presses)


@scene
def island_calculator():
    return calculating()


@scene
def island_calculator_of_a_land():
    return calculating(presses=IN_A3)


@scene
def island_calculator_for_few_lands():
    return calculating("habsburg-livestock:4", [*IN_A3, *["c"] * 4, "up", *["c"] * 6, "up"])


@scene
def island_calculator_for_fewer_lands():
    return calculating("sweden:3", [*IN_A3, *["c"] * 13, *["up"] * 6, "c", "up"])


@scene
def island_calculator_steps():
    return calculating("sweden:3", [*IN_A3, *["c"] * 3, "up", "b"])


@scene
def island_calculator_end_of_the_steps():
    return calculating("sweden:3", [*IN_A3, *["c"] * 3, "up", "b", "down"])


@scene
def island_cascade():
    return calculating(presses=[*IN_A3, "b", "b"])


@scene
def island_cascade_on():
    return press(calculating("russia:1", [*IN_A3, "b", "b"]), "down", "b")


@scene
def island_card_effect():
    app = at_island(
        DUO.format("england:4"), TURN_1, "blight 4, next, next", "ravage A3 T1 D3 blight=1 cascade=?"
    )
    app.session.enter("flip unnatural-proliferation")
    return press(app, "down", "c")


@scene
def island_calculator_town_near():
    return calculating("habsburg-livestock:6", [*IN_A3, "c", "c", "up"])


@scene
def island_calculator_pushed():
    return calculating("russia:2", ["up", "up", "c", "c", "c", "up"])


@scene
def island_won():
    return at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13")


@scene
def island_count():
    return press(
        at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13"), "b", "up", "up", "up", "c", "up"
    )


@scene
def island_score():
    return at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13, count dahan=13 blight=4")


@scene
def island_score_lost():
    return at_island(DUO.format("england:4"), TURN_1, "lost presence, count dahan=1 blight=44")


@scene
def island_sacrifice():
    return at_island(DUO.format("england:4"), TURN_1, "sacrifice")


@scene
def island_abandoned():
    return at_island(DUO.format("england:4"), TURN_1, "abandon")


@scene
def island_title_with_a_game():
    app = at_island(DUO.format("england:4"), TURN_1)
    return press(choose(press(app, "a", "b"), "to_title"))
