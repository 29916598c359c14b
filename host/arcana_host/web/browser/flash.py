"""The flash of a companion in a browser: a file system on the browser's storage.

As on littlefs, flushing or closing a file saves it, completely or not at all. It runs on MicroPython, which
mounts it, and on CPython. It must not know the files' meaning.
"""

import io

from arcana_portable.virtual.flash_space import BLOCK, BLOCKS, free_blocks

_FILE = 0x8000
_FOLDER = 0x4000

_EIO = 5
_ENOENT = 2
_EEXIST = 17


class Flash:
    """A file system that MicroPython can mount. Each byte of a file is a character of a stored text.

    storage: of texts by their names: get(name), which returns None for an unknown name; set(name,
    text) and remove(name), which return False when another page has taken over; names().
    """

    def __init__(self, storage):
        self._storage = storage
        self._folders = set([""])
        for name in storage.names():
            folder, slash, _ = name.rpartition("/")
            if slash:
                self._folders.add(folder)

    def mount(self, readonly, mkfs):
        """Do nothing: the storage needs no mounting."""

    def umount(self):
        """Do nothing: files are written when they are flushed."""

    def open(self, path, mode):
        """Open a file. Text mode can only read."""
        name = path.strip("/")
        if mode[0] == "r":
            data = self._read(name)
            return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())
        if self._folder_of(name) not in self._folders:
            raise OSError(_ENOENT)
        if mode[0] == "a" and self._storage.get(name) is not None:
            return _Writer(self, name, self._read(name))
        self.write(name, b"")
        return _Writer(self, name, b"")

    def write(self, name, data):
        """Store a whole file. Raises OSError."""
        if not self._storage.set(name, "".join([chr(byte) for byte in data])):
            raise OSError(_EIO)

    def stat(self, path):
        name = path.strip("/")
        if name in self._folders:
            return (_FOLDER, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return (_FILE, 0, 0, 0, 0, 0, self._size(name), 0, 0, 0)

    def ilistdir(self, path):
        folder = path.strip("/")
        if folder not in self._folders:
            raise OSError(_ENOENT)
        within = folder + "/" if folder else ""
        found = [
            (name[len(within) :], _FOLDER, 0, 0) for name in self._folders if self._lies_in(name, folder)
        ]
        for name in self._storage.names():
            if self._lies_in(name, folder):
                found.append((name[len(within) :], _FILE, 0, self._size(name)))
        return iter(found)

    def mkdir(self, path):
        name = path.strip("/")
        if name in self._folders:
            raise OSError(_EEXIST)
        self._folders.add(name)

    def remove(self, path):
        name = path.strip("/")
        self._text(name)
        if not self._storage.remove(name):
            raise OSError(_EIO)

    def rename(self, old, new):
        self.write(new.strip("/"), self._read(old.strip("/")))
        self.remove(old)

    def statvfs(self, path):
        free = free_blocks(self._size(name) for name in self._storage.names())
        return (BLOCK, BLOCK, BLOCKS, free, free, 0, 0, 0, 0, 255)

    def _read(self, name):
        return bytes([ord(character) for character in self._text(name)])

    def _size(self, name):
        return len(self._text(name))

    def _text(self, name):
        text = self._storage.get(name)
        if text is None:
            raise OSError(_ENOENT)
        return text

    def _folder_of(self, name):
        return name.rpartition("/")[0]

    def _lies_in(self, name, folder):
        return name != "" and self._folder_of(name) == folder


class _Writer:
    """A file open for writing or appending."""

    def __init__(self, flash, name, data):
        self._flash = flash
        self._name = name
        self._data = bytearray(data)
        self._is_new = False

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def write(self, data):
        self._data += data
        self._is_new = True
        return len(data)

    def flush(self):
        if self._is_new:
            self._flash.write(self._name, self._data)
            self._is_new = False

    def close(self):
        self.flush()
