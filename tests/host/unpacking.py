"""What stands for the assembler that unpacks files on a board, with LZ4's own decoder."""

import lz4.block
from arcana_host.install.packing import PART


def unescape(data, length, key, mark):
    """Undo in place what `packing` did to have no Ctrl-C among the bytes; return the length that is left."""
    plain = bytearray()
    rest = iter(bytes(data[:length]))
    for byte in rest:
        plain.append((next(rest) ^ 0x80 if byte == mark else byte) ^ key)
    data[: len(plain)] = plain
    return len(plain)


def unpack(place, window, data, length):
    """Unpack an LZ4 block to a place in the window, which goes round."""
    before = bytes(window[place:] + window[:place])
    part = lz4.block.decompress(bytes(data[:length]), uncompressed_size=PART, dict=before)
    window[place : place + len(part)] = part


ASSEMBLER = {"unescape": unescape, "unpack": unpack}
