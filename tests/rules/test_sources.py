"""Scenes for what the rulebooks and the FAQ say and no other test shows; README.md tells which shows what."""

import pytest
from rules.test_game import QUIET, both_faded, faded, fates, refuse, table

from shared_rules.shipwreck import CARDS, Event, RuleError
from shared_rules.shipwreck.cards import cards_of, pips

# --- the box and the setup


def test_the_box_holds_twenty_cards_and_three_fates_of_each_value():
    assert len(cards_of(("base",))) == 20
    assert sum(table(QUIET).unseen(fate) for fate in range(1, 8)) == 21


@pytest.mark.parametrize("doom", range(7))
def test_the_difficulty_is_the_doom_at_the_start(doom):
    game = table(QUIET, doom=doom)
    assert (game.score, game.doom) == (0, doom)


def test_a_game_begins_with_four_cards_no_fates_and_the_first_player():
    game = table(QUIET, players="Cy,Ann,Bo")
    assert [place.card for place in game.row] == QUIET.split(",")
    assert (game.active, game.visible(), game.powers, game.held) == ("Cy", [], [], [])


@pytest.mark.parametrize("first", ["Ann", "Bo", "Cy"])
def test_the_chosen_player_begins_and_the_turns_go_round(first):
    circle = ["Ann", "Bo", "Cy"] * 2
    order = circle[circle.index(first) :][:3]
    game = table(QUIET, players=",".join(order))
    for player in order * 2:
        assert game.active == player
        game.apply(next(game.legal_actions("play")))
        game.apply("predict hit")
        game.apply("end")
        while game.phase == "deal":
            game.apply(next(game.legal_actions("deal")))


@pytest.mark.parametrize("players", ["Ann", "Ann,Bo,Cy,Di,Ed,Flo"])
def test_two_to_five_play(players):
    with pytest.raises(RuleError, match="players"):
        table(QUIET, players=players)


def test_the_hours_is_no_arcana_card():
    assert "the-hours" not in CARDS
    for text in (
        "setup standard doom=0 sets=base players=Ann,Bo row=the-hours,dawn,midnight,the-judge",
        "deal 1 the-hours",
        "use the-hours",
        "use the-prophet 0",
        "use the-north-wind 0",
        "use the-lantern 5 1 0",
        "steal 5 0",
    ):
        with pytest.raises(RuleError):
            Event.from_text(text)


def test_five_players_have_a_line_of_seven_tokens_each():
    game = table(QUIET + " assist=number-line", players="Ann,Bo,Cy,Di,Ed")
    for player in game.players:
        game.apply(f"flip {player} 1,2,3,4,5,6,7")
        assert "flip" in refuse(game, f"flip {player} 8")
        game.apply("play 1 3")
        game.apply("end")
        while game.phase == "deal":
            game.apply(next(game.legal_actions("deal")))
    assert sum(len(tokens) for tokens in game.lines.values()) == 35


def test_fates_have_one_to_three_pips():
    assert [pips(fate) for fate in (1, 2, 3)] == [1, 1, 1]
    assert [pips(fate) for fate in (4, 5, 6)] == [2, 2, 2]
    assert pips(7) == 3


# --- a turn


def test_who_is_not_predicted_keeps_the_fate_and_who_is_predicted_does_not():
    assert table(QUIET, "play 5 1", "end").held == ["Ann"]
    assert table(QUIET, "play 5 1", "predict hit", "end").held == []
    assert table(QUIET, "play 5 1", "predict miss", "end").held == []
    game = table(QUIET, "play 1 2", "end", "play 1 2", "end", "play 2 4", "end")
    assert sorted(game.held) == ["Ann", "Bo"], "unpredicted again, so one of the two fates is kept on"


def test_a_hand_that_fits_several_cards_goes_where_its_player_likes():
    game = table("dawn,the-wish,the-deep,the-judge")
    places = [text for text in game.legal_actions("play") if text.startswith("play 3 ")]
    assert places == ["play 3 1", "play 3 2", "play 3 3", "play 3 4"]


def test_the_group_has_one_prediction_of_one_value():
    game = table(QUIET, "play 7 1")
    assert "1 time" in refuse(game, "predict 3,4 hit")
    game.apply("predict 3 miss")
    refuse(game, "predict 4 hit")


@pytest.mark.parametrize("outcome", ["hit", "miss"])
def test_a_value_is_predicted_once(outcome):
    game = table("the-wish,dawn,midnight,the-judge", "play 3 1")
    assert "3 is named twice" in refuse(game, f"predict 3,3 {outcome}")
    assert "predict 3,4 hit" in list(game.legal_actions("predict"))
    assert not [text for text in game.legal_actions("predict") if " 3,3" in text]


def test_a_turn_may_end_without_a_prediction():
    game = table(QUIET, "play 5 1", "end")
    assert (game.score, game.doom, game.active) == (0, 0, "Bo")


def test_nothing_is_concluded_from_where_a_fate_was_not_played():
    # the rulebook's own example of strategy: the group may conclude that the sum is above 5, the rules don't
    game = table("midnight,the-deep,leviathan,the-shore", "play 1 1")
    assert game.kept == [2, 3, 4, 5, 6, 7]


def test_a_fate_on_the_hours_lies_in_front_of_the_first_card_at_once():
    game = table("the-mirror,the-deep,leviathan,the-shore", "play 4 0")
    assert game.visible() == [4] and fates(game)[0] == [4]
    assert game.fading() == [1], "it counts there on the turn on which it is played"


def test_the_hours_stays_open_while_a_power_is_not_used():
    events = ("illegal 7 4", "end", "deal 4 the-ash")
    row = "the-mirror,leviathan,the-deep,fortune"
    game = table(row, *events, "play 5 0")
    assert 4 in game.kept, "Shadows would have opened The Mirror, but nobody has to use it"
    game = table(row, *events, "use fortune", "play 5 0")
    assert 4 not in game.kept, "with Shadows in use The Mirror is open, and has to be taken"


def test_a_card_that_a_power_brought_closes_the_hours():
    game = table("the-mirror,leviathan,the-deep,the-prophet", "illegal 7 4", "end", "deal 4 the-ash")
    assert game.why_not("play 5 0") is None
    game.apply("use the-prophet 1")
    game.apply("deal 1 the-imago")
    refuse(game, "play 5 0")


def test_nothing_fades_before_the_end_of_the_turn():
    game = table("the-beast,dawn,midnight,the-judge", "play 3 1", "predict hit")
    assert fates(game)[0] == [3] and game.powers == []
    game.apply("end")
    assert game.row[0] is None and game.powers == ["the-beast"]


def test_who_leaves_gives_the_fate_back():
    game = table(QUIET, "play 5 1", "end", players="Ann,Bo,Cy")
    assert game.held == ["Ann"]
    game.apply("leave Ann")
    assert game.held == []
    game.apply("join Ann")
    assert game.held == []


# --- faded powers


def test_a_power_is_used_once_and_then_lies_at_the_bottom_of_the_deck():
    game = faded("the-servant")
    for text in ("play 3 4", "use the-servant yes", "end", "play 1 3"):
        game.apply(text)
    assert game.deck_bottom == ["the-servant"]
    assert "not a faded power" in refuse(game, "use the-servant yes")


def test_a_power_forces_no_prediction():
    game = faded("the-servant")
    for text in ("play 3 4", "use the-servant yes", "end"):
        game.apply(text)
    assert (game.score, game.doom, game.held) == (0, 2, ["Bo"])


def test_any_number_of_powers_lie_ready_for_everybody():
    game = table(
        "midnight,the-lord,dawn,the-servant",
        *("illegal 7 1", "end", "deal 1 the-judge", "illegal 7 2", "end", "deal 2 the-feast"),
        *("illegal 7 3", "end", "deal 3 the-imago"),
        players="Ann,Bo,Cy",
    )
    for player in ("Ann", "Bo", "Cy"):
        assert game.active == player
        game.apply("play 1 3")
        used = {text.split(" ")[1] for text in game.legal_actions("use")}
        assert used == {"midnight", "the-lord", "dawn"}
        game.apply("predict hit")
        game.apply("end")
        if game.phase == "deal":
            game.apply("deal 3 the-wish")


@pytest.mark.parametrize("words", ["", " maybe", " 3", " yes no"])
def test_a_question_is_answered_yes_or_no(words):
    game = faded("the-servant")
    game.apply("play 3 4")
    refuse(game, "use the-servant" + words)


def test_saints_asked_for_the_very_value_gets_a_no():
    game = faded("midnight")
    game.apply("play 4 4")
    game.apply("use midnight 4 no")
    assert game.kept == [1, 2, 3, 4]


@pytest.mark.parametrize(("word", "possible"), [("new", [1, 2, 3, 4]), ("old", [1, 2, 3, 4, 5, 6, 7])])
def test_shells_says_whether_what_was_known_still_holds(word, possible):
    game = faded("the-key")
    # Bo keeps a fate lower than 5, and on the next turn plays a 2 where anything may be played
    for text in ("play 5 1", "end", "play 1 4", "predict hit", "end", "play 2 4"):
        game.apply(text)
    assert game.possible() == {"Bo": [1, 2, 3, 4, 5, 6, 7]}
    game.apply(f"use the-key {word}")
    assert game.possible() == {"Bo": possible}


def test_a_power_that_is_not_used_tells_nothing():
    # everybody who keeps more than a 1 could have used Sinners, but nobody has to
    game = faded("the-belltower")
    game.apply("play 1 4")
    assert game.why_not("use the-belltower 1 4") is None
    assert game.why_not("predict 1 hit") is None and game.why_not("predict 7 hit") is None


def test_sinners_gives_the_fate_back_to_the_bag():
    game = faded("the-belltower")
    game.apply("play 3 4")
    assert game.unseen(3) == 2
    game.apply("use the-belltower 3 4")
    assert game.unseen(3) == 3 and game.visible() == []


def test_sinners_needs_a_fate_that_is_lower():
    game = faded("the-belltower")
    game.apply("play 7 4")
    assert list(game.legal_actions("use")) == []
    game = faded("the-belltower", row="the-deep,the-judge,the-stranger")
    game.apply("play 4 1")
    assert game.kept == [1]
    assert "whatever fate" in refuse(game, "use the-belltower 4 1")


def test_of_two_predictions_one_has_to_be_right():
    game = faded("the-mirror")
    for text in ("play 5 1", "use the-mirror", "predict 2,3 hit"):
        game.apply(text)
    assert (game.score, game.doom) == (1, 2)
    game = faded("the-mirror")
    for text in ("play 5 1", "use the-mirror", "predict 2,3 miss"):
        game.apply(text)
    assert (game.score, game.doom) == (0, 3)


@pytest.mark.parametrize(("answer", "kept"), [("yes", [4, 5, 6, 7]), ("no", [1, 2, 3])])
def test_shackles_counts_a_difference_of_two_as_within_two(answer, kept):
    game = faded("the-pallbearers")
    game.apply("play 6 4")
    game.apply(f"use the-pallbearers {answer}")
    assert game.kept == kept


def test_shackles_looks_away_from_the_fate_on_the_feast():
    game = faded("the-pallbearers", row="the-feast,dawn,the-judge")
    for text in ("play 1 1", "play 6 4", "use the-pallbearers yes"):
        game.apply(text)
    assert game.kept == [4, 5, 6, 7]


@pytest.mark.parametrize("named", ["4", "5", "+5"])
def test_under_shadows_either_value_is_right(named):
    game = faded("fortune", row="the-mirror,dawn,the-judge")
    game.apply("use fortune")
    game.apply("play 5 1")
    assert game.kept == [4], "a 4 that counts as the other 5"
    for wrong in ("3", "6", "+4", "+6"):
        refuse(game, f"predict {wrong} hit")
    refuse(game, "predict +5 miss")
    game.apply(f"predict {named} hit")
    assert game.score == 1


def test_a_miss_under_shadows_that_says_which_value_excludes_one_fate_and_another_none():
    game = faded("fortune", row="dawn,the-mirror,the-judge")
    game.apply("use fortune")
    game.apply("play 5 1")
    assert game.kept == [1, 2, 3], "they count as 2 to 4, lower than a 5"
    for named, left in (("+3", [1, 3]), ("3", [1, 2, 3]), ("1", [2, 3])):
        game.apply(f"predict {named} miss")
        assert game.kept == left
        game.apply("undo")


@pytest.mark.parametrize("outcome", ["hit", "miss"])
def test_a_raised_value_is_predicted_only_after_shadows(outcome):
    game = faded("fortune", row="the-mirror,dawn,the-judge")
    game.apply("play 5 2")
    assert refuse(game, f"predict +4 {outcome}") == "A raised value is predicted only after Shadows."
    for word in ("+1", "+9", "+", "++2", "+5+"):
        refuse(game, f"predict {word} {outcome}")


def test_shadows_ends_with_the_turn():
    game = faded("fortune", row="the-mirror,dawn,the-judge")
    for text in ("use fortune", "play 3 4", "end", "play 3 4", "end", "play 5 1"):
        game.apply(text)
    assert (game.active, game.shadows, game.kept) == ("Bo", False, [5])


def test_shadows_is_for_before_the_first_play():
    game = faded("fortune", row="the-feast,dawn,the-judge")
    game.apply("play 3 1")
    assert "before the turn's first play" in refuse(game, "use fortune")


def test_skies_opens_and_closes_cards():
    game = faded("the-lantern", row="iron,dawn,the-judge")
    game.apply("play 3 1")
    game.apply("end")
    assert game.why_not("play 7 1") is None
    game.apply("play 7 1")
    assert game.kept == [4, 5, 6, 7]
    game.apply("undo")
    game.apply("use the-lantern 3 1 2")
    game.apply("play 7 1")
    assert game.kept == [1, 2, 3, 4, 5, 6, 7]


def test_skies_can_make_a_card_fade_that_nobody_plays_on():
    game = faded("the-lantern", row="the-mirror,dawn,the-judge")
    for text in ("play 5 2", "end", "use the-lantern 5 2 1", "play 1 3"):
        game.apply(text)
    assert game.fading() == [1]
    game.apply("end")
    assert game.doom == 4 and game.powers == ["the-mirror"]


def test_storms_may_point_at_the_fate_just_played():
    game = faded("the-passage")
    game.apply("play 3 4")
    assert game.visible() == [3]
    refuse(game, "use the-passage 5 yes")
    game.apply("use the-passage 3 yes")
    assert game.kept == [3]


def test_storms_never_looks_at_an_empty_table():
    game = both_faded("the-belltower", "the-passage")
    assert game.visible() == []
    refuse(game, "use the-passage 3 no")
    game.apply("play 3 3")
    assert game.visible() == [3]
    game.apply("use the-belltower 3 3")
    assert game.visible() == []
    assert "Only one" in refuse(game, "use the-passage 3 no")


def test_sails_comes_after_a_right_prediction_and_before_the_fading():
    game = both_faded("the-musicians", "midnight")
    refuse(game, "use the-musicians midnight 7 1")
    game.apply("play 7 1")
    refuse(game, "use the-musicians midnight 7 1")
    for outcome, accepted in (("miss", False), ("hit", True)):
        game.apply(f"predict {outcome}")
        assert (game.why_not("use the-musicians midnight 7 1") is None) == accepted
        game.apply("undo")
    game.apply("predict hit")
    game.apply("end")
    assert game.phase == "deal"
    refuse(game, "use the-musicians midnight 7 1")


@pytest.mark.parametrize("card", ["the-musicians", "the-thief"])
def test_sails_and_scythes_need_another_power(card):
    game = faded(card)
    game.apply("play 3 4")
    assert list(game.legal_actions("use")) == []
    game.apply("predict hit")
    assert list(game.legal_actions("use")) == []


def test_an_exiled_fate_never_comes_back():
    game = both_faded("the-musicians", "midnight")
    for text in ("play 7 1", "predict hit", "use the-musicians midnight 7 1", "end"):
        game.apply(text)
    for text in ("play 7 1", "predict hit", "end", "deal 1 the-ash", "play 7 1", "predict hit"):
        game.apply(text)
    assert game.exiled == [7] and game.unseen(7) == 1
    game.apply("end")
    game.apply("play 7 1")
    game.apply("predict hit")
    game.apply("end")
    assert "All three" in refuse(game, "play 7 1"), "two lie in front of The Ash and one is out of the game"


def three_fade_with_sands(*after):
    """The Ash carries Sands and fades with The Mirror, which Skies gave a fate, and with The Beast."""
    return table(
        "the-fall,the-lantern,the-mirror,the-beast",
        *("play 7 2", "predict hit", "end", "deal 2 midnight"),
        *("play 4 1", "inevitable yes", "predict hit", "end", "deal 1 the-ash"),
        *("play 5 2", "end", "use the-lantern 5 2 3", "play 1 4"),
        *after,
    )


def test_sands_makes_three_fades_cost_nine():
    game = three_fade_with_sands()
    assert game.row[0].attached == ["the-fall"] and game.fading() == [1, 3, 4]
    assert game.doom == 0
    game.apply("end")
    assert (game.doom, game.result) == (7, "lost"), "three times two would not have been enough"


def test_a_right_prediction_averts_all_of_it_and_counts_twice():
    game = three_fade_with_sands("predict hit")
    assert game.score == 3
    game.apply("end")
    assert (game.score, game.doom, game.result) == (4, 0, None)


def test_scions_counts_for_fates_that_come_and_no_longer_for_those_that_go():
    game = both_faded("the-north-wind", "the-lantern")
    for text in ("play 7 1", "use the-north-wind 1", "end"):
        game.apply(text)
    assert game.row[0].pips == 1
    game.apply("use the-lantern 7 1 2")
    assert (game.row[0].pips, game.row[1].pips) == (0, 3)
    game.apply("undo")
    for text in ("play 6 2", "end", "use the-lantern 6 2 1"):
        game.apply(text)
    assert (game.row[0].pips, game.row[1].pips) == (2, 0)


# --- the cards that the summary asks about


def test_the_thief_takes_only_what_is_higher_and_says_when_there_is_nothing():
    row = "the-thief,dawn,the-judge,the-key"
    game = table(row, "play 5 3", "steal 5 3")
    assert game.kept == [1, 3], "a second 5 would not be lower"
    game = table(row, "play 5 3")
    assert "Thief" in refuse(game, "end")
    game.apply("steal none")
    assert min(game.kept) >= 5


def test_the_fall_fades_at_just_twice_the_kept_fate():
    row = "the-fall,dawn,midnight,the-judge"
    assert 3 in table(row, "play 6 1", "inevitable yes").kept
    assert 3 not in table(row, "play 6 1", "inevitable no").kept
    assert 3 not in table(row, "play 5 1", "inevitable yes").kept
