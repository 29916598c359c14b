"""How long a sync and an installation keep the emulated Pico busy: the time in which the Pico or its flash
works, without waiting for the computer.
"""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from arcana_host.install import flash as installer
from arcana_host.install.build import device_files
from arcana_host.library.store import Library
from arcana_host.sync import Pulled, pull
from bench.on_the_pico import Took, busy_ms, run
from emulator.pico import EmulatedPico
from pico.cuts import wired
from pico.handheld import mpy_version
from pico.saved_games import saved_files, with_files

GAMES = 40
CHANGED = "companion/session.mpy"


def main():
    return run("link", [installation, sync])


def sync(image):
    """Fetch and store all games, then have them removed; next to mpremote, which copies the same files."""
    files = saved_files(GAMES)
    handheld = with_files(image, files)
    handheld.boot()
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder)) as library:
        with wired(handheld.pico) as device:
            fetched, _ = _busy(handheld.pico, lambda: list(pull(device, library, keep=True)))
            synced, done = _busy(handheld.pico, lambda: list(pull(device, library)))
    assert len(done) == GAMES and all(isinstance(one, Pulled) and one.removed for one in done), done
    pico = EmulatedPico(image, files)
    pico.run(1000)
    with pico.terminal() as port, tempfile.TemporaryDirectory() as folder:
        words = ("connect", port.path, "fs", "cp", "-r", ":/games", folder)
        copy = partial(
            subprocess.run, [sys.executable, "-m", "mpremote", *words], check=True, stdout=subprocess.DEVNULL
        )
        copied, _ = _busy(pico, copy, port.do)
        assert len([path for path in Path(folder).rglob("*") if path.is_file()]) == len(files)
    shares = [ours / theirs for ours, theirs in zip(fetched, copied, strict=True)]
    return [
        (f"a sync of {GAMES} games, which stay", *fetched),
        (f"a sync of {GAMES} games, removing included", *synced),
        (f"`mpremote fs cp -r` of {GAMES} games", *copied),
        ("a sync of 40 games, which stay, against `mpremote fs cp -r`", *shares),
    ]


def installation(image):
    """Install on an empty board, change a file, change nothing; the start of the app is not counted."""
    files = device_files(mpy_version(image))
    # a module ends where it says that it does
    changed = {**files, CHANGED: files[CHANGED] + b" "}
    steps = {"the whole installation": files, "one changed file": changed, "nothing changed": changed}
    pico, took = EmulatedPico(image, files={}), {}
    with pico.terminal() as port:
        for what, content in steps.items():
            took[what] = _install(pico, port, content)
    # where nothing changed, all that comes after the restart is the start of the app
    _, started = took["nothing changed"]
    rows = []
    for what, (whole, _) in took.items():
        rows.append((what, *((ms - start) / 1000 for ms, start in zip(whole, started, strict=True))))
    return rows


def _install(pico, port, content):
    """Install; return Took of all of it, and of what came after the restart."""
    restarted = []

    def progress(doing, done, total):
        if doing == "Starting the app" and not restarted:
            restarted.append(port.do(lambda: (busy_ms(pico), pico.waited_ms)))

    build, installer.device_files = installer.device_files, lambda *_, **__: content
    try:
        whole, _ = _busy(pico, lambda: installer.flash(port.path, progress), port.do)
    finally:
        installer.device_files = build
    busy, waited = restarted[0]
    busy, waited = busy_ms(pico) - busy, pico.waited_ms - waited
    return whole, Took(busy - waited, busy)


def _busy(pico, work, do=lambda call: call()):
    """Return Took of the Pico during some work, and the work's result. do: calls in the Pico's thread."""
    do(pico.charge_cache_misses)
    began, waited = do(lambda: (busy_ms(pico), pico.waited_ms))
    result = work()
    busy, waited = do(lambda: (busy_ms(pico) - began, pico.waited_ms - waited))
    do(lambda: pico.charge_cache_misses(False))
    return Took(busy - waited, busy), result
