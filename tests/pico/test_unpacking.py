"""The assembler that unpacks files on a board: it unpacks what was packed, and writes nowhere else.

It runs on an emulated Pico only.
"""

import random
from binascii import crc32

import pytest
from arcana_host.install.board_code import UNPACKING, minify
from arcana_host.install.packing import WINDOW, pack

GUARD = 64
SETUP = f"""
from uctypes import addressof
from binascii import crc32
around = bytearray(bytes(range(256)) * {WINDOW // 256 + 1})[:{WINDOW + 2 * GUARD}]
inside = addressof(around) + {GUARD}
buffer = bytearray(12288)
before = crc32(around[:{GUARD}]), crc32(around[-{GUARD}:])
"""
GUARDED = f"print((crc32(around[:{GUARD}]), crc32(around[-{GUARD}:])) == before)"


@pytest.fixture
def pico(bare):
    bare.exec(minify(UNPACKING))
    bare.exec(SETUP)
    return bare


def unpack(pico, place, data, key=0, mark=0x100):
    """Have the board unpack escaped data to a place in the window; return whether all around is as it was."""
    pico.exec(f"buffer[:{len(data)}] = bytes.fromhex({data.hex()!r})")
    pico.exec(f"unpack({place}, inside, buffer, unescape(buffer, {len(data)}, {key}, {mark}))")
    return pico.exec(GUARDED) == "True\n"


def test_it_unpacks_what_was_packed_also_over_the_end_of_the_window(pico):
    chance = random.Random(2)
    words = [chance.randbytes(chance.randrange(2, 400)) for _ in range(30)]
    content = b"".join(chance.choice(words) for _ in range(340))[: WINDOW + 99] + chance.randbytes(99)
    # what is repeated lies across the end of the window
    content += content[WINDOW - 200 :]
    packed = pack({"/a": content})
    place = 0
    for data, size in packed.files["/a"]:
        at = place % WINDOW
        assert unpack(pico, at, data, packed.key, packed.mark)
        said = pico.exec(f"print(crc32(memoryview(around)[{GUARD + at}:{GUARD + at + size}]))")
        assert int(said) == crc32(content[place : place + size])
        place += size
    assert place > WINDOW + 300


HOSTILE = {
    "more literals than there are": b"\xf0\xff\xff\xff\xff\x00" + b"x" * 9,
    "more literals than there is room for": b"\xf0" + b"\xff" * 2 + b"\x00" + b"x" * 550,
    "a match that goes on and on": b"\x1fx\x01\x00" + b"\xff" * 300,
    "a match at no distance": b"\x1fx\x00\x00\x50",
    "a match from far before": b"\x1fx\xff\xff\x50",
    "a token and no more": b"\x0f",
    "half of a distance": b"\x1fx\x01",
}


def test_nothing_is_written_outside_whatever_comes(pico):
    chance = random.Random(3)
    for place in (0, WINDOW - 5, WINDOW):
        for name, data in HOSTILE.items():
            assert unpack(pico, place, data), name
        for _ in range(5):
            assert unpack(pico, place, chance.randbytes(200), chance.randrange(256), chance.randrange(256))
