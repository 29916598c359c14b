"""The circuit of the reference build, put together from pins.toml, pico.toml and reference.toml.

Nothing is decided here: a signal has the GPIO that pins.toml gives it, and everything else is data, too.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

HARDWARE = Path(__file__).resolve().parents[1]
POWER = ("usb", "aaa", "lipo")
"""What may feed the reference build: only the USB cable, or a battery as well."""


class End(NamedTuple):
    """One end of a net: a device and one of its pins. The Pico's pins go by their number in the header."""

    device: str
    pin: str

    def __str__(self) -> str:
        return f"{self.device}.{self.pin}"


@dataclass
class Device:
    """A part as it is built in: `part` is its row of parts.csv, `pins` has the kind of each pin."""

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
        """Put ends on a net, which begins with its first ends."""
        self.nets.setdefault(net, []).extend(ends)

    def kind(self, end: End) -> str | None:
        """Return the kind of the pin at an end, None where there is no such pin."""
        device = self.devices.get(end.device)
        return device.pins.get(end.pin) if device else None


def load(name: str) -> dict:
    """Return the data of a TOML file of hardware/."""
    return tomllib.loads((HARDWARE / name).read_text(encoding="utf-8"))


def header() -> dict[int, str]:
    """Return the names on the Pico's header by pin number, 1 to 40."""
    return dict(enumerate(load("pico.toml")["pins"], 1))


def header_pin(gpio: int) -> int:
    """Return the header's pin number of a GPIO. Raises KeyError for one that the header does not have."""
    return {name: number for number, name in header().items()}[f"GP{gpio}"]


def pins() -> dict:
    """Return the pin table of the reference board, as pins.toml has it."""
    return load("pins.toml")[load("reference.toml")["board"]]


def buttons() -> tuple[str, ...]:
    """Return the names of the buttons, in the order of the pin table."""
    return tuple(pins()["buttons"])


def signals() -> dict[str, tuple[str, str, int]]:
    """Return, for each net that is a signal, the device and the pin that it ends at and its GPIO."""
    table = pins()
    panel = {
        f"PANEL_{name.upper()}": ("panel", name.upper(), gpio)
        for name, gpio in table["panel"].items()
        if name != "spi"
    }
    buttons = {f"BUTTON_{name.upper()}": (name, "1", gpio) for name, gpio in table["buttons"].items()}
    return panel | buttons


def reference(power: str = "usb") -> Circuit:
    """Return the circuit of the reference build, fed by one of POWER."""
    data = load("reference.toml")
    circuit = Circuit()
    circuit.devices["pico"] = _pico()
    _add(circuit, data)
    for net, (device, pin, gpio) in signals().items():
        circuit.join(net, End("pico", str(header_pin(gpio))), End(device, pin))
    if power != "usb":
        _add(circuit, data["power"][power])
    return circuit


def _pico() -> Device:
    kinds = load("pico.toml")["kinds"]
    made = {str(number): kinds.get(name, "gpio") for number, name in header().items()}
    made |= {str(header_pin(gpio)): _gpio_kind(device, pin) for device, pin, gpio in signals().values()}
    return Device("pico", "pico", "Raspberry Pi Pico", made)


def _gpio_kind(device: str, pin: str) -> str:
    """What a GPIO has to be so that it suits what hangs on it."""
    if device in buttons():
        return "pulled up"
    asked = load("reference.toml")["devices"][device]["pins"][pin]
    return {"input": "output", "output": "pulled down"}[asked]


def _add(circuit: Circuit, data: dict) -> None:
    for name, device in data["devices"].items():
        circuit.devices[name] = Device(name, device["part"], device["label"], dict(device["pins"]))
    for net, ends in data["nets"].items():
        circuit.join(net, *(_end(told) for told in ends))


def _end(told: str) -> End:
    device, pin = told.split(".", 1)
    if device != "pico":
        return End(device, pin)
    name, _, number = pin.partition("#")
    number = number or str(next(at for at, named in header().items() if named == name))
    if header().get(int(number)) != name:
        raise ValueError(f"Pin {number} of the Pico is not {name}, as {told} has it.")
    return End(device, number)
