"""The free heap where most of it is in use, the files of an installation, and the room beside them."""

import re

from arcana_host.install.build import device_files
from arcana_host.virtual.boards import REFERENCE_BOARD
from arcana_portable.virtual.flash_space import BLOCKS, free_blocks
from bench.on_the_pico import playing, run
from pico.handheld import mpy_version
from pico.island_game import OPEN, SIMPLE, ninth_turn
from pico.rules_board import crowded_game
from pico.saved_games import running_game

HEAP_BLOCK = 16  # bytes, in which MicroPython counts
EVENTS = 13
RESERVED = 8 + 8
"""Blocks that stay free: those without which the device begins no game, and some for littlefs."""
CYCLES = 100_000
"""How often a block can be erased, which the data sheets of the W25Q16JV and its like call typical."""
GAMES_A_YEAR = 3 * 52


def main():
    jobs = [middle_of_a_game, calculator, what_hides_the_table, on_the_largest_panel, installation, wear]
    return run("memory", jobs, [middle_of_a_game])


def middle_of_a_game(image):
    handheld = playing(image, running_game(EVENTS))
    free = _free(handheld)
    printed = handheld.pico.exec("import gc, micropython; gc.collect(); micropython.mem_info()")
    block = int(re.search(r"max free sz: (\d+)", printed)[1]) * HEAP_BLOCK
    return [
        ("free heap, middle of a game", free, ""),
        ("the largest free block, middle of a game", block / 1000, ""),
    ]


def calculator(image):
    return [("free heap, the land calculator on turn 9", _at_the_calculator(image), "")]


def what_hides_the_table(image):
    return [
        ("free heap, what hides the table with five held fates and the oracle", _over_the_table(image), "")
    ]


def on_the_largest_panel(image):
    free = [at_screen(image, "pico-epaper-4.2") for at_screen in (_at_the_calculator, _over_the_table)]
    return [("free heap, the fullest of these screens on 400×300 pixels", min(free), "")]


def _at_the_calculator(image, board=REFERENCE_BOARD):
    handheld = playing(image, ninth_turn(), board)
    for name in OPEN + SIMPLE:
        handheld.press(name)
    free = [_free(handheld)]
    # the steps, and the table after the Ravage is entered
    for name in "bb":
        handheld.press(name)
        free.append(_free(handheld))
    assert handheld.record()[-1].startswith("ravage "), "The Ravage was not entered."
    return min(free)


def _over_the_table(image, board=REFERENCE_BOARD):
    """The table after a play, taking back, the menu, the powers, and what one asks."""
    setup, *events = crowded_game()[:36]
    handheld = playing(image, [setup + " assist=oracle", *events], board)
    free = [_free(handheld)]
    for name in ("b:long", "a", "up", "a", "down", "b"):
        handheld.press(name)
        free.append(_free(handheld))
    return min(free)


def installation(image):
    files = device_files(mpy_version(image))
    folders = {path.rpartition("/")[0] for path in files} - {""}
    room = free_blocks(map(len, files.values())) - 2 * len(folders) - RESERVED
    return [
        ("files on the device", len(files), ""),
        ("folders on the device", len(folders), ""),
        ("games that find room beside the companion", room, ""),
    ]


def wear(image):
    """The games are entered over the link, which writes what the buttons write."""
    events = running_game(21)
    handheld = playing(image, ())
    before = handheld.pico.flash.erased.total()
    stands = 0
    while stands < len(events):
        stands = handheld.ask("enter", event=stands, text=events[stands])["events"]
    handheld.settle()
    erased = handheld.pico.flash.erased.total() - before
    files = device_files(mpy_version(image))
    years = CYCLES * free_blocks(map(len, files.values())) / (max(erased, 1) * GAMES_A_YEAR)
    return [
        (f"blocks erased by a game of {len(events)} events, of {BLOCKS}", f"{erased}", ""),
        ("years until the flash is worn out, at three games a week", years, ""),
    ]


def _free(handheld):
    handheld.settle()
    return handheld.ask("info")["free_heap"] / 1000
