"""Lets the desktop wait in the time of an emulated Pico, which is many times slower than real time.

A terminal of the emulator shows its time as the size of its window, which has no other use on a port.
"""

import fcntl
import struct
import termios
import time
from pathlib import Path

from arcana_host.install import prompt
from arcana_host.link.device import Device

TESTS = Path(__file__).resolve().parent.parent
MAIN = (
    f"import sys; sys.path.insert(0, {str(TESTS)!r}); from emulator.pace import slow_down; "
    "slow_down(setattr); from arcana_host.cli import main; main()"
)
"""The program `arcana`, slowed down."""
_MARK = (1, 9999)


def show_time(terminal, milliseconds):
    """Show the time of an emulated device. terminal: the descriptor of the device's end."""
    high, low = divmod(milliseconds & 0xFFFFFFFF, 1 << 16)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", *_MARK, high, low))


def now(device):
    """Return the seconds of the emulated device at the other end, or those of this computer."""
    try:
        size = fcntl.ioctl(device._stream.fileno(), termios.TIOCGWINSZ, bytes(8))
    except (AttributeError, OSError, ValueError):
        return time.monotonic()
    *mark, high, low = struct.unpack("4H", size)
    return ((high << 16) + low) / 1000 if tuple(mark) == _MARK else time.monotonic()


def slow_down(set_attribute):
    """Make the link wait in emulated time, and the prompt longer. set_attribute: such as a monkeypatch's."""
    set_attribute(Device, "now", now)
    set_attribute(prompt, "SILENT_WAIT", prompt.ENTER_WAIT)
    set_attribute(prompt, "SILENT_TRIES", prompt.TRIES)
