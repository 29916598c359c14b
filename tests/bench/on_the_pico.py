"""Parts that the benches on the emulated Pico share: images, parallel jobs, and time in two ways."""

import os
import re
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from arcana_host.virtual.boards import REFERENCE_BOARD
from bench.figures import note
from emulator.pico import PicoUnavailable, find_images
from pico.saved_games import saved_files, with_files


class Took(NamedTuple):
    """Milliseconds, as if the processor's cache held everything, and with the wait for its misses."""

    ms: float
    with_misses: float


def run(bench, jobs, jobs_of_others=()):
    """Run jobs in as many processes as there are processors; note and print what they measure.

    jobs: callables(image) -> [(what, figure, figure with cache misses or "")], run with the first image;
    jobs_of_others: those that also run with each other one. Returns the exit status: 1 when a goal is missed.
    """
    try:
        first, *others = find_images()
    except PicoUnavailable as reason:
        print(f"Not measured: {reason}")
        return 0
    todo = [partial(job, first) for job in jobs]
    todo += [partial(_of_another, job, image) for image in others for job in jobs_of_others]
    print(f"On MicroPython {version(first)}, unless it says otherwise.")
    missed = False
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        # the longest jobs come first, and their figures last
        for measured in reversed([pool.submit(job) for job in todo]):
            for what, figure, with_misses in measured.result():
                missed |= note(bench, what, figure, with_misses=with_misses)
    return int(missed)


def version(image):
    """Return which MicroPython an image has, such as 1.28, after its name."""
    found = re.search(r"(?:^|v)(\d+\.\d+)", image.stem)
    return found[1] if found else image.stem


def _of_another(job, image):
    return [(f"{what}, MicroPython {version(image)}", *rest) for what, *rest in job(image)]


def switched_off(image, events, finished=0, board=REFERENCE_BOARD):
    """Return a Handheld before its power-on, with a game of these events and `finished` earlier ones."""
    return with_files(image, saved_files(finished, events), board)


def playing(image, events, board=REFERENCE_BOARD):
    """Return a Handheld that shows the table of a game with these events."""
    handheld = switched_off(image, events, board=board)
    handheld.boot()
    return handheld


def timed(handheld, work):
    """Return Took for a callable that returns the milliseconds it has measured on the handheld."""
    pico = handheld.pico
    pico.charge_cache_misses()
    waited = pico.waited_ms
    ms = work()
    waited = pico.waited_ms - waited
    pico.charge_cache_misses(False)
    return Took(ms - waited, ms)


def power_on(handheld, with_misses=True):
    """Return Took from power-on to the first picture that is sent to the panel."""

    def work():
        return handheld.pico.run_until(lambda: handheld.pictures, 60_000, 1)

    return timed(handheld, work) if with_misses else Took(work(), 0)


def press(handheld, name):
    """Return Took from a press to the picture that is sent to the panel."""
    handheld.settle()
    return timed(handheld, lambda: handheld.press_and_time(name))


def busy_ms(pico):
    """Return the milliseconds for which a Pico has worked since its reset, waits for its flash included."""
    return pico.cycles / 125_000 + pico.flash.busy_ms
