"""How long `arcana flash` keeps the emulated Pico busy: the time in which the Pico or its flash works,
without waiting for the computer, from the first byte to the restart with the new companion.
"""

from functools import partial

from arcana_host.install import flash as flash_module
from arcana_host.install.build import Firmware, bundled, compile_firmware
from arcana_host.virtual.pico import EmulatedPico
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.handheld import mpy_version
from pico.old_flash import with_old_bytes
from rich.table import Table

CHANGED = "companion/session.mpy"
ONE_GAME = "shipwreck"
ALL = "all of it, onto an empty board"
ALL_ONTO_OLD_BYTES = "all of it, onto one whose free blocks have to be erased"
GOALS_MS = {ALL: 5000, ALL_ONTO_OLD_BYTES: 5000, "one changed file": 800, "nothing changed": 300}


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when an installation takes longer than it should."""
    table = Table("arcana flash", "sent", "busy ms", "goal", title=f"an installation, {image.stem}")
    version, worst = mpy_version(image), 0
    whole, of_one_game = compile_firmware(version), compile_firmware(version, games=[ONE_GAME])
    blank = EmulatedPico(image, files={}).cut()
    boards = (
        (blank, ("The Shipwreck Arcana alone, onto an empty board", bundled(of_one_game))),
        (with_old_bytes(blank), (ALL_ONTO_OLD_BYTES, bundled(whole))),
        # the two folders take turns: after two updates both have all but one file of the next
        (
            blank,
            (ALL, bundled(whole)),
            ("the first update, one changed file", _changed(whole, 1)),
            ("one changed file", _changed(whole, 2)),
            ("nothing changed", _changed(whole, 2)),
        ),
    )
    for flash, *steps in boards:
        pico = EmulatedPico(image, flash=flash)
        with pico.terminal() as port:
            for what, firmware in steps:
                busy, sent = _install(pico, port, firmware)
                goal = GOALS_MS.get(what)
                table.add_row(what, str(sent), f"{busy:.0f}", str(goal or ""))
                note("flash", what, f"{goal} ms" if goal else "", f"{busy:.0f} ms")
                worst = max(worst, busy > goal if goal else 0)
    console.print(table)
    return int(worst)


def _changed(firmware, times):
    """Return a companion in which one module has changed, and works as it did."""
    # a module ends where it says that it does
    return bundled(Firmware({**firmware.app, CHANGED: firmware.app[CHANGED] + b" " * times}, firmware.start))


def _install(pico, port, firmware):
    """Install; return the milliseconds for which the board was busy, and how many files were sent."""
    began = port.do(partial(work, pico))
    ended = []

    def progress(doing, done, total):
        if doing == "Starting the app" and not done:
            ended.append(port.do(partial(work, pico)))

    compile_it, flash_module.bundled_firmware = flash_module.bundled_firmware, lambda *_, **__: firmware
    try:
        done = flash_module.flash(port.path, progress)
    finally:
        flash_module.bundled_firmware = compile_it
    return ended[0] - began, len(done.sent)


def work(pico):
    """Return the milliseconds for which a Pico has worked since its reset, that of its flash included."""
    return pico.cycles / 125_000 + pico.flash.busy_ms
