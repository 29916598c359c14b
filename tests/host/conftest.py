"""The command line at hand, and a board to talk to."""

import functools
import sys
import time
from types import SimpleNamespace

import pytest
import typer
from arcana_host.cli import app as cli
from arcana_host.doctor import checkup
from arcana_host.library.store import Library
from arcana_host.link import device
from arcana_portable.link import companion
from host.prompt_board import PromptBoard
from mpremote import transport_serial


@pytest.fixture
def arcana(monkeypatch, capsys):
    """Run `arcana` with these words; gives (status, what it printed, what it complained about)."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["arcana", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return ended.value.code or 0, out, err

    return run


@pytest.fixture(autouse=True, scope="session")
def parser_made_once():
    """Typer makes all its commands again each time: in a process that runs hundreds, half of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", functools.cache(typer.main.get_command))
        yield


@pytest.fixture(autouse=True)
def quick_answers(monkeypatch):
    """mpremote looks for an answer every 10 ms; a board in this process has it sooner."""
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=lambda seconds: time.sleep(seconds / 50))
    monkeypatch.setattr(transport_serial, "time", clock)


@pytest.fixture
def little_patience(monkeypatch):
    monkeypatch.setattr(checkup, "PATIENCE", 0.3)
    monkeypatch.setattr(device, "TIMEOUT", 0.3)
    monkeypatch.setattr(companion, "LATE_PROMPT", 0.1)


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library") as library:
        yield library


@pytest.fixture
def bare(tmp_path):
    """A board at MicroPython's prompt, behind a real pseudo-terminal."""
    with PromptBoard(tmp_path) as board:
        yield board


@pytest.fixture
def board(tmp_path):
    """A board whose companion runs, behind a real pseudo-terminal."""
    board = PromptBoard(tmp_path)
    board.give_companion()
    with board:
        yield board
