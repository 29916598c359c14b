"""Makes one UF2 file with MicroPython and the companion, to be dropped on the drive of a new board.

All of the region for files is in it: of an earlier file system there, blocks that stayed would win over the
new ones. It must not know boards or drives.
"""

import struct
from collections.abc import Iterator, Mapping

from arcana_host.errors import FlashError
from arcana_host.install.disk import make_disk
from arcana_host.install.image import ABSOLUTE, BLOCK, HAS_FAMILY, HEAD, MAGIC, Image
from arcana_host.translation import _

_PAGE = 256  # the bytes of the flash in a block, as the boot loader wants them


def whole_image(image: Image, files: Mapping[str, bytes], files_only: bool = False) -> bytes:
    """Return a UF2 file with an image of MicroPython and a file system; the same input gives the same bytes.

    files: {path on the device: content}. files_only: whether MicroPython is left out. Raises FlashError if
    the files do not fit.
    """
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


def _block(part: tuple[int, bytes], number: int, total: int, family: int | None) -> bytes:
    address, data = part
    flags = 0 if family is None else HAS_FAMILY
    head = struct.pack(HEAD, *MAGIC[:2], flags, address, len(data), number, total, family or 0)
    return (head + data).ljust(BLOCK - 4, b"\0") + struct.pack("<I", MAGIC[2])
