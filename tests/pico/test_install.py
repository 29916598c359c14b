"""An update of an emulated Pico that loses its power: the old companion starts, or the new one, whole.

The flash takes its real time, and what it was erasing or programming is left half done. A small companion
stands for the real one where it is only about the files. What the chip is not needed for is in
tests/host/test_flash.py.
"""

import contextlib
import random
import subprocess
import sys

import pytest
from arcana_host.install import flash as flash_module
from arcana_host.install import prompt
from arcana_host.install.flash import flash
from arcana_portable.errors import DeviceSilent
from arcana_portable.firmware import firmware_folder
from arcana_portable.install import steps
from emulator.flash import files_in, timed_in
from emulator.pico import EmulatedPico
from pico.cuts import SETUP, Plug, check_takes_more
from pico.handheld import BOARD, Handheld, board_file, firmware

OF_OTHERS = {
    "/games/0001-0badcafe.arcana": f'[Game "0badcafe"]\n{SETUP}\nabandon\n# over abandoned 2\n'.encode(),
    "/settings.json": b'{"doom": 4}',
    **board_file(BOARD),
}
BOOTED, BOOTED_IN_SOAK = 5, 100
"""How many of the flashes that a cut left are started on an emulated Pico."""
STARTED, STARTED_IN_SOAK = 10, 100
"""How many under CPython."""
FILL = """
with open("/songs", "wb") as file:
    for block in range(os.statvfs("/")[3] - %d):
        file.write(bytes(4096))
"""


def small(version):
    """Return the files of a companion that says its version and ends."""
    files = {f"companion/module_{number}.py": b"#" * 700 * number + version for number in range(4)}
    files[f"companion/{version.decode()}_only/it.py"] = b"# of this version alone"
    files["companion/boards.py"] = b"def wake(): pass\n"
    files["companion/app.py"] = (
        b"import shared_rules.version\ndef main(): print('runs', shared_rules.version.IT)\n"
    )
    files["shared_rules/version.py"] = b"IT = %r\n" % version
    return {**files, "main.py": (firmware_folder() / "main.py").read_bytes()}


def on_board(files):
    return {f"/{path}": content for path, content in files.items()}


OLD, NEW = small(b"old"), small(b"new")


def starts(files, folder):
    """Return what a board with these files runs under CPython, and the files that are there then."""
    for path, content in files.items():
        (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / path[1:]).write_bytes(content)
    command = [sys.executable, "-S", "-B", "-c", "exec(open('main.py').read())"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = [path for path in folder.rglob("*") if path.is_file()]
    return done.stdout, {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in found}


def runs(pico):
    """Start a board with a small companion, and once more from its prompt; return what that says it runs."""
    pico.run_until(lambda: pico.serial.connected, 3_000)
    said = bytearray()

    def ended():
        said.extend(pico.serial.read())
        return said.endswith(b">>> ")

    # it prints where it started before somebody listened
    pico.run_until(lambda: pico.serial.write(b"\r") or ended(), 10_000, 100)
    said.clear()
    pico.serial.write(b"\x04")
    pico.run_until(ended, 5_000, 10)
    return [line for line in said.decode().splitlines() if line.startswith("runs")]


@pytest.fixture
def cuts(image, monkeypatch, soak):
    """The flash after power cuts at random moments of an update; some writes are torn."""
    monkeypatch.setattr(flash_module, "device_files", lambda version, games: NEW)
    pico = EmulatedPico(image, {**on_board(OLD), **OF_OTHERS})
    found, torn = [pico.cut()], []

    def pulled(flash, is_torn):
        found.append(flash)
        torn.append(is_torn)

    plug = Plug(pico, 4 if soak else 2, 5, pulled)
    with pico.terminal() as port:
        # the small one does not answer
        with contextlib.suppress(DeviceSilent):
            flash(port.path)
        port.do(lambda: setattr(plug, "often", 0))
    assert len(found) > 40 and any(torn)
    return [*found, pico.cut()]


def test_power_cuts_leave_the_old_companion_or_are_mended_by_the_next_start(image, cuts, tmp_path, soak):
    whole = {"old": {**on_board(OLD), **OF_OTHERS}, "new": {**on_board(NEW), **OF_OTHERS}}
    outcomes = []
    for cut in cuts:
        files = files_in(cut)
        files.pop("/update.part", None)
        assert files | OF_OTHERS == files
        assert "/update" in files or files in whole.values()
        outcomes.append("new" if "/update" in files or files == whole["new"] else "old")
        check_takes_more(cut, files_in(cut))
    # once it has arrived it stays
    assert outcomes == sorted(outcomes, reverse=True) and set(outcomes) == {"old", "new"}
    chance = random.Random(6)
    # most of them those in the middle of it
    half = [number for number, cut in enumerate(cuts) if "/update" in files_in(cut)]
    numbers = [0, *chance.sample(half, min(len(half), STARTED_IN_SOAK if soak else STARTED)), len(cuts) - 1]
    for number in numbers:
        said, left = starts(files_in(cuts[number]), tmp_path / str(number))
        left.pop("/update.part", None)
        assert (said, left) == (f"runs {outcomes[number].encode()}\n", whole[outcomes[number]])
    for number in numbers[: BOOTED_IN_SOAK if soak else BOOTED]:
        pico = EmulatedPico(image, flash=cuts[number])
        assert runs(pico) == [f"runs {outcomes[number].encode()}"]
        left = pico.read_files()
        left.pop("/update.part", None)
        assert left == whole[outcomes[number]]
    print(f"{len(cuts)} cuts, {len(half)} while the update was put in place")


def test_power_cuts_while_it_is_mended_are_mended(image, cuts):
    half = [cut for cut in cuts if "/update" in files_in(cut)]
    pico = EmulatedPico(image, flash=half[len(half) // 3])
    again = []
    Plug(pico, 1, 7, lambda flash, torn: again.append(flash))
    assert runs(pico) == ["runs b'new'"]
    for cut in random.Random(8).sample(again, 2):
        mended = EmulatedPico(image, flash=cut)
        assert runs(mended) == ["runs b'new'"]
        assert mended.read_files() == {**on_board(NEW), **OF_OTHERS}
        assert set(timed_in(mended.cut())) == {*OF_OTHERS, "/main.py"}


MAIN = OLD["main.py"]
DAMAGED = {f"{length} bytes": MAIN[:length] for length in (0, 256, 512, 600, 1024, 1536)}
DAMAGED |= {
    f"bit {bit}": MAIN[: bit // 8] + bytes([MAIN[bit // 8] ^ 1 << bit % 8]) + MAIN[bit // 8 + 1 :]
    for bit in random.Random(12).sample(range(8 * len(MAIN)), 5)
}
DAMAGED["an import"] = b"import lib.gone\n" + MAIN


def test_a_damaged_main_py_is_mended_by_one_flash(any_image, monkeypatch):
    monkeypatch.setattr(flash_module, "device_files", lambda version, games: NEW)
    for name, damaged in DAMAGED.items():
        before = OLD if name == "512 bytes" else NEW
        pico = EmulatedPico(any_image, {**on_board({**before, "main.py": damaged}), **OF_OTHERS})
        with pico.terminal() as port, contextlib.suppress(DeviceSilent):
            flash(port.path)
        assert pico.read_files() == {**on_board(NEW), **OF_OTHERS}, name
        assert set(timed_in(pico.cut())) == {*OF_OTHERS}, name
        assert runs(pico) == ["runs b'new'"]


def test_a_damaged_update_that_no_log_can_note_does_not_keep_the_companion_from_starting(any_image):
    files = {**on_board(NEW), "/update": bytes(30_000), "/log.txt/there": b""}
    pico = EmulatedPico(any_image, files)
    assert runs(pico) == ["runs b'new'"]
    assert "/update" not in pico.read_files()


@pytest.mark.slow
def test_without_room_the_panel_says_what_to_do_and_the_next_installation_completes_it(image, monkeypatch):
    monkeypatch.setattr(prompt, "ANSWER_WAIT", 600)
    files = {path[1:]: content for path, content in firmware(image).items()}
    changed = random.Random(7).sample([path for path in files if path.endswith(".mpy")], 12)
    new = {path: content + b" " * (path in changed) for path, content in files.items()}
    monkeypatch.setattr(flash_module, "device_files", lambda version, games: new)
    pico = EmulatedPico(image, {**on_board(files), **OF_OTHERS})
    pico.exec(FILL % (steps.SPARE + 3), limit_ms=120_000)
    handheld = Handheld(image, flash=pico.cut())
    handheld.boot()
    title = handheld.pico.panel.glass
    cuts, said = [], []

    def sending(doing, done, total):
        if doing.startswith("Sending"):
            cuts.append((handheld.pico.cut(), handheld.pico.panel.glass))

    with handheld.pico.terminal() as port:
        flash(port.path, sending, say=said.append)
    assert "no room for the update" in said[0]
    middle, glass = cuts[len(cuts) // 2]
    assert "/main.py" not in files_in(middle) and glass != title
    assert handheld.pico.read_files() | on_board(new) | OF_OTHERS == handheld.pico.read_files()
    pico = EmulatedPico(image, flash=middle)
    with pico.terminal() as port:
        flash(port.path)
    assert pico.read_files() | on_board(new) | OF_OTHERS == pico.read_files()
