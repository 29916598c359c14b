"""Power-on in the middle of a long game: its table is there at once, and all of the game."""

import pytest
from arcana_host.virtual.panel import inverted
from companion.canvas import Canvas
from companion.screens import Stack
from memory_app import MemoryApp, enter_all
from pico.floors import POWER_ON_MS
from pico.power_on import MOMENTS, long_game, power_on


def glass_of(events):
    """The table as the screens draw it elsewhere, as bytes of the glass."""
    app, canvas = MemoryApp(note=True), Canvas()
    app.session.begin(events[0])
    enter_all(app.session, events[1:])
    Stack(app, True).draw(canvas)
    return inverted(bytes(canvas.buffer))


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_is_on_its_way_to_the_glass_in_time(image, moment, soak):
    if not soak and moment != "before a play":
        pytest.skip("slow: run with --soak (make soak)")
    events = long_game()[: MOMENTS[moment]]
    took, handheld = power_on(image, events)
    print(f"{took} ms from power-on to the table")
    assert took <= POWER_ON_MS
    handheld.settle()
    assert handheld.record() == events
    assert handheld.pico.panel.glass == glass_of(events)
    assert handheld.pico.panel.faults == handheld.pico.errors == []
