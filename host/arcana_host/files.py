"""Reading and writing files that a user names, with a sentence when that does not work."""

import sys
from pathlib import Path

from arcana_host.errors import ArcanaError, RecordError


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for "-". Raises RecordError."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise RecordError(f"{name} can't be read: {error.strerror or error}.") from error
    return data.decode("utf-8-sig", errors="replace")


def write_text(path: Path, text: str, replace: bool) -> None:
    """Write a file of plain ASCII text. Raises ArcanaError, as `write_bytes` does."""
    write_bytes(path, text.encode("ascii"), replace)


def write_bytes(path: Path, data: bytes, replace: bool) -> None:
    """Write a file. Raises ArcanaError, also when the file is there and `replace` is false."""
    try:
        with path.open("wb" if replace else "xb") as stream:
            stream.write(data)
    except FileExistsError as error:
        raise ArcanaError(f"{path} is there already: name another file, or use --force.") from error
    except OSError as error:
        raise ArcanaError(f"{path} can't be written: {error.strerror or error}.") from error
