"""From an empty board to a game in the desktop's history, with the tools that a person uses."""

import json
import subprocess
import sys

import pytest
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import BOARD, Handheld, firmware, told
from pico.kept_games import kept_files, running_game, with_files
from player import presses_for
from rules.vectors import find_vector

from shared_rules.shipwreck import Game

GAME = find_vector(sets=4, result="lost", hit=2, use=2)

MANY = 40

MAIN = "from arcana_host.cli import main; main()"

pytestmark = pytest.mark.slow


class Desk:
    """A board on a cable, a library, and the command line between them."""

    def __init__(self, handheld, library):
        self.handheld = handheld
        self._library = ("--library", str(library))

    def arcana(self, command, *options):
        """Run a command; return what it told as JSON."""
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
            told = self.arcana("flash", "--port", port.path, "--board", BOARD)
        self.handheld.settle()
        return told


@pytest.fixture
def desk(image, tmp_path):
    """A board with MicroPython and nothing else."""
    empty = EmulatedPico(image, files={}).cut()
    return Desk(Handheld(image, flash=empty), tmp_path / "library")


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
    assert (again["sent"], again["kept"]) == ([], len({**firmware(image), **told(BOARD)}))


def test_many_games_come_in_one_go_and_the_one_that_goes_on_stays(image, tmp_path):
    running = running_game(14)
    handheld = with_files(image, kept_files(MANY, running))
    handheld.boot()
    desk = Desk(handheld, tmp_path / "library")
    games = desk.sync()["games"]
    assert [game["removed"] for game in games] == [True] * MANY + [False]
    assert all(game["fresh"] for game in games) and len(desk.games()) == MANY + 1
    assert handheld.record() == running
    (again,) = desk.sync()["games"]
    assert not again["fresh"]


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
