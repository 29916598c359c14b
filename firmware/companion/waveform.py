"""The waveform of a partial refresh, as tables for the SSD1680 and for the UC8151.

It knows the tables' layout and commands, and what moves ink; it must not know how they reach the controller.

A controller picks one of four rows for each pixel, by what the pixel shows and what it shall show, and
applies that row's voltages phase by phase. Only pixels that change are driven, both ways equally long and
equally strong, so that no charge builds up in the glass however often a pixel flips.
"""

BLACK_TO_BLACK, BLACK_TO_WHITE, WHITE_TO_BLACK, WHITE_TO_WHITE, VCOM = range(5)

# Source voltages, two bits a phase: for both controllers 1 pulls black ink to the front, 2 white
VSS, VSH1, VSL, VSH2 = range(4)

_GROUPS = 12
_TIMING = 5 * _GROUPS
_BYTES_A_GROUP = 7
_FRAME_RATE = _TIMING + _BYTES_A_GROUP * _GROUPS
_LENGTH = 153

# Code 4 of the table's frame rate: 100 frames a second
_HUNDRED_HERTZ = 4

_DRIVEN = {BLACK_TO_WHITE: VSL, WHITE_TO_BLACK: VSH1}
# The electrodes discharge before the supply goes off; without it changed pixels keep a grey edge
_SETTLE = ("settle", 2, {})

# Name, frames of 10 ms, and the rows that are not at VSS. At most four: they are the phases A to D of one
# group.
PARTIAL_15_VOLTS = (("drive", 24, _DRIVEN), _SETTLE)
PARTIAL_11_VOLTS = (("drive", 32, _DRIVEN), _SETTLE)


def for_ssd1680(phases=PARTIAL_15_VOLTS):
    """Return what loads the SSD1680's waveform table for up to four phases: command, length, 153 bytes.

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
    return bytes((0x32, _LENGTH)) + lut


# Command, row, bytes: VCOM's table ends with two bytes more, which hold gates and VCOM up and are not needed
_UC8151_TABLES = (
    (0x20, VCOM, 44),
    (0x21, WHITE_TO_WHITE, 42),
    (0x22, BLACK_TO_WHITE, 42),
    (0x23, WHITE_TO_BLACK, 42),
    (0x24, BLACK_TO_BLACK, 42),
)


def for_uc8151(phases=PARTIAL_11_VOLTS):
    """Return what loads the UC8151's five waveform tables for up to four phases, in the same way.

    `phases` as above; how many frames a second there are the controller is told elsewhere.
    """
    tables = b""
    for command, row, length in _UC8151_TABLES:
        table = bytearray(length)
        for phase, (_, frames, voltages) in enumerate(phases):
            # A group: the voltages of its four phases, their frames, how often
            table[0] |= voltages.get(row, VSS) << (6 - 2 * phase)
            table[1 + phase] = frames
        table[5] = 1
        tables += bytes((command, length)) + table
    return tables
