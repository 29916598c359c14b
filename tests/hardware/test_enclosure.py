"""The printed parts: whole, thick enough, printable as they lie, and all that goes inside finds its place."""

import re
from dataclasses import replace

import pytest

from hardware.enclosure.boards import ENCLOSURES, REFERENCE
from hardware.tools.circuit import HARDWARE

pytest.importorskip("build123d", reason="the enclosure's tests need build123d: pip install -e '.[enclosure]'")
trimesh = pytest.importorskip(
    "trimesh", reason="the enclosure's tests need trimesh: pip install -e '.[enclosure]'"
)

from build123d import Align, Box, Pos, Rot, import_step  # noqa: E402

from hardware.enclosure import checks  # noqa: E402
from hardware.enclosure.assembly import assemble  # noqa: E402
from hardware.enclosure.components import make_batteries, make_components, make_glass, make_plug  # noqa: E402
from hardware.enclosure.export import export_parts, write_stl  # noqa: E402
from hardware.enclosure.legends import LEGENDS  # noqa: E402
from hardware.enclosure.printed_parts import (  # noqa: E402
    lay_on_plate,
    locate_base,
    make_base,
    make_cap,
    make_lid,
    make_printed_parts,
)

D = ENCLOSURES[REFERENCE]
OTHERS = sorted(set(ENCLOSURES) - {REFERENCE})
NAMES = ("base", "lid", "cap-a", "cap-b", "cap-c", "cap-up", "cap-down", "stand")


@pytest.fixture(scope="module")
def parts():
    return make_printed_parts(D)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, parts):
    made = tmp_path_factory.mktemp("enclosure")
    export_parts(made, D, parts)
    return made


@pytest.fixture(scope="module")
def mesh(folder):
    """The mesh that a printer's slicer reads, by name."""
    return {name: trimesh.load_mesh(folder / f"{name}.stl") for name in NAMES}


def test_all_parts_are_there(parts):
    assert tuple(parts) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_part_is_one_watertight_piece(name, mesh, parts):
    assert len(parts[name].solids()) == 1
    assert mesh[name].is_watertight and mesh[name].is_winding_consistent
    assert len(mesh[name].split()) == 1
    assert mesh[name].volume == pytest.approx(parts[name].volume, rel=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_as_printed_and_of_the_same_size(name, mesh, folder):
    read = import_step(str(folder / f"{name}.step")).bounding_box()
    assert mesh[name].bounds[0][2] == pytest.approx(0, abs=0.01)
    assert tuple(read.size) == pytest.approx(mesh[name].extents, abs=0.1)
    assert max(read.size) < 180, "it fits a small printer"


@pytest.mark.parametrize("name", NAMES)
def test_walls_are_thick_enough_for_the_nozzle(name, mesh):
    assert checks.find_thin_walls(mesh[name], D) == []


def test_a_thin_wall_is_found(tmp_path):
    thin = Box(20, 20, 10) - Box(18.7, 30, 8)
    write_stl(thin, str(tmp_path / "thin.stl"))
    assert checks.find_thin_walls(trimesh.load_mesh(tmp_path / "thin.stl"), D)


@pytest.mark.parametrize("name", NAMES)
def test_it_prints_without_support(name, mesh):
    assert checks.find_overhangs(mesh[name], D) == []


def test_what_lies_the_wrong_way_round_needs_support(parts, tmp_path):
    for name in ("base", "lid", "cap-a", "stand"):
        over = Rot(180, 0, 0) * lay_on_plate(name, parts[name])
        over = Pos(0, 0, -over.bounding_box().min.Z) * over
        write_stl(over, str(tmp_path / "over.stl"))
        assert checks.find_overhangs(trimesh.load_mesh(tmp_path / "over.stl"), D), name


@pytest.mark.parametrize(
    ("battery", "side"), [("aaa", -1), ("lipo", 1)], ids=["aaa-usb-left", "lipo-usb-right"]
)
def test_everything_fits_without_overlap(parts, battery, side):
    bodies = assemble(D, battery, parts)
    pressed_on = bodies | {"plug": locate_base(D) * make_plug(D, side)}
    assert checks.find_overlaps(pressed_on) == []
    assert min(body.bounding_box().min.Z for body in pressed_on.values()) >= -0.001, (
        "nothing reaches into the table"
    )


def test_it_is_as_large_as_the_readme_says(parts):
    boxes = [body.bounding_box() for body in assemble(D, None, parts).values()]
    size = [
        max(getattr(box.max, axis) for box in boxes) - min(getattr(box.min, axis) for box in boxes)
        for axis in "XYZ"
    ]
    text = " ".join((HARDWARE / "README.md").read_text(encoding="utf-8").split())
    said = re.search(r"at (\d+)° .* (\d+) × (\d+) mm on the table and is (\d+) mm high", text)
    assert [int(number) for number in said.groups()] == [D.reading_angle, *(round(length) for length in size)]


def test_an_overlap_is_found(parts):
    bodies = {"lid": parts["lid"], "cap-a": Pos(1, 0, 0) * parts["cap-a"]}
    assert checks.find_overlaps(bodies)[0].startswith("lid and cap-a overlap")


@pytest.mark.parametrize("name", D.button_positions)
def test_a_cap_can_be_pressed_but_not_fall_out(parts, name):
    pressed = Pos(0, 0, -0.5) * parts[f"cap-{name}"]
    assert checks.find_overlaps({"lid": parts["lid"], "base": parts["base"], "pressed": pressed}) == []
    pulled = Pos(0, 0, 2 * D.cap_play) * parts[f"cap-{name}"]
    assert checks.find_overlaps({"lid": parts["lid"], "pulled": pulled})


def test_every_legend_is_cut_into_its_cap_and_no_two_letters_are_alike(parts):
    blank = make_cap(replace(D, legend_depth=0.0), "a").volume
    cut = {name: blank - parts[f"cap-{name}"].volume for name in D.button_positions}
    assert {name: volume for name, volume in cut.items() if not 5 < volume < 15} == {}
    assert len({round(cut[name], 1) for name in ("a", "b", "c", "up")}) == 4
    assert cut["up"] == pytest.approx(cut["down"])


@pytest.mark.parametrize("name", D.button_positions)
def test_a_legend_keeps_off_the_edge_of_its_cap(name):
    reach = max(abs(value) for line in LEGENDS[name] for point in line for value in point) * D.legend_height
    assert reach + D.legend_stroke / 2 < D.cap_size / 2 - 1


@pytest.mark.parametrize("offset", [-D.active_offset, 0.0, D.active_offset])
def test_the_active_area_is_fully_in_the_window(parts, offset):
    align = (Align.CENTER, Align.CENTER, Align.MIN)
    above = Pos(offset, 0, D.lid_z) * Box(D.active_width, D.active_height, 20, align=align)
    assert checks.find_overlaps({"lid": parts["lid"], "sight": above}) == []


def test_the_glass_closes_the_window(parts):
    wide, high = D.window_size
    assert make_glass(D).bounding_box().size.X > wide + 2 and make_glass(D).bounding_box().size.Y > high + 2
    assert checks.find_overlaps({"lid": parts["lid"], "glass": make_glass(D)}) == []


def test_the_buttons_are_where_the_panel_says_what_they_do():
    at = D.button_positions
    assert at["a"][0] < at["b"][0] == 0 < at["c"][0] < D.active_width / 2
    assert at["up"][1] == -at["down"][1] > 0
    assert at["up"][0] > D.module_width / 2


def test_the_batteries_hang_between_the_walls_of_the_stand(parts):
    for bodies in make_batteries(D).values():
        for body in bodies.values():
            hanging = (locate_base(D) * body).bounding_box()
            stand = parts["stand"].bounding_box()
            assert stand.min.Z <= hanging.min.Z and hanging.max.Y < stand.max.Y


def test_another_module_gets_an_enclosure_of_its_own():
    longer = replace(D, module_width=89.5, inside_left=-48.0, inside_right=63.0, up_down_x=53.5)
    bodies = {"base": make_base(longer), "lid": make_lid(longer)} | make_components(longer)
    assert checks.find_overlaps(bodies) == []


@pytest.mark.parametrize("board", OTHERS)
def test_the_enclosure_of_another_board_prints_and_takes_what_goes_into_it(board, tmp_path):
    d = ENCLOSURES[board]
    bodies = make_printed_parts(d)
    export_parts(tmp_path, d, bodies)
    for name in ("base", "lid"):
        mesh = trimesh.load_mesh(tmp_path / f"{name}.stl")
        assert mesh.is_watertight and len(mesh.split()) == 1
        assert checks.find_thin_walls(mesh, d) == checks.find_overhangs(mesh, d) == []
    assert (
        checks.find_overlaps(assemble(d, "lipo", bodies) | {"plug": locate_base(d) * make_plug(d, 1)}) == []
    )
    align = (Align.CENTER, Align.CENTER, Align.MIN)
    for offset in (-d.active_offset, d.active_offset):
        above = Pos(offset, 0, d.lid_z) * Box(d.active_width, d.active_height, 20, align=align)
        assert checks.find_overlaps({"lid": bodies["lid"], "sight": above}) == []
    assert (
        make_glass(d).bounding_box().size.X > d.window_size[0] + 2
        and make_glass(d).bounding_box().size.Y > d.window_size[1] + 2
    )
