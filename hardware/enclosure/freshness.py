"""Tells whether the pictures are those of the enclosure as it is now; needs no CAD package for it.

A picture carries a digest of the sources that it was made from. What the panel shows in it is only an example
and does not count.
"""

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "hardware" / "pictures"
MADE_FROM = "Made-From"
_SOURCES = ("dimensions", "legends", "printed_parts", "components", "assembly", "renderer", "pictures")


def sources() -> str:
    """Return a digest of everything that shapes the pictures."""
    folder = Path(__file__).parent
    text = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in _SOURCES)
    return sha256(text.encode()).hexdigest()[:16]
