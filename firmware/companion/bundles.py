"""A read-only file system for the companion's modules and texts, which are bundled into a few files.

The flash is allocated in blocks of 4 KB, and a module has 1.5 KB on average, so separate files would take
twice the space and twice the time to write. `arcana_host/install/bundle.py` writes the bundles.

The index `companion/bundled.txt` has a part for each folder: its path, then a line `<name> <bundle> <place>`
for each file, then `<name>/` for each folder in it, and an empty line. The line of a text also has its
length in bytes, unless its last line is empty. At byte `<place>` of the bundle, in a table at its top, five
digits say at which byte the file begins. So a change of a module only changes one bundle.

The folder of a package has only the first letter of its name, as MicroPython keeps the path of each module in
memory; paths with the whole name are found, too.

Imports are nested, and a Pico's stack has 8 KB, so `stat` and `open` call no other functions of this module.
"""

from binascii import crc32

_LENGTH_BITS = 12  # of a small integer, for the length of a folder's lines; the other 18 are for its place
_BITS = 0x3FFFFFFF  # of a checksum, as many as fit into MicroPython's small integers


class Text:
    """A text in a bundle as a readable file.

    stream: the bundle, positioned at the first byte of the text. size: of the text, in bytes.
    """

    def __init__(self, stream, size):
        self._stream = stream
        self._size = size

    def read(self, size=-1):
        """Return the next bytes, at most `size` unless that is negative."""
        size = self._size if size < 0 else min(size, self._size)
        self._size -= size
        return self._stream.read(size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.close()


class Bundles:
    """The file system, with only what imports and texts need, as it stays in memory.

    folder: the path of the companion's folder. Raises OSError if there are no bundles in it.
    """

    def __init__(self, folder):
        self._at = folder + "/companion/"
        # cache of the last look-up, as an import calls `stat` four times for the same module: the path
        # without its ending, whether it is a folder, the words of its line; then the whole path of a file
        self._found = [b"", False, b""]  # type: list
        self._asked = ""
        self._folders = self._read()
        # {checksum of a folder's path: offset and length of its lines}, built while there is memory for it
        self._places, start = {}, 0
        for folder in self._order:
            start += len(folder)
            length = len(self._folders[folder])
            self._places[crc32(folder) & _BITS] = start << _LENGTH_BITS | length
            start += length + 1
        self._order = None

    def settle(self):
        """Drop the index from memory, which saves 5 KB; the few later imports read it from the flash."""
        self._folders = None

    def _read(self):
        """Return {path of a folder: its lines}, and keep the order of the folders."""
        with open(self._at + "bundled.txt", "rb") as stream:
            folders = [part.partition(b"\n") for part in stream.read().split(b"\n\n")]
        self._order = [folder for folder, _, _ in folders]
        return {folder: b"\n" + lines + b"\n" for folder, _, lines in folders}

    def mount(self, *_):
        """Do nothing; `os.mount` calls this."""

    umount = mount

    def stat(self, path):
        """Return what `os.stat` does, but only the kind: file or folder. Raises OSError if there is none."""
        asked = path
        # as bytes, because MicroPython compares each new string with all interned ones
        path = path.encode()
        stem = path.partition(b".")[0]
        if self._found[0] != stem:
            self._asked = ""
            folder, _, name = stem.rpartition(b"/")
            folder = folder[:2] + folder[(folder + b"/").find(b"/", 1) :] or b"/"
            if self._folders:
                lines = self._folders.get(folder, b"")
            else:
                lines, place = b"", self._places.get(crc32(folder) & _BITS)
                if place is not None:
                    with open(self._at + "bundled.txt", "rb") as stream:
                        stream.seek(place >> _LENGTH_BITS)
                        lines = stream.read(place & (1 << _LENGTH_BITS) - 1)
            start = lines.find(b"\n" + name + b".") + 1
            line = lines[start : lines.find(b"\n", start)] if start else b""
            is_folder = not line and b"\n" + name + b"/\n" in lines
            self._found = [stem, is_folder] + line.split(b" ")
        is_folder = self._found[1] and stem == path
        if not is_folder and not path.endswith(b"/" + self._found[2]):
            raise OSError(2)
        self._asked = asked
        return (0x4000 if is_folder else 0x8000,) + (0,) * 9

    def ilistdir(self, path):
        """Return the iterator behind `os.listdir`, for the folders only."""
        path = path.encode()
        path = path[:2] + path[(path + b"/").find(b"/", 1) :] or b"/"
        lines = (self._folders or self._read()).get(path, b"")
        return iter([(line[:-1].decode(), 0x4000, 0) for line in lines.split(b"\n") if line.endswith(b"/")])

    def open(self, path, mode):
        """Return a readable file. Raises OSError if there is no such file."""
        # an import has called `stat` already
        if path != self._asked:
            self.stat(path)
        found = self._found
        stream = open(self._at + found[3].decode(), "rb")
        stream.seek(int(found[4]))
        stream.seek(int(stream.read(5)))
        # a compiled module contains its own end, and a text with an empty last line is read line by line
        return stream if len(found) == 5 else Text(stream, int(found[5]))
