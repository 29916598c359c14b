"""Moments of games of Spirit Island, for the golden pictures; see `screens/scenes.py`."""

from player import Player
from screens.scenes import choose, companion, press, scene, scenes

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


RITUALS = DUO.format("england:2 scenario=rituals-of-terror")
THREE, SIX = ", ".join(["next"] * 3), ", ".join(["next"] * 6)
HOLD_A = ("a", *["a:repeat"] * 3)
TURN_1 = f"reveal 1J, {THREE}, reveal 1M, {THREE}"


IN_FEAR = "fear 8, next, next"


def saying(*events, adversary="england:4"):
    """An app in turn 2 after more events, with the list of what cards say otherwise."""
    app = at_island(DUO.format(adversary), TURN_1, *events, boxes=ALL_BOXES)
    return choose(press(app, "a", "b"), "menu_otherwise")


def choose_card(app, name):
    """Take the line of a card in the menu that is shown."""
    Player(app).choose([label for label, _ in app.screen.top.rows].index(name))
    return app


def six(adversary):
    return (
        "setup spirit-island players=Ann,Bo,Cy,Di,Ed,Flo spirits=thunderspeaker,oceans-hungry-grasp,"
        "hearth-vigil,volcano-looming-high,lure-of-the-deep-wilderness,fathomless-mud-of-the-swamp "
        f"boards=A,B,C,D,E,F adversary={adversary} blight=card events=no"
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
def island_stage_three_choice():
    events = ["reveal 3JM", THREE, "reveal 2M", SIX, "next, reveal 2C", SIX, "next, reveal 2J", SIX, "next"]
    return press(at_island(DUO.format("prussia:6"), *events), "c")


@scene
def island_menu_while_a_card_is_named():
    app = press(at_island(DUO.format("england:4"), TURN_1, "next, next, next, next"), "a", "a", "b")
    return press(app, "down", "down")


@scene
def island_reminder_card():
    turns = ["reveal 1J", THREE, "reveal 1M", *[f"{SIX}, next, reveal {code}" for code in ("2J", "2M", "2S")]]
    return at_island(DUO.format("habsburg-livestock:5"), *turns, f"{SIX}, next")


@scene
def island_vitality():
    setup = DUO.format("england:4").replace("oceans-hungry-grasp", "towering-roots-of-the-jungle")
    return press(at_island(setup, TURN_1), "c", "up", "b", "up")


@scene
def island_fortification():
    setup = DUO.format("england:4").replace("events=no", "events=yes")
    return at_island(setup, TURN_1, "next, next, next, next, next, reveal 1S, next, fortify W")


@scene
def island_lost():
    app = choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_end")
    return choose(app, "lost_adversary")


@scene
def island_ruling():
    app = press(at_island(DUO.format("france:1"), TURN_1, "next, next"), *HOLD_A)
    # the order of adding blight, which has two pages
    return press(app, *["up"] * 2, "b")


scenes(
    island_title=lambda: companion("spirit_island"),
    island_new_game=lambda: press(companion("spirit_island"), "b"),
    island_first_card=lambda: at_island(DUO.format("england:6")),
    island_growth=lambda: at_island(DUO.format("england:4"), TURN_1),
    island_fear_counted=lambda: press(at_island(DUO.format("sweden:3"), TURN_1, "next", "next"), *["up"] * 3),
    island_explore=lambda: press(
        at_island(DUO.format("england:4"), TURN_1, "next", "next", "next, next"), "c"
    ),
    island_of_six=lambda: at_island(
        six("prussia:6"), "reveal 3JM, next, next, next, reveal 2M, next, next, next, next, next"
    ),
    island_box_of_a_spirit=lambda: press(companion("spirit_island", boxes=ALL_BOXES), "b", "c"),
    island_spirit=lambda: press(
        companion("spirit_island", boxes=ALL_BOXES), "b", "c", "b", "down", "b", "b", "down"
    ),
    island_aspect=lambda: press(companion("spirit_island", boxes=ALL_BOXES), "b", "c", "b", "down", "c"),
    island_board=lambda: press(companion("spirit_island"), "b", "down", "c"),
    island_adversary=lambda: press(companion("spirit_island"), "b", "down", "down", "c", "down", "down"),
    island_level=lambda: press(
        companion("spirit_island", adversary="habsburg-livestock:4"), "b", "down", "down", "c", "b"
    ),
    island_scenario=lambda: press(companion("spirit_island"), "b", *["down"] * 3, "c", "down"),
    island_boxes=lambda: press(
        companion("spirit_island", boxes="core,jagged-earth"), "b", *["up"] * 2, "c", "down"
    ),
    island_first_card_with_much_to_set_up=lambda: at_island(DUO.format("prussia:6 second=england:6")),
    island_discard_of_the_setup=lambda: at_island(DUO.format("sweden:4"), "reveal 1J"),
    island_fear_card=lambda: at_island(DUO.format("russia:2"), TURN_1, "fear 30, next, next"),
    island_ravage_with_a_counter=lambda: at_island(
        DUO.format("russia:6"), TURN_1, "next, next, tally 2, blight 1"
    ),
    island_extra_build=lambda: at_island(
        DUO.format("england:3"), TURN_1, "next, next, next, next, reveal 1W, next, next, next, next, next"
    ),
    island_extra_step=lambda: at_island(DUO.format("england:1"), TURN_1, "extra ravage S, next, next"),
    island_explored=lambda: at_island(DUO.format("france:6"), TURN_1, "next, next, next, next, reveal 1W"),
    island_of_six_explores=lambda: at_island(six("scotland:1"), TURN_1, "next, next, next, next, reveal 1W"),
    island_blighted=lambda: at_island(
        DUO.format("habsburg-mining:6"), TURN_1, "blight 5, flip downward-spiral, next, next"
    ),
    island_at_the_menu_mark=lambda: press(at_island(DUO.format("england:4"), TURN_1), "a"),
    island_menu=lambda: press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"),
    island_more_rules=lambda: press(at_island(DUO.format("russia:6"), TURN_1, "next, next"), "down"),
    island_town_missing=lambda: press(
        at_island(DUO.format("france:2"), TURN_1, f"next, {THREE}, reveal 1W, {SIX}"), "b"
    ),
    island_blight=lambda: press(at_island(DUO.format("england:4"), TURN_1), "c", "up"),
    island_counter=lambda: press(
        choose(press(at_island(DUO.format("russia:4"), TURN_1), "a", "b"), "menu_tally"), "down"
    ),
    island_counter_lost=lambda: at_island(DUO.format("habsburg-livestock:4"), TURN_1, "tally 3"),
    island_counter_warning=lambda: at_island(
        DUO.format("habsburg-livestock:4"), TURN_1, "next, next, tally 2"
    ),
    island_entrench_question=lambda: press(
        choose(press(at_island(DUO.format("russia:5"), TURN_1, "fear 24"), "a", "b"), "menu_entrench"), "up"
    ),
    island_scenario_setup=lambda: press(
        at_island(DUO.format("france:2 scenario=ward-the-shores")), *["down"] * 3
    ),
    island_second_card=lambda: at_island(DUO.format("sweden:1 scenario=blitz"), "reveal 1J"),
    island_ritual=lambda: choose(
        press(at_island(RITUALS, "reveal 1J, fear 20, next"), "a", "b"), "menu_ritual"
    ),
    island_after_a_ritual=lambda: at_island(RITUALS, "reveal 1J, fear 20, next, terror 2"),
    island_last_fear=lambda: at_island(
        DUO.format("england:0 scenario=dahan-insurrection"), "reveal 1J, fear 72"
    ),
    island_salt=lambda: at_island(
        DUO.format("habsburg-mining:4"),
        TURN_1,
        *[f"next, {THREE}, reveal {each}, {THREE}" for each in ("1S", "2M")],
        f"next, {THREE}, {THREE}, {THREE}",
    ),
    island_cards_of_the_step=lambda: saying(IN_FEAR),
    island_levels_of_a_card=lambda: choose_card(saying(IN_FEAR), "Immigration Slows"),
    island_card_leaves_open=lambda: press(choose_card(saying(IN_FEAR), "Angry Mobs"), "up"),
    island_build_is_skipped=lambda: press(choose_card(saying(IN_FEAR), "Immigration Slows"), "down", "b"),
    island_operations=lambda: choose(saying("next"), "something_else"),
    island_invader_board=lambda: choose(choose(saying("next"), "something_else"), "op_board"),
    island_cards_of_a_slot=lambda: press(
        choose(choose(saying("next"), "something_else"), "op_board"), "down", "c", "down", "c"
    ),
    island_cards_of_the_deck=lambda: press(
        choose(choose(saying("next"), "something_else"), "op_board"), "up", "c", "c"
    ),
    island_another_card=lambda: press(
        choose(saying("next, next, next, next"), "another_card"), *["up"] * 4, "b"
    ),
    island_note=lambda: at_island(DUO.format("england:4"), TURN_1, "note ravage tread-carefully, next, next"),
    island_ends=lambda: choose(
        press(at_island(DUO.format("russia:4 scenario=the-great-river"), TURN_1), "a", "b"), "menu_end"
    ),
    island_blight_card=lambda: at_island(DUO.format("england:4"), TURN_1, "blight 5", boxes=ALL_BOXES),
    island_undo=lambda: press(at_island(DUO.format("england:4"), TURN_1, "next, next"), "b:long"),
    island_rulings=lambda: press(at_island(DUO.format("england:4"), TURN_1, "next, next, next"), *HOLD_A),
    island_rulings_by_topic=lambda: press(
        press(at_island(DUO.format("england:4"), TURN_1), *HOLD_A), "up", "b"
    ),
    island_adversary_rules=lambda: press(
        press(at_island(DUO.format("russia:6"), TURN_1, "next, next"), *HOLD_A), "b"
    ),
)


# --- the land calculator

RAVAGES = ["next, next"]
IN_A3 = ["up", "up", "c", "up", "c", "up", "c", "up", "c", "up", "c", "up", "up", "c", "up"]
"""E2 T1 C1 D3 blight=1 defend=2 badlands=1; two of the dahan are there from the beginning."""


def calculating(adversary="england:4", presses=(), turn=TURN_1):
    """An app with the calculator open in the Ravage of turn 2, in jungles."""
    return press(at_island(DUO.format(adversary), turn, *RAVAGES), "c", "c", *presses)


@scene
def island_card_effect():
    app = at_island(
        DUO.format("england:4"), TURN_1, "blight 4, next, next", "ravage A3 T1 D3 blight=1 cascade=?"
    )
    app.session.enter("flip unnatural-proliferation")
    return press(app, "down", "c")


scenes(
    island_calculator=lambda: calculating(),
    island_calculator_of_a_land=lambda: calculating(presses=IN_A3),
    island_calculator_for_few_lands=lambda: calculating(
        "habsburg-livestock:4", [*IN_A3, *["c"] * 4, "up", *["c"] * 6, "up"]
    ),
    island_calculator_for_fewer_lands=lambda: calculating(
        "sweden:3", [*IN_A3, *["c"] * 13, *["up"] * 6, "c", "up"]
    ),
    island_calculator_steps=lambda: calculating("sweden:3", [*IN_A3, *["c"] * 3, "up", "b"]),
    island_calculator_end_of_the_steps=lambda: calculating(
        "sweden:3", [*IN_A3, *["c"] * 3, "up", "b", "down"]
    ),
    island_cascade=lambda: calculating(presses=[*IN_A3, "b", "b"]),
    island_cascade_on=lambda: press(calculating("russia:1", [*IN_A3, "b", "b"]), "down", "b"),
    island_calculator_town_near=lambda: calculating("habsburg-livestock:6", [*IN_A3, "c", "c", "up"]),
    island_calculator_pushed=lambda: calculating("russia:2", ["up", "up", "c", "c", "c", "up"]),
    island_won=lambda: at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13"),
    island_count=lambda: press(
        at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13"), "b", "up", "up", "up", "c", "up"
    ),
    island_score=lambda: at_island(
        DUO.format("england:4"), TURN_1, "fear 99, fear 13, count dahan=13 blight=4"
    ),
    island_score_lost=lambda: at_island(
        DUO.format("england:4 scenario=powers-long-forgotten"),
        TURN_1,
        "lost presence, count dahan=1 blight=44",
    ),
    island_code=lambda: press(
        at_island(DUO.format("england:4"), TURN_1, "fear 99, fear 13, count dahan=13 blight=4"), "c"
    ),
    island_sacrifice=lambda: at_island(DUO.format("england:4"), TURN_1, "sacrifice"),
    island_abandoned=lambda: at_island(DUO.format("england:4"), TURN_1, "abandon"),
)


@scene
def island_title_with_a_game():
    app = at_island(DUO.format("england:4"), TURN_1)
    return press(choose(press(app, "a", "b"), "to_title"))
