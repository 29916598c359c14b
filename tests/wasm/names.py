"""Runs on CPython and on MicroPython: says which texts of /input, a JSON list, can be names of players.

Printed: a JSON list with, for each of them, the sentence that refuses it as a line, or whether it is a name;
and one with, for each that is a name, which of those before it is the same but for capital letters.
"""

import json

from shared_rules.errors import RuleError
from shared_rules.player_names import read_player, same_name
from shared_rules.record import check_line


def judged(text):
    """Return the output for one text."""
    try:
        check_line(text)
    except RuleError as error:
        return str(error)
    return read_player(text) == text


def twins(texts):
    """Return the output for the texts that are names."""
    names = [text for text in texts if judged(text) is True]
    return [same_name(name, names[:number]) for number, name in enumerate(names)]


if __name__ == "__main__":
    with open("/input") as file:
        texts = json.load(file)
    print(json.dumps([judged(text) for text in texts]))
    print(json.dumps(twins(texts)))
