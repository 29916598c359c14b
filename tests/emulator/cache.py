"""The cache between the processor of an emulated Pico and its flash (XIP), which the emulator does not have.

What its numbers rest on: the RP2040 data sheet (2.6.3.1) says 16 KB, two ways, lines of 8 bytes. Each half of
a line is filled by itself, says the chip's designer (github.com/raspberrypi/pico-sdk/issues/1182). A fill of
4 bytes takes 20 clocks of the flash (address and mode 8, wait 4, data 8) at half the processor's clock, and
some cycles around them: 400 ns were measured on a board (oberon-rtk.org, Flash Memory). Erasing and
programming flush it. Which way makes room is not published: here it is the line that was used longest ago.

It must not know what the program does.
"""

from __future__ import annotations

from .chip import Chip

LINE, HALF, SETS = 8, 4, 1024
MISS_CYCLES = 48
"""The cycles of a miss, beside those of a hit."""

FLUSH_CYCLES = SETS
_CYCLE_NANOS = 8
_FLUSH = 0x04
_CACHED = 0x10
_RAM, _RAM_CODE_END, _RAM_END = 0x2000_0000, 0x2000_5000, 0x2004_2000
"""The linker places functions at the start of the RAM; they never change."""


class XipCache:
    """Which bytes of the flash are in the cache.

    misses: how many reads found theirs missing. recent: for each set, the line that was used last. halves:
    those that are filled; both change in place.
    """

    def __init__(self) -> None:
        self.misses = 0
        self.recent = [-1] * SETS
        self._older = [-1] * SETS
        self.halves: set[int] = set()

    def read(self, address: int) -> bool:
        """Read up to four aligned bytes; return whether they were there. They are from now on."""
        line, half = address // LINE, address // HALF
        place = line % SETS
        if self.recent[place] != line:
            removed, self._older[place] = self._older[place], self.recent[place]
            self.recent[place] = line
            if removed != line:
                self.halves -= {2 * removed, 2 * removed + 1}
        if half in self.halves:
            return True
        self.halves.add(half)
        self.misses += 1
        return False

    def flush(self) -> None:
        """Forget everything."""
        self.recent[:] = self._older[:] = [-1] * SETS
        self.halves.clear()


class CacheMisses:
    """Makes an emulated chip wait for cache misses, from `start` to `stop`.

    The emulated bus is compiled and asks Python only for what the instance replaces. So an instruction comes
    from a dict, without any Python, while its line is the one of its set that was used last; else the dict
    calls `__missing__`. chip: a Chip. cycles: how many the processor has waited so far.
    """

    def __init__(self, chip: Chip):
        self.cycles = 0
        self.cache = cache = XipCache()
        mcu, clock = chip.mcu, chip.clock
        core, recent, halves = mcu.core, cache.recent, cache.halves
        read32, read16, read8 = mcu.read_uint32, mcu.read_uint16, mcu.read_uint8
        ram = mcu.sram.cast("I")

        class Instructions(dict[int, int]):
            def __missing__(self, address: int) -> int:
                value = read16(address)
                if address >> 24 == _CACHED:
                    touch(address)
                    self[address ^ 2] = read16(address ^ 2)
                    self[address] = value
                elif address < _RAM_CODE_END and address in (core.pc, core.pc + 2):
                    self[address] = value
                return value

        instructions = Instructions()

        def touch(address: int) -> None:
            line = address // LINE
            before = recent[line % SETS]
            if before == line:
                # most reads end here
                if address // HALF in halves:
                    return
            elif before != -1:
                for other in range(before * LINE, before * LINE + LINE, 2):
                    instructions.pop(other, None)
            if not cache.read(address):
                wait(MISS_CYCLES)

        def wait(cycles: int) -> None:
            self.cycles += cycles
            core.cycles += cycles
            clock.tick(cycles * _CYCLE_NANOS)

        def word(address: int) -> int:
            if _RAM <= address < _RAM_END:
                return ram[(address - _RAM) >> 2]
            if address >> 24 == _CACHED:
                touch(address)
            return read32(address)

        def byte(address: int) -> int:
            if address >> 24 == _CACHED:
                touch(address)
            return read8(address)

        def control(offset: int, value: int) -> None:
            write_control(offset, value)
            if offset == _FLUSH:
                self._flush()
                wait(FLUSH_CYCLES)

        self._instructions, self._mcu = instructions, mcu
        write_control = mcu.xip_ctrl.write_uint32
        self._usual = (read16, read32, read8, write_control)
        self._with_cache = (instructions.__getitem__, word, byte, control)

    def start(self) -> None:
        """Make it wait from now on. The cache is empty, as after a write to the flash."""
        self._flush()
        self._place(self._with_cache)

    def stop(self) -> None:
        """Let it run as if everything were in its cache."""
        self._place(self._usual)

    def _flush(self) -> None:
        self.cache.flush()
        self._instructions.clear()

    def _place(self, calls: tuple) -> None:
        mcu = self._mcu
        mcu.read_uint16, mcu.read_uint32, mcu.read_uint8, mcu.xip_ctrl.write_uint32 = calls
