"""Installs MicroPython on a Pico: checks an image, finds the board's drive and copies the image there.

It knows the drive that appears while BOOTSEL is held; it must not know the companion.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from string import ascii_uppercase
from typing import NamedTuple

from arcana_portable.errors import FlashError
from arcana_portable.install.chips import CHIPS, Chip, where_from
from arcana_portable.install.image import Image, check_image
from arcana_portable.translation import N_, _

from arcana_host.link.ports import find_ports

HOW_TO_BOOTSEL = N_("hold its BOOTSEL button while plugging it in, and a drive appears")

INFO = "INFO_UF2.TXT"
CHUNK = 64 * 1024
PATIENCE = 30.0
"""Seconds for the boot loader to start the image, and for the port to appear."""


class Drive(NamedTuple):
    """The drive of a Pico with BOOTSEL held. folder: where it is mounted. chip: of the Pico."""

    folder: Path
    chip: Chip


def read_image(path: Path) -> Image:
    """Read a UF2 file and check every block of it.

    Raises FlashError if the file can't be read, or if no companion can run on its program.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FlashError(_("{name} can't be read: {error}.", name=path, error=error.strerror)) from error
    return check_image(path, content)


def find_drives(places: Iterable[Path] | None = None) -> list[Drive]:
    """Return the drives of Picos that wait for an image.

    places: folders to check; None for the places where this system mounts drives.
    """
    found = []
    for place in _places() if places is None else places:
        try:
            lines = (place / INFO).read_text(encoding="ascii").splitlines()
        except (OSError, ValueError):
            continue
        found += [Drive(place, chip) for chip in CHIPS if f"Board-ID: {chip.drive}" in lines]
    return found


def _places() -> list[Path]:
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in ascii_uppercase]
    patterns = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*", "Volumes/*")
    return [path for pattern in patterns for path in sorted(Path("/").glob(pattern))]


def choose_drive(chip: Chip, named: Path | None = None) -> Path:
    """Return the drive to copy an image for a chip to: the named drive, or else the only drive.

    Raises FlashError if there is no drive or more than one.
    """
    drives = find_drives([named] if named else None)
    if named and not drives:
        raise FlashError(
            _(
                "{folder} is not the drive of a Pico: there is no {file} of one in it.",
                folder=named,
                file=INFO,
            )
        )
    if not drives:
        raise FlashError(
            _(
                "No Pico waits for MicroPython: {how}. If it has appeared and is not "
                "found, name its folder with --drive.",
                how=_(HOW_TO_BOOTSEL),
            )
        )
    fitting = [drive.folder for drive in drives if drive.chip == chip]
    if not fitting:
        drive = drives[0]
        raise FlashError(
            _(
                "The image is for the {chip}, but on {drive} is a board with the {other}. Nothing was "
                "copied; {where_from} has the right one.",
                chip=chip.name,
                drive=drive.folder,
                other=drive.chip.name,
                where_from=where_from(drive.chip),
            )
        )
    if len(fitting) > 1:
        raise FlashError(
            _(
                "Several Picos wait for MicroPython: {drives}. Choose one with --drive.",
                drives=", ".join(map(str, fitting)),
            )
        )
    return fitting[0]


def await_drive(chip: Chip, patience: float = PATIENCE) -> Path:
    """Return the drive of a board with a chip that has started its boot loader, once it has appeared.

    patience: seconds to wait. Raises FlashError if no drive appears, or several.
    """
    deadline = time.monotonic() + patience
    while not find_drives() and time.monotonic() < deadline:
        time.sleep(0.1)
    return choose_drive(chip)


def copy_image(
    content: bytes,
    drive: Path,
    on_bytes: Callable[[int], None] = lambda count: None,
    patience: float = PATIENCE,
) -> None:
    """Copy an image to a drive and wait until the board starts it, when the drive disappears.

    on_bytes: called with the number of further bytes that were written. patience: seconds to wait.
    Raises FlashError if copying fails or the board does not start the image.
    """
    failure = None
    try:
        with open(drive / "micropython.uf2", "wb") as file:
            for start in range(0, len(content), CHUNK):
                part = content[start : start + CHUNK]
                file.write(part)
                on_bytes(len(part))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        # the drive disappears after the last block, which may look like a failed write
        failure = error
    deadline = time.monotonic() + patience
    while (drive / INFO).exists():
        if failure or time.monotonic() > deadline:
            why = failure.strerror if failure else _("it has not started")
            raise FlashError(
                _(
                    "Copying MicroPython to the Pico on {drive} failed ({why}): try another cable or port.",
                    drive=drive,
                    why=why,
                )
            )
        time.sleep(0.1)


def await_port(before: Iterable[str], named: str | None = None, patience: float = PATIENCE) -> str:
    """Return the port of the board that has appeared: the named port, or else a new port.

    before: the ports that existed before. patience: seconds to wait. Raises FlashError if no port appears.
    """
    known = set(before)
    deadline = time.monotonic() + patience
    while True:
        if named and os.path.exists(named):
            return named
        fresh = [port.path for port in find_ports() if not port.virtual and port.path not in known]
        if fresh:
            return fresh[0]
        if time.monotonic() > deadline:
            raise FlashError(
                _(
                    "MicroPython was copied, but no port has appeared: unplug the Pico, plug it in "
                    "again, and run `arcana flash`."
                )
            )
        time.sleep(0.1)
