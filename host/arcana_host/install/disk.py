"""Makes and changes a littlefs, the file system that MicroPython has on the flash.

It knows the package littlefs-python, but must not know the files' meaning, or the place on the flash.
"""

from collections.abc import Mapping
from operator import and_
from typing import Any

import littlefs
from arcana_portable.translation import _

BLOCK_SIZE = 4096
# MicroPython before 1.22 cannot mount a newer version, and newer releases can still mount this version
_DISK_VERSION = 0x00020000
# as in MicroPython: files up to the size of the cache are stored inline, in their folder's blocks
_CACHE = 1024
_LOOKAHEAD = 32
_PAGE = 256


def make_disk(files: Mapping[str, bytes], size: int) -> bytes:
    """Return a littlefs that MicroPython mounts; the same files give the same bytes.

    files: path -> content; folders are made as the paths need them. size: in bytes, a multiple of BLOCK_SIZE.
    Raises ValueError when the files do not fit.
    """
    disk = open_disk(bytearray(b"\xff" * size), disk_version=_DISK_VERSION)
    disk.format()
    return write_files(disk, files)


def open_disk(region: bytearray, **version: Any) -> littlefs.LittleFS:
    """Return a littlefs in memory, not mounted yet.

    region: its bytes. version: the version of a new file system.
    """
    return littlefs.LittleFS(
        context=_Memory(region),
        mount=False,
        block_size=BLOCK_SIZE,
        block_count=len(region) // BLOCK_SIZE,
        read_size=32,
        prog_size=_PAGE,
        cache_size=_CACHE,
        lookahead_size=_LOOKAHEAD,
        **version,
    )


def write_files(disk: littlefs.LittleFS, files: Mapping[str, bytes]) -> bytes:
    """Write files to a littlefs, and return its bytes. Raises ValueError when they do not fit."""
    disk.mount()
    try:
        for path, content in files.items():
            folder = path.rpartition("/")[0]
            if folder:
                disk.makedirs(folder, exist_ok=True)
            with disk.open(path, "wb") as file:
                file.write(content)
    except littlefs.LittleFSError as error:
        size = len(disk.context.buffer) // 1024
        raise ValueError(_("the files do not fit into the {size} KB for them", size=size)) from error
    finally:
        disk.unmount()
    return bytes(disk.context.buffer)


class _Memory(littlefs.UserContext):
    """A flash in memory. The inherited methods log every call."""

    def __init__(self, region: bytearray):
        super().__init__(buffer=region)

    def read(self, cfg, block: int, off: int, size: int) -> bytearray:
        start = block * cfg.block_size + off
        return self.buffer[start : start + size]

    def prog(self, cfg, block: int, off: int, data: bytes) -> int:
        start = block * cfg.block_size + off
        place = slice(start, start + len(data))
        self.buffer[place] = bytes(map(and_, self.buffer[place], data))
        return 0
