"""The journal on the MicroPython virtual machine does what it does on CPython, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

from vm import COMPANION, ROOT, RULES, needs_vm, on_vm

HERE = Path(__file__).resolve().parent

pytestmark = needs_vm


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_both_leave_the_same_files(tmp_path):
    folders = (ROOT, ROOT / "firmware", ROOT / "host/arcana_host/virtual/standins")
    paths = os.pathsep.join(map(str, folders))
    here = run(sys.executable, HERE / "scene.py", tmp_path / "flash", env={**os.environ, "PYTHONPATH": paths})
    assert on_vm(HERE / "scene.py", RULES, COMPANION) == here
    assert any(line.startswith("0001-00000001.arcana") for line in here)
    assert here[-1] == "['creatures.txt', 'games', 'log.txt', 'settings.json']"
