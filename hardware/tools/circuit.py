"""Builds the circuit of the reference build from pins.toml, pico.toml and reference.toml.

All facts are in these files; the GPIO of each signal is in pins.toml.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

HARDWARE = Path(__file__).resolve().parents[1]
POWER = ("usb", "aaa", "lipo")
"""The power supplies of the reference build: the USB cable alone, or a battery as well."""


class End(NamedTuple):
    """One end of a net: a device and a pin of it. The Pico's pins have the numbers of its header."""

    device: str
    pin: str

    def __str__(self) -> str:
        return f"{self.device}.{self.pin}"


@dataclass
class Device:
    """A part in the circuit. part: the id of its row in parts.csv. pins: {pin: kind}, see reference.toml."""

    name: str
    part: str
    label: str
    pins: dict[str, str]


@dataclass
class Circuit:
    """Devices, and the nets that join their pins."""

    devices: dict[str, Device] = field(default_factory=dict)
    nets: dict[str, list[End]] = field(default_factory=dict)

    def join(self, net: str, *ends: End) -> None:
        """Add ends to a net, which is created by its first ends."""
        self.nets.setdefault(net, []).extend(ends)

    def kind(self, end: End) -> str | None:
        """Return the kind of the pin at an end, or None if there is no such pin."""
        device = self.devices.get(end.device)
        return device.pins.get(end.pin) if device else None


def load(name: str) -> dict:
    """Return the data of a TOML file of hardware/."""
    return tomllib.loads((HARDWARE / name).read_text(encoding="utf-8"))


def header() -> dict[int, str]:
    """Return the names on the Pico's header by pin number, 1 to 40."""
    return dict(enumerate(load("pico.toml")["pins"], 1))


def header_pin(gpio: int) -> int:
    """Return the header's pin number of a GPIO. Raises KeyError for a GPIO that the header lacks."""
    return {name: number for number, name in header().items()}[f"GP{gpio}"]


def pins() -> dict:
    """Return the pin table of the reference board from pins.toml."""
    return load("pins.toml")[load("reference.toml")["board"]]


def buttons() -> tuple[str, ...]:
    """Return the names of the buttons, in the order of the pin table."""
    return tuple(pins()["buttons"])


def signals() -> dict[str, tuple[str, str, int]]:
    """Return for each signal net the device and the pin at its end, and its GPIO."""
    table = pins()
    panel = {
        f"PANEL_{name.upper()}": ("panel", name.upper(), gpio)
        for name, gpio in table["panel"].items()
        if name != "spi"
    }
    buttons = {f"BUTTON_{name.upper()}": (name, "1", gpio) for name, gpio in table["buttons"].items()}
    return panel | buttons


def reference(power: str = "usb") -> Circuit:
    """Return the circuit of the reference build.

    power: one of POWER.
    Raises KeyError for any other, and ValueError if reference.toml calls a pin of the Pico by a wrong name.
    """
    data = load("reference.toml")
    circuit = Circuit()
    circuit.devices["pico"] = _make_pico()
    _add_parts(circuit, data)
    for net, (device, pin, gpio) in signals().items():
        circuit.join(net, End("pico", str(header_pin(gpio))), End(device, pin))
    if power != "usb":
        _add_parts(circuit, data["power"][power])
    return circuit


def _make_pico() -> Device:
    kinds = load("pico.toml")["kinds"]
    pins = {str(number): kinds.get(name, "gpio") for number, name in header().items()}
    pins |= {str(header_pin(gpio)): _gpio_kind(device, pin) for device, pin, gpio in signals().values()}
    return Device("pico", "pico", "Raspberry Pi Pico", pins)


def _gpio_kind(device: str, pin: str) -> str:
    """Return the kind that a GPIO must have, given the pin that it is wired to."""
    if device in buttons():
        return "pulled up"
    kind = load("reference.toml")["devices"][device]["pins"][pin]
    return {"input": "output", "output": "pulled down"}[kind]


def _add_parts(circuit: Circuit, data: dict) -> None:
    """Add the devices and nets of a table of reference.toml to a circuit."""
    for name, device in data["devices"].items():
        circuit.devices[name] = Device(name, device["part"], device["label"], dict(device["pins"]))
    for net, ends in data["nets"].items():
        circuit.join(net, *(_parse_end(text) for text in ends))


def _parse_end(text: str) -> End:
    """Return the end that reference.toml names; "pico.GND#3" is pin 3 of the Pico, whose name is GND."""
    device, pin = text.split(".", 1)
    if device != "pico":
        return End(device, pin)
    name, _, number = pin.partition("#")
    number = number or str(next(at for at, named in header().items() if named == name))
    if header().get(int(number)) != name:
        raise ValueError(f"Pin {number} of the Pico is not {name}, as {text} has it.")
    return End(device, number)
