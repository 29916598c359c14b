"""The vectors as tests read them."""

import json
from pathlib import Path

from shared_rules.games import name_of
from shared_rules.record import Record

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def vectors(game=None):
    """Return [(name, events, expected states)], of one game where its name is given."""
    found = []
    for path in sorted(FOLDER.glob("*.arcana")):
        events = Record.from_text(path.read_text()).events
        if game in (None, name_of(events[0])):
            states = [json.loads(line) for line in path.with_suffix(".states").read_text().splitlines()]
            found.append((path.stem, events, states))
    return found
