"""Drawings that CPython's stand-in for framebuf and MicroPython's own module must agree on.

Runs unchanged on both. Run on MicroPython (any port, 1.27) it prints the table EXPECTED of test_framebuf.py:
after each scene, a checksum over the picture and everything that pixel() answered.
"""

from binascii import crc32

import framebuf

FORMATS = (framebuf.MONO_VLSB, framebuf.MONO_HLSB, framebuf.MONO_HMSB)
SHAPES = ((296, 128), (20, 20), (13, 9), (1, 1), (8, 17))
CALLS = 60


class Dice:
    """The same numbers on every interpreter."""

    def __init__(self, seed):
        self._state = seed * 7919 + 1

    def roll(self, low, high):
        self._state = (self._state * 1103515245 + 12345) % 0x80000000
        return low + (self._state >> 8) % (high - low + 1)


def canvas(dice, width, height, format):
    buffer = bytearray((height + 8) * (width + 8))
    for i in range(len(buffer)):
        buffer[i] = dice.roll(0, 255)
    return buffer, framebuf.FrameBuffer(buffer, width, height, format)


def draw(dice, frame, width, height, sources):
    def x():
        return dice.roll(-width // 2 - 2, width + width // 2 + 2)

    def y():
        return dice.roll(-height // 2 - 2, height + height // 2 + 2)

    kind = dice.roll(0, 10)
    colour = dice.roll(0, 2)
    if kind == 0:
        return frame.pixel(x(), y())
    if kind == 1:
        frame.pixel(x(), y(), colour)
    elif kind == 2:
        frame.hline(x(), y(), dice.roll(-3, width + 9), colour)
    elif kind == 3:
        frame.vline(x(), y(), dice.roll(-3, height + 9), colour)
    elif kind == 4:
        frame.line(x(), y(), x(), y(), colour)
    elif kind == 5:
        frame.rect(x(), y(), dice.roll(-3, width), dice.roll(-3, height), colour)
    elif kind == 6:
        frame.rect(x(), y(), dice.roll(-3, width), dice.roll(-3, height), colour, dice.roll(0, 1) == 1)
    elif kind == 7:
        frame.fill_rect(x(), y(), dice.roll(-3, width), dice.roll(-3, height), colour)
    elif kind == 8:
        frame.scroll(dice.roll(-width, width), dice.roll(-height, height))
    elif kind == 9:
        frame.blit(sources[dice.roll(0, len(sources) - 1)], x(), y(), dice.roll(-1, 1))
    else:
        palette = framebuf.FrameBuffer(bytearray((dice.roll(0, 3),)), 2, 1, framebuf.MONO_HMSB)
        frame.blit(sources[dice.roll(0, len(sources) - 1)], x(), y(), dice.roll(-1, 1), palette)
    return None


def play(shape, format):
    """Return the checksum of one scene."""
    width, height = shape
    dice = Dice(width * 10 + format)
    buffer, frame = canvas(dice, width, height, format)
    sources = [canvas(dice, dice.roll(1, 20), dice.roll(1, 20), kind)[1] for kind in FORMATS]
    # MicroPython also takes a tuple, and then memory that cannot be written
    sources.append((b"\x5a\xc3\x99", 10, 1, framebuf.MONO_HLSB))
    sum = 0
    for _ in range(CALLS):
        seen = draw(dice, frame, width, height, sources)
        sum = crc32(str(seen).encode(), sum)
        sum = crc32(buffer, sum)
    frame.fill(1)
    return crc32(buffer, sum) & 0xFFFFFFFF


if __name__ == "__main__":
    for format in FORMATS:
        for shape in SHAPES:
            print(f"    ({shape!r}, {format}): 0x{play(shape, format):08X},")
