"""Scenes at the table: what each event does, and what is refused."""

import itertools
import random

import pytest
from arcana_portable.record import without_undos
from rules.random_games import Table, random_game

from shared_rules.shipwreck import MODES, Game, RuleError
from shared_rules.shipwreck.event import LEVELS


def table(row, *events, doom=0, players="Ann,Bo", sets="base,promo,imago,stars"):
    return Game.replay([f"setup standard doom={doom} sets={sets} players={players} row={row}", *events])


def refuse(game, text):
    """The game refuses the event; returns its sentence."""
    before = game.position()
    with pytest.raises(RuleError) as refusal:
        game.apply(text)
    assert game.position() == before
    assert game.why_not(text) == str(refusal.value)
    return str(refusal.value)


def fates(game):
    return [place.fates if place else None for place in game.row]


QUIET = "dawn,midnight,the-stranger,the-judge"
"""Four cards of three moons that are open to most hands."""


# --- a turn


def test_a_correct_prediction_scores_and_a_wrong_one_brings_doom():
    game = table(QUIET, "play 5 1", "predict 4 hit")
    assert (game.score, game.doom, game.phase) == (1, 0, "after-predict")
    game = table(QUIET, "play 5 1", "predict 4 miss")
    assert (game.score, game.doom) == (0, 1)


def test_the_turn_passes_on_in_the_order_of_the_players():
    game = table(QUIET, "play 1 2", "end", "play 1 2", "end", players="Ann,Bo,Cy")
    assert (game.active, game.turn, game.phase, game.held) == ("Cy", 3, "before-play", ["Ann", "Bo"])


def test_a_play_is_refused_when_no_kept_fate_allows_it():
    game = table("dawn,the-deep,the-ash,the-thief")
    assert "Dawn" in refuse(game, "play 1 1")
    refuse(game, "play 5 2")
    refuse(game, "play 6 3")
    refuse(game, "play 7 4")
    game.apply("play 4 2")
    assert game.kept == [1]


def test_a_fourth_token_of_a_value_can_be_neither_played_nor_kept():
    game = table("the-mirror,the-imago,leviathan,the-judge", "play 3 2", "end", "play 3 4", "end")
    assert "Mirror" in refuse(game, "play 3 1")
    game.apply("play 3 2")
    assert 3 not in game.kept
    game.apply("end")
    for text in ("play 3 2", "play 3 0", "illegal 3 0"):
        assert "All three" in refuse(game, text)


def test_the_hours_is_for_hands_that_fit_no_card():
    refuse(table(QUIET), "play 3 0")
    game = table("the-deep,leviathan,the-mirror,the-shore")
    game.apply("play 4 0")
    assert game.kept == [2, 3, 5, 6]
    assert fates(game) == [[4], [], [], []]
    assert game.last_play == (4, 0)


@pytest.mark.parametrize(("outcome", "score", "doom"), [("hit", 1, 0), ("miss", 0, 1)])
def test_a_prediction_after_the_hours_counts_as_any_other(outcome, score, doom):
    game = table("the-deep,leviathan,the-mirror,the-shore", "play 4 0", f"predict {outcome}", "end")
    assert (game.score, game.doom, game.row[0].fates) == (score, doom, [4])


def test_events_have_their_order():
    game = table(QUIET)
    for text in ("end", "predict hit", "illegal", "hidden 3", "tell higher", "steal none", "deal 1 iron"):
        refuse(game, text)
    game.apply("play 5 1")
    for text in ("play 5 1", "illegal 5 1", "tell higher", "inevitable no", "join Cy", "hidden 3", "setup"):
        refuse(game, text)
    game.apply("predict miss")
    for text in ("predict hit", "play 3 1", "illegal", "reveal Bo 3"):
        refuse(game, text)


def test_what_the_play_rules_out_is_no_hit():
    game = table(QUIET, "play 3 1")
    assert "1, 2" in refuse(game, "predict 5 hit")
    game.apply("predict 1 miss")
    refuse(game, "hidden 1")
    game.apply("hidden 2")
    refuse(game, "hidden 2")


def test_all_possible_values_can_not_be_wrong():
    game = table("dawn,the-wish,the-stranger,the-judge", "play 2 1")
    refuse(game, "predict 1 miss")
    refuse(game, "predict 1,3 hit")


# --- fading


def test_each_fading_card_brings_two_doom():
    assert table("dawn,midnight,the-stranger,the-key", "play 7 1", "end").doom == 2
    two = "the-beast,the-ash,dawn,midnight"
    game = table(two, "play 1 1")
    assert game.fading() == [1, 2]
    game.apply("end")
    assert game.doom == 4
    assert table(two, "play 1 1", "predict miss", "end").doom == 5
    assert table(two, "play 1 1", "predict hit", "end").doom == 0


def test_a_card_fades_when_its_pips_reach_its_moons():
    game = table("the-blind-man,the-servant,midnight,the-key", "play 1 2", "end", "play 2 2")
    assert game.fading() == [2]
    game.apply("end")
    assert (game.powers, game.waiting, game.phase) == (["the-servant"], [2], "deal")
    assert game.row[1] is None and game.active == "Ann"
    refuse(game, "play 1 3")
    refuse(game, "deal 1 iron")
    refuse(game, "deal 2 the-key")
    refuse(game, "deal 2 the-servant")
    game.apply("deal 2 iron")
    assert game.row[1].card == "iron" and game.phase == "before-play" and game.unseen(1) == 3


def test_a_hit_averts_the_doom_of_fading_and_a_miss_stacks_with_it():
    row = "dawn,midnight,the-stranger,the-key"
    assert table(row, "play 7 1", "predict hit", "end").doom == 0
    assert table(row, "play 7 1", "predict miss", "end").doom == 3


def test_the_blind_man_fades_without_doom():
    game = table("the-blind-man,dawn,midnight,the-key", "play 1 1", "end")
    assert (game.doom, game.powers) == (0, ["the-blind-man"])


def test_a_seven_in_front_of_the_imago_is_one_pip():
    game = table("the-imago,dawn,midnight,the-key", "play 7 1")
    game.row[0].fates.append(7)
    assert game.row[0].pips == 2
    game.row[0].fates.pop()
    assert game.row[0].pips == 1
    assert table("dawn,the-imago,midnight,the-key", "play 7 1").row[0].pips == 3


@pytest.mark.parametrize(
    ("plays", "fading"),
    [(("play 2 2", "play 6 3"), [1]), (("play 6 2", "play 2 4"), [1]), (("play 6 2", "play 5 3"), [])],
    ids=["the first a 2", "the second a 2", "neither"],
)
def test_the_ash_looks_at_the_play_on_the_feast_and_at_the_one_after_it(plays, fading):
    game = table("the-ash,the-feast,dawn,midnight", *plays)
    assert game.fading() == fading, "The Ash fades if either of the two plays was a 1 or 2"


def test_the_fall_fades_if_the_active_player_says_so():
    row = "the-fall,dawn,midnight,the-judge"
    game = table(row, "play 4 1")
    assert game.owed == ["inevitable"] and game.phase == "after-play"
    refuse(game, "end")
    refuse(game, "predict hit")
    refuse(game, "inevitable maybe")
    game.apply("inevitable yes")
    assert game.kept == [1, 2] and game.fading() == [1]
    game.apply("end")
    assert game.powers == [] and game.waiting == [1]
    assert "the-fall" not in game.cards_to_deal(), "The Fall has faded, and Sands waits for the next card"
    assert game.why_not("deal 1 the-fall") == "The Fall can't be the deck's top card."
    game.apply("deal 1 the-deep")
    assert game.row[0].attached == ["the-fall"]
    assert table(row, "play 2 2").owed == []
    refuse(table(row, "play 1 1"), "inevitable yes")


def test_sands_makes_every_fade_worse_and_a_hit_better():
    row = "the-fall,midnight,the-stranger,the-judge"
    start = ("play 4 1", "inevitable yes", "predict hit", "end", "deal 1 dawn")
    game = table(row, *start, "play 7 1", "end")
    assert game.doom == 3 and game.deck_bottom == ["the-fall"]
    game = table(row, *start, "play 7 1", "predict hit", "end")
    assert (game.score, game.doom) == (3, 0)


@pytest.mark.parametrize(
    ("row", "with_sands", "play"),
    [
        ("the-fall,the-ash,midnight,the-judge", "the-blind-man", "play 1 1"),
        ("the-fall,the-blind-man,midnight,the-judge", "the-ash", "play 1 2"),
    ],
    ids=["on The Blind Man", "on The Ash"],
)
def test_sands_makes_every_card_worse_that_fades_then(row, with_sands, play):
    """All fades, that of The Blind Man among them. Source: faded-power FAQ, Sands."""
    start = ("play 4 1", "inevitable yes", "predict hit", "end", f"deal 1 {with_sands}")
    game = table(row, *start, play)
    assert game.row[0].attached == ["the-fall"] and game.fading() == [1, 2]
    game.apply("end")
    assert game.doom == 4, "2 doom for The Ash, none for The Blind Man, and 1 more for each with Sands"


def test_sands_is_lost_when_its_card_is_replaced():
    game = table(
        "the-fall,the-prophet,midnight,the-judge",
        *("illegal 4 2", "end", "deal 2 dawn"),
        *("play 4 1", "inevitable yes", "end", "deal 1 the-deep"),
    )
    assert game.row[0].attached == ["the-fall"] and game.powers == ["the-prophet"]
    game.apply("use the-prophet 1")
    assert game.deck_bottom == ["the-prophet", "the-deep", "the-fall"]
    game.apply("deal 1 iron")
    assert game.row[0].attached == []


@pytest.mark.usefixtures("deck_of_two")
class TestSandsWithNothingToAttachTo:
    """The Fall fades, and no card takes its place. Source: the record's rulings."""

    def run_out(self, mode="standard", adventurers=""):
        """A game whose deck is empty, with The Fall at place 1."""
        row = "row=the-fall,the-ash,the-imago,the-musicians" + adventurers
        meet = ("meet 1:Crab:3x7", "meet 2:Ray:3x7") if adventurers else ()
        game = Game.replay([f"setup {mode} doom=0 sets=stars,imago players=Ann,Bo {row}", *meet])
        for text in ("illegal 7 4", "end", "deal 4 the-thief", "illegal 4 4", "end", "deal 4 the-north-wind"):
            game.apply(text)
        assert game.deck_size == 0
        return game

    @pytest.mark.parametrize(
        ("mode", "adventurers"), [("standard", ""), ("duel", ""), ("creatures", " adventurers=mage,mystic")]
    )
    def test_it_goes_to_the_bottom_of_the_deck(self, mode, adventurers):
        game = self.run_out(mode, adventurers)
        for text in ("play 5 1", "inevitable yes", "end"):
            game.apply(text)
        assert (game.powers, game.deck_bottom) == (["the-musicians", "the-thief"], ["the-fall"])
        assert (game.result, game.waiting, game.row[0]) == (None, [], None)

    @pytest.mark.parametrize("mode", ["restless", "restless-duel"])
    def test_it_leaves_the_restless_hours_which_end(self, mode):
        game = self.run_out(mode)
        for text in ("play 5 1", "inevitable yes", "end"):
            game.apply(text)
        assert (game.powers, game.removed) == (["the-musicians", "the-thief"], ["the-fall"])
        assert (game.result, game.deck_bottom) == ("lost", [])

    def test_nobody_spends_it_and_it_is_dealt_again(self):
        game = self.run_out()
        for text in ("play 5 1", "inevitable yes", "predict hit", "end", "play 4 3"):
            game.apply(text)
        assert "none" in refuse(game, "use the-thief the-fall yes")
        for text in ("end", "illegal 5 4", "end"):
            game.apply(text)
        assert game.follows() == "deal 4 the-fall"
        game.apply("deal 4 the-fall")
        assert game.row[3].attached == []

    def test_nor_when_the_game_ends_before_the_deal(self):
        row = "the-fall,dawn,midnight,the-judge"
        game = table(row, "play 4 1", "inevitable yes", "end", doom=5)
        assert (game.result, game.powers, game.deck_bottom) == ("lost", [], ["the-fall"])

    def test_sparrows_takes_it_off_its_card_with_an_empty_deck(self):
        game = table("the-fall,the-imago,the-ash,the-musicians", sets="stars,imago")
        for text in ("play 4 1", "inevitable yes", "predict hit", "end", "deal 1 the-thief"):
            game.apply(text)
        for text in ("illegal 6 2", "end", "illegal 3 2", "end", "deal 2 the-north-wind"):
            game.apply(text)
        assert (game.row[0].attached, game.deck_size) == (["the-fall"], 0)
        game.apply("use the-imago 1")
        assert game.deck_bottom == ["the-imago", "the-thief", "the-fall"]
        game.apply("deal 1 the-imago")
        assert game.row[0].attached == []


def test_seven_ends_the_game_and_what_faded_stays_empty():
    game = table(QUIET, "play 5 1", "predict miss", doom=6)
    assert (game.doom, game.result, game.phase, game.active) == (7, "lost", "over", "Ann")
    refuse(game, "end")
    refuse(game, "abandon")
    game = table("dawn,midnight,the-stranger,the-key", "play 7 1", "end", doom=6)
    assert (game.doom, game.result, game.turn, game.active) == (7, "lost", 1, "Ann")
    assert game.row[0] is None and game.waiting == []
    assert list(game.legal_actions()) == ["undo"]


def test_seven_points_win_at_once():
    game = table("dawn,the-imago,the-wish,the-judge")
    while game.result is None:
        assert game.score < 7
        game.apply(next(game.legal_actions("play")))
        game.apply("predict hit")
        if game.phase != "over":
            game.apply("end")
        while game.phase == "deal":
            game.apply(f"deal {game.waiting[0]} {game.cards_to_deal()[0]}")
    assert (game.score, game.doom, game.result, game.phase) == (7, 0, "won", "over")
    refuse(game, "end")


# --- the cards that ask and act


def test_the_chalice_wants_an_answer():
    game = table("the-chalice,dawn,midnight,the-key", "play 4 1")
    for text in ("predict hit", "end", "use dawn 4 yes"):
        refuse(game, text)
    game.apply("tell not-higher")
    assert game.kept == [1, 2, 3, 4]
    refuse(table("the-chalice,dawn,midnight,the-key", "play 7 1"), "tell higher")


def test_the_chalice_has_one_answer_after_a_seven():
    row = "the-chalice,dawn,midnight,fortune"
    assert table(row, "play 6 1").follows() is None
    assert table(row, "play 7 1").follows() == "tell not-higher"
    assert table(row, "play 7 1", "tell not-higher").follows() is None
    # under Shadows a 7 that is kept is higher, and below two open 1s everything is
    shadows = ("illegal 7 4", "end", "deal 4 the-key", "use fortune")
    assert table(row, *shadows, "play 7 1").follows() is None
    two = ("play 1 3", "end", "illegal 1 2", "end", "play 1 1")
    assert table(row, *two).follows() == "tell higher"


def test_the_thief_moves_a_higher_fate():
    game = table("the-thief,dawn,the-judge,the-key", "play 5 2")
    assert game.owed == ["steal"]
    for text in ("end", "steal 4 2", "steal 5 1", "steal 5 3"):
        refuse(game, text)
    game.apply("steal 5 2")
    assert fates(game) == [[5], [], [], []]
    assert game.kept == [1, 2, 3, 4]
    game = table("the-thief,dawn,the-judge,the-key", "play 5 3")
    game.apply("steal none")
    assert game.kept == [5, 7]
    refuse(table("the-thief,dawn,the-judge,the-key", "play 5 2"), "steal none")


def test_the_thief_looks_for_a_higher_fate_elsewhere_not_at_what_it_has_taken():
    start = ("play 3 2", "steal 3 2", "end")
    game = table("the-thief,dawn,the-judge,the-key", *start, "play 2 3")
    assert fates(game) == [[3], [], [2], []]
    assert "Thief" in refuse(game, "steal 3 1")
    game.apply("steal none")
    assert game.kept == [2, 4, 6], "a 2 is not lower than the 2 on The Judge; the 3 on The Thief stays there"


def test_the_thief_may_take_what_the_fall_would_ask_about():
    game = table("the-thief,the-fall,the-judge,the-key", "play 5 2")
    assert game.owed == ["steal", "inevitable"]
    game.apply("steal 5 2")
    assert game.owed == [] and game.phase == "after-play"


def test_the_feast_is_played_on_once_and_a_second_play_follows():
    game = table("the-feast,dawn,the-thief,the-chalice", "play 6 1")
    assert game.owed == ["steal"] and game.phase == "after-play"
    game.apply("steal none")
    assert game.phase == "before-play" and game.kept == [6, 7] and game.active == "Ann"
    assert "once" in refuse(game, "play 3 1") or "one play" in refuse(game, "play 3 1")
    refuse(game, "end")
    refuse(game, "join Cy")
    game.apply("play 3 4")
    assert game.owed == ["tell", "steal"]
    game.apply("tell higher")
    game.apply("steal 6 1")
    game.apply("predict 5 hit")
    game.apply("end")
    assert fates(game) == [[], [], None, [3]]


def test_the_hours_opens_when_only_a_used_feast_would_fit():
    row = "the-feast,the-mirror,the-ash,leviathan"
    refuse(table(row), "play 3 0")
    game = table(row, "play 2 1")
    game.apply("play 3 0")
    assert fates(game)[0] == [2, 3]
    assert game.kept == [1, 2, 4, 5, 6]


def test_the_wish_and_sorrows_each_allow_one_more_prediction():
    game = table("the-wish,the-mirror,dawn,midnight", "illegal 3 2", "end", "deal 2 the-judge", "play 4 1")
    refuse(game, "predict 1,2,3 miss")
    assert game.predictions == 2
    game.apply("use the-mirror")
    assert game.predictions == 3
    game.apply("predict 1,2,3 miss")
    assert game.doom == 3


# --- faded powers


def faded(card, row="dawn,the-judge,the-stranger", fate=7, **setup):
    """Return a game in which a card has faded at place 4 on the first turn, and Bo is active."""
    return table(f"{row},{card}", f"illegal {fate} 4", "end", "deal 4 the-imago", **setup)


@pytest.mark.parametrize(
    ("card", "words", "kept"),
    [
        ("midnight", "4 yes", [5, 6, 7]),
        ("the-servant", "yes", [1, 2, 3]),
        ("the-chalice", "no", [2, 3, 5, 6]),
        ("the-noble", "yes", [3, 4, 5]),
        ("the-lord", "no", [1, 2, 3, 4]),
        ("the-pallbearers", "yes", [2, 3, 4, 5, 6]),
        ("the-passage", "4 no", [1, 2, 3, 5, 6, 7]),
    ],
)
def test_a_question_narrows_what_the_fate_can_be(card, words, kept):
    game = faded(card)
    game.apply("play 4 4")
    game.apply(f"use {card} {words}")
    assert game.kept == kept
    assert game.deck_bottom == [card] and game.powers == [] and game.used == card


def test_only_one_power_a_turn_and_only_at_its_moment():
    game = table(
        "midnight,the-lord,dawn,the-prophet",
        *("illegal 7 1", "end", "deal 1 the-judge"),
        *("illegal 7 2", "end", "deal 2 the-stranger", "illegal 7 4", "end", "deal 4 the-key"),
    )
    assert game.powers == ["midnight", "the-lord", "the-prophet"]
    assert "after the play" in refuse(game, "use midnight 4 yes")
    assert "not a faded power" in refuse(game, "use the-key old")
    game.apply("play 2 2")
    refuse(game, "use the-prophet 1")
    game.apply("use midnight 4 yes")
    assert "Only one" in refuse(game, "use the-lord yes")


def test_sparrows_replaces_a_card_without_fates():
    game = faded("the-prophet")
    game.apply("use the-prophet 1")
    assert game.deck_bottom == ["the-prophet", "dawn"]
    assert (game.phase, game.active, game.waiting) == ("deal", "Bo", [1])
    refuse(game, "play 3 2")
    game.apply("deal 1 the-key")
    game.apply("play 3 1")
    game = faded("the-prophet")
    game.apply("play 3 1")
    game.apply("end")
    refuse(game, "use the-prophet 1")


def test_shadows_raises_the_kept_fate_for_one_turn():
    game = faded("fortune")
    game.apply("use fortune")
    game.apply("play 7 2")
    assert game.kept == [2, 4, 6]
    game.apply("predict 5 hit")
    assert game.kept == [4]
    game = faded("fortune", row="dawn,leviathan,the-stranger")
    game.apply("use fortune")
    game.apply("play 4 2")
    assert game.kept == [6, 7]
    game.apply("predict 8 hit")
    refuse(faded("fortune", row="dawn,leviathan,the-stranger"), "predict 8 hit")


@pytest.mark.parametrize(
    ("word", "kept", "fading"), [("yes", [1, 2], [1]), ("no", [3, 4, 5, 6, 7], [])], ids=["fades", "stays"]
)
def test_shadows_raises_the_kept_fate_for_the_fall_too(word, kept, fading):
    game = faded("fortune", row="the-fall,dawn,midnight")
    for text in ("use fortune", "play 6 1", f"inevitable {word}"):
        game.apply(text)
    assert game.kept == kept, "a 2 counts as a 3, twice of which is 6; a 3 counts as a 4"
    assert game.fading() == fading
    assert not game.fall_answer_open, "whichever of these is kept, what was said of The Fall holds"
    # that is a 2, which counts as a 3, if The Fall fades, and a 3 if it stays
    game.apply("predict 3 hit")
    assert game.fading() == fading
    game.apply("end")
    assert (game.waiting, game.doom) == (fading, 2)


def test_skies_moves_a_visible_fate():
    game = faded("the-lantern")
    game.apply("play 5 1")
    game.apply("end")
    for words in ("5 1 1", "5 2 1", "4 1 2"):
        refuse(game, f"use the-lantern {words}")
    game.apply("use the-lantern 5 1 2")
    assert fates(game) == [[], [5], [], []]


def test_sinners_takes_a_lower_fate_even_the_one_just_played():
    game = table(
        "dawn,the-judge,the-stranger,leviathan",
        "illegal 7 4",
        "end",
        "illegal 7 4",
        "end",
        "deal 4 the-imago",
    )
    game.apply("play 3 4")
    refuse(game, "use leviathan 3 1")
    game.apply("use leviathan 3 4")
    assert fates(game)[3] == [] and game.kept == [4, 5, 6, 7]


def test_shells_needs_a_fate_from_the_turn_before_to_be_old():
    game = faded("the-key")
    game.apply("play 3 4")
    refuse(game, "use the-key old")
    game.apply("use the-key new")
    game = faded("the-key")
    for text in ("play 1 2", "end", "play 1 2", "end", "deal 2 the-lord", "play 1 4"):
        if game.why_not(text) is None:
            game.apply(text)
    game.apply("use the-key old")


def test_scions_makes_every_fate_one_pip_until_its_card_leaves():
    game = faded("the-north-wind")
    game.apply("play 7 1")
    assert game.fading() == [1]
    game.apply("use the-north-wind 1")
    assert game.fading() == [] and game.row[0].attached == ["the-north-wind"]
    assert game.deck_bottom == []
    for text in ("end", "play 6 1", "end", "play 5 1", "end"):
        game.apply(text)
    assert game.deck_bottom == ["the-north-wind"] and game.powers == ["dawn"]


def both_faded(first, second):
    return table(
        f"dawn,the-judge,{first},{second}",
        *("illegal 7 3", "end", "deal 3 the-imago", "illegal 7 4", "end", "deal 4 the-key"),
    )


def test_scythes_spends_another_power():
    game = both_faded("the-thief", "midnight")
    game.apply("play 4 3")
    refuse(game, "use the-thief the-thief yes")
    game.apply("use the-thief midnight yes")
    assert game.deck_bottom == ["the-thief", "midnight"] and game.kept == [2, 6]


def test_sails_exiles_a_fate_after_a_hit_and_before_the_fading():
    game = both_faded("the-musicians", "midnight")
    game.apply("play 7 1")
    refuse(game, "use the-musicians midnight 7 1")
    game.apply("predict 4 hit")
    assert game.fading() == [1]
    game.apply("use the-musicians midnight 7 1")
    assert game.exiled == [7] and game.fading() == [] and game.unseen(7) == 2
    assert game.deck_bottom == ["the-musicians", "midnight"]
    alone = faded("the-musicians")
    alone.apply("play 4 4")
    alone.apply("predict miss")
    refuse(alone, "use the-musicians midnight 4 4")


def test_sails_may_save_the_fall():
    game = table(
        "the-fall,dawn,the-musicians,midnight",
        *("illegal 7 3", "end", "deal 3 the-imago", "illegal 7 4", "end", "deal 4 the-key"),
        *("play 3 1", "inevitable no", "end", "play 5 1", "inevitable yes", "predict 4 hit"),
    )
    assert game.fading() == [1]
    game.apply("use the-musicians midnight 3 1")
    assert game.fading() == []


# --- slips, last copies, people


def test_an_illegal_play_costs_the_kept_fate_and_the_prediction():
    game = table(QUIET, "play 5 1", "illegal")
    assert game.phase == "after-predict" and fates(game)[0] == [5]
    refuse(game, "predict 3 hit")
    game.apply("end")
    assert game.held == []
    game = table(QUIET, "play 5 1")
    assert "'illegal' alone" in refuse(game, "illegal 3 0")
    game.apply("predict miss")
    assert "now it is after the prediction" in refuse(game, "illegal")
    game = table("the-mirror,the-ash,the-deep,the-key", "illegal 3 2")
    assert fates(game) == [[], [3], [], []]
    assert [text.split(" ")[0] for text in game.legal_actions()] == [
        "end",
        "assist",
        "assist",
        "abandon",
        "undo",
    ]


def test_an_illegal_play_skips_the_answers():
    game = table("the-chalice,the-thief,the-fall,the-key", "play 4 1", "illegal")
    assert game.owed == [] and game.phase == "after-predict"


@pytest.mark.parametrize(("words", "fading"), [(["yes"], [1]), (["no"], []), ([], [])])
def test_the_answer_on_the_fall_survives_an_illegal_play(words, fading):
    row = "the-fall,dawn,midnight,the-judge"
    game = table(row, "play 4 1", *(f"inevitable {word}" for word in words), "illegal")
    assert game.fading() == fading and not game.fall_answer_open
    game.apply("end")
    assert (game.waiting, game.doom) == (fading, 2 * len(fading))


@pytest.mark.parametrize(
    ("word", "slip"), [("yes", "illegal 2 3"), ("no", "illegal 7 1"), ("no", "illegal 2 1")]
)
def test_an_illegal_play_after_the_feast_takes_the_answer_on_the_fall_with_it(word, slip):
    start = ("play 4 1", "inevitable no", "end", "play 7 2", f"inevitable {word}")
    game = table("the-fall,the-feast,dawn,midnight", *start, slip)
    # nothing was said of this play, so The Fall stays, and nobody is asked about a fate that is gone
    assert 1 not in game.fading() and not game.fall_answer_open and not game.why_not("end")
    game = table("the-fall,the-feast,dawn,midnight", *start, "play 3 1", "illegal")
    assert 1 not in game.fading() and not game.why_not("end"), "a play that was taken for legal does the same"


def test_the_answer_said_of_the_second_play_survives_that_this_was_illegal():
    start = ("play 4 1", "inevitable no", "end", "play 7 2", "inevitable no", "play 3 1", "inevitable yes")
    game = table("the-fall,the-feast,dawn,midnight", *start, "illegal")
    assert 1 in game.fading() and not game.why_not("end")


def test_a_reopened_answer_is_given_again_after_an_illegal_play():
    game = table(
        "the-fall,the-mirror,the-belltower,midnight",
        *("illegal 7 3", "end", "deal 3 the-imago", "play 1 1", "inevitable no", "end"),
        *("play 5 1", "inevitable no", "end", "play 3 2", "inevitable yes", "use the-belltower 1 1"),
    )
    assert game.kept == [3] and not game.fall_answer_open, "a 3 on The Mirror beside a 3"
    game.apply("illegal")
    assert "The Fall" in refuse(game, "end"), "and if it was no 3, half of 5 may be enough"
    before = game.possible()
    game.apply("inevitable yes")
    assert (game.fading(), game.possible()) == ([1, 2], before)
    game.apply("end")


def test_a_player_may_give_up_the_last_copy_of_a_value():
    row = "dawn,the-imago,the-judge,the-stranger"
    game = table(row, "play 3 2", "end", "play 3 1", players="Ann,Bo,Cy")
    refuse(game, "reveal Bo 3")
    refuse(game, "reveal Cy 3")
    refuse(game, "reveal Ann 4")
    game.apply("end")
    game.apply("play 6 4")
    assert 3 in game.kept
    game.apply("reveal Ann 3")
    assert 3 not in game.kept and game.held == ["Bo"]
    refuse(game, "reveal Ann 3")
    # where all three lie open, nobody holds one
    game = table(
        QUIET, "play 3 3", "end", "play 3 4", "end", "play 3 2", "end", "play 1 2", players="Ann,Bo,Cy"
    )
    assert game.unseen(3) == 0 and "Bo" in game.held
    refuse(game, "reveal Bo 3")


class TestTheOtherCopiesAreKnownToBeHeld:
    """A 1 lies open, Bo is known to hold one, and Ann holds the third: she is as sure. Source: 003-60."""

    ROW = "the-deep,the-imago,the-judge,the-stranger"

    def three(self, level, bo):
        setup = f"setup standard doom=0 sets=base,imago players=Ann,Bo,Cy row={self.ROW} assist={level}"
        return Game.replay([setup, "play 1 2", "end", bo, "end", "play 6 4"])

    @pytest.mark.parametrize("level", ["keeper", "oracle"])
    def test_she_may_give_it_up(self, level):
        game = self.three(level, "play 4 1")
        assert (game.unseen(1), game.possible()["Bo"]) == (2, [1]) and 1 in game.kept
        assert "may be in the bag" in refuse(game, "reveal Ann 6")
        game.apply("reveal Ann 1")
        assert 1 not in game.kept and game.held == ["Bo"] and game.possible()["Bo"] == [1]

    @pytest.mark.parametrize("level", ["keeper", "oracle"])
    def test_where_it_is_not_known_she_may_not(self, level):
        game = self.three(level, "play 3 1")
        assert game.unseen(1) == 2 and len(game.possible()["Bo"]) > 1
        assert "may be in the bag" in refuse(game, "reveal Ann 1")

    def test_an_answer_says_what_is_held_too(self):
        turns = ("play 1 4", "tell not-higher", "end", "play 2 3", "end", "play 3 3")
        game = table("the-beast,the-judge,the-servant,the-chalice", *turns, players="Ann,Bo,Cy")
        assert game.unseen(1) == 2, "Ann's is not higher than the 1 that she played"
        assert "may be in the bag" in refuse(game, "reveal Bo 2")
        game.apply("reveal Bo 1")

    def test_the_keeper_does_not_work_out_the_hands(self):
        game = self.three("keeper", "play 4 1")
        game.apply("reveal Ann 1")
        assert game._reader is None

    def test_in_a_duel_the_other_player_s_line_is_not_taken_for_one_s_own(self):
        setup = f"setup duel doom=0 sets=base,imago players=Ann,Bo row={self.ROW}"
        turns = ("play 1 2", "end", "play 4 1", "end", "play 5 3", "end", "play 6 4")
        game = Game.replay([setup, *turns])
        assert game.active == "Bo.B" and game.possible()["Bo.A"] == [1]
        game.apply("reveal Ann.A 1")
        possible = game.possible()
        assert possible["Bo.A"] == [1] and 1 not in possible["Ann.B"] and len(possible["Ann.B"]) > 1


class TestTheLastTwoCopiesInADuel:
    """One copy lies open, and both lines of a player hold the others: that player is sure of it, too."""

    ROW = "the-imago,leviathan,the-key,midnight"

    def duel(self, *events):
        setup = f"setup duel doom=0 sets=base,promo,imago,stars players=Ann,Bo row={self.ROW}"
        return Game.replay([setup, *events])

    def test_one_of_them_is_given_up_and_the_other_known(self):
        game = self.duel("play 3 1", "end", "play 1 4", "end", "play 1 4", "end", "play 2 1")
        assert game.unseen(3) == 2 and 3 in game.kept and len(game.possible()["Ann.B"]) == 6
        refuse(game, "reveal Ann.A 4")
        game.apply("reveal Ann.A 3")
        assert 3 not in game.kept and game.held == ["Bo.A", "Ann.B"]
        assert game.possible()["Ann.B"] == [3]
        assert "may be in the bag" in refuse(game, "reveal Ann.B 3")
        game.apply("undo")
        game.apply("reveal Ann.B 3")
        assert game.possible()["Ann.A"] == [3] and game.held == ["Ann.A", "Bo.A"]
        game.apply("end")
        assert game.possible()["Ann.A"] == [3]

    def test_it_takes_both_lines_of_one_player(self):
        refuse(self.duel("play 3 1", "end", "play 1 4"), "reveal Ann.A 3")
        refuse(table(self.ROW, "play 3 1", "end", "play 1 4"), "reveal Ann 3")


class TestTheBagHasTooFewFates:
    """A player who can't draw up to two fates passes. Source: README.md, "Where the documents differ"."""

    def left(self, *left, mode="standard", rest=""):
        """A game with these fates in the bag and all others in front of The Fall, which nobody asks about."""
        out = [fate for fate in range(1, 8) for _ in range(3)]
        for fate in left:
            out.remove(fate)
        row = "row=the-fall,the-feast,dawn,midnight"
        game = Game.replay([f"setup {mode} doom=0 sets=base,promo,stars players=Ann,Bo {row}{rest}"])
        while game.owed == ["meet"]:
            game.apply(next(game.legal_actions("meet")))
        for fate in out:
            game.apply(f"illegal {fate} 1")
            game.apply("end")
        return game

    def test_nobody_can_play_and_the_turn_passes(self):
        game = self.left(7)
        player, turn = game.active, game.turn
        assert "passes" in refuse(game, "play 7 2") and "passes" in refuse(game, "illegal 7 2")
        assert list(game.legal_actions("play")) == [] and "end" in list(game.legal_actions())
        game.apply("end")
        assert game.active != player and game.turn == turn + 1
        assert game.held == [] and game.possible() == {} and not game.why_not("end")
        game.apply("undo")
        assert (game.active, game.turn) == (player, turn)

    def test_who_holds_a_fate_needs_only_one_more(self):
        game = self.left(7, 2)
        game.held.append(game.active)
        assert not game.cannot_draw and not game.why_not("play 7 3")
        game = self.left(7)
        game.held.append(game.active)
        assert game.cannot_draw

    def test_the_feast_ends_there_and_the_group_may_predict(self):
        game = self.left(5, 3)
        game.apply("play 5 2")
        game.apply("inevitable yes")
        assert game.phase == "after-play" and game.kept == [3] and not game.again
        game.apply("predict 3 hit")
        assert game.score == 1

    def test_in_creatures_from_the_deep_the_mystic_may_free_some(self):
        game = self.left(7, mode="creatures", rest=" adventurers=mystic,mage")
        assert "passes" in refuse(game, "play 7 2")
        game.apply("ability mystic 7 1 3")
        assert game.fading() == [3]
        game.apply("end")
        assert game.doom == 2 and game.unseen(7) == 2
        game.apply("deal 3 the-key")
        assert not game.cannot_draw


@pytest.mark.usefixtures("deck_of_two")
def test_a_place_that_stayed_empty_is_not_filled_when_a_power_goes_back_to_the_deck():
    row = "the-ash,the-imago,the-fall,the-musicians"
    game = table(row, "illegal 7 4", "end", "deal 4 the-thief", sets="stars,imago")
    for text in ("illegal 7 4", "end", "deal 4 the-north-wind", "illegal 1 2", "end"):
        game.apply(text)
    # The Ash has faded, and there was no card for its place
    assert game.row[0] is None and game.deck_size == 0
    for text in ("play 3 2", "use the-thief the-ash no", "end"):
        game.apply(text)
    assert game.deck_size == 2 and game.row[0] is None and game.phase == "before-play"


def test_players_join_and_leave_between_turns():
    game = table(QUIET, "join Cy 0", "join Di")
    assert "called Ann already" in refuse(game, "join ANN")
    assert game.players == ["Cy", "Ann", "Bo", "Di"] and game.active == "Ann"
    refuse(game, "join Cy")
    refuse(game, "leave Ed")
    game.apply("join Ed 4")
    refuse(game, "join Flo")
    game.apply("leave Ann")
    assert game.active == "Bo" and game.turn == 1
    game.apply("play 3 1")
    refuse(game, "leave Cy")
    game = table(QUIET)
    assert "two" in refuse(game, "leave Bo")
    game = table(QUIET, "play 1 2", "end", "play 1 2", "end", players="Ann,Bo,Cy")
    game.apply("leave Cy")
    assert game.active == "Ann"


def test_a_play_names_everybody_who_was_at_the_table_in_the_order_in_which_they_came():
    game = table(QUIET, "join Cy 0", "play 3 1", "end", "leave Ann", "abandon")
    assert [name for name, _score, _won in game.as_play()[3]] == ["Ann", "Bo", "Cy"]


def test_a_table_may_stop_at_any_time():
    game = table("dawn,midnight,the-stranger,the-key", "play 7 1", "end", "abandon")
    assert (game.result, game.phase, game.active) == ("abandoned", "over", "Bo")


# --- undo, and the deck


@pytest.mark.parametrize("mode", MODES)
def test_a_turn_ends_by_itself_where_nothing_but_the_end_is_left_to_decide(mode):
    """A turn stays open as long as `legal_actions` lists anything to use, to answer or to note."""
    aside = ("end", "abandon", "undo", "assist", "flip")
    found = set()

    def look(table):
        game = table.game
        if game.phase != "after-predict":
            return
        verbs = {action.split(" ")[0] for action in game.legal_actions()} - set(aside)
        noted = game.events[-1].count(" ") == 2 or "hidden" not in verbs
        left = verbs if noted else verbs - {"hidden"}
        if game.events[-1].startswith(("predict", "hidden")):
            assert game.follows() == (None if left else "end"), game.events[-1]
            found.add(bool(left))
        assert game.left_to_use() == bool(verbs & {"use", "ability"})

    for seed in range(12):
        Table(seed, mode=mode, doom=0, sets=["base", "stars"], watch=look, undo_rate=0).play()
    assert found == {True, False}


@pytest.mark.parametrize("mode", MODES)
def test_going_back_any_way_gives_the_game_as_it_was(mode):
    chance = random.Random(mode)
    for seed in range(6):
        table = random_game(seed, mode=mode, doom=0, hit_rate=0.4, assist=chance.choice(LEVELS))
        events = without_undos(table.events)
        game, count = Game.replay(events), len(events)
        while count > 1:
            count = max(1, count - chance.randrange(1, 25))
            game.back_to(count)
            same = Game.replay(events[:count])
            assert game.events == same.events and everything(game) == everything(same)
            if chance.random() < 0.3:
                for text in events[count : count + 40]:
                    game.apply(text)
                count = len(game.events)


def everything(game):
    """The whole state of a game, without its snapshots and its reader."""
    state = {name: value for name, value in vars(game).items() if name not in ("_snapshots", "_reader")}
    state["row"] = [str(place) for place in game.row]
    state["deep"] = game.deep and (game.deep.position(), vars(game.deep).keys())
    return state, game.digest(), list(game.legal_actions())


def test_undo_goes_back_to_the_setup_and_no_further():
    game = table(QUIET, "play 5 1", "predict hit", "end")
    for _ in range(3):
        game.apply("undo")
    assert game.position() == table(QUIET).position()
    refuse(game, "undo")
    assert game.written("undo") == "undo"
    assert Game().why_not("undo") and Game().why_not("play 3 1")


def test_the_words_of_a_setup_may_come_in_any_order_and_are_written_in_one():
    row = "row=dawn,the-deep,the-mirror,the-key"
    mixed = f"setup standard players=Ann,Bo {row} sets=base doom=2"
    assert Game().written(mixed) == f"setup standard doom=2 sets=base players=Ann,Bo {row}"


def test_the_end_of_a_game_can_be_taken_back():
    game = table(QUIET, "play 5 1", "predict miss", "undo", doom=6)
    assert (game.doom, game.result, game.phase) == (6, None, "after-play")


@pytest.mark.usefixtures("deck_of_two")
def test_the_deck_is_known_once_every_other_card_is_out():
    row = "the-ash,the-imago,the-fall,the-musicians"
    game = table(row, sets="stars,imago", players="Ann,Bo,Cy")
    assert game.deck_size == 2 and game.deck_next() is None
    for text in (
        "play 7 4",
        "predict hit",
        "end",
        "deal 4 the-thief",
        "illegal 7 4",
        "end",
        "deal 4 the-north-wind",
    ):
        game.apply(text)
    assert game.deck_size == 0 and game.powers == ["the-musicians", "the-thief"]
    game.apply("illegal 1 2")
    game.apply("end")
    assert game.row[0] is None and game.phase == "before-play", "the deck has run out"
    assert game.state()["row"][0] is None
    game.apply("play 3 2")
    game.apply("use the-thief the-ash no")
    assert game.deck_bottom == ["the-thief", "the-ash"] and game.deck_next() == "the-thief"
    game.apply("end")
    assert game.phase == "before-play" and game.row[0] is None, "and an empty place stays empty"
    game.apply("illegal 7 4")
    game.apply("end")
    assert game.cards_to_deal() == ["the-thief"]
    assert "known" in refuse(game, "deal 4 the-ash")
    game.apply("deal 4 the-thief")
    assert game.deck_next() == "the-ash"


@pytest.mark.usefixtures("deck_of_two")
def test_the_hours_moves_on_when_the_first_place_is_empty():
    game = table("the-ash,the-thief,the-musicians,the-fall", sets="stars")
    for text in ("illegal 1 3", "end", "deal 1 the-north-wind"):
        game.apply(text)
    game.apply("illegal 7 1")
    game.apply("end")
    assert game.row[0] is None
    game.apply("illegal 3 0")
    assert fates(game)[1] == [3]


def test_the_state_names_everything_on_the_table():
    game = table(QUIET, "play 5 1", "end", doom=2)
    assert game.state() == {
        "mode": "standard",
        "turn": 2,
        "active": "Bo",
        "phase": "before-play",
        "score": 0,
        "doom": 2,
        "result": None,
        "row": [
            {"card": "dawn", "fates": [5], "pips": 2, "moons": 3, "attached": []},
            {"card": "midnight", "fates": [], "pips": 0, "moons": 3, "attached": []},
            {"card": "the-stranger", "fates": [], "pips": 0, "moons": 3, "attached": []},
            {"card": "the-judge", "fates": [], "pips": 0, "moons": 3, "attached": []},
        ],
        "powers": [],
        "deck_bottom": [],
        "exiled": [],
        "unseen": {"1": 3, "2": 3, "3": 3, "4": 3, "5": 2, "6": 3, "7": 3},
        "possible": {"Ann": [1, 2, 3, 4]},
    }


class TestTheFallLosesAFate:
    """A power takes a fate from The Fall after the active player's word. Source: faded-power FAQ, Sails."""

    def after_sails(self):
        game = table("the-fall,dawn,the-musicians,midnight", "illegal 7 3", "end", "deal 3 the-imago")
        for text in ("illegal 7 4", "end", "deal 4 the-key", "play 3 1", "inevitable no", "end"):
            game.apply(text)
        for text in ("play 5 1", "inevitable yes", "predict hit", "use the-musicians midnight 3 1"):
            game.apply(text)
        # the fate kept is a 1, 2, 3 or 4, and 5 hours' worth of values is left in front of The Fall
        return game

    def test_the_active_player_may_say_it_anew(self):
        for word, fading in (("yes", [1]), ("no", [])):
            game = self.after_sails()
            game.apply(f"inevitable {word}")
            assert game.fading() == fading
            refuse(game, "inevitable yes")

    def test_after_sinners_too(self):
        game = table("the-fall,dawn,the-belltower,midnight", "illegal 7 3", "end", "deal 3 the-imago")
        for text in (
            "play 1 1",
            "inevitable no",
            "end",
            "play 7 1",
            "inevitable yes",
            "use the-belltower 1 1",
        ):
            game.apply(text)
        assert "inevitable no" in list(game.legal_actions())
        game.apply("inevitable no")
        assert game.kept == [4] and game.fading() == []

    def test_the_turn_ends_only_when_it_was_said(self):
        game = self.after_sails()
        assert "The Fall" in refuse(game, "end")
        assert "end" not in list(game.legal_actions())
        game.apply("inevitable yes")
        game.apply("end")
        assert game.row[0] is None and game.powers == []

    def test_where_the_prediction_leaves_one_answer_nobody_asks(self):
        game = self.after_sails()
        for text in ("undo", "undo", "predict 2 hit", "use the-musicians midnight 3 1"):
            game.apply(text)
        assert not game.fall_answer_open and game.fading() == [1]
        game.apply("end")

    def test_an_answer_that_can_not_change_is_not_asked_for_again(self):
        game = table("the-fall,dawn,midnight,the-key", "play 7 1", "inevitable yes")
        assert not game.fall_answer_open
        refuse(game, "inevitable no")


class TestEverythingLegalIsListed:
    """`legal_actions` lists what `may` allows, held against every text of the same form."""

    HOURS = "the-deep,leviathan,the-mirror,the-shore"
    WORDS = (*"1234567", "yes", "no", "old", "new")

    def listed(self, game, verb, texts):
        legal = {text for text in texts if game.may(text)}
        assert sorted(game.legal_actions(verb)) == sorted(legal)
        return legal

    def test_plays(self):
        texts = [f"play {fate} {place}" for fate in range(1, 8) for place in range(5)]
        assert "play 4 0" in self.listed(table(self.HOURS), "play", texts)
        assert "play 1 4" in self.listed(table(QUIET), "play", texts)
        texts = [text.replace("play", "illegal") for text in texts]
        assert {"illegal 7 0", "illegal 7 4"} <= self.listed(table(QUIET), "illegal", ["illegal", *texts])

    def test_fates_to_steal(self):
        texts = ["steal none", *(f"steal {fate} {place}" for fate in range(1, 8) for place in range(1, 5))]
        game = table("the-thief,dawn,midnight,the-judge", "play 5 4")
        for place in (1, 2):
            game.row[place].fates.append(5)
        assert self.listed(game, "steal", texts) == {"steal none", "steal 5 2", "steal 5 3", "steal 5 4"}

    @pytest.mark.parametrize(("power", "values"), [((), "1234567"), (("use the-ghost",), "12345678")])
    def test_predictions(self, power, values):
        game = faded("the-ghost")
        for text in (*power, "play 3 2"):
            game.apply(text)
        named = ["", *(f"{sign}{v} " for v in "12345678" for sign in ("", "+"))]
        texts = [f"predict {word}{end}" for word in named for end in ("hit", "miss")]
        legal = self.listed(game, "predict", texts)
        assert {text.split()[1] for text in legal if text.endswith(" miss")} >= {*values, "miss"}

    @pytest.mark.parametrize("card", ["midnight", "asunder", "the-servant", "the-pallbearers"])
    def test_questions(self, card):
        game = faded(card)
        game.apply("play 3 2")
        texts = [f"use {card} {answer}" for answer in self.WORDS]
        texts += [f"use {card} {value} {answer}" for value in self.WORDS for answer in self.WORDS]
        assert self.listed(game, "use", texts)

    @pytest.mark.parametrize("card", ["the-rider", "the-lantern", "the-ghost"])
    def test_powers_before_a_play(self, card):
        game = faded(card)
        game.apply("illegal 3 1")
        game.apply("end")
        texts = [
            " ".join(["use", card, *words.split()])
            for size in range(4)
            for words in map(" ".join, itertools.product("1234567", repeat=size))
        ]
        assert self.listed(game, "use", texts)
