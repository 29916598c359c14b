"""Packed files are unpacked with LZ4's own decoder, and have no Ctrl-C among their bytes."""

import random

import pytest
from arcana_host.install.packing import CTRL_C, PART, WINDOW, pack
from host.unpacking import unescape, unpack

NOISE = random.Random(1).randbytes(40_000)


def unpacked(packed):
    """Return {path: content} of what is packed, as a board unpacks it."""
    window, place, found = bytearray(WINDOW), 0, {}
    for path, parts in packed.files.items():
        found[path] = b""
        for data, size in parts:
            data = bytearray(data)
            unpack(place, window, data, unescape(data, len(data), packed.key, packed.mark))
            found[path] += window[place : place + size]
            place = (place + size) % WINDOW
    return found


@pytest.mark.parametrize(
    "files",
    [
        {"/a": b"", "/b": b"x"},
        {"/a": NOISE, "/b": NOISE},
        {"/a": b"a text that comes again\n" * 9000, "/b": NOISE[:9], "/c": b"a text that comes again\n"},
        {"/a": bytes(range(256)) * 300, "/b": bytes([CTRL_C]) * 100},
    ],
    ids=["short", "noise", "text", "all bytes"],
)
def test_files_are_as_they_were(files):
    packed = pack(files)
    assert unpacked(packed) == files
    assert all(CTRL_C not in data for parts in packed.files.values() for data, _ in parts)


def test_what_was_in_an_earlier_file_costs_next_to_nothing():
    packed = pack({"/a": NOISE, "/b": NOISE})
    assert sum(len(data) for data, _ in packed.files["/b"]) < 1000 < len(NOISE)


def test_parts_fit_into_what_takes_them():
    packed = pack({f"/{number}": NOISE[number:] for number in range(7)})
    place = 0
    for parts in packed.files.values():
        for data, size in parts:
            assert len(data) < 12288 and size <= PART
            assert place // WINDOW == (place + size - 1) // WINDOW
            place += size
