"""The start of every bench on the emulated Pico: it needs a MicroPython image, or says that there is none."""

import functools

from arcana_host.virtual.pico import PicoUnavailable, find_images
from rich.console import Console


def on_the_pico(measure):
    """Return a bench without parameters. Without an image it says so, and its exit status is 0.

    measure: the bench, a callable(Console to print to, path of the newest image).
    """

    @functools.wraps(measure)
    def main():
        console = Console()
        try:
            image = find_images()[0]
        except PicoUnavailable as reason:
            console.print(
                f"{measure.__module__.rpartition('_')[2]} is not measured on the emulated Pico: {reason}"
            )
            return 0
        return measure(console, image)

    return main
