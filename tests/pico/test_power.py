"""How long the processor works, which the estimate of hardware/power.toml for a battery takes from here."""

import pytest
from pico.handheld import Handheld

from hardware.tools.circuit import load

_HZ = 125_000_000
PRESSES = ("b", "down", "down", "up", "c", "a", "down", "b")

pytestmark = pytest.mark.slow


@pytest.fixture
def handheld(image):
    """A companion on a battery."""
    handheld = Handheld(image, host=False)
    handheld.boot()
    return handheld


def worked(handheld, do):
    """Return for how many seconds the processor works while something is done, and how many those are."""
    cycles, micros = handheld.pico.cycles, handheld.pico.micros
    do()
    return (handheld.pico.cycles - cycles) / _HZ, (handheld.pico.micros - micros) / 1e6


def test_the_processor_works_as_long_as_the_estimate_says(handheld):
    data = load("power.toml")
    awake, seconds = worked(handheld, lambda: handheld.pico.run(1000))
    assert awake / seconds == pytest.approx(data["pico"]["idle_awake"], rel=0.2)

    def press_all():
        for press in PRESSES:
            handheld.press(press)
            handheld.settle()

    pictures = handheld.pictures
    awake, seconds = worked(handheld, press_all)
    beyond_idling = awake - seconds * data["pico"]["idle_awake"]
    assert beyond_idling / len(PRESSES) <= data["game"]["press_milliseconds"] / 1000
    # the glass is refreshed once for a press
    assert handheld.pictures - pictures == len(PRESSES)
