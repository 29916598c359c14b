"""Packs files for the way to a board: compressed with LZ4, and without the byte that means Ctrl-C there.

Each part is an LZ4 block that may refer to the 64 KB before it, whichever file they belong to. What unpacks
them is in `board_code`.
"""

from collections import Counter
from typing import NamedTuple

WINDOW = 1 << 16
CTRL_C = 3
PART = 8192
"""The most bytes that one part unpacks to; packed it is never longer than 8500."""
_FLIPPED = 0x80  # the bits by which an escaped byte differs
_EFFORT = 12


class Packed(NamedTuple):
    """Files that are packed.

    files: {path: [(part as it is sent, bytes that it unpacks to)]}. key: every byte was XORed with it; then
    Ctrl-C, and mark itself, became mark and the byte with its highest bit flipped.
    """

    key: int
    mark: int
    files: dict[str, list[tuple[bytes, int]]]

    @property
    def size(self) -> int:
        """The bytes of all parts."""
        return sum(len(part) for parts in self.files.values() for part, _ in parts)


def pack(files: dict[str, bytes]) -> Packed:
    """Pack files, {path: content}, which have to be unpacked in this order."""
    compressed = _compressed(files)
    used = Counter(b"".join(block for blocks in compressed.values() for block, _ in blocks))
    # the bytes that are escaped are the rarest ones
    rarest = sorted(range(256), key=lambda byte: used[byte])
    key = rarest[0] ^ CTRL_C
    mark = next(byte ^ key for byte in rarest[1:] if byte ^ key != CTRL_C ^ _FLIPPED)
    table = bytes(byte ^ key for byte in range(256))
    return Packed(
        key,
        mark,
        {
            path: [(_escaped(block.translate(table), mark), size) for block, size in blocks]
            for path, blocks in compressed.items()
        },
    )


def _compressed(files: dict[str, bytes]) -> dict[str, list[tuple[bytes, int]]]:
    """Return {path: [(LZ4 block, bytes that it unpacks to)]}."""
    # not at the top: only an installation needs it
    from lz4.block import compress

    before = b""
    sent = 0
    compressed: dict[str, list[tuple[bytes, int]]] = {}
    for path, content in files.items():
        blocks = compressed[path] = []
        start = 0
        while start < len(content):
            # no part goes over the end of the window, which begins anew there
            part = content[start : start + min(PART, WINDOW - sent % WINDOW)]
            block = compress(
                part,
                mode="high_compression",
                compression=_EFFORT,
                store_size=False,
                **({"dict": before} if before else {}),
            )
            blocks.append((block, len(part)))
            before = (before + part)[-WINDOW:]
            sent += len(part)
            start += len(part)
    return compressed


def _escaped(data: bytes, mark: int) -> bytes:
    """Return the data without any Ctrl-C."""
    for byte in (mark, CTRL_C):
        data = data.replace(bytes([byte]), bytes([mark, byte ^ _FLIPPED]))
    return data
