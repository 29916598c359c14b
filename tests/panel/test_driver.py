"""The driver of the panel, against the model of its controller."""

import framebuf
import pytest
from companion.ssd1680 import PanelError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

SIZE = 296 * 128 // 8
WHITE = bytes(SIZE)
BLACK = b"\xff" * SIZE


def pixel(picture, x, y):
    return picture[y // 8 * 296 + x] >> (y % 8) & 1


def drawn(*rectangles):
    buffer = bytearray(SIZE)
    frame = framebuf.FrameBuffer(buffer, 296, 128, framebuf.MONO_VLSB)
    for x, y, width, height, colour in rectangles:
        frame.fill_rect(x, y, width, height, colour)
    return bytes(buffer)


pictures = st.lists(
    st.tuples(
        st.integers(0, 295), st.integers(0, 127), st.integers(1, 296), st.integers(1, 128), st.integers(0, 1)
    ),
    max_size=6,
).map(lambda rectangles: drawn(*rectangles))

steps = st.lists(st.tuples(pictures, st.booleans(), st.booleans(), st.booleans()), min_size=1, max_size=8)


def test_the_first_picture_comes_with_a_full_refresh_and_is_the_right_way_round(desk):
    picture = drawn((3, 5, 1, 1, 1), (200, 100, 40, 2, 1))
    glass = desk.show(picture)
    assert glass == picture
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (1, 0)
    assert pixel(glass, 3, 5) == 1
    assert desk.model.image().getpixel((3, 5)) == 0
    assert desk.model.image().getpixel((5, 3)) == 255
    assert desk.model.faults == []


def test_the_pixel_at_native_line_3_column_122_is_the_one_at_3_5(desk):
    desk.show(drawn((3, 5, 1, 1, 1)))
    # Read past the driver and the model's own idea of the glass: columns of eight, first bit leftmost
    line, column = 3, 127 - 5
    byte = desk.model._ram[0x24][column // 8 * 296 + line]
    assert byte == 0x80 >> column % 8


def test_the_pictures_after_it_come_with_partial_refreshes(desk):
    for x in range(0, 200, 50):
        picture = drawn((x, 20, 60, 40, 1))
        assert desk.show(picture) == picture
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (1, 3)
    assert desk.panel.partials == 3
    assert desk.model.faults == []


def test_a_full_refresh_on_demand_starts_the_count_anew(desk):
    for picture in (WHITE, BLACK, WHITE):
        desk.show(picture)
    assert desk.show(BLACK, full=True) == BLACK
    assert desk.panel.partials == 0
    assert desk.show(WHITE) == WHITE
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (2, 3)
    assert desk.model.faults == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_whatever_was_shown_the_glass_ends_as_the_last_picture(new_desk, steps):
    desk = new_desk()
    for picture, full, wait, sleep in steps:
        buffer = bytearray(picture)
        desk.clock.run(desk.panel.show(buffer, full))
        if wait:
            desk.clock.run(desk.panel.idle())
            buffer[:] = BLACK  # the app draws the next picture as soon as the glass is at rest
            assert desk.model.glass == picture
            if sleep:
                assert desk.panel.sleep()
    desk.clock.run(desk.panel.idle())
    if not desk.panel._awake:
        desk.clock.now += 5_000_000
    assert desk.model.glass == steps[-1][0]
    assert desk.model.faults == []


def test_show_returns_while_the_glass_still_moves(desk):
    desk.show(WHITE)
    started = desk.clock.now
    desk.clock.run(desk.panel.show(BLACK))
    assert desk.clock.now - started < 6_000
    assert desk.model.busy
    assert desk.model.glass == WHITE
    desk.clock.run(desk.panel.idle())
    assert desk.model.glass == BLACK
    assert 250_000 < desk.clock.now - started < 350_000


def test_a_picture_goes_out_in_one_write(desk):
    desk.show(WHITE)
    desk.bus.writes.clear()
    desk.show(BLACK)
    assert desk.bus.writes.count(SIZE) == 2  # the new picture, and later the same as the previous one
    assert len(desk.bus.writes) < 40


def test_the_loop_goes_on_while_the_panel_is_busy(desk):
    import asyncio

    async def count_while_showing():
        ticks = 0
        await desk.panel.show(WHITE)
        shown = asyncio.ensure_future(desk.panel.show(BLACK))
        while not shown.done():
            await asyncio.sleep(0.05)
            ticks += 1
        return ticks

    assert desk.clock.run(count_while_showing()) > 30


def test_sleep_waits_for_nobody_and_the_next_picture_is_a_full_refresh(desk):
    desk.clock.run(desk.panel.show(WHITE))
    assert desk.panel.sleep() is False
    desk.clock.run(desk.panel.idle())
    assert desk.panel.sleep() is True
    assert desk.panel.sleep() is True
    assert desk.model.busy  # asleep it keeps the line high, and nobody may wait for that
    desk.clock.run(desk.panel.idle())
    assert desk.show(BLACK) == BLACK
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (2, 0)
    assert desk.show(WHITE) == WHITE
    assert desk.model.faults == []


def test_a_stuck_panel_is_reported_after_ten_seconds_and_tried_again(desk):
    desk.show(WHITE)
    desk.model.jam()
    started = desk.clock.now
    with pytest.raises(PanelError, match="busy for 10 seconds"):
        desk.clock.run(desk.panel.show(BLACK))
    assert 10_000_000 <= desk.clock.now - started < 10_100_000
    with pytest.raises(PanelError):
        desk.clock.run(desk.panel.show(BLACK))
    desk.model.jam(False)
    assert desk.show(BLACK) == BLACK
    assert desk.model.full_refreshes == 2
    assert desk.model.faults == []


def test_a_program_that_starts_anew_in_the_middle_of_a_refresh_gets_its_picture(desk):
    desk.show(WHITE)
    desk.clock.run(desk.panel.show(BLACK))
    desk.clock.now += 50_000
    desk.panel = desk.driver()
    picture = drawn((10, 10, 100, 50, 1))
    assert desk.show(picture) == picture
    assert desk.model.faults == []


def test_a_buffer_of_the_wrong_size_is_refused_before_anything_is_sent(desk):
    with pytest.raises(ValueError, match="4736 bytes, not 4735"):
        desk.clock.run(desk.panel.show(bytes(SIZE - 1)))
    assert desk.bus.writes == []
