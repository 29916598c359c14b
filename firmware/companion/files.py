"""What the companion does with whole files, alike on CPython and on MicroPython.

A file that replaces another one gets its name only once it is complete, so a power cut leaves either the old
content or the new one. This module must not know what is in a file.
"""

import os

replace = getattr(os, "replace", os.rename)
"""Give a file the name of another one, which it replaces. Raises OSError."""

if hasattr(os, "ilistdir"):

    def listed(folder):
        """Yield (name, bytes) of the files in a folder, without looking at each of them. Raises OSError."""
        for entry in os.ilistdir(folder):
            if entry[1] != 0x4000:
                # not every file system tells the size
                yield entry[0], entry[3] if len(entry) > 3 else size("%s/%s" % (folder, entry[0]))

else:

    def listed(folder):
        """Yield (name, bytes) of the files in a folder, without looking at each of them. Raises OSError."""
        for entry in os.scandir(folder):
            if entry.is_file():
                yield entry.name, entry.stat().st_size


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
    """Return the length of a file in bytes. Raises OSError if it is missing."""
    return os.stat(path)[6]


def remove(path):
    """Remove a file if there is one."""
    try:
        os.remove(path)
    except OSError:
        pass


def make_folder(path):
    """Make a folder unless it exists, and return what something else in its place is now called, or None.

    Raises OSError.
    """
    try:
        if os.stat(path)[0] & 0x4000:
            return None
        kept = set_aside(path)
    except OSError:
        kept = None
    os.mkdir(path)
    return kept


def set_aside(path):
    """Rename what can't be read, so that it is kept, and return its new path, `<path>.damaged`.

    Raises OSError.
    """
    kept = path + ".damaged"
    while exists(kept):
        kept += "~"
    os.rename(path, kept)
    return kept


def write_whole(path, data, old=None):
    """Write a file, so that a power cut leaves either the old content or the new one.

    data: bytes. old: the path under which the old file is kept, None if it is not; after a power cut the old
    content may be only there. Raises OSError; the old content stays then.
    """
    fresh = path + ".new"
    try:
        with open(fresh, "wb") as stream:
            stream.write(data)
        if old:
            try:
                replace(path, old)
            except OSError:
                pass  # there is none, or something else has the name
        replace(fresh, path)
    except OSError:
        remove(fresh)
        raise
