"""Moments of games of Spirit Island, for the golden pictures; see `screens/scenes.py`."""

from functools import partial

from player import Player
from screens.scenes import at, at_table, press, scene, scenes
from screens.scenes import new as new_game

DUO = (
    "setup spirit-island players=Ann,Bo spirits=thunderspeaker,oceans-hungry-grasp boards=A,D "
    "adversary={} blight=card events=no"
)
ALL_BOXES = "core,branch-and-claw,feather-and-flame,jagged-earth,nature-incarnate,horizons"
RITUALS = DUO.format("england:2 scenario=rituals-of-terror")
THREE, SIX = ", ".join(["next"] * 3), ", ".join(["next"] * 6)
HOLD_A = "a a:repeat a:repeat a:repeat"
TURN_1 = f"reveal 1J, {THREE}, reveal 1M, {THREE}"
IN_FEAR = "fear 8, next, next"
new = partial(new_game, game_name="spirit_island")


def saying(*events, adversary="england:4"):
    """An app in turn 2 after more events, with the list of what cards say otherwise."""
    app = at_table(DUO.format(adversary), TURN_1, *events, boxes=ALL_BOXES)
    return press(app, "a b =menu_otherwise")


def said(events, presses):
    """A scene of that list."""
    return lambda: press(saying(events), presses)


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


def against(adversary, events="", presses="", **settings):
    """A scene after turn 1 and more events."""
    return at(DUO.format(adversary), ", ".join([TURN_1, *[events] * bool(events)]), presses, **settings)


STAGE_THREE = f"reveal 3JM, {THREE}, reveal 2M, {SIX}, next, reveal 2C"
PRUSSIAN = f"reveal 3JM, {THREE}, reveal 2M, {THREE}, next, next"
OF_THE_BOARD = "=something_else =op_board"
OTHER_BUILDS = ", ".join(f"{SIX}, next, reveal {code}" for code in ("2J", "2M", "2S"))

scenes(
    island_stage_three=at(
        six("prussia:6"),
        f"{PRUSSIAN}, next, next, reveal 2C, {THREE}, fear 24, next, next, card, {THREE}",
    ),
    island_new_game_of_last_time=new(
        "b down down",
        players=3,
        spirits="oceans-hungry-grasp,bringer-of-dreams-and-nightmares,a-spread-of-rampant-green",
        boards="C,A,F",
        adversary="france:5",
    ),
    island_new_game_end_of_the_list=new(
        "b up up", players=1, adversary="england:6", second="habsburg-livestock:3", scenario="blitz"
    ),
    island_stage_three_choice=at(
        DUO.format("prussia:6"), f"{STAGE_THREE}, {SIX}, next, reveal 2J, {SIX}, next", "c"
    ),
    island_menu_while_a_card_is_named=against("england:4", f"{THREE}, next", "a a b down down"),
    island_reminder_card=at(
        DUO.format("habsburg-livestock:5"),
        f"reveal 1J, {THREE}, reveal 1M, {OTHER_BUILDS}, {SIX}, next",
    ),
    island_vitality=at(
        DUO.format("england:4").replace("oceans-hungry-grasp", "towering-roots-of-the-jungle"),
        TURN_1,
        "c up b up",
    ),
    island_fortification=at(
        DUO.format("england:4").replace("events=no", "events=yes"),
        f"{TURN_1}, {THREE}, next, next, reveal 1S, next, fortify W",
    ),
    island_lost=against("russia:4", presses="a b =menu_end =lost_adversary"),
    # the order of adding blight, which has two pages
    island_ruling=against("france:1", "next, next", f"{HOLD_A} up up b"),
    island_title=new(),
    island_new_game=new("b"),
    island_first_card=at(DUO.format("england:6")),
    island_growth=against("england:4"),
    island_fear_counted=against("sweden:3", "next, next", "up up up"),
    island_explore=against("england:4", f"{THREE}, next", "c"),
    island_of_six=at(six("prussia:6"), PRUSSIAN),
    island_box_of_a_spirit=new("b c", boxes=ALL_BOXES),
    island_spirit=new("b c b down b b down", boxes=ALL_BOXES),
    island_aspect=new("b c b down c", boxes=ALL_BOXES),
    island_board=new("b down c"),
    island_adversary=new("b down down c down down"),
    island_level=new("b down down c b", adversary="habsburg-livestock:4"),
    island_scenario=new("b down down down c down"),
    island_boxes=new("b up up c down", boxes="core,jagged-earth"),
    island_first_card_with_much_to_set_up=at(DUO.format("prussia:6 second=england:6")),
    island_discard_of_the_setup=at(DUO.format("sweden:4"), "reveal 1J"),
    island_fear_card=against("russia:2", "fear 30, next, next"),
    island_ravage_with_a_counter=against("russia:6", "next, next, tally 2, blight 1"),
    island_extra_build=against("england:3", f"{THREE}, next, reveal 1W, {THREE}, next, next"),
    island_extra_step=against("england:1", "extra ravage S, next, next"),
    island_explored=against("france:6", f"{THREE}, next, reveal 1W"),
    island_of_six_explores=at(six("scotland:1"), f"{TURN_1}, {THREE}, next, reveal 1W"),
    island_blighted=against("habsburg-mining:6", "blight 5, flip downward-spiral, next, next"),
    island_at_the_menu_mark=against("england:4", presses="a"),
    island_menu=against("russia:4", presses="a b"),
    island_more_rules=against("russia:6", "next, next", "down"),
    island_town_missing=against("france:2", f"next, {THREE}, reveal 1W, {SIX}", "b"),
    island_blight=against("england:4", presses="c up"),
    island_counter=against("russia:4", presses="a b =menu_tally down"),
    island_counter_lost=against("habsburg-livestock:4", "tally 3"),
    island_counter_warning=against("habsburg-livestock:4", "next, next, tally 2"),
    island_entrench_question=against("russia:5", "fear 24", "a b =menu_entrench up"),
    island_scenario_setup=at(DUO.format("france:2 scenario=ward-the-shores"), presses="down down down"),
    island_second_card=at(DUO.format("sweden:1 scenario=blitz"), "reveal 1J"),
    island_ritual=at(RITUALS, "reveal 1J, fear 20, next", "a b =menu_ritual"),
    island_after_a_ritual=at(RITUALS, "reveal 1J, fear 20, next, terror 2"),
    island_last_fear=at(DUO.format("england:0 scenario=dahan-insurrection"), "reveal 1J, fear 72"),
    island_salt=against(
        "habsburg-mining:4",
        f"next, {THREE}, reveal 1S, {THREE}, next, {THREE}, reveal 2M, {THREE}, next, {THREE}, {SIX}",
    ),
    island_cards_of_the_step=lambda: saying(IN_FEAR),
    island_levels_of_a_card=lambda: choose_card(saying(IN_FEAR), "Immigration Slows"),
    island_card_leaves_open=lambda: press(choose_card(saying(IN_FEAR), "Angry Mobs"), "b up"),
    island_build_is_skipped=lambda: press(choose_card(saying(IN_FEAR), "Immigration Slows"), "down b"),
    island_operations=said("next", "=something_else"),
    island_invader_board=said("next", OF_THE_BOARD),
    island_cards_of_a_slot=said("next", f"{OF_THE_BOARD} down c down c"),
    island_cards_of_the_deck=said("next", f"{OF_THE_BOARD} up c c"),
    island_another_card=said(f"{THREE}, next", "=another_card up up up up b"),
    island_note=against("england:4", "note ravage tread-carefully, next, next"),
    island_ends=against("russia:4 scenario=the-great-river", presses="a b =menu_end"),
    island_blight_card=against("england:4", "blight 5", boxes=ALL_BOXES),
    island_undo=against("england:4", "next, next", "b:long"),
    island_rulings=against("england:4", THREE, HOLD_A),
    island_rulings_by_topic=against("england:4", presses=f"{HOLD_A} up b"),
    island_adversary_rules=against("russia:6", "next, next", f"{HOLD_A} b"),
    island_title_with_a_game=against("england:4", presses="a b =to_title"),
)


# --- the land calculator

IN_A3 = "up up c up c up c up c up c up up c up"
"""E2 T1 C1 D3 blight=1 defend=2 badlands=1; two of the dahan are there from the beginning."""


def calculating(adversary="england:4", presses="", turn=TURN_1):
    """An app with the calculator open in the Ravage of turn 2, in jungles."""
    return press(at_table(DUO.format(adversary), turn, "next, next"), "c c", presses)


def calculated(presses="", adversary="england:4"):
    """A scene of the calculator."""
    return lambda: calculating(adversary, presses)


@scene
def island_card_effect():
    app = at_table(
        DUO.format("england:4"), TURN_1, "blight 4, next, next", "ravage A3 T1 D3 blight=1 cascade=?"
    )
    app.session.enter("flip unnatural-proliferation")
    return press(app, "down c")


WON = "fear 99, fear 13"
COUNTED = f"{WON}, count dahan=13 blight=4"

scenes(
    island_calculator=calculated(),
    island_calculator_of_a_land=calculated(IN_A3),
    island_calculator_for_few_lands=calculated(f"{IN_A3} c c c c up c c c c c c up", "habsburg-livestock:4"),
    island_calculator_for_fewer_lands=calculated(IN_A3 + 13 * " c" + " up up up up up up c up", "sweden:3"),
    island_calculator_steps=calculated(f"{IN_A3} c c c up b", "sweden:3"),
    island_calculator_end_of_the_steps=calculated(f"{IN_A3} c c c up b down", "sweden:3"),
    island_cascade=calculated(f"{IN_A3} b b"),
    island_cascade_on=calculated(f"{IN_A3} b b down b", "russia:1"),
    island_calculator_town_near=calculated(f"{IN_A3} c c up", "habsburg-livestock:6"),
    island_calculator_pushed=calculated("up up c c c up", "russia:2"),
    island_won=against("england:4", WON),
    island_count=against("england:4", WON, "b up up up c up"),
    island_score=against("england:4", COUNTED),
    island_score_lost=against(
        "england:4 scenario=powers-long-forgotten", "lost presence, count dahan=1 blight=44"
    ),
    island_code=against("england:4", COUNTED, "c"),
    island_sacrifice=against("england:4", "sacrifice"),
    island_abandoned=against("england:4", "abandon"),
)
