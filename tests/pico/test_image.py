"""One file on the drive of a board: the companion starts, plays, is fetched, updated, and outlives a cut."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from arcana_host.virtual.pico import EmulatedPico
from host.test_image import flash_with
from pico.handheld import BOARD, Handheld, games_in
from rules.vectors import find_vector

MAIN = "from arcana_host.cli import main; main()"
GAME = find_vector(sets=4, result="lost", hit=2, use=2)


def arcana(*words):
    done = subprocess.run([sys.executable, "-c", MAIN, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def dropped(any_image, tmp_path):
    """The flash of a board that had other files, after one file was dropped on its drive."""
    before = EmulatedPico(any_image, files={f"/old/{number}": b"old" * 900 for number in range(200)}).cut()
    target = tmp_path / "companion.uf2"
    words = ("--micropython", any_image, "--board", BOARD, "--language", "en", "--json")
    arcana("image", *words, target)
    flash = flash_with(target.read_bytes(), len(before))
    # what the file does not mention stays
    untouched = slice(len(Path(any_image).read_bytes()) // 2, 0xA0000)
    flash[untouched] = before[untouched]
    return bytes(flash)


def test_the_companion_starts_and_plays_and_goes_on_after_a_cut(any_image, dropped):
    device = Handheld(any_image, flash=dropped)
    device.boot()
    assert not [path for path in device.pico.read_files() if path.startswith("/old/")]
    from player import presses_for

    presses = list(presses_for(GAME))
    for _, pressed in presses[:6]:
        device.enter(pressed)
    begun = device.record()
    assert begun and begun == GAME[: len(begun)]
    again = Handheld(any_image, flash=device.pico.cut())
    again.boot()
    assert again.record() == begun


def test_flash_finds_it_complete_and_a_sync_its_games(any_image, dropped, tmp_path):
    device = Handheld(any_image, flash=dropped)
    device.boot()
    with device.pico.terminal() as port:
        done = arcana("flash", "--port", port.path, "--json")
        assert (done["sent"], done["removed"]) == ([], [])
    device.settle()
    with device.pico.terminal() as port:
        assert arcana("sync", "--port", port.path, "--library", tmp_path, "--json")["games"] == []
    assert games_in(device.pico.read_files()) == {}
