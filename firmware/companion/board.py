"""All of the hardware as one object.

It must not know the game, the screens, the settings or the journal. Apart from companion.boards and
companion.power, only this module imports `machine`; on a desktop the same code runs on stand-ins.
"""

import os
import select
import sys
from binascii import hexlify

import machine

from companion.platform import const, ticks_ms

# The RP2040's clock starts in 2021 after every power-up and can't tell that it was never set
_FIRST_YEAR = const(2024)
_LAST_YEAR = const(2099)

_NAP_MS = const(1000)
_DOZE_TICKS, _DOZE_TICK_MS = const(30), const(10)

# A whole packet with the 18 bytes that MicroPython then prints, like everything on the link
_BEFORE_RESTART = b" " * 45 + b"\n"


class UsbLink:
    """The USB serial port that MicroPython already has.

    Reading calls poll() before every byte: read(n) would block the app until n bytes have arrived.
    """

    _AT_ONCE = 256  # bytes, about 14 ms: the buttons and the panel need their turn, too

    def __init__(self):
        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._come = _poll(sys.stdin, select.POLLIN)
        self._room = _poll(sys.stdout, select.POLLOUT)
        self._byte = bytearray(1)
        self._bytes = bytearray(self._AT_ONCE)

    def read(self):
        """Return the bytes that have arrived, at most 256, or b""."""
        # looking up attributes for each byte would take as long as the rest
        has_come, read, byte, data = self._come, self._stdin.readinto, self._byte, self._bytes
        count = 0
        while count < self._AT_ONCE:
            for _ in has_come(0):
                break
            else:
                break
            read(byte)
            data[count] = byte[0]
            count += 1
        return bytes(memoryview(data)[:count]) if count else b""

    def wait(self, milliseconds):
        """Wait up to a number of milliseconds for a byte; return whether a byte has come."""
        for _ in self._come(milliseconds):
            return True
        return False

    def write(self, data):
        """Send as many bytes as possible without waiting; return their number.

        data: a USB packet of 64 bytes, or several for a host that surely reads. If it doesn't, each further
        write would block the app for half a second; as long as only whole packets are written, room for one
        byte is room for the whole packet.
        """
        for _ in self._room(0):
            return self._stdout.write(data)
        return 0


def _poll(stream, event):
    """Return a callable(milliseconds) that polls a stream for an event, on MicroPython without allocating."""
    poll = select.poll()
    poll.register(stream, event)
    return getattr(poll, "ipoll", poll.poll)


class Board:
    """Panel, buttons, link, storage and clock of one board.

    Attributes: `name`; `panel` (show, idle, sleep); `buttons` (get, inject, stuck); `link` (read, write);
    `folder`, to which paths are joined with a "/" ("" on the device); `power`, a Power, or None before
    `find_power` and if the board can neither measure nor control it; `chords`, whether UP and DOWN are B held
    with A or C; `trouble`, a sentence about a wrong name in `board.txt`, or None; `unique_id`, hex digits.
    find_power: a callable that returns `power`.
    """

    power = None

    def __init__(self, name, panel, buttons, link, folder, find_power, trouble=None, chords=False):
        self.name = name
        self.panel = panel
        self.buttons = buttons
        self.link = link
        self.folder = folder
        self._find_power = find_power
        self.trouble = trouble
        self.chords = chords
        self.unique_id = hexlify(machine.unique_id()).decode()
        self._rtc = machine.RTC()

    def find_power(self):
        """Set `power`, once the first picture is on the panel: nobody has to wait for its module."""
        self.power = self._find_power()
        # frees the module of all boards
        self._find_power = None

    def ticks_ms(self):
        """Return the time in milliseconds, which wraps; compare times with platform.ticks_diff."""
        return ticks_ms()

    def free_bytes(self):
        """Return the free bytes of the storage."""
        about = os.statvfs(self.folder or "/")
        return about[0] * about[3]

    def clock(self):
        """Return the time as "YYYY-MM-DD HH:MM", or None if nobody has set it since power-up."""
        year, month, day, _, hour, minute = self._rtc.datetime()[:6]
        if year < _FIRST_YEAR:
            return None
        return "%04d-%02d-%02d %02d:%02d" % (year, month, day, hour, minute)

    def set_clock(self, moment):
        """Set the clock to (year, month, day, hour, minute, second).

        Raises ValueError, with a sentence, unless this is a valid time between 2024 and 2099.
        """
        if not _is_moment(moment):
            raise ValueError("The clock takes year, month, day, hour, minute and second, from 2024 to 2099.")
        # nobody asks for the weekday
        self._rtc.datetime(tuple(moment[:3]) + (0,) + tuple(moment[3:]) + (0,))

    def nap(self):
        """Sleep for a second, or until a press or a cable ends that. The panel's voltages have to be off."""
        machine.lightsleep(_NAP_MS)
        self.panel.restore_spi_clock()

    def doze(self):
        """Wait for a press or a byte from a host, for up to 0.3 s; return False at once if the link can't."""
        if not isinstance(self.link, UsbLink):
            return False
        for _ in range(_DOZE_TICKS):
            if self.link.wait(_DOZE_TICK_MS) or not self.buttons.rest():
                break
        return True

    def close(self):
        """Switch off the interrupts, so that the prompt is as after power-up, and the panel's voltages."""
        self.buttons.close()
        self.panel.stop()

    def restart(self):
        """Restart the companion; the link and the clock go on. It does not return on the device."""
        self.panel.stop()
        self.link.write(_BEFORE_RESTART)
        machine.soft_reset()


def _is_moment(moment):
    if [type(each) for each in moment] != [int] * 6:
        return False
    year, month = moment[:2]
    days = 30 if month in (4, 6, 9, 11) else 31 if month != 2 else 28 if year % 4 else 29
    limits = (_FIRST_YEAR, _LAST_YEAR), (1, 12), (1, days), (0, 23), (0, 59), (0, 59)
    return all([low <= value <= high for (low, high), value in zip(limits, moment)])
