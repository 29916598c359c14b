"""MicroPython's virtual machine (WebAssembly under Node), for tests that also run there."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "shared_rules"
COMPANION = ROOT / "firmware" / "companion"
HEAP = 190 * 1024
"""Bytes, slightly less than a Pico with MicroPython 1.24.1 has."""

_VM = ROOT / "tests" / "wasm"
_MISSING = (
    "Node is not installed"
    if not shutil.which("node")
    else "the MicroPython VM is not installed: run 'make vm'"
    if not (_VM / "node_modules").is_dir()
    else ""
)

needs_vm = pytest.mark.skipif(bool(_MISSING), reason=_MISSING)


def on_vm(script, *folders, value="", heap=HEAP):
    """Run a script on the virtual machine and return the lines that it prints.

    script: its path, or its name in tests/wasm. folders: of the packages that it needs. value: its input, a
    text or anything for JSON. heap: bytes. Fails if the script raises an error.
    """
    done = subprocess.run(
        ["node", "run.mjs", str(heap), str(script), *map(str, folders)],
        cwd=_VM,
        input=value if isinstance(value, str) else json.dumps(value),
        capture_output=True,
        text=True,
    )
    # without a traceback, what comes last; before it Node shows a line of its own code, of 100 KB
    _, found, traceback = done.stderr.rpartition("Traceback")
    assert done.returncode == 0, (found + traceback)[:2000] if found else done.stderr[-2000:]
    return done.stdout.splitlines()
