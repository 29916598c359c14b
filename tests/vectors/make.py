"""Choose the vectors: the fewest random games that together show every card, power and event.

usage: python tests/vectors/make.py
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]

from rules.random_games import random_game  # noqa: E402

from shared_rules.games import rules_of  # noqa: E402
from shared_rules.record import Record  # noqa: E402
from shared_rules.shipwreck import CARDS, Game  # noqa: E402
from shared_rules.shipwreck.cards import LEVELS, MODES  # noqa: E402

SEEDS = range(4000)
LONGEST = 120


def traits(table):
    """Return everything a game shows, as a set of words."""
    found = set()
    game = Game()
    for text in table.events:
        words = text.split()
        if words[0] == "play":
            place = int(words[2])
            found.add("play on " + (game.card_at(place) if place else "the-hours"))
        elif words[0] == "use":
            power = CARDS[words[1]].power
            found.add(f"use {power} {words[-1] if words[-1] in ('yes', 'no', 'old', 'new') else ''}")
        elif words[0] in ("ability", "strike"):
            found.add(" ".join(words[:2]))
        elif words[0] == "predict":
            found.add(f"predict {len(words)} {text.count(',')} {words[-1]}")
        elif words[0] == "end":
            found.update("fade " + game.card_at(place) for place in game.fading())
            found.update("attached" for place in game.fading() if game.row[place - 1].attached)
        else:
            found.add(f"{words[0]} {len(words)} {words[-1] if words[0] in ('tell', 'inevitable') else ''}")
        game.apply(text)
    found.update((f"result {game.result}", f"players {len(game.players)}", f"sets {len(game.sets)}"))
    found.update((f"{game.mode} {game.result}", f"assist {table.assist}"))
    return found


def choose(tables, shown_already=()):
    """Return tables that together have all traits but those shown already, chosen greedily."""
    shown = {table: traits(table) for table in tables if len(table.events) <= LONGEST}
    missing = set().union(*shown.values()) - set(shown_already)
    chosen = []
    while missing:
        best = max(shown, key=lambda table: len(shown[table] & missing) / (20 + len(table.events)))
        chosen.append(best)
        missing -= shown[best]
    return chosen


def write(table, name):
    """Write a table's record and the states after each of its events."""
    record = Record([("Note", "A random game of the simulated table")], table.events)
    (HERE / f"{name}.arcana").write_text(str(record))
    write_states(table.events, name)


def write_states(events, name):
    """Write the states after each event of the record of this name."""
    game = rules_of(events[0]).Game()
    lines = []
    for text in events:
        game.apply(text)
        lines.append(json.dumps(game.state(), separators=(",", ":")))
    (HERE / f"{name}.states").write_text("\n".join(lines) + "\n")


def main():
    """Write the chosen vectors in place of the old ones, and the states of those written by hand."""
    for old in HERE.glob("random-*"):
        old.unlink()
    for path in HERE.glob("*.arcana"):
        write_states(Record.from_text(path.read_text()).events, path.stem)
    chosen = choose([random_game(seed, hit_rate=0.5 + 0.1 * (seed % 6)) for seed in SEEDS])
    shown = set().union(*(traits(table) for table in chosen))
    ways = [(mode, level) for mode in MODES[1:] for level in LEVELS]
    tables = [random_game(seed, mode=mode, assist=level) for mode, level in ways for seed in SEEDS[:200]]
    chosen += choose(tables, shown)
    for number, table in enumerate(chosen, 1):
        write(table, f"random-{number:02}")
    print(f"{len(chosen)} records, {sum(len(table.events) for table in chosen)} events")


if __name__ == "__main__":
    main()
