"""Which way the imports of the desktop point: its rooms, its games, and what stays out of memory."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import arcana_host
import pytest
from rules.test_arrows import circles, imports, modules, words

from shared_rules import games

HOST = Path(arcana_host.__file__).parent
APART = (HOST / "virtual" / "standins", HOST / "web" / "browser")
KNOWN = {name: path for name, path in modules(HOST).items() if not set(APART) & set(path.parents)}


@cache
def arrows():
    """{module: modules of the desktop that it imports}."""
    found = {}
    for name, path in KNOWN.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found[name] = {each for each in imports(path, KNOWN, package=package) if each in KNOWN} - {name}
    return found


def room(module):
    """The room of a module: "cli", "link" …, "" for what all rooms use."""
    parts = module.split(".")
    return parts[1] if (HOST / parts[1] if parts[1:] else HOST).is_dir() and parts[1:] else ""


def test_no_module_imports_one_that_imports_it():
    assert circles(arrows()) == []


@pytest.mark.parametrize(
    ("own", "never"),
    [
        ("library", {"link", "install", "cli", "page", "doctor", "web"}),
        ("link", {"library", "install", "cli", "page", "doctor", "web", "virtual"}),
        ("install", {"library", "cli", "page", "doctor", "web", "virtual"}),
        ("page", {"library", "cli", "doctor", "web", "virtual"}),
        # what is known of real panels is with their models
        ("doctor", {"cli", "page", "web"}),
    ],
)
def test_a_room_knows_only_those_below_it(own, never):
    for module, targets in arrows().items():
        if room(module) == own:
            assert not {room(target) for target in targets} & never, module


def test_only_a_games_own_folder_names_it():
    for module, path in KNOWN.items():
        for name in set(games.NAMES) - set(module.split(".")):
            assert not [word for word in words(path) if name in word], module


@pytest.mark.parametrize(
    ("module", "slow"),
    [
        ("arcana_host.games.shipwreck.review", ("rich", "sqlite3", "serial")),
        ("arcana_host.games.shipwreck.telling", ("rich", "sqlite3", "serial")),
        ("arcana_host.library.sharing", ("sqlite3", "rich", "serial")),
        ("arcana_host.games", ("rich", "sqlite3", "typer", "shared_rules.shipwreck")),
    ],
)
def test_what_a_module_does_not_need_it_does_not_load(module, slow):
    code = f"import sys, {module}; print([name for name in {slow!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "[]\n", done.stdout + done.stderr
