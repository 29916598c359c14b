"""How much space a Pico with MicroPython has for files.

It must not know the files' meaning.
"""

BLOCK = 4096
BLOCKS = 352


def free_blocks(sizes):
    """Return how many blocks of BLOCK bytes are free beside files of these sizes, which are in bytes."""
    return max(0, BLOCKS - sum((size + BLOCK - 1) // BLOCK for size in sizes))
