"""Whether the files on a board survive an image: MicroPython formats the flash where it finds no file system.

It runs on CPython and, in the browser, on MicroPython. It must not know ports.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from arcana_portable.errors import FlashError
from arcana_portable.install.chips import board_in, chip_in, image_for
from arcana_portable.install.image import Region
from arcana_portable.install.steps import unlike
from arcana_portable.translation import _

if TYPE_CHECKING:
    from arcana_portable.install.image import Image
    from arcana_portable.install.steps import Steps

LOOK = """
import json, os, rp2, struct, uctypes
flash = rp2.Flash()
count, size = flash.ioctl(4, 0), flash.ioctl(5, 0)
try:
    start = uctypes.addressof(flash)
except TypeError:
    # before MicroPython 1.28: where littlefs calls itself a file system of this size
    wanted = struct.pack('<2I', size, count)
    for start in range(0x10000000, 0x11000000, size):
        if uctypes.bytes_at(start + 8, 8) == b'littlefs' and uctypes.bytes_at(start + 24, 8) == wanted:
            break
    else:
        start = 0
print(json.dumps([start, size * count, len(os.listdir())]))
"""
"""Prints start and size of the board's file system, a start of 0 if nothing tells it, and how many files lie
in its root."""


class FileSystem:
    """The file system of a board. region: its Region, or None if the board can't tell it. is_empty: it is."""

    def __init__(self, region: Region | None, is_empty: bool):
        self.region, self.is_empty = region, is_empty


def find_file_system() -> Steps[FileSystem]:
    """Find out where the file system of a board lies, and whether there are files on it."""
    said = yield "run", LOOK
    try:
        start, size, files = [int(number) for number in json.loads(said)]
    except (ValueError, TypeError, RuntimeError):
        raise unlike() from None
    return FileSystem(Region(start, size) if start else None, not files)


def refuse_other_chip(image: Image, machine: str) -> None:
    """Raise FlashError if an image is not for a board's chip. machine: as for `chip_in`."""
    if chip_in(machine) != image.chip:
        raise FlashError(
            _(
                "This image is for a {image}, and the board is a {machine}. Nothing was copied; {where_from} "
                "has the right one.",
                image=board_in(image.machine),
                machine=board_in(machine),
                where_from=image_for(machine),
            )
        )


def loss(image: Image, machine: str, there: FileSystem) -> str | None:
    """Return a sentence with the files that a board loses with an image, or None if it loses no file.

    machine: as for `chip_in`.
    """
    if there.is_empty or there.region == image.files:
        return None
    if there.region is None:
        return unknown_loss(image)
    return _(
        "This image is for a {image}, and keeps files in another place than the {machine}: it erases the "
        "games and settings there. {where_from} has the image that leaves them.",
        image=board_in(image.machine),
        machine=board_in(machine),
        where_from=image_for(machine),
    )


def unknown_loss(image: Image) -> str:
    """Return the same for a board that can't be asked, as it waits in its boot loader."""
    return _(
        "A new board has nothing to lose. Any other keeps games and settings only if it had MicroPython for "
        "a {image}; if it had anything else, this image erases them. With BOOTSEL held it can't be asked; "
        "plugged in without, it can.",
        image=board_in(image.machine),
    )
