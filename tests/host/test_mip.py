"""The packages in `firmware/`: mip installs from them what `arcana flash` installs, in a folder of its own.

tests/pico/test_mip.py has the whole companion installed on an emulated Pico, and starts it.
"""

import functools
import http.server
import json
import subprocess
import sys
import threading
from pathlib import Path

import arcana_host
import pytest
from arcana_host.install.build import (
    FOLDERS,
    MIP_FOLDER,
    Firmware,
    compile_firmware,
    installation,
    start_text,
)
from arcana_host.install.flash import flash

from shared_rules.games import NAMES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "firmware" / "package.json"
PACKAGES = sorted(PACKAGE.parent.glob("package*.json"))
KEPT = ("/companion/__init__.py", "/shared_rules/digest.py", "start.txt", "starter.py", "main.py")
START = {"/starter.mpy": b"compiled", "/main.py": b"from starter import main"}
GAME = {"/games/0001-0badcafe.arcana": b"abandon\n", "/settings.json": b"{}"}


def named(package=PACKAGE):
    """Return {path on the device: content} of what a package names."""
    urls = json.loads(package.read_text())["urls"]
    return {f"/{path}": (package.parent / source).read_bytes() for path, source in urls}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.stem)
def test_it_is_as_the_firmware_is_now(package):
    script = ROOT / "firmware" / "tools" / "make_package.py"
    command = [sys.executable, script, package.name]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert package.read_text(encoding="utf-8") == told, "run make package"


def test_they_name_what_arcana_flash_installs_and_nothing_twice():
    files = [pair for package in PACKAGES for pair in named(package).items()]
    assert len(dict(files)) == len(files)
    assert dict(files) == as_sources(NAMES)
    # what is not yet there can't start
    assert list(named())[-1] == "/main.py"


def test_the_first_has_some_games_whole_and_leaves_the_others_out():
    games = {path.split("/")[3] for path in named() if path.endswith("/game.py")}
    assert games < set(NAMES) and named() == as_sources(games)


def as_sources(games):
    """Return {path on the device: content} of a companion with these games."""
    files = installation(compile_firmware(None, games=games), MIP_FOLDER)
    return {**files, "/start.txt": start_text(MIP_FOLDER, *FOLDERS)}


def test_they_have_the_one_version_and_need_nothing_else():
    for package in map(json.loads, map(Path.read_text, PACKAGES)):
        assert (package["version"], package["deps"]) == (arcana_host.version(), [])


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def firmware(monkeypatch):
    """What `arcana flash` is to install: small, as it is only about the files."""
    small = Firmware(dict.fromkeys(("companion/app.mpy", "shared_rules/record_lines.mpy"), b"new"), START)
    monkeypatch.setattr("arcana_host.install.flash.bundled_firmware", lambda mpy, **chosen: small)
    return small


@pytest.fixture
def package(tmp_path):
    """The package with a few of its files, in a folder that is made like a checkout."""
    folder = tmp_path / "checkout"
    package = json.loads(PACKAGE.read_text())
    package["urls"] = [pair for pair in package["urls"] if pair[0].endswith(KEPT)]
    for _, source in package["urls"]:
        target = (folder / "firmware" / source).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((PACKAGE.parent / source).read_bytes())
    (folder / "firmware" / "package.json").write_text(json.dumps(package))
    return folder / "firmware" / "package.json"


@pytest.fixture(params=["from a folder", "from a server"])
def address(request, package):
    """What to tell mip."""
    if request.param == "from a folder":
        yield package
        return
    handler = functools.partial(Quiet, directory=package.parent.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/firmware/package.json"
        server.shutdown()


def mip(board, address):
    command = [sys.executable, "-m", "mpremote", "connect", board.path]
    done = subprocess.run(
        [*command, "mip", "install", "--target", "/", address], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mip_installs_it_beside_what_is_there(board, firmware, package, address):
    flash(board.path)
    before = {**board.files(), **GAME}
    for path, content in GAME.items():
        (board.flash / path[1:]).parent.mkdir(exist_ok=True)
        (board.flash / path[1:]).write_bytes(content)
    mip(board, address)
    urls = json.loads(package.read_text())["urls"]
    new = {f"/{path}": (package.parent / source).read_bytes() for path, source in urls}
    assert board.files() == {**before, **new}


def test_arcana_flash_takes_it_over_and_falls_back_on_it(board, firmware, package):
    mip(board, package)
    before = board.files()
    flash(board.path)
    start = {"/start.txt": start_text(FOLDERS[0], MIP_FOLDER)}
    assert board.files() == {**gone(before, "/starter.py"), **installation(firmware, FOLDERS[0]), **start}


def test_the_update_after_that_removes_it(board, firmware, package):
    mip(board, package)
    flash(board.path)
    before = board.files()
    firmware.app["companion/app.mpy"] = b"newer"
    flash(board.path)
    start = {"/start.txt": start_text(FOLDERS[1], FOLDERS[0])}
    assert board.files() == {**gone(before, f"/{MIP_FOLDER}/"), **installation(firmware, FOLDERS[1]), **start}


def gone(files, *beginnings):
    """Return the files without those whose paths begin so."""
    return {path: content for path, content in files.items() if not path.startswith(beginnings)}
