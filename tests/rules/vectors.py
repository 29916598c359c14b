"""The vectors as tests read them, and what to say of one that fails."""

import json
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

from shared_rules.games import name_of, rules_of
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


def first_failure(name, events, states):
    """Play a vector; return None, or what fails: the event, the place in the state, the rules that ran."""
    game = rules_of(events[0]).Game()
    for number, (text, state) in enumerate(zip(events, states, strict=True), 1):
        ran = _functions_called_by(lambda text=text: game.apply(text))
        difference = first_difference(state, game.state())
        if difference:
            path, wanted, found = difference
            key = re.match(r"\w*", path)[0]
            rules = [rule for rule, names in ran.items() if key in names] or list(ran)
            return (
                f"{name}, event {number}: {text}\n"
                f"{path} should be {json.dumps(wanted)}, not {json.dumps(found)}\n"
                f"the rule is one of: {', '.join(rules)}"
            )
    return None


def first_difference(expected, found, path=""):
    """Return (path, expected, found) of the first difference between two values read from JSON, None if none.

    >>> first_difference({"score": 1, "row": [{"fates": [3]}]}, {"score": 1, "row": [{"fates": [3, 4]}]})
    ('row[0].fates', [3], [3, 4])
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        keys = list(expected) + [key for key in found if key not in expected]
        pairs = [(f"{path}.{key}".lstrip("."), expected.get(key), found.get(key)) for key in keys]
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = [(f"{path}[{at}]", *both) for at, both in enumerate(zip(expected, found, strict=True))]
    else:
        return None if expected == found else (path, expected, found)
    return next(filter(None, (first_difference(one, other, where) for where, one, other in pairs)), None)


def _functions_called_by(act):
    """Return {"shared_rules/…/module.py: function": the names in it} of the rules that run, in order."""
    ran = {}

    def note(frame, what, _):
        code = frame.f_code
        module = code.co_filename[code.co_filename.find("shared_rules") :]
        if what == "call" and module.startswith("shared_rules"):
            ran[f"{module}: {code.co_name}"] = f"{code.co_names}"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return ran


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
        texts = Record([], events).folded().events
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
