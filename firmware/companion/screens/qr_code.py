"""A game that is over as a QR code, for BG Stats or for the hosted page: the code, and its screen.

The code is as in ISO/IEC 18004: bytes, which digits can follow, level L, and always the same mask, as
comparing all eight takes long.
Its version is from 7, as no link fits into a smaller version, to 18, the largest that has three pixels for
each module on 300 lines.
"""

import framebuf

from companion.canvas import BLACK, WHITE, wrap
from companion.platform import const
from companion.screens import BACK, GameScreen, widgets
from companion.texts import text
from shared_rules.play_link import packed_plays, play_link

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
    """Return the largest version for a panel with a number of lines, 106 or more."""
    return min(_LAST, (height // _LEAST_PIXELS - 2 * _QUIET - 17) // 4)


def encode(data, most, digits=""):
    """Return (size, modules) of the smallest code for some bytes: a FrameBuffer, in which 1 is black.

    most: the largest version. digits: the digits after the bytes. Returns None if they don't fit into `most`.
    """
    version = _FIRST
    while _length(data, digits, version) > 8 * _data_words(version):
        version += 1
        if version > most:
            return None
    words = _with_checks(_words(data, digits, version), version)
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


def _length(data, digits, version):
    """Return how many bits the data takes, with modes and lengths."""
    large = version > 9
    taken = 4 + (16 if large else 8) + 8 * len(data)
    if digits:
        taken += 4 + (12 if large else 10) + (10 * len(digits) + 2) // 3
    return taken


def _words(data, digits, version):
    """Return the codewords: mode, length and content of bytes and of digits, and the padding."""
    large, most = version > 9, _data_words(version)
    words, held, count = bytearray(), 0, 0

    def put(value, length):
        nonlocal held, count
        held, count = held << length | value, count + length
        while count >= 8:
            count -= 8
            words.append(held >> count)
            held &= (1 << count) - 1

    put(4, 4)
    put(len(data), 16 if large else 8)
    for byte in data:
        put(byte, 8)
    if digits:
        put(1, 4)
        put(len(digits), 12 if large else 10)
        for at in range(0, len(digits), 3):
            three = digits[at : at + 3]
            put(int(three), 3 * len(three) + 1)
    put(0, min(4, 8 * (most - len(words)) - count))
    put(0, -count % 8)
    while len(words) < most:
        words.append(0xEC)
        words.append(0x11)
    return words[:most]


def _with_checks(words, version):
    """Return the codewords of all blocks, the first of each, the second of each and so on, then the error
    correction.
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
    """The code of a game that is over, as large as the panel lets it be; A goes back.

    target: "app" for BG Stats, "page" for the hosted page. size, modules: from `encode`.
    """

    repeats = ()

    def __init__(self, app, target, size, modules):
        GameScreen.__init__(self, app)
        self._size = size
        self._modules = modules
        self._target = target

    def draw(self, canvas):
        size, modules = self._size, self._modules
        pixels = canvas.height // (size + 2 * _QUIET)
        side = pixels * (size + 2 * _QUIET)
        left, top = canvas.width - side, (canvas.height - side) // 2
        widgets.draw_heading(canvas, text("code_for_" + self._target), width=left)
        font, y = canvas.note, canvas.top + 8
        for line in wrap(text("scan_for_" + self._target), font, left - 8):
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
    """Return the screen with the code of the game on the table, or None after a message with the reason.

    The link to BG Stats comes first; where it has no room, the link to the hosted page takes its place.
    """
    session, page = app.session, app.settings.get("page")
    most, play = largest_on(app.canvas.height), session.game.as_play()
    link = play_link(play, session.game_id, room_in(most))
    if link:
        return PlayCode(app, "app", *encode(link.encode(), most))
    for digits in packed_plays(play, session.game_id, _date(app)) if page else ():
        code = encode(page.encode() + b"#", most, digits)
        if code:
            return PlayCode(app, "page", *code)
    app.say(text("no_play_code" if page else "no_page"))
    return None


def _date(app):
    """Return when the game began, or None if the clock was not set."""
    try:
        with open(app.journal.path(app.journal.name)) as stream:
            for _ in range(4):
                line = stream.readline()
                if line.startswith('[Date "'):
                    return line[7:23]
    except OSError:
        pass
    return None
