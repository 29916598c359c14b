"""How long one event takes on the emulated Pico, and where the time goes.

A game of the vectors is played with the buttons. The times are emulated, including that of the flash, and the
same on every computer. For its parts, another `main.py` measures a few functions of the app; the sums are
read from the chip's memory, unnoticed by the app.
"""

import statistics
import struct
import sys
import time

from arcana_host import vectors_folder
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.handheld import Handheld, firmware
from pico.power_on import with_game
from player import presses_for
from rich.table import Table
from rules.random_games import long_game

from shared_rules.record import Record

GAME = "random-14.arcana"
"""Five players, all sets."""

GOAL_MS = 110
LONG = 250
"""Events, after which the last step is taken back."""

UNDO_MS = 400
PARTS = ("press", "rules", "journal", "draw", "send")

_PROBE = """
def probe():
    import time
    import uctypes
    from array import array
    from companion import app, journal, ssd1680
    from shared_rules import recorded_game

    spent = array("I", [0] * 5)
    with open("/probe", "w") as file:
        file.write(str(uctypes.addressof(spent)))

    def timed(number, owner, name):
        inner = getattr(owner, name)
        def outer(*args, **named):
            start = time.ticks_us()
            try:
                return inner(*args, **named)
            finally:
                spent[number] += time.ticks_diff(time.ticks_us(), start)
        setattr(owner, name, outer)

    timed(0, app.App, "_press")
    timed(1, recorded_game.RecordedGame, "apply")
    timed(2, journal.Journal, "append")
    timed(3, app.App, "_paint")
    timed(4, ssd1680.SSD1680, "_load")

"""


class Timed(Handheld):
    """A companion that tells what its time went into."""

    def __init__(self, image):
        before, main, after = firmware(image)["/main.py"].decode().rpartition("main()")
        super().__init__(image, main=f"{before}{_PROBE}probe()\n{main}{after}")

    def boot(self):
        super().boot()
        self._spent = int(self.pico.read_files()["/probe"])

    def spent(self):
        """Milliseconds that each of the PARTS took since the start."""
        return [micros / 1000 for micros in struct.unpack("<5I", self.pico.peek(self._spent, 20))]

    def press_and_time(self, press, limit_ms=10_000):
        before = self.spent()
        took = super().press_and_time(press, limit_ms)
        self.bill = [after - earlier for earlier, after in zip(before, self.spent(), strict=True)]
        return took


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when events take longer than they should."""
    started = time.monotonic()
    handheld = Timed(image)
    handheld.boot()
    console.print(f"{image.stem}: the first picture rests after {handheld.pico.micros / 1e6:.2f} s")
    took = _play(handheld)
    _print_events(console, took)
    median = _print_sums(console, took)
    note("pico", f"{GAME}, {len(took)} events: median", f"{GOAL_MS} ms", f"{median:.0f} ms")
    note("pico", "the longest of them", "", f"{max(milliseconds for _, milliseconds, _ in took):.0f} ms")
    undo = _take_back(image)
    console.print(f"Taking back at event {LONG} takes {undo:.0f} ms (goal {UNDO_MS}).")
    note("pico", f"taking back the last step at event {LONG}", f"{UNDO_MS} ms", f"{undo:.0f} ms")
    emulated, wall = handheld.pico.micros / 1e6, time.monotonic() - started
    console.print(f"Faults of the panel: {len(handheld.pico.panel.faults)}.")
    console.print(f"{emulated:.0f} s were emulated in {wall:.0f} s.")
    return int(median > GOAL_MS or undo > UNDO_MS)


def _take_back(image):
    """Return the milliseconds from the answer that a step is to be taken back to the picture without it."""
    handheld = with_game(image, long_game(LONG).events)
    handheld.press("b:long")
    handheld.settle()
    return handheld.press_and_time("b")


def _play(handheld):
    """Play the game; return (event, milliseconds, [milliseconds of each part])."""
    events = Record.from_text((vectors_folder() / GAME).read_text()).folded().events
    took = []
    for number, (event, presses) in enumerate(presses_for(events)):
        milliseconds = handheld.enter(presses)
        if number and presses:
            took.append((event, milliseconds, handheld.bill))
    return took


def _print_events(console, took):
    table = Table("event", "ms", *PARTS, title="from the press to the picture handed to the panel")
    for event, milliseconds, bill in took:
        table.add_row(event, f"{milliseconds:.0f}", *(f"{part:.0f}" for part in bill))
    console.print(table)
    console.print("'press' is all that the press set off before drawing; rules and journal are parts of it.")


def _print_sums(console, took):
    times = sorted(milliseconds for _, milliseconds, _ in took)
    median = statistics.median(times)
    console.print(
        f"{len(times)} events: median {median:.0f} ms (goal {GOAL_MS}), longest {times[-1]:.0f} ms."
    )
    return median


if __name__ == "__main__":
    sys.exit(main())
