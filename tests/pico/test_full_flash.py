"""The flash of a Pico takes no further file in the middle of a game: the game goes on, and is kept."""

from arcana_host.virtual.boards import REFERENCE_BOARD
from emulator.pico import EmulatedPico
from pico.handheld import Handheld, board_file, firmware
from pico.power_on import long_game

from shared_rules.shipwreck import Game

BEGUN, PLAYED = 20, 28
FILL = """
import os
with open("/songs", "wb") as file:
    for block in range(os.statvfs("/")[3] - 4):
        file.write(bytes(4000))
number = 0
try:
    while True:
        with open("/song%d" % number, "wb") as file:
            file.write(bytes(1200))
        number += 1
except OSError:
    os.remove("/song%d" % number)
os.rename("/later.py", "/main.py")
"""


def full(image):
    """A companion whose flash takes no further file, with a game that goes on."""
    files = {
        **firmware(image),
        "/settings.json": b'{"note": true, "language": "english"}',
        **board_file(REFERENCE_BOARD),
        "/games/0002-1badcafe.arcana": (
            '[Game "1badcafe"]\n' + "\n".join(long_game()[:BEGUN]) + "\n"
        ).encode(),
    }
    pico = EmulatedPico(image, {**files, "/later.py": files["/main.py"], "/main.py": b""})
    pico.exec(FILL, limit_ms=120_000)
    handheld = Handheld(image, flash=pico.cut())
    handheld.boot()
    return handheld


def test_a_flash_that_takes_no_further_file_still_keeps_the_game(image):
    handheld = full(image)
    game = long_game()
    for number, event in enumerate(game[BEGUN:PLAYED], BEGUN):
        if handheld.ask("info")["events"] <= number:
            handheld.ask("enter", event=number, text=event)
        played = handheld.record()
        # some follow by themselves
        assert len(played) > number and played == game[: len(played)]
    handheld.settle()
    again = Handheld(image, flash=handheld.pico.cut())
    again.boot()
    assert again.ask("state")["state"] == Game.replay(played).state()
    assert again.pico.panel.faults == again.pico.errors == []
