"""The picture on a device's panel, put together from the pages that the device sends.

A viewer gets it in the same layout for every panel. It runs on CPython and, in the browser, on MicroPython.
"""

_SIDEWAYS = 3


class PanelFramebuffer:
    """The glass of a panel. about: the result of the method `info`.

    size: width and height in pixels. picture: eight rows a page, a byte for each column, bit 0 the topmost
    row, 1 = black.
    """

    def __init__(self, about: list) -> None:
        width, height, layout = about
        self.size = (width, height)
        self._width: int = width
        self._layout: int = layout
        self.picture = bytearray((height + 7) // 8 * width)

    def store(self, page: int, data: bytes) -> bool:
        """Put a page into the picture; return False for an invalid page."""
        start = page * self._width
        if len(data) != self._width or start >= len(self.picture):
            return False
        self.picture[start : start + self._width] = _turned(data) if self._layout == _SIDEWAYS else data
        return True


def _turned(page: bytes) -> bytes:
    """Return eight rows as columns. A byte has eight pixels of a row, the leftmost in its highest bit."""
    across = len(page) // 8
    columns = bytearray(len(page))
    for at, byte in enumerate(page):
        row, x = at // across, at % across * 8
        for pixel in range(8):
            if byte >> (7 - pixel) & 1:
                columns[x + pixel] |= 1 << row
    return bytes(columns)
