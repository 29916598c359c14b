"""The differences between CPython and MicroPython, all in one place.

It must not know the uses of these names.
"""

import asyncio
import gc
import sys

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


try:
    from micropython import kbd_intr as interrupt_with
except ImportError:

    def interrupt_with(byte):
        """Let a byte from the console interrupt the program; -1 for no byte."""


try:
    from time import sleep_ms, sleep_us, ticks_add, ticks_diff, ticks_ms
except ImportError:
    from time import monotonic, sleep

    # The same period as MicroPython's, so that a fault at the wrap shows here, too
    _PERIOD = 1 << 30
    _HALF = 1 << 29

    def sleep_ms(milliseconds):
        sleep(milliseconds / 1000)

    def sleep_us(microseconds):
        sleep(microseconds / 1000000)

    def ticks_ms():
        return int(monotonic() * 1000) % _PERIOD

    def ticks_add(ticks, delta):
        return (ticks + delta) % _PERIOD

    def ticks_diff(later, earlier):
        return (later - earlier + _HALF) % _PERIOD - _HALF


if hasattr(sys, "print_exception"):
    print_exception = sys.print_exception
else:
    from traceback import print_exception as _print_exception

    def print_exception(error, stream):
        """Write an error and where it came from to a text stream."""
        _print_exception(type(error), error, error.__traceback__, file=stream)


def collect_every(size):
    """Collect garbage whenever this many bytes were allocated since the last time; CPython does so by itself.

    Memory that a call takes and gives back at once counts, too.
    """
    if hasattr(gc, "threshold"):
        gc.threshold(size)


# so that garbage of imports leaves only small gaps between lasting objects
collect_every(81920)


def free_heap():
    """Return the free bytes of the heap, or None on CPython."""
    return gc.mem_free() if hasattr(gc, "mem_free") else None


def folder_of(package):
    """Return the path of a package's folder, without a "/" at its end. package: its name."""
    path = sys.modules[package].__path__
    return path if isinstance(path, str) else next(iter(path))


__all__ = (
    "asyncio",
    "collect_every",
    "const",
    "folder_of",
    "free_heap",
    "interrupt_with",
    "print_exception",
    "sleep_ms",
    "sleep_us",
    "ticks_add",
    "ticks_diff",
    "ticks_ms",
)
