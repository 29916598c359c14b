"""Everything the companion knows of the hardware, as one object.

It must not know the game, the screens or the journal; of the settings only the board's name. Beside
companion.boards it is the only place that imports `machine`; on a desktop the same code runs on stand-ins.
"""

import os
import sys
from binascii import hexlify

import machine

from companion.log import Log
from companion.platform import forget, ticks_ms
from companion.settings import Settings

# The RP2040's clock starts in 2021 after every power-up and knows no "never set"
_FIRST_YEAR = 2024

# With the 18 bytes that MicroPython prints then it is a whole packet, as all that the link writes
_BEFORE_RESTART = b" " * 45 + b"\n"


class UsbLink:
    """The USB serial port that MicroPython already has.

    Reading asks poll() before every byte: read(n) would block until n bytes have come, and with it the app.
    """

    _AT_ONCE = 256  # bytes, about 14 ms: the buttons and the panel want their turn too

    def __init__(self):
        import select

        self._stdin = sys.stdin.buffer
        self._stdout = sys.stdout.buffer
        self._come = _poll(select, sys.stdin, select.POLLIN)
        self._room = _poll(select, sys.stdout, select.POLLOUT)
        self._tells_room = False
        self._byte = bytearray(1)
        self._bytes = bytearray(self._AT_ONCE)

    def read(self):
        """Return the bytes that have come, at most 256; b"" when there are none."""
        count = 0
        while count < self._AT_ONCE:
            for _ in self._come(0):
                break
            else:
                break
            self._stdin.readinto(self._byte)
            self._bytes[count] = self._byte[0]
            count += 1
        return bytes(memoryview(self._bytes)[:count]) if count else b""

    def write(self, data):
        """Send what goes out without waiting; return how many bytes that were.

        data: a USB packet of 64 bytes, or several for a host that reads for sure. Where it doesn't, writing
        on would hold the app up for half a second each time; while all that is written are whole packets,
        room for one byte is room for all.
        """
        for _ in self._room(0):
            self._tells_room = True
            return self._stdout.write(data)
        # 1.18 never tells; there the only choice is to write
        return 0 if self._tells_room else self._stdout.write(data)


def _poll(select, stream, event):
    """Return what waits so many milliseconds for an event: on MicroPython without taking memory for it."""
    poll = select.poll()
    poll.register(stream, event)
    return getattr(poll, "ipoll", poll.poll)


class Board:
    """Panel, buttons, link, storage and clock of one board.

    Attributes: `name`; `panel` (show, idle, sleep); `buttons` (get, inject, stuck); `link` (read, write);
    `folder`, which paths are joined to with a "/" ("" on the device); `power` (low, volts, off), or None
    where the board has no say in it; `chords`, whether UP and DOWN are B held with A or C; `trouble`, a
    sentence about what the settings say of the board, or None;
    `unique_id`, hex digits.
    """

    def __init__(self, name, panel, buttons, link, folder, power=None, trouble=None, chords=False):
        self.name = name
        self.panel = panel
        self.buttons = buttons
        self.link = link
        self.folder = folder
        self.power = power
        self.trouble = trouble
        self.chords = chords
        self.unique_id = hexlify(machine.unique_id()).decode()
        self._rtc = machine.RTC()

    def ticks_ms(self):
        """Return a clock in milliseconds that wraps; compare with platform.ticks_diff."""
        return ticks_ms()

    def free_bytes(self):
        """Return how many bytes the storage still takes."""
        about = os.statvfs(self.folder or "/")
        return about[0] * about[3]

    def clock(self):
        """Return the time as "YYYY-MM-DD HH:MM", or None when nobody has set it since power-up."""
        year, month, day, _, hour, minute = self._rtc.datetime()[:6]
        if year < _FIRST_YEAR:
            return None
        return "%04d-%02d-%02d %02d:%02d" % (year, month, day, hour, minute)

    def set_clock(self, moment):
        """Set the clock to (year, month, day, hour, minute, second).

        Raises ValueError, with a sentence, when there is no such time between 2024 and 2099.
        """
        # a clock is seldom set
        from companion.calendar import with_weekday

        self._rtc.datetime(with_weekday(moment) + (0,))

    def close(self):
        """Leave no interrupt behind, so that the prompt is as after power-up, and no voltage on the glass."""
        self.buttons.close()
        self.panel.stop()

    def restart(self):
        """Start the companion again, with a link and a clock that go on; does not return on the device."""
        self.panel.stop()
        self.link.write(_BEFORE_RESTART)
        machine.soft_reset()


def make(folder="", link=None, told=""):
    """Return the Board this runs on.

    `folder` is where games and settings lie, `link` a stream to use instead of the USB serial port, `told`
    the name of the board where the settings name none.
    """
    from companion import boards

    settings = Settings(folder.rstrip("/") + "/settings.json", Log())
    pins, trouble = boards.find(settings.get("board") or told)
    made = Board(
        pins.NAME,
        boards.panel(pins),
        boards.buttons(pins),
        link or UsbLink(),
        folder,
        pins.power(),
        trouble,
        len(pins.BUTTONS) == 3,
    )
    # whatever was to be known of the pins is in use now
    for name in [name for name in sys.modules if name.startswith(boards.__name__)]:
        forget(name)
    return made
