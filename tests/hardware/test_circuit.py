"""The reference build's circuit: the pins are those of the Pico, the pin table and the firmware."""

from unittest.mock import Mock

import machine
import pytest
from companion.boards import PicoEpaper29

from hardware.tools import circuit as circuits
from hardware.tools.circuit import End


@pytest.fixture
def circuit():
    return circuits.reference()


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
    """The setup of each GPIO by the firmware: (mode, pull), by number."""
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


def test_an_end_that_names_the_wrong_pin_is_refused(monkeypatch):
    data = circuits.load("reference.toml")
    data["nets"]["GND"][0] = "pico.GND#4"
    monkeypatch.setattr(
        circuits, "load", lambda name, load=circuits.load: data if name == "reference.toml" else load(name)
    )
    with pytest.raises(ValueError, match=r"Pin 4 of the Pico is not GND, as pico\.GND#4 has it\."):
        circuits.reference()
