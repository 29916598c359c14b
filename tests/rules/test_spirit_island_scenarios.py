"""The scenarios of Spirit Island: what their cards change in the keeper, typed from the printed cards."""

import pytest
from arcana_portable.translation import ENGLISH, device_texts

from shared_rules.spirit_island import Game
from shared_rules.spirit_island.reminders import reminders
from shared_rules.spirit_island.tables import scenario_names

START = "setup spirit-island players=Ann,Bo spirits=thunderspeaker,river-surges-in-sunlight boards=A,B"


def begun(scenario, *events, more="", blight="card"):
    setup = f"{START}{more} scenario={scenario} blight={blight} events=no"
    return Game.replay([setup, *events])


def go_to(game, turn, step):
    """Go on to a step; a card that is owed is the first that can come."""
    while (game.turn, game.step) != (turn, step) and not game.result:
        if game.owed:
            game.apply(next(game.legal_actions(game.owed)))
        else:
            game.apply("next" if game.may("next") else "card")
    return game


# the ends of scenarios other than "fear, won": whether the last fear card wins, and what only players see
ENDS = {
    "guard-the-isles-heart": "fear, won, lost scenario",
    "rituals-of-terror": "won, won scenario",
    "dahan-insurrection": "won scenario, lost scenario",
    "ward-the-shores": "won scenario",
    "the-great-river": "fear, won, lost scenario",
}


@pytest.mark.parametrize("id", ["blitz", "powers-long-forgotten"])
def test_what_a_scenario_changes_in_lands_and_nobody_works_out_is_said_before_the_first_card(id):
    texts = dict(line.split("=", 1) for line in device_texts("spirit_island", ENGLISH, "reminders"))
    assert texts[reminders(begun(id))[-1]].startswith("Not kept: ")


def test_an_explore_of_stage_iii_adds_a_town_beside_the_explorer_where_shores_are_warded():
    game = begun("ward-the-shores", "reveal 3JM", more=" adversary=prussia:6")
    for turn, card, added in ((1, "2M", "E1"), (2, "2J", "E1")):
        go_to(game, turn, "explore").apply(f"reveal {card}")
        game.apply("land A1")
        game.apply("explore A1")
        assert game.state()["lands"]["A1"] == added
        game.apply("next")
    game.apply("board deck=3333")
    go_to(game, 3, "explore").apply("reveal 3JS")
    game.apply("land A1 wilds=1")
    game.apply("explore A1")
    assert game.state()["lands"]["A1"] == ""
    # a terrain more is no card of another stage
    game.apply("extra explore M")
    game.apply("land A1")
    game.apply("explore A1")
    assert game.state()["lands"]["A1"] == "E1 T1"


VARIED = {
    # mountain, wetland, jungle, sands: (step, event, what is in the land then, whether blight cascades)
    "T1": ("explore", "explore A6", "E2 T1", False),
    "E1": ("build", "build A2", "E1 T1", False),
    "T2": ("build", "build A3", "T2 C1 blight=1", False),
    "T2 blight=1": ("build", "build A3", "T2 C1 blight=2", True),
    "C1": ("ravage", "ravage A4 cascade=?", "C1 blight=1", True),
}


@pytest.mark.parametrize("lies", VARIED)
def test_varied_terrains_changes_what_happens_in_lands(lies):
    step, event, then, cascades = VARIED[lies]
    for scenario in ("varied-terrains", "destiny-unfolds"):
        game = go_to(begun(scenario, "reveal 1W", "extra ravage S", "extra build J"), 1, step)
        land = event.split()[1]
        game.apply(f"land {land} {lies}")
        game.apply(event)
        as_said = (game.state()["lands"][land], game.owed == "cascade") == (then, cascades)
        assert as_said == (scenario == "varied-terrains" or then == "E1 T1")
        if step == "build":
            # a wetland builds once more
            assert game.may(event) == (land == "A2" and scenario == "varied-terrains")


def test_lands_with_explorers_are_sources_of_a_surge():
    for id, explored in (("surges-of-colonization", "E1"), ("varied-terrains", "")):
        game = go_to(begun(id), 2, "explore")
        while game.owed:
            game.apply(next(game.legal_actions("reveal")))
        for event in ("land A7 E1", "land A8", "explore A8"):
            game.apply(event)
        assert game.state()["lands"]["A8"] == explored


@pytest.mark.parametrize("id", [id for id, _ in scenario_names()])
def test_a_scenario_has_the_ends_of_its_card_and_no_other(id):
    game = go_to(begun(id), 2, "growth")
    ends = ["won", "won scenario", "lost scenario"]
    assert [end for end in ends if game.may(end)] == [
        end for end in ends if end in ENDS.get(id, "fear, won").split(", ")
    ]
    assert [text for verb in ("won", "lost") for text in game.legal_actions(verb) if text in ends] == [
        end for end in ends if game.may(end)
    ]
    game.apply("fear 96")
    assert (game.why == "fear") == ("fear" in ENDS.get(id, "fear"))


def test_guard_is_lost_only_after_turn_1():
    game = begun("guard-the-isles-heart", "reveal 1J")
    assert game.why_not("lost scenario") == "This scenario can't be lost in turn 1."
    assert "guard-the-isles-heart-loss" not in reminders(go_to(game, 1, "build"))
    assert "guard-the-isles-heart-loss" in reminders(go_to(game, 2, "build"))


def test_rituals_raise_the_terror_level_and_what_waits_is_resolved_then():
    game = begun("rituals-of-terror", "reveal 1J", "fear 99", "fear 99")
    assert (game.fear_cards_earned, game.terror, game.result) == (24, 1, None)
    assert game.state()["fear"]["left"] is None
    # no fear step
    assert go_to(game, 2, "fast").step == "fast" and not game.may("card")
    game.apply("next")
    assert game.step == "ravage"
    go_to(game, 2, "slow").apply("terror 2")
    assert game.terror == 2 and game.may("card")
    game.apply("undo")
    assert game.terror == 1 and not game.may("card")
    assert begun("blitz", "reveal 1J", "reveal 1M").why_not("terror 2")


def test_the_last_fear_card_of_the_insurrection_asks_how_it_ended():
    game = begun("dahan-insurrection", "reveal 1J", "fear 64")
    assert (game.fear_cards_left, game.asks) == ([0, 0, 1], None)
    game.apply("fear 8")
    assert (game.result, game.asks, reminders(game)[0]) == (None, "last", "dahan-insurrection-last")


def test_wards_go_on_earning_fear_cards_at_terror_3():
    game = begun("ward-the-shores", "reveal 1J", "fear 99")
    assert (game.fear_cards_earned, game.fear_generated, game.terror, game.asks) == (12, 3, 3, None)


def test_blitz_has_more_blight_two_rounds_before_turn_1_and_no_slow_step():
    game = begun("blitz", "reveal 1J")
    assert (game.blight_on_card, game.step, game.owed, game.build) == (7, "setup", "reveal", ["1J"])
    game.apply("reveal 1M")
    assert (game.step, game.owed, game.ravage, game.build) == ("growth", None, ["1J"], ["1M"])
    assert go_to(game, 1, "ravage").ravage == ["1J"]
    game = go_to(game, 1, "explore")
    game.apply("reveal 1S")
    game.apply("next")
    assert game.step == "time"
    game.apply("blight 5")
    assert game.blight_on_card == 2
    game.apply("blight 2")
    game.apply("flip memory-fades")
    # 4 a board are printed
    assert game.blight_on_card == (4 - 1) * 2
    assert begun("blitz", blight="none").blight_on_card == 11
    # Mining escalates after advancing, Sweden's setup ends with its discard
    mining = go_to(begun("blitz", more=" adversary=habsburg-mining:0"), 3, "time")
    mining.build = ["2J"]
    assert "habsburg-mining-escalation" in reminders(mining)
    assert begun("blitz", "reveal 1J", "reveal 1M", more=" adversary=sweden:4").owed == "accelerate"


def test_elemental_invocation_discards_a_card_before_the_first_explore():
    game = begun("elemental-invocation")
    assert (game.fear_cards_left, game.owed) == ([4, 3, 3], "accelerate")
    game.apply("accelerate 1J")
    assert (game.step, game.owed, game.discard) == ("setup", "reveal", ["1J"])
    game.apply("reveal 1M")
    assert (game.step, game.owed) == ("growth", None)


@pytest.mark.parametrize(
    ("id", "stages"),
    [
        ("surges-of-colonization", "1+1 // 1+2 // 2+2 // 2+3 // 3+3 // 3+3 // loss"),
        ("surges-of-colonization-larger", "1+1 // 1+2+2 // 2+2+3 // 3+3+3 // 3+3+3 // loss"),
    ],
)
def test_surges_explore_nothing_in_odd_turns_and_more_in_even_ones(id, stages):
    game, seen = begun(id), []
    while not game.result:
        if game.owed == "reveal":
            if not seen or seen[-1][0] != game.turn:
                seen.append((game.turn, []))
            game.apply(next(game.legal_actions("reveal")))
            seen[-1][1].append(game.events[-1][7])
        else:
            game.apply("next")
    assert (game.why, game.turn) == ("deck", 2 * len(seen))
    assert [turn for turn, _ in seen[1:]] == list(range(2, 2 * len(seen), 2))
    assert [*("+".join(each) for _, each in seen), "loss"] == stages.split(" // ")


def test_what_comes_after_a_step_comes_after_a_step_without_a_card():
    """Russia 6, Mining 3 and the Great River name the step, and not its cards."""
    russia = go_to(begun("surges-of-colonization", more=" adversary=russia:6"), 3, "build")
    assert not russia.ravage and reminders(russia)[0] == "russia-6"
    mining = go_to(begun("surges-of-colonization", more=" adversary=habsburg-mining:3"), 2, "explore")
    assert not mining.build and reminders(mining)[0] == "habsburg-mining-3"
    river = begun("the-great-river", "reveal 1J", "skip explore")
    assert "the-great-river-build" not in reminders(go_to(river, 1, "explore"))
    assert "the-great-river-build" in reminders(go_to(river, 2, "explore"))
    # in turn 1 no step is missing
    assert "russia-6" not in reminders(go_to(begun("blitz", more=" adversary=russia:6"), 1, "build"))


def test_an_odd_turn_of_a_surge_says_that_it_explores_nothing():
    game = begun("surges-of-colonization")
    for turn, says in ((1, True), (2, False), (3, True)):
        assert ("surges-of-colonization-odd" in reminders(go_to(game, turn, "explore"))) == says


def test_a_ritual_resolves_no_fear_card_of_the_invader_phase():
    """England 6 builds twice if none was resolved there."""
    game = begun("rituals-of-terror", "reveal 1J", "fear 12", more=" adversary=england:6")
    game = go_to(game, 3, "fast")
    for event in ("terror 2", "card"):
        game.apply(event)
    assert "england-6" in reminders(go_to(game, 3, "extra"))


def test_an_extra_card_that_the_deck_lacks_is_an_unused_one_or_the_highest_of_the_discard():
    game = go_to(begun("surges-of-colonization-larger"), 8, "explore")
    game.apply(next(game.legal_actions("reveal")))
    assert not game.deck and "surges-of-colonization-empty" in reminders(game)
    shown = game.extra + game.ravage + game.build + game.explore + game.discard
    [unused] = {"3JM", "3JS", "3JW", "3MS", "3MW", "3SW"} - set(shown)
    assert game.codes() == [unused]
    game.apply(f"reveal {unused}")
    assert sorted(game.codes()) == sorted(code for code in game.discard if code[0] == "3")
    discarded = game.codes()[0]
    game.apply(f"reveal {discarded}")
    assert discarded not in game.discard and game.explore[2] == discarded and game.may("next")
    game.apply("undo")
    game.apply("board ravage=3JM,3JS build=3JW,3MS explore=3MW,3SW discard=1")
    assert not game.codes() and not list(game.legal_actions("reveal"))


@pytest.mark.parametrize(
    ("adversary", "seen"),
    [
        # three cards of stage I, then four of stage II
        ("", [(3, "command-2"), (7, "command-3")]),
        # 11-22-3-C2-3333: on turn 6 only the Coastal card can come
        (" adversary=scotland:4", [(2, "command-2"), (4, "command-3")]),
    ],
)
def test_tokens_without_events_bring_a_fear_card_and_command_the_beasts_before_new_stages(adversary, seen):
    game = Game.replay([f"{START}{adversary} blight=card events=tokens"])
    assert not game.with_events and (adversary or game.fear_cards_left == [3, 4, 3])
    found = []
    while game.turn < 9:
        found += [(game.turn, id) for id in reminders(game) if id.startswith("command")]
        game.apply(next(game.legal_actions("reveal")) if game.owed else "next")
    assert found == seen


def test_no_card_can_come_after_a_correction_and_nothing_is_commanded():
    setup = f"{START} scenario=surges-of-colonization-larger blight=card events=tokens"
    game = go_to(Game.replay([setup]), 8, "explore")
    game.apply(next(game.legal_actions("reveal")))
    game.apply("board ravage=3JM,3JS build=3JW,3MS explore=3MW,3SW discard=1")
    assert game.owed == "reveal" and not game.codes()
    assert "surges-of-colonization-empty" in reminders(game)
