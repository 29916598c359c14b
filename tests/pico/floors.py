"""The figures that every build keeps on the emulated Pico: what a player would notice if they were missed."""

import re

POWER_ON_MS = 2_000
"""From power-on to the running game's table."""

PRESS_MS, SLOWEST_PRESS_MS = 190, 280
"""Milliseconds from a press to its picture, with the event on the flash: the median, the slowest."""

FULLEST_HEAP = 40_000
"""Bytes of the heap that are free on the fullest screen."""

LARGEST_BLOCK = 30_000
"""Bytes of the largest free block in the middle of a game, with the newest MicroPython."""

_HEAP, _HEAP_BEFORE = 80_000, 60_000


def heap_floor(handheld):
    """Return the bytes of the heap that are free at least in the middle of a game, by its MicroPython."""
    return _HEAP if _is_newest(handheld) else _HEAP_BEFORE


def block_floor(handheld):
    """Return the bytes that the largest free block has at least, by its MicroPython."""
    return LARGEST_BLOCK if _is_newest(handheld) else 0


def largest_block(handheld):
    """Return the bytes of the largest free block; the app has ended then."""
    printed = handheld.pico.exec("import gc, micropython; gc.collect(); micropython.mem_info()")
    return int(re.search(r"max free sz: (\d+)", printed)[1]) * 16


def _is_newest(handheld):
    version = handheld.ask("info")["python"].split(" ")[1]
    return tuple(map(int, version.split(".")[:2])) >= (1, 28)
