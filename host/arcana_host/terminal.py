"""Sanitizes all output to terminals, as text from devices, records and files may have control characters.

Printed and drawn output goes through here, so commands need not care. Characters that control a terminal, or
the order of writing, become escapes that JSON can read.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and newline
    "\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # the order of writing, and invisible characters
    "\u2028\u2029\ud800-\udfff\U000e0000-\U000e007f]"  # line ends, halves of characters, tags
)


def sanitize(text: str) -> str:
    r"""Return a text without control characters, which become escapes.

    >>> print(sanitize("\x1b[31mAnn\u202e, Jörg"))
    \u001b[31mAnn\u202e, Jörg
    """
    return _CONTROLS.sub(lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])), text)


def _units(character: str) -> Iterator[int]:
    """Yield the UTF-16 code units of a character."""
    code = ord(character)
    if code < 0x10000:
        yield code
    else:
        yield from (0xD800 + ((code - 0x10000) >> 10), 0xDC00 + ((code - 0x10000) & 0x3FF))


class _SanitizedStream:
    """A text stream that sanitizes printed text.

    Rich bypasses it, because it sends control codes of its own; `console` sanitizes its texts.
    """

    def __init__(self, stream: Any):
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(sanitize(text))

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer" or name.startswith("__"):
            # callers would use it to bypass this stream
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def sanitized_output() -> Iterator[None]:
    """Sanitize printed text within this context, on standard output and standard error."""
    before = sys.stdout, sys.stderr
    for stream in filter(None, before):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.stdout, sys.stderr = [stream and _SanitizedStream(stream) for stream in before]  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def to_standard_output(data: bytes) -> None:
    """Write binary data to standard output."""
    sys.stdout.flush()
    stream = getattr(sys.stdout, "rich_proxied_file", sys.stdout)
    stream.buffer.write(data)


def window_width() -> int:
    """Return how many characters fit a line of standard output, without end if it is no terminal.

    COLUMNS in the environment counts before the terminal.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else sys.maxsize


def hanging(sentence: str, width: int) -> str:
    """Return a sentence below a heading: indented, and its second line and those after it further.

    >>> print(hanging("Ann plays a 3.", 10))
      Ann
        plays
        a 3.
    """
    return textwrap.fill(
        sentence, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False
    )


def console(stderr: bool = False) -> Console:
    """Return a Rich console for people, with colours only on a terminal.

    It does not interpret markup in texts.
    """
    from rich.console import Console
    from rich.segment import Segment

    class SanitizedConsole(Console):
        @property
        def file(self) -> Any:
            file = super().file
            # a live display wraps standard output too, and Rich unwraps only one
            return file.rich_proxied_file if isinstance(file, _SanitizedStream) else file

        @file.setter
        def file(self, new: Any) -> None:
            self._file = new

        def render(self, renderable: Any, options: Any = None) -> Any:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(sanitize(segment.text), segment.style)

    return SanitizedConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
