"""From an empty board to games in the desktop's history, with the tools that a person uses."""

import json
import subprocess
import sys
import zipfile
from itertools import islice

import arcana_host
import pytest
from arcana_host.install.build import write_folder
from arcana_host.install.flash import flash
from arcana_host.link.backup import fetch, restore_backup
from arcana_host.link.device import Device
from device.program import Program
from emulator.pace import MAIN
from emulator.pico import EmulatedPico
from host.test_sync import BEGUN, SHORT, over, put_games
from link.bench import Bench
from pico.handheld import BOARD, Handheld, board_file, firmware
from pico.saved_games import running_game, saved_files, with_files
from player import presses_for
from rules.vectors import find_vector

from shared_rules.shipwreck import Game

GAME = find_vector(sets=4, result="lost", hit=2, use=2)

MANY = 40


class Desk:
    """A board on a cable, a library, and the command line between them."""

    def __init__(self, handheld, library):
        self.handheld = handheld
        self._library = ("--library", str(library))

    def arcana(self, command, *options):
        """Run a command; return its JSON."""
        done = subprocess.run(
            [sys.executable, "-c", MAIN, command, *options, "--json"],
            capture_output=True,
            text=True,
            timeout=1800,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    def games(self):
        return self.arcana("games", *self._library)

    def sync(self):
        with self.handheld.pico.terminal() as port:
            return self.arcana("sync", "--port", port.path, *self._library)

    def flash(self):
        with self.handheld.pico.terminal() as port:
            out = self.arcana("flash", "--port", port.path, "--board", BOARD)
        self.handheld.settle()
        return out


@pytest.fixture
def desk(image, tmp_path):
    """A board with MicroPython and nothing else."""
    empty = EmulatedPico(image, files={}).cut()
    return Desk(Handheld(image, flash=empty), tmp_path / "library")


@pytest.mark.slow
def test_installed_played_and_fetched(desk, image):
    assert desk.flash()["compiled"]
    installed = desk.handheld.pico.read_files()
    assert {path: installed[path] for path in firmware(image)} == firmware(image)

    events = GAME
    for _, presses in presses_for(events):
        desk.handheld.enter(presses)
    assert desk.handheld.record() == events

    assert [game["lines"] for game in desk.sync()["games"]] == [len(events)]
    (game,) = desk.games()
    played = Game.replay(events)
    assert (game["players"], game["result"], game["turns"]) == (played.players, "lost", played.turn)
    assert desk.handheld.record() == []

    again = desk.flash()
    assert (again["sent"], again["kept"]) == ([], len({**firmware(image), **board_file(BOARD)}))


@pytest.mark.slow
def test_many_games_come_in_one_go_and_the_one_that_goes_on_stays(image, tmp_path):
    running = running_game(14)
    handheld = with_files(image, saved_files(MANY, running))
    handheld.boot()
    desk = Desk(handheld, tmp_path / "library")
    games = desk.sync()["games"]
    assert [game["removed"] for game in games] == [True] * MANY + [False]
    assert [game["id"] for game in games if not game["fresh"]] == [] and len(desk.games()) == MANY + 1
    assert handheld.record() == running
    (again,) = desk.sync()["games"]
    assert not again["fresh"]


@pytest.mark.slow
def test_the_vectors_pass_on_the_board(image):
    handheld = Handheld(image)
    handheld.boot()
    with handheld.pico.terminal() as port:
        done = subprocess.run(
            [sys.executable, "-c", MAIN, "test", "--no-hands", "--port", port.path],
            capture_output=True,
            text=True,
            timeout=3600,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert handheld.record() == []


@pytest.mark.slow
@pytest.mark.parametrize("words", [["exec", "print('hello')"], ["ls"]], ids=lambda words: words[0])
def test_a_companion_that_mpremote_ended_is_started_again_by_doctor_alone(image, tmp_path, words):
    handheld = Handheld(image)
    handheld.boot()
    with handheld.pico.terminal() as port:
        visit = [sys.executable, "-m", "mpremote", "connect", port.path, *words]
        subprocess.run(visit, capture_output=True, text=True, timeout=900, check=True)

        def arcana(command):
            options = ("--port", port.path, "--library", str(tmp_path / "library"))
            return subprocess.run(
                [sys.executable, "-c", MAIN, command, *options], capture_output=True, text=True, timeout=1800
            )

        asked = arcana("sync")
        assert asked.returncode == 1 and "is at MicroPython's prompt" in asked.stderr, asked
        assert f"`arcana doctor --port {port.path}`" in asked.stderr
        restarted = arcana("doctor")
        assert "the board was restarted, and now it runs" in restarted.stdout, restarted
        done = arcana("sync")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "There is no game on the device.\n"


# more games than half a year brings, one that goes on, and the commands that a person uses


GAMES = 100
PATIENCE = 600  # seconds, of ours; only a test that fails waits for so long


@pytest.mark.slow
def test_every_command_works_on_a_device_that_is_full_of_games(image, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    running = running_game(14)
    saved = saved_files(GAMES, running)
    device = with_files(image, saved)
    with device.pico.terminal() as terminal:
        port = terminal.path
        assert live(port)["events"] == len(running)
        assert memory(port).endswith(f"{GAMES + 1} games there, {GAMES} finished")

        arcana("backup", "--device", tmp_path / "all.zip", "--port", port)
        with zipfile.ZipFile(tmp_path / "all.zip") as backup:
            kept = {name: backup.read(name) for name in backup.namelist() if name.startswith("games/")}
        assert len(kept) == GAMES + 1 and sorted(kept.values()) == sorted(saved.values())

        games = sync(port, tmp_path / "library")
        assert [game["removed"] for game in games] == [True] * GAMES + [False]
        assert [game["id"] for game in games if not game["fresh"]] == []
        assert len({game["id"] for game in games}) == GAMES + 1
        assert memory(port).endswith("1 game there, 0 finished")
        (again,) = sync(port, tmp_path / "library")
        assert (again["lines"], again["fresh"]) == (len(running), False)
    left = [path for path in device.pico.read_files() if path.startswith("/games/")]
    assert len(left) == 1 and left[0].endswith(".arcana")


def arcana(*words):
    """Run a command with --json; return what it printed."""
    with Program(*words, "--json", main=MAIN) as program:
        out, error = program.process.communicate(timeout=PATIENCE)
    assert program.process.returncode == 0, out + error
    return json.loads(out)


def sync(port, library):
    return arcana("sync", "--port", port, "--library", library)["games"]


def memory(port):
    """The memory of the device as `arcana doctor` prints it; the clock was never set."""
    with Program("doctor", "--port", port, "--json", main=MAIN) as program:
        out, _ = program.process.communicate(timeout=PATIENCE)
    (found,) = [finding for finding in json.loads(out) if finding["what"] == "memory"]
    return found["how"]


def live(port):
    """The first table that `arcana live` shows."""
    with Program("live", "--json", "--port", port, main=MAIN) as program:
        for line in program.process.stdout:
            return json.loads(line)


# mpremote alone installs what `make device` writes on a board with MicroPython, and it plays. All of it
# takes ten minutes, so the board has nine tenths of the files before


BEGINNING = 6
"""Events of a game, the setup among them."""


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """A folder with a tenth of what `make device` writes, and the paths of that: {path: content}."""
    folder = tmp_path_factory.mktemp("build") / "device"
    paths = write_folder(folder)
    coming = {path: (folder / path).read_bytes() for path in [*paths[:-1:10], paths[-1]]}
    rest = {f"/{path}": (folder / path).read_bytes() for path in paths if path not in coming}
    for path in rest:
        (folder / path[1:]).unlink()
    package = {"urls": [[path, f"device/{path}"] for path in coming], "version": arcana_host.version()}
    (folder.parent / "package.json").write_text(json.dumps(package))
    return folder, rest


def mpremote(pico, *words):
    """Run a command of mpremote on an emulated Pico."""
    with pico.terminal() as port:
        command = [sys.executable, "-m", "mpremote", "connect", port.path, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_an_old_companion_is_removed_and_nothing_else(image):
    others = {"/settings.json": b"{}", "/games/0001-0badcafe.arcana": b"game", **board_file(BOARD)}
    old = {"/companion/screens/menu.mpy": b"old", "/shared_rules/games.mpy": b"old"}
    pico = EmulatedPico(image, files={**old, **others})
    mpremote(pico, "rm", "-r", ":companion", ":shared_rules")
    assert pico.read_files() == others


COMMANDS = {
    "fs cp": lambda folder: ("fs", "cp", "-r", f"{folder}/.", ":"),
    "mip": lambda folder: ("mip", "install", "--target", "/", f"{folder.parent}/package.json"),
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_it_plays_and_arcana_flash_has_nothing_to_add(image, device, command):
    folder, rest = device
    pico = EmulatedPico(image, files={**rest, **board_file(BOARD)})
    mpremote(pico, *command(folder))
    handheld = Handheld(image, flash=pico.cut())
    handheld.boot()
    assert handheld.ask("info")["version"] == arcana_host.version()
    events = find_vector(sets=4, result="lost", hit=2, use=2)
    for _, presses in islice(presses_for(events), BEGINNING):
        handheld.enter(presses)
    assert handheld.record()[:BEGINNING] == events[:BEGINNING]
    handheld.settle()
    with handheld.pico.terminal() as port:
        assert flash(port.path).sent == []


# a backup goes onto a Pico and comes back from it, and its panel is read out


class Cable:
    """The host's end of an emulated cable, as pyserial has it; the Pico runs whenever the host reads."""

    in_waiting = 4096

    def __init__(self, handheld):
        self._pico = handheld.pico
        self.write = self._pico.serial.write

    def read(self, size):
        self._pico.run(5)
        return self._pico.serial.read()


def played(files):
    return {name: content for name, content in files.items() if name.startswith("games/")}


@pytest.mark.slow
def test_a_backup_goes_from_one_device_to_another_and_back(image, tmp_path, monkeypatch):
    put_games(tmp_path / "one", {"aaaaaaaa": over(SHORT), "cccccccc": (BEGUN, None)})
    (tmp_path / "one" / "settings.json").write_text('{"language": "german", "adventurers": "mage"}')
    (tmp_path / "one" / "creatures.txt").write_text("1:Eel:odd3\n")
    (tmp_path / "one" / "log.txt").write_text("2026-11-21 20:15 The panel answers again.\n")
    kept = fetch(Bench(tmp_path / "one").host())

    handheld = Handheld(image)
    handheld.boot()
    device = Device("emulated", opener=lambda port: Cable(handheld))
    monkeypatch.setattr(device, "now", lambda: handheld.pico.micros / 1e6)
    done = restore_backup(device, kept)
    assert done.left == []
    assert (done.taken, done.custom["shipwreck"], done.settings, done.log) == (2, 1, True, True)
    back = fetch(device)
    assert played(back.files) == played(kept.files)
    assert back.files["creatures.txt"] == b"1:Eel:odd3\n"
    again = restore_backup(device, kept)
    assert again[:3] == (0, 0, 2) and not (again.settings or again.log or any(again.custom.values()))

    device.call("watch", words=True)
    handheld.settle()
    words = [message["params"] for message in handheld.heard() if message.get("method") == "words"]
    assert words[-1]["language"] == "german" and words[-1]["keys"]["b"]
    assert device.call("enter", event=len(BEGUN), text="end")["events"] == len(BEGUN) + 1
    # what the plug leaves goes on where it was
    again = Handheld(image, flash=handheld.pico.cut())
    again.boot()
    assert again.ask("state")["game"] == "cccccccc"
    assert again.record() == [*BEGUN, "end"]
