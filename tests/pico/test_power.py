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


@pytest.fixture(scope="module")
def napping(image):
    """A companion on a battery, which nobody has touched for two minutes."""
    handheld = Handheld(image, host=False)
    handheld.pico.battery.plug(False)
    handheld.boot()
    handheld.pico.run(122_000)
    return handheld


def test_a_nap_takes_hardly_any_work(napping):
    awake, seconds = worked(napping, lambda: napping.pico.run(10_000))
    print(f"{awake / seconds * 1000:.1f} ms of work a second")
    assert awake / seconds <= load("power.toml")["naps"]["awake"]


def test_the_press_that_ends_a_nap_counts_at_once_and_the_bus_is_no_faster(napping):
    pico, pictures = napping.pico, napping.pictures
    pico.run(300)
    pico.tap("down", 60)
    assert pico.run_until(lambda: napping.pictures > pictures, 2_000, 1) < 500
    napping.settle()
    assert pico.panel.faults == []
    assert pico.panel_hertz <= 8_000_000


def test_a_cable_ends_the_naps(napping):
    napping.pico.run(122_000)
    napping.pico.battery.plug(True)
    napping.pico.run(100)
    awake, seconds = worked(napping, lambda: napping.pico.run(1_000))
    assert awake / seconds > 0.1


@pytest.mark.parametrize("level", [0.1, 0.25])
def test_a_board_that_is_no_pico_keeps_its_panel_and_its_link(any_image, level):
    """A YD-RP2040 on a cable, which none of its pins shows."""
    handheld = Handheld(any_image)
    handheld.pico.battery.make_ordinary(level)
    handheld.boot()
    for press in ("down", "up"):
        handheld.press(press)
        handheld.settle()
    assert handheld.ask("info")["supply"] is None
    assert handheld.ask("log")["lines"] == []
    panel = handheld.pico.panel
    assert panel.glass != bytes(4736) and panel.faults == handheld.pico.errors == []
    asked = "from companion.boards import make\nboard = make()\nboard.find_power()\n"
    asked += (
        "power = board.power\npower.look()\nprint(power.volts, power.low, power.may_nap(), power.on_cable())"
    )
    assert handheld.pico.exec(asked) == "None False False True\n"


def test_a_host_counts_as_a_cable(any_image):
    handheld = Handheld(any_image)
    handheld.pico.battery.plug(False)
    handheld.pico.battery.set(3.15)
    handheld.boot()
    handheld.press("down")
    handheld.settle()
    assert handheld.ask("info")["supply"] == pytest.approx(315, abs=1)
    assert handheld.pico.panel.glass != bytes(4736)
    asked = "from companion.power import Power\nprint(Power().on_cable())"
    assert handheld.pico.exec(asked) == "True\n"


def test_an_empty_battery_leaves_a_white_panel_that_has_no_voltage(image):
    handheld = Handheld(image, host=False)
    handheld.pico.battery.plug(False)
    handheld.boot()
    handheld.pico.battery.set(3.15)
    handheld.press("down")
    panel = handheld.pico.panel
    handheld.pico.run_until(lambda: panel.asleep, 20_000, 10)
    handheld.pico.run(100)
    assert panel.glass == bytes(4736) and not panel.powered
    assert panel.faults == handheld.pico.errors == []
    # a cable brings it back
    handheld.pico.battery.plug(True)
    handheld.pico.battery.set(4.8)
    pictures = handheld.pictures
    handheld.pico.run_until(lambda: handheld.pictures > pictures, 20_000, 10)
