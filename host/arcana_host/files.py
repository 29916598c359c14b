"""Reads and writes files that users name; errors describe the fault in a sentence."""

import codecs
import contextlib
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from arcana_portable.errors import ArcanaError, RecordError, WordsError
from arcana_portable.translation import _
from arcana_portable.wording import file_size

LONGEST_TEXT = 32 << 10
"""Bytes of a record or of a list of creatures; the longest of a thousand random games has 1 KB."""

LONGEST_FILE = 32 << 20
"""Bytes of any file that is read at once: the JSON of some 8,000 games."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for "-", as `decode` does.

    Raises RecordError when it can't be read or is longer than LONGEST_TEXT.
    """
    data = read_bytes(name, LONGEST_TEXT)
    try:
        return decode(data)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from error


def read_bytes(name: str, most: int = LONGEST_FILE) -> bytes:
    """Return the content of a file, or of standard input for "-".

    Raises RecordError when it can't be read or has more than `most` bytes.
    """
    try:
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
            data = stream.read(most + 1)
    except OSError as error:
        raise RecordError(
            _("{name} can't be read: {error}.", name=name, error=error.strerror or error)
        ) from error
    if len(data) > most:
        raise RecordError(_("{name} is too long: it has more than {most}.", name=name, most=file_size(most)))
    return data


def decode(data: bytes) -> str:
    """Return a text in UTF-8, or in UTF-16 with a byte order mark, in Unicode's form NFC.

    Raises RecordError when it is longer than LONGEST_TEXT, or names the line that is not text.
    """
    check_length(data)
    return normalize(decode_all(data))


def check_length(data: bytes) -> None:
    """Raise RecordError when a text is longer than LONGEST_TEXT."""
    if len(data) > LONGEST_TEXT:
        raise RecordError(
            _("this is too long for a record: it has more than {most}.", most=file_size(LONGEST_TEXT))
        )


def decode_all(data: bytes) -> str:
    """Return a text of any length as `decode` does, but do not normalize it."""
    # PowerShell writes UTF-16
    name, encoding = ("UTF-16", "utf-16") if data.startswith(_UTF_16) else ("UTF-8", "utf-8-sig")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _not_text(data.count(b"\n", 0, error.start) + 1, name) from error
    # UTF-16 without a byte order mark has a zero beside each letter of ASCII
    before, zero, _rest = text.partition("\0")
    if zero:
        raise _not_text(before.count("\n") + 1, name)
    return text


def _not_text(line: int, encoding: str) -> RecordError:
    return RecordError(_("line {number}: this is not text in {encoding}.", number=line, encoding=encoding))


def normalize(text: str) -> str:
    """Return a text in Unicode's form NFC, as in records: each letter with its mark is a single character.

    >>> len("Jo\u0308rg"), len(normalize("Jo\u0308rg"))
    (5, 4)
    """
    return unicodedata.normalize("NFC", text)


def write_text(path: Path, text: str, replace: bool) -> None:
    """Write a file. Raises ArcanaError, as `write_bytes` does."""
    write_bytes(path, text.encode(), replace)


def write_bytes(
    path: Path,
    data: bytes | Iterable[bytes],
    replace: bool,
    is_right: Callable[[Path], bool] = lambda written: True,
    private: bool = False,
) -> None:
    """Write a file, as `write_file` does. data: the bytes, or an iterable of their parts."""

    def write(fresh: Path) -> None:
        with fresh.open("wb") as stream:
            for part in [data] if isinstance(data, bytes) else data:
                stream.write(part)
            stream.flush()
            os.fsync(stream.fileno())

    write_file(path, write, replace, is_right, private)


def write_file(
    path: Path,
    write: Callable[[Path], None],
    replace: bool,
    is_right: Callable[[Path], bool] = lambda written: True,
    private: bool = False,
) -> None:
    """Write a file atomically; write directly to a special file, such as a terminal.

    write: writes the new file, whose path it gets. is_right: reads the new file back before it replaces the
    old file, and returns whether it is right. private: whether only this user may read a new file. Raises
    ArcanaError when it can't be written, or when the file exists and `replace` is false.
    """
    check_place(path, replace)
    try:
        if path.exists() and not path.is_file():
            with tempfile.TemporaryDirectory(prefix="arcana-") as folder:
                write(Path(folder) / path.name)
                with path.open("wb") as stream, (Path(folder) / path.name).open("rb") as written:
                    shutil.copyfileobj(written, stream)
        else:
            _replace(path.resolve(), write, is_right, private)
    except OSError as error:
        raise ArcanaError(
            _("{name} can't be written: {error}.", name=path, error=error.strerror or error)
        ) from error


def check_ending(path: Path, ending: str) -> None:
    """Raise WordsError unless a file to write ends in its format, such as "png"; a terminal needs no ending.

    ending: also the name of the option that the file was given with.
    """
    is_special = os.path.exists(path) and not os.path.isfile(path)
    if path.suffix.lower() != f".{ending}" and not is_special:
        raise WordsError(
            _("The file of --{ending} has to end in .{ending}; {file} does not.", ending=ending, file=path)
        )


def check_place(path: Path, replace: bool) -> None:
    """Raise ArcanaError when a file exists and `replace` is false, or when its name is impossible."""
    try:
        is_taken = path.exists() and not replace
    except OSError as error:
        # for example a name that is too long
        raise ArcanaError(
            _("{name} can't be written: {error}.", name=path, error=error.strerror or error)
        ) from error
    if is_taken:
        raise ArcanaError(_("{file} is there already: name another file, or use --force.", file=path))


def _replace(
    path: Path, write: Callable[[Path], None], is_right: Callable[[Path], bool], private: bool
) -> None:
    with part_of(path) as fresh:
        write(fresh)
        if not is_right(fresh):
            raise ArcanaError(
                _("{path} was not written: read back, it was not what had been written.", path=path)
            )
        if path.exists():
            shutil.copymode(path, fresh)
        elif not private:
            os.umask(mask := os.umask(0))
            fresh.chmod(0o666 & ~mask)
        os.replace(fresh, path)


@contextlib.contextmanager
def part_of(path: Path) -> Iterator[Path]:
    """Yield an empty file beside `path`, for this program and this user alone, to be renamed to it.

    It is gone in the end, unless the program was killed. Raises OSError.
    """
    descriptor, name = tempfile.mkstemp(".part", f".{path.name[:200]}.", path.parent)
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
