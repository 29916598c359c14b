"""The vectors as tests read them, and what to say of one that fails."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

from arcana_portable.record import Record

from shared_rules.errors import RuleError
from shared_rules.games import name_of, rules_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "vectors"
FOLLOWS = ("turn", "active", "phase")
"""Parts of a state that differ because another one does."""


def vectors(game=None):
    """Return [(name, events, expected states)], of one game where its name is given."""
    return [
        (name, list(events), states) for name, events, states in _read() if game in (None, name_of(events[0]))
    ]


@cache
def _read():
    found = []
    for path in sorted(FOLDER.glob("*.arcana")):
        written = path.with_suffix(".states")
        assert written.exists(), f"tests/vectors has no {written.name}: run make vectors"
        states = [json.loads(line) for line in written.read_text().splitlines()]
        found.append((path.stem, Record.from_text(path.read_text()).events, states))
    return found


def first_failure(name, events, states):
    """Play a vector; return None, or what fails: event, and place in the state or refusal."""
    game = rules_of(events[0]).Game()
    for number, (text, state) in enumerate(zip(events, states, strict=True), 1):
        where = f"{name}, event {number}: {text}\n"
        try:
            game.apply(text)
        except RuleError as error:
            return f"{where}it should be allowed, but is refused: {error}"
        difference = first_difference(state, game.state())
        if difference:
            path, wanted, found = difference
            return f"{where}{path} should be {json.dumps(wanted)}, not {json.dumps(found)}"
    return None


def first_difference(expected, found, path=""):
    """Return (path, expected, found) of the first difference between two values read from JSON, None if none.

    >>> first_difference({"score": 1, "row": [{"fates": [3]}]}, {"score": 1, "row": [{"fates": [3, 4]}]})
    ('row[0].fates', [3], [3, 4])
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = sorted({**expected, **found}, key=lambda key: (key != "result", key in FOLLOWS))
        pairs = [(f"{path}.{key}".lstrip("."), expected.get(key), found.get(key)) for key in keys]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = [(f"{path}[{at}]", *both) for at, both in enumerate(zip(expected, found, strict=True))]
    else:
        return None if expected == found else (path, expected, found)
    return next(filter(None, (first_difference(one, other, where) for where, one, other in pairs)), None)


def find_vector(mode=None, players=None, sets=None, result=None, **at_least):
    """Return the events of the shortest vector with these contents, without undone events.

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
        texts = Record([], events).without_undos().events
        split = [text.split(" ") for text in texts]
        counts = Counter(each[0] for each in split) + Counter(each[-1] for each in split)
        if all(value in (None, contents[key]) for key, value in wanted.items()):
            if all(counts[word] >= count for word, count in at_least.items()):
                found.append((len(texts), name, texts))
    if not found:
        raise LookupError(
            f"No vector has {wanted | at_least}: write one into tests/vectors, then make vectors."
        )
    return min(found)[2]
