"""The long-term effect of a waveform on a picture: the project's first waveform, and the present one.

    python -m docs.tools.waveforms

plays docs/game.arcana at the model of the panel with each and writes docs/pictures/waveforms.png. The shades
come from the model of the ink, which nobody has measured.
"""

import tempfile

from PIL import Image

from docs.tools.firmware import ROOT, reach
from docs.tools.game import recorded_events

FILE = ROOT / "docs" / "pictures" / "waveforms.png"
REFRESHES = 40
GAP = 12
PAPER = 255

# 24 frames of 10 ms for pixels that change, 2 without voltage, nothing for the others, 100 frames a second
_ROWS = (0, 0x80, 0x40, 0, 0)
_FIRST = b"".join(bytes([row]).ljust(12, b"\0") for row in _ROWS) + bytes([24, 2]).ljust(84, b"\0")
FIRST = b"\x32\x99" + _FIRST + b"\x44" * 6 + bytes(3)


def glass(waveform=None):
    """Return the glass after REFRESHES partial refreshes, with the commands of another waveform."""
    reach()
    from at_the_panel import AtThePanel
    from companion.ssd1680 import SSD1680
    from ink import Ink
    from player import Player

    with tempfile.TemporaryDirectory() as folder:
        table = AtThePanel(folder)
        ink = Ink(table.model)
        table.app.settings.set("clean_after", REFRESHES)
        panel = table.app.board.panel
        if waveform:
            first = waveform + SSD1680._TABLE[len(waveform) :]
            panel._waveform = lambda quick: first
        try:
            done = []

            def press(name, kind):
                if not done:
                    table.press(name, kind)
                else:
                    table.app._press(name, kind)
                if panel.partials == REFRESHES and not done:
                    done.append(ink.shades())

            for _ in Player(table.app, press).play(recorded_events()):
                if done:
                    return done[0]
        finally:
            table.close()
    raise AssertionError(f"The game has fewer than {REFRESHES} partial refreshes on end.")


def side_by_side():
    """Return both pictures, the first at the left."""
    pictures = [glass(FIRST), glass()]
    width, height = pictures[0].size
    shown = Image.new("L", (2 * width + GAP, height), PAPER)
    for number, picture in enumerate(pictures):
        shown.paste(picture, (number * (width + GAP), 0))
    return shown.resize((2 * shown.width, 2 * shown.height), Image.Resampling.NEAREST)


if __name__ == "__main__":
    side_by_side().save(FILE, optimize=True)
