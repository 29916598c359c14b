"""The package as people install it, away from any checkout: it has with it what goes onto a board."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from arcana_host.build import compile_firmware
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
    command = [sys.executable, "-I", "-c", ARCANA, installed]
    done = subprocess.run([*command, *words], cwd=installed.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_installs_the_whole_companion(installed, tmp_path):
    with PromptBoard(tmp_path) as board:
        done = arcana(installed, "flash", "--port", board.path, "--json")
        files = board.files()
    firmware = compile_firmware(0x1306)
    assert {path: files[path] for path in firmware.start} == firmware.start
    assert {path: files[f"/one/{path}"] for path in firmware.app} == firmware.app
    assert len(done["sent"]) == len(firmware.app) + len(firmware.start)


def test_it_tests_a_device(installed, tmp_path):
    with PromptBoard(tmp_path) as board:
        (board.flash / "main.py").write_text("")
        done = arcana(installed, "test", "--no-hands", "--port", board.path, "--json")
    assert done["failures"] == [] and done["games"] > 20
