"""mpremote alone installs what `make device` writes on a board with MicroPython, and it plays.

All of it takes ten minutes, so the board has nine tenths of the files before.
"""

import json
import subprocess
import sys
from itertools import islice

import arcana_host
import pytest
from arcana_host.install.build import write_folder
from arcana_host.install.flash import flash
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import BOARD, Handheld, told
from player import presses_for
from rules.vectors import find_vector

BEGINNING = 6
"""Events of a game, the setup among them."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    """A folder with a tenth of what `make device` writes, and the paths of that: {path: content}."""
    folder = tmp_path_factory.mktemp("build") / "device"
    paths = write_folder(folder)
    coming = {path: (folder / path).read_bytes() for path in [*paths[:-1:10], paths[-1]]}
    rest = {f"/{path}": (folder / path).read_bytes() for path in paths if path not in coming}
    for path in rest:
        (folder / path[1:]).unlink()
    package = {"urls": [[path, f"device/{path}"] for path in coming], "version": arcana_host.version()}
    (folder.parent / "package.json").write_text(json.dumps(package))
    return folder, rest


def mpremote(pico, *words):
    """Run a command of mpremote on an emulated Pico."""
    with pico.terminal() as port:
        command = [sys.executable, "-m", "mpremote", "connect", port.path, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_old_companion_is_removed_and_nothing_else(image):
    others = {"/settings.json": b"{}", "/games/0001-0badcafe.arcana": b"game", **told(BOARD)}
    old = {"/companion/screens/menu.mpy": b"old", "/shared_rules/games.mpy": b"old"}
    pico = EmulatedPico(image, files={**old, **others})
    mpremote(pico, "rm", "-r", ":companion", ":shared_rules")
    assert pico.read_files() == others


COMMANDS = {
    "fs cp": lambda folder: ("fs", "cp", "-r", f"{folder}/.", ":"),
    "mip": lambda folder: ("mip", "install", "--target", "/", f"{folder.parent}/package.json"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_it_plays_and_arcana_flash_has_nothing_to_add(image, device, command):
    folder, rest = device
    pico = EmulatedPico(image, files={**rest, **told(BOARD)})
    mpremote(pico, *command(folder))
    handheld = Handheld(image, flash=pico.cut())
    handheld.boot()
    assert handheld.ask("info")["version"] == arcana_host.version()
    events = find_vector(sets=4, result="lost", hit=2, use=2)
    for _, presses in islice(presses_for(events), BEGINNING):
        handheld.enter(presses)
    assert handheld.record()[:BEGINNING] == events[:BEGINNING]
    handheld.settle()
    with handheld.pico.terminal() as port:
        assert flash(port.path).sent == []
