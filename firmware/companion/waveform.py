"""The waveform of a partial refresh, for the SSD1680's waveform table (command 0x32).

It knows the layout of the table and what moves ink; it must not know how the table reaches the controller.

The controller picks one of four rows for each pixel, by what the pixel shows and what it shall show, and
applies that row's voltages phase by phase. Only pixels that change are driven, both ways equally long and
equally strong, so that no charge builds up in the glass however often a pixel flips.
"""

BLACK_TO_BLACK, BLACK_TO_WHITE, WHITE_TO_BLACK, WHITE_TO_WHITE, VCOM = range(5)

# Source voltages, two bits a phase. VSH1 pulls black ink to the front, VSL white.
VSS, VSH1, VSL, VSH2 = range(4)

_GROUPS = 12
_TIMING = 5 * _GROUPS
_BYTES_A_GROUP = 7
_FRAME_RATE = _TIMING + _BYTES_A_GROUP * _GROUPS
_LENGTH = 153

# Code 4 of the table's frame rate: 100 frames a second
_HUNDRED_HERTZ = 4

# Name, frames, and the rows that are not at VSS. At most four: they are the phases A to D of one group.
PARTIAL = (
    ("drive", 24, {BLACK_TO_WHITE: VSL, WHITE_TO_BLACK: VSH1}),
    # The electrodes discharge before the supply goes off; without it changed pixels keep a grey edge
    ("settle", 2, {}),
)


def table(phases):
    """Return the 153 bytes of the waveform table for up to four phases.

    `phases` is a sequence of (name, frames, {row: voltage}); frames are 1 to 255, at 100 a second.
    """
    lut = bytearray(_LENGTH)
    for phase, (_, frames, voltages) in enumerate(phases):
        for row, voltage in voltages.items():
            lut[row * _GROUPS] |= voltage << (6 - 2 * phase)
        # Timing of a group: frames of A, of B, repeats of A-B, frames of C, of D, repeats of C-D, of all
        lut[_TIMING + phase + phase // 2] = frames
    for pair in range(_GROUPS // 2):
        lut[_FRAME_RATE + pair] = _HUNDRED_HERTZ << 4 | _HUNDRED_HERTZ
    return bytes(lut)
