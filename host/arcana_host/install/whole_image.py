"""Makes a UF2 file with MicroPython and the companion, to be dropped on the drive of a new board.

All of the region for files is in it: leftover blocks of an earlier file system would win over the new blocks.
It must not know drives.
"""

import json
import struct
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from arcana_portable.errors import FlashError, WordsError
from arcana_portable.install.chips import image_name
from arcana_portable.install.image import ABSOLUTE, BLOCK, HAS_FAMILY, HEAD, MAGIC, Image
from arcana_portable.install.micropython import BADGER_2350, MAKERS_OWN
from arcana_portable.translation import _

from arcana_host.install.build import NEWEST_MPY, board_files, device_files
from arcana_host.install.disk import make_disk
from shared_rules.games import NAMES

_ONLY_IMAGES = {"badger2040": "RPI_PICO", "badger2040w": "RPI_PICO_W"}
"""{board that is sold as a whole: the name of the images for it}; all others run on every Pico."""
_SETTINGS = "settings.json"
_PAGE = 256  # the bytes of the flash in a block, as the boot loader wants them


def companion_image(
    image: Image,
    board: str,
    games: Collection[str] = NAMES,
    settings: Mapping[str, Any] | None = None,
    files_only: bool = False,
) -> bytes:
    """Return a UF2 file that makes a companion of a board; the same input gives the same bytes.

    board, games: as for `arcana flash`. settings: those with which it begins. files_only: whether MicroPython
    is left out. Raises WordsError if the image is not for the board, and FlashError if the files do not fit.
    """
    if not runs_on(image, board):
        raise WordsError(_("{image} is not for a {board}.", image=image, board=board))
    files = {**board_files(board), **device_files(NEWEST_MPY, games)}
    if settings:
        files[_SETTINGS] = json.dumps(settings).encode()
    return _whole_image(image, files, files_only)


def runs_on(image: Image, board: str) -> bool:
    """Return whether an image of MicroPython is for a board; an image of an unknown name is for no board."""
    if MAKERS_OWN in image.machine or board == BADGER_2350:
        return MAKERS_OWN in image.machine and board == BADGER_2350
    name = image_name(image.machine)
    return name is not None and _ONLY_IMAGES.get(board, name) == name


def file_name(image: Image, board: str) -> str:
    """Return a file name for a board's image, with the kind of its Pico unless there is only one kind."""
    machine = (image_name(image.machine) or "").removeprefix("RPI").lower().replace("_", "-")
    return f"companion-{board}{'' if board in (*_ONLY_IMAGES, BADGER_2350) else machine}.uf2"


def _whole_image(image: Image, files: Mapping[str, bytes], files_only: bool) -> bytes:
    try:
        disk = make_disk(files, image.files.size)
    except ValueError as error:
        raise FlashError(_("The companion can't go with {image}: {why}.", image=image, why=error)) from error
    parts = [] if files_only else [(block.address, block.data) for block in image.blocks]
    parts += [
        (image.files.start + start, disk[start : start + _PAGE]) for start in range(0, len(disk), _PAGE)
    ]
    family = image.blocks[0].family
    blocks = [_block(part, number, len(parts), family) for number, part in enumerate(parts)]
    return b"".join([*(() if files_only else _workaround(image)), *blocks])


def _workaround(image: Image) -> Iterator[bytes]:
    """Yield the extra first block that images for the RP2350 have, as it is."""
    first = image.content[:BLOCK]
    if struct.unpack_from(HEAD, first)[7] == ABSOLUTE:
        yield first


# Neither adafruit-uf2 nor uf2utils: reading (image.py) also runs in the browser's MicroPython, and a single
# pack writes a block.


def _block(part: tuple[int, bytes], number: int, total: int, family: int | None) -> bytes:
    address, data = part
    flags = 0 if family is None else HAS_FAMILY
    head = struct.pack(HEAD, *MAGIC[:2], flags, address, len(data), number, total, family or 0)
    return (head + data).ljust(BLOCK - 4, b"\0") + struct.pack("<I", MAGIC[2])
