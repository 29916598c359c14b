"""What reaches a terminal: the one place where text from devices, records and files is made harmless.

All output goes through here, printed or drawn, so no command has to think of it. Characters that a terminal
would obey, or that would have it show something in another order, come out as escapes that JSON can read.
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tab and newline
    "\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # the order of writing, and what is not seen
    "\u2028\u2029\ud800-\udfff\U000e0000-\U000e007f]"  # line ends, halves of characters, tags
)


def harmless(text: str) -> str:
    r"""Return a text in which nothing is left that a terminal would obey.

    >>> print(harmless("\x1b[31mAnn\u202e, Jörg"))
    \u001b[31mAnn\u202e, Jörg
    """
    return _OBEYED.sub(lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])), text)


def _units(character: str) -> Iterator[int]:
    """Yield the numbers by which JSON writes a character."""
    code = ord(character)
    if code < 0x10000:
        yield code
    else:
        yield from (0xD800 + ((code - 0x10000) >> 10), 0xDC00 + ((code - 0x10000) & 0x3FF))


class _Harmless:
    """A text stream that makes what is printed harmless, and fit for an encoding that lacks letters.

    Rich, which sends commands to terminals of its own, is led past it; what it draws is a `console`'s care.
    """

    def __init__(self, stream: Any):
        self.rich_proxied_file = stream

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(harmless(text))

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer" or name.startswith("__"):
            # who finds one would write past this
            raise AttributeError(name)
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def harmless_output() -> Iterator[None]:
    """Make what is printed from here on harmless, on standard output and standard error."""
    before = sys.stdout, sys.stderr
    for stream in filter(None, before):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.stdout, sys.stderr = [stream and _Harmless(stream) for stream in before]  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def to_standard_output(data: bytes) -> None:
    """Write bytes that are no text to standard output."""
    sys.stdout.flush()
    stream = getattr(sys.stdout, "rich_proxied_file", sys.stdout)
    stream.buffer.write(data)


def console(stderr: bool = False) -> Console:
    """Return the console for people: colours only where there is a terminal, and texts as they are.

    Markup in square brackets is not read, so that no text can bring any.
    """
    from rich.console import Console
    from rich.segment import Segment

    class HarmlessConsole(Console):
        @property
        def file(self) -> Any:
            file = super().file
            # what moves stands before standard output as well, and only one of the two is led past
            return file.rich_proxied_file if isinstance(file, _Harmless) else file

        @file.setter
        def file(self, new: Any) -> None:
            self._file = new

        def render(self, renderable: Any, options: Any = None) -> Any:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(harmless(segment.text), segment.style)

    return HarmlessConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
