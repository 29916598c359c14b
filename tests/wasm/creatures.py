"""Runs on CPython and on MicroPython: reads the creatures of /input and prints what fates do to them.

/input: {"creatures": [texts], "fates": [lists of values]}. Printed: for each creature a JSON list of its
text, its needs and, for each list of fates, the progress and whether it is beaten; or the sentence that
refuses it.
"""

import json

from shared_rules.errors import RuleError
from shared_rules.shipwreck.deep import Creature


def met(text, fates):
    """Return the output for one creature."""
    try:
        creature = Creature.from_text(text)
    except RuleError as error:
        return str(error)
    needs = [list(need) for need in creature.needs]
    return [str(creature), needs, [[creature.progress(lying), creature.beaten(lying)] for lying in fates]]


if __name__ == "__main__":
    with open("/input") as file:
        given = json.load(file)
    for text in given["creatures"]:
        print(json.dumps(met(text, given["fates"])))
