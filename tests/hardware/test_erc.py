"""A second opinion on the circuit: the electrical rules check of SKiDL, where that is installed.

It knows kinds of pins and no more; pull-ups, contacts and diodes are in test_circuit.py.
"""

import importlib.util

import pytest

from hardware.tools import circuit as circuits
from hardware.tools.circuit import End

pytestmark = pytest.mark.skipif(
    not importlib.util.find_spec("skidl"), reason="a second opinion needs SKiDL: pip install -e '.[erc]'"
)

FUNCTIONS = {
    "source": "PWROUT",
    "source through a diode": "PWROUT",
    "supply": "PWRIN",
    "ground": "PWRIN",
    "output": "OUTPUT",
    "input": "INPUT",
    "pulled down": "INPUT",
    "pulled up": "INPUT",
    "contact": "PASSIVE",
    "gpio": "BIDIR",
    "not connected": "NOCONNECT",
}


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """Have SKiDL check a circuit; gives how many (errors, warnings) it finds."""
    # it leaves its logs where it is imported
    monkeypatch.chdir(tmp_path)
    from skidl import POWER, Circuit, Net
    from skidl.logger import erc_logger

    def judge(circuit):
        made = Circuit()
        parts = {device.name: part(device, made) for device in circuit.devices.values()}
        for name, ends in circuit.nets.items():
            net = Net(name, circuit=made)
            net += [parts[end.device][end.pin] for end in ends]
            if name == "GND":
                net.drive = POWER
        joined = {end for ends in circuit.nets.values() for end in ends}
        for device in circuit.devices.values():
            for pin in device.pins:
                if End(device.name, pin) not in joined and device.name == "pico":
                    made.NC += parts["pico"][pin]
        erc_logger.error.reset()
        erc_logger.warning.reset()
        made.ERC()
        return erc_logger.error.count, erc_logger.warning.count

    return judge


def part(device, circuit):
    """Return a device as a part of SKiDL's; a pin that is pulled up is an input, and a diode is passive."""
    from skidl import SKIDL, Part, Pin
    from skidl.pin import pin_types

    def function(kind):
        return pin_types.PASSIVE if device.part == "diode" else getattr(pin_types, FUNCTIONS[kind])

    pins = [Pin(num=name, name=name, func=function(kind)) for name, kind in device.pins.items()]
    return Part(name=device.part, ref=device.name, tool=SKIDL, circuit=circuit, pins=pins)


@pytest.mark.parametrize("power", circuits.POWER)
def test_it_finds_nothing_in_the_reference_build(judged, power):
    assert judged(circuits.reference(power)) == (0, 0)


def test_it_finds_two_outputs_on_one_signal(judged):
    circuit = circuits.reference()
    circuit.nets["PANEL_BUSY"].append(End("pico", "14"))
    circuit.nets["PANEL_CLK"].remove(End("pico", "14"))
    errors, _ = judged(circuit)
    assert errors


def test_it_finds_a_pin_that_was_forgotten(judged):
    circuit = circuits.reference()
    circuit.nets["PANEL_DC"].remove(End("panel", "DC"))
    _, warnings = judged(circuit)
    assert warnings
