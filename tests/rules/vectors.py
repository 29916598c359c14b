"""The vectors as tests read them."""

import json
from pathlib import Path

from shared_rules.record import Record

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def vectors():
    """Return [(name, events, expected states)]."""
    found = []
    for path in sorted(FOLDER.glob("*.arcana")):
        states = [json.loads(line) for line in path.with_suffix(".states").read_text().splitlines()]
        found.append((path.stem, Record.from_text(path.read_text()).events, states))
    return found
