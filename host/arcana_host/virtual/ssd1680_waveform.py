"""Decodes waveform tables of the SSD1680: the push of each row on its pixels, and the duration.

It must not know pictures.
"""

from __future__ import annotations

_GROUPS = 12
_TIMING = 5 * _GROUPS
_FRAME_RATES = _TIMING + 7 * _GROUPS

# By the table's code for the frame rate; 0 is undocumented: it lasts so long that somebody notices
_HERTZ = (1, 25, 50, 75, 100, 125, 150, 200)

# Volts of the two bits of a phase: VSS, VSH1, VSL, VSH2
_VOLTS = (0, 15, -15, 5)


class Waveform:
    """A waveform table of 153 bytes.

    Attributes: `pushes`, volts times microseconds of the four rows black to black, black to white, white to
    black, white to white; `microseconds`, how long the pixels are driven.
    """

    def __init__(self, table: bytes) -> None:
        self.microseconds = 0
        pushes = [0, 0, 0, 0]
        for group in range(_GROUPS):
            a, b, repeat_ab, c, d, repeat_cd, repeat = table[_TIMING + 7 * group : _TIMING + 7 * group + 7]
            nibbles = table[_FRAME_RATES + group // 2]
            frame = 1_000_000 // _HERTZ[(nibbles & 0x07) if group % 2 else (nibbles >> 4 & 0x07)]
            runs_ab = (repeat_ab + 1) * (repeat + 1)
            runs_cd = (repeat_cd + 1) * (repeat + 1)
            frames = (a * runs_ab, b * runs_ab, c * runs_cd, d * runs_cd)
            self.microseconds += sum(frames) * frame
            for row in range(4):
                levels = table[row * _GROUPS + group]
                for phase, count in enumerate(frames):
                    pushes[row] += count * frame * _VOLTS[levels >> (6 - 2 * phase) & 0x03]
        self.pushes = tuple(pushes)
