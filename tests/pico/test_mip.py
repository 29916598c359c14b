"""mpremote's mip installs the companion on a board that has MicroPython and nothing else, and it plays."""

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from itertools import islice

import arcana_host
import pytest
from arcana_host.install.build import FOLDERS, MIP_FOLDER, start_text
from arcana_host.install.flash import flash
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import BOARD, Handheld, told
from player import presses_for
from rules.vectors import find_vector

STARTS_MS = 30_000
"""The board compiles all that it starts with; 8 s with MicroPython 1.24."""

ROOM = 60_000
"""Bytes that stay free; a companion that is compiled leaves 10,000 more."""

BESIDE = ("score_pad",)
"""The game with which what `arcana flash` sends has room beside what mip installed."""

BEGINNING = 6
"""Events of a game, the setup among them."""

pytestmark = pytest.mark.slow


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def files():
    """{path on the device: content} of all that mip installs."""
    package = arcana_host.firmware_folder() / "package.json"
    urls = json.loads(package.read_text())["urls"]
    return {f"/{path}": (package.parent / source).read_bytes() for path, source in urls}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The package in a copy of the checkout, with a tenth of its app: all of it takes ten minutes."""
    folder = tmp_path_factory.mktemp("checkout")
    for source in (arcana_host.firmware_folder(), arcana_host.shared_rules_folder()):
        shutil.copytree(source, folder / source.name)
    package = json.loads((folder / "firmware" / "package.json").read_text())
    package["urls"] = package["urls"][:-3:10] + package["urls"][-3:]
    (folder / "firmware" / "package.json").write_text(json.dumps(package))
    return folder / "firmware" / "package.json"


@pytest.fixture(scope="module")
def address(package):
    """Where a server has it."""
    handler = functools.partial(Quiet, directory=package.parent.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/firmware/package.json"
        server.shutdown()


@pytest.fixture(scope="module")
def installed(image, files, package, address):
    """The flash of a board that knows which it is, after mip; it had nine tenths of the app before."""
    coming = {f"/{path}" for path, _ in json.loads(package.read_text())["urls"]}
    there = {path: content for path, content in files.items() if path not in coming}
    there.update(told(BOARD))
    pico = EmulatedPico(image, files=there)
    with pico.terminal() as port:
        command = [sys.executable, "-m", "mpremote", "connect", port.path]
        done = subprocess.run(
            [*command, "mip", "install", "--target", "/", address],
            capture_output=True,
            text=True,
            timeout=3600,
        )
    assert done.returncode == 0, done.stdout + done.stderr
    assert coming <= set(pico.read_files())
    return pico.cut()


def test_it_starts_and_plays(image, installed):
    handheld = Handheld(image, flash=installed)
    handheld.boot(STARTS_MS)
    info = handheld.ask("info")
    assert info["version"] == arcana_host.version() and info["free_heap"] > ROOM
    assert handheld.ask("self_test")["install"] == "ok"
    events = find_vector(sets=4, result="lost", hit=2, use=2)
    for _, presses in islice(presses_for(events), BEGINNING):
        handheld.enter(presses)
    assert handheld.record()[:BEGINNING] == events[:BEGINNING]
    handheld.settle()
    assert handheld.ask("info")["free_heap"] > ROOM


def test_arcana_flash_takes_it_over_and_it_stays_to_fall_back_on(image, installed):
    handheld = Handheld(image, flash=installed)
    handheld.boot(STARTS_MS)
    with handheld.pico.terminal() as port:
        assert flash(port.path, games=BESIDE).compiled
    files = handheld.pico.read_files()
    assert files["/start.txt"] == start_text(FOLDERS[0], MIP_FOLDER)

    broken = dict(files)
    del broken[f"/{FOLDERS[0]}/companion/session.mpy"]
    fallen = Handheld(image, flash=EmulatedPico(image, broken).cut())
    fallen.boot(2 * STARTS_MS)
    told = fallen.ask("self_test")["install"]
    assert told.startswith(f"the companion in {FOLDERS[0]} does not start (ImportError")

    with handheld.pico.terminal() as port:
        flash(port.path)
    assert not any(path.startswith(f"/{MIP_FOLDER}/") for path in handheld.pico.read_files())
