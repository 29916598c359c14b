"""The parts list: whole, and all that the circuit needs; the pictures of the guide."""

from collections import Counter

import pytest
from PIL import Image

from hardware.enclosure.freshness import MADE_FROM, PICTURES_FOLDER, source_digest
from hardware.tools.circuit import HARDWARE, POWER, reference
from hardware.tools.parts import BUILDS, Part, parts

SHOPS = ("maker shop", "electronics distributor", "hardware store", "supermarket", "3D printing shop")


@pytest.mark.parametrize("part", parts(), ids=lambda part: part.id)
def test_a_part_can_be_bought(part: Part):
    assert part.quantity >= 1
    assert part.builds and set(part.builds) <= set(BUILDS)
    assert len({part.look_for, part.alternative_1, part.alternative_2}) == 3
    assert 0 < part.euros < 50 and part.sold_by in SHOPS


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
    assert (HARDWARE / "wiring" / "breadboard.svg").read_text().count("data-ends=") <= listed["jumper"]


# the pictures show the enclosure as it is

NAMES = ("standing", "exploded", "plate", "lid-inside", "base-inside", "below")


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_fresh(name):
    with Image.open(PICTURES_FOLDER / f"{name}.png") as picture:
        assert picture.info.get(MADE_FROM) == source_digest(), "run make enclosure-pictures"


def test_there_are_no_others():
    assert sorted(path.stem for path in PICTURES_FOLDER.iterdir()) == sorted(NAMES)
