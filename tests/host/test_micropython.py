"""MicroPython onto a new Pico: only an image that is one for it, and only onto a drive that is one."""

import os
import struct
import threading
import time

import pytest
from arcana_host.errors import FlashError
from arcana_host.install import uf2
from arcana_host.install.chips import CHIPS, RP2040, RP2350
from arcana_host.install.micropython import MicroPython
from arcana_host.install.uf2 import await_port, choose_drive, copy_image, find_drives, read_image
from arcana_host.link.ports import Port

INFO = {
    RP2040: "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n",
    RP2350: "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n",
}
ARM, RISC_V, ABSOLUTE = 0xE48BFF59, 0xE48BFF5A, 0xE48BFF57


def block(number, total, family=0xE48BFF56, address=0x10000000, flags=0x2000, size=256):
    """One block as the format's description has it: eight words, 476 bytes of data, one more word."""
    head = (0x0A324655, 0x9E5D5157, flags, address + 256 * number, size, number, total, family)
    return struct.pack("<8I", *head) + bytes(476) + struct.pack("<I", 0x0AB16F30)


def image(count=4, **changes):
    return b"".join(block(number, count, **changes) for number in range(count))


def for_a_pico_2(count=4, family=ARM):
    """As MicroPython's own are: a block of its own goes before the image, and is no part of it."""
    return block(0, 2, ABSOLUTE, address=0x10FFFF00) + image(count, family=family)


def make_drive(parent, chip):
    folder = parent / chip.drive
    folder.mkdir()
    (folder / "INFO_UF2.TXT").write_bytes(INFO[chip].encode())
    return folder


@pytest.fixture
def drive(tmp_path):
    return make_drive(tmp_path, RP2040)


@pytest.fixture
def pico_2(tmp_path):
    return make_drive(tmp_path, RP2350)


WRONG = {
    "empty": (b"", "is not a UF2 file"),
    "a text": (b"<html>not found</html>" * 100, "is not a UF2 file"),
    "cut off": (image()[:-100], "is cut off in the middle of a block"),
    "a block is missing at the end": (image()[:-512], "block 1 of 3 calls itself 1 of 4"),
    "a block is there twice": (image(2) + image(2), "is not complete"),
    "blocks changed places": (block(1, 2) + block(0, 2), "block 1 of 2 calls itself 2 of 2"),
    "the end of a block is damaged": (image()[:-1] + b"x", "is damaged in block 4 of 4"),
    "the start of a block is damaged": (image()[:512] + b"x" * 512 + image()[1024:], "block 2 of 4"),
    "more bytes than a block holds": (image(size=477), "is damaged in block 1 of 4"),
    "for another maker's chip": (image(family=0x1C5F21B0), "is for the ESP32, not for the RP2040 or RP2350"),
    "for a chip nobody knows": (image(family=1), "is for another chip"),
    "for two chips": (image(2, family=ARM) + image(2), "is for another chip"),
    "only the block before an image": (block(0, 2, ABSOLUTE, address=0x10FFFF00), "is for another chip"),
    "a block is missing after that one": (for_a_pico_2()[:-512], "block 1 of 3 calls itself 1 of 4"),
    "without a family": (image(flags=0), "is for another chip"),
    "for the memory": (image(address=0x20000000), "is not for the Pico's flash"),
}


class TestTheImage:
    @pytest.mark.parametrize(
        ("content", "chip"),
        [
            (image(), RP2040),
            (for_a_pico_2(), RP2350),
            (for_a_pico_2(family=RISC_V), RP2350),
            (image(family=ARM), RP2350),
        ],
    )
    def test_one_for_a_pico_is_taken_as_it_is_and_its_chip_is_known(self, tmp_path, content, chip):
        (tmp_path / "good.uf2").write_bytes(content)
        assert read_image(tmp_path / "good.uf2") == (content, chip)

    @pytest.mark.parametrize(("content", "why"), WRONG.values(), ids=WRONG)
    def test_anything_else_is_refused(self, tmp_path, content, why):
        (tmp_path / "bad.uf2").write_bytes(content)
        with pytest.raises(FlashError) as error:
            read_image(tmp_path / "bad.uf2")
        assert why in str(error.value) and "micropython.org" in str(error.value)

    def test_a_file_that_is_not_there_is_a_sentence(self, tmp_path):
        with pytest.raises(FlashError, match="can't be read: No such file"):
            read_image(tmp_path / "none.uf2")


@pytest.mark.parametrize(
    ("machine", "version"),
    [
        ("Raspberry Pi Pico with RP2040", (1, 24, 0)),
        ("Raspberry Pi Pico W with RP2040", (1, 28, 0)),
        ("Raspberry Pi Pico2 with RP2350", (1, 24, 0)),
        ("Raspberry Pi Pico 2 W with RP2350", (1, 25, 0)),
        ("Raspberry Pi Pico2 with RP2350-RISCV", (1, 24, 1)),
    ],
)
def test_a_board_with_micropython_takes_a_companion(machine, version):
    assert MicroPython(version, machine).unfit is None


class TestTheDrive:
    def test_is_known_by_what_it_says_of_itself(self, tmp_path, drive, pico_2):
        (tmp_path / "stick").mkdir()
        (tmp_path / "odd").mkdir()
        (tmp_path / "odd" / "INFO_UF2.TXT").write_bytes(b"\xff\xfe")
        assert find_drives([*sorted(tmp_path.iterdir()), tmp_path / "none"]) == [
            (pico_2, RP2350),
            (drive, RP2040),
        ]

    def test_one_that_was_named_has_to_be_one(self, tmp_path, drive):
        assert choose_drive(RP2040, drive) == drive
        with pytest.raises(FlashError, match="is not the drive of a Pico"):
            choose_drive(RP2040, tmp_path)

    def test_none_or_several_is_a_sentence(self, monkeypatch, tmp_path, drive):
        monkeypatch.setattr(uf2, "_places", lambda: [])
        with pytest.raises(FlashError, match="BOOTSEL"):
            choose_drive(RP2040)
        monkeypatch.setattr(uf2, "_places", lambda: [drive])
        assert choose_drive(RP2040) == drive
        monkeypatch.setattr(uf2, "_places", lambda: [drive, drive])
        with pytest.raises(FlashError, match=r"Several Picos wait.*--drive"):
            choose_drive(RP2040)

    def test_the_one_with_the_chip_of_the_image_is_chosen(self, monkeypatch, drive, pico_2):
        monkeypatch.setattr(uf2, "_places", lambda: [drive, pico_2])
        assert [choose_drive(chip) for chip in CHIPS] == [drive, pico_2]


def restart(drive):
    """Do as the boot loader does once it has the last block: the drive is gone."""

    def wait():
        while not (drive / "micropython.uf2").exists() or not (drive / "micropython.uf2").stat().st_size:
            time.sleep(0.01)
        (drive / "INFO_UF2.TXT").unlink()

    threading.Thread(target=wait, daemon=True).start()


class TestCopying:
    def test_the_whole_image_arrives_and_the_board_starts(self, drive):
        written = []
        restart(drive)
        copy_image(image(), drive, written.append)
        assert (drive / "micropython.uf2").read_bytes() == image()
        assert sum(written) == len(image())

    def test_a_board_that_does_not_start_is_a_sentence(self, drive):
        with pytest.raises(FlashError, match=r"Copying MicroPython .* failed .it has not started."):
            copy_image(image(), drive, patience=0)

    def test_a_drive_that_takes_nothing_is_a_sentence(self, drive):
        (drive / "micropython.uf2").mkdir()
        with pytest.raises(FlashError, match=r"Copying MicroPython .* failed .Is a directory."):
            copy_image(image(), drive)

    def test_a_drive_that_goes_before_the_file_is_closed_has_taken_it(self, drive, monkeypatch):
        def disappear(number):
            (drive / "INFO_UF2.TXT").unlink()
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(os, "fsync", disappear)
        copy_image(image(), drive)

    def test_the_port_is_the_one_that_was_not_there_before(self, monkeypatch):
        ports = [Port("/dev/ttyACM0", "E1"), Port("/dev/ttyACM1", "E2")]
        monkeypatch.setattr(uf2, "find_ports", lambda: ports)
        assert await_port(["/dev/ttyACM0"]) == "/dev/ttyACM1"
        with pytest.raises(FlashError, match="no port has appeared"):
            await_port(["/dev/ttyACM0", "/dev/ttyACM1"], patience=0)


class TestTheCommand:
    def test_micropython_and_the_companion_in_one_go(self, arcana, board, drive, tmp_path, monkeypatch):
        small = {"companion/app.mpy": b"new", "main.py": b"# it starts here\n"}
        monkeypatch.setattr("arcana_host.install.flash.device_files", lambda mpy, games: small)
        (tmp_path / "image.uf2").write_bytes(image())
        restart(drive)
        words = ("--micropython", tmp_path / "image.uf2", "--drive", drive, "--port", board.path)
        status, out, err = arcana("flash", *words)
        assert status == 0, err
        assert (drive / "micropython.uf2").read_bytes() == image()
        assert board.files()["/companion/app.mpy"] == b"new"
        assert "The companion" in out and "runs on" in out

    @pytest.mark.parametrize(("content", "chip"), [(for_a_pico_2(), RP2040), (image(), RP2350)])
    def test_an_image_for_the_other_chip_goes_nowhere(self, arcana, tmp_path, content, chip):
        target = make_drive(tmp_path, chip)
        (tmp_path / "image.uf2").write_bytes(content)
        status, _, err = arcana("flash", "--micropython", tmp_path / "image.uf2", "--drive", target)
        assert status == 1 and err.count("\n") == 1
        assert f"with the {chip.name}. Nothing was copied; {chip.where_from} has the right one" in err
        assert not (target / "micropython.uf2").exists()

    @pytest.mark.parametrize("chip", CHIPS)
    def test_a_pico_that_waits_for_micropython_is_told_where_to_get_its_own(
        self, arcana, monkeypatch, tmp_path, chip
    ):
        target = make_drive(tmp_path, chip)
        monkeypatch.setattr("arcana_host.link.ports.find_ports", lambda: [])
        monkeypatch.setattr(uf2, "_places", lambda: [target])
        status, _, err = arcana("flash")
        assert status == 1 and f"The {chip.board} on {target} needs MicroPython" in err
        assert f"{chip.where_from} and name it: `arcana flash --micropython IMAGE.uf2`" in err

    def test_with_no_board_at_all_the_same_is_said(self, arcana, monkeypatch):
        monkeypatch.setattr("arcana_host.link.ports.find_ports", lambda: [])
        monkeypatch.setattr(uf2, "_places", lambda: [])
        status, _, err = arcana("flash")
        assert status == 1 and "BOOTSEL" in err and all(chip.where_from in err for chip in CHIPS)

    def test_a_drive_without_an_image_makes_no_sense(self, arcana, drive):
        status, _, err = arcana("flash", "--drive", drive)
        assert status == 2 and "--micropython" in err
