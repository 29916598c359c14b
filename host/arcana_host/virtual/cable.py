"""The USB cable of a virtual device: in memory, or as a pseudo-terminal that other programs can open.

It carries bytes and must not know the protocol. The device's end is `read` and `write`; neither blocks.
"""

from __future__ import annotations

import os
import select
import time
from pathlib import Path
from typing import Protocol

from arcana_portable.errors import ArcanaError
from arcana_portable.translation import _

_BUFFER_SIZE = 1 << 16


class LinkEnd(Protocol):
    """The device's end of a cable."""

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
        """Take bytes from the device; return how many fit into the buffer."""
        taken = min(len(data), _BUFFER_SIZE - len(self._to_host))
        self._to_host += data[:taken]
        return taken

    def send(self, data: bytes) -> None:
        """Send bytes to the device."""
        self._to_device += data

    def receive(self) -> bytes:
        """Return the bytes received from the device."""
        data = bytes(self._to_host)
        self._to_host.clear()
        return data


class NoTerminals(OSError):
    """This system has no pseudo-terminals, for example Windows."""


class TerminalCable:
    """A pseudo-terminal; other programs open `path` as the serial port.

    link_at: where a symbolic link to it is made, in place of an older link.
    Raises NoTerminals where there are no pseudo-terminals, and ArcanaError where the link can't be made.
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
        # while the terminal is open here, poll can't tell whether a program has it open
        os.close(slave)
        os.set_blocking(self._master, False)
        self._link_at: Path | None = None
        if link_at:
            self._make_link(link_at)

    def _make_link(self, link_at: Path) -> None:
        try:
            # an older link to a terminal, which may be gone, and not a link to somebody's file
            if link_at.is_symlink() and (link_at.is_char_device() or not link_at.exists()):
                link_at.unlink()
            link_at.symlink_to(self.path)
        except OSError as error:
            self.close()
            if isinstance(error, FileExistsError):
                raise ArcanaError(
                    _(
                        "{path} exists already and is no link made by arcana: choose another PATH.",
                        path=link_at,
                    )
                ) from error
            raise ArcanaError(
                _("The link {path} can't be made: {error}.", path=link_at, error=error.strerror)
            ) from error
        self._link_at = link_at
        self.path = str(link_at)

    def read(self) -> bytes:
        """Return up to 256 bytes for the device."""
        try:
            return os.read(self._master, 256)
        except OSError:
            # no bytes, or no program at the other end
            return b""

    def write(self, data: bytes) -> int:
        """Take bytes from the device; return how many fit. They are lost while no program listens."""
        if not self.is_open:
            return len(data)
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0

    @property
    def is_open(self) -> bool:
        """Whether a program has the terminal open."""
        return not self._events(select.POLLOUT, 0) & select.POLLHUP

    def wait(self, seconds: float) -> None:
        """Wait until there are bytes for the device, at most `seconds`."""
        if self.is_open:
            self._events(select.POLLIN, seconds)
        else:
            # poll returns at once for a closed terminal
            time.sleep(seconds)

    def _events(self, wanted: int, seconds: float) -> int:
        poll = select.poll()
        poll.register(self._master, wanted)
        return next((events for _, events in poll.poll(seconds * 1000)), 0)

    def close(self) -> None:
        """Close the terminal, and remove the link to it."""
        os.close(self._master)
        if self._link_at and self._link_at.is_symlink():
            self._link_at.unlink()
