"""A year's worth of games on the emulated Pico, one that goes on, and the commands that a person uses."""

import json
import signal
import zipfile

import pytest
from device.program import Program
from pico.kept_games import kept_files, running_game

MANY = 140
PATIENCE = 600  # seconds, of ours; only a test that fails waits for so long

pytestmark = pytest.mark.slow


def test_every_command_works_on_a_device_that_is_full_of_games(image, tmp_path, monkeypatch):
    monkeypatch.setenv("PICO_UF2", str(image))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    flash, port = tmp_path / "flash", tmp_path / "port"
    running = running_game(14)
    (flash / "games").mkdir(parents=True)
    for path, content in kept_files(MANY, running).items():
        (flash / path[1:]).write_bytes(content)
    before = games_in(flash)

    words = ("play", "--on", "pico", "--headless", "--folder", flash, "--port-link", port)
    with Program(*words) as device:
        assert device.line("Serial port: ") == str(port)
        assert live(port)["events"] == len(running)
        assert memory(port).endswith(f"{MANY + 1} games there, {MANY} finished")

        arcana("backup", "--device", tmp_path / "all.zip", "--port", port)
        with zipfile.ZipFile(tmp_path / "all.zip") as backup:
            kept = {name: backup.read(name) for name in backup.namelist() if name.startswith("games/")}
        assert len(kept) == MANY + 1 and b"".join(kept.values()) == before

        games = sync(port, tmp_path / "library")
        assert [game["removed"] for game in games] == [True] * MANY + [False]
        assert all(game["fresh"] for game in games) and len({game["id"] for game in games}) == MANY + 1
        assert memory(port).endswith("1 game there, 0 finished")
        (again,) = sync(port, tmp_path / "library")
        assert (again["lines"], again["fresh"]) == (len(running), False)
        status, _, error = device.end(signal.SIGINT)
    assert (status, error) == (0, "")
    (left,) = (flash / "games").iterdir()
    assert left.suffix == ".arcana"


def games_in(flash):
    """All that is written in the files of a flash's games."""
    return b"".join(path.read_bytes() for path in sorted((flash / "games").iterdir()))


def arcana(*words):
    """Run a command with --json; return what it told."""
    with Program(*words, "--json") as program:
        out, error = program.process.communicate(timeout=PATIENCE)
    assert program.process.returncode == 0, out + error
    return json.loads(out)


def sync(port, library):
    return arcana("sync", "--port", port, "--library", library)["games"]


def memory(port):
    """What `arcana doctor` says of the device's memory; it complains of a clock that was never set."""
    with Program("doctor", "--port", port, "--json") as program:
        out, _ = program.process.communicate(timeout=PATIENCE)
    (found,) = [finding for finding in json.loads(out) if finding["what"] == "memory"]
    return found["how"]


def live(port):
    """The first table that `arcana live` shows."""
    with Program("live", "--json", "--port", port) as program:
        for line in program.process.stdout:
            return json.loads(line)
