"""The effect rules of Spirit Island; `spirit_island.md` has a row for each entry of the document."""

import pytest
from arcana_portable.games.spirit_island.question import outcome_as_json, read_question

from shared_rules.errors import RuleError
from shared_rules.spirit_island import Game
from shared_rules.spirit_island import reminders as keeper_reminders
from shared_rules.spirit_island.lands import ravage
from shared_rules.spirit_island.lands.action import Action
from shared_rules.spirit_island.lands.land import Piece, read_land

SETUP = "setup spirit-island players=Ann spirits=hearth-vigil boards=A{} blight=card events=no"


def played(*events, adversary=None):
    """A game of one player on board A in which these events happened after the first card, Jungle."""
    game = Game.replay([SETUP.format(f" adversary={adversary}" if adversary else ""), "reveal 1J"])
    for text in events:
        game.apply(text)
    return game


def ravaged(text, *adversaries):
    return outcome_as_json(ravage.ravage(*read_question(text, adversaries)))


def to_step(game, step):
    """Go on to the next such step; a card that has to be named is the first that can come."""
    game.apply("next")
    while game.step != step or game.owed:
        game.apply(next(game.legal_actions(game.owed)) if game.owed else "next")
    return game


def lands(*events, adversary=None):
    return played(*events, adversary=adversary).island.lands


# --- errata


def test_e2a_bringer_brings_fear_and_leaves_the_invaders():
    game = played("land A8 E1 T1 C1", "begin dreams", "damage A8 6 dream=1", "damage A8 6 dream=1", "done")
    assert 4 * game.fear_cards_earned + game.fear_generated == 0 + 2 + 5
    assert game.island.lands == {"A8": "E1 T1 C1"}


def test_e2b_france_6_comes_with_the_card_of_explore():
    game = to_step(played(adversary="france:6"), "build")
    assert "france-6" not in keeper_reminders.reminders(game)
    assert "france-6" in keeper_reminders.reminders(to_step(game, "explore"))


def test_e2c_fortification_is_a_build_in_one_more_terrain_that_does_not_slide_on():
    game = to_step(to_step(played(), "explore"), "slow")
    assert (game.ravage, game.build) == (["1J"], ["1M"])
    assert list(game.legal_actions("fortify")) == ["fortify S", "fortify W"]
    game.apply("fortify S")
    game = to_step(game, "explore")
    game = to_step(game, "slow")
    # jungle is discarded, and nothing of the Build has moved on
    assert "fortify J" in game.legal_actions("fortify") and game.ravage == ["1M"]


def test_e2d_cash_crops_is_a_ravage_in_one_more_terrain_for_that_once():
    game = to_step(played(), "fast")
    game.apply("extra ravage W")
    assert to_step(game, "ravage").ravage == ["W"]
    assert to_step(game, "build").ravage == []


def test_e3_badlands_boost_one_damage_of_an_action_each_whichever_it_is():
    game = played("land A8 E1 T2 badlands=1", "begin it", "damage A8 1 only=T badlands=0", "damage A8 1")
    assert game.island.lands["A8"] == "T1 badlands=1" and game.fear_generated == 1
    game.apply("damage A8 1")
    assert game.island.lands["A8"] == "T1d1 badlands=1"
    two = ["land A8 T1 C1 badlands=2", "begin it"]
    assert lands(*two, "damage A8 1 only=T badlands=1", "damage A8 2 only=C badlands=1") == {
        "A8": "badlands=2"
    }
    assert lands(*two, "damage A8 1 only=T", "damage A8 2 only=C") == {"A8": "C1d2 badlands=2"}


def test_e5_triggered_actions_and_the_end_come_after_the_action():
    game = played("land A1 T1 D2", "ravage A1", adversary="scotland:5")
    steps = [step[0] for step in game.island.steps]
    assert steps.index("blight") < steps.index("destroyed") < steps.index("rule")
    # seven towns lose against England only when the action is over
    game = played("land A8 T6", "begin a power", "add A8 T1", adversary="england:1")
    assert not game.result
    game.apply("remove A8 T2")
    game.apply("done")
    assert not game.result
    game.apply("add A8 T3")
    assert (game.result, game.why) == ("lost", "adversary")


def test_e6_defend_counts_for_land_and_dahan_and_every_time():
    events = ["heal 2", "land A8 T1 C1 D4", "land A7", "defend A8 3", "ravage A8 strike=0"]
    assert lands(*events)["A8"] == "T1 C1 D3 blight=1"
    again = ["begin a power", "ravage A8 strike=0 cascade=A7", "done"]
    assert lands(*events, *again) == {"A8": "T1 C1 D2 blight=2", "A7": "blight=1"}


# --- answers


def test_f1_what_a_piece_counts_as_holds_for_an_action_and_a_nested_one_is_free():
    presence, outer = Piece("P"), Action()
    outer.count_as(presence, "beasts")
    with pytest.raises(RuleError):
        outer.count_as(presence, "town")
    nested = Action()
    nested.count_as(presence, "town")
    here = read_land("")
    here.pieces.append(presence)
    assert outer.counting(here, ["beasts"]) == nested.counting(here, ["town"]) == [presence]
    assert outer.counting(here, ["town"]) == []


def test_f2_a_piece_changes_again_by_another_instruction_not_by_the_same():
    both = ["begin a power", "replace A8 C1 T1", "replace A8 T1 E1", "done"]
    assert lands("land A8 C1", *both) == {"A8": "E1"}
    assert played("land A8 C1").why_not("replace A8 C2 T2")


def test_f4_a_reminder_card_waits_until_all_cards_are_accelerated():
    game = played(adversary="habsburg-livestock:5")
    while game.deck[0] != "R":
        game.apply(next(game.legal_actions("accelerate")))
    discarded = len(game.discard)
    for _ in range(2):
        game.apply(next(game.legal_actions("accelerate"), "accelerate"))
    assert len(game.discard) == discarded + 2 and game.owed == "reveal"
    game.apply("reveal reminder")
    assert game.owed is None and "R" not in game.deck


def test_f5_what_moves_or_is_replaced_is_not_added():
    there = ["land A8 blight=1", "land A7 P1 blight=1"]
    game = played(*there, "move A8 A7 blight=1")
    assert game.island.lands == {"A8": "", "A7": "P1 blight=2"} and game.blight_on_card == 3
    game = played("land A8", "land A7 P1 blight=1", "add A7 blight=1 cascade=A8")
    assert game.island.lands == {"A8": "blight=1", "A7": "blight=2"} and game.blight_on_card == 1
    assert lands("land A8 C1s1d1", "replace A8 C1s1d1 T1") == {"A8": "T1s1d1"}


def test_f7_each_vitality_stops_one_of_several_blight():
    assert [ravaged(f"C2 vitality={n}", "sweden:1")["blight"] for n in range(3)] == [2, 1, 0]
    assert ravaged("C2 P1 vitality=1", "sweden:1")["after"] == "C2 blight=1"


def test_f8_an_action_triggers_what_it_has_set_up_itself():
    game = played("land A1 T1", "begin a power", "ravage A1", adversary="scotland:5")
    assert ("rule", "scotland-5") not in game.island.steps and game.blight_on_card == 2
    game.apply("done")
    assert ("rule", "scotland-5") in game.island.steps and game.blight_on_card == 1


def test_f10_that_no_presence_is_left_is_for_the_players_to_say():
    game = played("land A8 T1 P1", "ravage A8")
    assert game.island.lands == {"A8": "T1 blight=1"} and not game.result
    assert "lost presence" in game.legal_actions("lost")


def test_f11_isolate_keeps_no_dahan_back():
    game = played("land A8 T1 D1", "land A7 T1", "isolate A8", "move A8 A7 D1")
    assert game.island.lands == {"A8": "T1", "A7": "T1 D1"}
    assert game.island.adjacent("A8") == []


def test_f12_destroying_a_durable_town_is_2_damage_that_can_be_boosted():
    for event, left in (("T1", "T1d2"), ("T1 bonus=1", "T1d3"), ("T1 bonus=2", ""), ("T1 all=1", "")):
        assert lands("land A8 T1", "destroy A8 " + event, adversary="habsburg-livestock:4") == {"A8": left}
    assert lands("land A8 T1", "destroy A8 T1") == {"A8": ""}


def test_f13_strife_and_the_health_that_it_costs_are_back_before_damage():
    weak = "T1s1 D1 weaker_by_strife=1 together=1 "
    assert ravaged(weak + "strike=1")["after"] == "T1d1 D1"
    assert ravaged(weak + "strike=2")["destroyed"] == "T1"
    assert ravage.ravage(*read_question(weak, ())).steps[0] == ("strife", "T1")


def test_f14_all_blight_of_the_ravage_step_counts_whatever_brings_it():
    game = to_step(played("land A4"), "ravage")
    assert game.island.blighted == ""
    game.apply("blight 1 A4")
    assert game.island.blighted == "A" and game.island.lands == {"A4": "blight=1"}
    game.apply("next")
    assert game.island.blighted == ""


def test_f15_vitality_does_nothing_beside_blight_and_works_again_without():
    assert ravaged("T1 blight=1 vitality=1")["after"] == "T1 blight=2 vitality=1"
    assert lands("land A8 T1 blight=1 vitality=1", "remove A8 blight=1", "ravage A8") == {"A8": "T1"}


def test_f16_either_land_of_two_can_be_isolated():
    there = ["land A8 T1", "land A7 C1"]
    assert played(*there).island.adjacent("A8") == ["A7"]
    for name in ("A8", "A7"):
        isolated = played(*there, "isolate " + name).island
        assert isolated.adjacent("A8") == isolated.adjacent("A7") == []


def test_f17_of_two_changes_of_timing_the_later_one_holds():
    first = ravaged("T3 D3 together=3 before=2")
    assert (first["damage"], first["destroyed"]) == (2, "T3")
    assert ravaged("T3 D3 before=2 together=3")["damage"] == 6
    # what else an effect does stays
    assert ravaged("T3 D3 before=2 together=3 strike=1")["counter"] == 3


def test_f18_a_limit_on_health_is_for_an_action_and_each_player_has_one():
    one = played("land A8 C2 T2", "begin it", "remove A8 C1 limit=7", "remove A8 T2 limit=7")
    assert one.island.lands == {"A8": "C1"} and one.why_not("remove A8 C1 limit=7")
    each = played("land A8 C1 T2", "remove A8 T1 limit=3", "remove A8 T1 limit=3")
    assert each.island.lands == {"A8": "C1"}
    assert played("land A8 C1 T1").why_not("remove A8 T1 C1 limit=3")


def test_f19_fear_added_to_the_pool_makes_all_later_cards_dearer():
    game = played("fear 1", "pool 2")
    assert (game.fear_pool, game.fear_generated) == (6, 1)
    game.apply("fear 5")
    assert (game.fear_cards_earned, game.fear_pool) == (1, 6)
    game.apply("fear 5")
    assert game.fear_cards_earned == 1


def test_f20_an_isolated_land_builds_and_does_not_explore():
    assert lands("land A8 E1", "isolate A8", "build A8") == {"A8": "E1 T1"}
    assert lands("land A8", "land A7 T1", "isolate A8", "explore A8")["A8"] == ""


def test_f21_an_action_destroys_a_presence_once():
    presence, cascading = Piece("P"), Action()
    assert [cascading.mark_destroyed(presence, "A8") for _ in range(2)] == [True, False]
    assert Action().mark_destroyed(presence, "A8")


def test_f23_what_does_not_happen_is_not_boosted():
    assert ravaged("T1s1 D2 bonus=2")["damage"] == 0
    assert ravaged("E1 D2 bonus=2")["damage"] == 3
    assert ravaged("E1 D1 defend=1 badlands=2")["to_dahan"] == 0


def test_f24_a_piece_that_moves_has_the_health_of_one_land_or_of_the_other():
    habsburg = "habsburg-livestock:4"
    there = ["land A8 T1d2", "land A7"]
    assert lands(*there, "move A8 A7 T1d2", adversary=habsburg) == {"A8": "", "A7": "T1d2"}
    game = played("land A8 T1d2", "land A7 blight=1", "move A8 A7 T1d2", adversary=habsburg)
    assert game.island.lands == {"A8": "", "A7": "blight=1"} and game.fear_generated == 1


def test_f25_replaced_blight_goes_where_removed_blight_goes():
    events = ["blight 2", "land A8 blight=1", "replace A8 blight=1 wilds=1"]
    game = played(*events)
    assert game.island.lands == {"A8": "wilds=1"} and game.blight_on_card == 2
    game = played(*events, adversary="france:5")
    assert (game.blight_on_card, game.tally) == (1, 1)


def test_f26_what_counts_as_two_kinds_is_counted_once():
    here, counting = read_land("T1 P1"), Action()
    counting.count_as(here.of("P")[0], "T")
    assert len(counting.counting(here, ["T"])) == 2
    assert len(counting.counting(here, ["T", "P"])) == 2


def test_f28_healing_is_time_passing_and_a_saved_piece_is_clean_anyway():
    game = to_step(played("land A8 C1", "damage A8 2"), "slow")
    assert game.island.lands == {"A8": "C1d2"}
    assert to_step(game, "growth").island.lands == {"A8": "C1"}
    assert lands("land A8 C1d2", "damage A8 1 dream=1") == {"A8": "C1"}


def test_f30_dahan_who_take_no_part_grant_no_defend_that_is_counted_anew():
    assert ravaged("C1 D3 out=1 defend_each=1")["to_land"] == 3 - 2
    assert ravaged("C1 D3 defend_each=1")["to_land"] == 0
    # what was counted for this land before stays
    assert ravaged("C1 D3 out=1 defend=3")["to_land"] == 0


def test_f31_players_choose_which_of_several_is_destroyed():
    assert lands("land A8 T1 T1d1", "destroy A8 T1d1") == {"A8": "T1"}
    assert lands("land A8 T1 T1d1", "destroy A8 T1") == {"A8": "T1d1"}


def test_f34_a_bonus_comes_after_the_cap():
    assert ravaged("T2 C1 cap=3 bonus=2")["damage"] == 5
    assert lands("land A8 T1 C1", "damage A8 6 cap=3 bonus=2") == {"A8": ""}


def test_f35_the_order_of_adding_blight_in_the_middle_of_a_ravage():
    entered = ["land A2 T1 D3 P1 blight=1", "land A3", "blight 2"]
    game = played(*entered, "ravage A2 cascade=A3", adversary="scotland:5")
    # off the card, which turns, before anything lies in the land
    assert game.owed == "flip" and game.island.lands == {"A2": "T1 D2 P1 blight=1", "A3": ""}
    game.apply("flip unnatural-proliferation")
    game.apply("add A2 T1 D1")
    assert game.fear_generated == 0
    game.apply("done")
    # two dahan and the new one strike both towns; the new one had dealt no damage
    assert game.island.lands == {"A2": "D3 blight=2", "A3": "blight=1"} and game.fear_generated == 2
    order = [step[0] for step in game.island.steps]
    assert order.index("presence") < order.index("cascade") < order.index("counter") < order.index("rule")
    # one for the cascade, one for what Scotland does last
    assert game.blight_on_card == 3 - 2


def test_f37_blight_that_vitality_stops_brings_nothing_else():
    for adversary in ("habsburg-livestock:0", "scotland:5", "sweden:5"):
        game = played("land A1 T4 P1 vitality=2", "ravage A1", adversary=adversary)
        assert game.island.lands["A1"].startswith("T4 P1") and game.blight_on_card == 3 and game.tally == 0
        assert "rule" not in [step[0] for step in game.island.steps]
