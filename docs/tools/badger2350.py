"""Draws the companion on the panel of a Badger 2350.

    python -m docs.tools.badger2350

writes docs/pictures/badger2350.png: a turn of The Shipwreck Arcana.
"""

from docs.tools.firmware import ROOT, image, reach
from docs.tools.frame import draw_device

FILE = ROOT / "docs" / "pictures" / "badger2350.png"
SCENE = "play"


def draw():
    """Return the device with that screen."""
    reach()
    from arcana_host.virtual.boards import virtual_board
    from screens.test_pictures import drawn
    from screens.writing import WritingCanvas

    canvas = WritingCanvas(*virtual_board("badger2350").pins.SIZE)
    drawn(SCENE, canvas)
    return draw_device(image(canvas)).quantize(64)


def main() -> None:
    draw().save(FILE)


if __name__ == "__main__":
    main()
