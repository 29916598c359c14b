"""MicroPython onto a Pico: only an image for it, onto a drive that is one, and no game is lost."""

import io
import os
import struct
import sys
import threading
import time

import pytest
from arcana_host.install import uf2
from arcana_host.install.uf2 import await_port, choose_drive, copy_image, find_drives, read_image
from arcana_host.link.ports import Port
from arcana_portable.errors import FlashError
from arcana_portable.firmware import firmware_folder
from arcana_portable.install.chips import CHIPS, RP2040, RP2350, chip_in, image_for
from arcana_portable.install.image import Region, read
from arcana_portable.install.micropython import MicroPython
from host.prompt_board import PromptBoard

INFO = {
    RP2040: "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n",
    RP2350: "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n",
}
ARM, RISC_V, ABSOLUTE = 0xE48BFF59, 0xE48BFF5A, 0xE48BFF57
PICO, PICO_W = "Raspberry Pi Pico with RP2040", "Raspberry Pi Pico W with RP2040"
PICO_2 = "Raspberry Pi Pico2 with RP2350"
# from the mpconfigboard.h of RPI_PICO, RPI_PICO_W and RPI_PICO2
FILES = {PICO: (0x100A0000, 1408 * 1024), PICO_W: (0x1012C000, 848 * 1024), PICO_2: (0x10100000, 3 << 20)}

PAGES = {
    RP2040: "micropython.org/download (Pico: RPI_PICO, Pico W: RPI_PICO_W)",
    RP2350: "micropython.org/download (Pico 2: RPI_PICO2, Pico 2 W: RPI_PICO2_W)",
}


def block(number, total, family=0xE48BFF56, address=0x10000000, flags=0x2000, size=256, data=b""):
    """One block as the format's description has it: eight words, 476 bytes of data, one more word."""
    head = (0x0A324655, 0x9E5D5157, flags, address + 256 * number, size, number, total, family)
    return struct.pack("<8I", *head) + data.ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30)


def program(
    name="MicroPython", says="MicroPython-1.28.0-arm--with-newlib4.5.0", machine=PICO, files=None, at=0x1D4
):
    """The flash with a program, as the pico-sdk and MicroPython build it; each of its texts crosses blocks.

    name: in its binary info (pico-sdk, binary_info/structure.h), None for a program without. says: a text
    with the version. machine: of its banner. files: start and size of `block_device`, () for none. at: where
    the binary info begins.
    """
    flash = bytearray(1024)

    def put(place, content):
        flash[place : place + len(content)] = content
        return 0x10000000 + place

    put(0x2F0, says.encode() + b"\0")
    put(0x320, f"OK\0; {machine}\0Type".encode())
    if name is None:
        return bytes(flash)
    called = put(0xFC, name.encode() + b"\0")
    version = put(0x120, b"bw-1.27.0, badger2350 v2.0.1\0")
    start, size = FILES.get(machine, FILES[PICO]) if files is None else files or (0, 0)
    entries = [
        put(0x200, struct.pack("<H2sII", 6, b"RP", 0x11A9BC3A, version)),
        put(0x210, struct.pack("<H2s4IH", 7, b"MP", put(0x3E0, b"ROMFS\0"), 0x10F00000, 1 << 20, 0, 0x300)),
        put(0x230, struct.pack("<H2s4IH", 7, b"MP", called, start, size, 0, 0x300)),
        put(0x250, struct.pack("<H2sII", 6, b"RP", 0x02031C86, called)),
    ]
    if files == ():
        entries.pop(2)
    table = put(0x3F0, struct.pack(f"<{len(entries)}I", *entries))
    put(at, struct.pack("<5I", 0x7188EBF2, table, table + 4 * len(entries), 0x10000100, 0xE71AA390))
    return bytes(flash)


def image(count=4, flash=None, **changes):
    flash = flash or program()
    return b"".join(
        block(number, count, data=flash[256 * number : 256 * number + 256], **changes)
        for number in range(count)
    )


def for_a_pico_2(count=4, family=ARM, flash=None):
    """An image like MicroPython's own, with a block before it that is not part of the image."""
    first = block(0, 2, ABSOLUTE, address=0x10FFFF00)
    return first + image(count, flash or program(machine=PICO_2, at=0x124), family=family)


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
    "CircuitPython": (
        image(flash=program("CircuitPython", "9.2.1 on 2024-11-20", "Raspberry Pi Pico with rp2040")),
        "is CircuitPython, not MicroPython",
    ),
    "a C program": (image(flash=program("epd", "e-paper", "no board")), "is epd, not MicroPython"),
    "a program that says nothing": (image(flash=program(None)), "contains no MicroPython"),
    "a name with escapes": (image(flash=program("\x1b[31mred")), "contains no MicroPython"),
    "MicroPython 1.15": (
        image(flash=program(says="MicroPython v1.15 on 2021-04-18; ")),
        "is MicroPython 1.15, and the companion needs 1.24 or newer",
    ),
    "MicroPython 1.23": (image(flash=program(says="MicroPython-1.23.0-arm")), "is MicroPython 1.23.0, and"),
    "MicroPython without a version": (image(flash=program(says="MicroPython")), "without its version"),
    "MicroPython without a board": (image(flash=program(machine="no board")), "does not say for which board"),
    "MicroPython of the other chip": (image(flash=program(machine=PICO_2)), "board with the RP2040 it is"),
    "no word about the files": (image(flash=program(files=())), "does not say where on the flash"),
    "files outside of the flash": (image(flash=program(files=(0x20000000, 4096))), "does not say where"),
    "more files than flash": (image(flash=program(files=(0x10000800, 1 << 28))), "does not say where"),
    "into the files": (
        image(flash=program(files=(0x10000300, 1 << 20))),
        "brings files of its own, which would overwrite those on the board",
    ),
    "binary info that points nowhere": (
        image(flash=program().replace(struct.pack("<I", 0x100003F0), b"\xff" * 4)),
        "contains no MicroPython",
    ),
}


class TestTheImage:
    @pytest.mark.parametrize(
        ("content", "chip", "machine"),
        [
            (image(), RP2040, PICO),
            (image(flash=program(machine=PICO_W)), RP2040, PICO_W),
            (for_a_pico_2(), RP2350, PICO_2),
            (for_a_pico_2(family=RISC_V), RP2350, PICO_2),
            (for_a_pico_2()[512:], RP2350, PICO_2),
        ],
    )
    def test_one_for_a_pico_says_board_version_and_place_of_its_files(self, tmp_path, content, chip, machine):
        (tmp_path / "good.uf2").write_bytes(content)
        found = read_image(tmp_path / "good.uf2")
        assert (found.content, found.chip, found.machine) == (content, chip, machine)
        assert found.version == (1, 28, 0) and found.files == Region(*FILES[machine])
        assert b"".join(block.data for block in found.blocks) == program(
            machine=machine, at=0x124 if chip == RP2350 else 0x1D4
        )

    def test_one_of_a_maker_has_a_version_beside_its_own_name(self):
        flash = program(says="MicroPython-1.27.0-preview-arm", machine="Pimoroni Badger 2350 with RP2350")
        found = read(image(flash=flash, family=ARM))
        assert (found.version, found.machine) == ((1, 27, 0), "Pimoroni Badger 2350 with RP2350")

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


@pytest.fixture
def answers(monkeypatch):
    """Somebody at a terminal who answers a question."""

    def answer(word):
        terminal = io.StringIO(f"{word}\n")
        terminal.isatty = lambda: True
        monkeypatch.setattr(sys, "stdin", terminal)

    return answer


class TestTheCommand:
    @pytest.fixture
    def put(self, arcana, tmp_path, monkeypatch):
        """Run `arcana flash --micropython` with an image; a small companion comes after it."""
        small = {"companion/app.mpy": b"new", "main.py": (firmware_folder() / "main.py").read_bytes()}
        monkeypatch.setattr("arcana_host.install.flash.device_files", lambda mpy, games: small)

        def run(content, *words):
            (tmp_path / "image.uf2").write_bytes(content)
            return arcana("flash", "--micropython", tmp_path / "image.uf2", *words)

        return run

    def test_micropython_and_the_companion_in_one_go(self, put, board, drive):
        restart(drive)
        status, out, err = put(image(), "--erase", "--drive", drive, "--port", board.path)
        assert status == 0, err
        assert (drive / "micropython.uf2").read_bytes() == image()
        assert board.files()["/companion/app.mpy"] == b"new"
        assert "The companion" in out and "runs on" in out

    def test_a_board_with_bootsel_held_can_not_say_what_it_loses(self, put, board, drive):
        status, out, err = put(image(), "--drive", drive, "--port", board.path)
        assert status == 1 and not (drive / "micropython.uf2").exists()
        assert "keeps games and settings only if it had MicroPython for a Raspberry Pi Pico; if" in err
        assert "With BOOTSEL held it can't be asked" in err
        assert "arcana backup --device" in err and "--erase" in err and "stay" not in out

    @pytest.mark.parametrize("word", ["y", "n"])
    def test_so_the_user_is_asked(self, put, board, drive, answers, word):
        answers(word)
        restart(drive)
        status, _, _ = put(image(), "--drive", drive, "--port", board.path)
        assert status == (word == "n")
        assert (drive / "micropython.uf2").exists() == (word == "y")

    @pytest.mark.parametrize(("content", "chip"), [(for_a_pico_2(), RP2040), (image(), RP2350)])
    def test_an_image_for_the_other_chip_goes_nowhere(self, arcana, tmp_path, content, chip):
        target = make_drive(tmp_path, chip)
        (tmp_path / "image.uf2").write_bytes(content)
        status, _, err = arcana("flash", "--micropython", tmp_path / "image.uf2", "--drive", target)
        assert status == 1 and err.count("\n") == 1
        assert f"with the {chip.name}. Nothing was copied; {PAGES[chip]} has the right one" in err
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
        assert f"{PAGES[chip]} and name it: `arcana flash --micropython IMAGE.uf2`" in err

    def test_with_no_board_at_all_the_same_is_said(self, arcana, monkeypatch):
        monkeypatch.setattr("arcana_host.link.ports.find_ports", lambda: [])
        monkeypatch.setattr(uf2, "_places", lambda: [])
        status, _, err = arcana("flash")
        assert status == 1 and "BOOTSEL" in err and all(chip.image in err for chip in CHIPS)

    def test_a_drive_without_an_image_makes_no_sense(self, arcana, drive):
        status, _, err = arcana("flash", "--drive", drive)
        assert status == 2 and "--micropython" in err


GAMES = {"main.py": b"", "games/0001-0badcafe.arcana": b"a game", "settings.json": b"{}"}


class TestABoardThatRuns:
    """Without BOOTSEL, the board is asked where its files are before its boot loader starts."""

    @pytest.fixture
    def running(self, tmp_path, monkeypatch):
        """A board whose boot loader shows a drive and starts what is copied there, with the same files."""
        folder = tmp_path / "board"
        folder.mkdir()
        board = PromptBoard(folder)
        drive = tmp_path / "drive"
        again = []

        def boot_loader():
            drive.mkdir()
            (drive / "INFO_UF2.TXT").write_bytes(INFO[chip_in(board.machine)].encode())
            restart(drive)

        def find_ports():
            if board.has_power:
                return [Port(board.path, "E1")]
            if not drive.exists() or (drive / "INFO_UF2.TXT").exists():
                return []
            if not again:
                again.append(PromptBoard(folder))
                again[0].__enter__()
            return [Port(again[0].path, "E1")]

        board.boot_loader = boot_loader
        monkeypatch.setattr(uf2, "_places", lambda: [drive])
        monkeypatch.setattr(uf2, "find_ports", find_ports)
        monkeypatch.setattr("arcana_host.link.ports.find_ports", find_ports)
        for path, content in GAMES.items():
            (board.flash / path).parent.mkdir(exist_ok=True)
            (board.flash / path).write_bytes(content)
        with board:
            yield board
        for started in again:
            started.__exit__()

    put = TestTheCommand.put

    def stays(self, board):
        """Whether it was left alone: its companion runs on, with all files."""
        while board.starts < 2:
            time.sleep(0.01)
        return board.has_power and board.files() == {f"/{path}": data for path, data in GAMES.items()}

    @pytest.mark.parametrize("version", [(1, 24, 1), (1, 28, 0)])
    def test_with_its_files_where_the_image_has_them_needs_no_question(self, put, running, version, tmp_path):
        running.version = version
        status, out, err = put(image())
        assert status == 0, err
        assert "erases" not in err
        assert (tmp_path / "drive" / "micropython.uf2").read_bytes() == image()
        assert "runs on" in out and running.files()["/games/0001-0badcafe.arcana"] == b"a game"

    @pytest.mark.parametrize("version", [(1, 24, 1), (1, 28, 0)])
    def test_with_its_files_elsewhere_keeps_them_and_its_own_image_is_named(self, put, running, version):
        running.version, running.machine = version, PICO_W
        running.region = running.formatted = FILES[PICO_W]
        status, _, err = put(image())
        assert status == 1 and self.stays(running)
        place = "for a Raspberry Pi Pico, and keeps files in another place than the Raspberry Pi Pico W"
        assert f"{place}: it erases the games" in err
        assert "download/RPI_PICO_W has the image that leaves them" in err
        assert "`arcana backup --device FILE.zip`" in err and "stay" not in err

    @pytest.mark.parametrize("word", ["y", "n"])
    def test_with_its_files_elsewhere_is_erased_if_its_owner_wants_that(self, put, running, answers, word):
        running.region = running.formatted = FILES[PICO_W]
        answers(word)
        assert put(image())[0] == (word == "n")
        assert running.has_power == (word == "n")

    def test_with_a_smaller_file_system_is_not_taken_for_the_same(self, put, running):
        # littlefs mounts none whose size is another one
        running.region = running.formatted = (FILES[PICO][0], FILES[PICO][1] // 2)
        assert put(image())[0] == 1 and self.stays(running)

    def test_where_nothing_tells_the_place_is_asked_about(self, put, running):
        running.version, running.formatted = (1, 24, 1), (0x100A0000, 4096)
        status, _, err = put(image())
        assert status == 1 and "only if it had MicroPython for a" in err and self.stays(running)

    def test_without_any_file_has_nothing_to_lose(self, put, running):
        for path in sorted(running.flash.rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
        running.region = running.formatted = FILES[PICO_W]
        assert put(image())[0] == 0

    def test_with_another_chip_is_left_alone(self, put, running):
        running.machine = PICO_2
        status, _, err = put(image())
        assert status == 1 and self.stays(running)
        assert (
            "the board is a Raspberry Pi Pico2. Nothing was copied" in err
            and "RPI_PICO2 has the right one" in err
        )


@pytest.mark.parametrize(
    ("machine", "page"),
    [
        (PICO, "micropython.org/download/RPI_PICO"),
        (PICO_W, "micropython.org/download/RPI_PICO_W"),
        (PICO_2, "micropython.org/download/RPI_PICO2"),
        ("Raspberry Pi Pico 2 W with RP2350", "micropython.org/download/RPI_PICO2_W"),
        # from the makers' mpconfigboard.h
        ("Pimoroni Badger2040 2MB with RP2040", "micropython.org/download/RPI_PICO"),
        ("Pimoroni Badger2040W 2MB with RP2040", "micropython.org/download/RPI_PICO_W"),
        ("Pimoroni Badger 2350 with RP2350", "github.com/pimoroni/badger2350/releases"),
        ("Sparkfun Thing Plus with RP2040", "micropython.org/download (Sparkfun Thing Plus)"),
    ],
)
def test_a_board_is_sent_to_its_own_image(machine, page):
    assert image_for(machine) == page
