"""The parts list: whole, and all that the circuit needs."""

import csv
from collections import Counter

import pytest

from hardware.enclosure.dimensions import Dimensions
from hardware.tools import breadboard
from hardware.tools.circuit import HARDWARE, POWER, reference
from hardware.tools.parts import BUILDS, Part, parts, total

SHOPS = ("maker shop", "electronics distributor", "hardware store", "supermarket", "3D printing shop")


def test_no_cell_is_empty():
    with (HARDWARE / "parts.csv").open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    assert head == [*Part._fields[:3], "build", *Part._fields[4:]]
    for row in rows:
        assert len(row) == len(head), row
        assert all(cell == cell.strip() != "" for cell in row), row


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.id)
def test_a_part_can_be_bought(part: Part):
    assert part.quantity >= 1
    assert part.builds and set(part.builds) <= set(BUILDS)
    assert len({part.look_for, part.alternative_1, part.alternative_2}) == 3
    assert 0 < part.euros < 50 and part.sold_by in SHOPS


def test_a_build_costs_what_its_parts_cost_together():
    listed = {part.id: part.euros for part in parts()}
    both = listed["pico"] + listed["panel"] + listed["button"] + listed["usb-cable"]
    assert total("breadboard") == both + listed["breadboard"] + listed["jumper"]
    assert total("breadboard", "soldered") == sum(
        part.euros for part in parts() if not set(part.builds) & {"aaa", "lipo"}
    )


def test_no_part_is_listed_twice():
    assert max(Counter(part.id for part in parts()).values()) == 1


@pytest.mark.parametrize("power", POWER)
@pytest.mark.parametrize("build", ["breadboard", "soldered"])
def test_the_list_has_every_part_of_the_circuit_as_often_as_it_is_needed(build, power):
    listed = {part.id: part.quantity for part in parts() if {build, power} & set(part.builds)}
    needed = Counter(device.part for device in reference(power).devices.values())
    assert {part: listed.get(part) for part in needed} == needed


def test_the_holder_gets_its_cells():
    listed = {part.id: part.quantity for part in parts()}
    assert listed["aaa-cell"] == 3 * listed["aaa-holder"]


def test_there_is_a_jumper_for_every_wire_on_the_breadboard():
    listed = {part.id: part.quantity for part in parts()}
    assert breadboard.draw().count("data-ends=") <= listed["jumper"]


def test_what_the_list_says_of_sizes_fits_the_enclosure():
    d = Dimensions()
    look_for = {part.id: part.look_for for part in parts()}
    assert f"{d.button_plunger_height:g} mm high" in look_for["button"]
    assert f"{d.long_stripboard_length:g}×{d.stripboard_width:g} mm" in look_for["stripboard"]
    assert f"{d.short_stripboard_length:g}×{d.stripboard_width:g} mm" in look_for["stripboard"]
    assert "{:g}×{:g}×{:g} mm".format(*d.holder_size) in look_for["aaa-holder"]
    assert "{:g}×{:g}×{:g} mm".format(*d.cell_size) in look_for["lipo"]
    assert "{1:g}×{0:g} mm".format(*d.switch_opening) in look_for["switch"]
    assert f"thicker than {d.plug_thickness:g} mm" in look_for["usb-cable"]
    assert f"wider than {d.plug_width:g} mm" in look_for["usb-cable"]
    assert {part.id: part.quantity for part in parts()}["screw"] == len(d.lid_screws)
    assert {part.id: part.quantity for part in parts()}["screw-stand"] == len(d.stand_screws)
