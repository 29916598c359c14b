"""What playing wears off the flash: the pages programmed and the blocks erased by whole games, and how long
the flash lasts at that.

Games of the vectors are played on the emulated Pico over its link, which writes what the buttons would write,
then a finished game is fetched, and a setting is changed. The flash counts what it is told.
"""

import statistics

from arcana_host import vectors_folder
from arcana_host.virtual.pico_flash import BLOCK_SIZE, PAGE_SIZE
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.handheld import Handheld
from rich.table import Table

from shared_rules.record import Record

GAMES = ("random-14", "random-12", "random-26")
"""Five players with all sets, two players, and creatures with undone events: the longest of each kind."""

CYCLES = 100_000
"""How often a block can be erased, which the data sheets of the W25Q16JV and its like call typical."""

GAMES_A_YEAR = 3 * 52
GOAL_YEARS = 20


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when the flash wears out sooner than it should."""
    handheld = Handheld(image)
    handheld.boot()
    table = Table("", "events", "programmed KB", "blocks erased", "most of one block", title=image.stem)
    spent = []
    for name in GAMES:
        cost = _cost(handheld, lambda name=name: _play(handheld, name))
        table.add_row(name, *(str(part) for part in cost))
        note("wear", f"{name}, {cost[0]} events", "", f"{cost[1]} KB programmed, {cost[2]} blocks erased")
        spent.append(cost)
    others = {
        "a game fetched and removed": lambda: _fetch(handheld),
        "two settings changed": lambda: _set(handheld),
    }
    for name, work in others.items():
        cost = _cost(handheld, work)
        table.add_row(name, *(str(part) for part in cost))
        note("wear", name, "", f"{cost[1]} KB programmed, {cost[2]} blocks erased")
    console.print(table)
    return _print_years(console, handheld, spent)


def _cost(handheld, work):
    """Return (events, KB programmed, blocks erased, erasures of the block erased most) of some work."""
    flash = handheld.pico.flash
    programmed, erased = flash.programmed, flash.erased.copy()
    events = work() or ""
    handheld.settle()
    fresh = flash.erased - erased
    kilobytes = (flash.programmed - programmed) * PAGE_SIZE / 1024
    return events, round(kilobytes, 1), fresh.total(), max(fresh.values(), default=0)


def _play(handheld, name):
    lines = Record.from_text((vectors_folder() / f"{name}.arcana").read_text()).events
    kept = 0
    for number, text in enumerate(lines):
        # a card that is known was dealt by itself
        if kept <= number:
            kept = handheld.ask("enter", event=number, text=text)["events"]
    return len(lines)


def _fetch(handheld):
    handheld.remove(handheld.ask("info")["game"])


def _set(handheld):
    handheld.ask("settings", set={"players": 5, "doom": 4})


def _print_years(console, handheld, spent):
    """Say how long the flash lasts, and return the exit status."""
    erased = statistics.mean(cost[2] for cost in spent)
    worst = max(cost[3] for cost in spent)
    blocks = handheld.ask("info")["free_bytes"] // BLOCK_SIZE
    years = CYCLES * blocks / (erased * GAMES_A_YEAR)
    unlevelled = CYCLES / (worst * GAMES_A_YEAR)
    programmed = statistics.mean(cost[1] for cost in spent)
    console.print(f"A game programs {programmed:.0f} KB and erases {erased:.0f} blocks.")
    console.print(
        f"Files that stay as they are never move, so littlefs spreads that over the {blocks} free blocks."
        f" At {CYCLES:,} cycles a block and {GAMES_A_YEAR} games a year they last {years:,.0f} years"
        f" (goal {GOAL_YEARS}); the block erased most in a game, {worst} times, would last"
        f" {unlevelled:.0f} years if nothing were spread."
    )
    note("wear", "a game programs", "", f"{programmed:.0f} KB")
    note("wear", "a game erases", "", f"{erased:.0f} blocks of 4 KB, one of them at most {worst} times")
    what = f"the {blocks} free blocks last, at three games a week and {CYCLES:,} cycles a block"
    note("wear", what, f"{GOAL_YEARS} years", f"{years:,.0f} years")
    note("wear", "the block erased most would, if nothing were spread", "", f"{unlevelled:.0f} years")
    return int(years < GOAL_YEARS)
