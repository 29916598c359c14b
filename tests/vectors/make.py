"""Add vectors: the fewest random games that show what no vector shows yet, of all cards, powers and events.

usage: python tests/vectors/make.py [--rewrite-states]

Vectors that are there stay as they are and keep their names. A record without states, such as one just
written by hand, gets them. --rewrite-states: write the states of all records again, after a rule has changed
on purpose.
"""

import argparse
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
from shared_rules.shipwreck import CARDS, Game  # noqa: E402
from shared_rules.shipwreck.cards import LEVELS, MODES  # noqa: E402

SEEDS = range(4000)
LONGEST = 120


def traits(events):
    found = {"undo"} & set(events)
    game = Game()
    # what was taken back at once shows nothing
    for text in without_undos(events):
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
    level = re.search(r" assist=(\S+)", events[0])
    found.update((f"{game.mode} {game.result}", f"assist {level[1] if level else LEVELS[0]}"))
    return found


def choose(games, shown_already):
    """Return games that together have all traits but those shown already, chosen greedily."""
    shown = {events: traits(events) for events in games if len(events) <= LONGEST}
    missing = set().union(*shown.values()) - shown_already
    chosen = []
    while missing:
        best = max(shown, key=lambda events: len(shown[events] & missing) / (20 + len(events)))
        chosen.append(best)
        missing -= shown[best]
    return chosen


def write(folder, events, name):
    """Write a game's record and the states after each of its events."""
    record = Record([("Note", "A random game of the simulated table")], list(events))
    (folder / f"{name}.arcana").write_text(str(record))
    write_states(folder, events, name)


def write_states(folder, events, name):
    """Write the states after each event of the record of this name."""
    game = rules_of(events[0]).Game()
    lines = []
    for number, text in enumerate(events, 1):
        try:
            game.apply(text)
        except RuleError as error:
            raise RuleError(f"event {number}, {text}: {error}") from error
        lines.append(json.dumps(game.state(), separators=(",", ":")))
    (folder / f"{name}.states").write_text("\n".join(lines) + "\n")


def random_events(seeds, **how):
    """Return the events of random games, a tuple for each seed."""
    return [tuple(random_game(seed, **how).events) for seed in seeds]


def rewrite_states(folder):
    """Write the states of all records in a folder again.

    Returns the names of those that have changed, and a sentence for each record that the rules now refuse.
    """
    changed, refused = [], []
    for path in sorted(folder.glob("*.arcana")):
        states = path.with_suffix(".states")
        before = states.read_text() if states.exists() else None
        try:
            write_states(folder, Record.from_text(path.read_text()).events, path.stem)
        except RuleError as error:
            refused.append(f"{path.stem}: {error}")
            continue
        if states.read_text() != before:
            changed.append(path.stem)
    return changed, refused


def add(folder, seeds=SEEDS):
    """Write the states of records that have none, add records for what none shows, and return their names.

    seeds: of the random games to choose from; a twentieth of them plays each of the other modes, too.
    """
    shown, last, without_states = set(), 0, []
    for path in sorted(folder.glob("*.arcana")):
        events = Record.from_text(path.read_text()).events
        if not path.with_suffix(".states").exists():
            try:
                write_states(folder, events, path.stem)
            except RuleError as error:
                sys.exit(f"{path.name}, {error}")
            without_states.append(path.stem)
        if name_of(events[0]) == "shipwreck":
            shown |= traits(events)
        last = max(last, int((re.match(r"random-(\d+)$", path.stem) or "00")[1]))
    games = [game for seed in seeds for game in random_events([seed], hit_rate=0.5 + 0.1 * (seed % 6))]
    chosen = choose(games, shown)
    shown = shown.union(*map(traits, chosen))
    ways = [(mode, level) for mode in MODES[1:] for level in LEVELS]
    few = seeds[: max(1, len(seeds) // 20)]
    chosen += choose(
        [game for mode, level in ways for game in random_events(few, mode=mode, assist=level)], shown
    )
    names = [f"random-{number:02}" for number in range(last + 1, last + 1 + len(chosen))]
    for name, events in zip(names, chosen, strict=True):
        write(folder, events, name)
    return without_states + names


def main(words):
    """Complete the vectors in this folder; rewrite states if the words say so."""
    parser = argparse.ArgumentParser(description="Add the vectors that are missing.")
    parser.add_argument(
        "--rewrite-states",
        action="store_true",
        help="write the states of all records again, after the rules have changed on purpose",
    )
    if parser.parse_args(words).rewrite_states:
        changed, refused = rewrite_states(HERE)
        print(f"Changed: {', '.join(changed) or 'none'}.")
        if refused:
            sys.exit("\n".join(["The rules now refuse these games: mend or remove their files.", *refused]))
    print(f"Added: {', '.join(add(HERE)) or 'none, as everything is shown'}.")


if __name__ == "__main__":
    main(sys.argv[1:])
