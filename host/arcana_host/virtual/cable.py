"""The USB cable of a virtual device: in memory, or as a pseudo-terminal that other programs can open.

It carries bytes and knows no protocol. The device's end is `read` and `write`, neither of which blocks.
"""

from __future__ import annotations

import os
import select
import struct
import time
from pathlib import Path
from typing import Protocol

from arcana_host.link.ports import OWN_TIME
from arcana_host.translation import _

_MOST = 1 << 16


class LinkEnd(Protocol):
    """What the firmware sees of a cable."""

    def read(self) -> bytes: ...

    def write(self, data: bytes) -> int | None: ...


class Cable:
    """A cable in memory; the host's end is `send` and `receive`."""

    def __init__(self) -> None:
        self._to_device = bytearray()
        self._to_host = bytearray()

    def read(self) -> bytes:
        """Return at most 256 bytes for the device, as a Pico takes them."""
        data = bytes(self._to_device[:256])
        del self._to_device[:256]
        return data

    def write(self, data: bytes) -> int:
        """Take bytes from the device; return how many fitted."""
        taken = min(len(data), _MOST - len(self._to_host))
        self._to_host += data[:taken]
        return taken

    def send(self, data: bytes) -> None:
        """Put bytes on the way to the device."""
        self._to_device += data

    def receive(self) -> bytes:
        """Return the bytes that came from the device."""
        data = bytes(self._to_host)
        self._to_host.clear()
        return data


class NoTerminals(OSError):
    """This system has no pseudo-terminals, as Windows has none."""


class TerminalCable:
    """A pseudo-terminal; `path` is what other programs open as the serial port.

    link_at: where a symbolic link to it is made, in place of an older link.
    Raises NoTerminals where there are none, and OSError where the link can't be made.
    """

    def __init__(self, link_at: Path | None = None) -> None:
        try:
            import pty
            import tty
        except ImportError:
            raise NoTerminals(_("This system has no pseudo-terminals.")) from None
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        # held open here, nobody could see whether a program has it open
        os.close(slave)
        os.set_blocking(self._master, False)
        self._link_at = link_at
        if link_at:
            if link_at.is_symlink():
                link_at.unlink()
            link_at.symlink_to(self.path)
            self.path = str(link_at)

    def read(self) -> bytes:
        """Return the bytes for the device that are there."""
        try:
            return os.read(self._master, 256)
        except OSError:
            # nothing there, or nobody at the other end
            return b""

    def write(self, data: bytes) -> int:
        """Take bytes from the device; return how many fitted. While no program listens they go nowhere."""
        if not self.is_open:
            return len(data)
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    def show_time(self, milliseconds: int) -> None:
        """Let programs at the other end see how long the device has lived, by `ports.own_time`."""
        import fcntl
        import termios

        high, low = divmod(milliseconds & 0xFFFFFFFF, 1 << 16)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("4H", *OWN_TIME, high, low))

    @property
    def is_open(self) -> bool:
        """Whether a program has the terminal open."""
        return not self._events(select.POLLOUT, 0) & select.POLLHUP

    def wait(self, seconds: float) -> None:
        """Wait for bytes for the device, at most so long."""
        if self.is_open:
            self._events(select.POLLIN, seconds)
        else:
            # a closed terminal would end the other wait at once
            time.sleep(seconds)

    def _events(self, wanted: int, seconds: float) -> int:
        poll = select.poll()
        poll.register(self._master, wanted)
        return next((events for _, events in poll.poll(seconds * 1000)), 0)

    def close(self) -> None:
        """Take the terminal and the link to it away."""
        os.close(self._master)
        if self._link_at and self._link_at.is_symlink():
            self._link_at.unlink()
