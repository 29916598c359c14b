"""Draws the test pattern as it looks on an unknown panel.

    python -m docs.tools.orientation

writes docs/pictures/orientation.png: the pattern as it should be, and below it four that are wrong.
"""

from PIL import Image

from docs.tools.firmware import ROOT, reach

FILE = ROOT / "docs" / "pictures" / "orientation.png"
GAP = 12
SHADE = 170
PAGE = 296


def pattern() -> bytes:
    """Return the pattern as the companion draws it, 4,736 bytes of landscape MONO_VLSB."""
    reach()
    from arcana_portable.virtual.panel import inverted
    from companion.canvas import Canvas
    from companion.host_methods import Pattern

    class App:
        class board:
            ticks_ms = staticmethod(int)

    canvas = Canvas()
    Pattern(App, "orientation").draw(canvas)
    return inverted(bytes(canvas.buffer))


def wrong(right: bytes) -> list[bytes]:
    """Return it mirrored, with the bits of each byte turned over, with its pages turned over, and shifted."""
    pages = [right[start : start + PAGE] for start in range(0, len(right), PAGE)]
    turned = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
    return [
        b"".join(page[::-1] for page in pages),
        right.translate(turned),
        b"".join(pages[::-1]),
        pages[-1] + b"".join(pages[:-1]),
    ]


def sheet() -> Image.Image:
    """Return all five patterns, the right one above the others."""
    right = pattern()
    from arcana_portable.virtual.panel import picture

    first, *others = [picture(each) for each in (right, *wrong(right))]
    width, height = first.size
    shown = Image.new("L", (2 * width + 3 * GAP, 3 * height + 4 * GAP), SHADE)
    shown.paste(first, ((shown.width - width) // 2, GAP))
    for number, each in enumerate(others):
        row, column = divmod(number, 2)
        shown.paste(each, (GAP + column * (width + GAP), GAP + (row + 1) * (height + GAP)))
    return shown


if __name__ == "__main__":
    sheet().save(FILE, optimize=True)
