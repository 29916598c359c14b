"""The page of figures: the goals, and what was measured against them.

Benches `note` their results; `write` puts them into the page, where the figures of a bench that did not run
stay as they are. It must not know how anything is measured.
"""

import re
import subprocess
from typing import NamedTuple

BENCH = "python -m tests.bench "
_IN_PARTS = ("coach",)
"""They take so long that they rarely run as a whole."""

_EMPTY = "Not measured yet."
_COMMIT = re.compile(r"^    (.+)\n\nMeasured on commit (\w+)\.", re.M)


class Goal(NamedTuple):
    """A figure that a player would notice. limit: in the unit; at_least: whether more is better; why: what
    happens beyond it."""

    limit: float
    unit: str
    why: str = ""
    at_least: bool = False

    def __str__(self):
        words = f"at {'least' if self.at_least else 'most'} {self.limit:,} {self.unit}".strip()
        return f"{words}: {self.why}" if self.why else words

    def missed_by(self, figure):
        """Return whether a figure is on the wrong side of the limit."""
        return figure < self.limit if self.at_least else figure > self.limit


_TABLE = Goal(2000, "ms", "longer, and a player presses again")
_ANSWER = Goal(190, "ms", "the answer keeps up with the fingers")
GOALS = {
    "pico": {
        "power-on to the table, 14 events": _TABLE,
        "power-on to the table, 64 events": _TABLE,
        "power-on to the table, Spirit Island, 130 events": _TABLE,
        "power-on to the table, 290 events": Goal(3500, "ms", "the longest game is resumed, too"),
        "power-on to the table, with 110 games saved, against none": Goal(1.3, "times", "they are not felt"),
        "power-on to the title, with 110 games saved, against none": Goal(1.3, "times", "as above"),
        "press to picture, event flushed: median": Goal(190, "ms", "it seems immediate"),
        "press to picture, event flushed: slowest": Goal(280, "ms", "nobody wonders whether it was felt"),
        "taking back the last step, at worst": Goal(550, "ms", "nobody wonders here either"),
        "the land calculator, an answer: median": _ANSWER,
        "the land calculator, an answer: slowest": Goal(270, "ms", "nobody presses twice"),
        "a refresh, whole picture, before the panel is busy": Goal(10, "ms", "no press waits for the driver"),
        "a refresh, whole picture, on 400×300 pixels": Goal(25, "ms", "as above"),
    },
    "memory": {
        "free heap, middle of a game": Goal(80, "KB", "the fullest screen takes half of it", True),
        "free heap, the land calculator on turn 9": Goal(40, "KB", "as above", True),
        "free heap, what hides the table with five held fates and the oracle": Goal(
            40, "KB", "as above", True
        ),
        "free heap, the fullest of these screens on 400×300 pixels": Goal(30, "KB", "all still open", True),
        "the largest free block, middle of a game": Goal(30, "KB", "every screen can still be opened", True),
        "free heap, middle of a game, MicroPython 1.24": Goal(60, "KB", "older boards play too", True),
        "files on the device": Goal(115, "files", "copying them by hand stays quick"),
        "folders on the device": Goal(14, "folders", "each takes two blocks from the games"),
        "games that find room beside the companion": Goal(80, "games", "half a year, three a week", True),
        "years until the flash is worn out, at three games a week": Goal(20, "years", "", True),
    },
    "link": {
        "a sync of 40 games, which stay, against `mpremote fs cp -r`": Goal(
            1.0, "times", "the tool is worth having"
        ),
        "the whole installation": Goal(25, "s", "nobody unplugs it halfway"),
        "one changed file": Goal(3, "s", "a change can be tried at once"),
        "nothing changed": Goal(1.5, "s", "asking costs nothing"),
    },
    "desktop": {
        "`arcana --help`": Goal(300, "ms", "it answers at once"),
        "`arcana games`": Goal(700, "ms", "it answers at once"),
        "`arcana games --player Cy`": Goal(700, "ms", "it answers at once"),
        "`arcana stats`": Goal(1000, "ms", "it answers at once"),
        "`arcana review latest`": Goal(2000, "ms", "nobody looks away"),
        "`arcana export --all`, 20,000 games into a `.bgsplay`": Goal(15_000, "ms", "nobody gives up"),
        "memory of `arcana games`, 200,000 games": Goal(150, "MB", "the computer does other things, too"),
        "memory of `arcana stats`, 200,000 games": Goal(150, "MB", "as above"),
        "`arcana sync`, 250 games": Goal(10, "s", "a first sync is short"),
    },
}
"""{bench: {figure: Goal}}: the one list of goals, beside those of counted presses, waits and the coach."""

SECTIONS = {
    "pico": "What a player waits for, on the emulated Pico",
    "memory": "Memory, files and room, on the emulated Pico",
    "link": "At the cable, on the emulated Pico",
    "presses": "Presses, over 200 random games; more in [presses.md](presses.md)",
    "waits": "Waiting for the panel of the reference board, over 200 random games",
    "desktop": "On the desktop",
    "coach": "The coach of The Shipwreck Arcana, over games of its bots",
}
"""The sections of the page, by the bench that measures them."""

_HEAD = """# Figures

`make bench` measures and writes this page; `python -m tests.bench --write docs/figures.md pico` only a part.
Each section names the commit on which it was measured. Times on the emulated Pico are the same on every
computer. The emulator itself takes the processor's cache as one that holds everything. The second figure is
what a real board takes, with the wait for each miss of that cache (`tests/emulator/cache.py` says what that
rests on); where there is one, the goal is for it. A goal that is missed is in bold.

On two free cores `pico` takes half an hour, `coach` an hour, each other part at most ten minutes.
"""
_REMARKS = {
    "coach": """\
None of these games was used in training. The intervals are of 95 %, clustered by game; a gap misses its goal
if its whole interval does. [The coach](coach.md) says what the yardstick is, and what these figures mean. A
run takes under an hour on two cores.""",
    "waits": "Each press waits until the picture before it is complete; the processor's work is not counted.",
    "pico": """\
A full refresh of the panel follows each power-on, a partial one of 0.7 s each press. The files of the
companion are as `arcana flash` leaves them, without the time of their last change; `mpremote fs cp` writes
that time, and a device then starts 4 % later. With the first event after a power-on littlefs looks through
all files for free blocks. An earlier write would do that search before the players wait for it.""",
    "link": "The time in which the Pico or its flash works, without waiting for the computer.",
    "desktop": """\
Processor time on the computer at hand, the least of three runs, with a library of 20,000 games; a sync is
measured by the clock.""",
}

_noted = {}


def note(bench, what, figure, goal="", with_misses="", missed=False):
    """Note a figure for the page, print it, and return whether it misses its goal.

    bench: one of SECTIONS. what: what was measured, in words. figure, with_misses: words, or numbers in the
    unit of the goal that this figure has on the first image, else in ms; the second with the cost of cache
    misses. goal: in words, for what is not in GOALS. missed: whether the figure misses this goal.
    """
    goals = GOALS.get(bench, {})
    known = goals.get(what)
    missed = known.missed_by(with_misses or figure) if known else missed
    # of another MicroPython it is the same thing
    same = known or goals.get(what.partition(", MicroPython")[0])
    unit = same.unit if same else "ms"
    row = (what, _words(figure, unit), _words(with_misses, unit), _in_bold(str(known or goal), missed))
    _noted.setdefault(bench, []).append(row)
    print(f"{'MISSED ' if missed else ''}{what}: {' | '.join(word for word in row[1:] if word)}", flush=True)
    return missed


def _words(figure, unit):
    if isinstance(figure, str):
        return figure
    return f"{figure:,.{0 if figure >= 20 or isinstance(figure, int) else 1}f} {unit}"


def write(path):
    """Put the noted figures into the page, which is created if necessary. path: a pathlib.Path."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    there, commits = tables(text), dict(_COMMIT.findall(text))
    now = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    parts = [_HEAD]
    for bench, title in SECTIONS.items():
        command = BENCH + bench
        rows = there.get(command, [])
        if bench in _noted:
            rows = (_others(bench, rows) if bench in _IN_PARTS else []) + _noted[bench]
            commits[command] = now
        rows = _with_goals(bench, rows)
        remark = f"{_REMARKS[bench]}\n\n" if bench in _REMARKS else ""
        if command in commits:
            remark = f"Measured on commit {commits[command]}.\n\n{remark}"
        parts.append(f"## {title}\n\n    {command}\n\n{remark}{_table(rows)}\n")
    path.write_text("\n".join(parts), encoding="utf-8")


def tables(text):
    """Return {command: [(what, figure, figure with cache misses, goal)]} of a page."""
    found = {}
    for section in text.split("\n## ")[1:]:
        _, command, *_ = section.strip().split("\n\n")
        cells = [line[2:-2].split(" | ") for line in section.split("\n") if line.startswith("| ")]
        found[command.strip()] = [tuple(row) for row in cells[2:] if len(row) == 4]
    return found


def _with_goals(bench, rows):
    """Return the rows with the goals of today, and a row for each goal that has none yet."""
    goals = GOALS.get(bench, {})
    rows = [(*row[:3], _judged(goals.get(row[0]), row)) for row in rows]
    there = {what for what, *_ in rows}
    return rows + [(what, _EMPTY, "", str(goal)) for what, goal in goals.items() if what not in there]


def _judged(goal, row):
    """Return the words of a Goal, in bold if the row misses it, with cache misses if it says so."""
    if goal is None:
        return row[3]
    number = re.match(r"[\d,.]+", row[2] or row[1])
    return _in_bold(str(goal), number and goal.missed_by(float(number[0].replace(",", ""))))


def _in_bold(goal, missed):
    return f"**{goal}**" if missed else goal


def _others(bench, rows):
    """Return the rows of the figures that were not measured this time."""
    kinds = {re.sub(r"\d+", "", what) for what, *_ in _noted[bench]}
    return [row for row in rows if re.sub(r"\d+", "", row[0]) not in kinds]


def _table(rows):
    if not rows:
        return _EMPTY
    lines = ["| | figure | with cache misses | goal |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])
