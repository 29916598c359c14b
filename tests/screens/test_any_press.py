"""Whatever is pressed, nothing breaks, and nothing is offered that the rules refuse."""

import random
import sys

import pytest
from arcana_portable.record import without_undos
from companion import modules
from companion.canvas import Canvas
from companion.screens import GAME, open_screen
from companion.texts import text
from memory_app import MemoryApp

from shared_rules.games import rules_of

BUTTONS = ("up", "down", "a", "b", "b", "c")
KINDS = ("press",) * 12 + ("repeat",)
TURNS = {"play", "end", "deal"}

pytestmark = pytest.mark.usefixtures("pico_stack")


def press_about(app, dice, count, seen):
    """Press anything: most of the time as a person does, now and then a long press."""
    canvas = Canvas()
    for number in range(count):
        name, kind = dice.choice(BUTTONS), dice.choice(KINDS)
        if name == "b":
            kind = "long" if dice.random() < 0.05 else "press"
        # a refused event would raise here
        app.screen.press(name, kind)
        if number % 7 == 0:
            app.draw(canvas)
        if number % 49 == 0:
            # what was kept from one picture to the next is what a picture from scratch would have
            afresh = Canvas()
            app.draw(afresh)
            assert canvas.buffer == afresh.buffer
        if app.session.game:
            seen.update(event.split(" ")[0] for event in app.session.game.events[-3:])


@pytest.mark.parametrize("seed", range(6))
def test_random_presses_are_all_understood(seed, buttons, soak):
    dice = random.Random(f"{seed} {buttons}")
    sets = dice.choice(("base", "base,promo,imago,stars"))
    mode, players = (("standard", "Ann,Bo,Cy"), ("restless-duel", "Ann,Bo"), ("creatures", "Ann,Bo,Cy"))[
        seed // 2 % 3
    ]
    level = ("", " assist=number-line", " assist=oracle")[seed % 3]
    level += " adventurers=mystic,defender,mage" if mode == "creatures" else ""
    seen, count = set(), 2000 if soak else 600
    # presses may leave the game for one that does not get anywhere
    for _ in range(20):
        app = MemoryApp(sets=sets, doom=0, note=bool(seed % 2))
        app.session.begin(
            f"setup {mode} doom=0 sets={sets} players={players} row=the-key,the-chalice,the-shore,dawn{level}"
        )
        press_about(app, dice, count, seen)
        check(app)
        if TURNS <= seen:
            return
        count = 200
    raise AssertionError(f"nobody got to {TURNS - seen}")


@pytest.mark.parametrize("reminds", [True, False])
def test_the_mark_of_a_power_that_helps_comes_in_a_second_picture(reminds):
    """Cycle replaces The Prophet, which takes no hand while no fate is visible; see test_useful_powers."""
    app, canvas = MemoryApp(remind=reminds), Canvas()
    app.session.begin("setup standard doom=2 sets=base players=Ann,Bo row=the-prophet,dawn,midnight,the-deep")
    app.session.game.powers.append("the-rider")
    app.screen.to_game()
    app.screen.draw(canvas)
    first = bytes(canvas.buffer)
    assert app.screen.look_again() == reminds
    app.screen.draw(canvas)
    assert (canvas.buffer != first) == reminds and not app.screen.look_again()
    app.settings.set("remind", False)
    app.screen.draw(canvas)
    assert canvas.buffer == first and not app.screen.look_again()


def check(app):
    # what the journal has is a game that the rules accept from the first event to the last
    game, events = app.session.game, without_undos(app.journal.lines)
    assert game is None or rules_of(events[0]).Game.replay(events).digest() == game.digest()
    # said is only why a place is closed
    assert [sentence for sentence in app.said if not sentence.endswith(".")] == []


def test_a_long_press_takes_back_wherever_the_game_is_shown():
    app = MemoryApp()
    app.session.begin("setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-key,the-mirror,the-lord")
    for presses in ((), ("a", "a", "a", "b"), ("a", "a", "a", "b", "b")):
        app.screen.press("b", "press")
        app.session.enter("play 4 2")
        app.session.enter("end")
        for name in presses:
            app.screen.press(name, "press")
        for name, kind in (("b", "long"), ("b", "press")):
            app.screen.press(name, kind)
        assert app.session.game.events[-1] == "play 4 2"
        app.session.undo()
        app.screen.press("b", "long")
        # only the setup is left
        assert app.screen.top.lines == [text("did_setup")]
        app.screen.press("a", "press")
        # to the title
        for name in ("a", "a", "a", "b", "up", "up", "b"):
            app.screen.press(name, "press")


def test_a_screen_that_fails_to_open_leaves_no_module_behind(monkeypatch):
    """On a Pico, memory may run out while it is imported."""
    app, unloaded = MemoryApp(), []
    monkeypatch.setattr(modules, "unload", lambda *names: unloaded.extend(names))
    monkeypatch.delitem(sys.modules, "companion.screens.qr_code", raising=False)
    with pytest.raises(AttributeError):
        open_screen("screens.qr_code.nothing", app)
    assert "companion.screens.qr_code" in unloaded


def test_on_a_large_panel_the_question_of_a_power_leaves_the_turn_and_leads_back_to_it(monkeypatch):
    """Its memory is scarce there."""
    app, unloaded = MemoryApp(), []
    app.canvas = Canvas(400, 300)
    monkeypatch.setattr(modules, "unload", lambda *names: unloaded.extend(names))
    app.session.begin("setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-key,the-mirror,the-lord")
    app.session.game.powers.append("the-prophet")
    app.screen.to_game()
    turn = app.screen.shown
    app.screen._go("use the-prophet")
    app.draw(app.canvas)
    assert "companion.games.shipwreck.play" in unloaded
    app.screen._go(GAME)
    assert type(app.screen.shown) is type(turn) and app.screen.shown is not turn
