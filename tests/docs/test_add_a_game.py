"""The steps of docs/add-a-game.md, done one after the other in a copy of the project."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from documents import ROOT, blocks

PAGE = ROOT / "docs" / "add-a-game.md"
COPIED = ("shared_rules", "firmware", "host", "tests/games", "tests/records", "tests/rules", "tests/vectors")
# the tests import one another
FILES = ("pyproject.toml", ":(glob)tests/**/*.py")
PLAYED = """
from companion.canvas import Canvas
from memory_app import MemoryApp
app = MemoryApp("my_game")
for press in ("b", "b", "up", "b", "down", "b"):
    app.draw(Canvas())
    app.screen.press(press, "press")
app.draw(Canvas())
print(app.session.game.events[0].split()[1], app.session.game.totals)
"""


def all_files():
    """All files that git tracks or would track."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *COPIED, *FILES]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.split()


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project without this game, and how to run something in it."""
    folder = tmp_path_factory.mktemp("project")
    for name in all_files():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    (folder / ".venv/bin").mkdir(parents=True)
    tools = {"arcana": "-c 'from arcana_host.cli import main; main()'", "pytest": "-m pytest -n 0"}
    for tool, start in tools.items():
        script = folder / ".venv/bin" / tool
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {start} "$@"\n')
        script.chmod(0o755)
    return folder


def run(folder, *command):
    paths = ("", "host", "firmware", "host/arcana_portable/virtual/standins", "tests")
    places = os.pathsep.join(str(folder / path) for path in paths)
    environment = {**os.environ, "PYTHONPATH": places, "XDG_DATA_HOME": str(folder / "data")}
    environment["PATH"] = os.pathsep.join((str(folder / ".venv/bin"), environment["PATH"]))
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    # of tests, only which ones failed
    failed = "\n".join(re.findall("(?m)^(?:FAILED|ERROR) .*", done.stdout))
    said = failed or done.stdout[-3000:] + done.stderr[-3000:]
    assert done.returncode == 0, f"in the copy of the project: {said}"
    return done.stdout


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not {"__pycache__", ".pytest_cache", ".hypothesis", "data"} & set(path.parts)
    }


def test_every_step_works_and_touches_one_line_outside_the_folders_of_the_game(project):
    before = files(project)
    first, line, second = (block for block in blocks(PAGE) if block.language in ("sh", "diff"))
    run(project, "sh", "-e", "-c", first.text)
    table = project / "shared_rules/games.py"
    above, added = (row[1:] for row in line.text.splitlines())
    assert table.read_text().count(above) == 1
    table.write_text(table.read_text().replace(above, f"{above}\n{added}"))
    shown = run(project, "sh", "-e", "-c", second.text)
    assert "Won: Jörg." in shown and "passed" in shown and "no tests ran" not in shown
    assert run(project, sys.executable, "-c", PLAYED) == "my-game [1, -1]\n"
    changed = {name for name, content in files(project).items() if before.get(name) != content}
    outside = {name for name in changed if "my_game" not in Path(name).parts}
    vector = {f"tests/vectors/my-game.{ending}" for ending in ("arcana", "states")}
    assert outside == {"shared_rules/games.py", *vector}
    old = before["shared_rules/games.py"].decode().splitlines()
    assert [row for row in table.read_text().splitlines() if row not in old] == [added]
