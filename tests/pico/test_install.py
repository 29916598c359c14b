"""An update of an emulated Pico that loses its power in the middle: the old companion starts, or the new one.

The flash takes its real time, and what it was erasing or programming is left half done. A small companion
stands for the real one where it is only about the files. What the emulated board is not needed for is in
tests/host/test_flash.py and tests/device/test_starter.py.
"""

import contextlib
import random

import pytest
from arcana_host import firmware_folder
from arcana_host import flash as flash_module
from arcana_host.build import Firmware, compile_firmware, installation, start_text
from arcana_host.errors import DeviceSilent
from arcana_host.flash import flash
from arcana_host.virtual.pico import EmulatedPico
from arcana_host.virtual.pico_flash import files_in
from pico.handheld import Handheld, mpy_version

GAME = {"/games/0001-0badcafe.arcana": b'[Game "0badcafe"]\nabandon\n', "/settings.json": b"{}"}
LAYOUTS = ("from /lib", "to and fro")
BOOTED = 5
"""How many of the flashes that a cut left are started; the others are looked at."""


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
    """An update, and what the flash was at random moments of it, more often than not while it was at work.

    files: what the board has before. cuts: the flashes that power cuts would have left.
    """

    def __init__(self, image, files):
        self.pico = EmulatedPico(image, files)
        self.cuts = []
        self._chance = random.Random(5)
        self._under_way = True

    def run(self, *ended_by):
        with self.pico.terminal() as port:
            port.do(self._wait)
            with contextlib.suppress(*ended_by):
                flash(port.path)
            self._under_way = False
        self.cuts.append(self.pico.cut())

    def _wait(self):
        self.pico.after(self._chance.uniform(1, 20), self._cut)

    def _cut(self):
        if self._under_way:
            if self.pico.flash.busy or self._chance.random() < 0.05:
                self.cuts.append(self.pico.flash.snapshot())
            self._wait()

    def check(self, old, new):
        """Check that every cut left one of two firmwares whole, and all that is nobody's business."""
        found = [files_in(cut) for cut in self.cuts]
        assert len(found) > 20
        assert all(companion(files) in (old.app, new.app) for files in found)
        assert all({**files, **GAME} == files for files in found)
        outcomes = [companion(files) == new.app for files in found]
        assert not outcomes[0] and outcomes[-1]
        # once it has taken over it stays
        assert outcomes == sorted(outcomes)

    def some(self):
        """Return a few of the cuts, the first and the last among them."""
        return [self.cuts[0], *random.Random(6).sample(self.cuts, BOOTED - 2), self.cuts[-1]]


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


@pytest.mark.parametrize("layout", LAYOUTS)
def test_power_cuts_during_an_update_leave_one_companion_or_the_other(image, layout, monkeypatch):
    old, new = small("old"), small("new")
    monkeypatch.setattr(flash_module, "compile_firmware", lambda version: new)
    update = Update(image, laid_out(old, layout))
    # the small one does not answer
    update.run(DeviceSilent)
    update.check(old, new)
    for cut in update.some():
        expected = companion(files_in(cut))["shared_rules/version.py"].decode()[6:9]
        assert runs(EmulatedPico(image, flash=cut)) == [f"runs {expected}"]


@pytest.mark.slow
def test_power_cuts_during_an_update_of_the_real_one(image, monkeypatch):
    old = compile_firmware(mpy_version(image))
    changed = random.Random(7).sample(sorted(old.app), 12)
    # a module ends where it says that it does
    new = Firmware({path: code + b" " * (path in changed) for path, code in old.app.items()}, old.start)
    monkeypatch.setattr(flash_module, "compile_firmware", lambda version: new)
    update = Update(image, laid_out(old, "to and fro"))
    update.run()
    update.check(old, new)
    for cut in update.some():
        handheld = Handheld(image, flash=cut)
        handheld.boot()
        assert handheld.ask("self_test")["install"] == "ok"


def test_one_that_does_not_start_gives_way_to_the_one_before(any_image):
    files = laid_out(small("old"), "to and fro")
    files["/one/companion/app.py"] = b"import companion.module_0, companion.gone\n"
    pico = EmulatedPico(any_image, files)
    assert runs(pico) == ["runs old"]
    why = "the companion in one does not start (ImportError: no module named 'companion.gone')"
    assert pico.read_files()["/start.txt"].decode() == f"two\n{why}\n"


@pytest.mark.slow
def test_an_update_that_fell_back_is_told_over_the_link(image):
    files = laid_out(compile_firmware(mpy_version(image)), "to and fro")
    del files["/one/companion/session.mpy"]
    handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
    handheld.boot()
    why = "the companion in one does not start (ImportError: no module named 'companion.session')"
    assert handheld.ask("self_test")["install"] == why
