"""The stand-in for MicroPython's framebuf: what it draws, pixel for pixel."""

import framebuf
import pytest
from panel import framebuf_scenes

# Printed by MicroPython 1.27 itself, running framebuf_scenes.py
EXPECTED = {
    ((296, 128), 0): 0x68A8962A,
    ((20, 20), 0): 0x47211126,
    ((13, 9), 0): 0x1ABA81B6,
    ((1, 1), 0): 0x1B7760FC,
    ((8, 17), 0): 0xB9088227,
    ((296, 128), 3): 0xA5BF16A4,
    ((20, 20), 3): 0x97A2ADBC,
    ((13, 9), 3): 0x24FB0D26,
    ((1, 1), 3): 0x0F00898C,
    ((8, 17), 3): 0x0228D074,
    ((296, 128), 4): 0xD2F40EAE,
    ((20, 20), 4): 0xB69E1990,
    ((13, 9), 4): 0xC5C17E8D,
    ((1, 1), 4): 0x1795ADBD,
    ((8, 17), 4): 0xF07DB1FD,
}


def canvas(width=8, height=8, format=framebuf.MONO_VLSB):
    return framebuf.FrameBuffer(bytearray(64), width, height, format)


def seen(frame, width=8, height=8):
    """The picture as lines of dots and hashes."""
    return ["".join("#" if frame.pixel(x, y) else "." for x in range(width)) for y in range(height)]


@pytest.mark.parametrize(("scene", "checksum"), EXPECTED.items(), ids=str)
def test_it_draws_what_micropython_draws(scene, checksum):
    assert framebuf_scenes.play(*scene) == checksum


def test_vertical_bytes_have_their_lowest_bit_on_top():
    buffer = bytearray(16)
    frame = framebuf.FrameBuffer(buffer, 8, 16, framebuf.MONO_VLSB)
    frame.pixel(3, 0, 1)
    frame.pixel(3, 9, 1)
    assert buffer[3] == 0x01
    assert buffer[8 + 3] == 0x02


def test_horizontal_bytes_have_their_highest_bit_on_the_left():
    buffer = bytearray(4)
    frame = framebuf.FrameBuffer(buffer, 12, 2, framebuf.MONO_HLSB)
    frame.pixel(0, 0, 1)
    frame.pixel(9, 1, 1)
    assert bytes(buffer) == b"\x80\x00\x00\x40"


def test_pixels_outside_are_neither_set_nor_there():
    frame = canvas()
    frame.pixel(8, 0, 1)
    frame.pixel(0, -1, 1)
    assert frame.pixel(8, 0) is None
    assert seen(frame) == ["........"] * 8


def test_a_rectangle_is_clipped_at_the_border():
    frame = canvas()
    frame.rect(5, 6, 6, 6, 1)
    assert seen(frame)[5:] == ["........", ".....###", ".....#.."]


def test_a_filled_rectangle():
    frame = canvas()
    frame.rect(-2, -2, 4, 4, 1, True)
    assert seen(frame)[:3] == ["##......", "##......", "........"]


def test_a_line_ends_where_it_is_told_to():
    frame = canvas()
    frame.line(0, 0, 7, 3, 1)
    assert seen(frame)[:4] == ["##......", "..##....", "....##..", "......##"]


def test_a_glyph_is_drawn_through_its_transparent_colour():
    glyph = framebuf.FrameBuffer(bytearray(b"\xa0\x40"), 3, 2, framebuf.MONO_HLSB)
    frame = canvas()
    frame.fill_rect(0, 0, 8, 1, 1)
    frame.blit(glyph, 6, 0, 0)
    assert seen(frame)[:3] == ["########", ".......#", "........"]
    frame.blit(glyph, 0, 0)
    assert seen(frame)[:3] == ["#.######", ".#.....#", "........"]


def test_a_palette_turns_a_glyph_white_on_black():
    glyph = framebuf.FrameBuffer(bytearray(b"\xa0\x40"), 3, 2, framebuf.MONO_HLSB)
    inverse = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
    frame = canvas()
    frame.blit(glyph, 0, 0, -1, inverse)
    assert seen(frame)[:3] == [".#......", "#.#.....", "........"]


def test_a_picture_scrolls_and_leaves_behind_what_was_there():
    frame = canvas()
    frame.pixel(2, 2, 1)
    frame.scroll(3, -1)
    assert seen(frame)[:3] == ["........", ".....#..", "..#....."]


@pytest.mark.parametrize(
    ("made_of", "error"),
    [
        ((bytes(8), 8, 8, framebuf.MONO_VLSB), TypeError),
        ((bytearray(7), 8, 8, framebuf.MONO_VLSB), ValueError),
        ((bytearray(8), 8, 7, framebuf.MONO_HLSB, 4), ValueError),
        ((bytearray(8), 0, 7, framebuf.MONO_HLSB), ValueError),
        ((bytearray(8), 8, 8, 9), ValueError),
    ],
)
def test_what_micropython_refuses_is_refused(made_of, error):
    with pytest.raises(error):
        framebuf.FrameBuffer(*made_of)
