"""What reaches a terminal: nothing that it would obey, whatever brings it, and in any encoding."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import arcana_host
import pytest
from arcana_host.errors import Status
from arcana_host.library.store import Library
from arcana_host.terminal import console, sanitize, sanitized_output
from host.liar import ESCAPES
from rich.live import Live
from rich.table import Table
from rich.text import Text

MAIN = [sys.executable, "-c", "from arcana_host.cli import main; main()"]
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028]")
SETUP = "setup standard doom=2 sets=base players={} row=dawn,the-deep,the-mirror,the-key"


def test_all_that_a_terminal_obeys_is_escaped_as_json_would():
    assert not OBEYED.search(sanitize(ESCAPES))
    assert json.loads(f'"{sanitize(ESCAPES)}"'.replace("\n", "")) == ESCAPES.replace("\n", "")
    assert sanitize("Jörg, Zoé\t– “€” 狐 ◆\n") == "Jörg, Zoé\t– “€” 狐 ◆\n"


def test_what_is_printed_and_what_is_drawn_is_harmless(capsys):
    with sanitized_output():
        print(ESCAPES)
        print(ESCAPES, file=sys.stderr)
        table = Table()
        table.add_column(ESCAPES)
        table.add_row(ESCAPES)
        console().print(table)
        console().print(Text(ESCAPES), ESCAPES)
    out, err = capsys.readouterr()
    assert not OBEYED.search(out + err) and "[link=file:///]" in out


def test_what_moves_on_a_terminal_still_moves(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    with sanitized_output(), Live(Text("red", style="red"), console=console(), refresh_per_second=1):
        print("\x1b[2J")
    out, _ = capsys.readouterr()
    assert "\x1b[31mred" in out and "\x1b[?25h" in out
    assert "\x1b[2J" not in out and "\\u001b" not in out


def test_everything_is_drawn_by_the_one_console():
    """A console of its own would let through what that one does not."""
    folder = Path(arcana_host.__file__).parent
    for path in folder.rglob("*.py"):
        if path.name == "terminal.py" or "standins" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        found = re.findall(r"\bConsole\(|rich\.print|Text\.from_markup|rich\.markup", source)
        assert found == [], path


TRIED = [("ascii", words) for words in (["games"], ["export", "latest"], ["--help"], ["fly", "ö"])]
TRIED += [("cp1252", ["show", "latest"])]


@pytest.mark.parametrize(("encoding", "words"), TRIED)
def test_letters_that_an_encoding_lacks_are_replaced(tmp_path, encoding, words):
    record = tmp_path / "record"
    text = f'[Game "0badcafe"]\n{SETUP.format("Jörg,Łucja")}\nplay 4 1\nabandon\n'
    record.write_text(text, encoding="utf-8")
    with Library(tmp_path / "shelf") as library:
        library.add(text)
    environment = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "ARCANA_LIBRARY": str(tmp_path / "shelf"),
        "COLUMNS": "100",
    }
    command = [*MAIN, *[word.format(record=record) for word in words]]
    done = subprocess.run(command, capture_output=True, env=environment)
    assert done.returncode == {"fly": Status.WRONG_INPUT}.get(words[0], Status.DONE), done.stderr
    assert b"Traceback" not in done.stderr and done.stdout + done.stderr


def test_a_file_s_name_in_a_backup_is_harmless(arcana, tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("companion.json", json.dumps({"format": 1, "files": {ESCAPES: 1}, "device": {}}))
        archive.writestr(f"games/{ESCAPES}", b"x")
    status, out, err = arcana("restore", tmp_path / "x.zip", "--port", "nowhere")
    assert status == Status.FAILED and not OBEYED.search(out + err)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_while_the_program_loads_is_a_sentence(tmp_path):
    """At the moment at which a module of the program is being loaded."""
    stop = (
        "import builtins, os, signal, sys\nmodule, load = sys.argv.pop(1), builtins.__import__\n"
        "def slow(name, *rest):\n    if name == module: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return load(name, *rest)\n"
        "builtins.__import__ = slow\nfrom arcana_host.cli import main\nmain()"
    )
    for module in ("pathlib", "typer", "arcana_host.cli.app", "arcana_host.library.store"):
        done = subprocess.run([sys.executable, "-c", stop, module, "games"], capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (Status.STOPPED, ""), module
        assert done.stderr == "arcana: Stopped.\n"
