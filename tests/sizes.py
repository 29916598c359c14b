"""The screen sizes at which the page is tested, and what must be true at each of them."""

import io
from itertools import combinations
from typing import NamedTuple

from PIL import Image

WIDTH, HEIGHT = 296, 128
FINGER = 44
"""The smallest width and height of a control for fingers, in pixels of the page."""

LINE = 20
"""The height of a line of text, in pixels of the page."""


class Size(NamedTuple):
    """A screen. ratio: its pixels per pixel of the page. at_least: the smallest scale of the panel, in pixels
    of the page per pixel of the panel.
    """

    width: int
    height: int
    ratio: float
    at_least: float
    touch: bool = False

    def __str__(self):
        return f"{self.width}x{self.height}"


ALL = [
    Size(360, 640, 3, 1, touch=True),
    Size(640, 360, 2, 1, touch=True),
    Size(412, 915, 2.625, 1.1, touch=True),
    Size(768, 1024, 2, 2, touch=True),
    Size(1024, 600, 1, 2),
    Size(1280, 720, 1.5, 2.6),
    Size(1366, 768, 1, 3),
    Size(1536, 864, 1.25, 3.1),
    Size(1920, 1080, 1, 4),
    Size(2560, 1440, 1, 6),
]
# narrower than the panel with its buttons
NARROW = Size(320, 640, 2, 0.85, touch=True)

BOXES = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility() && !each.closest(".unseen"))
        .map((each) => [each.textContent.trim() || each.ariaLabel, each.getBoundingClientRect().toJSON()]);
    return {
        glass: boxes("#panel"),
        keys: boxes(".key"),
        table: boxes(".track, .row > li"),
        blocks: boxes(".device, #status, .track, .row > li, .rest, .switch, .choice, .keys, .about")
            .concat(boxes(".intro, .now, .next")),
        controls: boxes("button, select, .choice"),
        spilt: [...document.querySelectorAll(".card p")].filter((each) => each.scrollWidth > each.clientWidth)
            .map((each) => each.textContent),
        wide: document.documentElement.scrollWidth,
    };
}"""


async def check_all(page):
    """Check a page with a game on the table at all sizes."""
    for size in (*ALL, NARROW):
        await resize(page, size)
        try:
            check(await page.evaluate(BOXES), size)
        except AssertionError as error:
            raise AssertionError(f"At {size}: {error}") from error


async def resize(page, size):
    """Give the page's window this size."""
    session = await page.context.new_cdp_session(page)
    screen = {
        "width": size.width,
        "height": size.height,
        "deviceScaleFactor": size.ratio,
        "mobile": size.touch,
    }
    await session.send("Emulation.setDeviceMetricsOverride", screen)
    await page.wait_for_function("size => innerWidth === size[0] && innerHeight === size[1]", arg=size[:2])
    await page.evaluate("() => new Promise(requestAnimationFrame)")


def check(seen, size):
    """Check what BOXES found on a page of this size."""
    assert seen["wide"] <= size.width, "it scrolls sideways"
    assert seen["spilt"] == []
    ((_, panel),) = seen["glass"]
    scale = panel["width"] / WIDTH
    assert scale >= size.at_least, f"the panel is only {scale} times as large as it is"
    if scale >= 1:
        assert abs(scale * size.ratio - round(scale * size.ratio)) < 0.01, "its pixels are uneven"
    assert len(seen["keys"]) == 5 and len(seen["table"]) == 6
    for name, box in seen["keys"]:
        assert box["top"] >= 0 and box["bottom"] <= size.height, f"{name!r} is not on the screen"
    # on a phone held upright they are in a bar at the bottom
    upright = size.touch and size.width < 480
    if upright:
        assert {round(box["top"]) for name, box in seen["keys"]} == {size.height - 72 + 10}
    for name, box in seen["table"]:
        # a phone in landscape shows at least the first lines of every card
        end = box["bottom"] if size.height > 400 else box["top"] + 2 * LINE
        assert size is NARROW or end <= size.height - 72 * upright, f"{name!r} is not on the screen"
    for name, box in seen["controls"]:
        assert box["height"] >= FINGER, f"{name!r} is too small for a finger"
        assert box["left"] >= 0 and box["right"] <= size.width, f"{name!r} is not on the screen"
    for one, other in combinations(seen["blocks"], 2):
        assert not overlap(one[1], other[1]), f"{one[0]!r} lies on {other[0]!r}"


def overlap(one, other):
    # rounding may cause a fraction of a pixel
    return (
        min(one["right"], other["right"]) - max(one["left"], other["left"]) > 0.5
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 0.5
    )


async def check_pixels(page, glass):
    """Check that every pixel of the panel is a square of whole screen pixels of one colour.

    The browser must have been started with its pixel ratio, as an emulated one rounds to pixels of the page.
    """
    shot = Image.open(io.BytesIO(await page.screenshot()))
    ((_, panel),) = (await page.evaluate(BOXES))["glass"]
    ratio = await page.evaluate("devicePixelRatio")
    side = round(panel["width"] * ratio / WIDTH)
    left, top = (int(panel[edge] * ratio + 0.5) for edge in ("left", "top"))
    shown = shot.convert("L").crop((left, top, left + side * WIDTH, top + side * HEIGHT))
    dots = bytes(~glass[(y >> 3) * WIDTH + x] >> (y & 7) & 1 for y in range(HEIGHT) for x in range(WIDTH))
    wanted = Image.frombytes("L", (WIDTH, HEIGHT), dots).resize(shown.size, Image.Resampling.NEAREST)
    assert shown.point(lambda it: it > 128).tobytes() == wanted.tobytes()
