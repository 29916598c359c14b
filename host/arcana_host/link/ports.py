"""Serial ports: finds the ports of Picos and virtual devices, and opens them.

It must not know the protocol of the link.
"""

import contextlib
import errno
import os
from pathlib import Path
from typing import NamedTuple

import serial
from arcana_portable.errors import DeviceLost, NoDevice
from arcana_portable.translation import N_, _
from serial.tools import list_ports

from arcana_host.link.announcements import find_virtual_devices

BOARDS = ((0x2E8A, 0x0005), (0x2E8A, 0x1100))
"""USB vendor and product of boards that run MicroPython on an RP2040 or an RP2350; the second is the Badger
2350's with its maker's MicroPython."""

VENDORS = (0x2E8A, 0x239A)
"""USB vendors of these boards, with any program. CircuitPython has the second, or other products."""

UDEV_RULE = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", TAG+="uaccess", MODE="0660", GROUP="dialout"'
"""Gives users access to the port of a Pico on systems that give it to root alone."""

READ_WAIT = 0.05  # seconds
WRITE_WAIT = 2.0

NO_COMPANION = N_(
    "No companion is connected: plug it in with a USB cable that carries data, or name "
    "its port with --port (`arcana play` starts one without any hardware)."
)


class Port(NamedTuple):
    """The port of a Pico, or of a virtual device that runs on this computer.

    serial: the unique id of the Pico's flash chip, or of the virtual device. virtual: whether it is virtual.
    """

    path: str
    serial: str
    virtual: bool = False

    def __str__(self) -> str:
        kind = f"{_('virtual')}, " if self.virtual else ""
        return f"{self.path} ({kind}{self.serial})"


def find_ports() -> list[Port]:
    """Return the ports of all connected boards with MicroPython's USB id, then those of virtual devices."""
    found = [p for p in list_ports.comports() if (p.vid, p.pid) in BOARDS]
    real = sorted(Port(p.device, p.serial_number or "?") for p in found)
    return [*real, *(Port(device.path, device.serial, virtual=True) for device in find_virtual_devices())]


def other_board() -> str | None:
    """Return a sentence about a connected board that runs something other than MicroPython, or None."""
    for port in list_ports.comports():
        if port.vid in VENDORS and (port.vid, port.pid) not in BOARDS:
            return _(
                "On {port} is a board, but it runs something else than MicroPython, such as CircuitPython: "
                "`arcana flash --port {port}` says what it needs.",
                port=port.device,
            )
    return None


def is_virtual(path: str) -> bool:
    """Return whether a port, or a symbolic link to it, belongs to a running virtual device."""
    # either path may be a link
    return any(os.path.realpath(device.path) == os.path.realpath(path) for device in find_virtual_devices())


def choose_port(named: str | None) -> str:
    """Return the port to use: `named` if given, else the only port.

    Raises NoDevice with advice, if there is no port or more than one.
    """
    first, *others = choose_ports(named)
    if others:
        listed = ", ".join(map(str, find_ports()))
        raise NoDevice(_("Several boards are connected: {ports}. Choose one with --port.", ports=listed))
    return first


def choose_ports(named: str | None) -> list[str]:
    """Return the ports to use one after the other: `named` if given, else all.

    Raises NoDevice with advice, if there is no port.
    """
    if named:
        return [named]
    ports = find_ports()
    if not ports:
        raise NoDevice(other_board() or _(NO_COMPANION))
    return [port.path for port in ports]


def open_port(path: str) -> serial.Serial:
    """Open a serial port or pseudo-terminal for this program alone. Raises DeviceLost with the reason."""
    try:
        return serial.serial_for_url(
            path, baudrate=115200, timeout=READ_WAIT, write_timeout=WRITE_WAIT, exclusive=True
        )
    except (OSError, ValueError) as error:
        raise DeviceLost(_why_not_open(path, error)) from error


def _why_not_open(path: str, error: Exception) -> str:
    number, text = _reason(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return _(
            "There is no port {path}: check the cable, or leave --port out to look for the device.", path=path
        )
    if number == errno.EACCES and os.name == "posix":
        return _("You may not open {path}: {how}.", path=path, how=_how_to_be_allowed(path))
    if number in (errno.EAGAIN, errno.EBUSY, errno.EACCES) or "PermissionError" in text:
        user = _user_of(path)
        if user:
            return _("{program} is using {path}: close it and try again.", program=user, path=path)
        return _(
            "Another program is using {path}: close it (mpremote, Thonny, another arcana) and try again.",
            path=path,
        )
    return _("{port} can't be opened as a serial port ({error}).", port=path, error=text)


def _reason(error: Exception) -> tuple[int | None, str]:
    """Return the number of an error, and the system's sentence for it, which pyserial quotes in its own."""
    inner = error.__context__ or error
    number = getattr(error, "errno", None) or (*inner.args, None)[0]
    return (number, os.strerror(number)) if isinstance(number, int) else (None, str(error))


def _how_to_be_allowed(path: str) -> str:
    """Return how this user gets access to a port."""
    import grp
    import pwd
    import stat

    found = os.stat(path)
    try:
        group = grp.getgrgid(found.st_gid)
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        group = None
    if not group or found.st_gid == 0 or not found.st_mode & stat.S_IRGRP or not found.st_mode & stat.S_IWGRP:
        return _(
            "put this line into /etc/udev/rules.d/70-pico.rules and plug the board in again: {rule}",
            rule=UDEV_RULE,
        )
    if user in group.gr_mem:
        return _(
            "you are in the group `{group}` since you logged in; log out and in again", group=group.gr_name
        )
    return _("`sudo usermod -aG {group} {user}`, then log out and in again", group=group.gr_name, user=user)


def _user_of(path: str) -> str | None:
    """Return which other program has a port open, or None if unknown."""
    port = os.path.realpath(path)
    for process in Path("/proc").glob("[0-9]*"):
        # processes may end meanwhile, and other users' processes are hidden
        with contextlib.suppress(OSError):
            opened = {os.path.realpath(file) for file in os.scandir(process / "fd")}
            if port in opened and process.name != str(os.getpid()):
                return _(
                    "Another program ({program}, process {number})",
                    program=(process / "comm").read_text().strip(),
                    number=process.name,
                )
    return None
