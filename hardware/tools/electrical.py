"""Checks a circuit against electrical rules, and describes the faults in sentences.

Kinds of pins: "source" drives a supply net, "source through a diode" does so unless another source drives it
higher, "supply" needs a source, "ground" belongs on GND. "output" drives a signal, "input" and "pulled down"
listen to a signal, "pulled up" waits for a contact to ground. "contact" joins nothing by itself; two contacts
of the same device are a switch. "gpio" is a GPIO that nobody uses, and like "not connected" stays free.
"""

from collections import Counter
from collections.abc import Iterator

from .circuit import Circuit, Device, End

GROUND = "GND"
_DRIVES = {"source", "output"}
_FEEDS = {"source", "source through a diode"}
_LISTENS = {"input", "pulled down"}
_MAY_STAY_FREE = {"gpio", "not connected"}


def find_faults(circuit: Circuit) -> list[str]:
    """Return a sentence for each fault of a circuit; [] if it is correct."""
    rules = (_ends, _free_pins, _drivers, _diodes, _listeners, _supplies, _grounds, _pull_ups, _switches)
    return [sentence for rule in rules for sentence in rule(circuit)]


def _ends(circuit: Circuit) -> Iterator[str]:
    """Check that every end is an existing pin on only one net, and that no net has a single end."""
    used = Counter(end for ends in circuit.nets.values() for end in ends)
    for end, times in used.items():
        if circuit.kind(end) is None:
            yield f"There is no pin {end}."
        elif circuit.kind(end) in _MAY_STAY_FREE:
            yield f"{end} is to stay free."
        if times > 1:
            yield f"{end} is used {times} times."
    for net, ends in circuit.nets.items():
        if len(ends) < 2:
            yield f"{net} joins nothing: it has one end."


def _free_pins(circuit: Circuit) -> Iterator[str]:
    """Every pin of every device is connected, except for unused pins of the Pico."""
    used = {end for ends in circuit.nets.values() for end in ends}
    for device in circuit.devices.values():
        for pin, kind in device.pins.items():
            needed = device.name != "pico" or kind in {"output", "pulled up", "pulled down"}
            if needed and End(device.name, pin) not in used:
                yield f"{End(device.name, pin)} is joined to nothing."


def _drivers(circuit: Circuit) -> Iterator[str]:
    """Nothing is driven from two sides; several diodes may feed one net, as the highest voltage wins."""
    for net, ends in circuit.nets.items():
        kinds = {end: circuit.kind(end) for end in ends}
        drivers = [end for end, kind in kinds.items() if kind in _DRIVES]
        grounds = [end for end, kind in kinds.items() if kind == "ground"]
        diodes = [end for end, kind in kinds.items() if kind == "source through a diode"]
        if len(drivers) > 1 or (drivers and diodes):
            yield f"{net} is driven by {_join(drivers + diodes)}."
        if (drivers or diodes) and grounds:
            yield f"{net} shorts {_join(drivers + diodes)} to ground."


def _diodes(circuit: Circuit) -> Iterator[str]:
    """A diode feeds no net that something drives through a closed switch: it is the wrong way round."""
    for net, ends in circuit.nets.items():
        connected = [end for other in _connected_nets(circuit, net) - {net} for end in circuit.nets[other]]
        drivers = [end for end in connected if circuit.kind(end) in _DRIVES]
        for end in ends:
            if circuit.kind(end) == "source through a diode" and drivers:
                yield f"{end} feeds {net}, which {_join(drivers)} drives already."


def _listeners(circuit: Circuit) -> Iterator[str]:
    """Every input has something that drives it."""
    for net, ends in circuit.nets.items():
        kinds = [circuit.kind(end) for end in ends]
        for end, kind in zip(ends, kinds, strict=True):
            if kind in _LISTENS and "output" not in kinds:
                yield f"{end} listens to {net}, which nobody drives."


def _supplies(circuit: Circuit) -> Iterator[str]:
    """Every supply pin is fed, if need be through a closed switch."""
    fed = {net for net, ends in circuit.nets.items() if any(circuit.kind(end) in _FEEDS for end in ends)}
    for net, ends in circuit.nets.items():
        for end in ends:
            if circuit.kind(end) == "supply" and not _connected_nets(circuit, net) & fed:
                yield f"{end} is on {net}, which nothing feeds."


def _grounds(circuit: Circuit) -> Iterator[str]:
    """Every ground pin is on the ground net."""
    for net, ends in circuit.nets.items():
        for end in ends:
            if circuit.kind(end) == "ground" and net != GROUND:
                yield f"{end} is a ground but is on {net}."


def _pull_ups(circuit: Circuit) -> Iterator[str]:
    """A pressed button joins one pulled-up GPIO to ground, and nothing drives that GPIO."""
    for net, ends in circuit.nets.items():
        pulled = [end for end in ends if circuit.kind(end) == "pulled up"]
        if pulled and GROUND not in _connected_nets(circuit, net):
            yield f"{net} is pulled up, but no contact takes it to ground."
        if len(pulled) > 1:
            yield f"{net} joins {_join(pulled)}."
        if pulled and any(circuit.kind(end) in _DRIVES for end in ends):
            yield f"{net} is driven, though a button takes it to ground."
    for device in circuit.devices.values():
        joined = _nets_of(circuit, device)
        if device.part == "button" and not any(
            circuit.kind(end) == "pulled up" for net in joined - {GROUND} for end in circuit.nets[net]
        ):
            yield f"{device.name} has no pull-up: its level floats while nobody presses it."


def _switches(circuit: Circuit) -> Iterator[str]:
    """A switch has its two contacts on different nets."""
    for device in circuit.devices.values():
        contacts = [End(device.name, pin) for pin, kind in device.pins.items() if kind == "contact"]
        on = [net for net, ends in circuit.nets.items() for end in ends if end in contacts]
        if len(contacts) == 2 and len(on) == 2 and on[0] == on[1]:
            yield f"{device.name} has both contacts on {on[0]}."


def _connected_nets(circuit: Circuit, net: str) -> set[str]:
    """Return this net and the nets connected to it while the contacts of its devices are closed."""
    names = {end.device for end in circuit.nets[net] if circuit.kind(end) == "contact"}
    return {net}.union(*(_nets_of_contacts(circuit, circuit.devices[name]) for name in names))


def _nets_of_contacts(circuit: Circuit, device: Device) -> set[str]:
    """Return the nets that a device's contacts are on."""
    contacts = {End(device.name, pin) for pin, kind in device.pins.items() if kind == "contact"}
    return {net for net, ends in circuit.nets.items() if contacts & set(ends)}


def _nets_of(circuit: Circuit, device: Device) -> set[str]:
    """Return the nets that a device is on."""
    return {net for net, ends in circuit.nets.items() if any(end.device == device.name for end in ends)}


def _join(ends: list[End]) -> str:
    return " and ".join(map(str, ends))
