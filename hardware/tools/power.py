"""The power budget of the reference build, and how long a battery lasts.

power.toml has the figures and their sources; this is only the arithmetic.
"""

from typing import NamedTuple

from .circuit import buttons, load


class Budget(NamedTuple):
    """The worst-case load and the capacity of a supply, in milliamperes."""

    supply: str
    drawn: float
    given: float


def budgets() -> list[Budget]:
    """Return the budget of every supply: the Pico's 3.3 V, and USB with and without a charging battery."""
    data = load("power.toml")
    from_vsys = data["pico"]["peak_milliamperes"] + data["panel"]["peak_milliamperes"]
    held = len(buttons()) * 3.3 / data["buttons"]["pull_up_kiloohms"]
    usb = data["usb"]["milliamperes"]
    return [
        Budget("3V3, outside the Pico", held + _panel_on_3v3(data), data["regulator"]["milliamperes"]),
        Budget("USB", from_vsys, usb),
        Budget("USB, charging", from_vsys + data["charger"]["milliamperes"], usb),
    ]


def _panel_on_3v3(data: dict) -> float:
    return data["panel"]["peak_milliamperes"] if data["panel"]["pin"] == "3V3" else 0.0


def milliwatts(volts: float) -> float:
    """Return the average power in milliwatts that a game takes from VSYS. volts: the voltage there."""
    pico, panel, game = (load("power.toml")[part] for part in ("pico", "panel", "game"))
    presses = game["presses_per_turn"]
    working = presses * game["press_milliseconds"] / 1000 / game["turn_seconds"]
    # While its supply is on, we assume that the panel takes as much as during a refresh
    supplied = (presses * game["press_seconds"] + game["supply_seconds"]) / game["turn_seconds"]
    waiting = pico["wait_milliwatts"]
    return (
        waiting
        + (working + pico["idle_awake"]) * (pico["work_milliwatts"] - waiting)
        + supplied * panel["refresh_milliamperes"] * volts
    )


def overdrive(volts: float) -> float:
    """Return how far the panel's inputs lie above its supply. volts: of the battery, before its diode."""
    data = load("power.toml")
    supply = min(3.3, volts - data["diode"]["volts"] - data["inputs"]["dropout_volts"])
    return data["inputs"]["signal_volts"] - supply


def panel_hours() -> float:
    """Return for how many hours of play the panel lasts, with a refresh for each press."""
    data = load("power.toml")
    game = data["game"]
    return data["panel"]["refreshes"] / game["presses_per_turn"] * game["turn_seconds"] / 3600


def hours(battery: str) -> float:
    """Return for how many hours of play a battery lasts.

    battery: its name in power.toml. Raises KeyError for any other.
    """
    milliwatt_hours, at_vsys = _energy(battery)
    return milliwatt_hours / milliwatts(at_vsys)


def idle_days(battery: str) -> float:
    """Return for how many days a battery lasts if the device is on and nobody presses.

    battery: as for `hours`.
    """
    pico, naps = load("power.toml")["pico"], load("power.toml")["naps"]
    drawn = naps["asleep_milliwatts"] + naps["awake"] * pico["work_milliwatts"]
    return _energy(battery)[0] / drawn / 24


def _energy(battery: str) -> tuple[float, float]:
    """Return the milliwatt hours that a battery gives on VSYS, and the volts there."""
    data = load("power.toml")
    cell, diode = data["batteries"][battery], data["diode"]["volts"]
    at_vsys = cell["volts"] - diode
    return cell["milliampere_hours"] * cell["usable"] * at_vsys, at_vsys
