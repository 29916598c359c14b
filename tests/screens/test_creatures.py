"""Creatures from the Deep with five buttons: who is who, what shows itself, what a freed fate does."""

import pytest
from companion.canvas import Canvas
from companion.games.shipwreck.bestiary import CreatureChoice, OwnCreatures
from companion.games.shipwreck.creatures import Creatures
from companion.games.shipwreck.play import Play, Predict
from companion.games.shipwreck.powers import Abilities
from companion.games.shipwreck.prediction import AfterPrediction, HiddenFate
from companion.games.shipwreck.questions import CreatureList, FreedFate
from companion.games.shipwreck.setup_form import Adventurers
from companion.games.shipwreck.tokens import CREATURES
from companion.screens.menu import GameMenu
from companion.screens.question import Question
from companion.texts import text, text_of
from memory_app import MemoryApp, enter_all
from player import Player
from records import recorded
from screens.test_whole_games import as_entered, entered_with_buttons

from shared_rules.shipwreck import RuleError
from shared_rules.shipwreck.cards import ADVENTURERS

ROW = "dawn,midnight,the-stranger,the-judge"
CRAB, RAY = "1:Crab:odd2", "2:Ray:odd2&even1"
MET = (f"meet {CRAB}", f"meet {RAY}")


def setup(adventurers="mystic,defender", row=ROW, players="Ann,Bo", doom=2, sets="base"):
    return f"setup creatures doom={doom} sets={sets} players={players} row={row} adventurers={adventurers}"


def at_table(*events, folder=None, note=False, **words):
    """A table at which these events were entered with the buttons."""
    app = MemoryApp(note=note)
    if folder:
        app.board.folder = str(folder)
    player = Player(app)
    for _ in player.play([setup(**words), *events]):
        app.draw(Canvas())
    assert app.said == []
    return app, player


def label(ring_screen):
    """The label of B on a screen with a ring."""
    written = []

    class Noting(Canvas):
        def text(self, words, *where, **how):
            written.append(words)
            return super().text(words, *where, **how)

    ring_screen.draw(Noting())
    return written


class TestSetup:
    @pytest.mark.parametrize(
        ("players", "adventurers"),
        [
            ("Ann,Bo", "vanquisher,defender"),
            ("Ann,Bo,Cy", "summoner,mystic,mage"),
            ("Ann,Bo,Cy,Di,Ed", ",".join(reversed(ADVENTURERS))),
        ],
    )
    def test_anybody_can_be_any_adventurer(self, players, adventurers):
        app, _ = at_table(players=players, adventurers=adventurers)
        assert list(app.session.game.deep.adventurers.values()) == adventurers.split(",")

    def test_no_two_players_are_the_same_one_whatever_is_pressed(self):
        app = MemoryApp(mode="creatures", players=5)
        player = Player(app)
        player.press("b", "b")
        chooser = player.top
        assert isinstance(chooser, Adventurers)
        for line in (4, 0, 2, 2, 1, 3, 0):
            player.turn([0, 1, 2, 3, 4], chooser.line, line, "down", "up")
            player.press("c")
            assert sorted(chooser.dealt) == sorted(ADVENTURERS)

    def test_the_last_ones_are_offered_again(self):
        _, player = at_table("abandon", adventurers="mage,summoner")
        player.press("b", "b", "b")
        assert player.top.dealt[:2] == ["mage", "summoner"]

    @pytest.mark.parametrize("stored", ["mage,mage,mystic,defender,summoner", "pirate", "", None, 7])
    def test_invalid_adventurers_in_the_settings_are_ignored(self, stored):
        app = MemoryApp(mode="creatures", adventurers=stored)
        player = Player(app)
        player.press("b", "b")
        assert player.top.dealt == list(ADVENTURERS)


class TestMeeting:
    def test_the_players_own_come_first_and_the_generic_ones_are_marked(self, tmp_path):
        Creatures(str(tmp_path), None).add("1:Hermit:3x7")
        _, player = at_table(folder=tmp_path)
        assert isinstance(player.top, CreatureChoice)
        assert player.top.creatures[0] == ("1:Hermit:3x7", False)
        assert [creature for creature, generic in player.top.creatures[1:] if not generic] == []
        assert text("generic", text("level", 1)) not in label(player.top)
        player.press("down")
        assert text("generic", text("level", 1)) in label(player.top)

    @pytest.mark.parametrize(
        "creature",
        [
            "1:A:3x1",
            "1:Great_White_-_1:kind3",
            "1:Polyp:run7&sum=84&pips>=36",
            "1:Medusa:1x2&2x3&3x4",
            "1:Ooze:pips=1&odd12&sum>=30",
        ],
    )
    def test_a_creature_is_entered_and_kept(self, creature, tmp_path):
        app, player = at_table(f"meet {creature}", folder=tmp_path)
        assert player.top.level == 2
        assert [str(each) for each in Creatures(str(tmp_path), None).own()] == [creature]
        app.session.undo()
        assert (creature, False) in player.top.creatures

    def test_a_name_that_is_taken_is_refused_with_a_sentence(self, tmp_path):
        Creatures(str(tmp_path), None).add("2:Eel:odd2")
        app, player = at_table(folder=tmp_path)
        player.choose(len(player.top.creatures))
        player.enter_creature("1:Eel:3x7")
        assert app.said == ["There is a Eel already: 2:Eel:odd2."]
        assert len(app.session.game.events) == 1
        assert player.top.step.condition() == "3x7"

    def test_a_need_that_stands_twice_is_refused_with_a_sentence(self, tmp_path):
        app, player = at_table(folder=tmp_path)
        player.choose(len(player.top.creatures))
        player.write("Eel")
        asking = player.top.step
        player.to_field(asking, None)
        player.press("up")
        # from "2 of a kind" to one value, and up to what the first need says
        player.to_field(asking, (1, 0))
        player.press("down", "c", "up", "b")
        assert asking.condition() == "3x7&3x7"
        assert app.said[-1] == "'3x7' is in the condition twice."

    def test_a_name_of_dashes_only_is_refused(self, tmp_path):
        app, player = at_table(folder=tmp_path)
        player.choose(len(player.top.creatures))
        player.write("_")
        assert app.said[0].startswith("The name of a creature is")
        assert player.top.step.name == "_"

    def test_if_the_flash_is_full_a_message_says_so_and_the_game_waits(self):
        app, player = at_table()
        player.choose(len(player.top.creatures))
        player.enter_creature(CRAB)
        assert "Writing the creature to the flash failed" in app.said[0]
        assert len(app.session.game.events) == 1

    def test_where_the_flash_gives_nothing_back_the_generic_ones_are_there(self, tmp_path):
        (tmp_path / "creatures.txt").mkdir()
        app = MemoryApp()
        app.board.folder = str(tmp_path)
        app.session.begin(setup())
        player = Player(app)
        player.press("b")
        assert len(player.top.creatures) == 4 and all(generic for _, generic in player.top.creatures)
        # the app names it, see tests/device/test_checked_files.py
        assert ["creatures.txt.damaged" in str(report) for report in app.log.reports] == [True]
        player.press("b")
        assert app.session.game.events[-1].startswith("meet 1:")

    def test_the_editor_leads_back_step_by_step(self, tmp_path):
        _, player = at_table(folder=tmp_path)
        player.choose(len(player.top.creatures))
        player.write("Eel")
        player.press("a")
        assert player.top.step.name == "Eel"
        player.press("a", "a", "a", "a")
        assert isinstance(player.top, CreatureChoice)

    def test_a_new_player_is_asked_for_a_free_adventurer(self):
        app, player = at_table(*MET, "join Cy 1 mage")
        assert app.session.game.deep.adventurers["Cy"] == "mage"
        player.open_menu()
        player.choose_label("join")
        player.write("Di")
        player.press("b")
        offered = [event.split(" ")[-1] for event in player.top.items]
        assert offered == ["summoner", "vanquisher"]
        assert player.top.question(player.top.items[0]) == "Did Di draw the Summoner?"

    def test_the_last_adventurer_is_drawn_without_a_question(self):
        app, _ = at_table(*MET, "join Cy mage", "join Di summoner", "join Ed vanquisher")
        assert app.session.game.players[-1] == "Ed" and app.said == []

    def test_the_third_shows_itself_after_the_first_defeat(self):
        _, player = at_table(*MET, "play 2 3", "predict 5 hit", "strike 1 5", "end")
        for event in ("play 4 3", "predict 7 hit", "strike 1 7"):
            player.app.session.enter(event)
        assert isinstance(player.top, CreatureChoice) and player.top.level == 3


class TestOwnCreatures:
    def at_list(self, tmp_path):
        app = MemoryApp()
        app.board.folder = str(tmp_path)
        player = Player(app)
        player.choose_label("settings")
        player.choose_label("own_creatures")
        assert isinstance(player.top, OwnCreatures)
        return app, player

    def test_they_are_entered_looked_at_and_removed(self, tmp_path):
        app, player = self.at_list(tmp_path)
        assert [label for label, _ in player.top.rows] == [text("new_creature", level) for level in (1, 2, 3)]
        player.choose(1)
        player.enter_creature("2:Moray_Eel:run4&sum=15")
        assert isinstance(player.top, OwnCreatures)
        assert player.top.creatures == [("2:Moray_Eel:run4&sum=15", False)]
        player.choose(0)
        player.press("a")
        assert len(player.top.creatures) == 1
        player.choose(0)
        player.press("b")
        assert player.top.creatures == [] and Creatures(str(tmp_path), None).own() == []
        app.draw(Canvas())


class TestFreedFate:
    def test_a_value_that_was_recorded_is_not_asked_for(self):
        app, player = at_table(*MET, "play 2 3", "predict 5 hit")
        assert isinstance(player.top, FreedFate) and player.top.choices == [5]
        player.press("b")
        assert app.session.game.events[3:] == ["play 2 3", "predict 5 hit", "strike 1 5"]

    def test_one_that_was_not_is_chosen_from_those_that_can_be(self):
        _, player = at_table(*MET, "play 2 3", "predict hit")
        assert player.top.choices == [1, 3, 5, 7]
        player.press("up")
        assert player.top.fate == 7
        player.press("up")
        assert player.top.fate == 1

    def test_what_b_does_is_said_before(self):
        _, player = at_table(
            *MET, "play 2 3", "predict 5 hit", "strike 1 5", "end", "play 4 3", "predict 7 hit"
        )
        assert text("beat_it", "Crab") in label(player.top)
        player.press("c")
        assert text("strike_it", "Ray") in label(player.top)
        player.press("a", "a")
        # two of the seven's three pips are there to be taken back
        assert text("avert_it", 2) in label(player.top)

    def test_doom_that_is_none_sends_the_fate_to_the_bag(self):
        app, player = at_table(*MET, "play 2 3", "predict 5 hit", doom=0)
        player.press("a")
        assert text("avert_none") in label(player.top)
        player.press("b")
        assert app.session.game.events[-1] == "avert 5" and app.session.game.doom == 0


class TestLooking:
    def test_the_creatures_stand_in_the_place_of_the_row_while_the_cursor_is_on_them(self):
        _, player = at_table(*MET)
        play = player.top
        assert isinstance(play, Play)
        assert "Crab" not in label(play)
        player.turn(play.ring, play.cursor, CREATURES, "c", "a")
        assert {"Crab", "Ray", "0/2"} <= set(label(play))
        player.press("b")
        assert isinstance(player.top, Abilities)

    def test_the_menu_shows_them_while_the_group_predicts(self):
        _, player = at_table(*MET, "play 2 3")
        player.open_menu()
        player.choose_label("in_sight")
        assert isinstance(player.top, CreatureList)
        player.press("a", "a")
        assert isinstance(player.top, Predict)


class TestAbilities:
    def test_an_adventurer_is_named_on_the_table_while_ready(self):
        app, player = at_table(*MET, "play 2 3")
        assert "Mystic" in label(player.top)
        app.session.enter("ability mystic 2 3 4")
        assert "Mystic" not in label(player.top)

    def test_only_what_may_be_done_now_is_offered(self):
        _, player = at_table(*MET, adventurers="mage,defender")
        player.open_powers()
        # the only one that can be used is asked about at once, and A leads to all
        assert isinstance(player.top, Question)
        player.press("a")
        assert (player.top.can, player.top.cannot) == (["mage"], ["defender"])
        player.press("down", "b")
        assert isinstance(player.top, Abilities)
        player.press("a")
        player.enter_play("play 2 3", [])
        player.open_powers()
        assert player.top.can == []
        assert text_of("adventurers", "when_mage") in label(player.top)

    def test_the_mystic_may_move_a_fate_after_the_prediction(self):
        app, player = at_table(*MET, "play 2 3", "predict miss")
        assert isinstance(player.top, AfterPrediction)
        player.choose_power("mystic")
        player.answer("ability mystic 2 3 1")
        assert app.session.game.events[-2:] == ["ability mystic 2 3 1", "end"]

    def test_the_fate_of_a_miss_can_be_noted_all_the_same(self):
        _, player = at_table(*MET, "play 2 3", "predict 5 miss", note=True)
        player.press("c")
        assert isinstance(player.top, HiddenFate)

    def test_a_table_that_all_adventurers_left_goes_on(self):
        app, player = at_table(*MET)
        # as in records from before joining players drew adventurers
        for event in ("join Cy", "join Di", "leave Ann", "leave Bo"):
            app.session.enter(event)
        player.enter_play("play 2 3", [])
        player.press("down")
        assert isinstance(player.top, Predict)


class TestTheWordSaidAnew:
    ROW = "the-fall,dawn,midnight,the-key"

    def after_the_mystic(self):
        app, player = at_table(*MET, row=self.ROW, sets="base,stars", adventurers="mage,mystic")
        events = ("illegal 2 1", "end", "play 7 1", "inevitable yes", "ability mystic 2 1 3")
        enter_all(app.session, events)
        assert app.session.game.fall_answer_open
        return app, player

    def test_the_device_asks(self):
        app, player = self.after_the_mystic()
        assert player.top.question(None) == text("inevitable_anew")
        player.press("c")
        assert app.session.game.events[-1] == "inevitable no"
        assert isinstance(player.top, Predict)

    def test_it_asks_before_anything_else_and_from_the_menu_it_comes_back(self):
        app, player = self.after_the_mystic()
        player.press("a")
        assert isinstance(player.top, GameMenu)
        player.press("a")
        assert player.top.question(None) == text("inevitable_anew")
        with pytest.raises(RuleError, match="The Fall"):
            app.session.enter("end")

    def test_a_fate_moved_there_after_the_prediction_is_asked_about(self):
        events = (*MET, "play 7 2", "predict miss")
        app, player = at_table(*events, row=self.ROW, sets="base,stars", adventurers="mystic,mage")
        player.choose_power("mystic")
        player.answer("ability mystic 7 2 1")
        assert player.top.question(None) == text("inevitable")
        player.press("b")
        assert app.session.game.powers == [] and app.session.game.waiting == [1]
        assert app.session.game.events[-2:] == ["inevitable yes", "end"]


@pytest.mark.parametrize("result", ["won", "lost"])
def test_a_game_is_won_and_lost_with_the_buttons(result):
    table = recorded(f"creatures-{result}")
    events = as_entered(table.events)
    assert table.game.result == result
    assert entered_with_buttons(events) == events
