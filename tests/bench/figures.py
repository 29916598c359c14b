"""The page of figures: what was measured, against its goal, with the command that measures it.

Benches `note` their results; `write` puts them into the page, where the figures of a bench or a long test
that did not run stay as they are. The figures of the long tests are taken from their output:

    pytest --soak -rP tests/pico tests/wasm | python -m tests.bench --write docs/figures.md soak

It must not know how anything is measured.
"""

import re

BENCH = "python -m tests.bench "

SECTIONS = {
    "presses": "Presses, over 200 random games; more in [presses.md](presses.md)",
    "waits": "Waiting for the panel of the reference board, over 200 random games",
    "boot": "From power-on to the table of the game, on the emulated Pico",
    "pico": "An event, from its press to the picture handed to the panel, on the emulated Pico",
    "island": "Spirit Island, four players against England 6, on the emulated Pico",
    "calculator": "Spirit Island's land calculator, on turn 9 against England 6, on the emulated Pico",
    "heap": "Free heap in the middle of a game, on the emulated Pico",
    "panel": "A refresh, from the call to the panel's own busy time, on the emulated boards",
    "possible": "What the held fates can be, on the emulated Pico",
    "wear": "The wear of the flash, on the emulated Pico",
    "games": "With many games kept, on the emulated Pico",
    "bulk": "How long `arcana sync` keeps the emulated Pico busy",
    "flash": "How long `arcana flash` keeps the emulated Pico busy",
    "soak": "Power cuts, presses and many games in a row",
    "start": "A command, to its first output",
    "library": "Looking back on a library of 20,000 games",
    "sync": "Fetching 500 games",
    "coach": "The coach of The Shipwreck Arcana, over games of its bots",
}
"""The sections of the page, by the bench that measures them."""

_HEAD = """# Figures

`python -m tests.bench --write docs/figures.md` writes this page; add names of benchmarks to run only those.
Times on the emulated Pico are emulated times on MicroPython 1.24.1, for processor, SPI and flash together,
and the same on every computer; commands of the desktop are measured on the computer at hand.
"""

SOAK = "soak"
_SOAK_COMMAND = "pytest --soak -rP tests/pico tests/wasm"
_EMPTY = "Not measured yet."
_OF_SOAK = re.compile(r"([\w ]+: )?\d+ (cuts|games|presses)\b|\d+ of \d+ different flashes started")

_REMARKS = {
    "coach": """\
None of these games was used in training. The intervals are 95 % Wilson intervals. [The coach](coach.md) says
what the bots assume, and what these figures do and do not mean. Each of the ten bins has the same number of
positions, from the lowest predicted chance to the highest.""",
    "waits": "Each press waits until the picture before it is complete; the processor's work is not counted.",
    "boot": "The flash is as a companion leaves it when it loses power. One full refresh follows.",
    "wear": """\
The games are entered over the link, which writes what the buttons write. Files that stay as they are never
move, so littlefs spreads what a game erases over the free blocks. The data sheets of such flash call 100,000
cycles a block typical.""",
    "games": """\
Finished games of 31 events and 763 bytes on average, and a running one. The goal for power-on is 1.1 times
the time without games.""",
    "flash": """\
Erasing a block of 4 KB takes the flash 45 ms, and 16 blocks at once 150 ms, typical for a W25Q16JV; each byte
that comes over the cable takes the processor 8 µs, so many bytes are sent compressed. Blank blocks are not
erased: an empty board with a new flash chip has no others, one that had other programs may have none. The
first update fills the second folder, which later ones find full.""",
    "soak": "The output of the tests goes through `python -m tests.bench --write docs/figures.md soak`.",
}

_noted = {}


def note(bench, what, goal, figure):
    """Note a figure for the page.

    bench: one of SECTIONS. what: what was measured, in words. goal: what it should be, "" for none. figure:
    what it is; both with their units.
    """
    _noted.setdefault(bench, []).append((what, goal, figure))


def take(lines):
    """Note the figures in the output of the long tests."""
    for line in lines:
        if _OF_SOAK.match(line):
            what, _, figure = line.strip().partition(", ")
            note("soak", what, "", figure or "all recovered")


def write(path):
    """Put the noted figures into the page, which is created if necessary. path: a pathlib.Path."""
    there = _tables(path.read_text(encoding="utf-8")) if path.exists() else {}
    parts = [_HEAD]
    for bench, title in SECTIONS.items():
        command = _SOAK_COMMAND if bench == SOAK else BENCH + bench
        table = there.get(command, _EMPTY)
        if bench in _noted:
            others = _others(table) if bench == SOAK else []
            table = _table(others + _noted[bench])
        remark = f"{_REMARKS[bench]}\n\n" if bench in _REMARKS else ""
        parts.append(f"## {title}\n\n    {command}\n\n{remark}{table}\n")
    path.write_text("\n".join(parts), encoding="utf-8")


def _tables(text):
    """Return {command: table} of a page."""
    found = {}
    for section in text.split("\n## ")[1:]:
        _, command, *_, table = section.strip().split("\n\n")
        found[command.strip()] = table
    return found


def _others(table):
    """Return the rows of the long tests that did not run this time; they rarely all run."""
    kinds = {_without_numbers(what) for what, _, _ in _noted[SOAK]}
    rows = [line[2:-2].split(" | ") for line in table.split("\n")[2:]]
    return [(row[0], "", row[1]) for row in rows if _without_numbers(row[0]) not in kinds]


def _without_numbers(what):
    return re.sub(r"\d+", "", what)


def _table(rows):
    lines = ["| | figure | goal |", "| --- | --- | --- |"]
    return "\n".join(lines + [f"| {what} | {figure} | {goal} |" for what, goal, figure in rows])
