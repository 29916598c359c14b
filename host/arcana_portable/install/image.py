"""Reads a MicroPython image: UF2 (github.com/microsoft/uf2), and the program's own data about itself.

That is in its binary info (pico-sdk, `binary_info/structure.h`). It runs on CPython and, in the browser, on
MicroPython.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from arcana_portable.errors import FlashError
from arcana_portable.install.chips import CHIPS, Chip, where_from
from arcana_portable.install.micropython import OLDEST, dotted
from arcana_portable.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterator

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

_INFO_START, _INFO_END = 0x7188EBF2, 0xE71AA390
_TEXT, _BLOCK_DEVICE = 6, 7  # types of entries of the binary info
_PROGRAM_NAME = 0x02031C86  # the id of a text
_MOST_ENTRIES = 1024
_LARGEST_GAP = 1 << 20  # bytes; file systems, not the program, follow a larger gap


class Block:
    """A block of a UF2 file.

    address: of its data in the flash. number, total: of the block, and how many there are. family: the id of
    its chips, or None.
    """

    def __init__(self, address: int, data: bytes, number: int, total: int, family: int | None):
        self.address, self.data, self.number, self.total, self.family = address, data, number, total, family


class Region:
    """A part of the flash. start: its first address. size: in bytes."""

    def __init__(self, start: int, size: int):
        self.start, self.size = start, size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and (self.start, self.size) == (other.start, other.size)

    def __repr__(self) -> str:
        return f"Region({self.start:#x}, {self.size:#x})"


class Image:
    """A MicroPython image.

    content: the UF2 file. blocks: the blocks for the flash, without the first block of images for the RP2350.
    chip, machine: the chip and the boards of the image; `os.uname().machine` says the same. version: as a
    tuple. files: the Region of its file system.
    """

    def __init__(
        self,
        content: bytes,
        blocks: list[Block],
        chip: Chip,
        machine: str,
        version: tuple[int, ...],
        files: Region,
    ):
        self.content, self.blocks, self.chip = content, blocks, chip
        self.machine, self.version, self.files = machine, version, files

    def __str__(self) -> str:
        return _("MicroPython {version} for {machine}", version=dotted(self.version), machine=self.machine)


def check_image(name: object, content: bytes) -> Image:
    """Return the Image in a UF2 file. Raises FlashError, with the reason, if no companion can run on it.

    name: of the file.
    """
    try:
        return read(content)
    except ValueError as error:
        raise FlashError(
            _(
                "{image} {wrong}. Nothing was copied; {where_from} has the right one.",
                image=name,
                wrong=str(error),
                where_from=where_from(),
            )
        ) from None


def read(content: bytes) -> Image:
    """Return the Image in a UF2 file. Raises ValueError, with the reason, if no companion can run on it."""
    blocks, chip = read_blocks(content)
    program = _Program(blocks)
    if program.name != "MicroPython":
        raise ValueError(
            _("is {program}, not MicroPython", program=program.name)
            if program.name
            else _("contains no MicroPython")
        )
    version, machine = program.version(), program.machine()
    if not version:
        raise ValueError(_("contains MicroPython without its version"))
    if version < OLDEST:
        raise ValueError(
            _(
                "is MicroPython {version}, and the companion needs {oldest} or newer",
                version=dotted(version),
                oldest=dotted(OLDEST),
            )
        )
    if chip.name not in machine:
        raise ValueError(_("does not say for which board with the {chip} it is", chip=chip.name))
    files = program.files()
    if not files:
        raise ValueError(_("does not say where on the flash it keeps files"))
    end = files.start + files.size
    if any([block.address < end and block.address + len(block.data) > files.start for block in blocks]):
        raise ValueError(_("brings files of its own, which would overwrite those on the board"))
    return Image(content, blocks, chip, machine, version, files)


def read_blocks(content: bytes) -> tuple[list[Block], Chip]:
    """Return the blocks of a UF2 file for the flash, in their order, and the chip that they are for.

    Raises ValueError, with the reason, if it is damaged, incomplete or not for a chip in CHIPS.
    """
    count, rest = divmod(len(content), BLOCK)
    if not count or struct.unpack_from("<2I", content, 0) != MAGIC[:2]:
        raise ValueError(_("is not a UF2 file"))
    if rest:
        raise ValueError(_("is cut off in the middle of a block"))
    blocks = []
    for place in range(count):
        at = BLOCK * place
        start, second, flags, address, size, number, total, family = struct.unpack_from(HEAD, content, at)
        (end,) = struct.unpack_from("<I", content, at + BLOCK - 4)
        if (start, second, end) != MAGIC or size > 476:
            raise ValueError(_("is damaged in block {number} of {count}", number=place + 1, count=count))
        data = content[at + 32 : at + 32 + size]
        blocks.append(Block(address, data, number, total, family if flags & HAS_FAMILY else None))
    if blocks[0].family == ABSOLUTE:
        del blocks[0]
    chips = {FAMILIES.get(block.family) for block in blocks}
    chip = chips.pop() if chips else None
    if chip is None or chips:
        unknown = [block.family for block in blocks if block.family not in FAMILIES]
        raise ValueError(
            _(
                "is for {chip}, not for the {chips} of a Pico",
                chip=OTHERS.get(unknown[0] if unknown else None, _("another chip")),
                chips=_(" or ").join([chip.name for chip in CHIPS]),
            )
        )
    for place, block in enumerate(blocks):
        if not FLASH_START <= block.address <= FLASH_END - len(block.data):
            raise ValueError(_("is not for the Pico's flash"))
        if block.total != len(blocks) or block.number != place:
            raise ValueError(
                _(
                    "is not complete: block {number} of {count} calls itself {own} of {total}",
                    number=place + 1,
                    count=len(blocks),
                    own=block.number + 1,
                    total=block.total,
                )
            )
    return blocks, chip


class _Program:
    """The program in an image, as it lies in the flash. name: of the program, "" if it has no name."""

    def __init__(self, blocks: list[Block]):
        ordered = sorted(blocks, key=lambda block: block.address)
        self._start = at = ordered[0].address
        parts = []
        for block in ordered:
            gap = block.address - at
            if gap < 0 or gap > _LARGEST_GAP:
                break
            # texts go on in the next block
            parts += [b"\xff" * gap, block.data]
            at += gap + len(block.data)
        self._content = b"".join(parts)
        self._entries = list(self._read_entries())
        texts = [words for kind, words in self._entries if kind == _TEXT and words[1] == _PROGRAM_NAME]
        self.name = self._text(texts[0][2]) if texts else ""

    def files(self) -> Region | None:
        """Return the region for files, or None if it is unknown."""
        for kind, (_kind, name, start, size) in self._entries:
            if kind == _BLOCK_DEVICE and self._text(name) == "MicroPython":
                if size and FLASH_START <= start <= FLASH_END - size:
                    return Region(start, size)
        return None

    def machine(self) -> str:
        """Return the `os.uname().machine` of the boards that it is for, or ""."""
        at = self._content.find(b" with RP2")
        # it begins the second part of a prompt's greeting
        start = self._content.rfind(b"; ", max(at - 64, 0), max(at, 0))
        return self._text(self._start + start + 2) if start >= 0 else ""

    def version(self) -> tuple[int, ...]:
        """Return its version, () if it does not say so."""
        # makers of boards put names of their own in place of the second
        for mark in (b"MicroPython-", b"MicroPython v"):
            at = self._content.find(mark)
            while at >= 0:
                words = self._text(self._start + at + len(mark)).split("-")[0].split(" ")[0].split(".")
                if len(words) > 1 and all([word.isdigit() for word in words[:3]]):
                    return tuple([int(word) for word in words[:3]])
                at = self._content.find(mark, at + 1)
        return ()

    def _read_entries(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield type and first four words of each entry of the binary info."""
        mark = struct.pack("<I", _INFO_START)
        at = self._content.find(mark)
        while at >= 0:
            _mark, first, end, _mapping, last = self._words(self._start + at, 5)
            if last == _INFO_END:
                for place in range(first, min(end, first + 4 * _MOST_ENTRIES), 4):
                    words = self._words(self._words(place, 1)[0], 4)
                    yield words[0] & 0xFFFF, words
                return
            at = self._content.find(mark, at + 1)

    def _words(self, address: int, count: int) -> tuple[int, ...]:
        """Return words from an address on, zeros where there is nothing."""
        at = address - self._start
        part = self._content[at : at + 4 * count] if at >= 0 else b""
        return struct.unpack(f"<{count}I", part + bytes(4 * count - len(part)))

    def _text(self, address: int) -> str:
        """Return the printable beginning of the text at an address."""
        at, found = address - self._start, ""
        for byte in self._content[at : at + 100] if at >= 0 else b"":
            if not 0x20 <= byte < 0x7F:
                break
            found += chr(byte)
        return found
