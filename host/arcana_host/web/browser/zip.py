"""Packs files into a zip and unpacks them, as MicroPython has no `zipfile`.

It must not know the files' meaning.
"""

import io
import struct
from binascii import crc32

STORED, DEFLATED = 0, 8
_FILE, _ENTRY, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_DATE = 0x21  # the first day that a zip can have
_WINDOW = 15
_LONGEST_COMMENT = 0xFFFF


def zip_bytes(files):
    """Return the bytes of a zip. files: [(name, content)]."""
    packed, directory = bytearray(), bytearray()
    for name, content in files:
        encoded, size = name.encode(), len(content)
        about = struct.pack(
            "<HHHHHIIIHH", *(20, 0x800, STORED, 0, _DATE, crc32(content), size, size, len(encoded), 0)
        )
        start = len(packed)
        packed += _FILE + about + encoded + content
        directory += (
            _ENTRY + struct.pack("<H", 20) + about + struct.pack("<HHHII", 0, 0, 0, 0, start) + encoded
        )
    end = struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(directory), len(packed), 0)
    return bytes(packed + directory + _END + end)


class Zip:
    """A zip. data: its bytes. Raises ValueError if they are no zip. names: of all its files."""

    def __init__(self, data):
        self._data = data
        at = data.rfind(_END, max(0, len(data) - _LONGEST_COMMENT - 22))
        if at < 0 or len(data) < at + 22:
            raise ValueError("no zip")
        _disk, _first, _here, count, _size, at = struct.unpack("<HHHHII", data[at + 4 : at + 20])
        self.names, self._entries = [], {}
        for _number in range(count):
            at = self._read_entry(at)

    def unpack(self, name, most):
        """Return the content of a file. Raises ValueError when it is damaged, or longer than `most`."""
        method, check, size, length, start = self._entries[name]
        head = self._data[start : start + 30]
        if head[:4] != _FILE or len(head) < 30:
            raise ValueError("no file")
        start += 30 + sum(struct.unpack("<HH", head[26:30]))
        data = self._data[start : start + size]
        if len(data) < size or length > most:
            raise ValueError("cut off, or too long")
        if method == DEFLATED:
            # the length in the directory may be wrong
            data = _inflated(data, length + 1)
        elif method != STORED:
            raise ValueError("compressed as no backup is")
        if len(data) != length or crc32(data) != check:
            raise ValueError("not as it was written")
        return data

    def _read_entry(self, at):
        """Read an entry of the directory; return where the next entry begins."""
        head = self._data[at : at + 46]
        if head[:4] != _ENTRY or len(head) < 46:
            raise ValueError("no entry")
        method, _time, _date, check, size, length, name, extra, comment = struct.unpack(
            "<HHHIIIHHH", head[10:34]
        )
        (start,) = struct.unpack("<I", head[42:46])
        text = self._data[at + 46 : at + 46 + name].decode()
        self.names.append(text)
        self._entries[text] = (method, check, size, length, start)
        return at + 46 + name + extra + comment


def _inflated(data, most):
    # CPython, where the tests import this module, lacks it
    import deflate

    try:
        return deflate.DeflateIO(io.BytesIO(data), deflate.RAW, _WINDOW).read(most)
    except (EOFError, OSError):
        raise ValueError("damaged")
