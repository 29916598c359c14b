"""Whether a text of ours shares eight words in a row with the publisher's document on effects.

That document is not in the repository: `effect_rules.crc` has the CRC-32, four bytes each, of every eight
words that follow each other in it. Run it with the path of the document to write that file anew.
"""

import re
import struct
import sys
from binascii import crc32
from pathlib import Path

FILE = Path(__file__).resolve().parent / "spirit_island" / "effect_rules.crc"
RUN = 8


def runs(text):
    """Every eight words in a row of a text, in lower case."""
    words = re.findall(r"[^\W_]+", text.lower().replace("'", "").replace("’", ""))
    return [" ".join(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]


def shared_runs(text):
    """Those of them that the document has, too."""
    data = FILE.read_bytes()
    known = set(struct.unpack(f"<{len(data) // 4}I", data))
    return [run for run in runs(text) if crc32(run.encode()) in known]


if __name__ == "__main__":
    document = Path(sys.argv[1]).read_text(encoding="utf-8")
    checks = sorted({crc32(run.encode()) for run in runs(document)})
    FILE.write_bytes(struct.pack(f"<{len(checks)}I", *checks))
