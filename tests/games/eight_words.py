"""Which runs of eight words a document has, kept as hashes: what ours must not have in common with it.

The document itself is not ours to spread. `python tests/games/eight_words.py DOCUMENT` writes the file again.
"""

import hashlib
import re
import sys
from pathlib import Path

FILE = Path(__file__).parent / "eight_words.bin"
_WORDS, _BYTES = 8, 6


def runs(text):
    """{hash: the words} of each run of eight words; case and punctuation do not count."""
    words = re.findall(r"[^\W_]+", text.lower())
    found = (" ".join(words[at : at + _WORDS]) for at in range(len(words) - _WORDS + 1))
    return {hashlib.sha256(run.encode()).digest()[:_BYTES]: run for run in found}


def hashes():
    """The hashes of all runs in the document."""
    data = FILE.read_bytes()
    return {data[at : at + _BYTES] for at in range(0, len(data), _BYTES)}


def shared_with(text):
    """The runs of eight words that a text has in common with the document."""
    there = hashes()
    return [run for hashed, run in runs(text).items() if hashed in there]


if __name__ == "__main__":
    FILE.write_bytes(b"".join(sorted(runs(Path(sys.argv[1]).read_text(encoding="utf-8")))))
