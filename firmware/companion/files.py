"""Questions about files on the flash, answered alike on CPython and on MicroPython.

What puts one file in place of another is in `atomic_files`. It must not know what is in a file.
"""

import os


def exists(path):
    """Return whether there is a file or a folder at this path."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def is_full(error):
    """Return whether an OSError says that the flash has no room left."""
    # 28 is ENOSPC on every platform there is
    return bool(error.args) and error.args[0] == 28


def size(path):
    """Return the length of a file in bytes. Raises OSError when it isn't there."""
    return os.stat(path)[6]


def remove(path):
    """Remove a file if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass
