"""What all benches on the emulated Pico begin with: a MicroPython image, or a word that there is none."""

import functools

from arcana_host.virtual.pico import PicoUnavailable, find_images
from rich.console import Console


def on_the_pico(measure):
    """Return a bench without parameters; where there is no image it says so, and its exit status is 0.

    measure: the bench, with the Console to print to and the path of the newest image.
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
