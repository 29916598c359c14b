"""An update of an emulated Pico that loses its power in the middle: the old companion starts, or the new one.

The flash takes its real time, and what it was erasing or programming is left half done. A small companion
stands for the real one where it is only about the files. After every cut the file system mounts, the
companion that is to start is the old one or the new one, whole, and games and settings are as they were. Of
the flashes that differ some are started by `main.py` under CPython (those of the small one) and some on an
emulated Pico. What the emulated board is not needed for is in tests/host/test_flash.py and
tests/device/test_starter.py.
"""

import contextlib
import json
import random
import subprocess
import sys

import pytest
from arcana_host import firmware_folder
from arcana_host.errors import DeviceSilent
from arcana_host.install import flash as flash_module
from arcana_host.install.build import (
    Firmware,
    bundled,
    bundled_firmware,
    compile_firmware,
    installation,
    start_text,
)
from arcana_host.install.flash import flash
from arcana_host.virtual.pico import EmulatedPico
from arcana_host.virtual.pico_flash import PAGE_SIZE, files_in
from pico.cuts import SETUP, Plug, check_takes_more
from pico.handheld import BOARD, Handheld, mpy_version
from pico.old_flash import with_old_bytes

RECORD = f'[Game "0badcafe"]\n{SETUP}\nabandon\n# over abandoned 2\n'
SETTINGS = json.dumps({"board": BOARD, "doom": 4})
GAME = {"/games/0001-0badcafe.arcana": RECORD.encode(), "/settings.json": SETTINGS.encode()}
LAYOUTS = ("from /lib", "to and fro")
BOOTED, BOOTED_IN_SOAK = 5, 12
"""How many of the flashes that a cut left are started on an emulated Pico."""
STARTED, STARTED_IN_SOAK = 5, 60
"""How many under CPython."""
OFTEN, OFTEN_IN_SOAK = 2, 4
BEGIN = """
import gc, sys
gc.threshold = lambda bytes: None
sys.path.append("lib")
exec(open("main.py").read())
"""
"""What CPython lacks of MicroPython, and then `main.py`."""
LOOKS_SLOWLY = b"""
import sys
import time

class Bundles(sys.modules["starter"].Modules):
    def stat(self, path):
        print("looks for", path)
        time.sleep_ms(30)
        return super().stat(path)
"""
"""A file system of a companion in which a Ctrl-C comes while a module is looked for."""
WHY = "the companion in one does not start (ImportError: no module named 'companion.gone')"


def small(version):
    """Return a companion that says its version and ends."""
    app = {f"companion/module_{number}.py": b"#" * 700 * number for number in range(4)}
    app["companion/boards.py"] = b"def wake(): pass\n"
    app["companion/app.py"] = (
        b"import shared_rules.version\ndef main(): print('runs', shared_rules.version.IT)\n"
    )
    app["shared_rules/version.py"] = b"IT = %r\n" % version
    app["companion/module_3.py"] += version.encode()
    start = {f"/{name}": (firmware_folder() / name).read_bytes() for name in ("starter.py", "main.py")}
    return Firmware(app, start)


def laid_out(firmware, layout):
    """Return the files of a board with a companion."""
    if layout == "from /lib":
        files = {**installation(firmware, "lib"), "/main.py": b"from companion.app import main\nmain()\n"}
        del files["/start.txt"]
        return {**files, **GAME}
    both = {**installation(firmware, "two"), **installation(firmware, "one")}
    return {**both, **GAME, "/start.txt": start_text("one", "two")}


def companion(files):
    """Return {path below its folder: content} of the companion that starts with these files."""
    folder = "/lib/"
    if b"starter" in files["/main.py"]:
        folder = "/" + files["/start.txt"].decode().split()[0] + "/"
    packages = (folder + "companion/", folder + "shared_rules/")
    return {path[len(folder) :]: content for path, content in files.items() if path.startswith(packages)}


class Update:
    """An update, and what power cuts would have left of the flash at random moments of it.

    files: what the board has before. often: as for Plug. old_bytes: whether what is free is full of them.
    cuts: the flashes, torn: how many of them are.
    """

    def __init__(self, image, files, often, old_bytes=False):
        self.pico = EmulatedPico(image, files)
        if old_bytes:
            self.pico = EmulatedPico(image, flash=with_old_bytes(self.pico.cut()))
        self.cuts = [self.pico.cut()]
        self.torn = 0
        self._plug = Plug(self.pico, often, 5, self._pulled)

    def run(self, *ended_by):
        with self.pico.terminal() as port:
            with contextlib.suppress(*ended_by):
                flash(port.path)
            port.do(self._leave_it)
        self.cuts.append(self.pico.cut())

    def _leave_it(self):
        self._plug.often = 0

    def _pulled(self, flash, torn):
        self.cuts.append(flash)
        self.torn += torn

    def check(self, old, new):
        """Check that every cut left one of two firmwares whole, and all that is nobody's business."""
        found = [files_in(cut) for cut in self.cuts]
        assert len(found) > 20 and self.torn
        assert all(companion(files) in (old.app, new.app) for files in found)
        assert all({**files, **GAME} == files for files in found)
        for cut, files in zip(self.cuts, found, strict=True):
            check_takes_more(cut, files)
        outcomes = [companion(files) == new.app for files in found]
        assert not outcomes[0] and outcomes[-1]
        # once it has taken over it stays
        assert outcomes == sorted(outcomes)
        print(f"update: {len(found)} cuts, {self.torn} in the middle of a write")
        print(f"{len(self.different())} different flashes")

    def different(self):
        """Return the cuts that left different files, in their order."""
        return list({frozenset(files_in(cut).items()): cut for cut in self.cuts}.values())

    def some(self, count):
        """Return at most so many of the different ones, the first and the last among them."""
        first, *others, last = self.different()
        return [first, *random.Random(6).sample(others, min(count - 2, len(others))), last]


def starts(files, folder):
    """Return what a board with these files runs under CPython, without the packages installed here."""
    for path, content in files.items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_bytes(content)
    done = subprocess.run([sys.executable, "-S", "-c", BEGIN], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def runs(pico):
    """Start a board with a small companion, and once more from its prompt; return what that says it runs."""
    pico.run_until(lambda: pico.serial.connected, 3_000)
    # a start that falls back writes a file
    pico.run(1_500)
    pico.serial.read()
    pico.serial.write(b"\x04")
    said = bytearray()

    def ended():
        said.extend(pico.serial.read())
        return b">>> " in said

    pico.run_until(ended, 5_000, 10)
    return [line for line in said.decode().splitlines() if line.startswith("runs")]


def version_in(files):
    return [f"runs {companion(files)['shared_rules/version.py'].decode()[6:9]}"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_power_cuts_during_an_update_leave_one_companion_or_the_other(
    image, layout, monkeypatch, tmp_path, soak
):
    old, new = small("old"), small("new")
    monkeypatch.setattr(flash_module, "bundled_firmware", lambda version, games: new)
    update = Update(image, laid_out(old, layout), OFTEN_IN_SOAK if soak else OFTEN)
    # the small one does not answer
    update.run(DeviceSilent)
    update.check(old, new)
    for number, cut in enumerate(update.some(STARTED_IN_SOAK if soak else STARTED)):
        files = files_in(cut)
        assert starts(files, tmp_path / str(number)) == version_in(files)
    for cut in update.some(BOOTED_IN_SOAK if soak else BOOTED):
        assert runs(EmulatedPico(image, flash=cut)) == version_in(files_in(cut))


@pytest.mark.parametrize("old_bytes", [False, True], ids=["blank", "old bytes"])
def test_power_cuts_while_many_blocks_are_made_ready(image, old_bytes, monkeypatch, soak):
    old, new = small("old"), small("new")
    new.app["companion/text.txt"] = b"".join(b"line %d of a long text\n" % number for number in range(3500))
    monkeypatch.setattr(flash_module, "bundled_firmware", lambda version, games: new)
    update = Update(image, laid_out(old, "to and fro"), 1 if soak else 0.2, old_bytes)
    update.run(DeviceSilent)
    update.check(old, new)
    # what is blank is not erased, and nobody programs it with ones
    flash, pages = update.pico.flash, sum(map(len, new.app.values())) // PAGE_SIZE
    assert flash.programmed < 1.2 * pages
    erased = sum(flash.erased.values())
    assert (32 <= erased < 40) if old_bytes else erased < 5


@pytest.mark.slow
def test_power_cuts_during_an_update_of_the_real_one(image, monkeypatch):
    old = bundled_firmware(mpy_version(image))
    changed = random.Random(7).sample(sorted(old.app), 12)
    # a module ends where it says that it does, and so the last one of a bundle
    new = Firmware({path: code + b" " * (path in changed) for path, code in old.app.items()}, old.start)
    monkeypatch.setattr(flash_module, "bundled_firmware", lambda version, games: new)
    update = Update(image, laid_out(old, "to and fro"), OFTEN / 4)
    update.run()
    update.check(old, new)
    for cut in update.some(BOOTED):
        handheld = Handheld(image, flash=cut)
        handheld.boot()
        assert handheld.ask("self_test")["install"] == "ok"


def test_one_that_does_not_start_gives_way_to_the_one_before(any_image):
    files = laid_out(small("old"), "to and fro")
    files["/one/companion/app.py"] = b"import companion.module_0, companion.gone\n"
    pico = EmulatedPico(any_image, files)
    assert runs(pico) == ["runs old"]
    assert pico.read_files()["/start.txt"].decode() == f"two\n{WHY}\n"


def test_ctrl_c_while_a_package_is_looked_for_leaves_the_companion_in_use(any_image):
    files = laid_out(small("old"), "to and fro")
    files["/one/companion/bundles.py"] = LOOKS_SLOWLY
    files["/one/companion/boards/__init__.py"] = files.pop("/one/companion/boards.py")
    pico = EmulatedPico(any_image, files)
    said = bytearray()

    def says(words):
        said.extend(pico.serial.read())
        return words in said

    pico.run_until(lambda: says(b"looks for /companion/boards\r\n"), 5_000)
    pico.serial.write(b"\x03")
    pico.run_until(lambda: says(b">>> "), 5_000)
    assert b"runs old\r\n" in said
    assert pico.read_files()["/start.txt"] == files["/start.txt"]


def test_power_cuts_while_it_gives_way_leave_one_that_starts(image):
    files = laid_out(small("old"), "to and fro")
    files["/one/companion/app.py"] = b"import companion.module_0, companion.gone\n"
    del files["/one/shared_rules/version.py"]
    cuts = []
    pico = EmulatedPico(image, files)
    Plug(pico, 4, 7, lambda flash, torn: cuts.append(flash))
    assert runs(pico) == ["runs old"]
    left = {cut: files_in(cut) for cut in cuts}
    assert len(left) > 5
    for after in left.values():
        assert after["/start.txt"] in (files["/start.txt"], f"two\n{WHY}\n".encode())
        after.pop("/start.txt.new", None)
        assert {**after, "/start.txt": files["/start.txt"]} == files
    print(f"fall back: {len(cuts)} cuts")
    for cut in random.Random(8).sample(list(left), 2):
        assert runs(EmulatedPico(image, flash=cut)) == ["runs old"]


@pytest.mark.slow
@pytest.mark.parametrize("module", ["session", "link"], ids=["before the first picture", "after it"])
def test_an_update_that_fell_back_is_told_over_the_link(image, module):
    whole = compile_firmware(mpy_version(image))
    lacks = Firmware(
        {path: code for path, code in whole.app.items() if path != f"companion/{module}.mpy"}, whole.start
    )
    files = {**laid_out(bundled(whole), "to and fro"), **installation(bundled(lacks), "one")}
    files["/start.txt"] = start_text("one", "two")
    handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
    handheld.boot()
    why = f"the companion in one does not start (ImportError: no module named 'companion.{module}')"
    assert handheld.ask("self_test")["install"] == why
