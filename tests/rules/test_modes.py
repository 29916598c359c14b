"""The 2-player challenge, The Restless Hours, and the levels of assistance with their number lines."""

import pytest
from rules.random_games import random_game
from rules.test_game import QUIET, refuse

from shared_rules.shipwreck import Event, Game, RuleError
from shared_rules.shipwreck.cards import SANDS, cards_of


def setup(mode="standard", players="Ann,Bo", row=QUIET, sets="base", doom=0, assist=""):
    level = f" assist={assist}" if assist else ""
    return f"setup {mode} doom={doom} sets={sets} players={players} row={row}{level}"


def table(*events, **words):
    return Game.replay([setup(**words), *events])


class TestDuel:
    def test_the_turns_go_1a_2a_1b_2b_and_round_again(self):
        game = table(mode="duel")
        seen = []
        for _ in range(5):
            seen.append(game.active)
            game.apply("play 1 3")
            game.apply("end")
            while game.phase == "deal":
                game.apply(next(game.legal_actions("deal")))
        assert seen == ["Ann.A", "Bo.A", "Ann.B", "Bo.B", "Ann.A"]
        assert game.state()["mode"] == "duel"

    def test_the_fates_of_the_lines_are_kept_apart(self):
        game = table("play 5 1", "end", "play 1 2", "end", "play 2 3", "predict 3 hit", "end", mode="duel")
        assert game.held == ["Ann.A", "Bo.A"]

    @pytest.mark.parametrize("players", ["Ann", "Ann,Bo,Cy"])
    def test_it_takes_exactly_two(self, players):
        with pytest.raises(RuleError, match="players="):
            table(mode="duel", players=players)

    def test_nobody_joins_or_leaves(self):
        game = table(mode="duel")
        for text in ("join Cy", "leave Ann", "leave Ann.A"):
            with pytest.raises(RuleError):
                game.apply(text)
        assert list(game.legal_actions("join")) == list(game.legal_actions("leave")) == []

    def test_only_the_other_player_gives_up_a_last_copy(self):
        game = table(
            "play 5 1",
            "end",
            "play 5 2",
            "end",
            "play 4 1",
            mode="duel",
            row="dawn,leviathan,the-key,the-deep",
        )
        # two 5s lie open; Ann plays, so her other line says nothing
        for line in ("Ann.A", "Ann.B"):
            assert "turn of Ann, whose fates stay hidden" in refuse(game, f"reveal {line} 5")
        assert "holds no fate" in refuse(game, "reveal Bo.B 5")
        assert "Nobody" in refuse(game, "reveal Bo 5")

    def test_a_line_is_no_player_elsewhere(self):
        game = table(players="Ann,Bo,Cy", assist="number-line")
        assert "Nobody" in refuse(game, "flip Ann.A 1")
        with pytest.raises(RuleError, match=r"'Di\.A' can't be a name"):
            game.apply("join Di.A")


@pytest.mark.usefixtures("deck_of_two")
class TestRestlessHours:
    def restless(self, mode):
        """A game whose deck has one card left, and two cards of the row at the point of fading."""
        game = table(mode=mode, sets="imago,stars", row="the-imago,the-ash,the-musicians,the-north-wind")
        assert game.deck_size == 2
        game.apply("play 7 4")
        game.apply("predict hit")
        game.apply("end")
        game.apply("deal 4 the-fall")
        assert game.deck_size == 1
        return game

    def test_the_table_loses_when_there_is_no_card_to_deal(self):
        game = self.restless("restless")
        for text in ("play 7 2", "end", "play 1 1", "predict hit"):
            game.apply(text)
        game.apply("end")
        assert game.phase == "deal"
        game.apply("deal 2 the-thief")
        turn, active = game.turn, game.active
        # the last card is on the table: the next one that fades leaves a gap that nothing fills
        game.apply("play 6 1")
        game.apply("steal none")
        game.apply("predict hit")
        game.apply("end")
        assert (game.phase, game.result) == ("over", "lost")
        assert (game.turn, game.active) == (turn, active)

    def test_in_the_standard_game_the_place_stays_empty(self):
        game = self.restless("standard")
        for text in ("play 7 2", "end", "play 1 1", "predict hit", "end", "deal 2 the-thief"):
            game.apply(text)
        for text in ("play 6 1", "steal none", "predict hit", "end"):
            game.apply(text)
        assert (game.phase, game.result, game.row[0]) == ("before-play", None, None)

    def test_a_seventh_point_wins_before_the_deck_is_asked(self):
        game = table(mode="restless", doom=6)
        assert game.result is None
        game.apply("play 5 1")
        game.apply("predict 3 miss")
        assert game.result == "lost"

    def test_the_duel_can_be_restless_too(self):
        assert table(mode="restless-duel").players == ["Ann.A", "Bo.A", "Ann.B", "Bo.B"]

    def test_a_full_deck_makes_no_difference(self):
        events = ["play 5 1", "end", "play 6 1", "predict 2 hit", "end", "deal 1 leviathan"]
        standard, restless = table(*events), table(*events, mode="restless")
        assert {**standard.state(), "mode": "restless", "removed": []} == restless.state()
        assert restless.deck_size == len(cards_of(("base",))) - 5

    def test_sparrows_loses_when_the_deck_has_no_card_to_deal(self):
        game = self.restless("restless")
        for text in ("play 6 1", "predict hit", "end", "play 3 1", "predict hit", "end", "deal 1 the-thief"):
            game.apply(text)
        assert (game.deck_size, game.powers, game.fates_at(3)) == (0, ["the-north-wind", "the-imago"], [])
        game.apply("use the-imago 3")
        assert (game.phase, game.result, game.waiting) == ("over", "lost", [])
        assert game.state()["removed"] == ["the-imago", "the-musicians"]


def tables_of_restless_hours(count, **words):
    for seed in range(count):
        mode = ("restless", "restless-duel")[seed % 2]
        yield random_game(seed, mode=mode, undo_rate=0, **words)


@pytest.mark.parametrize("sets", [("base",), ("imago", "stars"), None])
def test_in_the_restless_hours_no_card_comes_back(sets, deck_of_two):
    """A referee that counts the cards on the table, with nothing from the game but the row it shows.

    Source: the help page of The Restless Hours at Board Game Arena: discarded arcana cards are removed from
    the game, and the players lose when the deck is empty and they need to draw a card.
    """
    out_of_cards = 0
    for table in tables_of_restless_hours(100, sets=sets and list(sets), hit_rate=0.9):
        dealt = table.events[0].split(" row=")[1].split(" ")[0].split(",")
        stock = len(cards_of(table.game.sets))
        game = Game()
        for text in table.events:
            words = text.split(" ")
            game.apply(text)
            state = game.state()
            if words[0] == "deal":
                assert words[2] not in dealt, "a card came back"
                dealt.append(words[2])
            places = [place for place in state["row"] if place]
            on_the_table = [place["card"] for place in places] + state["powers"]
            on_the_table += [card for place in places for card in place["attached"]]
            assert state["deck_bottom"] == []
            left = [card for card in dealt if card not in on_the_table]
            # Sands waits for the card that it attaches to
            assert sorted(state["removed"]) == sorted(left) or set(left) - set(state["removed"]) == {SANDS}
            assert game.deck_size == stock - len(dealt)
        gaps = state["row"].count(None)
        needed = gaps and words[0] != "deal" and state["score"] < 7 and state["doom"] < 7
        if needed and state["result"] != "abandoned":
            assert (state["result"], gaps > stock - len(dealt)) == ("lost", True)
            out_of_cards += 1
    assert out_of_cards or sets != ("imago", "stars")


class TestNumberLines:
    def test_flips_are_kept_between_turns_and_reset_after_a_prediction(self):
        game = table("play 5 1", "flip Ann 5,6,7", "end", assist="number-line")
        assert game.lines == {"Ann": [5, 6, 7]}
        game.apply("flip Ann 4,7")
        assert game.lines == {"Ann": [4, 5, 6]}
        for text in ("play 5 1", "end", "deal 1 the-key", "flip Ann 3", "play 1 2", "predict 2 miss"):
            game.apply(text)
        assert game.lines == {}

    def test_a_token_flipped_twice_lies_as_before(self):
        game = table("flip Ann 2", "flip Ann 2", assist="number-line")
        assert game.lines == {}
        assert game.state()["lines"] == {}

    @pytest.mark.parametrize("text", ["illegal", "predict hit", "predict 2,3 miss"])
    def test_the_line_is_reset_when_the_fate_goes_to_the_bag(self, text):
        game = table(
            "play 1 1", "flip Ann 1", row="the-wish,dawn,the-key,midnight", sets="base,promo", assist="oracle"
        )
        game.apply(text)
        assert game.lines == {}

    def test_a_revealed_fate_resets_its_players_line(self):
        game = table(
            "play 5 1",
            "end",
            "play 5 1",
            "flip Ann 5",
            assist="number-line",
            row="leviathan,dawn,the-key,the-deep",
        )
        assert game.lines == {"Ann": [5]}
        game.apply("reveal Ann 5")
        assert game.lines == {}

    def test_who_holds_nothing_has_no_line_to_flip(self):
        game = table("play 5 1", "predict hit", assist="number-line")
        assert "holds no fate" in refuse(game, "flip Ann 1")
        assert "holds no fate" in refuse(game, "flip Bo 1")
        assert "Nobody" in refuse(game, "flip Cy 1")

    def test_the_keeper_keeps_none(self):
        game = table("play 5 1")
        assert "No number lines" in refuse(game, "flip Ann 1")
        assert not {"assist", "lines"} & set(game.state())

    def test_flips_change_nothing_that_the_rules_ask_for(self):
        plain = table("play 5 1", "end", assist="oracle")
        flipped = table("play 5 1", "flip Ann 5", "end", assist="oracle")
        assert {**flipped.state(), "lines": {}} == plain.state()

    @pytest.mark.parametrize(
        "text", ["flip Ann", "flip Ann 8", "flip Ann 2,1", "flip Ann 1,1", "flip 1", "flip Ann 1, 2"]
    )
    def test_tokens_are_named_from_low_to_high(self, text):
        with pytest.raises(RuleError):
            Event.from_text(text)


class TestLevels:
    def test_the_level_is_chosen_at_setup(self):
        assert table().assist == "keeper"
        assert table(assist="oracle").state()["assist"] == "oracle"
        text = setup(assist="number-line")
        assert str(Event.from_text(text)) == text
        with pytest.raises(RuleError, match="keeper, number-line, oracle"):
            table(assist="all")

    def test_it_is_lowered_by_anybody_and_raised_by_all(self):
        game = table("play 5 1", assist="number-line")
        assert "consent" in refuse(game, "assist oracle")
        assert "consent" in refuse(game, "assist keeper agreed")
        assert "already" in refuse(game, "assist number-line")
        game.apply("assist oracle agreed")
        game.apply("assist keeper")
        assert game.assist == "keeper"

    def test_the_keeper_forgets_the_lines(self):
        game = table("flip Ann 3", "assist keeper", "assist number-line agreed", assist="number-line")
        assert game.lines == {}

    def test_it_may_change_at_any_moment_of_a_game(self):
        row = "the-chalice,the-ash,the-key,the-deep"
        game = table("play 2 1", row=row, sets="base,stars", assist="oracle")
        assert game.owed == ["tell"]
        game.apply("assist number-line")
        assert (game.owed, game.phase) == (["tell"], "after-play")
        game.apply("abandon")
        assert "over" in refuse(game, "assist keeper")
