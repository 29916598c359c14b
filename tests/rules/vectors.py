"""The vectors as tests read them."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

from shared_rules.games import name_of
from shared_rules.record import Record

FOLDER = Path(__file__).resolve().parent.parent / "vectors"


def vectors(game=None):
    """Return [(name, events, expected states)], of one game where its name is given."""
    return [
        (name, list(events), states) for name, events, states in _read() if game in (None, name_of(events[0]))
    ]


@cache
def _read():
    found = []
    for path in sorted(FOLDER.glob("*.arcana")):
        states = [json.loads(line) for line in path.with_suffix(".states").read_text().splitlines()]
        found.append((path.stem, Record.from_text(path.read_text()).events, states))
    return found


def find_vector(mode=None, players=None, sets=None, result=None, **at_least):
    """Return the events of the shortest vector with these contents, without what was undone.

    It is one of The Shipwreck Arcana. mode, result: words of its setup and its end. players, sets: how many.
    at_least: how many of the events must begin with a word (`use=2`) or, for `hit` and `miss`, end with one.
    Raises LookupError when there is none.
    """
    wanted = {"mode": mode, "players": players, "sets": sets, "result": result}
    found = []
    for name, events, states in vectors("shipwreck"):
        words = dict(word.partition("=")[::2] for word in events[0].split(" "))
        contents = {
            "mode": events[0].split(" ")[1],
            "players": len(words["players"].split(",")),
            "sets": len(words["sets"].split(",")),
            "result": states[-1]["result"],
        }
        kept = Record([], events).folded().events
        counts = Counter(text.split(" ")[0] for text in kept) + Counter(text.split(" ")[-1] for text in kept)
        if all(value in (None, contents[key]) for key, value in wanted.items()):
            if all(counts[word] >= count for word, count in at_least.items()):
                found.append((len(kept), name, kept))
    if not found:
        raise LookupError(
            f"No vector has {wanted | at_least}: write one into tests/vectors, then make vectors."
        )
    return min(found)[2]
