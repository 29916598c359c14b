"""Stand-in for MicroPython's module `framebuf`: formats of two and of 256 colours, with exactly its clipping.

It refuses the same arguments as MicroPython (read-only buffers, short buffers, keyword arguments). It has no
text, as the firmware has its own fonts and needs neither ellipse nor poly.
"""

from functools import cache, lru_cache

MONO_VLSB = 0
MONO_HLSB = 3
MONO_HMSB = 4
GS8 = 6


@cache
def _each(count):
    """Return the number whose `count` bytes are all 1: a byte times it is that byte repeated."""
    return int.from_bytes(b"\x01" * count, "little")


class FrameBuffer:
    """A picture in a given buffer."""

    def __init__(self, buffer, width, height, format, stride=None, /):
        memory = memoryview(buffer).cast("B")
        if memory.readonly:
            raise TypeError("object with buffer protocol required")
        stride = width if stride is None else stride
        if width < 1 or height < 1 or stride < width:
            raise ValueError
        if format == MONO_VLSB:
            needed = ((height + 7) // 8 - 1) * stride + width
        elif format in (MONO_HLSB, MONO_HMSB):
            stride = (stride + 7) & ~7
            needed = (height - 1) * stride // 8 + (width + 7) // 8
        elif format == GS8:
            needed = (height - 1) * stride + width
        else:
            raise ValueError("invalid format")
        if len(memory) < needed:
            raise ValueError
        self._memory = memory[:needed]
        self._width = width
        self._height = height
        self._stride = stride
        self._vertical = format == MONO_VLSB
        self._whole = format == GS8
        # The bit of the leftmost pixel in a byte is 7 - 0 or 0 ^ 0
        self._flip = 7 if format == MONO_HLSB else 0

    def fill(self, colour, /):
        self._fill(0, 0, self._width, self._height, colour)

    def pixel(self, x, y, colour=None, /):
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        if colour is None:
            return self._get(x, y)
        self._set(x, y, colour)
        return None

    def hline(self, x, y, width, colour, /):
        self.fill_rect(x, y, width, 1, colour)

    def fill_rect(self, x, y, width, height, colour, /):
        if width < 1 or height < 1:
            return
        right = min(self._width, x + width)
        bottom = min(self._height, y + height)
        x = max(x, 0)
        y = max(y, 0)
        if x < right and y < bottom:
            self._fill(x, y, right, bottom, colour)

    def rect(self, x, y, width, height, colour, fill=False, /):
        if fill:
            self.fill_rect(x, y, width, height, colour)
            return
        self.fill_rect(x, y, width, 1, colour)
        self.fill_rect(x, y + height - 1, width, 1, colour)
        self.fill_rect(x, y, 1, height, colour)
        self.fill_rect(x + width - 1, y, 1, height, colour)

    def line(self, x1, y1, x2, y2, colour, /):
        dx, sx = (x2 - x1, 1) if x2 > x1 else (x1 - x2, -1)
        dy, sy = (y2 - y1, 1) if y2 > y1 else (y1 - y2, -1)
        steep = dy > dx
        if steep:
            dx, dy = dy, dx
        error = 2 * dy - dx
        for _ in range(dx):
            self.pixel(x1, y1, colour)
            if error >= 0:
                # The minor axis moves; the error falls by a whole step of the major one
                x1, y1 = (x1 + sx, y1) if steep else (x1, y1 + sy)
                error -= 2 * dx
            x1, y1 = (x1, y1 + sy) if steep else (x1 + sx, y1)
            error += 2 * dy
        self.pixel(x2, y2, colour)

    def blit(self, source, x, y, key=-1, palette=None, /):
        """Draw `source` (a FrameBuffer, or a tuple of its arguments) with its upper left corner at x, y.

        Pixels of colour `key`, after the translation by `palette`, are transparent.
        """
        source = _readable(source)
        paint = range(256) if palette is None else _colours(_readable(palette))
        left = max(0, x)
        top = max(0, y)
        right = min(self._width, x + source._width)
        bottom = min(self._height, y + source._height)
        # the same glyphs come again and again; within the same memory, the source may change meanwhile
        if self._vertical and source._vertical and source._memory.obj is not self._memory.obj:
            if left < right and top < bottom:
                self._stamp(source, x, y, left, right, key, paint)
            return
        get = source._get
        put = self._set
        for to_y in range(top, bottom):
            from_y = to_y - y
            for to_x in range(left, right):
                colour = paint[get(to_x - x, from_y)]
                if colour != key:
                    put(to_x, to_y, colour)

    def _get(self, x, y):
        if self._whole:
            return self._memory[x + y * self._stride]
        if self._vertical:
            return self._memory[(y >> 3) * self._stride + x] >> (y & 7) & 1
        return self._memory[(x + y * self._stride) >> 3] >> ((x & 7) ^ self._flip) & 1

    def _set(self, x, y, colour):
        if self._whole:
            self._memory[x + y * self._stride] = colour & 255
            return
        if self._vertical:
            place = (y >> 3) * self._stride + x
            bit = 1 << (y & 7)
        else:
            place = (x + y * self._stride) >> 3
            bit = 1 << ((x & 7) ^ self._flip)
        if colour:
            self._memory[place] |= bit
        else:
            self._memory[place] &= ~bit

    def _fill(self, x, y, right, bottom, colour):
        if not self._vertical:
            for line in range(y, bottom):
                for column in range(x, right):
                    self._set(column, line, colour)
            return
        for page in range(y >> 3, (bottom + 7) >> 3):
            first, end = max(y - 8 * page, 0), min(bottom - 8 * page, 8)
            painted = _each(right - x) * ((1 << end) - (1 << first))
            self._paint(page, x, right - x, painted, painted if colour else 0)

    def _paint(self, page, x, count, changed, black):
        """Change pixels of adjacent bytes, given as numbers: those that are 1 in `changed`."""
        start = page * self._stride + x
        there = int.from_bytes(self._memory[start : start + count], "little")
        self._memory[start : start + count] = (there & ~changed | black).to_bytes(count, "little")

    def _stamp(self, source, x, y, left, right, key, paint):
        rows = max(0, -y), min(source._height, self._height - y)
        pages = _stamp(bytes(source._memory), source._stride, (left - x, right - x), rows, y & 7, key, paint)
        for page, (changed, black) in pages.items():
            self._paint((y >> 3) + page, left, right - left, changed, black)


@lru_cache(maxsize=4096)
def _stamp(picture, stride, columns, rows, down, key, paint):
    """Return {page: (pixels that change, pixels that become black)}, as `_paint` takes them.

    picture: vertical bytes, `stride` a row. columns, rows: the first to draw, and the number after the last.
    down: how many rows below the top of page 0 it begins. key: the colour to leave out. paint: the result of
    its two colours.
    """
    pages = {}
    for row in range(*rows):
        page, bit = divmod(down + row, 8)
        for place, column in enumerate(range(*columns)):
            colour = paint[picture[(row >> 3) * stride + column] >> (row & 7) & 1]
            if colour != key:
                pixel = 1 << (8 * place + bit)
                changed, black = pages.get(page, (0, 0))
                pages[page] = changed | pixel, black | pixel * colour
    return pages


def _colours(palette):
    return tuple([palette._get(x, 0) for x in range(palette._width)])


def _readable(picture):
    """Return blit's argument, or its tuple (buffer, width, height, format[, stride]), as a FrameBuffer."""
    if isinstance(picture, FrameBuffer):
        return picture
    buffer, *shape = picture
    return FrameBuffer(bytearray(buffer), *shape)
