"""`arcana image`: one file for the drive of a new board, as the boot loader of its chip takes it."""

import json
import os
import struct
import subprocess
import sys

import littlefs
import pytest
from arcana_host import board_names
from arcana_host.install.build import device_files, write_folder
from arcana_host.install.whole_image import runs_on
from arcana_portable.install.image import check_image, read_blocks
from arcana_portable.install.micropython import OLDEST
from builds import BUILDS
from host.test_micropython import FILES, PICO, PICO_2, for_a_pico_2, image, program

START, SIZE = FILES[PICO]
BOARD = "pico-epaper-2.9"
MAIN = "from arcana_host.cli import main; main()"


@pytest.fixture
def micropython(tmp_path):
    path = tmp_path / "micropython.uf2"
    path.write_bytes(image())
    return path


@pytest.fixture
def made(arcana, micropython, tmp_path):
    """Make a file with `arcana image`; returns its content."""

    def make(*options, board=BOARD):
        target = tmp_path / "companion.uf2"
        target.unlink(missing_ok=True)
        status, _, err = arcana("image", "--micropython", micropython, "--board", board, *options, target)
        assert (status, err) == (0, "")
        return target.read_bytes()

    return make


def for_build(build):
    """An image of a build, whose files lie where a Pico has them."""
    says = f"MicroPython-{'.'.join(map(str, build.version))}.0-arm--with-newlib4.5.0"
    flash = program(says=says, machine=build.machine)
    return for_a_pico_2(flash=flash) if "RP2350" in build.machine else image(flash=flash)


def flash_with(content, size=16 << 20):
    """The flash, with old bytes all over it, after the boot loader has written a file to it."""
    flash = bytearray(b"\x5a" * size)
    for at in range(0, len(content), 512):
        _, _, _, address, count, *_ = struct.unpack_from("<8I", content, at)
        start = address - 0x10000000
        flash[start : start + count] = content[at + 32 : at + 32 + count]
    return flash


def files_in(region):
    """The files of a littlefs, read as littlefs-python itself does it."""
    disk = littlefs.LittleFS(block_size=4096, block_count=len(region) // 4096, mount=False)
    disk.context.buffer = bytearray(region)
    disk.mount()
    found = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            with disk.open(f"{folder}/{name}", "rb") as file:
                found[f"{folder}/{name}".strip("/")] = file.read()
    return found


def test_it_has_micropython_and_all_files_of_the_companion(made, tmp_path):
    content = made()
    flash = flash_with(content)
    assert flash[:1024] == program()
    region = flash[START - 0x10000000 :][:SIZE]
    paths = write_folder(tmp_path / "folder", board=BOARD)
    assert files_in(region) == {path: (tmp_path / "folder" / path).read_bytes() for path in paths}


def test_every_block_of_the_file_system_is_in_it(made):
    """Of an earlier file system, halves of folders that stayed would be newer than the companion's."""
    blocks, chip = read_blocks(made())
    assert chip.name == "RP2040"
    there = {block.address for block in blocks if len(block.data) == 256}
    assert there >= set(range(START, START + SIZE, 256))


def test_the_same_input_gives_the_same_bytes_in_any_folder_at_any_time(made, micropython, tmp_path):
    """Also without SOURCE_DATE_EPOCH, as nothing in it has a date."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    words = ("image", "--micropython", micropython, "--board", BOARD, "companion.uf2")
    environment = {**os.environ, "TMPDIR": str(folder), "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    subprocess.run([sys.executable, "-c", MAIN, *words], cwd=folder, env=environment, check=True)
    assert (folder / "companion.uf2").read_bytes() == made()


def test_its_settings_are_those_that_were_asked_for(made):
    flash = flash_with(made("--language", "de", "--names", "Ann,Jörg"))
    settings = json.loads(files_in(flash[START - 0x10000000 :][:SIZE])["settings.json"])
    assert settings["language"] == "german"
    assert (settings["names"].split(",")[:3], settings["players"]) == (["Ann", "Jörg", "Bo"], 2)


def test_some_games_only(made):
    flash = flash_with(made("--games", "score-pad"))
    paths = [path for path in device_files(6, ["score_pad"])]
    assert set(files_in(flash[START - 0x10000000 :][:SIZE])) == {*paths, "board.txt"}


def test_without_micropython_for_a_board_that_has_it(made):
    blocks, _ = read_blocks(made("--files-only"))
    assert {block.address for block in blocks} == set(range(START, START + SIZE, 256))


def test_an_image_for_the_rp2350_keeps_the_block_before_it(made, micropython):
    micropython.write_bytes(for_a_pico_2())
    content = made()
    assert content[:512] == for_a_pico_2()[:512]
    blocks, chip = read_blocks(content)
    assert chip.name == "RP2350" and blocks[-1].address == sum(FILES[PICO_2]) - 256


@pytest.mark.parametrize(
    ("options", "status", "sentence"),
    [
        (("--board", "commodore-64"), 2, "There is no board commodore-64"),
        (("--board", "badger2350"), 2, "is not for a badger2350"),
        (("--board", "badger2040w"), 2, "for Raspberry Pi Pico with RP2040 is not for a badger2040w"),
        (("--board", BOARD, "--language", "tlh"), 2, "There is no language tlh: --language takes en, de"),
        (("--board", BOARD, "--names", "Ann"), 2, "Give 2 to 8 names"),
        (("--board", BOARD, "--games", "chess"), 2, "There is no game chess"),
    ],
)
def test_what_makes_no_sense_is_a_sentence_and_leaves_no_file(
    arcana, micropython, tmp_path, options, status, sentence
):
    target = tmp_path / "companion.uf2"
    found, _, err = arcana("image", "--micropython", micropython, *options, target)
    assert found == status and sentence in err and not target.exists()


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_a_board_gets_only_the_builds_that_it_can_have(build):
    made_for = check_image("it", for_build(build)) if build.version >= OLDEST else None
    fitting = {board for board in board_names() if made_for and runs_on(made_for, board)}
    assert fitting <= set(build.boards) and (fitting or not made_for)


def test_nor_does_an_image_without_room_of_another_board_or_none_at_all(arcana, micropython, tmp_path):
    micropython.write_bytes(image(flash=program(files=(START, 64 << 10))))
    target = tmp_path / "companion.uf2"
    status, _, err = arcana("image", "--micropython", micropython, "--board", BOARD, target)
    assert status == 1 and "the files do not fit into the 64 KB for them" in err and not target.exists()
    micropython.write_bytes(image(flash=program(machine="Seeed XIAO RP2040 with RP2040")))
    status, _, err = arcana("image", "--micropython", micropython, "--board", BOARD, target)
    assert status == 2 and "XIAO RP2040 with RP2040 is not for a pico" in err and not target.exists()
    status, _, err = arcana("image", "--micropython", tmp_path / "none.uf2", "--board", BOARD, target)
    assert status == 1 and "none.uf2 can't be read" in err and not target.exists()


def test_a_file_that_is_there_and_one_that_can_t_be_written(arcana, micropython, tmp_path):
    words = ("image", "--micropython", micropython, "--board", BOARD)
    for target, sentence in ((micropython, "--force"), (tmp_path / "none" / "companion.uf2", "can't be")):
        before = micropython.read_bytes()
        status, _, err = arcana(*words, target)
        assert status != 0 and sentence in err and micropython.read_bytes() == before
