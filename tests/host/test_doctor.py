"""The findings of `arcana doctor` for the usual troubles: each names the trouble and a remedy."""

import errno
import grp
import json
import os
import pwd
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
import serial
from arcana_host import board_names
from arcana_host.doctor import checkup
from arcana_host.install import uf2
from arcana_host.library.store import FILE
from arcana_host.link import ports
from arcana_portable.translation import speaking


@pytest.fixture
def findings(arcana, tmp_path):
    """Run `arcana doctor` on a port; gives {what it looked at: what it found} of all that is not well."""

    def look(*words):
        status, out, err = arcana("doctor", *words, "--library", tmp_path / "library", "--json")
        found = json.loads(out)
        assert status == int(not all(finding["good"] for finding in found)) and err == ""
        notable = [one for one in found if not one["good"] or one["advice"] or one["what"] == "prompt"]
        return {finding["what"]: finding for finding in notable}

    return look


@pytest.fixture
def well(board, arcana, tmp_path):
    """A board with whose companion all is well."""
    arcana("sync", "--port", board.path, "--library", tmp_path / "library")
    return board


def test_a_companion_that_is_well_leaves_nothing_to_say(well, findings):
    assert findings("--port", well.path) == {}


def test_a_file_that_was_damaged_is_named_and_in_a_backup(well, findings, arcana, tmp_path):
    for name in ("settings.json.damaged", "lands.txt.damaged~"):
        (well.bench_folder / name).write_bytes(b"\xff")
    found = findings("--port", well.path)
    assert list(found) == ["files"] and "settings.json.damaged" in found["files"]["how"]
    backup = tmp_path / "device.zip"
    assert arcana("backup", "--device", backup, "--port", well.path)[0] == 0
    with zipfile.ZipFile(backup) as files:
        assert files.read("settings.json.damaged") == files.read("lands.txt.damaged~") == b"\xff"


def test_the_last_entries_of_the_log_are_shown_newest_first_with_the_calls_of_a_fault(well, arcana, tmp_path):
    fault = [
        "---------- Pressing b: ZeroDivisionError: divide by zero",
        '---------- | "main.py", line 9, in it',
    ]
    notes = [f"2026-11-21 20:1{number} Note {number}." for number in range(4)]
    (well.bench_folder / "log.txt.old").write_text("\n".join([*notes[:2], ""]))
    (well.bench_folder / "log.txt").write_text("\n".join([notes[2], *fault, notes[3] + "\x1b[2J", ""]))
    _, out, _ = arcana("doctor", "--port", well.path, "--library", tmp_path / "library")
    lines = out[out.index("log  the newest entry first:") :].splitlines()
    assert lines[1:] == [f"  {line}" for line in (notes[3] + " [2J", *fault, notes[2])]


def test_a_library_that_is_none_is_named(findings, tmp_path):
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / FILE).write_text("not a library " * 100)
    assert "damaged" in findings("--port", "nowhere")["library"]["how"]


def test_a_library_that_was_mistyped_is_named(arcana, tmp_path):
    options = ("--port", "nowhere", "--library", tmp_path / "libary")
    status, out, _ = arcana("doctor", *options)
    assert status == 1 and "✗ library  There is no library in" in out
    status, _, err = arcana("doctor", "--repair", *options)
    assert status == 1 and err.startswith("arcana: There is no library in") and list(tmp_path.iterdir()) == []


class TestThePort:
    @pytest.fixture
    def refused(self, monkeypatch, tmp_path):
        """A port that the system keeps from this user; gives a way to say whose it is."""

        def refuse(*_, **__):
            raise serial.SerialException(errno.EACCES, "Permission denied")

        monkeypatch.setattr(ports.serial, "serial_for_url", refuse)

        def belongs(group, mode, members=()):
            monkeypatch.setattr(ports.os, "stat", lambda path: SimpleNamespace(st_gid=group, st_mode=mode))
            entry = SimpleNamespace(gr_name="dialout", gr_mem=list(members))
            monkeypatch.setattr(grp, "getgrgid", lambda number: entry)
            monkeypatch.setattr(pwd, "getpwuid", lambda number: SimpleNamespace(pw_name="ann"))
            try:
                ports.open_port("/dev/ttyACM0")
            except ports.DeviceLost as error:
                return str(error)

        return belongs

    def test_of_a_group_names_the_group(self, refused):
        advice = refused(20, 0o20660)
        assert advice == (
            "You may not open /dev/ttyACM0: `sudo usermod -aG dialout ann`, then log out and in again."
        )

    def test_of_a_group_that_counts_from_the_next_login(self, refused):
        assert "log out and in again" in refused(20, 0o20660, ["ann"])

    @pytest.mark.parametrize(("group", "mode"), [(0, 0o20660), (20, 0o20600)])
    def test_of_nobody_gives_the_rule_that_helps(self, refused, group, mode):
        advice = refused(group, mode)
        assert "/etc/udev/rules.d/" in advice and 'ATTRS{idVendor}=="2e8a"' in advice

    @pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not tell who uses a port")
    def test_that_another_program_uses_names_it(self, well, findings):
        script = "import serial, sys; port = serial.Serial(sys.argv[1], exclusive=True); print(); input()"
        command = [sys.executable, "-u", "-c", script, well.path]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            other.stdout.readline()
            found = findings("--port", well.path)
            other.communicate(b"\n")
        assert f"process {other.pid}) is using {well.path}: close it" in found[well.path]["how"]

    def test_that_is_none_is_said(self, findings):
        assert "There is no port nowhere" in findings("--port", "nowhere")["nowhere"]["how"]

    def test_with_something_else_behind_it_is_said(self, findings, monkeypatch):
        monkeypatch.setattr("arcana_host.install.prompt.ENTER_WAIT", 0.1)
        monkeypatch.setattr("arcana_host.install.prompt.SILENT_WAIT", 0.1)
        monkeypatch.setattr(checkup, "PATIENCE", 0.1)
        master, other = os.openpty()
        try:
            port = os.ttyname(other)
            found = findings("--port", port)[port]
        finally:
            os.close(master)
            os.close(other)
        assert "No MicroPython answers" in found["how"] and "BOOTSEL" in found["how"]


@pytest.mark.usefixtures("little_patience")
class TestTheBoard:
    def test_without_a_companion_gets_one(self, bare, findings):
        found = findings("--port", bare.path)[bare.path]
        assert "MicroPython 1.28.0 on Raspberry Pi Pico with RP2040" in found["how"]
        assert found["advice"] == f"`arcana flash --port {bare.path}`"

    def test_that_mpremote_left_at_the_prompt_says_so_and_runs_again(self, bare, findings):
        bare.give_companion()
        bare.type(b"\x01")
        found = findings("--port", bare.path)
        assert "the board was restarted" in found["prompt"]["how"] and found["prompt"]["good"]
        assert bare.path not in found and bare.starts == 2

    def test_with_a_micropython_too_old_needs_a_newer_one(self, bare, findings):
        bare.version = (1, 18, 0)
        found = findings("--port", bare.path)[bare.path]
        assert "MicroPython 1.18.0" in found["how"]
        assert "1.24 or newer" in found["advice"] and "--micropython" in found["advice"]
        assert "download/RPI_PICO;" in found["advice"] and "stay" not in found["advice"]

    @pytest.mark.parametrize(
        ("changes", "why"),
        [
            ({"version": (1, 19, 1)}, "1.24 or newer"),
            ({"machine": "ESP32 module with ESP32"}, "RP2040"),
            ({"machine": "Raspberry Pi Pico2 with RP2350", "version": (1, 23, 0)}, "1.24 or newer"),
        ],
    )
    def test_that_is_unfit_gets_nothing_installed(self, bare, arcana, changes, why):
        vars(bare).update(changes)
        status, _, err = arcana("flash", "--port", bare.path)
        assert status == 1 and why in err and err.count("\n") == 1
        assert bare.files() == {}

    def test_whose_companion_fails_is_quoted(self, bare, findings):
        bare.give_companion()
        bare.fails_to_start = True
        assert "ImportError: no module named 'companion'" in findings("--port", bare.path)[bare.path]["how"]

    def test_without_micropython_is_found_by_its_drive(self, findings, monkeypatch, tmp_path):
        (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
        monkeypatch.setattr(uf2, "_places", lambda: [tmp_path])
        monkeypatch.setattr(ports.list_ports, "comports", lambda: [])
        advice = findings()[str(tmp_path)]["advice"]
        assert "--micropython" in advice and "Pico W: RPI_PICO_W" in advice
        assert "stay only with an image like the one that it had" in advice


class TestTheCompanion:
    @pytest.fixture
    def finds(self, well, findings, monkeypatch):
        """Change the device's answer; gives what doctor makes of it."""

        def answer(method, **changes):
            call = checkup.connect

            def asked(*words):
                device = call(*words)
                ask = device.call
                device.call = lambda name, **params: {
                    **ask(name, **params),
                    **(changes if name == method else {}),
                }
                return device

            monkeypatch.setattr(checkup, "connect", asked)
            return findings("--port", well.path)

        return answer

    def test_of_an_older_version_is_brought_up_to_date(self, finds, well):
        assert finds("info", version="0.0.9")[well.path]["advice"].endswith(
            f"`arcana flash --port {well.path}`"
        )

    @pytest.mark.parametrize(
        ("machine", "page"),
        [
            ("Raspberry Pi Pico W with RP2040", "micropython.org/download/RPI_PICO_W;"),
            ("Raspberry Pi Pico 2 W with RP2350", "micropython.org/download/RPI_PICO2_W;"),
            ("Pimoroni Badger2040W 2MB with RP2040", "micropython.org/download/RPI_PICO_W;"),
        ],
    )
    def test_on_an_older_micropython_is_sent_to_the_image_of_its_own_board(self, finds, machine, page):
        advice = finds("info", python="micropython 1.26.1", machine=machine)["MicroPython"]["advice"]
        assert f"the image for this board from {page}" in advice
        assert advice.index("`arcana backup --device FILE.zip`") < advice.index("--micropython")
        assert "those for other boards keep files elsewhere, and so erase games" in advice
        assert "stay" not in advice

    @pytest.mark.parametrize(
        ("method", "changes", "good", "said"),
        [
            ("info", {"python": "micropython 1.24.1"}, True, "1.28"),
            ("info", {"python": "micropython 1.23.0"}, False, "1.24 or newer"),
            ("info", {"board": "unknown"}, False, "no panel"),
            ("info", {"board": "unknown"}, False, "`arcana flash --board`: " + ", ".join(board_names())),
            ("info", {"clock": None}, False, "not set"),
            ("info", {"free_bytes": 30_000}, False, "arcana sync"),
            *(("self_test", {part: "It fails."}, False, "It fails.") for part in ("flash", "heap", "panel")),
            ("self_test", {"something new": "It fails."}, False, "It fails."),
        ],
    )
    def test_what_is_not_well_comes_with_what_to_do(self, finds, method, changes, good, said):
        (what,) = changes
        found = finds(method, **changes)[{"python": "MicroPython", "free_bytes": "memory"}.get(what, what)]
        assert (found["good"], bool(found["advice"])) == (good, True)
        assert said in f"{found['how']} {found['advice']}"

    @pytest.mark.parametrize(
        ("board", "supply", "said"),
        [
            ("pico-epaper-2.9", 387, ["3.87 V"]),
            ("pico-epaper-2.9", None, ["not measurable: the device can't warn of an empty battery"]),
            ("unknown", None, []),
        ],
    )
    def test_its_supply_is_shown_where_it_is_measurable(self, board, supply, said):
        found = checkup._supply({"board": board, "supply": supply})
        assert [finding.how for finding in found] == said and all(finding.good for finding in found)

    def test_in_german_the_checks_have_german_names_and_numbers_a_comma(self):
        with speaking("german"):
            (supply,) = checkup._supply({"board": "pico-epaper-2.9", "supply": 480})
            parts = [checkup._self_test(part, "ok", {"free_heap": None}) for part in checkup.REMEDIES]
            assert str(ports.Port("/dev/pts/3", "c0ffee", virtual=True)) == "/dev/pts/3 (virtuell, c0ffee)"
        assert supply.how == "4,80 V"
        assert [part.what for part in parts] == ["Display", "Flash-Speicher", "Arbeitsspeicher"]

    @pytest.mark.parametrize("minutes", [-90, 90])
    def test_a_clock_that_is_off_is_reported_with_how_much(self, finds, minutes):
        clock = datetime.now() + timedelta(minutes=minutes)
        found = finds("info", clock=f"{clock:%Y-%m-%d %H:%M}")["clock"]
        assert " minutes off" in found["how"] and found["advice"] == "`arcana sync` sets it"
