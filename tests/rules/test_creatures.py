"""Creatures from the Deep at the table. Source: the rules summary; where it is silent, `deep.py`."""

import pytest
from rules.test_game import QUIET, refuse

from shared_rules.shipwreck import Event, Game, RuleError

CRAB, RAY, SHARK = "1:Crab:sum>=5", "2:Ray:3x7", "3:Shark:kind2"


def deep(*events, row=QUIET, players="Ann,Bo", adventurers="defender,mystic", doom=0, sets="base", met=True):
    """Return a game of this mode with Crab and Ray in sight, after these events."""
    setup = f"setup creatures doom={doom} sets={sets} players={players} row={row} adventurers={adventurers}"
    return Game.replay([setup, *((f"meet {CRAB}", f"meet {RAY}") if met else ()), *events])


def creatures(game):
    return [(creature["name"], creature["fates"]) for creature in game.state()["creatures"]]


def crab_beaten(*events, **words):
    """Ann's 6 has beaten the Crab, and the Shark is about to show itself."""
    return deep("play 7 1", "predict 6 hit", "strike 1 6", *events, **words)


class TestSetup:
    def test_the_first_two_show_themselves_before_the_first_turn(self):
        game = deep(met=False)
        assert "which creature appears" in refuse(game, "play 5 1")
        assert "level 1" in refuse(game, f"meet {RAY}")
        game.apply(f"meet {CRAB}")
        game.apply(f"meet {RAY}")
        assert creatures(game) == [("Crab", []), ("Ray", [])]
        assert "No creature" in refuse(game, f"meet {SHARK}")
        game.apply("play 5 1")

    def test_every_player_has_an_adventurer(self):
        assert deep().state()["adventurers"] == {"Ann": "defender", "Bo": "mystic"}
        for adventurers in ("defender", "defender,defender", "defender,pirate", "defender,mage,mystic"):
            with pytest.raises(RuleError, match="adventurers="):
                deep(adventurers=adventurers)

    def test_adventurers_are_only_here(self):
        start = "players=Ann,Bo row=dawn,midnight,the-deep,the-key"
        for text in (
            f"setup creatures doom=0 sets=base {start}",
            f"setup standard doom=0 sets=base {start} adventurers=mage,mystic",
        ):
            with pytest.raises(RuleError, match="adventurer"):
                Event.from_text(text)

    def test_doom_begins_where_the_table_likes(self):
        assert deep(doom=4).doom == 4

    def test_a_malformed_creature_is_named(self):
        with pytest.raises(RuleError, match="no condition"):
            deep(met=False).apply("meet 1:Crab:many")

    def test_the_texts_of_its_events_round_trip(self):
        for text in (
            "strike 3 7",
            "avert 1",
            "ability mystic 3 1 4",
            "ability summoner dawn",
            f"meet {CRAB}",
        ):
            assert str(Event.from_text(text)) == text

    def test_another_mode_has_none_of_it(self):
        game = Game.replay(
            ["setup standard doom=0 sets=base players=Ann,Bo row=dawn,midnight,the-deep,the-key"]
        )
        for text in (f"meet {CRAB}", "ability mage"):
            assert "no creatures" in refuse(game, text)


class TestFreedFate:
    def test_only_a_creature_in_sight_is_struck(self):
        assert "level 3 is in sight" in refuse(deep("play 5 1", "predict hit"), "strike 3 4")

    def test_every_place_and_every_value_are_offered(self):
        game = deep("play 7 1", "predict hit")
        assert list(game.legal_actions("avert")) == [f"avert {fate}" for fate in range(1, 7)]
        game.apply("avert 6")
        game.apply("end")
        while game.phase == "deal":
            game.apply(next(game.legal_actions("deal")))
        begun = game.events
        for source, others in ((2, (1, 3, 4)), (4, (1, 2, 3))):
            game = Game.replay([*begun, f"play 3 {source}", "predict miss"])
            moves = {f"ability mystic 3 {source} {place}" for place in others}
            assert set(game.legal_actions("ability")) == moves

    def test_a_hit_frees_a_fate_that_strikes_or_averts_doom(self):
        game = deep("play 5 1", "predict 3 hit")
        assert (game.score, game.doom) == (0, 0)
        assert "comes first" in refuse(game, "end")
        assert set(game.legal_actions("strike")) == {"strike 1 3", "strike 2 3"}
        assert list(game.legal_actions("avert")) == ["avert 3"]
        game.apply("strike 1 3")
        assert creatures(game) == [("Crab", [3]), ("Ray", [])]
        assert "once" in refuse(game, "avert 3")

    def test_where_the_values_were_not_recorded_any_possible_fate_may_be_the_one(self):
        game = deep("play 5 1", "predict hit")
        assert list(game.legal_actions("avert")) == ["avert 1", "avert 2", "avert 3", "avert 4"]
        assert "can't be a 7" in refuse(game, "avert 7")
        game.apply("avert 2")
        assert game.kept == [2]

    @pytest.mark.parametrize(("fate", "doom"), [(1, 3), (4, 2), (6, 2)])
    def test_doom_goes_back_by_the_pips(self, fate, doom):
        game = deep("play 7 1", f"predict {fate} hit", f"avert {fate}", doom=4)
        assert game.doom == doom

    def test_doom_goes_back_to_none_at_the_most(self):
        assert deep("play 7 1", "predict 6 hit", "avert 6", doom=0).doom == 0

    def test_a_miss_frees_nothing(self):
        game = deep("play 7 1", "predict 6 miss")
        assert game.doom == 1
        assert "after a correct prediction" in refuse(game, "strike 1 6")

    def test_a_fate_on_a_creature_is_neither_visible_nor_in_the_bag(self):
        game = deep("play 5 1", "predict 3 hit", "strike 2 3")
        assert game.visible() == [5]
        assert game.state()["unseen"]["3"] == 2

    def test_three_on_creatures_are_in_nobodys_hand(self):
        game = deep(row="the-shore,leviathan,the-lord,midnight")
        for text in ("play 1 4", "predict 7 hit", "strike 2 7", "end") * 2:
            game.apply(text)
        game.apply("play 1 4")
        assert 7 in game.possible()["Ann"]
        for text in ("predict 7 hit", "strike 2 7"):
            game.apply(text)
        # three 7s beat the Ray, and are in the bag again
        assert game.state()["unseen"]["7"] == 3


class TestDefeat:
    def test_a_creature_whose_condition_is_met_goes_and_its_fates_are_free(self):
        game = crab_beaten()
        assert creatures(game) == [("Ray", [])]
        assert (game.state()["defeats"], game.state()["unseen"]["6"]) == (1, 3)

    def test_then_the_third_is_turned_up(self):
        game = crab_beaten()
        assert "which creature appears" in refuse(game, "end")
        game.apply(f"meet {SHARK}")
        assert creatures(game) == [("Ray", []), ("Shark", [])]

    def test_three_defeats_win(self):
        game = crab_beaten(f"meet {SHARK}", "end", "deal 1 the-key", row="dawn,midnight,leviathan,the-judge")
        for text in ("play 1 2", "predict 7 hit", "strike 2 7", "end") * 3:
            game.apply(text)
        assert (game.state()["defeats"], game.result) == (2, None)
        again = ("play 7 3", "predict 6 hit", "strike 3 6")
        for text in ("deal 2 the-noble", *again, "end", *again[:2]):
            game.apply(text)
        assert game.result is None
        game.apply("strike 3 6")
        assert (game.phase, game.result, game.doom) == ("over", "won", 0)


class TestAttack:
    def test_the_highest_creature_in_sight_attacks_when_a_card_fades_without_a_hit(self):
        game = deep("play 7 1", "end")
        assert game.doom == 2  # the Ray
        game = crab_beaten(f"meet {SHARK}", "end", "deal 1 leviathan")
        game.apply("play 7 3")
        game.apply("end")
        assert game.doom == 3  # the Shark

    def test_for_each_card_that_fades(self):
        row = "the-ash,the-blind-man,the-mirror,the-imago"
        game = deep("play 2 3", "end", row=row, sets="base,stars,imago")
        assert game.doom == 4  # The Mirror and, as a 2 was played, The Ash
        game = deep("play 2 2", "end", row=row, sets="base,stars,imago")
        assert game.doom == 2  # the Blind Man's fading brings no doom, here as elsewhere

    def test_a_hit_keeps_it_away(self):
        game = deep("play 7 1", "predict 6 hit", "strike 1 6", f"meet {SHARK}", "end")
        assert (game.doom, game.phase) == (0, "deal")

    def test_seven_doom_lose(self):
        game = deep("play 7 1", "end", doom=5)
        assert (game.result, game.doom) == ("lost", 7)


class TestAdventurers:
    def test_each_is_used_once_and_again_after_a_defeat(self):
        game = deep("play 7 1", "ability mystic 7 1 2", "predict 6 hit", adventurers="mystic,mage")
        assert game.state()["ready"] == ["mage"]
        assert "after the next defeat" in refuse(
            Game.replay([*game.events, "strike 2 6"]), "ability mystic 7 2 1"
        )
        game.apply("strike 1 6")
        assert game.state()["ready"] == ["mage", "mystic"]

    @pytest.mark.parametrize(
        ("ability", "moments"),
        [
            ("defender", ["after-play"]),
            ("mage", ["before-play"]),
            ("summoner dawn", ["before-play", "after-play", "after-predict"]),
            ("vanquisher 4", ["before-play"]),
            ("mystic 5 1 2", ["before-play", "after-play", "after-predict"]),
        ],
    )
    def test_each_has_its_moments_and_only_once(self, ability, moments):
        name = ability.split(" ")[0]
        other = "mystic" if name == "mage" else "mage"
        found = []
        for events in ((), ("play 6 0",), ("play 6 0", "predict 2 miss")):
            row = "the-deep,leviathan,the-noble,the-mirror"
            game = deep(
                "illegal 5 1", "end", *events, row=row, players="Bo,Ann", adventurers=f"{other},{name}"
            )
            game.deck_bottom = ["dawn"]
            if game.may(f"ability {ability}"):
                found.append(game.phase)
                game.apply(f"ability {ability}")
                if game.phase == "deal":
                    game.apply("deal 4 the-rider")
                assert "after the next defeat" in refuse(game, f"ability {ability}")
        assert found == moments

    def test_only_in_its_players_turn(self):
        assert "not the Mage" in refuse(deep(adventurers="mystic,mage"), "ability mage")

    def test_the_defender_prevents_one_doom_after_a_play_on_the_hours(self):
        row = "the-deep,leviathan,the-noble,the-mirror"
        game = deep("play 6 0", "ability defender", "predict 1 miss", row=row)
        assert game.doom == 0
        # one doom, not every doom of the turn
        game = deep("play 7 0", "ability defender", "predict 2 miss", "end", row=row)
        assert game.doom == 2

    def test_the_defender_helps_on_the_hours_only(self):
        assert "The Hours" in refuse(deep("play 7 1"), "ability defender")
        game = deep("play 6 0", "ability defender", "end", row="the-deep,leviathan,the-noble,the-mirror")
        for text in ("play 7 2", "predict 4 miss"):
            game.apply(text)
        assert game.doom == 1

    def test_the_vanquisher_removes_a_card_without_fates(self):
        game = deep("ability vanquisher 4", adventurers="vanquisher,mage")
        assert (game.phase, game.deck_bottom) == ("deal", ["the-judge"])
        game.apply("deal 4 leviathan")
        assert (game.phase, game.card_at(4)) == ("before-play", "leviathan")
        game = deep("play 5 1", "end", adventurers="mage,vanquisher")
        assert "without fates" in refuse(game, "ability vanquisher 1")
        game.apply("play 5 2")
        assert "moment" in refuse(game, "ability vanquisher 3")

    def test_the_summoner_takes_a_card_back_to_use_its_power(self):
        game = deep(
            "play 7 1",
            "end",
            "deal 1 leviathan",
            "play 1 2",
            "use dawn 3 no",
            "end",
            adventurers="summoner,mage",
        )
        assert game.deck_bottom == ["dawn"]
        game.apply("ability summoner dawn")
        assert (game.powers, game.deck_bottom) == (["dawn"], [])
        game.apply("play 1 2")
        game.apply("use dawn 5 yes")

    def test_only_a_card_known_at_the_bottom_comes_back(self):
        assert "bottom" in refuse(deep(adventurers="summoner,mage"), "ability summoner leviathan")

    def test_a_card_that_was_replaced_has_not_faded(self):
        game = deep("play 7 1", "end", "deal 1 the-noble", adventurers="summoner,vanquisher")
        for text in ("ability vanquisher 2", "deal 2 leviathan", "play 7 2", "use dawn 3 yes", "end"):
            game.apply(text)
        assert game.deck_bottom == ["midnight", "dawn"]
        assert list(game.legal_actions("ability")) == ["ability summoner dawn"]

    def test_the_mage_draws_again_and_the_table_learns_nothing(self):
        game = deep("ability mage", adventurers="mage,mystic")
        assert game.possible() == {}
        game.apply("play 5 1")
        assert game.possible() == {"Ann": [1, 2, 3, 4]}
        assert "moment" in refuse(deep("play 5 1", adventurers="mage,mystic"), "ability mage")

    def test_the_mystic_keeps_a_card_from_fading(self):
        game = deep(
            "play 7 1",
            "ability mystic 7 1 2",
            "end",
            row="dawn,leviathan,the-key,the-deep",
            adventurers="mystic,mage",
        )
        assert (game.doom, game.phase) == (0, "before-play")
        assert game.fates_at(2) == [7]

    def test_the_mystic_moves_what_lies_there_to_another_card(self):
        game = deep("play 5 1", adventurers="mystic,mage")
        assert "another card" in refuse(game, "ability mystic 5 1 1")
        assert "No 4 lies" in refuse(game, "ability mystic 4 1 2")

    def test_a_fate_moved_to_the_fall_asks_whether_it_fades(self):
        game = deep(
            "play 5 2", row="the-fall,dawn,midnight,the-key", sets="base,stars", adventurers="mystic,mage"
        )
        assert game.owed == []
        game.apply("ability mystic 5 2 1")
        assert game.owed == ["inevitable"]
        game.apply("inevitable yes")
        assert game.fading() == [1]

    @pytest.mark.parametrize("outcome", ["6 hit", "hit", "miss"])
    def test_a_fate_moved_to_the_fall_after_the_prediction_asks_too(self, outcome):
        words = {"row": "the-fall,dawn,midnight,the-key", "sets": "base,stars", "adventurers": "mystic,mage"}
        game = deep("play 7 2", f"predict {outcome}", **words)
        if "hit" in outcome:
            game.apply("strike 2 6")
        game.apply("ability mystic 7 2 1")
        assert (game.owed, game.phase) == (["inevitable"], "after-predict")
        assert "The Fall" in refuse(game, "end")
        game.apply("inevitable no" if "hit" in outcome else "inevitable yes")
        assert game.phase == "after-predict" and game.fading() == ([] if "hit" in outcome else [1])
        game.apply("end")

    def test_sands_does_not_come_back(self):
        words = {
            "row": "the-fall,dawn,midnight,the-key",
            "sets": "base,stars",
            "adventurers": "mage,summoner",
        }
        game = deep("play 4 1", "inevitable yes", "end", "deal 1 the-noble", **words)
        for text in ("illegal 7 1", "end", "deal 1 the-lord", "play 1 3", "end"):
            game.apply(text)
        assert game.deck_bottom == ["the-fall"]
        assert "Sands" in refuse(game, "ability summoner the-fall")
        assert list(game.legal_actions("ability")) == []

    def test_who_leaves_takes_the_adventurer_along(self):
        game = deep("leave Ann", players="Ann,Bo,Cy", adventurers="defender,mage,mystic")
        assert game.state()["adventurers"] == {"Bo": "mage", "Cy": "mystic"}
        assert game.state()["ready"] == ["mage", "mystic"]
        assert "not the Defender" in refuse(game, "ability defender")

    @pytest.mark.parametrize("seat", ["", " 0", " 2"])
    def test_a_new_player_draws_a_free_adventurer(self, seat):
        game = deep()
        assert "Bo is the Mystic already" in refuse(game, f"join Cy{seat} mystic")
        game.apply(f"join Cy{seat} mage")
        assert game.state()["adventurers"] == {"Ann": "defender", "Bo": "mystic", "Cy": "mage"}
        assert "mage" in game.state()["ready"]
        assert str(Event.from_text(f"join Cy{seat} mage")) == game.events[-1]
        listed = list(game.legal_actions("join"))
        assert "join Di 3 summoner" in listed and "join Di mage" not in listed

    def test_no_other_game_has_any_to_draw(self):
        start = "players=Ann,Bo row=dawn,midnight,the-deep,the-key"
        game = Game.replay([f"setup standard doom=0 sets=base {start}"])
        assert "only there" in refuse(game, "join Cy mage")

    def test_a_player_may_join_without_one(self):
        game = deep("join Cy", "leave Ann")
        assert game.state()["adventurers"] == {"Bo": "mystic"}

    def test_what_was_used_is_used_in_other_hands_too(self):
        game = deep("play 5 1", "ability mystic 5 1 2", "end", adventurers="mystic,mage")
        for text in ("join Cy summoner", "leave Ann", "join Ann mystic"):
            game.apply(text)
        assert game.state()["ready"] == ["mage", "summoner"]

    def test_nobody_joins_or_leaves_once_an_ability_was_used(self):
        game = deep("ability mage", players="Ann,Bo,Cy", adventurers="mage,mystic,summoner")
        for text in ("join Di", "join Di defender", "leave Bo"):
            assert "between turns" in refuse(game, text)
        for text in ("play 5 1", "end", "leave Cy", "join Di defender"):
            game.apply(text)
