"""Makes the flash of an emulated Pico one that has been in use: what is free in it is full of old bytes."""

import random

from arcana_host.virtual.pico_flash import BLOCK_COUNT, BLOCK_SIZE, FILES_START


def with_old_bytes(flash):
    """Return a whole flash whose blocks for files have something in them wherever they were blank."""
    chance = random.Random(9)
    flash = bytearray(flash)
    for start in range(FILES_START, FILES_START + BLOCK_COUNT * BLOCK_SIZE, BLOCK_SIZE):
        block = slice(start, start + BLOCK_SIZE)
        if flash[block].count(0xFF) == BLOCK_SIZE:
            flash[block] = chance.randbytes(BLOCK_SIZE)
    return bytes(flash)
