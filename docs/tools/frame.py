"""A picture of the panel in its device: twice its size, in the case with the five buttons and their legends.

It knows what the enclosure looks like from the front. It must not know what the picture shows.
"""

from PIL import Image, ImageDraw, ImageOps

from hardware.enclosure.legends import LEGENDS

SCALE = 2
SMOOTH = 4
"""How much larger the case is drawn before it is made smooth; the picture itself stays sharp."""

CASE, CASE_EDGE, BEZEL = "#456c79", "#2b4752", "#0e1618"
CAP, CAP_EDGE, CAP_DOWN, LEGEND = "#d4a95a", "#9a7636", "#fff2d0", "#1c1c1c"
INK, PAPER = "#1b1c1e", "#e9e5da"

GLASS = (592, 256)
SIZE = (712, 368)
GLASS_AT = (28, 26)
CAP_SIZE = 46
CAPS = {"a": (92, 326), "b": (324, 326), "c": (556, 326), "up": (666, 90), "down": (666, 218)}
"""The middles of the caps, in pixels of the finished picture."""


def draw_device(panel, pressed=()):
    """Return the device that shows a picture.

    panel: an image of 296×128, black on white. pressed: names of the buttons that are held down.
    The image is RGBA; outside the case it is transparent.
    """
    device = _case(frozenset(pressed)).copy()
    glass = ImageOps.colorize(panel.convert("L"), INK, PAPER)
    device.paste(glass.resize(GLASS, Image.Resampling.NEAREST), GLASS_AT)
    return device


def _case(pressed, _drawn={}):  # noqa: B006 (a case is drawn once for each way of holding it)
    if pressed not in _drawn:
        _drawn[pressed] = _draw_case(pressed)
    return _drawn[pressed]


def _draw_case(pressed):
    large = Image.new("RGBA", (SIZE[0] * SMOOTH, SIZE[1] * SMOOTH))
    draw = ImageDraw.Draw(large)

    def box(left, top, right, bottom, radius, fill, edge=None):
        corners = [SMOOTH * number for number in (left, top, right, bottom)]
        draw.rounded_rectangle(corners, radius * SMOOTH, fill, edge, 2 * SMOOTH)

    box(0, 0, SIZE[0] - 1, SIZE[1] - 1, 20, CASE, CASE_EDGE)
    left, top = GLASS_AT
    box(left - 8, top - 8, left + GLASS[0] + 7, top + GLASS[1] + 7, 6, BEZEL)
    for name, (x, y) in CAPS.items():
        half = CAP_SIZE / 2
        box(x - half, y - half, x + half, y + half, 9, CAP_DOWN if name in pressed else CAP, CAP_EDGE)
        for line in LEGENDS[name]:
            points = [((x + dx * 22) * SMOOTH, (y - dy * 22) * SMOOTH) for dx, dy in line]
            draw.line(points, LEGEND, 4 * SMOOTH, "curve")
    return large.resize(SIZE, Image.Resampling.LANCZOS)
