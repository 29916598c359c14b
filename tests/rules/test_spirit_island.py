"""Spirit Island at the table: steps, cards, fear, blight, ends and score, each moment by hand."""

import pytest

from shared_rules.errors import RuleError
from shared_rules.record import MAX_SETUP
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import Refusal, matching_lands
from shared_rules.spirit_island.game import score_parts
from shared_rules.spirit_island.reminders import reminders

TWO = "setup spirit-island players=Ann,Bo spirits=thunderspeaker,oceans-hungry-grasp boards=A,D"
ALONE = "setup spirit-island players=Ann spirits=thunderspeaker boards=A blight=card events=no"


def setup(adversary="", blight="card", events="no", start=TWO):
    """The setup of a game for two; adversary: its words, such as "adversary=england:4"."""
    return " ".join([start, *adversary.split(), f"blight={blight}", f"events={events}"])


def played(*events, first="1J", **how):
    return Game.replay([setup(**how), f"reveal {first}", *events])


def go_on(game, *codes):
    """Play whole turns, in each of which this card is explored."""
    for code in codes:
        while game.step != "explore":
            game.apply("next")
        game.apply(f"reveal {code}")
        while game.step != "growth":
            game.apply("next")
    return game


def steps(game, count):
    seen = [game.step]
    for _ in range(count):
        if game.owed == "reveal":
            game.apply("reveal " + game.codes()[0])
        game.apply("next")
        seen.append(game.step)
    return seen


def slots(game):
    return {name: value for name, value in game.state()["invaders"].items() if value and name != "deck"}


# --- the state


def test_the_state_has_what_the_record_says_and_nothing_else():
    state = Game.replay([setup("adversary=england:4", events="yes")]).state()
    assert state == {
        "mode": "spirit-island",
        "turn": 1,
        "step": "setup",
        "players": ["Ann", "Bo"],
        "spirits": ["thunderspeaker", "oceans-hungry-grasp"],
        "boards": ["A", "D"],
        "adversary": "england:4",
        "difficulty": 7,
        "terror": 1,
        "fear": {"pool": 8, "generated": 0, "waiting": 0, "earned": 0, "left": [4, 5, 5]},
        "blight": {"card": 5, "side": "healthy", "flipped": []},
        "invaders": {
            "extra": [],
            "ravage": [],
            "build": [],
            "explore": [],
            "discard": [],
            "deck": "111-2222-33333",
        },
        "tally": 0,
        "lands": {},
        "owed": "reveal",
        "result": None,
        "why": None,
        "score": None,
    }


def test_the_first_card_explores_and_lies_in_build():
    game = played()
    assert (game.step, game.turn, game.owed) == ("growth", 1, None)
    assert slots(game) == {"build": ["1J"]} and game.deck == "11-2222-33333"


# --- steps


def test_the_invaders_ravage_then_build_then_explore_after_the_fast_powers_and_before_the_slow():
    game = go_on(played(), "1M")
    assert game.coming() == ["fast", "ravage", "build", "explore", "slow", "time"]
    assert steps(game, 6) == ["growth", "fast", "ravage", "build", "explore", "slow", "time"]


def test_steps_without_anything_to_do_are_passed_over():
    assert steps(played(), 6) == ["growth", "fast", "build", "explore", "slow", "time", "growth"]


def test_events_come_from_the_second_turn_on():
    assert "event" not in steps(played(events="yes"), 5)
    assert steps(go_on(played(events="yes"), "1M"), 3) == ["growth", "fast", "event", "ravage"]


def test_a_blighted_island_has_a_step_of_its_own_and_a_healthy_one_has_none():
    assert steps(played("blight 5", "flip memory-fades"), 2) == ["growth", "fast", "blighted"]
    assert steps(played("blight 5", "flip strong-earth-shatters"), 2) == ["growth", "fast", "build"]


def test_fear_cards_have_a_step_while_some_wait_and_it_is_not_left_before():
    game = played("fear 17", "next", "next")
    assert (game.step, game.fear_cards_waiting) == ("fear", 2)
    game.apply("card")
    assert game.why_not("next") == "There are fear cards to resolve first."
    game.apply("fear 8")
    game.apply("card")
    assert game.fear_cards_waiting == 1, "what is earned meanwhile joins this phase"
    game.apply("card")
    game.apply("next")
    assert game.step == "build" and game.why_not("card") == "There is no fear card to resolve now."


def test_an_extra_step_is_listed_beside_the_step_until_that_is_done():
    game = played("extra ravage S", "extra build M", "next", "next")
    assert (game.step, game.ravage, game.build) == ("ravage", ["S"], ["1J", "M"])
    game.apply("next")
    assert (game.step, game.ravage) == ("build", [])
    game.apply("next")
    assert (game.step, game.build) == ("explore", ["1J"])
    game.apply("extra ravage W")
    game.apply("reveal 1S")
    game.apply("next")
    assert slots(game) == {"ravage": ["1J", "W"], "build": ["1S"]}


# --- the invader cards


def test_cards_slide_from_explore_to_build_to_ravage_to_the_discard():
    game = go_on(played(), "1M", "1S")
    assert slots(game) == {"discard": ["1J"], "ravage": ["1M"], "build": ["1S"]}
    assert game.deck == "2222-33333" and game.turn == 3


def test_explore_is_not_left_before_its_card_and_takes_one():
    game = played("next", "next", "next")
    assert (game.step, game.owed) == ("explore", "reveal")
    assert game.why_not("next") == "The invader card comes first: which one is it?"
    game.apply("reveal 1W")
    assert game.why_not("reveal 1M") == "No invader card is revealed now."


@pytest.mark.parametrize("code", ["2J", "3JM", "2L", "reminder"])
def test_a_card_that_cannot_come_next_is_refused(code):
    game = played("next", "next", "next")
    assert "The next card of the deck can't be" in game.why_not(f"reveal {code}")


def test_an_accelerated_card_goes_to_the_discard_and_comes_no_more():
    game = played("accelerate 1W")
    assert slots(game) == {"build": ["1J"], "discard": ["1W"]} and game.deck == "1-2222-33333"
    assert "The next card of the deck can't be" in game.why_not("accelerate 1W")
    assert game.codes() == ["1M", "1S"]


def test_an_empty_deck_loses_when_a_card_is_owed_from_it():
    game = played()
    while game.deck:
        game.apply(next(game.legal_actions("accelerate")))
    assert game.result is None and game.why_not("accelerate 3JM") == "The invader deck has no cards left."
    for _ in range(3):
        game.apply("next")
    assert (game.step, game.result, game.why) == ("explore", "lost", "deck")


def test_the_coastal_card_of_scotland_is_known_and_comes_by_itself():
    game = go_on(played(adversary="adversary=scotland:2"), "1M", "2J", "2S", "1W")
    assert game.deck == "C2-33333"
    while game.step != "explore":
        assert game.follows() is None
        game.apply("next")
    assert game.follows() == "reveal 2C" and "can't be" in game.why_not("reveal 2W")
    game.apply("reveal 2C")
    assert "2C" not in game.codes()


def test_before_scotlands_coastal_card_only_terrains_come():
    game = go_on(played(adversary="adversary=scotland:2"), "1M")
    assert game.deck.startswith("22-1") and game.codes() == ["2J", "2M", "2S", "2W"]


def test_the_salt_card_takes_the_place_of_the_coastal_card():
    game = go_on(played(adversary="adversary=habsburg-mining:4"), "1M", "1S", "2J", "2L")
    assert game.codes() == ["2M", "2S", "2W"]


LIVESTOCK = "adversary=habsburg-livestock:5"


def test_a_reminder_card_comes_before_the_numbered_one_that_is_owed_still():
    game = go_on(played(adversary=LIVESTOCK), "1M", "2J", "2S", "2M")
    assert game.deck == "R-2-33333"
    while game.step != "explore":
        game.apply("next")
    assert (game.owed, game.follows()) == ("reveal", "reveal reminder")
    assert game.why_not("reveal 2W") == "The reminder card comes first."
    game.apply("reveal reminder")
    assert (game.owed, game.deck, game.explore) == ("reveal", "2-33333", [])
    game.apply("reveal 2C")
    assert game.owed is None


def test_accelerating_goes_past_a_reminder_card_which_comes_after_it():
    game = go_on(played(adversary=LIVESTOCK), "1M", "2J", "2S", "2M")
    game.apply("accelerate 2C")
    game.apply("accelerate 3JM")
    assert (game.deck, game.step, game.owed) == ("R-3333", "growth", "reveal")
    assert game.why_not("next") and game.codes() == ["reminder"]
    game.apply("reveal reminder")
    assert (game.owed, game.deck) == (None, "3333")


def test_sweden_accelerates_once_at_setup():
    game = played(adversary="adversary=sweden:4")
    assert (game.step, game.owed) == ("growth", "accelerate")
    assert "the lowest stage goes to the discard" in game.why_not("next")
    game.apply("fear 1")
    game.apply("accelerate 1M")
    assert game.owed is None and slots(game) == {"build": ["1J"], "discard": ["1M"]}
    assert played(adversary="adversary=sweden:3").owed is None
    assert played(adversary="adversary=prussia:1 second=sweden:4").owed == "accelerate"


def test_englands_slot_takes_the_ravage_card_for_a_build_before_the_next_ravage():
    game = go_on(played(adversary="adversary=england:4"), "1M", "1S")
    assert slots(game) == {"extra": ["1J"], "ravage": ["1M"], "build": ["1S"]}
    assert steps(game, 3) == ["growth", "fast", "extra", "ravage"]
    go_on(game, "2J", "2M", "2S", "2W")
    assert slots(game)["extra"] == ["2M"] and slots(game)["discard"] == ["1J", "1M", "1S", "2J"]


def test_at_level_3_the_slot_ends_when_a_stage_2_card_would_slide_onto_it():
    game = go_on(played(adversary="adversary=england:3"), "1M", "1S", "2J", "2M")
    assert slots(game) == {"discard": ["1J", "1M"], "extra": ["1S"], "ravage": ["2J"], "build": ["2M"]}
    go_on(game, "2S")
    assert slots(game) == {"discard": ["1J", "1M", "1S", "2J"], "ravage": ["2M"], "build": ["2S"]}
    go_on(game, "2W", "3JM", "3JS", "3JW", "3MS")
    assert game.extra == []


# --- cards among the fear cards, and Fortification

RUSSIA = "adversary=russia:5"


def test_a_card_among_the_fear_cards_goes_to_build_and_moves_on_without_exploring():
    game = played("next", "next", "entrench 2S", adversary=RUSSIA)
    assert (game.step, game.build, game.explore) == ("build", ["1J", "2S"], [])
    game = go_on(game, "1M")
    assert slots(game)["ravage"] == ["1J", "2S"] and slots(game)["build"] == ["1M"]
    # its space in the deck stays, but it comes no more
    assert game.deck == "1-2-3-2-3-2-3-2-33" and "2S" not in game._numbered()
    go_on(game, "1S")
    assert game.codes() == ["2J", "2M", "2W", "2C"]


def test_a_card_that_comes_after_the_build_does_not_build_and_moves_on_all_the_same():
    game = played("next", "next", "next", "reveal 1M", "entrench 3JM", adversary=RUSSIA)
    assert game.step == "explore" and game.build == ["1J", "3JM"]
    game.apply("next")
    assert slots(game) == {"ravage": ["1J", "3JM"], "build": ["1M"]}


@pytest.mark.parametrize(
    ("events", "adversary", "text", "sentence"),
    [
        ([], "adversary=russia:4", "entrench 2J", "that is a rule of Russia"),
        ([], RUSSIA, "entrench 1M", "Among the fear cards"),
        (["entrench 2J"], RUSSIA, "entrench 2M", "Among the fear cards"),
        ([], RUSSIA, "entrench 4J", "'entrench' takes"),
        ([], RUSSIA, "fortify S", "when the invader cards have advanced"),
        ([], RUSSIA, "fortify C", "'fortify' takes"),
        ([], RUSSIA, "fortify JM", "'fortify' takes"),
    ],
)
def test_what_is_no_card_of_the_fear_deck_and_no_fortification(events, adversary, text, sentence):
    assert sentence in played(*events, adversary=adversary).why_not(text)


def test_fortification_builds_where_no_card_lies_once_the_cards_have_advanced():
    game = go_on(played(adversary="adversary=england:4"), "1M", "1S")
    while game.step != "explore":
        assert game.why_not("fortify W")
        game.apply("next")
    game.apply("reveal 2W")
    game.apply("next")
    # mountain has left for England's slot, jungle for the discard
    assert slots(game)["extra"] == ["1M"] and slots(game)["discard"] == ["1J"]
    assert list(game.legal_actions("fortify")) == ["fortify J"]
    before = slots(game)
    game.apply("fortify J")
    assert slots(game) == before and game.fortified == ["J"]
    assert "it can't be J" in game.why_not("fortify J")
    game.apply("next")
    assert game.fortified == [] and list(game.legal_actions("fortify")) == ["fortify J"]


# --- losing by the adversary


def test_the_counter_of_habsburg_warns_at_the_players_and_asks_above():
    game = played("tally 2", adversary="adversary=habsburg-livestock:0")
    assert "warning-tally" in reminders(game) and game.asks is None
    # where no Ravage is at stake, it leaves the room to the rules of the step
    assert "warning-tally" not in reminders(game, step="explore")
    game.apply("tally 1")
    assert game.asks == "lost" and "warning-tally" not in reminders(game) and game.may("next")
    game.played_on = 3
    assert game.asks is None
    game.apply("tally 1")
    assert game.asks == "lost"
    game.apply("lost adversary")
    assert game.asks is None and game.why == "adversary"
    assert played("tally 9", adversary="adversary=russia:1").asks is None


def test_france_is_reminded_of_when_its_panel_is_full():
    game = played("tally 5", adversary="adversary=france:5")
    assert "warning-panel" not in reminders(game)
    game.apply("tally 1")
    assert reminders(game)[0] == "warning-panel"
    assert "warning-panel" not in reminders(played("tally 6", adversary="adversary=russia:5"))


def test_more_blight_returned_than_taken_off_is_a_warning_and_no_refusal():
    game = played("blight 2", "heal 2")
    assert reminders(game) == []
    game.apply("heal 1")
    assert reminders(game) == ["warning-heal"] and game.blight_on_card == 6
    game.apply("next")
    assert reminders(game) == []
    # what an empty card owed counts as taken from the next one
    assert reminders(played("blight 7", "flip memory-fades", "heal 7")) == []


# --- fear


def test_each_full_pool_earns_a_card_and_the_rest_counts_on():
    game = played("fear 7")
    assert (game.fear_cards_earned, game.fear_cards_waiting, game.fear_generated) == (0, 0, 7)
    game.apply("fear 18")
    assert (game.fear_cards_earned, game.fear_cards_waiting, game.fear_generated) == (3, 3, 1)


def test_the_last_card_of_a_stage_raises_the_terror_level_at_once():
    game = played("fear 16")
    assert (game.terror, game.fear_cards_left) == (1, [1, 3, 3])
    game.apply("fear 8")
    assert (game.terror, game.fear_cards_left) == (2, [0, 3, 3])
    game.apply("fear 47")
    assert (game.terror, game.fear_cards_left, game.result) == (3, [0, 0, 1], None)
    game.apply("fear 9")
    assert (game.terror, game.fear_cards_left, game.result, game.why) == (3, [0, 0, 0], "won", "fear")


def test_markers_added_to_the_pool_make_every_later_card_dearer():
    game = played("fear 3", "pool 2", "fear 6")
    assert (game.fear_cards_earned, game.fear_generated) == (0, 9)
    game.apply("fear 1")
    assert (game.fear_cards_earned, game.fear_generated, game.fear_pool) == (1, 0, 10)
    game.apply("fear 9")
    assert game.fear_cards_earned == 1


def test_england_6_adds_a_marker_for_each_player():
    assert played(adversary="adversary=england:6").fear_pool == 10
    assert played(adversary="adversary=prussia:0 second=england:6").fear_pool == 10
    assert played(adversary="adversary=england:5").fear_pool == 8


# --- blight


def test_the_card_turns_when_the_last_blight_leaves_and_nothing_else_happens_before():
    game = played("blight 5")
    assert (game.blight_on_card, game.owed) == (0, "flip")
    for text in ("fear 1", "next", "blight 1", "heal 1", "accelerate 1M", "won", "sacrifice"):
        assert game.why_not(text) == "The blight card flips first: which one is it?"
    assert game.may("abandon")
    game.apply("flip downward-spiral")
    assert (game.blight_on_card, game.side, game.flipped) == (10, "blighted", ["downward-spiral"])


def test_blight_that_the_card_lacked_comes_from_its_back():
    assert played("blight 4", "blight 3", "flip memory-fades").blight_on_card == 6


def test_a_card_that_is_still_healthy_lets_the_next_one_turn():
    game = played("blight 5", "flip thriving-crops")
    assert (game.blight_on_card, game.side) == (4, "healthy")
    game.apply("blight 5 D2")
    assert game.owed == "flip" and "flipped already" in game.why_not("flip thriving-crops")
    game.apply("flip border-of-life-and-death")
    assert (game.blight_on_card, game.side, game.owed) == (1, "healthy", None)
    game.apply("blight 3")
    game.apply("flip tipping-point")
    assert (game.blight_on_card, game.side) == (8, "blighted")
    assert game.flipped == ["thriving-crops", "border-of-life-and-death", "tipping-point"]


def test_more_blight_than_two_cards_hold_turns_both():
    game = played("blight 9", "flip border-of-life-and-death")
    assert (game.blight_on_card, game.owed) == (0, "flip")
    game.apply("flip memory-fades")
    assert game.blight_on_card == 6


def test_the_last_blight_of_a_blighted_card_or_of_the_pool_loses():
    game = played("blight 5", "flip shattered-fragments", "blight 3")
    assert (game.blight_on_card, game.result) == (1, None)
    game.apply("blight 2")
    assert (game.blight_on_card, game.result, game.why) == (0, "lost", "blight")
    game = played("blight 10", blight="none")
    assert (game.blight_on_card, game.side, game.result) == (1, "none", None)
    game.apply("blight 1")
    assert (game.result, game.why) == ("lost", "blight")


def test_blight_goes_back_to_the_card():
    assert played("blight 3 A4", "heal 2 D8", "heal 1").blight_on_card == 5


def test_a_card_without_a_name_is_its_number():
    game = played("blight 5", "flip 3")
    assert (game.blight_on_card, game.side, game.flipped) == (6, "blighted", ["3"])


# --- ends and scores


def test_what_only_the_table_sees():
    assert (played("won").result, played("won").why) == ("won", "terror")
    for why in ("presence", "adversary", "scenario"):
        game = played(f"lost {why}", adversary="adversary=england:0 scenario=the-great-river")
        assert (game.result, game.why) == ("lost", why)
    # what the panels print: those of Prussia and Sweden have no loss condition
    none = "No adversary in this game has a loss condition of its own."
    insurrection = "scenario=dahan-insurrection"  # its own loss is not an adversary's
    second = "adversary=prussia:1 second=sweden:1"
    for adversary in ("", "adversary=prussia:1", "adversary=sweden:1", second, insurrection):
        assert played(adversary=adversary).why_not("lost adversary") == none
    for id in ("england", "france", "habsburg-livestock", "habsburg-mining", "russia", "scotland"):
        assert played(adversary=f"adversary={id}:0").may("lost adversary"), id
    assert played(adversary="adversary=sweden:1 second=france:1").may("lost adversary")
    assert played().why_not("lost scenario") == "There is no scenario in this game."


def test_nothing_comes_before_the_setup():
    for event in ("next", "abandon", "fear 1"):
        assert Game().why_not(event) == "A game has one setup, as its first event."


def test_a_sacrifice_may_follow_an_end_that_came_by_itself():
    assert (played("sacrifice").result, played("sacrifice").why) == ("sacrifice", None)
    game = played("blight 11", "sacrifice", blight="none")
    assert (game.result, game.why) == ("sacrifice", "blight")
    assert not game.may("sacrifice") and not played("won").may("sacrifice")
    assert not played("lost presence").may("sacrifice")


def test_an_abandoned_game_has_no_score():
    game = played("abandon")
    assert (game.result, game.why, game.score) == ("abandoned", None, None)
    assert game.why_not("count dahan=1 blight=1") == "The game is over."


def test_the_score_of_a_victory():
    """Difficulty 7: 35 and 10; 9 cards left: 18; 15 dahan: 7; 5 blight: -2."""
    game = go_on(played(adversary="adversary=england:4"), "1M", "1S")
    game.apply("won")
    assert game.score is None
    game.apply("count dahan=15 blight=5")
    assert score_parts(game) == [
        ("difficulty", 35),
        ("victory", 10),
        ("deck", 18),
        ("dahan", 7),
        ("blight", -2),
    ]
    assert game.score == 68
    assert game.why_not("count dahan=1 blight=1") == "Dahan and blight have been counted already."


def test_the_score_of_a_defeat():
    """Difficulty 1 and Dahan Insurrection's 4: 10; 2 of 9 cards gone; 3 dahan and 9 blight alone."""
    start = "setup spirit-island players=Ann spirits=thunderspeaker boards=C adversary=prussia:5"
    events = [f"{start} scenario=dahan-insurrection blight=card events=no", "reveal 1M", "accelerate 2S"]
    game = Game.replay([*events, "lost presence", "count dahan=3 blight=9"])
    assert game.difficulty == 13
    assert game.score == 26 + 2 + 3 - 9


def test_a_sacrifice_scores_as_a_victory():
    assert played("sacrifice", "count dahan=0 blight=0").score == 10 + 22


def test_a_reminder_card_is_no_card_of_the_score():
    """Difficulty 9, 10 numbered cards left."""
    assert played("won", "count dahan=0 blight=0", adversary=LIVESTOCK).score == 45 + 10 + 20


def test_two_adversaries_count_the_higher_and_half_the_lower():
    game = played("won", "count dahan=0 blight=1", adversary="adversary=sweden:2 second=england:4")
    assert game.difficulty == 8.5 and game.fear_cards_left == [4, 6, 5]
    assert game.score == 42 + 10 + 22


def test_the_thematic_map_is_harder():
    start = "setup spirit-island players=Ann spirits=thunderspeaker boards=thematic"
    assert Game.replay([f"{start} blight=card events=no"]).difficulty == 3
    assert Game.replay([f"{start}-tokens blight=card events=no"]).difficulty == 1


# --- the counter


def test_only_an_adversary_with_a_counter_has_one():
    game = played("tally 2", "tally -1", adversary="adversary=russia:1")
    assert game.tally == 1 and game.why_not("tally -2") == "The counter can't go below zero."
    for adversary in ("", "adversary=england:6", "adversary=france:4"):
        assert played(adversary=adversary).why_not("tally 1").startswith("There is no counter")
    for adversary in ("adversary=france:5", "adversary=england:1 second=habsburg-livestock:0"):
        assert played("tally 1", adversary=adversary).tally == 1


# --- the lands of a step


@pytest.mark.parametrize(
    ("boards", "code", "lands"),
    [
        (["A", "D"], "2J", "A3 A8 D2 D6"),
        (["D", "A"], "1W", "D1 D3 A2 A5"),
        (["B"], "3SW", "B1 B3 B5 B6"),
        (["E", "H"], "2C", "E1 E2 E3 H1 H2 H3"),
        (["G"], "M", "G1 G8"),
        (["F"], "2L", ""),
        (["thematic", "thematic"], "2J", ""),
    ],
)
def test_the_lands_that_match_a_card(boards, code, lands):
    assert matching_lands(boards, code) == lands.split()


# --- what is refused


REFUSED = {
    "'reveal' takes": "reveal 4J|reveal 2X|reveal|reveal 1J 1M",
    "'accelerate' takes": "accelerate reminder",
    "'next' takes nothing": "next step",
    "1 to 99": "fear 0|fear 100|fear 05|pool x",
    "-1 to -99": "fear -100",
    "plain ASCII": "fear ５",
    "such as 'blight 1 A4'": "blight 1 A9|blight A4",
    "B4 is not a land on the boards in play.": "blight 1 B4",
    "such as 'heal 1 A4'": "heal 1 a4",
    "'flip' takes": "flip downward|flip 6",
    "when the last blight has left it": "flip memory-fades",
    "ravage, build or explore": "extra slow J|extra ravage JM",
    "'tally' takes": "tally 0|tally +1",
    "'lost' takes": "lost blight|lost",
    "when the game is over": "count dahan=1 blight=1",
    "'count' takes": "count blight=1 dahan=1|count eahan=1 blight=1",
    "fear card": "card",
    "'X2' is neither pieces": "land A8 X2",
    "A8 has not been entered yet": "ravage A8",
    "No action is under way.": "done",
    "'fear' takes": "fear  1",
    "'sing' is not an event.": "sing",
    "A game has one setup": setup(),
}


@pytest.mark.parametrize(
    ("sentence", "text"), [(key, each) for key, texts in REFUSED.items() for each in texts.split("|")]
)
def test_what_is_refused(text, sentence):
    game = played()
    before = game.position()
    assert sentence in game.why_not(text)
    assert game.position() == before


REST = "blight=card events=no"
ONE = "players=Ann spirits=thunderspeaker boards=A"


TWO = "players=Ann,Bo spirits=thunderspeaker,hearth-vigil"
NO_SETUPS = {
    "The setup reads": [
        *("", ONE, f"{REST} {ONE}", f"boards=A players=Ann spirits=thunderspeaker {REST}", f"{ONE}  {REST}"),
        *(f"{ONE} {REST} doom=2", f"{ONE} {REST} {REST}", f"{ONE} scenario=blitz adversary=england:1 {REST}"),
    ],
    "At most 6": [f"players=A,B,C,D,E,F,G spirits=thunderspeaker boards=A {REST}"],
    "'A' is there twice": [f"players=A,A spirits=thunderspeaker boards=A {REST}"],
    "can't be a name": [f"players= spirits=thunderspeaker boards=A {REST}"],
    "one spirit": [f"players=Ann,Bo spirits=thunderspeaker boards=A,B {REST}"],
    "twice": [
        f"players=Ann,Bo spirits=thunderspeaker,thunderspeaker boards=A,B {REST}",
        f"{TWO} boards=A,A {REST}",
    ],
    "'Thunderspeaker' is not a spirit": [f"players=Ann spirits=Thunderspeaker boards=A {REST}"],
    "one board": [f"players=Ann spirits=thunderspeaker boards=A,B {REST}"],
    "'I' is not a board": [f"players=Ann spirits=thunderspeaker boards=I {REST}"],
    "thematic": [f"{TWO} boards=A,thematic {REST}", f"{TWO} boards=thematic,A {REST}"],
    "not an adversary with a level": [
        *(
            f"{ONE} adversary={name} {REST}"
            for name in ("england", "england:7", "england|England:1", "", "rome:1")
        ),
        f"{ONE} second=rome:1 {REST}",
    ],
    "have to be different": [f"{ONE} adversary=england:1 second=england:2 {REST}"],
    "needs a first one": [f"{ONE} second=england:2 {REST}"],
    "'chess' is not a scenario": [f"{ONE} scenario=chess {REST}"],
    "'' is not a scenario": [f"{ONE} scenario= {REST}"],
    "'blight='": [f"{ONE} blight=no events=no"],
    "'events='": [f"{ONE} blight=none events=maybe"],
    "at most 400 bytes": [f"players={'Ö' * 12} spirits=thunderspeaker boards={'A' * 400} {REST}"],
}


@pytest.mark.parametrize(
    ("sentence", "words"), [(key, each) for key, texts in NO_SETUPS.items() for each in texts]
)
def test_what_is_no_setup(words, sentence):
    with pytest.raises(RuleError) as refused:
        Game.replay([f"setup spirit-island {words}".rstrip()])
    assert sentence in str(refused.value)


def test_a_setup_may_be_as_long_as_a_line_of_it():
    spirits = "serpent-slumbering-beneath-the-island,grinning-trickster-stirs-up-trouble,thunderspeaker"
    spirits += ",breath-of-darkness-down-your-spine,bringer-of-dreams-and-nightmares,oceans-hungry-grasp"
    text = f"setup spirit-island players=Ann,Bartholomew,Cy,Di,Ed,Flo spirits={spirits} boards=A,B,C,D,E,F"
    text += " adversary=habsburg-livestock:6 second=habsburg-mining:6 blight=card events=yes"
    assert 280 < len(text) <= MAX_SETUP
    assert Game.replay([text]).events == [text]


# --- boards and spirits beyond the usual

WIDE = "setup spirit-island players=Ann,Bo spirits=hearth-vigil,tactician boards=A,D{} blight=card events=no"


def test_an_extra_board_has_its_blight_its_fear_and_its_lands_and_is_harder():
    game = Game.replay([WIDE.format(" extra=G adversary=england:2"), "reveal 1J"])
    # 4 against England 2, and for the board a third of that, rounded down, and 2
    assert game.difficulty == 4 + 4 // 3 + 2 and game.boards == ["A", "D", "G"]
    assert game.blight_on_card == 2 * 3 + 1 and game.fear_pool == 5 * 2
    for text in ("land G5 T1 blight=1", "blight 2 G4", "blight 5", "flip memory-fades"):
        game.apply(text)
    # four a board, not a player
    assert game.blight_on_card == 4 * 3
    alone = Game.replay([WIDE.format(" extra=G").replace("blight=card", "blight=none")])
    assert alone.blight_on_card == 5 * 3 + 1 and alone.difficulty == 2


def test_an_extra_board_of_the_thematic_map_counts_half():
    setup = WIDE.format(" extra=thematic adversary=england:2").replace(
        "boards=A,D", "boards=thematic,thematic"
    )
    # 4 and 3 for the map, then half of 2 + 2
    assert Game.replay([setup]).difficulty == 4 + 3 + (7 // 3 + 2) / 2


@pytest.mark.parametrize(
    ("more", "key"),
    [
        (" extra=D", "board-twice"),
        (" extra=Z", "board"),
        (" extra=thematic", "thematic"),
        (" archipelago=no", "archipelago-key"),
        (" archipelago=yes extra=G", "setup-form"),
    ],
)
def test_what_no_map_has_is_refused(more, key):
    with pytest.raises(Refusal) as refused:
        Game.replay([WIDE.format(more)])
    assert refused.value.args[0] == key


def test_in_an_archipelago_blight_stays_on_its_board():
    for more, other in (("", True), (" archipelago=yes", False)):
        game = Game.replay([WIDE.format(more), "reveal 1J", "land A8 T1 blight=1", "land D1", "land A7"])
        assert game.may("ravage A8 cascade=D1") is other
        game.apply("ravage A8 cascade=?")
        assert ("cascade -" in list(game.legal_actions("cascade"))) is other
        assert game.may("cascade D1") is other and game.may("cascade A7")


def test_an_aspect_stands_for_its_spirit_which_nobody_else_can_have():
    assert Game.replay([WIDE.format("")]).spirits == ["hearth-vigil", "tactician"]
    for pair in ("warrior,tactician", "thunderspeaker,warrior"):
        with pytest.raises(Refusal, match="twice"):
            Game.replay([WIDE.format("").replace("hearth-vigil,tactician", pair)])


def test_second_wave_is_set_up_by_a_list_and_its_difficulty_is_what_the_players_say():
    for scenario, difficulty in (("second-wave", 4), ("second-wave-plus", 5), ("second-wave-minus", 3)):
        game = Game.replay([WIDE.format(f" adversary=england:2 scenario={scenario}")])
        assert game.difficulty == difficulty
        assert [id for id in reminders(game) if id.startswith("second-wave")] == [
            *(f"second-wave-{line}" for line in range(1, 11)),
            "second-wave-not-kept",
        ]
        game.apply("reveal 1J")
        assert not [id for id in reminders(game) if id.startswith("second-wave")]


def test_the_event_of_turn_one_is_discarded_in_its_place():
    game = Game.replay([WIDE.format("").replace("events=no", "events=yes"), "reveal 1J", "next"])
    assert (game.turn, game.step, reminders(game)) == (1, "fast", ["event-first"])
    while game.turn == 1:
        game.apply("reveal 1S" if game.owed else "next")
        assert reminders(game) == []
    assert game.step == "growth" and game.may("next")


def test_a_number_has_two_digits_at_most():
    assert played("fear 99").fear_cards_earned == 9 and played("pool 99").fear_pool == 8 + 99


def test_a_fear_card_is_resolved_in_its_step_and_while_one_waits():
    game = played("fear 8")
    assert game.step == "growth" and game.fear_cards_waiting == 1 and not game.may("card")
    game.apply("next")
    game.apply("next")
    assert game.step == "fear"
    game.apply("card")
    assert game.step == "fear" and not game.may("card")


def test_everything_that_is_legal_is_listed():
    game = Game.replay([ALONE, "reveal 1J"])
    others = [f"accelerate 1{terrain}" for terrain in "MSW"]
    counters = ["fear 1", "pool 1", "blight 1", "heal 1"]
    assert [
        each for verb in ("fear", "pool", "blight", "heal") for each in game.legal_actions(verb)
    ] == counters
    assert list(game.legal_actions("accelerate")) == others and list(game.legal_actions("next")) == ["next"]
    assert list(game.legal_actions("won")) == ["won"] and list(game.legal_actions("card")) == []
    # above the reminder card lie two cards of stage I and three of stage II
    game = go_on(played(adversary="adversary=habsburg-livestock:5"), "1M", "2J", "2M", "2S")
    while game.step != "explore":
        game.apply("next")
    assert list(game.legal_actions("reveal")) == ["reveal reminder"]


def test_a_blighted_island_whose_card_acted_at_once_goes_on_by_itself():
    start = [ALONE, "reveal 1J", "blight 3"]
    for card, follows in (("tipping-point", "next"), ("memory-fades", None)):
        game = Game.replay([*start, f"flip {card}", "next", "next"])
        assert (game.step, game.follows()) == ("blighted", follows)
        assert Game.replay([*game.events, "abandon"]).follows() is None
