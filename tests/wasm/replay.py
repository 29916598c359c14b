"""Runs on MicroPython: replays the records of /input and prints what came of every event.

/input: a JSON list of {"states": bool, "events": [texts]}. Printed: for each record a JSON list with, for
every event, the digest, or the whole state where "states" is true.
"""

import gc
import json

from shared_rules.games import rules_of


def replay(record):
    """Return what came of every event of a record."""
    game = rules_of(record["events"][0]).Game()
    states = []
    for text in record["events"]:
        game.apply(text)
        states.append(game.state() if record["states"] else game.digest())
    return states


if __name__ == "__main__":
    with open("/input") as file:
        records = json.load(file)
    for record in records:
        print(json.dumps(replay(record)))
        gc.collect()
