"""One file on the drive of a board makes it a companion, with its games and its updates."""

from pathlib import Path

import pytest
from emulator.flash import with_files
from emulator.pico import EmulatedPico
from host.test_image import flash_with
from pico.handheld import BOARD, Handheld
from pico.test_desktop import Desk
from player import presses_for
from rules.vectors import find_vector

GAME = find_vector(sets=4, result="lost", hit=2, use=2)
PLAYED = 4
"""How many events of the game are played."""
CHANGED = "companion/games/score_pad/german.txt"


@pytest.fixture
def dropped(any_image, tmp_path):
    """The flash of a board that had other files, after one file was dropped on its drive."""
    before = EmulatedPico(any_image, files={f"/old/{number}": b"old" * 900 for number in range(200)}).cut()
    target = tmp_path / "companion.uf2"
    words = ("--micropython", any_image, "--board", BOARD, "--language", "en", target)
    Desk(None, tmp_path).arcana("image", *map(str, words))
    flash = flash_with(target.read_bytes(), len(before))
    # what the file does not mention stays
    untouched = slice(len(Path(any_image).read_bytes()) // 2, 0xA0000)
    flash[untouched] = before[untouched]
    return bytes(flash)


@pytest.fixture
def device(any_image, dropped):
    """The companion that starts there."""
    device = Handheld(any_image, flash=dropped)
    device.boot()
    return device


def test_it_starts_with_the_title_and_none_of_the_files_that_were_there(device):
    assert all(device.ask("self_test").values()) and device.ask("info")["board"] == BOARD
    assert not [path for path in device.pico.read_files() if path.startswith("/old/")]


@pytest.mark.slow
def test_it_plays_goes_on_after_a_cut_is_updated_and_gives_its_games(any_image, device, tmp_path):
    for _, pressed in list(presses_for(GAME))[:PLAYED]:
        device.enter(pressed)
    assert device.record() == GAME[:PLAYED]

    cut = with_files(device.pico.cut(), {CHANGED: b"older"})
    again = Handheld(any_image, flash=cut)
    again.boot()
    desk = Desk(again, tmp_path / "library")
    for sent in ([CHANGED], []):
        done = desk.flash()
        assert (done["sent"], done["removed"]) == (sent, [])
    (game,) = desk.sync()["games"]
    assert (game["lines"], game["removed"]) == (PLAYED, False)
    assert again.record() == GAME[:PLAYED]
