"""Reads the log of a device, which also contains failures before its last restart.

It must not know how the log is shown.
"""

import re

from arcana_portable.errors import DeviceRefused

from arcana_host.link.device import Device
from shared_rules.device_files import LOG, OLD_LOG

_CALL = re.compile(r"(?:-{10}|\d{4}-\d\d-\d\d \d\d:\d\d) \|")
"""The beginning of a line that belongs to the line above: a call that led to an error."""


def read_log(device: Device, most: int) -> list[list[str]]:
    """Return the last entries of a device's log, the newest first: each is a line and the calls below it.

    most: how many. Raises DeviceRefused, DeviceError.
    """
    found = device.read_files((OLD_LOG, LOG)).values()
    parts = [part for part in found if not isinstance(part, DeviceRefused)]
    lines = b"".join(parts).decode(errors="replace").split("\n")
    if not parts:
        # a device without room has its log in memory only
        lines = device.pages("log", "lines")
    return log_entries(lines)[:most]


def log_entries(lines: list[str]) -> list[list[str]]:
    """Return the entries in the lines of a log, the newest first, without characters that control a terminal.

    >>> log_entries(["---------- On: Error: odd", '---------- | "main.py", line 3', "---------- Odd."])
    [['---------- Odd.'], ['---------- On: Error: odd', '---------- | "main.py", line 3']]
    """
    entries: list[list[str]] = []
    for line in lines:
        line = "".join(letter if letter.isprintable() else " " for letter in line).strip()
        if entries and _CALL.match(line):
            entries[-1].append(line)
        elif line:
            entries.append([line])
    return entries[::-1]
