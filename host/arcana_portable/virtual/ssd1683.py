"""Model of an e-paper panel with an SSD1683 controller, as seen from its wires.

It works like an SSD1680, except for its memory of 400 x 300 bits, with the columns of the landscape glass,
and its own waveform for partial refreshes. Its waveform table has another length: none is loaded
here.
"""

from typing import ClassVar

from arcana_portable.virtual.ssd1680 import PARAMETERS, Ssd1680

_WAVEFORM_TABLE = 0x32
_PARTIAL_REFRESH = 262_000  # so that it takes 358 ms with the voltages, as measured by GxEPD2's author
_PUSHES = (0, -15 * _PARTIAL_REFRESH, 15 * _PARTIAL_REFRESH, 0)
"""Volts times microseconds: it drives all changing pixels at all times, and nothing else. That is assumed."""


class Ssd1683(Ssd1680):
    """The controller and its glass."""

    PARAMETERS: ClassVar = {each: n for each, n in PARAMETERS.items() if each != _WAVEFORM_TABLE}
    LINES = 300
    COLUMNS = 50

    def _refresh_with_own_waveform(self, new: int) -> int:
        self.partial_refreshes += 1
        previous = self._picture_for_refresh(0x26, self._registers[0x21][0] >> 4)
        self._next_glass = self._after_partial_refresh(_PUSHES, previous, new)
        return _PARTIAL_REFRESH

    def _picture_for_refresh(self, picture: int, option: int) -> int:
        if option == 0x04:
            return 0
        ram = self._ram[picture]
        # a row below the last one is white
        pages = bytearray(b"\xff" * self._size)
        for y in range(self.height):
            start, bit = y // 8 * self.width, 1 << y % 8
            for x in range(self.width):
                if not ram[x // 8 * self.LINES + y] >> (7 - x % 8) & 1:
                    pages[start + x] ^= bit
        seen = int.from_bytes(pages, "little")
        return seen ^ self._all if option == 0x08 else seen
