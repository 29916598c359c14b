"""How long `arcana sync` keeps the emulated Pico busy with many games, next to `mpremote` copying them.

It counts the time in which the Pico or its flash works, without waiting for the computer. The games are in
packs, as the firmware writes them; mpremote copies them as single files.
"""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from arcana_host.library.store import Library
from arcana_host.sync import Pulled, pull
from arcana_host.virtual.pico import EmulatedPico
from bench.bench_flash import work
from bench.figures import note
from bench.on_the_pico import on_the_pico
from pico.cuts import Wired
from pico.kept_games import kept_files, with_files
from rich.table import Table

FEW, MANY = 40, 190
GOALS_MS = {FEW: 400, MANY: 2000}
TIMES = 5
"""How many times faster than mpremote a sync of the fewer games should be."""


@on_the_pico
def main(console, image):
    """Measure and print. Returns the exit status: 1 when a sync takes longer than it should."""
    table = Table("games", "KB", "fetched, ms", "goal", "removed, ms", title=f"arcana sync, {image.stem}")
    took = {}
    for count, goal in GOALS_MS.items():
        files = kept_files(count)
        size = sum(map(len, files.values())) / 1024
        took[count], confirmed = _sync(image, files, count)
        table.add_row(str(count), f"{size:.0f}", f"{took[count]:.0f}", str(goal), f"{confirmed:.0f}")
        note("bulk", f"{count} games, {size:.0f} KB, fetched", f"{goal} ms", f"{took[count]:.0f} ms")
        note("bulk", f"{count} games removed", "", f"{confirmed:.0f} ms")
    console.print(table)
    copied = _copy(image, kept_files(FEW, packed=False))
    console.print(
        f"mpremote fs cp -r takes {copied:.0f} ms for {FEW}, {copied / took[FEW]:.1f} times as long."
    )
    what = f"`mpremote fs cp -r` of {FEW} games in files of their own"
    note("bulk", what, f"{TIMES} × the sync", f"{copied:.0f} ms, {copied / took[FEW]:.1f} × the sync")
    late = any(took[count] > goal for count, goal in GOALS_MS.items())
    return int(late or copied < TIMES * took[FEW])


def _sync(image, files, count):
    """Fetch and then remove all games; return the milliseconds for both."""
    handheld = with_files(image, files)
    handheld.boot()
    handheld.pico.run(1000)
    marks = []
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder)) as library:
        with Wired(handheld.pico) as device:
            began = work(handheld.pico)
            done = list(pull(device, library, on_lines=lambda *_: marks.append(work(handheld.pico))))
            ended = work(handheld.pico)
    assert len(done) == count and all(isinstance(one, Pulled) and one.removed for one in done), done
    # the last mark comes after the games are removed
    fetched = marks[count - 1]
    return fetched - began, ended - fetched


def _copy(image, files):
    """Copy the games with mpremote; return the milliseconds."""
    pico = EmulatedPico(image, files)
    pico.run(1000)
    with pico.terminal() as port, tempfile.TemporaryDirectory() as folder:
        began = port.do(partial(work, pico))
        words = ("connect", port.path, "fs", "cp", "-r", ":/games", folder)
        subprocess.run([sys.executable, "-m", "mpremote", *words], check=True, stdout=subprocess.DEVNULL)
        took = port.do(partial(work, pico)) - began
        copied = {path.name: path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}
    assert copied == {path.rpartition("/")[2]: content for path, content in files.items()}
    return took
