"""The package as people install it, away from any checkout: it has with it what goes onto a board."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from arcana_host.install.build import device_files
from companion import VERSION
from host.prompt_board import PromptBoard

ROOT = Path(__file__).resolve().parents[2]
ARCANA = """
import sys
sys.path.insert(0, sys.argv.pop(1))
import arcana_host, shared_rules
assert all(module.__file__.startswith(sys.path[0]) for module in (arcana_host, shared_rules))
from arcana_host.cli import main
main()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with what the wheel puts among the packages."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist"]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "packages")
    return folder / "packages"


def arcana(installed, *words):
    """Run a command of the installed package and return what it told as JSON."""
    command = [sys.executable, "-I", "-u", "-c", ARCANA, installed]
    done = subprocess.run([*command, *words], cwd=installed.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def names(installed):
    return {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}


def tracked(*folders):
    """The files of the checkout in these folders, leaving out what Python keeps for itself."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts]


def test_it_has_the_whole_package_and_nothing_else(installed):
    wanted = [path.removeprefix("host/") for path in tracked("host", "shared_rules")]
    firmware = ["firmware/main.py", *tracked("firmware/companion")]
    wanted += [f"arcana_host/{path}" for path in firmware]
    vectors = {path for path in tracked("tests/vectors") if not path.endswith(".py")}
    wanted += [f"arcana_host/{path.removeprefix('tests/')}" for path in vectors]
    wanted += ["arcana_host/guide/player.md", "arcana_host/guide/spieler.md"]
    wanted += [f"arcana_host/guide/pictures{path[20:]}" for path in tracked("tests/screens/golden")]
    found = {path for path in names(installed) if ".dist-info/" not in path}
    assert found == set(wanted)


def test_no_test_and_no_tool_is_among_it(installed):
    told = [
        path for path in names(installed) if re.search(r"(^|/)(tests?|tools|hardware|docs)/|/test_", path)
    ]
    assert told == []


def test_it_has_the_version_of_the_companion(installed):
    (folder,) = installed.glob("*.dist-info")
    assert folder.name == f"arcana_companion-{VERSION}.dist-info"
    assert f"\nVersion: {VERSION}\n" in (folder / "METADATA").read_text(encoding="utf-8")


def test_it_serves_the_page(installed, tmp_path):
    assert_serves_the_page([sys.executable, "-I", "-u", "-c", ARCANA, installed], tmp_path)


def assert_serves_the_page(arcana, tmp_path):
    command = [*arcana, "play", "--folder", tmp_path, "--no-browser"]
    unbuffered = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=unbuffered
    ) as program:
        lines = iter(program.stdout.readline, "")
        url = next(line for line in lines if line.startswith("The companion is at ")).split()[-1]
        with urllib.request.urlopen(url) as answer:
            page = answer.read()
        with urllib.request.urlopen(f"{url}guide/spieler.html") as answer:
            guide = answer.read()
        program.send_signal(signal.SIGINT)
        rest, _ = program.communicate(timeout=120)
    assert b"<canvas" in page and b"Anleitung" in guide
    assert program.returncode == 0 and "has stopped" in rest


def test_it_installs_the_whole_companion(installed, tmp_path):
    with PromptBoard(tmp_path) as board:
        done = arcana(installed, "flash", "--port", board.path, "--json")
        files = board.files()
    wanted = device_files(6)
    assert files == {f"/{path}": content for path, content in wanted.items()}
    assert done["sent"] == list(wanted)


def test_it_has_the_games_with_which_a_device_is_tested(installed):
    code = "import sys; sys.path.insert(0, sys.argv[1])\nfrom arcana_host import vectors_folder\n"
    code += "from arcana_host.doctor.vectors import read_vectors\nprint(len(read_vectors(vectors_folder())))"
    command = [sys.executable, "-I", "-c", code, installed]
    done = subprocess.run(command, cwd=installed.parent, capture_output=True, text=True)
    assert int(done.stdout) > 20, done.stderr


@pytest.mark.slow
def test_pip_makes_a_working_arcana_of_it(installed, tmp_path):
    """In an environment that has nothing else; it fetches what the package needs."""
    (wheel,) = (installed.parent / "dist").glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
    done = subprocess.run(pip, capture_output=True, text=True)
    if "No matching distribution" in done.stderr:
        pytest.skip("there is no package index to fetch from")
    assert done.returncode == 0, done.stderr
    with PromptBoard(tmp_path) as board:
        flash = [programs / "arcana", "flash", "--port", board.path, "--json"]
        done = subprocess.run(flash, cwd=tmp_path, capture_output=True, text=True)
    assert json.loads(done.stdout)["compiled"], done.stderr
    assert_serves_the_page([programs / "arcana"], tmp_path)
