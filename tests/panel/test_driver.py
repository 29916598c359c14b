"""The drivers of the panels, each against the model of its controller."""

import asyncio

import framebuf
import pytest
from arcana_host.doctor import refresh_times
from arcana_portable.virtual.panel import inverted
from companion.panel import PanelError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from panel.conftest import TURNED, Desk

SIZE = 296 * 128 // 8
PAGE = 296
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


def test_the_first_picture_comes_with_a_full_refresh_and_is_the_right_way_round(any_desk):
    picture = drawn((3, 5, 1, 1, 1), (200, 100, 40, 2, 1))
    glass = any_desk.show(picture)
    assert glass == picture
    assert (any_desk.model.full_refreshes, any_desk.model.partial_refreshes) == (1, 0)
    assert pixel(glass, 3, 5) == 1
    assert any_desk.model.image().getpixel((3, 5)) == 0
    assert any_desk.model.image().getpixel((5, 3)) == 255
    assert any_desk.model.faults == []


@pytest.mark.parametrize("desk", [Desk(size=(296, 152)), Desk(size=(264, 176)), TURNED()])
def test_glass_of_another_size_shows_all_of_a_picture(desk):
    size = desk.panel.width, desk.panel.height
    picture = bytes(range(251)) * (size[0] * size[1] // 8 // 251 + 1)
    for shift in range(3):
        shown = picture[shift:][: size[0] * size[1] // 8]
        assert desk.show(shown) == shown
    assert desk.model.image().size == size
    assert (desk.model.full_refreshes, desk.model.partial_refreshes, desk.model.faults) == (1, 2, [])


def test_the_pixel_at_native_line_3_column_122_is_the_one_at_3_5(desk):
    desk.show(drawn((3, 5, 1, 1, 1)))
    # Read past the driver and the model's own idea of the glass: columns of eight, first bit leftmost
    line, column = 3, 127 - 5
    byte = desk.model._ram[0x24][column // 8 * 296 + line]
    assert byte == 0xFF ^ 0x80 >> column % 8


def test_on_turned_glass_the_first_native_line_is_at_the_right_and_the_first_column_above():
    desk = TURNED()
    desk.show(bytes(3) + b"\x20" + bytes(264 * 22 - 4))
    assert desk.model._ram[0x24][263 - 3] == 0xFF ^ 0x80 >> 5


def test_the_other_controller_gets_the_same_pixels_line_by_line(other_desk):
    other_desk.show(drawn((3, 5, 1, 1, 1)))
    # A line begins at the lower edge, and 1 is white
    line, column = 3, 127 - 5
    other = bytearray(BLACK)
    other[line * 16 + column // 8] ^= 0x80 >> column % 8
    assert other_desk.model._ram[0x13] == other


def test_the_pictures_after_it_come_with_partial_refreshes(any_desk):
    for x in range(0, 200, 50):
        picture = drawn((x, 20, 60, 40, 1))
        assert any_desk.show(picture) == picture
    assert (any_desk.model.full_refreshes, any_desk.model.partial_refreshes) == (1, 3)
    assert any_desk.panel.partials == 3
    assert any_desk.model.faults == []


def test_a_full_refresh_on_demand_starts_the_count_anew(any_desk):
    for picture in (WHITE, BLACK, WHITE):
        any_desk.show(picture)
    assert any_desk.show(BLACK, full=True) == BLACK
    assert any_desk.panel.partials == 0
    assert any_desk.show(WHITE) == WHITE
    assert (any_desk.model.full_refreshes, any_desk.model.partial_refreshes) == (2, 3)
    assert any_desk.model.faults == []


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_whatever_was_shown_the_glass_ends_as_the_last_picture(new_desk, steps):
    desk = new_desk()
    for picture, full, wait, sleep in steps:
        buffer = bytearray(inverted(picture))
        desk.clock.run(desk.panel.show(buffer, full))
        if wait:
            desk.clock.run(desk.panel.idle())
            buffer[:] = WHITE  # the app draws the next picture as soon as the glass is at rest
            assert desk.model.glass == picture
            if sleep:
                desk.clock.run(desk.panel.power_off())
                assert desk.panel.sleep()
    desk.clock.run(desk.panel.idle())
    assert desk.model.glass == steps[-1][0]
    assert desk.model.faults == []


def test_show_returns_while_the_glass_still_moves(any_desk):
    desk = any_desk
    desk.show(WHITE)
    started = desk.clock.now
    desk.clock.run(desk.panel.show(inverted(BLACK)))
    assert desk.model.busy
    assert desk.model.glass == WHITE
    desk.clock.run(desk.panel.idle())
    assert desk.model.glass == BLACK
    assert 600_000 < desk.clock.now - started < 850_000


def test_a_quick_refresh_takes_about_half_as_long(any_desk):
    took = []
    for quick in (False, True):
        any_desk.show(WHITE, full=True)
        any_desk.clock.run(any_desk.panel.show(inverted(BLACK), quick=quick))
        any_desk.clock.run(any_desk.panel.idle())
        assert any_desk.model.glass == BLACK
        took.append(any_desk.panel.took)
    assert took[1] < 0.7 * took[0]
    assert any_desk.model.faults == []


def test_a_panel_tells_how_long_it_was_busy_as_its_makers_do(any_desk):
    driver = type(any_desk.panel).__name__
    full, *others = refresh_times.expected_busy_times(driver).values()
    for quick, partial in enumerate(others):
        any_desk.show(WHITE, full=True)
        assert full.least < any_desk.panel.took < full.most
        for picture in (BLACK, WHITE):
            any_desk.clock.run(any_desk.panel.show(inverted(picture), quick=quick))
            any_desk.clock.run(any_desk.panel.idle())
            assert partial.least - 10 <= any_desk.panel.took <= partial.most + 20


class TestVoltages:
    """They stay on from one partial refresh of an SSD1680 to the next, and go off whatever happens."""

    def powered(self, desk):
        """Shown something, with the voltages on."""
        for picture in (WHITE, BLACK):
            desk.show(picture)
        assert desk.panel.powered and desk.model.powered

    def test_the_next_refresh_need_not_wait_for_them(self, desk):
        self.powered(desk)
        first = desk.panel.took
        desk.show(WHITE)
        assert desk.panel.took == pytest.approx(first - 96, abs=20)

    def test_at_rest_they_are_off_and_the_next_refresh_is_a_partial_one(self, desk):
        self.powered(desk)
        assert desk.panel.sleep() is False
        desk.clock.run(desk.panel.power_off())
        assert not desk.panel.powered and not desk.model.powered
        assert desk.show(WHITE) == WHITE
        assert desk.model.full_refreshes == 1
        assert desk.model.faults == []

    def test_a_full_refresh_leaves_them_off(self, any_desk):
        any_desk.show(WHITE)
        any_desk.show(BLACK, full=True)
        assert not any_desk.panel.powered and not any_desk.model.powered

    def test_the_other_panel_has_them_off_after_each(self, other_desk):
        for picture in (WHITE, BLACK):
            other_desk.show(picture)
            assert not other_desk.panel.powered and not other_desk.model.powered

    @pytest.mark.parametrize("milliseconds", [0, 300, 2_000])
    def test_a_program_that_ends_takes_them_off(self, any_desk, milliseconds):
        any_desk.show(WHITE)
        any_desk.clock.run(any_desk.panel.show(inverted(BLACK)))
        any_desk.clock.sleep(milliseconds)
        any_desk.panel.stop()
        any_desk.clock.sleep(200)
        assert not any_desk.model.busy and not any_desk.model.powered
        assert any_desk.model.faults == []
        assert any_desk.model.glass == BLACK
        # and a picture after it finds its way
        assert any_desk.show(WHITE) == WHITE
        assert any_desk.model.faults == []

    def test_a_full_refresh_that_a_program_leaves_is_reset(self, any_desk):
        any_desk.clock.run(any_desk.panel.show(inverted(WHITE)))
        any_desk.panel.stop()
        any_desk.clock.sleep(20)
        assert not any_desk.model.busy and not any_desk.model.powered

    def test_a_panel_that_stays_busy_is_reset(self, desk):
        self.powered(desk)
        desk.model.jam()
        with pytest.raises(PanelError):
            desk.clock.run(desk.panel.show(inverted(WHITE)))
        assert not desk.panel.powered and not desk.model.powered


def test_the_panel_is_busy_within_8_ms_of_the_call(any_desk):
    async def time_to_busy():
        started = any_desk.clock.now
        shown = asyncio.ensure_future(any_desk.panel.show(inverted(BLACK)))
        await asyncio.sleep(0)
        assert any_desk.model.busy
        took = any_desk.clock.now - started
        await shown
        return took

    any_desk.show(WHITE)
    assert any_desk.clock.run(time_to_busy()) < 8_000


@pytest.mark.parametrize(
    ("rectangles", "pages"),
    [
        ([(10, 3, 5, 2, 1)], 1),
        ([(10, 0, 5, 128, 1)], 16),
        ([(10, 3, 5, 10, 1)], 2),
        ([(0, 0, 296, 1, 1), (0, 127, 296, 1, 1)], 2),
        ([(0, 30, 296, 20, 1), (0, 100, 1, 1, 1)], 5),
    ],
)
def test_only_the_pages_that_changed_go_out(any_desk, rectangles, pages):
    any_desk.show(WHITE)
    any_desk.show(drawn((100, 64, 1, 1, 1)))
    any_desk.show(WHITE)  # so that the waveform is there
    any_desk.bus.writes.clear()
    picture = drawn(*rectangles)
    any_desk.clock.run(any_desk.panel.show(inverted(picture)))
    sent = [length for length in any_desk.bus.writes if length >= PAGE]
    assert sum(sent) == pages * PAGE
    any_desk.clock.run(any_desk.panel.idle())
    assert any_desk.model.glass == picture
    assert any_desk.model.faults == []


def test_a_picture_that_is_there_already_is_not_refreshed(any_desk):
    any_desk.show(BLACK)
    any_desk.bus.writes.clear()
    assert any_desk.clock.run(any_desk.panel.show(inverted(BLACK))) is False
    assert any_desk.bus.writes == []
    assert any_desk.panel.sleep()
    assert any_desk.clock.run(any_desk.panel.show(inverted(BLACK))) is False  # and nobody wakes it for that
    assert any_desk.clock.run(any_desk.panel.show(inverted(BLACK), full=True)) is True


def test_the_loop_goes_on_while_the_panel_is_busy(any_desk):
    async def count_while_showing():
        ticks = 0
        await any_desk.panel.show(inverted(WHITE))
        shown = asyncio.ensure_future(any_desk.panel.show(inverted(BLACK)))
        while not shown.done():
            await asyncio.sleep(0.05)
            ticks += 1
        return ticks

    assert any_desk.clock.run(count_while_showing()) > 30


def test_sleep_returns_at_once_and_the_next_refresh_is_full(any_desk):
    desk = any_desk
    desk.clock.run(desk.panel.show(inverted(WHITE)))
    assert desk.panel.sleep() is False
    desk.clock.run(desk.panel.power_off())
    assert desk.panel.sleep() is True
    assert desk.panel.sleep() is True
    assert desk.model.busy  # asleep it keeps the line there, and nobody may wait for that
    desk.clock.run(desk.panel.idle())
    assert desk.show(BLACK) == BLACK
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (2, 0)
    assert desk.show(WHITE) == WHITE
    assert desk.model.faults == []


def test_sleep_waits_until_the_controller_was_told_what_is_on_the_glass(any_desk):
    any_desk.clock.run(any_desk.panel.show(inverted(WHITE)))
    any_desk.clock.now += 10_000_000
    assert any_desk.panel.sleep() is False
    any_desk.clock.run(any_desk.panel.power_off())
    assert any_desk.panel.sleep() is True
    assert any_desk.model.faults == []


def test_a_stuck_panel_is_reported_and_tried_again(any_desk):
    desk = any_desk
    patience = desk.panel._STUCK_MS * 1000
    desk.show(WHITE)
    desk.model.jam()
    started = desk.clock.now
    with pytest.raises(PanelError, match=f"busy for {patience // 1_000_000} seconds"):
        desk.clock.run(desk.panel.show(inverted(BLACK)))
    assert patience <= desk.clock.now - started < patience + 100_000
    with pytest.raises(PanelError):
        desk.clock.run(desk.panel.show(inverted(BLACK)))
    desk.model.jam(False)
    assert desk.show(BLACK) == BLACK
    assert desk.model.full_refreshes == 2
    assert desk.model.faults == []


def test_the_guard_lets_voltages_stay_on_for_two_seconds_after_a_refresh_and_no_longer(desk):
    desk.show(WHITE)
    assert (desk.panel.powered, desk.panel.rst.allowed) == (False, 0)
    desk.show(BLACK)
    assert desk.panel.powered and 0 < desk.panel.rst.allowed < 2_000
    desk.clock.run(desk.panel.power_off())
    assert (desk.panel.powered, desk.panel.rst.allowed) == (False, 0)


def test_a_program_that_starts_anew_in_the_middle_of_a_refresh_gets_its_picture(any_desk):
    desk = any_desk
    desk.show(WHITE)
    desk.clock.run(desk.panel.show(inverted(BLACK)))
    desk.clock.now += 50_000
    desk.panel = desk.driver()
    picture = drawn((10, 10, 100, 50, 1))
    assert desk.show(picture) == picture
    assert desk.model.faults == []


def test_a_buffer_of_the_wrong_size_is_refused_before_anything_is_sent(any_desk):
    with pytest.raises(ValueError, match="4736 bytes, not 4735"):
        any_desk.clock.run(any_desk.panel.show(bytes(SIZE - 1)))
    assert any_desk.bus.writes == []
