"""Number lines and levels of assistance: what is flipped, what is struck out, and what stays unsaid."""

import pytest
from arcana_portable.record import without_undos
from companion.canvas import Canvas
from companion.games.shipwreck import all_lines
from companion.games.shipwreck import number_lines as strip
from companion.games.shipwreck.all_lines import NumberLines
from companion.games.shipwreck.menu_items import Contradiction
from companion.games.shipwreck.play import LINES, NewCard, Play, Predict
from companion.games.shipwreck.tokens import MENU
from companion.screens.menu import GameMenu, game_menu
from companion.texts import text
from memory_app import MemoryApp, enter_all
from player import Player
from rules.random_games import random_game

from shared_rules.shipwreck import Game

SETUP = "setup standard doom=0 sets=base players=Ann,Bo,Cy row=dawn,leviathan,the-shore,the-noble"
DUEL = SETUP.replace("standard", "duel").replace("Ann,Bo,Cy", "Ann,Bo")


def at_table(setup, *events):
    app = MemoryApp()
    app.session.begin(setup)
    player = Player(app)
    player.press("b")
    enter_all(app.session, events)
    return app, player


def looks_of(app):
    """The active player's tokens in the strip on the table."""
    return strip.look(app.screen.top.stage)[1]


class TestFlipping:
    def test_what_was_flipped_is_one_event_when_the_screen_is_left(self):
        app, player = at_table(SETUP + " assist=number-line", "play 1 3")
        before = len(app.session.game.events)
        player.press("up", "b", "b", "c", "b", "c", "b")
        assert len(app.session.game.events) == before
        player.press("up")
        assert app.session.game.events[before:] == ["flip Ann 4,5,6"]
        assert isinstance(player.top, Predict)

    def test_a_token_turned_back_leaves_no_trace(self):
        app, player = at_table(SETUP + " assist=number-line", "play 1 3")
        before = app.session.game.events[:]
        player.press("up", "b", "b", "b", "up")
        assert app.session.game.events == before
        assert isinstance(player.top, Predict)

    def test_each_line_is_an_event_of_its_own(self):
        app, player = at_table(SETUP + " assist=number-line", "play 1 3", "end", "play 6 2")
        player.press("up", "b")
        assert (player.top.player, player.top.players) == ("Bo", ["Ann", "Bo"])
        player.press("b", "down", "a", "b", "up")
        assert app.session.game.events[-2:] == ["flip Ann 3", "flip Bo 4"]

    def test_a_flipped_token_is_turned_back_later(self):
        app, player = at_table(SETUP + " assist=number-line", "play 1 3", "flip Ann 3,4")
        player.press("up", "b", "b", "up")
        assert app.session.game.events[-1] == "flip Ann 4"
        assert app.session.game.lines == {"Ann": [3]}

    def test_a_duel_has_two_lines_a_player(self):
        app, player = at_table(
            DUEL + " assist=number-line",
            *("play 1 3", "end", "play 6 2", "end", "play 2 3", "end", "play 5 1"),
        )
        player.press("up", "b")
        assert player.top.players == ["Ann.A", "Bo.A", "Ann.B", "Bo.B"]
        player.press("b", "down", "b", "up")
        assert app.session.game.lines == {"Ann.A": [4], "Bo.B": [4]}

    def test_from_the_table_it_is_one_place_of_the_cursor(self):
        _, player = at_table(SETUP + " assist=number-line", "play 1 3", "end")
        play = player.top
        assert isinstance(play, Play) and play.ring[-1] == LINES
        player.press("c", "c", "c", "b")
        assert isinstance(player.top, NumberLines)
        player.press("up")
        assert isinstance(player.top, Play)

    @pytest.mark.parametrize(
        "events",
        [("play 1 1",), ("play 4 2", "predict hit", "end", "play 5 2", "predict hit", "end")],
        ids=["while The Chalice asks", "while a card is dealt"],
    )
    def test_it_is_not_offered_where_the_rules_do_not_allow_it(self, events):
        setup = SETUP.replace("dawn", "the-chalice").replace("leviathan", "the-judge")
        _, player = at_table(setup + " assist=oracle", *events)
        player.open_menu()
        assert isinstance(player.top, GameMenu)
        assert text("lines_row") not in [label for label, _ in player.top.rows]

    def test_it_goes_when_the_host_plays_on(self):
        app, player = at_table(SETUP + " assist=number-line", "play 1 3")
        player.press("up", "b", "b")
        app.session.enter("end")
        assert isinstance(player.top, Play)


class TestWhatCantBe:
    """With the oracle, the companion asks about what no hands agree with; without it, it says nothing."""

    DUO = "setup standard doom=0 sets=base players=Ann,Bo row=the-mirror,leviathan,the-key,midnight"
    LEARNT = ("play 7 1", "end", "deal 1 dawn", "play 1 4", "end")  # Ann holds a 7

    def asks(self, player):
        """Whether the companion asks, after all pictures of the moment were drawn."""
        player.app.draw(Canvas())
        return isinstance(player.top, Contradiction)

    def at_table(self, *events, level="oracle", setup=DUO):
        app, player = at_table(f"{setup} assist={level}")
        for event in (*self.LEARNT, *events):
            assert not self.asks(player)
            app.session.enter(event)
        return app, player

    def test_taking_it_back(self):
        app, player = self.at_table("play 2 3", "predict 5 hit")
        assert self.asks(player)
        player.press("a")
        assert app.session.game.events[-1] == "play 2 3"
        assert not self.asks(player) and isinstance(player.top, Predict)

    def test_it_is_so(self):
        app, player = self.at_table("play 2 3", "predict 5 hit")
        player.press("c")
        assert self.asks(player)
        player.press("b")
        assert not self.asks(player) and isinstance(player.top, Play)
        assert app.session.game.events[-2:] == ["predict 5 hit", "end"]

    @pytest.mark.parametrize("level", ["keeper", "number-line"])
    def test_nobody_is_told_what_nobody_asked_for(self, level):
        _, player = self.at_table("play 2 3", "predict 5 hit", level=level)
        assert not self.asks(player)

    def test_it_is_asked_before_a_card_is_dealt(self):
        # Midnight fades; its 4 needs a higher fate
        app, player = self.at_table("play 4 4", "predict 5 hit")
        assert app.session.game.phase == "deal" and self.asks(player)
        player.press("b")
        assert isinstance(player.top, NewCard)

    def test_it_is_asked_after_the_last_event_of_a_game(self):
        # doom rises with The Mirror, and with a miss
        app, player = self.at_table("play 2 3", "predict 7 miss", setup=self.DUO.replace("doom=0", "doom=4"))
        assert app.session.game.result == "lost" and self.asks(player)
        player.press("a")
        assert app.session.game.result is None and isinstance(player.top, Predict)

    def test_a_game_that_is_resumed_does_not_ask_again(self):
        _, player = self.at_table("play 2 3", "predict 5 hit")
        _, resumed = at_table(*player.game.events)
        assert not self.asks(resumed)


class TestWhatIsShown:
    def test_the_first_picture_does_not_wait_for_the_oracle(self, monkeypatch):
        asked = []
        monkeypatch.setattr(Game, "possible", lambda game: asked.append(game.turn) or {"Ann": [5, 6, 7]})
        app, _ = at_table(SETUP + " assist=oracle", "play 1 3")
        canvas = Canvas()
        app.screen.draw(canvas)
        assert asked == [] and app.stale
        first = bytes(canvas.buffer)
        app.stale = False
        app.screen.draw(canvas)
        assert asked == [1] and not app.stale
        assert bytes(canvas.buffer) != first
        # and once for a moment of the game is enough
        app.screen.draw(canvas)
        assert asked == [1]

    def test_the_oracle_strikes_out_beside_what_the_group_flipped(self):
        app, _ = at_table(SETUP + " assist=oracle", "play 1 3", "flip Ann 2,6")
        app.draw(Canvas())
        assert looks_of(app) == (
            *(strip.OUT, strip.BOTH, strip.OUT, strip.OUT),
            *(strip.OPEN, strip.FLIPPED, strip.OPEN),
        )

    def test_the_only_value_left_is_known(self):
        app, _ = at_table(SETUP + " assist=oracle", "play 3 3")
        app.draw(Canvas())
        assert looks_of(app) == (strip.OUT,) * 6 + (strip.KNOWN,)

    def test_a_fate_that_is_still_to_be_kept_can_be_anything(self):
        app, _ = at_table(SETUP + " assist=oracle", "play 3 3", "end")
        app.draw(Canvas())
        assert looks_of(app) == (strip.OPEN,) * 7

    @pytest.mark.parametrize("level", ["", " assist=number-line"])
    def test_no_other_level_asks_what_is_possible(self, level, monkeypatch):
        monkeypatch.delattr(Game, "possible")
        app, player = at_table(SETUP + level, "play 3 3")
        app.draw(Canvas())
        player.press("up", "b")
        app.draw(Canvas())

    def test_the_keeper_shows_no_line_anywhere(self, monkeypatch):
        events = without_undos(random_game(5).events)
        for module, name in ((strip, "look"), (strip, "draw_tokens"), (all_lines, "NumberLines")):
            monkeypatch.delattr(module, name)
        app = MemoryApp()
        canvas = Canvas()
        player = Player(app)
        for _ in player.play(events):
            app.draw(canvas)
            top = player.top
            if app.session.game.phase != "over":
                assert LINES not in getattr(top, "ring", (MENU,))
                labels = [label for label, _ in game_menu(app).rows]
                assert text("lines_row") not in labels

    def test_whoever_holds_nothing_has_no_line(self):
        app, player = at_table(SETUP + " assist=oracle", "play 3 3", "end", "play 6 2", "predict 1 miss")
        app.draw(Canvas())
        assert strip.look(player.top) == ("oracle", None)


class TestLevels:
    def levels(self, setup):
        app, player = at_table(setup)
        player.open_menu()
        player.choose_label("help_is")
        return app, player

    def test_less_help_is_one_choice(self):
        app, player = self.levels(SETUP + " assist=oracle")
        player.press("up", "b")
        assert app.session.game.assist == "number-line"
        assert isinstance(player.top, Play)

    def test_more_help_asks_whether_everybody_agrees(self):
        app, player = self.levels(SETUP)
        player.press("down", "down", "b")
        assert player.top.title == text("ask_agreed")
        assert app.session.game.assist == "keeper"
        player.press("b")
        assert app.session.game.events[-1] == "assist oracle agreed"

    def test_after_a_miss_the_turn_waits_for_its_fate_all_the_same(self):
        player = Player(MemoryApp(note=True))
        events = [SETUP + " assist=oracle", "play 1 3", "predict 5 miss", "assist keeper", "hidden 6", "end"]
        assert [event for event, _ in player.play(events)] == events


class TestDuel:
    def test_only_the_other_player_reveals(self):
        setup = DUEL.replace("leviathan", "the-mirror").replace("dawn", "leviathan")
        _, player = at_table(setup, "play 7 1", "end", "play 1 3", "end", "play 7 1")
        player.open_menu()
        player.choose_label("reveal")
        assert player.top.items == [("Bo.A", 7)]

    def test_who_holds_two_of_a_value_in_both_lines_may_reveal_one(self):
        setup = DUEL.replace("sets=base ", "sets=base,imago ").split("row=")[0]
        setup += "row=the-imago,leviathan,the-key,midnight"
        app, player = at_table(setup, "play 3 1", "end", "play 1 4", "end", "play 1 4", "end", "play 2 1")
        player.open_menu()
        player.choose_label("reveal")
        assert ("Ann.B", 3) in player.top.items
        player.answer("reveal Ann.B 3")
        assert app.session.game.events[-1] == "reveal Ann.B 3"
