"""The journal on the MicroPython virtual machine does what it does on CPython, byte for byte."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VM = ROOT / "tests" / "wasm"
HEAP = 190 * 1024

pytestmark = [
    pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed"),
    pytest.mark.skipif(
        not (VM / "node_modules").is_dir(), reason="the MicroPython VM is not installed: run 'make vm'"
    ),
]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_both_leave_the_same_files(tmp_path):
    paths = os.pathsep.join([str(ROOT), str(ROOT / "firmware")])
    here = run(sys.executable, HERE / "scene.py", tmp_path / "flash", env={**os.environ, "PYTHONPATH": paths})
    folders = ROOT / "shared_rules", ROOT / "firmware" / "companion"
    there = run("node", VM / "run.mjs", str(HEAP), HERE / "scene.py", *folders, cwd=VM)
    assert there == here
    assert any(line.startswith("0001-00000001.arcana") for line in here)
    assert here[-1] == "['creatures.txt', 'games', 'log.txt', 'settings.json']"
