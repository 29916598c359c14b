"""Presses while a full refresh flickers: what would begin or confirm something unseen is dropped, and said.

The buttons are pressed on their pins, and time is simulated, so a full refresh takes as long as on the panel.
"""

import pytest
from at_the_panel import AtThePanel
from companion.screen_reader import words
from companion.texts import text

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"
GLANCE_S = 0.4


@pytest.fixture
def table(tmp_path):
    """A companion at its title, which stands on the panel."""
    table = AtThePanel(tmp_path)
    yield table
    table.close()


def tap(table, *names):
    """Press buttons one after the other, without looking, each for a moment."""
    for name in names:
        table.app.board.buttons.inject(name)
        table.pause(0.02)


def flickers(table):
    return table.model.busy and table.app.board.panel.partials == 0


def says_press_again(table):
    return text("press_again") in words(table.app)["title"]


def wait_until_it_stands(table):
    while table.app._stale or table.model.busy:
        table.pause(0.005)


def fall_asleep(table):
    table.pause(400)
    assert not table.app.board.panel.awake


def test_three_presses_of_b_on_a_sleeping_panel_begin_no_game_with_settings_that_nobody_saw(table):
    fall_asleep(table)
    title = table.app.screen.top
    tap(table, "b", "b", "b")
    form = table.app.screen.top
    assert form is not title and flickers(table)
    table.pause(5)
    assert table.app.screen.top is form and table.app.session.game is None
    assert says_press_again(table)
    # now the form can be seen
    tap(table, "b")
    table.pause(2)
    assert table.app.screen.top is not form and not says_press_again(table)


def test_the_cursor_moves_while_it_flickers(table):
    fall_asleep(table)
    tap(table, "down", "b")
    assert flickers(table)
    menu = table.app.screen.top
    at = menu.number
    tap(table, "down", "down", "down", "down")
    assert menu.number == at + 4
    wait_until_it_stands(table)
    # the quick refresh for the cursor delays nobody
    table.pause(GLANCE_S)
    tap(table, "down")
    assert table.model.busy
    tap(table, "b")
    assert not says_press_again(table) and table.app.screen.top is not menu


def test_for_a_moment_after_it_nobody_can_have_read_the_picture(table):
    fall_asleep(table)
    tap(table, "b")
    form = table.app.screen.top
    wait_until_it_stands(table)
    tap(table, "b")
    assert table.app.screen.top is form
    table.pause(GLANCE_S)
    tap(table, "b")
    assert table.app.screen.top is not form


def test_a_cleaning_refresh_of_the_same_screen_drops_nothing(table):
    table.app.refresh()
    table.pause(0.1)
    assert flickers(table)
    title = table.app.screen.top
    tap(table, "b")
    assert table.app.screen.top is not title


def test_who_types_ahead_during_partial_refreshes_is_heard(table):
    title = table.app.screen.top
    tap(table, "b")
    form = table.app.screen.top
    table.pause(0.1)
    assert table.model.busy and not flickers(table) and form is not title
    tap(table, "a")
    assert table.app.screen.top is title


def test_what_enters_an_event_with_a_or_c_is_dropped_and_arrows_are_not(table):
    table.app.session.begin(SETUP)
    # a computer has begun it, while somebody presses B at the title
    tap(table, "b")
    assert table.app.session.game.events == [SETUP]
    wait_until_it_stands(table)
    table.pause(1)
    tap(table, "c", "c")
    table.pause(2)
    assert not says_press_again(table)
    table.app.session.enter("play 4 1")
    table.app.refresh()
    table.pause(0.1)
    assert flickers(table)
    events = list(table.app.session.game.events)
    tap(table, "a", "b", "c")
    assert table.app.session.game.events == events, "none, hit and miss"
    table.pause(5)
    assert says_press_again(table)
    tap(table, "a")
    assert table.app.session.game.events != events


def test_a_message_that_comes_meanwhile_waits_to_be_read(table):
    fall_asleep(table)
    tap(table, "b")
    table.app.say("Read me.")
    tap(table, "b", "up")
    assert table.app.message == "Read me."
    table.pause(5)
    tap(table, "up")
    assert table.app.message is None


def test_a_host_that_presses_need_not_see_the_panel(table):
    fall_asleep(table)
    tap(table, "b")
    form = table.app.screen.top
    assert flickers(table)
    table.app.methods.call("press", {"button": "b", "kind": None, "number": 0})
    table.pause(0.02)
    assert table.app.screen.top is not form


def test_presses_count_where_no_panel_answers(tmp_path):
    table = AtThePanel(tmp_path)
    try:
        table.app.panel_trouble = "It does not answer."
        table.app.refresh()
        title = table.app.screen.top
        tap(table, "b")
        assert table.app.screen.top is not title
    finally:
        table.close()
