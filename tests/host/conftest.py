"""The command line at hand, and a board to talk to."""

import sys

import pytest
from arcana_host.cli import app as cli
from host.prompt_board import PromptBoard


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


@pytest.fixture
def board(tmp_path):
    """A board whose companion runs, behind a real pseudo-terminal."""
    board = PromptBoard(tmp_path)
    (board.flash / "main.py").write_text("")
    with board:
        yield board
