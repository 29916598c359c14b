"""Spirit Island where a card says otherwise: what each line comes to, and what is impossible."""

import random

import pytest
from rules.spirit_island_games import random_setup, walk

from shared_rules.errors import RuleError
from shared_rules.spirit_island import Game
from shared_rules.spirit_island.components import CARD_VERBS, deck_cards, deck_text, single_cards, stage_of
from shared_rules.spirit_island.game import STEPS
from shared_rules.spirit_island.reminders import entrench_due, reminders

TWO = "setup spirit-island players=Ann,Bo spirits=thunderspeaker,river-surges-in-sunlight boards=A,B"
END = " blight=card events=no"
TURN_1 = ["reveal 1J", "next", "next", "next", "reveal 1M", *["next"] * 3]
TURN_2 = [*TURN_1, *["next"] * 4, "reveal 1S", *["next"] * 3]
"""Then 1J has left for the discard, 1M lies in Ravage and 1S in Build."""


def played(*lines, setup="", start=TWO):
    """A game after these lines; lines may be joined by commas."""
    events = [event for line in lines for event in line.split(", ")]
    return Game.replay([start + setup + END, *events])


def to(game, step):
    while game.step != step:
        game.apply("next")
    return game


def board(game):
    """The invader board in the form of `board`, with what still holds, without what is empty."""
    return {name: found for name, found in game.state()["invaders"].items() if found}


# --- what each line comes to: (lines, what the board then has)

COMES_TO = {
    "skip explore": ("growth", "skip explore", {"skipped": ["explore"]}),
    "skip a card of two": ("growth", "insert 2J build, skip build", {"skipped": ["1S"]}),
    "skip the named one": ("growth", "insert 2J build, skip build 2J", {"skipped": ["2J"]}),
    "again": ("growth", "again explore, again build 1S", {"again": ["explore", "build 1S"]}),
    "as": ("growth", "as ravage build", {"as": ["ravage build"]}),
    "hold": ("growth", "hold 1S", {"held": ["1S"]}),
    "pin, unpin": ("growth", "pin 1S, pin 1M, unpin 1M", {"pinned": ["1S"]}),
    "top from the discard": ("growth", "top 1J", {"discard": None, "deck": "[1J]-2222-33333"}),
    "top from a slot": ("growth", "top 1S", {"build": None, "deck": "[1S]-2222-33333"}),
    "bottom": ("growth", "top 1J, bottom 1J", {"discard": None, "deck": "2222-33333-[1J]"}),
    "drop a face": ("growth", "drop 1S", {"build": None, "discard": ["1J", "1S"]}),
    "drop a face of the deck": ("growth", "drop 2S box", {"box": ["2S"], "deck": "222-33333"}),
    "drop a stage": (
        "growth",
        "drop 2, drop 3 box",
        {"discard": ["1J", "2"], "box": ["3"], "deck": "222-3333"},
    ),
    "drop the top": ("growth", "drop top, drop top box", {"discard": ["1J", "2"], "deck": "22-33333"}),
    "drop the top, known": ("growth", "top 1M, drop top", {"ravage": None, "discard": ["1J", "1M"]}),
    "insert": ("growth", "insert 2J ravage", {"ravage": ["1M", "2J"], "deck": "222-33333"}),
    "insert from the discard": ("growth", "insert 1J explore", {"explore": ["1J"], "discard": None}),
    "shuffle": ("growth", "top 1J, shuffle 2", {"deck": "([1J]2)222-33333"}),
    "board": (
        "growth",
        "board ravage=2J,1S build= explore=1W extra= discard=1J deck=-22-3333",
        {"ravage": ["2J", "1S"], "build": None, "explore": ["1W"], "discard": ["1J"], "deck": "22-3333"},
    ),
    "board with a box": ("growth", "board box=2J", {"box": ["2J"], "deck": "222-33333"}),
    "board takes from a slot": ("growth", "board build=1M", {"ravage": None, "build": ["1M"]}),
    "board takes from the deck": (
        "growth",
        "board build=1S,2J",
        {"build": ["1S", "2J"], "deck": "222-33333"},
    ),
    "a card typed wrongly": ("growth", "board build=1W", {"build": ["1W"], "deck": "2222-33333"}),
    "board with a known card": ("growth", "board deck=[1J]-2-3333", {"discard": None, "deck": "[1J]-2-3333"}),
}


@pytest.mark.parametrize("name", COMES_TO)
def test_a_line_changes_the_board_and_is_taken_back(name):
    step, lines, changed = COMES_TO[name]
    game = to(played(*TURN_2), step)
    before, count = (game.position(), board(game)), len(game.events)
    for line in lines.split(", "):
        # the card that said so is kept, but for `board`
        game.apply(line if line.startswith("board") else line + " by=rising-interest-in-the-island")
    now = board(game)
    assert {key: now.get(key) for key in changed} == changed
    # each card of a stage is somewhere, as before
    if not name.startswith("board"):
        assert _cards(now) == _cards(before[1])
    assert Game.replay(game.events).position() == game.position()
    game.back_to(count)
    assert (game.position(), board(game)) == before


def _cards(there):
    deck = [stage_of(card) for card in single_cards(deck_cards(there.get("deck", "")))]
    piles = [
        code[0] for pile in "extra ravage build explore discard box".split() for code in there.get(pile, [])
    ]
    return sorted(deck + [code for code in piles if code in "123"])


IMPOSSIBLE = (
    # each on the board after TURN_2
    "insert 1S ravage, top 3JM, bottom 2J, hold 2J, pin 1J, unpin 1M, skip build 2J, skip build 1M, "
    "again ravage 3JM, drop 1, drop 1J, drop 1W, board ravage=1S build=1S, "
    "board deck=[1S]-22-33333 build=1S, board deck=[4S], board deck=(12, board deck=[, "
    "board deck=[1J, by=quarantine, board ravage=1J,, board build=2C deck=22-C-33333, board, "
    "board build=1S by=quarantine, shuffle 1, shuffle 99, earned -1, fear-deck -10, terror 2, "
    "won scenario, boards A,A, boards A,Z, as ravage ravage, again explore 1S, again build, "
    "note lunch quarantine, note fear Quarantine, skip explore by=, next by=quarantine, "
    "reveal 1S"
)


@pytest.mark.parametrize("line", IMPOSSIBLE.split(", "))
def test_what_is_impossible_is_refused_in_a_sentence(line):
    game = to(played(*TURN_2), "explore" if line.startswith("reveal") else "fast")
    before = game.position()
    with pytest.raises(RuleError) as error:
        game.apply(line)
    assert str(error.value).endswith(".") and game.position() == before


def test_nothing_is_said_before_the_first_card_and_all_of_it_after():
    game = played()
    for line in ("skip explore", "fear -1", "extra explore C", "board build=1J", "note fear quarantine"):
        assert not game.may(line)
    game.apply("reveal 1J")
    assert {"skip explore", "skip build", "skip ravage"} <= set(game.legal_actions("skip"))
    assert "'board' reads such as" in game.why_not("board")
    assert game.may("board build=1M") and {verb for verb in CARD_VERBS if list(game.legal_actions(verb))} >= {
        *"skip again as hold pin top drop insert shuffle earned fear-deck card-blight".split()
    }


# --- what happens later


def test_an_explore_that_is_skipped_owes_no_card_and_one_more_is_owed_in_the_next():
    """Explorers are Reluctant, level 2."""
    game = to(played(*TURN_1, "fear 8"), "fear")
    game.apply("card")
    game.apply("skip explore")
    to(game, "explore")
    assert (game.owed, game.follows()) == (None, None) and game.may("next") and game.may("reveal 1S")
    to(game, "growth")
    assert board(game) == {"discard": ["1J"], "ravage": ["1M"], "deck": "1-2222-33333"}
    game.apply("again explore")
    to(game, "explore")
    game.apply("reveal 1S")
    assert game.owed == "reveal" and not game.may("next")
    game.apply("reveal 2W")
    to(game, "growth")
    assert board(game)["build"] == ["1S", "2W"] and "again" not in board(game)


def test_a_card_that_is_held_stays_and_what_is_skipped_waits_for_its_card():
    """Immigration Slows, level 2, skips one card only: a card of the next Build if this Build is over."""
    game = played(*TURN_1, "skip build, hold 1M")
    to(game, "explore").apply("reveal 1S")
    to(game, "growth")
    assert board(game) == {"build": ["1M", "1S"], "discard": ["1J"], "deck": "2222-33333"}
    # nothing lies in Ravage, so this waits
    game.apply("skip ravage")
    to(game, "explore").apply("reveal 2W")
    to(game, "ravage")
    assert board(game)["skipped"] == ["ravage"] and game.ravage == ["1M", "1S"]
    to(game, "build")
    assert "skipped" not in board(game)


def test_what_is_said_after_the_step_is_for_the_next_one():
    game = to(played(*TURN_1), "explore")
    game.apply("reveal 1S")
    for line in ("skip build", "as ravage build", "extra explore C"):
        game.apply(line)
    to(game, "growth")
    assert board(game)["skipped"] == ["build"] and board(game)["as"] == ["ravage build"]
    to(game, "explore")
    assert "skipped" not in board(game) and "as" not in board(game)
    # it was entered before the end of that Explore
    assert game.explore == []
    game.apply("extra explore C")
    assert game.explore == ["C"]
    game.apply("reveal 2W")
    game.apply("next")
    assert game.explore == [] and game.build == ["2W"]


def test_an_extra_explore_leaves_the_flag_of_the_card():
    """The Great River: coastal lands explore after those of the card, whose escalation comes first."""
    game = played("reveal 1J, accelerate 1M, accelerate 1S", setup=" adversary=england:1")
    to(game, "explore").apply("reveal 2J")
    before = reminders(game)
    game.apply("extra explore C")
    assert "england-escalation" in before and reminders(game) == before


def test_a_card_acts_again_without_moving_twice_even_where_no_other_does():
    game = to(played("reveal 1J, again ravage 1J"), "ravage")
    game.apply("next")
    assert game.step == "build" and "again" not in board(game) and game.build == ["1J"]


def test_a_card_that_the_deck_should_not_give_is_asked_about():
    """The Past Returns Again, and a card that nobody reported."""
    game = to(played(*TURN_2), "explore")
    assert not game.may("reveal 1J") and game.may("reveal 1J surely")
    game.apply("reveal 1J surely")
    assert game.explore == ["1J"] and game.discard == [] and game.deck == "2222-33333"
    game.apply("undo")
    game.apply("reveal 3JM surely")
    assert game.deck == "2222-3333"
    game.apply("undo")
    for line in ("drop top", "top 1J"):
        game.apply(line)
    assert (game.deck, game.discard) == ("[1J]-222-33333", ["2"]) and game.follows() == "reveal 1J"
    game.apply("reveal 1J")
    assert board(game)["discard"] == ["2"] and game.deck == "222-33333"
    to(to(game, "growth"), "explore")
    assert game.may("reveal 3JM") and not game.may("reveal 1J")


def test_a_reminder_card_that_nobody_expected_and_one_that_was_passed():
    game = to(played(*TURN_1, setup=" adversary=habsburg-livestock:5"), "explore")
    assert game.deck == "222-R-2-33333" and not game.may("reveal reminder")
    game.apply("reveal reminder surely")
    assert game.deck == "2222-33333" and game.owed == "reveal"


def test_the_last_card_by_elimination_does_not_follow_once_cards_have_moved():
    everything = "reveal 1J, accelerate 1M, accelerate 1S, " + ", ".join(
        f"accelerate 2{each}" for each in "JMSW"
    )
    game = to(
        played(everything + ", accelerate 3JM, accelerate 3JS, accelerate 3JW, accelerate 3MS"), "explore"
    )
    assert len(game.codes()) == 2 and game.follows() is None
    game.apply("drop 3MW")
    assert game.result == "lost" and game.why == "deck"


def test_cards_whose_order_is_unknown_come_in_either_order():
    game = to(played(*TURN_1), "explore")
    game.apply("shuffle 2")
    assert game.deck == "(12)222-33333" and game.codes() == ["1S", "1W", "2J", "2M", "2S", "2W", "2C"]
    game.apply("reveal 2S")
    assert game.deck == "1-222-33333"


# --- fear, blight, boards, terror, notes


def test_fear_and_blight_that_cards_take_and_give():
    game = played("reveal 1J, fear 5, fear -9, fear 16")
    assert game.state()["fear"] == {"pool": 8, "generated": 0, "waiting": 2, "earned": 2, "left": [1, 3, 3]}
    game.apply("earned -2")
    game.apply("fear-deck 1")
    assert game.state()["fear"] == {"pool": 8, "generated": 0, "waiting": 0, "earned": 2, "left": [2, 3, 3]}
    game.apply("fear-deck -3")
    assert (game.fear_cards_left, game.terror, game.fear_cards_waiting) == ([0, 2, 3], 2, 0)
    game.apply("fear-deck -5")
    assert (game.result, game.why) == ("won", "fear")
    # from the box onto the island, from the island to the box: the card stays as it is
    game = played("reveal 1J, card-blight 1, blight 1, heal 1, card-blight -1")
    assert game.blight_on_card == 5 and game.blight_off == 0
    game.apply("card-blight -6")
    assert game.owed == "flip"
    game.apply("flip memory-fades")
    assert game.blight_on_card == 2 * 4 - 1
    game.apply("card-blight -7")
    assert (game.result, game.why) == ("lost", "blight")


def test_a_fear_card_that_comes_on_top_or_leaves_moves_russias_invader_card():
    game = played("reveal 1J, fear 16, fear-deck -1", setup=" adversary=russia:5")
    assert entrench_due(game) == "2"
    game.apply("fear-deck 2")
    assert entrench_due(game) == ""


def test_a_board_more_or_less_counts_from_now_on():
    game = played("reveal 1J, boards A,B,C, blight 5, flip memory-fades")
    assert game.blight_on_card == 12 and game.may("blight 1 C1")
    game.apply("boards A")
    assert game.state()["boards"] == ["A"] and not game.may("blight 1 B1")


def test_a_ritual_raises_the_terror_level_and_fear_cards_wait_for_it():
    """Rituals of Terror: earning the last card wins nothing, and there is no fear step."""
    game = played("reveal 1J" + ", fear 8" * 9, setup=" scenario=rituals-of-terror")
    assert game.result is None and game.terror == 1
    assert game.state()["fear"] == {"pool": 8, "generated": 0, "waiting": 9, "earned": 9, "left": None}
    assert not game.may("card")
    game.apply("next")
    game.apply("terror 2")
    game.apply("card")
    assert (game.step, game.terror, game.fear_cards_waiting) == ("fast", 2, 8)
    game.apply("next")
    # what still waits is resolved even if somebody went on
    assert game.step == "build" and not game.may("card") and not game.may("lost adversary")
    to(game, "explore").apply("reveal 1S")
    game.apply("next")
    for _ in range(8):
        game.apply("card")
    assert game.step == "slow" and game.fear_cards_waiting == 0
    game.apply("won scenario")
    assert (game.result, game.why) == ("won", "scenario")


def test_some_other_events_may_name_the_card_that_said_so():
    game = played("reveal 1J, blight 1")
    for text in ("fear 1", "pool 1", "blight 1", "heal 1", "accelerate 1M", "extra ravage J", "won"):
        assert game.may(text) and game.may(text + " by=quarantine"), text


def test_a_note_is_due_in_the_next_step_of_its_kind():
    game = to(played(*TURN_1), "ravage")
    game.apply("note ravage visions-out-of-time by=visions-out-of-time")
    game.apply("note build immigration-slows")
    to(game, "build")
    assert game.state()["notes"] == ["ravage visions-out-of-time", "build immigration-slows"]
    to(game, "explore").apply("reveal 1S")
    to(game, "ravage")
    assert game.state()["notes"] == ["ravage visions-out-of-time"]
    to(game, "build")
    assert "notes" not in game.state()


# --- the deck


def test_accelerating_takes_the_topmost_card_of_the_lowest_stage_left():
    game = played("reveal 3JM", setup=" adversary=prussia:6 second=sweden:4")
    assert (game.deck, game.owed) == ("222-3333", "accelerate")
    game = played("reveal 3JM", setup=" adversary=russia:6 second=prussia:6")
    assert game.deck == "2-3-2-3-2-33" and not game.may("accelerate 3JS")
    game.apply("accelerate 2J")
    game.apply("accelerate 2C")
    assert game.deck == "33-2-33"
    game.apply("accelerate 2S")
    game.apply("accelerate 3JS")
    assert game.deck == "333"


def test_the_salt_card_stays_in_ravage_for_good():
    game = played("reveal 1J", setup=" adversary=habsburg-mining:4")
    for code in ("1M", "1S", "2J", "2L", "2M", "2S", "3JM"):
        to(game, "explore").apply(f"reveal {code}")
        to(game, "growth")
    assert game.ravage == ["2L", "2S"] and board(game)["pinned"] == ["2L"] and "2M" in game.discard
    # a mine that matches the other card ravages twice, and both on their own once
    for line in ("land A4 E3", "land A8 E3", "land A7 E1"):
        game.apply(line)
    to(game, "ravage")
    for land, times in (("A4", 2), ("A8", 1), ("A7", 1)):
        for _ in range(times):
            game.apply(f"ravage {land} defend=9")
        assert "has done that already" in game.why_not(f"ravage {land}")
    game.apply("unpin 2L")
    to(game, "explore").apply("reveal 3JS")
    to(game, "growth")
    assert game.ravage == ["3JM"] and game.discard[-2:] == ["2L", "2S"]


def test_a_deck_and_its_text_are_inverses():
    for text in ("", "111-2222-33333", "[1J]2-(23)-R-3", "([2C]1)C-3", "11-2L-1-C2-33333", "222-R-2-33333"):
        cards = deck_cards(text)
        assert "".join(cards) == text.replace("-", "") and deck_cards(deck_text(cards)) == cards


@pytest.mark.parametrize("seed", range(12))
def test_whatever_cards_say_a_game_goes_on_is_replayed_and_no_card_is_in_two_places(seed):
    dice = random.Random(seed)
    for game in walk(dice, random_setup(dice), 150):
        if not game.result and not game.owed and dice.random() < 0.3:
            texts = [text for verb in dice.sample(CARD_VERBS, 3) for text in game.legal_actions(verb)]
            before, count = game.position(), len(game.events)
            if texts:
                game.apply(dice.choice(texts))
                there = board(game)
                faces = [
                    each
                    for pile in there
                    for each in there[pile]
                    if len(each) in (2, 3) and pile not in ("held", "pinned", "skipped", "deck")
                ]
                assert len(set(faces)) == len(faces) and game.step in ("setup", *STEPS)
                replayed = Game.replay(game.events)
                assert replayed.position() == game.position()
                replayed.back_to(count)
                assert replayed.position() == before
