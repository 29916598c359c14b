"""The reference build's circuit: sound as it is, and what the check says when it isn't."""

from unittest.mock import Mock

import machine
import pytest
from companion.boards import PicoEpaper29

from hardware.tools import circuit as circuits
from hardware.tools.circuit import End
from hardware.tools.electrical import find_faults


@pytest.fixture
def circuit():
    return circuits.reference()


@pytest.mark.parametrize("power", circuits.POWER)
def test_the_reference_build_may_be_built(power):
    assert find_faults(circuits.reference(power)) == []


def test_the_header_is_the_picos():
    header = circuits.header()
    assert len(header) == 40
    assert [number for number, name in header.items() if name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    gpios = sorted(int(name[2:]) for name in header.values() if name.startswith("GP"))
    assert gpios == [*range(23), 26, 27, 28]


def test_every_signal_of_the_pin_table_is_a_net_from_its_gpio(circuit):
    table = circuits.pins()
    for part, prefix in (("panel", "PANEL_"), ("buttons", "BUTTON_")):
        for name, gpio in table[part].items():
            if name != "spi":
                ends = circuit.nets[prefix + name.upper()]
                assert [circuits.header()[int(end.pin)] for end in ends if end.device == "pico"] == [
                    f"GP{gpio}"
                ]


@pytest.fixture
def set_up(monkeypatch):
    """What the firmware makes of each GPIO: (mode, pull), by number."""
    made = {}
    prepare = machine.Pin.__init__

    def noted(self, id, mode=-1, pull=-1, *, value=None):
        prepare(self, id, mode, pull, value=value)
        if mode != -1:
            made[id] = (mode, pull)

    monkeypatch.setattr(machine.Pin, "__init__", noted)
    machine.connect(Mock(machine="Raspberry Pi Pico with RP2040"))
    PicoEpaper29().panel()
    PicoEpaper29().buttons()
    yield made
    machine.connect(None)


def test_the_firmware_sets_every_pin_up_as_the_circuit_needs_it(circuit, set_up):
    wanted = {
        "output": (machine.Pin.OUT, -1),
        "pulled down": (machine.Pin.IN, machine.Pin.PULL_DOWN),
        "pulled up": (machine.Pin.IN, machine.Pin.PULL_UP),
    }
    needed = {
        int(name[2:]): wanted[kind]
        for number, name in circuits.header().items()
        if (kind := circuit.kind(End("pico", str(number)))) in wanted
    }
    # The SPI drives two by itself, and a state machine RST
    table = circuits.pins()["panel"]
    by_itself = {needed.pop(table[name]) for name in ("clk", "din", "rst")}
    assert by_itself == {wanted["output"]}
    set_up.pop(table["rst"], None)
    assert set_up == needed


def test_the_pins_by_which_a_badger_is_found_stay_free_on_the_pico(circuit):
    badger = circuits.load("pins.toml")["badger2040"]["power"]
    used = {end for ends in circuit.nets.values() for end in ends}
    for gpio in (badger["feed"], badger["reference"]):
        assert End("pico", str(circuits.header_pin(gpio))) not in used


# ends that are taken off a net (-), or put onto one (+), and what is said then
FAULTS = {
    "a pin that is used twice": ("usb", "+BUTTON_B pico.6", ["pico.6 is used 2 times."]),
    "pins that do not exist": (
        "usb",
        "+GND panel.VCC +GND pico.41",
        ["There is no pin panel.VCC.", "There is no pin pico.41."],
    ),
    "a wire that ends in the air": (
        "usb",
        "-PANEL_DC panel.DC",
        ["PANEL_DC joins nothing: it has one end.", "panel.DC is joined to nothing."],
    ),
    "a signal that is driven from two sides": (
        "usb",
        "+PANEL_BUSY pico.14 -PANEL_CLK pico.14",
        [
            "PANEL_BUSY is driven by panel.BUSY and pico.14.",
            "panel.CLK listens to PANEL_CLK, which nobody drives.",
        ],
    ),
    "a battery without its diode": (
        "aaa",
        "-VSYS diode.K +VSYS switch.2 +VSYS cells.+",
        ["VSYS is driven by cells.+ and pico.39."],
    ),
    "a battery the wrong way round": (
        "aaa",
        "-GND cells.- -BATTERY cells.+ +GND cells.+ +BATTERY cells.-",
        [
            "GND shorts cells.+ to ground.",
            "cells.- is a ground but is on BATTERY.",
            "diode.A is on SWITCHED, which nothing feeds.",
        ],
    ),
    "a diode the wrong way round": (
        "aaa",
        "-VSYS diode.K +SWITCHED diode.K -SWITCHED diode.A +VSYS diode.A",
        ["diode.K feeds SWITCHED, which cells.+ drives already."],
    ),
    "a supply that nobody feeds": (
        "usb",
        "-VSYS panel.VSYS +NOWHERE panel.VSYS +NOWHERE up.2",
        ["panel.VSYS is on NOWHERE, which nothing feeds."],
    ),
    "a button that reaches no ground": (
        "usb",
        "-GND a.2",
        ["a.2 is joined to nothing.", "BUTTON_A is pulled up, but no contact takes it to ground."],
    ),
    "a button without a pull-up": (
        "usb",
        "-BUTTON_A pico.6 +BUTTON_A panel.CS",
        ["a has no pull-up: its level floats while nobody presses it."],
    ),
    "two GPIOs on one button": (
        "usb",
        "+BUTTON_A pico.7 -BUTTON_B pico.7",
        ["BUTTON_A joins pico.6 and pico.7."],
    ),
    "a button that shorts what drives": (
        "usb",
        "+BUTTON_A panel.BUSY -PANEL_BUSY panel.BUSY",
        ["BUTTON_A is driven, though a button takes it to ground."],
    ),
    "a button with both contacts on ground": (
        "usb",
        "+GND a.1 -BUTTON_A a.1",
        ["a has both contacts on GND."],
    ),
    "a pin that is to stay free": ("usb", "+GND pico.30", ["pico.30 is to stay free."]),
}


@pytest.mark.parametrize(("power", "changes", "said"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found(power, changes, said):
    circuit = circuits.reference(power)
    words = changes.split()
    for (sign, *net), end in zip(words[::2], words[1::2], strict=True):
        ends = circuit.nets.setdefault("".join(net), [])
        (ends.append if sign == "+" else ends.remove)(End(*end.split(".")))
    found = find_faults(circuit)
    assert [sentence for sentence in said if sentence not in found] == [], found


def test_an_end_that_names_the_wrong_pin_is_refused(monkeypatch):
    data = circuits.load("reference.toml")
    data["nets"]["GND"][0] = "pico.GND#4"
    monkeypatch.setattr(
        circuits, "load", lambda name, load=circuits.load: data if name == "reference.toml" else load(name)
    )
    with pytest.raises(ValueError, match=r"Pin 4 of the Pico is not GND, as pico\.GND#4 has it\."):
        circuits.reference()
