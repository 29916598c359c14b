"""The lands of a game: what may happen in them and what it does to the keeper."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.spirit_island_games import random_land, walk_lands
from rules.test_spirit_island import go_on

from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import is_coastal
from shared_rules.spirit_island.lands.land import neighbours

SETUP = "setup spirit-island players=Ann spirits=hearth-vigil boards=A{adversary} blight=card events=no"


def played(*events, adversary=None):
    setup = SETUP.format(adversary=f" adversary={adversary}" if adversary else "")
    game = Game.replay([setup, "reveal 1J"])
    for text in events:
        game.apply(text)
    return game


def lands(*events, adversary=None):
    return played(*events, adversary=adversary).island.lands


@pytest.mark.parametrize(
    ("events", "text", "sentence"),
    [
        ([], "ravage A8", "A8 has not been entered yet"),
        ([], "land B8 E1", "B8 is not a land on the boards in play."),
        ([], "begin", "'begin' takes"),
        ([], "done", "No action is under way."),
        (["begin a power"], "next", "An action is under way"),
        (["land A8 E2"], "damage A8 4 hit=D1", "'damage' takes"),
        (["land A8 E2"], "damage A8 1 hit=E2", "1 damage can't destroy exactly E2."),
        (["land A8 E2"], "damage A8 2 hit=E1", "2 damage can't destroy exactly E1."),
        (["land A8 E2"], "remove A8 T1", "The land does not have all of T1."),
        (["land A8 E2"], "remove A8 blight=1", "The land does not have all of blight=1."),
        (["land A8 D1"], "replace A8 D1 blight=1", "Blight is added with 'add'"),
        (["land A8 C1 T1", "begin it", "remove A8 T1 limit=4"], "remove A8 C1 limit=4", "more Health than 4"),
        (["land A8 C1 blight=1"], "ravage A8", "Blight cascades from A8: say where it goes"),
        (["land A8 C1 blight=1"], "ravage A8 cascade=A7", "A7 has not been entered yet"),
        (["land A8 C1 blight=1", "land A1"], "ravage A8 cascade=A1", "Blight can't cascade to A1"),
        (["land A8 C1", "land A7"], "ravage A8 cascade=A7", "No blight cascades from A8."),
        (["land A8 C1"], "ravage A8 hit=C1", "can't destroy"),
        (["land A8 E1", "ravage A8"], "ravage A8", "A8 has done that already in this step."),
        (["land A8 E1", "build A8"], "build A8", "A8 has done that already in this step."),
        (["land A1", "explore A1"], "explore A1", "A1 has done that already in this step."),
        (["land A8 C1 blight=1"], "ravage A8 cascade=A9,?", "'ravage' takes"),
        (["land A8 C1", "blight 2", "ravage A8", "flip thriving-crops"], "next", "does at once, then 'done'"),
        ([], "cascade A7", "Nobody has asked for that now."),
        (["ravage A8 T1 blight=1 cascade=?"], "cascade A1", "Blight can't cascade to A1"),
        (["ravage A8 T1 blight=1 cascade=?"], "cascade A7 E1", "'cascade' takes a land"),
        (["ravage A8 T1 blight=1 cascade=?"], "next", "An action waits for an answer"),
        (["ravage A8 T1 blight=1 cascade=?"], "fear 1", "An action waits for an answer"),
        (["ravage A8 T1 blight=1 cascade=?"], "push A7", "An action waits for an answer"),
        (["land A7", "ravage A8 T1 blight=1 cascade=?"], "cascade A7 blight=1", "'cascade' takes a land"),
        (["land A8 E1"], "ravage A8 push=A1", "A1 has not been entered yet"),
        (["land A8 E1", "land A1"], "ravage A8 push=A1", "An explorer can't be pushed to A1"),
        ([], "ravage A8 T1 push=x", "'push=x' is neither"),
        ([], "ravage A8 T1 cascade=?,A7", "'ravage' takes a land"),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(events, text, sentence):
    game = played(*events)
    before = game.position()
    assert sentence in str(game.why_not(text))
    assert game.position() == before


@pytest.mark.parametrize(
    ("answers", "blight", "lands_then"),
    [
        # into a land without blight, with blight, with Vitality, that nobody has entered
        (["cascade A7"], 1, {}),
        (["cascade A7 blight=1", "cascade A5"], 0, {}),
        (["cascade A7 vitality=1"], 2, {}),
        # into one that is known
        (["cascade A6"], 1, {"A6": "D1 blight=1"}),
        (["cascade -"], 1, {}),
    ],
)
def test_a_ravage_asks_where_its_blight_cascades_and_goes_on(answers, blight, lands_then):
    game = played("land A6 D1", "ravage A8 T1 D2 blight=1 cascade=?")
    assert game.owed == game.asks == "cascade" and game.state()["asked"] == {"cascade": "A8"}
    assert game.fear_generated == 0 and game.continues
    for text in answers:
        game.apply(text)
    assert game.blight_on_card == blight or game.owed == "flip"
    if game.owed == "flip":
        game.apply("flip memory-fades")
    assert game.fear_generated == 1 and not game.continues and "asked" not in game.state()
    assert game.island.lands == {"A6": "D1", **lands_then}
    assert Game.replay(game.events).position() == game.position()
    game.back_to(len(game.events) - 1)
    assert game.continues


def test_a_land_that_ravages_without_being_entered_is_dropped_and_others_are_kept():
    game = played("ravage A8 E2 D3")
    assert game.island is None and game.left == ("A8", "D2 blight=1") and game.state()["lands"] == {}
    assert len(game.idle_modules()) > 1
    game = played("land A8 E1", "ravage A8 E2 D3")
    assert game.island.lands == {"A8": "D2 blight=1"} and len(game.idle_modules()) == 1


def test_the_card_turns_and_does_what_it_says_before_the_cascade_is_asked_about():
    game = played("blight 2", "ravage A8 T1 D3 blight=1 cascade=?")
    assert game.owed == "flip"
    game.apply("flip unnatural-proliferation")
    assert (game.owed, game.asks) == (None, "card")
    game.apply("add A8 T1 D1")
    game.apply("done")
    assert game.owed == "cascade" and game.fear_generated == 0
    game.apply("cascade A7")
    # the two that were left and the new one strike both towns
    assert game.left == ("A8", "D3 blight=2") and game.fear_generated == 2


def test_blight_that_a_card_adds_in_the_land_makes_the_rest_cascade():
    game = played("blight 2", "ravage A8 T1 cascade=?", "flip disintegrating-ecosystem", "add A8 blight=1")
    assert game.asks == "card"
    game.apply("done")
    assert game.owed == "cascade"


def test_a_map_without_names_ravages_and_says_whether_it_is_coastal():
    setup = "setup spirit-island players=Ann spirits=hearth-vigil boards=thematic adversary=scotland:5"
    game = Game.replay([setup + " blight=card events=no", "reveal 1J"])
    game.apply("ravage - T1 coastal=1")
    assert game.blight_on_card == 1 and game.left == ("-", "T1 blight=1")
    game.apply("ravage - T1 blight=1 cascade=?")
    assert game.owed == "flip"


def test_scotlands_ocean_takes_blight_for_a_coast_and_the_players_say_for_a_cascade():
    events = ["heal 3", "land A0", "ravage A8 T1 blight=1 cascade=?", "cascade A5 blight=1", "cascade A1"]
    for answer, left, ocean in (("yes", 2, "blight=1"), ("no", 3, "")):
        game = played(*events, adversary="scotland:5")
        assert game.owed == "runoff"
        game.apply("runoff " + answer)
        assert (game.blight_on_card, game.island.lands) == (left, {"A0": ocean})
    # its blight can be removed and moved
    game = played("land A0 blight=1", "land A2", "move A0 A2 blight=1", "remove A2 blight=1")
    assert game.island.lands == {"A0": "", "A2": ""} and game.blight_on_card == 4
    # before level 5 nobody asks, and what is said in advance is not asked
    assert played(*events, adversary="scotland:4").owed is None
    entered = ["land A8 T1 blight=1", "land A5 blight=1", "land A1", "heal 3"]
    for runoff, left in (("", 3), (" runoff=1", 2)):
        game = played(*entered, f"ravage A8{runoff} cascade=A5,A1", adversary="scotland:5")
        assert game.blight_on_card == left


def test_cascades_count_for_habsburg_and_for_russias_beasts():
    game = played("ravage A8 T4 blight=1 cascade=?", "cascade A7", adversary="habsburg-livestock:0")
    assert game.tally == 2
    game = played("ravage A8 E1 blight=1 beasts=1 cascade=?", "cascade A7 beasts=1", adversary="russia:1")
    assert game.tally == 2


def test_victory_and_defeat_in_one_ravage_are_a_sacrifice():
    """Its blight is the last one, and the town that dahan destroy brings the last fear."""
    setup = SETUP.format(adversary="").replace("blight=card", "blight=none")
    game = Game.replay([setup, "reveal 1J", "fear 35", "blight 5", "ravage A8 T1 D2"])
    assert (game.result, game.why) == ("sacrifice", "blight")


def test_an_explorer_that_russia_pushes_is_in_the_land_that_is_named():
    game = played("land A7", "ravage A8 E2 D3 push=A7", adversary="russia:2")
    assert game.island.lands == {"A7": "E1"} and game.fear_generated == 1
    game = played("land A7", "ravage A8 E2 D3 push=?", "push A7", adversary="russia:2")
    assert game.island.lands == {"A7": "E1"}
    # with no blight, too
    game = played("land A7", "ravage A8 E2 D3 defend=4 push=?", "push A7", adversary="russia:2")
    assert game.island.lands["A7"] == "E1"
    assert played("ravage A8 E2 D3", adversary="russia:2").left == ("A8", "D1 blight=1")
    # a Power leaves it to the players, who are reminded
    game = played("land A8 E2", "destroy A8 E1", adversary="russia:2")
    assert game.island.lands == {"A8": "E1"} and ("rule", "russia-2") in game.island.steps
    assert game.fear_generated == 0


def test_an_event_reads_as_it_was_written():
    game = played("land A8 E2 T1 C1d2 D3", "land A7")
    for text in (
        "ravage A8 before=1 cap=2 hit=C1,T1 cascade=A7,A6",
        "damage A8 4 only=ET cap=3 bonus=1 badlands=1 hit=E1,T1",
        "damage A8 1 hit=none",
        "destroy A8 T1 bonus=1",
        "add A8 E1 wilds=1",
        "remove A8 T1 limit=7",
        "move A8 A7 E2",
        "replace A8 T1 E1",
        "ravage A8 E2 T1s1 D3 blight=1 defend=2 push=? hit=T1 cascade=A7,?",
        "ravage - E1 coastal=1 runoff=1 cascade=-",
        "cascade A7 blight=1 beasts=1",
        "push -",
        "runoff yes",
        "begin Words of Warning",
        "done",
    ):
        assert game.written(text) == text
    # a land is written in one way only
    assert game.written("land A8 D3 C1d2s1 wilds=1 E2 blight=1") == "land A8 E2 C1s1d2 D3 blight=1 wilds=1"


def test_a_land_that_is_entered_anew_may_ravage_again():
    events = ["land A8 E1", "ravage A8", "land A8 E2", "ravage A8"]
    assert lands(*events) == {"A8": "E2 blight=1"}


def test_what_is_added_moved_or_replaced_are_three_things():
    # a town with 2 damage lives where it is Durable, and dies where it is not; neither is a Build
    events = ["land A8 T1d2 E1", "land A7 blight=1"]
    game = played(*events, "move A8 A7 T1d2", adversary="habsburg-livestock:4")
    assert game.island.lands == {"A8": "E1", "A7": "blight=1"} and game.fear_generated == 1
    game = played(*events, "replace A8 T1d2 E1", adversary="habsburg-livestock:4")
    assert game.island.lands == {"A8": "E1", "A7": "blight=1"} and game.fear_generated == 0
    assert lands("land A8 C1s1d1", "replace A8 C1s1d1 T1") == {"A8": "T1s1d1"}
    assert lands("land A8 D2", "replace A8 D1 T1") == {"A8": "T1 D1"}


def test_blight_that_is_removed_against_france_goes_back_three_at_a_time():
    game = played("land A8 blight=3", "remove A8 blight=2", adversary="france:5")
    assert (game.blight_on_card, game.tally) == (3, 2)
    game.apply("remove A8 blight=1")
    assert (game.blight_on_card, game.tally) == (6, 0)


def test_blight_and_heal_change_the_land_that_they_name():
    game = played("land A8", "blight 1 A8", "blight 1 A7", "heal 2 A8")
    assert game.island.lands == {"A8": ""} and game.blight_on_card == 3


def test_adjacency_is_symmetric():
    for board in "ABCDEFGH":
        around = {f"{board}{number}": neighbours(f"{board}{number}") for number in range(1, 9)}
        for land, others in around.items():
            assert [other for other in others if land not in around[other]] == [], land
        # the coast is one line, and no land lies by itself
        assert [is_coastal(land) for land in around] == [True] * 3 + [False] * 5
        assert f"{board}2" in around[f"{board}1"] and f"{board}3" in around[f"{board}2"]


def test_the_end_of_a_turn_heals_and_lets_go():
    game = played("land A8 C1d2", "defend A8 2", "isolate A8")
    assert game.state()["turn_lands"] == {"A8": {"defend": 2, "isolate": True}}
    while game.turn == 1:
        game.apply(game.follows() or next(iter(game.legal_actions("reveal")), "next"))
    assert "turn_lands" not in game.state() and game.island.lands == {"A8": "C1"}


def test_builds():
    assert lands("land A8 E1", "build A8") == {"A8": "E1 T1"}
    assert lands("land A8 T1", "build A8") == {"A8": "T1 C1"}
    assert lands("land A8 D1", "build A8") == {"A8": "D1"}
    assert lands("land A8 E1 disease=1", "build A8") == {"A8": "E1"}
    assert lands("land A8 E1", "isolate A8", "build A8") == {"A8": "E1 T1"}
    beside = ["land A8", "land A7 T2"]
    assert lands(*beside, "build A8", adversary="england:1")["A8"] == "T1"
    assert lands(*beside, "build A8")["A8"] == ""
    assert lands(*beside, "isolate A7", "build A8", adversary="england:1")["A8"] == ""
    assert lands("land A8 T1", "build A8", adversary="habsburg-livestock:2") == {"A8": "T3"}
    assert lands("land A1 T1", "build A1", adversary="habsburg-livestock:2") == {"A1": "T1 C1"}
    assert lands("land A8 E3", "build A8", adversary="france:2") == {"A8": "E1 T3"}
    assert lands("land A1", "land A2 C1", "build A1", adversary="scotland:3")["A1"] == "T1"


def test_a_disease_stays_where_nothing_would_be_built():
    stays = "A8 has no invaders, so it does not build, and the disease stays"
    assert lands("land A8 D1 disease=1", "build A8")["A8"] == "D1 disease=1", stays
    beside = ["land A8 disease=1", "land A7 T2", "build A8"]
    assert lands(*beside)["A8"] == "disease=1", stays
    england = lands(*beside, adversary="england:1")["A8"]
    assert england == "", "two towns beside A8 make it build for England, and the disease stops that"


def test_explores():
    assert lands("land A1", "explore A1") == {"A1": "E1"}
    assert lands("land A8", "explore A8") == {"A8": ""}
    assert lands("land A8", "land A7 T1", "explore A8")["A8"] == "E1"
    assert lands("land A8", "land A7 T1", "isolate A7", "explore A8")["A8"] == ""
    assert lands("land A8 T1", "isolate A8", "explore A8")["A8"] == "T1"
    assert lands("land A1 wilds=1", "explore A1") == {"A1": ""}
    assert lands("land A1", "explore A1", adversary="france:1") == {"A1": "E2"}
    assert lands("land A1", "explore A1", adversary="scotland:1") == {"A1": "T1"}


def test_the_coastal_card_brings_scotland_two_towns_a_board():
    game = played("land A1", "land A2", "land A3", adversary="scotland:1")
    game.explore = ["2C"]
    for land in ("A1", "A2", "A3"):
        game.apply(f"explore {land}")
    assert game.island.lands == {"A1": "T1", "A2": "T1", "A3": "E1"}


@pytest.mark.parametrize("there", ["T1", "C1"])
def test_an_explore_may_come_from_the_land_itself(there):
    # inland, and nothing lies beside it
    explored = lands(f"land A8 {there}", "explore A8")["A8"]
    assert explored == f"E1 {there}", f"the {there} in A8 itself is enough for an explorer"
    assert lands(f"land A8 {there} wilds=1", "explore A8")["A8"] == there, "the wilds stop that explorer"


def test_wilds_stay_where_nothing_would_be_explored():
    inland = lands("land A8 wilds=1", "explore A8")["A8"]
    assert inland == "wilds=1", "A8 is inland, with no town or city near: no Explore, so the wilds stay"
    isolated = lands("land A1 wilds=1", "isolate A1", "explore A1")["A1"]
    assert isolated == "wilds=1", "A1 is isolated: no Explore, so the wilds stay"


def test_adversaries_that_lose_and_count():
    assert played("land A8 T5", "build A8", adversary="england:0").why is None
    assert played("land A8 T6", "add A8 T1", adversary="england:0").why == "adversary"
    game = played("land A8 T4", "ravage A8", adversary="habsburg-livestock:0")
    assert game.tally == 1
    game = played("land A8 T4 vitality=1", "ravage A8", adversary="habsburg-livestock:0")
    assert game.tally == 0 and game.blight_on_card == 3


@settings(deadline=None, max_examples=25)
@given(st.randoms(use_true_random=False))
def test_the_order_of_independent_lands_does_not_matter(dice):
    entered = [f"land A{number} {random_land(dice)}".strip() for number in (4, 8)]
    if any("blight" in text for text in entered):
        entered = [text.split(" blight")[0] for text in entered]
    events = ["ravage A4", "ravage A8"]
    one, other = played(*entered, *events[:1]), played(*entered, *events[1:])
    if one.owed or other.owed:
        return
    one.apply(events[1])
    other.apply(events[0])
    assert one.state() == other.state()


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6))
def test_whatever_happens_can_be_taken_back_and_entered_again(seed):
    for text, refusal, game in walk_lands(seed, 40):
        if refusal:
            assert refusal.endswith((".", "?"))
        else:
            assert game.written(text) == game.events[-1]
    again = Game.replay(game.events)
    assert again.position() == game.position() and again.state() == game.state()
    again.apply("undo")
    assert again.position() == Game.replay(game.events[:-1]).position()


@pytest.mark.parametrize(
    ("adversary", "events", "rule", "applies"),
    [
        ("russia:1", ("land A8 E1", "damage A8 1"), "russia-2", False),
        ("russia:2", ("land A8 E1", "damage A8 1"), "russia-2", True),
        ("sweden:4", ("land A8 C1", "ravage A8"), "sweden-5", False),
        ("sweden:5", ("land A8 C1", "ravage A8"), "sweden-5", True),
        ("habsburg-mining:0", ("land A8 E3 disease=1", "ravage A8"), "habsburg-mining-1-mines", False),
        ("habsburg-mining:1", ("land A8 E3 disease=1", "ravage A8"), "habsburg-mining-1-mines", True),
        ("habsburg-mining:1", ("land A8 E2 disease=1", "ravage A8"), "habsburg-mining-1-mines", False),
        # no blight
        ("sweden:5", ("land A8 D1 E1", "ravage A8"), "sweden-5", False),
    ],
)
def test_the_players_are_told_of_a_rule_from_its_level_on(adversary, events, rule, applies):
    game = Game.replay([SETUP.format(adversary=f" adversary={adversary}"), "reveal 1J"])
    if game.owed == "accelerate":
        game.apply("accelerate 1M")
    for text in events:
        game.apply(text)
    assert (("rule", rule) in game.island.steps) is applies


@pytest.mark.parametrize(("cap", "noted"), [(4, True), (5, False), (9, False)])
def test_a_limit_of_damage_is_told_where_it_limits(cap, noted):
    # a city and a town deal 5
    steps = played("land A8 C1 T1", f"ravage A8 cap={cap}").island.steps
    assert (("cap", cap) in steps) is noted


def test_what_lies_in_a_land_is_stated_outside_an_action_too():
    assert played("land A8 E2").island.lying("A8") == "E2"


def test_in_the_step_of_a_build_a_land_builds_once_for_each_card():
    game = played("land A8 E1", "land A3 E1")
    while game.step != "build":
        game.apply("next")
    game.apply("build A3")
    assert "already" in game.why_not("build A3")
    game = played("land A3 E1", "extra build J")
    while game.step != "build":
        game.apply("next")
    game.apply("build A3")
    game.apply("build A3")
    assert "already" in game.why_not("build A3")


def england(*codes):
    """A game against England at the growth after the last of these cards was revealed."""
    return go_on(played(adversary="england:4"), *codes)


def test_a_card_in_englands_slot_builds_and_does_not_ravage():
    game = england("1M", "1S", "2J", "2S", "2W", "2M", "3JM", "3JS")
    assert (game.extra, game.ravage) == (["2M"], ["3JM"])
    while game.step != "ravage":
        game.apply("next")
    # mountains: both cards match
    game.apply("land A6 D1 E1")
    game.apply("ravage A6")
    assert "already" in game.why_not("ravage A6")


def test_england_6_builds_twice_in_its_slot_if_no_fear_card_was_resolved():
    for fear, times in (("", 2), ("fear 9", 1)):
        game = go_on(played(adversary="england:6"), "1M", "1S")
        game.apply("fear 9") if fear else None
        while game.step != "extra":
            game.apply("card" if game.may("card") else "next")
        # the Jungle card
        game.apply("land A8 E1")
        for _ in range(times):
            game.apply("build A8")
        assert "already" in game.why_not("build A8")


def test_a_land_does_not_build_for_englands_slot_in_the_build_step():
    game = england("1M", "1S", "2J", "2S", "2W", "2M", "3JS", "3MS")
    assert (game.extra, game.build) == (["2M"], ["3MS"])
    while game.step != "build":
        game.apply("next")
    game.apply("land A6 E1")
    game.apply("build A6")
    assert "already" in game.why_not("build A6")


def test_what_is_due_is_the_rest_of_a_step_in_the_lands_that_were_entered():
    game = played("land A3 T2 blight=1", "land A8 E1", "land A7 E1", "extra ravage S", "again ravage 1J")
    while game.step != "ravage":
        assert "due" not in game.live_state()
        game.apply("next")
    game.apply("ravage A7 cascade=?")
    game.apply("ravage A3 cascade=?")
    assert game.owed == "cascade" and "due" not in game.live_state()
    game.apply("cascade A4")
    assert game.live_state()["due"] == ["ravage A8 cascade=?"]
    game.apply("insert 2J ravage")
    assert game.live_state()["due"] == [f"ravage {land} cascade=?" for land in ("A3", "A8", "A8")]
    game.apply("skip ravage 2J")
    assert game.live_state()["due"] == ["ravage A8 cascade=?"]
    game = played("land A8 E1", "as ravage build", "insert 1M ravage")
    while game.step != "ravage":
        game.apply("next")
    assert "due" not in game.live_state()
    game.apply("land A6 E1")
    assert game.live_state()["due"] == ["build A6"]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_due_is_accepted(seed):
    for _, _, game in walk_lands(seed):
        count = len(game.events)
        while game.live_state().get("due") and len(game.events) < count + 30:
            left = game.live_state()["due"]
            game.apply(left[0])
            assert game.asks or game.owed or game.result or game.live_state().get("due", []) == left[1:]
        game.back_to(count)
