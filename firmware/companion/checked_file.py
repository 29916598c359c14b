"""Files of the device that are no games, with a checksum and their previous version.

It must not know the content of a file.
"""

from binascii import crc32

from companion import files
from companion.texts import DeviceError

_CHECK = 11  # bytes of the last line and of the line end before it
_HEX = b"0123456789abcdef"


class CheckedFile:
    """A file whose last line is `#` and the CRC-32 of the lines above, as in the files of the games.

    A file without that line, as somebody writes it by hand, counts as well. path: the file; its previous
    version is `<path>.old`, and a damaged version is kept as `<path>.damaged`. log: the Log, which reports
    that. longest: bytes of the content; of a longer file only the first are read.
    """

    def __init__(self, path, log, longest):
        self._path = path
        self._log = log
        self._longest = longest

    def read(self, parse):
        """Return the result of `parse` for the content, or for the previous content if the file is damaged,
        else None.

        parse: a callable(bytes), which raises an error if these are damaged.
        """
        found = self._load(self._path, parse)
        if found is None:
            # a power cut may have left only the previous version
            found = self._load(self._path + ".old", parse)
            if files.exists(self._path):
                self._set_aside(found)
        return found

    def write(self, content):
        """Replace the content (bytes), and keep the previous version. Raises OSError; nothing has changed."""
        write_whole(self._path, content + b"\n#%08x\n" % crc32(content), self._path + ".old")

    def _load(self, path, parse):
        try:
            with open(path, "rb") as stream:
                # MicroPython allocates as many bytes as are asked for
                length = min(stream.seek(0, 2), self._longest + _CHECK)
                stream.seek(0)
                data = stream.read(length)
            end = len(data) - _CHECK if _is_check(data[-_CHECK:]) else len(data)
            if end < len(data) and data[end:] != b"\n#%08x\n" % crc32(memoryview(data)[:end]):
                return None
            return parse(data[:end])
        except Exception:
            # no file, a folder in its place, or content that `parse` refuses
            return None

    def _set_aside(self, found):
        path = self._path
        try:
            path = files.set_aside(path)
        except OSError as error:
            self._log.note("%s could not be renamed: %r" % (path, error))
        key = self._path.split("/")[-1].split(".")[0]
        self._log.report(DeviceError(key + "-old" if found else key, path.split("/")[-1]))


def write_whole(path, data, old=None):
    """Write a file, so that a power cut leaves either the old content or the new content.

    data: bytes. old: the path under which the old file is kept, or None; after a power cut the old content
    may be only there. Raises OSError; the old content stays then.
    """
    fresh = path + ".new"
    try:
        with open(fresh, "wb") as stream:
            stream.write(data)
        if old:
            try:
                files.replace(path, old)
            except OSError:
                pass  # no file, or something else has the name
        files.replace(fresh, path)
    except OSError:
        files.remove(fresh)
        raise


def _is_check(line):
    """Return whether 11 bytes are the check at the end of a file, or were before one byte was damaged.

    Nobody writes such a line by hand.
    """
    fits = [line[:1] == b"\n", line[1:2] == b"#", line[10:] == b"\n"]
    fits += [len(line) > at and not line[at : at + 1].strip(_HEX) for at in range(2, 10)]
    return sum(fits) >= _CHECK - 1
