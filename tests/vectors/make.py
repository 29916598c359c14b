"""Add vectors: random games with each card, power and event that no vector shows yet.

usage: python tests/vectors/make.py [--rewrite-states]

Vectors that are there stay as they are and keep their names. A record without states, such as one just
written by hand, gets them. --rewrite-states: write the states of all records again, after a rule has changed
on purpose.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from arcana_portable.record import Record, without_undos  # noqa: E402
from rules.random_games import random_game  # noqa: E402

from shared_rules.errors import RuleError  # noqa: E402
from shared_rules.games import name_of, rules_of  # noqa: E402
from shared_rules.shipwreck import CARDS, POWERS, Game  # noqa: E402
from shared_rules.shipwreck.actions import VERBS  # noqa: E402
from shared_rules.shipwreck.cards import MODES  # noqa: E402

SEEDS = 4000
LONGEST = 120
WANTED = {*CARDS, *VERBS, *(f"use {power}" for power in POWERS if power != "sands")}
"""What the vectors have to show: the cards in the row, the verbs, and the powers that are used."""


def shown_by(events):
    """Return the part of WANTED that a game of The Shipwreck Arcana shows."""
    found, game = {text.split()[0] for text in events}, Game()
    # what was taken back at once shows nothing
    for text in without_undos(events):
        game.apply(text)
        found.update(place.card for place in game.row if place)
        if text.startswith("use "):
            found.add(f"use {CARDS[text.split()[1]].power}")
    return found & WANTED


def write_states(path):
    """Write the states after each event of a record, next to it. Raises RuleError."""
    events = Record.from_text(path.read_text()).events
    game = rules_of(events[0]).Game()
    lines = []
    for number, text in enumerate(events, 1):
        try:
            game.apply(text)
        except RuleError as error:
            raise RuleError(f"{path.stem}: event {number}, {text}: {error}") from error
        lines.append(json.dumps(game.state(), separators=(",", ":")))
    path.with_suffix(".states").write_text("\n".join(lines) + "\n")


def add(folder, rewrite=False):
    """Write the states of records that have none, or of all, and add records for what none shows.

    Returns the names of the records that were added, and a sentence for each that the rules refuse.
    """
    missing, last, refused = set(WANTED), 0, []
    for path in sorted(folder.glob("*.arcana")):
        try:
            if rewrite or not path.with_suffix(".states").exists():
                write_states(path)
        except RuleError as error:
            refused.append(str(error))
            continue
        events = Record.from_text(path.read_text()).events
        if name_of(events[0]) == "shipwreck":
            missing -= shown_by(events)
        last = max(last, int((re.match(r"random-(\d+)$", path.stem) or "00")[1]))
    added = []
    for seed in range(SEEDS if missing else 0):
        events = list(random_game(seed, mode=MODES[seed % len(MODES)]).events)
        if len(events) <= LONGEST and missing & shown_by(events):
            missing -= shown_by(events)
            added.append(f"random-{last + 1 + len(added):02}")
            path = folder / f"{added[-1]}.arcana"
            path.write_text(str(Record([("Note", "A random game of the simulated table")], events)))
            write_states(path)
        if not missing:
            break
    return added, refused


if __name__ == "__main__":
    names, faults = add(HERE, rewrite=sys.argv[1:] == ["--rewrite-states"])
    print(f"Added: {', '.join(names) or 'none'}.")
    if faults:
        sys.exit("\n".join(["The rules refuse these games: mend or remove their files.", *faults]))
