"""A picture of the panel in its device: twice its size, in the case with the five buttons and their legends.

It knows the front of the enclosure. It must not know the subject of the picture.
"""

from functools import cache

from PIL import Image, ImageDraw, ImageOps

from hardware.enclosure.legends import LEGENDS

SCALE = 2
SMOOTH = 4
"""How much larger the case is drawn before it is made smooth; the picture itself stays sharp."""

CASE, CASE_EDGE, BEZEL = "#456c79", "#2b4752", "#0e1618"
CAP, CAP_EDGE, CAP_DOWN, LEGEND = "#d4a95a", "#9a7636", "#fff2d0", "#1c1c1c"
INK, PAPER = "#1b1c1e", "#e9e5da"

GLASS_AT = (28, 26)
BESIDE = (120, 112)
"""How much wider and higher the case is than the glass."""
CAP_SIZE = 46


def draw_device(panel, pressed=()):
    """Return the device that shows a picture.

    panel: an image of its pixels, black on white. pressed: names of the buttons that are held down.
    The image is RGBA; outside the case it is transparent.
    """
    width, height = SCALE * panel.width, SCALE * panel.height
    device = _draw_case(width, height, frozenset(pressed)).copy()
    glass = ImageOps.colorize(panel.convert("L"), INK, PAPER)
    device.paste(glass.resize((width, height), Image.Resampling.NEAREST), GLASS_AT)
    return device


@cache
def _draw_case(width, height, pressed):
    """Return the case around a glass, whose size is in pixels of the finished picture."""
    size = width + BESIDE[0], height + BESIDE[1]
    large = Image.new("RGBA", (size[0] * SMOOTH, size[1] * SMOOTH))
    draw = ImageDraw.Draw(large)

    def box(left, top, right, bottom, radius, fill, edge=None):
        corners = [SMOOTH * number for number in (left, top, right, bottom)]
        draw.rounded_rectangle(corners, radius * SMOOTH, fill, edge, 2 * SMOOTH)

    box(0, 0, size[0] - 1, size[1] - 1, 20, CASE, CASE_EDGE)
    left, top = GLASS_AT
    right, bottom = left + width, top + height
    box(left - 8, top - 8, right + 7, bottom + 7, 6, BEZEL)
    below, beside = bottom + 44, right + 46
    caps = {"a": (left + 64, below), "b": (left + width // 2, below), "c": (right - 64, below)}
    caps |= {"up": (beside, top + height // 4), "down": (beside, bottom - height // 4)}
    for name, (x, y) in caps.items():
        half = CAP_SIZE / 2
        box(x - half, y - half, x + half, y + half, 9, CAP_DOWN if name in pressed else CAP, CAP_EDGE)
        for line in LEGENDS[name]:
            points = [((x + dx * 22) * SMOOTH, (y - dy * 22) * SMOOTH) for dx, dy in line]
            draw.line(points, LEGEND, 4 * SMOOTH, "curve")
    return large.resize(size, Image.Resampling.LANCZOS)
