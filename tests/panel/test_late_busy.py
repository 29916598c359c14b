"""A controller whose BUSY line says a while after a command that it is busy: nobody may take it for free."""

import pytest
from arcana_portable.virtual.panel import inverted
from companion.panel import PanelError

WHITE = bytes(4736)
STRIPES = b"\x0f" * 4736
LATE_US = (0, 50, 200, 1_000, 5_000)


@pytest.mark.parametrize("late", LATE_US)
def test_no_refresh_is_taken_for_finished_before_it_is(any_desk, late):
    desk = any_desk
    desk.model.busy_after = late
    for picture, full in ((WHITE, True), (STRIPES, False), (WHITE, False), (STRIPES, True), (WHITE, False)):
        assert desk.show(picture, full) == picture
        assert not desk.model.busy
    desk.clock.run(desk.panel.power_off())
    assert not desk.model.powered
    assert desk.panel.sleep()
    assert desk.show(STRIPES) == STRIPES
    assert desk.model.faults == []


@pytest.mark.parametrize("late", LATE_US)
def test_a_program_that_ends_at_once_waits_for_the_refresh_that_it_began(any_desk, late):
    desk = any_desk
    desk.model.busy_after = late
    desk.show(WHITE)

    def fail():
        raise KeyboardInterrupt

    # Ctrl-C comes with the command that starts the refresh
    send = desk.panel.send
    desk.panel.send = lambda commands: (send(commands), commands is desk.panel._START and fail())
    with pytest.raises(KeyboardInterrupt):
        desk.clock.run(desk.panel.show(inverted(STRIPES)))
    desk.panel.send = send
    desk.panel.stop()
    desk.clock.sleep(200)
    assert not desk.model.powered
    assert desk.model.faults == []


def test_a_panel_that_never_says_that_it_is_busy_has_no_contact(any_desk):
    desk = any_desk
    desk.model.busy_after = 60_000_000
    started = desk.clock.now
    with pytest.raises(PanelError, match="does not begin a refresh: check its contacts"):
        desk.clock.run(desk.panel.show(inverted(WHITE)))
    assert desk.clock.now - started < 150_000
    assert not desk.panel.powered and not desk.model.powered
    desk.model.busy_after = 0
    assert desk.show(STRIPES) == STRIPES
