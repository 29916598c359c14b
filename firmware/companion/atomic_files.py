"""Replaces whole files so that a power cut leaves either the old one or the new one.

A game needs none of it but where a write failed, so it is read when it is used. It must not know what is in a
file.
"""

import os

from companion.files import exists, remove


def make_folder(path):
    """Make a folder unless it is there already, and return what something else in its place is now called.

    Raises OSError when it can't be made.
    """
    if is_folder(path):
        return None
    try:
        os.mkdir(path)
        return None
    except OSError:
        kept = path + ".damaged"
        while exists(kept):
            kept += "~"
        os.rename(path, kept)
    os.mkdir(path)
    return kept


def is_folder(path):
    """Return whether there is a folder at this path."""
    try:
        return bool(os.stat(path)[0] & 0x4000)
    except OSError:
        return False


def replace(source, target):
    """Give a file the name of another one, which it replaces. Raises OSError."""
    try:
        os.rename(source, target)
    except OSError:
        # some file systems refuse a name that is taken
        if not exists(target):
            raise
        _remove_any(target)
        os.rename(source, target)


def _remove_any(path):
    try:
        os.remove(path)
    except OSError:
        os.rmdir(path)


def write_whole(path, data):
    """Write a file so that a power cut leaves either the old content or the new one.

    data: bytes. Raises OSError; the old content is still there then.
    """
    fresh = path + ".new"
    try:
        with open(fresh, "wb") as stream:
            stream.write(data)
        replace(fresh, path)
    except OSError:
        remove(fresh)
        raise


def keep_start(path, length):
    """Drop everything behind the first `length` bytes of a file, by a new file that takes its place.

    Raises OSError; the old file is untouched then.
    """
    fresh = path + ".new"
    try:
        with open(path, "rb") as old, open(fresh, "wb") as new:
            while length > 0:
                part = old.read(min(length, 512))
                if not part:
                    break
                new.write(part)
                length -= len(part)
        replace(fresh, path)
    except OSError:
        remove(fresh)
        raise


def finish_replacing(folder):
    """Settle what a power cut left of `replace`: a ".new" file becomes the real one only if that is gone."""
    for name in os.listdir(folder):
        if name.endswith(".new"):
            path = folder + "/" + name
            try:
                if exists(path[:-4]):
                    _remove_any(path)
                else:
                    os.rename(path, path[:-4])
            except OSError:
                # a folder with something in it is none of ours
                pass
