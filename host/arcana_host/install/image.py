"""Checks a MicroPython image block by block: UF2 (github.com/microsoft/uf2), for a chip of a companion.

It runs on CPython and, in the browser, on MicroPython.
"""

import struct

from arcana_host.errors import FlashError
from arcana_host.install.chips import CHIPS, Chip, where_from
from arcana_host.translation import _

BLOCK = 512
HEAD = "<8I"
MAGIC = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
HAS_FAMILY = 0x2000
ABSOLUTE = 0xE48BFF57
"""The family id of an extra first block in images for the RP2350, a workaround for an erratum (E10)."""
FAMILIES: dict[int | None, Chip] = {family: chip for chip in CHIPS for family in chip.families}
OTHERS: dict[int | None, str] = {
    0x1C5F21B0: "the ESP32",
    0xBFDD4EEE: "the ESP32-S2",
    0xC47E5767: "the ESP32-S3",
    0xADA52840: "the nRF52840",
}
"""Family ids of other common chips."""

FLASH_START, FLASH_END = 0x10000000, 0x11000000


def check_image(name: object, content: bytes) -> Chip:
    """Return the chip that a UF2 file is for. Raises FlashError if it is invalid, with the reason.

    name: of the file.
    """
    try:
        return chip_for(content)
    except ValueError as error:
        raise FlashError(
            _(
                "{image} {wrong}. Nothing was copied; {where_from} has the right one.",
                image=name,
                wrong=str(error),
                where_from=where_from(),
            )
        ) from None


def chip_for(content: bytes) -> Chip:
    """Return the chip that a UF2 file is for. Raises ValueError if it is invalid, with the reason."""
    count, rest = divmod(len(content), BLOCK)
    if not count or struct.unpack_from("<2I", content, 0) != MAGIC[:2]:
        raise ValueError(_("is not a UF2 file"))
    if rest:
        raise ValueError(_("is cut off in the middle of a block"))
    blocks = [struct.unpack_from(HEAD, content, BLOCK * number) for number in range(count)]
    for number, (start, second, _flags, _address, size, *_rest) in enumerate(blocks):
        (end,) = struct.unpack_from("<I", content, BLOCK * (number + 1) - 4)
        if (start, second, end) != MAGIC or size > 476:
            raise ValueError(_("is damaged in block {number} of {count}", number=number + 1, count=count))
    if _family(blocks[0]) == ABSOLUTE:
        del blocks[0]
    chips = {FAMILIES.get(_family(block)) for block in blocks}
    chip = chips.pop() if chips else None
    if chip is None or chips:
        unknown = [_family(block) for block in blocks if _family(block) not in FAMILIES]
        raise ValueError(
            _(
                "is for {chip}, not for the {chips} of a Pico",
                chip=OTHERS.get(unknown[0] if unknown else None, _("another chip")),
                chips=_(" or ").join([chip.name for chip in CHIPS]),
            )
        )
    for number, (_start, _second, _flags, address, _size, own, total, _family_id) in enumerate(blocks):
        if not FLASH_START <= address < FLASH_END:
            raise ValueError(_("is not for the Pico's flash"))
        if total != len(blocks) or own != number:
            raise ValueError(
                _(
                    "is not complete: block {number} of {count} calls itself {own} of {total}",
                    number=number + 1,
                    count=len(blocks),
                    own=own + 1,
                    total=total,
                )
            )
    return chip


def _family(block: tuple) -> int | None:
    flags, family = block[2], block[7]
    return family if flags & HAS_FAMILY else None
