"""Packs files to send to a board: compresses them with LZ4, and escapes the byte that means Ctrl-C there.

Each part is an LZ4 block that may refer to the 64 KB before it, also in other files. `board_code` has the
code that unpacks them.
"""

from collections import Counter
from typing import NamedTuple

WINDOW = 1 << 16
CTRL_C = 3
PART = 8192
"""The greatest length of an unpacked part in bytes; packed it is at most 8500 bytes long."""
_FLIPPED = 0x80  # XORed with an escaped byte
_EFFORT = 12


class Packed(NamedTuple):
    """Packed files.

    files: {path: [(packed part, its unpacked length in bytes)]}. key: every byte was XORed with it. mark: the
    escape byte; Ctrl-C and the mark itself were replaced by the mark and the byte with its highest bit
    flipped.
    """

    key: int
    mark: int
    files: dict[str, list[tuple[bytes, int]]]

    @property
    def size(self) -> int:
        """The total length of all parts in bytes."""
        return sum(len(part) for parts in self.files.values() for part, _ in parts)


def pack(files: dict[str, bytes]) -> Packed:
    """Return these files packed. files: {path: content}; they must be unpacked in this order."""
    compressed = _compress(files)
    used = Counter(b"".join(block for blocks in compressed.values() for block, _ in blocks))
    # the rarest bytes are escaped
    rarest = sorted(range(256), key=lambda byte: used[byte])
    key = rarest[0] ^ CTRL_C
    mark = next(byte ^ key for byte in rarest[1:] if byte ^ key != CTRL_C ^ _FLIPPED)
    table = bytes(byte ^ key for byte in range(256))
    return Packed(
        key,
        mark,
        {
            path: [(_escape(block.translate(table), mark), size) for block, size in blocks]
            for path, blocks in compressed.items()
        },
    )


def _compress(files: dict[str, bytes]) -> dict[str, list[tuple[bytes, int]]]:
    """Return {path: [(LZ4 block, its unpacked length in bytes)]}."""
    # not at the top, as only an installation needs it
    from lz4.block import compress

    before = b""
    sent = 0
    compressed: dict[str, list[tuple[bytes, int]]] = {}
    for path, content in files.items():
        blocks = compressed[path] = []
        start = 0
        while start < len(content):
            # no part crosses the end of the window, which is a ring buffer
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


def _escape(data: bytes, mark: int) -> bytes:
    """Return the data with each Ctrl-C and each mark escaped."""
    for byte in (mark, CTRL_C):
        data = data.replace(bytes([byte]), bytes([mark, byte ^ _FLIPPED]))
    return data
