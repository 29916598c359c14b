"""Tells whether the pictures show the enclosure as it is now, without needing the CAD package.

Each picture carries a digest of the sources from which it was drawn. The digest leaves out the screen on the
panel, which is only an example.
"""

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURES_FOLDER = ROOT / "hardware" / "pictures"
MADE_FROM = "Made-From"
"""The key of the digest among the texts of a PNG file."""
_SOURCES = ("dimensions", "legends", "printed_parts", "components", "assembly", "renderer", "pictures")


def source_digest() -> str:
    """Return a digest of the modules that determine the pictures: 16 hexadecimal digits."""
    folder = Path(__file__).parent
    text = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in _SOURCES)
    return sha256(text.encode()).hexdigest()[:16]
