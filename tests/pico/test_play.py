"""`arcana play --on pico` as a program: the page, the port, the plug, and the games that outlive it."""

import asyncio
import json
import signal
from base64 import b64decode

import aiohttp
import pytest
from arcana_host.link.device import Device
from device.look import Look
from device.program import Program
from pico.handheld import firmware
from rules.vectors import find_vector

GAME = find_vector(sets=4, result="lost", hit=2, use=2)
GAME_FILE = "games/0001-0badcafe.arcana"
PATIENCE = 600  # seconds, of ours; only a test that fails waits for so long

pytestmark = pytest.mark.slow


@pytest.fixture
def flash(tmp_path):
    """A folder with a game whose setup only is entered, and a file that somebody put there."""
    flash = tmp_path / "flash"
    (flash / "games").mkdir(parents=True)
    (flash / GAME_FILE).write_text(f'[Game "0badcafe"]\n{GAME[0]}\n')
    (flash / "notes.txt").write_text("mine")
    return flash


def has_started(known):
    return any(b64decode(known.get("picture", ""))) and not known.get("flicker")


async def test_a_page_a_port_and_a_plug(image, flash, tmp_path, monkeypatch):
    monkeypatch.setenv("PICO_UF2", str(image))
    port = tmp_path / "port"
    words = ("play", "--on", "pico", "--folder", flash, "--no-browser", "--port-link", port)
    with Program(*words) as program:
        assert await asyncio.to_thread(program.line, "Serial port: ") == str(port)
        url = await asyncio.to_thread(program.line, "The companion is at ")
        async with aiohttp.ClientSession() as session, session.ws_connect(url + "device") as socket:
            look = Look(socket, PATIENCE)
            await look.until(lambda known: "starts" in known.get("status", ""))
            await look.until(has_started)
            assert "slow" in look.known["offers"]
            assert "Ann plays" in look.known["status"]
            await look.press("b")

            # what the page enters goes through the port, too
            await socket.send_json({"enter": [GAME[1], "fly"]})
            await look.until(lambda known: known.get("refused"))
            await look.until(lambda known: "has played" in known["status"])
            await socket.send_json({"enter": ["undo"]})
            await look.until(lambda known: "Ann plays" in known["status"] and not known["refused"])

            # other programs reach it as a Pico on a cable, and the page follows
            await asyncio.to_thread(enter, str(port), GAME[1])
            await look.until(lambda known: "has played" in known["status"])
            assert (flash / GAME_FILE).read_text().split("\n")[1:3] == GAME[:2]
            assert await asyncio.to_thread(sync, port, tmp_path) == ["0badcafe"]

            await socket.send_json({"plug": False})
            await look.until(lambda known: not known["plugged"])
            assert not port.is_symlink()
            await socket.send_json({"plug": True})
            await look.until(lambda known: known["plugged"] and "starts" in known["status"])
            await look.until(lambda known: "has played" in known["status"] and not known["flicker"])
        status, out, error = await asyncio.to_thread(program.end, signal.SIGINT)
    assert (status, error) == (0, "") and str(flash) in out
    files = {path.relative_to(flash).as_posix() for path in flash.rglob("*") if path.is_file()}
    assert {GAME_FILE, "notes.txt"} <= files
    assert not {f"/{path}" for path in files} & set(firmware(image))


def enter(port, text):
    with Device(port) as device:
        device.await_app(PATIENCE)
        device.call("enter", event=device.call("state")["events"], text=text)


def sync(port, folder):
    with Program("sync", "--port", port, "--library", folder / "library", "--json") as program:
        out, error = program.process.communicate(timeout=PATIENCE)
    assert program.process.returncode == 0, error
    return [game["id"] for game in json.loads(out)["games"]]
