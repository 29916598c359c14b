"""Other programs at the end of a cable: each is named by its real output, and left alone."""

import os
import pty
import select
import threading
import time
import tty
from types import SimpleNamespace

import pytest
from arcana_host.link import ports
from arcana_portable.errors import Status
from arcana_portable.install.chips import RP2040, chip_in
from host.prompt_board import PromptBoard

MARLIN = b"start\r\necho:Marlin 2.1.2\r\necho: Last Updated: 2022-12-17 | Author: (none, default config)\r\n"
GRBL = b"\r\nGrbl 1.1h ['$' for help]\r\n"
ESP32 = b"ets Jun  8 2016 00:22:57\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n"
ESP32_S3 = (
    b"ESP-ROM:esp32s3-20210327\r\nBuild:Mar 27 2021\r\nrst:0x1 (POWERON),boot:0x8 (SPI_FAST_FLASH_BOOT)\r\n"
)
ESP8266 = b"\r\n ets Jan  8 2013,rst cause:2, boot mode:(3,6)\r\n\r\nload 0x4010f000, len 3424, room 16\r\n"
LOGIN = b"\r\nDebian GNU/Linux 12 raspberrypi ttyGS0\r\n\r\nraspberrypi login: "


def refused(line):
    return b'echo:Unknown command: "%s"\r\nok\r\n' % line


STRANGERS = {
    # (what it prints when it begins, what it answers to a line, whether it repeats what comes, its name)
    "Marlin": (MARLIN, refused, False, "a 3D printer"),
    "Marlin, without its banner": (b"", refused, False, "a 3D printer"),
    "GRBL": (GRBL, lambda line: b"error:1\r\n", False, "a machine with GRBL"),
    "ESP32": (ESP32, lambda line: b"", False, "a board with an ESP chip"),
    "ESP32-S3": (ESP32_S3, lambda line: b"", False, "a board with an ESP chip"),
    "ESP8266": (ESP8266, lambda line: b"", False, "a board with an ESP chip"),
    "a login": (LOGIN, lambda line: b"\r\nPassword: ", True, "the login of a computer"),
}
CIRCUITPYTHON = b"\r\nAdafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico with rp2040\r\n>>> "


class Stranger:
    """A port with something behind it, which begins when it is opened. received: all that has come."""

    def __init__(self, banner, answer, repeats):
        self._banner, self._answer, self._repeats = banner, answer, repeats
        self.received = b""
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        self.path = os.ttyname(self._theirs)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)

    def _serve(self):
        line = b""
        while not self._stop.is_set():
            if not select.select([self._ours], [], [], 0.01)[0]:
                continue
            came = os.read(self._ours, 4096)
            if not self.received:
                # what came before the port was opened, the system has dropped
                os.write(self._ours, self._banner)
            self.received += came
            if self._repeats:
                os.write(self._ours, came)
            *lines, line = (line + came).replace(b"\r", b"\n").split(b"\n")
            for each in filter(None, lines):
                os.write(self._ours, self._answer(each))


@pytest.fixture(autouse=True)
def quick(monkeypatch, little_patience):
    monkeypatch.setattr("arcana_host.install.prompt.ENTER_WAIT", 0.2)
    monkeypatch.setattr("arcana_host.install.prompt.SILENT_WAIT", 0.2)


@pytest.mark.parametrize("words", [["names", "Ann,Bo"], ["doctor"], ["flash"]], ids=lambda words: words[0])
@pytest.mark.parametrize("name", STRANGERS)
def test_what_prints_its_name_is_called_by_it(arcana, tmp_path, name, words):
    *behaviour, called = STRANGERS[name]
    with Stranger(*behaviour) as stranger:
        status, out, err = arcana(*words, "--port", stranger.path)
    assert status == Status.FAILED
    assert f"On {stranger.path} is {called}" in (out if words == ["doctor"] else err)
    assert "MicroPython's prompt" not in out + err
    if words != ["flash"]:
        # no interrupt, and nothing else that could be an order
        assert not [byte for byte in stranger.received if byte < 0x20 and byte != 0x0A]


@pytest.mark.parametrize("words", [["names", "Ann,Bo"], ["doctor"], ["flash"]], ids=lambda words: words[0])
def test_what_repeats_everything_is_no_prompt(arcana, words):
    with Stranger(b"", lambda line: b"", repeats=True) as modem:
        status, out, err = arcana(*words, "--port", modem.path)
    said = out + err
    assert status == Status.FAILED and "is at MicroPython's prompt" not in said
    assert ("repeats what is sent to it" if words[0] == "names" else "No MicroPython answers") in said


class TestCircuitPython:
    @pytest.fixture
    def board(self, tmp_path):
        board = PromptBoard(tmp_path)
        board.name, board.version = "circuitpython", (9, 2, 1)
        board.machine = "Raspberry Pi Pico with rp2040"
        with board:
            yield board

    @pytest.mark.parametrize("words", [["doctor"], ["flash"]], ids=lambda words: words[0])
    def test_is_called_by_its_name_and_goes_on(self, arcana, board, words):
        status, out, err = arcana(*words, "--port", board.path)
        said = out + err
        assert status == Status.FAILED and "CircuitPython 9.2.1 on Raspberry Pi Pico with rp2040" in said
        assert "micropython.org/download/RPI_PICO " in said and "MicroPython 9.2.1" not in said
        assert "removes all files there" in said and "games and settings stay" not in said
        deadline = time.monotonic() + 5
        while board.starts < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert board.files() == {} and board.starts == 2

    def test_at_its_prompt_is_named(self, arcana):
        with Stranger(CIRCUITPYTHON, lambda line: b"", repeats=True) as board:
            status, _, err = arcana("names", "Ann,Bo", "--port", board.path)
        assert status == Status.FAILED and f"On {board.path} is a board with CircuitPython" in err

    # the Pico and the Pico 2, from ports/raspberrypi/boards of CircuitPython
    @pytest.mark.parametrize("ids", [(0x239A, 0x80F4), (0x2E8A, 0x000B)])
    @pytest.mark.parametrize(
        "words", [["names", "Ann,Bo"], ["doctor"], ["flash"]], ids=lambda words: words[0]
    )
    def test_is_found_by_its_usb_id_and_nobody_is_told_to_check_the_cable(
        self, arcana, monkeypatch, tmp_path, ids, words
    ):
        monkeypatch.setattr("arcana_host.doctor.checkup.find_drives", lambda: [])
        monkeypatch.setattr("arcana_host.install.uf2.find_drives", lambda: [])
        port = SimpleNamespace(device="/dev/ttyACM7", vid=ids[0], pid=ids[1], serial_number="DE6")
        monkeypatch.setattr(ports.list_ports, "comports", lambda: [port])
        monkeypatch.setattr(ports, "find_virtual_devices", lambda: [])
        _, out, err = arcana(*words)
        assert "/dev/ttyACM7" in out + err and "CircuitPython" in out + err and "cable" not in out + err
        assert "arcana flash --port /dev/ttyACM7" in out + err

    def test_writes_the_chip_in_small_letters(self):
        assert chip_in("Raspberry Pi Pico with rp2040") is RP2040
