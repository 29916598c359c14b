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
    machine.connect(Mock())
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


def test_a_pin_that_is_used_twice(circuit):
    circuit.join("BUTTON_B", End("pico", "6"))
    assert "pico.6 is used 2 times." in find_faults(circuit)


def test_a_pin_that_does_not_exist(circuit):
    circuit.join("GND", End("panel", "VCC"), End("pico", "41"))
    assert {"There is no pin panel.VCC.", "There is no pin pico.41."} <= set(find_faults(circuit))


def test_a_wire_that_ends_in_the_air(circuit):
    circuit.nets["PANEL_DC"].remove(End("panel", "DC"))
    found = find_faults(circuit)
    assert "PANEL_DC joins nothing: it has one end." in found
    assert "panel.DC is joined to nothing." in found


def test_a_signal_that_is_driven_from_two_sides(circuit):
    circuit.nets["PANEL_BUSY"].append(End("pico", "14"))
    circuit.nets["PANEL_CLK"].remove(End("pico", "14"))
    found = find_faults(circuit)
    assert "PANEL_BUSY is driven by panel.BUSY and pico.14." in found
    assert "panel.CLK listens to PANEL_CLK, which nobody drives." in found


def test_a_battery_without_its_diode():
    circuit = circuits.reference("aaa")
    circuit.nets["VSYS"].remove(End("diode", "K"))
    circuit.nets["VSYS"].append(End("switch", "2"))
    circuit.nets["VSYS"].append(End("cells", "+"))
    assert "VSYS is driven by cells.+ and pico.39." in find_faults(circuit)


def test_a_battery_the_wrong_way_round():
    circuit = circuits.reference("aaa")
    for net, end in (("GND", End("cells", "-")), ("BATTERY", End("cells", "+"))):
        circuit.nets[net].remove(end)
    circuit.nets["GND"].append(End("cells", "+"))
    circuit.nets["BATTERY"].append(End("cells", "-"))
    found = find_faults(circuit)
    assert "GND shorts cells.+ to ground." in [sentence for sentence in found if sentence.startswith("GND")]
    assert "cells.- is a ground but is on BATTERY." in found
    assert "diode.A is on SWITCHED, which nothing feeds." in found


def test_a_diode_the_wrong_way_round():
    circuit = circuits.reference("aaa")
    for pin, old, new in (("K", "VSYS", "SWITCHED"), ("A", "SWITCHED", "VSYS")):
        circuit.nets[old].remove(End("diode", pin))
        circuit.nets[new].append(End("diode", pin))
    assert find_faults(circuit) == ["diode.K feeds SWITCHED, which cells.+ drives already."]


def test_a_supply_that_nobody_feeds(circuit):
    circuit.nets["VSYS"].remove(End("panel", "VSYS"))
    circuit.join("NOWHERE", End("panel", "VSYS"), End("up", "2"))
    assert "panel.VSYS is on NOWHERE, which nothing feeds." in find_faults(circuit)


def test_a_button_that_reaches_no_ground(circuit):
    circuit.nets["GND"].remove(End("a", "2"))
    found = find_faults(circuit)
    assert "a.2 is joined to nothing." in found
    assert "BUTTON_A is pulled up, but no contact takes it to ground." in found


def test_a_button_without_a_pull_up(circuit):
    circuit.nets["BUTTON_A"] = [End("a", "1"), End("panel", "CS")]
    assert "a has no pull-up: its level floats while nobody presses it." in find_faults(circuit)


def test_two_gpios_on_one_button(circuit):
    circuit.nets["BUTTON_A"].append(End("pico", "7"))
    circuit.nets["BUTTON_B"].remove(End("pico", "7"))
    assert "BUTTON_A joins pico.6 and pico.7." in find_faults(circuit)


def test_a_button_that_shorts_what_drives(circuit):
    circuit.nets["BUTTON_A"].append(End("panel", "BUSY"))
    circuit.nets["PANEL_BUSY"].remove(End("panel", "BUSY"))
    assert "BUTTON_A is driven, though a button takes it to ground." in find_faults(circuit)


def test_a_button_with_both_contacts_on_ground(circuit):
    circuit.nets["GND"].append(End("a", "1"))
    circuit.nets["BUTTON_A"].remove(End("a", "1"))
    assert "a has both contacts on GND." in find_faults(circuit)


def test_a_pin_that_is_to_stay_free(circuit):
    circuit.join("GND", End("pico", "30"))
    assert "pico.30 is to stay free." in find_faults(circuit)


def test_an_end_that_names_the_wrong_pin_is_refused(monkeypatch):
    data = circuits.load("reference.toml")
    data["nets"]["GND"][0] = "pico.GND#4"
    monkeypatch.setattr(
        circuits, "load", lambda name, load=circuits.load: data if name == "reference.toml" else load(name)
    )
    with pytest.raises(ValueError, match=r"Pin 4 of the Pico is not GND, as pico\.GND#4 has it\."):
        circuits.reference()
