"""The waveforms of partial refreshes, as tables for the SSD1680 and for the UC8151.

It knows the tables' layout and commands, and how ink moves; it must not know how they reach the controller.

A controller selects one of four rows for each pixel, by its old and its new colour, and applies that row's
voltages group by group. A pixel that changes is driven equally long and equally strong in both directions, so
that no charge builds up however often it turns over and back. A pixel that stays gets a short push towards
its colour, which keeps it from turning grey, but nothing takes that charge away again: 20 ms at 15 V in each
partial refresh, up to eighty times until the next full refresh. The maker's own table does the same.
"""

from companion.platform import const

BLACK_TO_BLACK, BLACK_TO_WHITE, WHITE_TO_BLACK, WHITE_TO_WHITE, VCOM = range(5)

# Source voltages, two bits each: for both controllers 1 pulls black ink to the front, 2 white
VSS, VSH1, VSL, VSH2 = range(4)

_CHANGES = {BLACK_TO_WHITE: VSL, WHITE_TO_BLACK: VSH1}
_ALL = {BLACK_TO_BLACK: VSH1, BLACK_TO_WHITE: VSL, WHITE_TO_BLACK: VSH1, WHITE_TO_WHITE: VSL}
# The electrodes discharge before the supply is switched off; without this, changed pixels keep a grey edge
_SETTLE = (1, 1, {})

# Groups of frames: how many, how often, and the rows that are not at VSS; at most seven groups. The first is
# the panel maker's own for GDEM029T94. The second takes as long as the table that is built into the
# controller, which the author of GxEPD2 found to work on some of these panels.
SSD1680 = ((10, 3, _CHANGES), (1, 1, _ALL), _SETTLE)
SSD1680_QUICK = ((4, 3, _CHANGES), (1, 1, _ALL), _SETTLE)
SSD1680_FRAME_MS = 20
UC8151 = ((32, 2, _CHANGES), (2, 1, _ALL), _SETTLE)
UC8151_QUICK = ((32, 1, _CHANGES), (2, 1, _ALL), _SETTLE)
UC8151_FRAME_MS = 10

_GROUPS = const(12)
_TIMING = const(5 * _GROUPS)
_BYTES_A_GROUP = const(7)
_FRAME_RATE = const(_TIMING + _BYTES_A_GROUP * _GROUPS)
_LENGTH = const(153)

SSD1680_AT = 2 + _TIMING
"""The index of the first group's frames in the result of `for_ssd1680`."""

# Code 2 for the frame rate, as used by the maker: 50 frames a second, judging by the measured busy time
_FIFTY_HERTZ = const(2)


def for_ssd1680(groups=SSD1680):
    """Return the bytes that load the SSD1680's waveform table: command, length, 153 bytes.

    groups: a sequence of (frames, times, {row: voltage}). frames: 1 to 255, at 50 a second.
    """
    lut = bytearray(_LENGTH)
    for group, (frames, times, voltages) in enumerate(groups):
        for row, voltage in voltages.items():
            lut[row * _GROUPS + group] = voltage << 6
        # Timing of a group: frames of its phases A and B, their repeats; of C and D, their repeats; repeats
        # of all
        lut[_TIMING + _BYTES_A_GROUP * group] = frames
        lut[_TIMING + _BYTES_A_GROUP * group + 6] = times - 1
    for pair in range(_GROUPS // 2):
        lut[_FRAME_RATE + pair] = _FIFTY_HERTZ << 4 | _FIFTY_HERTZ
    return bytes((0x32, _LENGTH)) + lut


# Command, row, bytes: VCOM's table ends with two more bytes for gates and VCOM, which are not needed
_UC8151_TABLES = (
    (0x20, VCOM, 44),
    (0x21, WHITE_TO_WHITE, 42),
    (0x22, BLACK_TO_WHITE, 42),
    (0x23, WHITE_TO_BLACK, 42),
    (0x24, BLACK_TO_BLACK, 42),
)


def for_uc8151(groups=UC8151):
    """Return the bytes that load the UC8151's five waveform tables, in the same form.

    groups: as for `for_ssd1680`; the PLL sets the number of frames a second, see `uc8151.py`.
    """
    tables = b""
    for command, row, length in _UC8151_TABLES:
        table = bytearray(length)
        for group, (frames, times, voltages) in enumerate(groups):
            # A group: the voltages of its four phases, their frames, how often
            table[6 * group] = voltages.get(row, VSS) << 6
            table[6 * group + 1] = frames
            table[6 * group + 5] = times
        tables += bytes((command, length)) + table
    return tables
