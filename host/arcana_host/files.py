"""Reading and writing files that a user names, with a sentence when that does not work."""

import os
import shutil
import sys
import tempfile
import unicodedata
from pathlib import Path

from arcana_host.errors import ArcanaError, RecordError


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for "-", each letter and its mark as one character.

    Raises RecordError.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise RecordError(f"{name} can't be read: {error.strerror or error}.") from error
    return composed(data.decode("utf-8-sig", errors="replace"))


def composed(text: str) -> str:
    """Return a text with each letter and its mark as one character (Unicode's form NFC), as in records.

    >>> len("Jo\u0308rg"), len(composed("Jo\u0308rg"))
    (5, 4)
    """
    return unicodedata.normalize("NFC", text)


def write_text(path: Path, text: str, replace: bool) -> None:
    """Write a file. Raises ArcanaError, as `write_bytes` does."""
    write_bytes(path, text.encode(), replace)


def write_bytes(path: Path, data: bytes, replace: bool) -> None:
    """Write a file, whole or not at all; what is no plain file, such as a terminal, is written to as it is.

    Raises ArcanaError when that can't be done, and when the file is there and `replace` is false.
    """
    if path.exists() and not replace:
        raise ArcanaError(f"{path} is there already: name another file, or use --force.")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _write_whole(path.resolve(), data)
    except OSError as error:
        raise ArcanaError(f"{path} can't be written: {error.strerror or error}.") from error


def _write_whole(path: Path, data: bytes) -> None:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".arcana-") as folder:
        fresh = Path(folder) / path.name
        fresh.write_bytes(data)
        if path.exists():
            shutil.copymode(path, fresh)
        os.replace(fresh, path)
