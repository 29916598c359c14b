"""Generates the tables in hardware/README.md and boards.md from the data, each between two comments."""

import re
from collections.abc import Callable

from . import boards
from .circuit import HARDWARE, POWER, header_pin, load, signals
from .parts import parts, total
from .power import budgets, hours, idle_days, overdrive, panel_hours

FILE = HARDWARE / "README.md"
_NOTES = {
    "panel DC": "low: command, high: data",
    "panel CS": "active low",
    "panel CLK": "SPI{spi} SCK",
    "panel DIN": "SPI{spi} TX",
    "panel RST": "low for 2 ms or more resets, also out of deep sleep",
    "panel BUSY": "high while the glass is busy",
}
_BUILDS = {
    "both": "both",
    "breadboard": "breadboard",
    "soldered": "soldered",
    "aaa": "3 × AAA",
    "lipo": "LiPo",
}


def wiring() -> str:
    """Return the table of the reference board's signals, with their GPIOs and the Pico's pins."""
    spi = load("pins.toml")[load("reference.toml")["board"]]["panel"]["spi"]
    rows = []
    for device, pin, gpio in sorted(signals().values(), key=lambda signal: signal[2]):
        name = f"panel {pin}" if device == "panel" else f"button {device.upper()}"
        note = _NOTES.get(name, "to ground").format(spi=spi)
        rows.append((name, gpio, header_pin(gpio), note))
    return _table(("signal", "GPIO", "Pico pin", "note"), rows)


def shopping() -> str:
    """Return the table of the parts for each build."""
    rows = []
    for part in parts():
        builds = ("both",) if part.builds == ("breadboard", "soldered") else part.builds
        words = ", ".join(_BUILDS[build] for build in builds)
        row = (
            part.quantity,
            part.part,
            words,
            part.look_for,
            part.order_as,
            f"{part.euros:g} €",
            part.sold_by,
        )
        rows.append(row)
    return _table(("", "part", "for", "look for", "order as", "about", "sold by"), rows)


def prices() -> str:
    """Return the table of each build's cost."""
    rows = [
        ("on the breadboard, USB", f"{total('breadboard'):.0f} €"),
        ("soldered, in the enclosure, USB", f"{total('soldered'):.0f} €"),
        *(
            (f"{_BUILDS[power]} in addition", f"{total('soldered', power) - total('soldered'):.0f} €")
            for power in POWER[1:]
        ),
    ]
    return _table(("build", "about"), rows)


def budget() -> str:
    """Return the table of the worst-case loads."""
    rows = [(b.supply, f"{b.drawn:.1f} mA", f"{b.given:g} mA") for b in budgets()]
    return _table(("supply", "drawn at most", "gives"), rows)


def endurance() -> str:
    """Return the table of how long the batteries and the panel last."""
    batteries = load("power.toml")["batteries"]
    rows = [
        (battery["what"], f"about {hours(name):.0f} hours", f"about {idle_days(name):.0f} days")
        for name, battery in batteries.items()
    ]
    rows.append(("the panel", f"about {round(panel_hours(), -2):.0f} hours", ""))
    return _table(("part", "play", "left on"), rows)


def known_boards() -> str:
    """Return the table of the boards of the firmware."""
    head = ("board", "what it is", "chip", "buttons", "panel", "how the companion knows it")
    return _table(head, boards.rows())


def inputs() -> str:
    """Return the table of how far the panel's inputs lie above its supply, by the battery's voltage."""
    allowed = load("power.toml")["inputs"]["above_supply_volts"]
    rows = []
    for volts in (4.5, 4.0, 3.7, 3.5, 3.4, 3.3, 3.0, 2.4):
        above = overdrive(volts)
        state = "good" if above < allowed - 0.01 else "the limit" if above < allowed + 0.01 else "too much"
        rows.append((f"{volts} V", f"{volts / 3:.2f} V", f"{above:.1f} V", state))
    return _table(("battery", "an AAA cell of three", "inputs above the supply", "that is"), rows)


TABLES = {
    "wiring": wiring,
    "shopping": shopping,
    "prices": prices,
    "budget": budget,
    "inputs": inputs,
    "endurance": endurance,
}
FILES = {FILE: TABLES, boards.FILE: {"boards": known_boards}}
"""{page: the tables that it has}"""


def with_tables(text: str, wanted: dict[str, Callable[[], str]]) -> str:
    """Return a text with every table between its comments replaced. wanted: one of FILES.

    Raises ValueError when a table's comments are missing.
    """
    for name, make in wanted.items():
        marked = re.compile(rf"(<!-- {name}: .*?-->\n).*?(<!-- end -->)", re.S)
        if len(marked.findall(text)) != 1:
            raise ValueError(f"The table {name} has {len(marked.findall(text))} places in the text, not one.")
        before, start, end, after = marked.split(text)
        text = before + start + make() + end + after
    return text


def _table(head: tuple, rows: list[tuple]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
