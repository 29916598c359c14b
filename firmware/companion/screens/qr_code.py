"""A game that is over as a QR code, with which a phone logs it in BG Stats: the code, and its screen.

The code is as in ISO/IEC 18004: bytes, level L, and always the same mask, as comparing all eight takes long.
Its version is from 7, as no link fits into a smaller one, to 18, the largest that has three pixels for each
module on 300 lines.
"""

import framebuf

from companion.canvas import BLACK, WHITE, wrap
from companion.platform import const
from companion.screens import BACK, GameScreen, widgets
from companion.texts import text
from shared_rules.play_link import play_link

_FIRST = const(7)
_LAST = const(18)
# for each version from the first to the last: the blocks of its codewords, and how many in each are for
# correcting errors
_BLOCKS = b"\x02\x02\x02\x04\x04\x04\x04\x04\x06\x06\x06\x06"
_CORRECTING = b"\x14\x18\x1e\x12\x14\x18\x1a\x1e\x16\x18\x1c\x1e"

_QUIET = const(4)
"""The modules that stay white around a code."""
_LEAST_PIXELS = const(2)
"""The pixels of a module's side, at least."""

_FORMAT = const(0b111110110101010)
"""Level L and mask 2, which inverts each third column, with their check bits."""


def room_in(version):
    """Return how many bytes fit into a code."""
    # the mode and the length before them take up to 12 or 20 bits
    return _data_words(version) - (2 if version < 10 else 3)


def largest_on(height):
    """Return the largest version for a panel with so many lines, 106 or more."""
    return min(_LAST, (height // _LEAST_PIXELS - 2 * _QUIET - 17) // 4)


def encode(data, most):
    """Return (size, modules) of the smallest code for some bytes: a FrameBuffer, in which 1 is black.

    most: the largest version; the data fits into that.
    """
    version = _FIRST
    while version < most and room_in(version) < len(data):
        version += 1
    words = _with_checks(_words(data, version), version)
    size = 17 + 4 * version
    modules, fixed = _frame(size), _frame(size)
    _draw_patterns(modules, fixed, size, version)
    _draw_data(modules, fixed, size, words)
    return size, modules


def _frame(size):
    return framebuf.FrameBuffer(
        bytearray((size + 7) // 8 * size), (size + 7) // 8 * 8, size, framebuf.MONO_HLSB
    )


def _total_words(version):
    """Return how many codewords there are: for the modules that no pattern takes."""
    aligned = version // 7 + 2
    return ((16 * version + 128) * version + 64 - (25 * aligned - 10) * aligned + 55 - 36) // 8


def _data_words(version):
    at = version - _FIRST
    return _total_words(version) - _BLOCKS[at] * _CORRECTING[at]


def _words(data, version):
    """Return the codewords: the mode, the length, the bytes, and what fills the rest."""
    length = len(data)
    head = bytes((length >> 8, length & 255)) if version > 9 else bytes((length,))
    words, before = bytearray(), 4  # the mode of bytes
    for byte in head + data + b"\x00":
        words.append((before << 4 | byte >> 4) & 255)
        before = byte & 15
    while len(words) < _data_words(version):
        words.append(0xEC)
        words.append(0x11)
    return words[: _data_words(version)]


def _with_checks(words, version):
    """Return the codewords of all blocks, the first of each, the second of each and so on, then those that
    correct errors.
    """
    count, degree = _BLOCKS[version - _FIRST], _CORRECTING[version - _FIRST]
    length, longer = divmod(len(words), count)
    powers, logarithms = _field()
    factors = _generator(degree, powers, logarithms)
    blocks, checks, start = [], [], 0
    for number in range(count):
        end = start + length + (number >= count - longer)
        blocks.append(words[start:end])
        checks.append(_remainder(blocks[-1], factors, powers, logarithms))
        start = end
    mixed = bytearray()
    for each in (blocks, checks):
        for at in range(len(each[-1])):
            for block in each:
                if at < len(block):
                    mixed.append(block[at])
    return mixed


def _field():
    """Return the powers of 2 in the field of 256 elements, twice in a row, and the logarithms of all."""
    powers, logarithms = bytearray(510), bytearray(256)
    value = 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logarithms[value] = exponent
        value = value << 1 ^ (0x11D if value & 128 else 0)
    return powers, logarithms


def _generator(degree, powers, logarithms):
    """Return the logarithms of the factors of the polynomial with the first powers as roots, but for the
    first factor, which is 1.
    """
    factors = bytearray(degree + 1)
    factors[0] = 1
    for root in range(degree):
        for at in range(root + 1, 0, -1):
            before = factors[at - 1]
            if before:
                factors[at] ^= powers[logarithms[before] + root]
    return bytes([logarithms[factor] for factor in factors[1:]])


def _remainder(words, factors, powers, logarithms):
    degree = len(factors)
    rest = bytearray(degree)
    for word in words:
        word ^= rest[0]
        rest[: degree - 1] = rest[1:]
        rest[degree - 1] = 0
        if word:
            logarithm = logarithms[word]
            for at in range(degree):
                rest[at] ^= powers[logarithm + factors[at]]
    return rest


def _draw_patterns(modules, fixed, size, version):
    """Draw all that has no data, and make it black in `fixed`."""

    def draw_square(x, y, side, margin):
        # a black ring around a black middle, on white
        for frame, ink in ((fixed, 1), (modules, 0)):
            frame.fill_rect(x - margin, y - margin, side + 2 * margin, side + 2 * margin, ink)
        modules.rect(x, y, side, side, 1)
        modules.fill_rect(x + 2, y + 2, side - 4, side - 4, 1)

    def put(x, y, black):
        fixed.pixel(x, y, 1)
        modules.pixel(x, y, black)

    for at in range(size):
        put(at, 6, at % 2 == 0)
        put(6, at, at % 2 == 0)
    aligned = version // 7 + 2
    pitch = (8 * version + 3 * aligned + 5) // (4 * aligned - 4) * 2
    places = [4] + [size - 9 - pitch * number for number in range(aligned - 1)]
    for x in places:
        for y in places:
            if (x, y) not in ((4, 4), (size - 9, 4), (4, size - 9)):
                draw_square(x, y, 5, 0)
    for x, y in ((0, 0), (size - 7, 0), (0, size - 7)):
        draw_square(x, y, 7, 1)
    for bit in range(15):
        black = _FORMAT >> bit & 1
        put(8, bit + (bit > 5) if bit < 8 else size - 15 + bit, black)
        put(size - 1 - bit if bit < 8 else 14 - bit + (bit < 9), 8, black)
    put(8, size - 8, 1)
    rest = version
    for _ in range(12):
        rest = rest << 1 ^ (rest >> 11) * 0x1F25
    for bit in range(18):
        black = (version << 12 | rest) >> bit & 1
        put(size - 11 + bit % 3, bit // 3, black)
        put(bit // 3, size - 11 + bit % 3, black)


def _draw_data(modules, fixed, size, words):
    """Draw the codewords, in pairs of columns from the right, up and down in turns."""
    taken, draw = fixed.pixel, modules.pixel
    at, end, right, up = 0, 8 * len(words), size - 1, True
    while right > 0:
        if right == 6:
            right = 5
        for row in range(size - 1, -1, -1) if up else range(size):
            for column in (right, right - 1):
                if not taken(column, row):
                    black = at < end and words[at >> 3] << (at & 7) & 128 > 0
                    draw(column, row, black != (column % 3 == 0))
                    at += 1
        right -= 2
        up = not up


class PlayCode(GameScreen):
    """The code of a game that is over, as large as the panel lets it be; A goes back."""

    repeats = ()

    def __init__(self, app, size, modules):
        GameScreen.__init__(self, app)
        self._size = size
        self._modules = modules

    def draw(self, canvas):
        size, modules = self._size, self._modules
        pixels = canvas.height // (size + 2 * _QUIET)
        side = pixels * (size + 2 * _QUIET)
        left, top = canvas.width - side, (canvas.height - side) // 2
        widgets.draw_heading(canvas, text("play_code"), width=left)
        font, y = canvas.note, canvas.top + 8
        for line in wrap(text("scan_it"), font, left - 8):
            canvas.text(line, 4, y, font)
            y += font.cap + 5
        widgets.draw_keys(canvas, text("back"))
        canvas.fill(left, 0, side, canvas.height, WHITE)
        left += pixels * _QUIET
        top += pixels * _QUIET
        fill = canvas.frame.fill_rect
        for row in range(size):
            for column in range(size):
                if modules.pixel(column, row):
                    fill(left + column * pixels, top + row * pixels, pixels, pixels, BLACK)

    def press(self, name, kind):
        return BACK if name == "a" else None


def play_code(app):
    """Return the screen with the code of the game on the table, None after a message that it has no room."""
    session = app.session
    most = largest_on(app.canvas.height)
    link = play_link(session.game.as_play(), session.game_id, room_in(most))
    if link is None:
        app.say(text("no_play_code"))
        return None
    return PlayCode(app, *encode(link.encode(), most))
