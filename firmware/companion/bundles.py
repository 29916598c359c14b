"""The modules and texts of a companion, bundled into a few files, as a file system that imports look into.

The flash is given away in blocks of 4 KB, and a module has 1.5 KB on average: one by one, they would take
twice as much room, and twice as long to write. `companion/bundled.txt` says where each of them lies, folder
by folder: below the path of the folder the lines `<name> <bundle> <place>`, for texts ` <bytes>` more unless
their last line is empty, and `<name>/` for each folder in it; then an empty line. At its place, the bundle
says in five digits where the file begins; these come first, so what changes one module changes one bundle.
Of a package's name its folder has the first letter: MicroPython keeps the path of each module for good. Both
are found.
`arcana_host/install/bundle.py` writes them.

Imports lie deep in one another, and a Pico has 8 KB for all calls that are under way. So `stat` and `open`
call nothing of their own.
"""

from binascii import crc32

_PART = 512  # bytes that are read at once
_BITS = 0x3FFFFFFF  # of a check sum, which fit into MicroPython's small numbers


class Text:
    """A text in a bundle, read from its begin to its end.

    stream: the bundle, at the first byte. size: of the text, in bytes.
    """

    def __init__(self, stream, size):
        self._stream = stream
        self._size = size

    def read(self, size=-1):
        """Return all its next bytes, or so many."""
        size = self._size if size < 0 else min(size, self._size)
        self._size -= size
        return self._stream.read(size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._stream.close()


class Bundles:
    """The file system; it stays in memory, so it does no more than imports and texts need.

    folder: the path of that of the companion. Raises OSError when there is no bundled one.
    """

    def __init__(self, folder):
        self._at = folder + "/companion/"
        # what was found last, as an import asks four times for the same module: its path without an ending,
        # whether it is a folder, and the words of its line; and the whole path, where it is that of a file
        self._found = [b"", False, b""]  # type: list
        self._asked = ""
        self._folders = self._read()
        # where the lines of each folder begin, by its check sum; later there may be no room for this
        self._starts, start = {}, 0
        for folder in self._order:
            self._starts[crc32(folder) & _BITS] = start + len(folder)
            start += len(folder) + len(self._folders[folder]) + 1
        self._order = None

    def settle(self):
        """Forget the index, which takes 5 KB: from now on imports are few, and each may look into it."""
        self._folders = None

    def _read(self):
        """Return {path of a folder: its lines}, and keep the order of the folders."""
        with open(self._at + "bundled.txt", "rb") as stream:
            folders = [part.partition(b"\n") for part in stream.read().split(b"\n\n")]
        self._order = [folder for folder, _, _ in folders]
        return {folder: b"\n" + lines + b"\n" for folder, _, lines in folders}

    def mount(self, *_):
        """Nothing has to be done for it."""

    umount = mount

    def stat(self, path):
        """Return a tuple with the kind of a file or a folder. Raises OSError where there is neither."""
        asked = path
        # in bytes, as for each new text a Pico looks through all the names that it knows
        path = path.encode()
        stem = path.partition(b".")[0]
        if self._found[0] != stem:
            self._asked = ""
            folder, _, name = stem.rpartition(b"/")
            folder = folder[:2] + folder[(folder + b"/").find(b"/", 1) :] or b"/"
            if self._folders:
                lines = self._folders.get(folder, b"")
            else:
                lines, start = b"", self._starts.get(crc32(folder) & _BITS)
                if start is not None:
                    with open(self._at + "bundled.txt", "rb") as stream:
                        stream.seek(start)
                        # in parts: in the middle of a game, there need not be 2 KB in one piece
                        part = stream.read(_PART)
                        while part and b"\n\n" not in lines:
                            lines += part
                            part = stream.read(_PART)
                    lines = lines.partition(b"\n\n")[0] + b"\n"
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
        """Return what `os.listdir` makes its list of, the folders alone."""
        path = path.encode()
        path = path[:2] + path[(path + b"/").find(b"/", 1) :] or b"/"
        lines = (self._folders or self._read()).get(path, b"")
        return iter([(line[:-1].decode(), 0x4000, 0) for line in lines.split(b"\n") if line.endswith(b"/")])

    def open(self, path, mode):
        """Return a stream. Raises OSError where there is no such file."""
        # an import has asked for it already
        if path != self._asked:
            self.stat(path)
        found = self._found
        stream = open(self._at + found[3].decode(), "rb")
        stream.seek(int(found[4]))
        stream.seek(int(stream.read(5)))
        # a module says itself where it ends, and a text that ends in an empty line is never read as a whole
        return stream if len(found) == 5 else Text(stream, int(found[5]))
