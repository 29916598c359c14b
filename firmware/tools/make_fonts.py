#!/usr/bin/env python3
"""Turn free fonts and drawn symbols into the glyph tables of `companion.fonts`.

    python firmware/tools/make_fonts.py [FOLDER]

FOLDER holds the sources that `firmware/companion/fonts/README.md` names; without it they are fetched with the
package tools of Debian and npm. Every glyph is cut to its ink and written column by column, the topmost pixel
in bit 0 (framebuf's MONO_VLSB). Its metrics are seven bytes: advance, left, top, width, height, and where its
pixels begin, low byte first. A table is three lines: its name, rows of a capital, rows above it, first code,
bytes of the metrics, bytes of the pixels, and the characters beyond ASCII; the metrics; the pixels, both in
Base64. Letters that only names have are in tables of their own, which the device reads only when a name
needs them. Runs on the desktop only and knows nothing of the screens.
"""

import functools
import subprocess
import sys
import tempfile
import unicodedata
from base64 import b64encode
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "companion" / "fonts"
ASCII = "".join(chr(code) for code in range(32, 127))
GERMAN = "ÄÖÜäöüß"
SIGNS = "±·×–…≤≥"
LATIN = [chr(code) for code in (*range(0xC0, 0x180), *range(0x218, 0x21C)) if code not in (0xD7, 0xF7)]
LETTERS = "".join(letter for letter in LATIN if letter not in GERMAN)
IN_TEXTS = GERMAN  # letters of all languages of the texts: the fonts of large panels have no others
ABOVE = 3  # rows above the capitals for accents, in all but the largest font
NPM_PACKAGE = "galmuri@2.40.3"
DEBIAN_PACKAGES = ("xfonts-75dpi", "xfonts-100dpi")

# table, source, pixels, characters, rows above the capitals
SMALL = ("SMALL", "75dpi/helvB10.pcf.gz", 10, ASCII + GERMAN + SIGNS, ABOVE)
MEDIUM = ("MEDIUM", "Galmuri11-Bold.ttf", 12, ASCII + GERMAN + "±·×–…", ABOVE)
LARGE = ("LARGE", "75dpi/helvB24.pcf.gz", 24, "0123456789", ABOVE)

# the fonts of large panels
LARGE_FONTS = (
    ("NORMAL", "75dpi/helvB18.pcf.gz", 18, ASCII + IN_TEXTS + SIGNS, 4),
    ("HEADING", "100dpi/helvB24.pcf.gz", 34, ASCII + IN_TEXTS + SIGNS, 7),
)

# further fonts for names; the last font has the letters that the font before lacks, but is not bold
LETTER_FONTS = (
    ("SMALL_LETTERS", ("75dpi/helvB10.pcf.gz",), 10),
    ("MEDIUM_LETTERS", ("Galmuri11-Bold.ttf", "Galmuri11.ttf"), 12),
)

# font and character that lose their last column: "rn" looked like "m"
SHORTENED = (("SMALL", "r"),)

# letters of the small font that would look like š, ž, Õ, õ, Ũ and ũ
REDRAWN = "ŠŽŐőŰű"

LOGO = ("75dpi/timB24.pcf.gz", 24, "The Shipwreck Arcana")


def ink(font, character):
    """Return advance, left, top and the cut picture (mode "1") of a character; None without ink."""
    advance = round(font.getlength(character))
    picture = Image.new("1", (advance + 32, 64), 0)
    pencil = ImageDraw.Draw(picture)
    pencil.fontmode = "1"
    pencil.text((16, 16), character, font=font, fill=1)
    box = picture.getbbox()
    if box is None:
        return advance, 0, 0, None
    return advance, box[0] - 16, box[1] - 16, picture.crop(box)


def columns(picture):
    """Return the pixels of a picture as MONO_VLSB bytes: pages of eight rows from the top down, 0 is ink."""
    data = bytearray()
    for page in range(0, picture.height, 8):
        for x in range(picture.width):
            rows = range(page, min(page + 8, picture.height))
            data.append(0xFF ^ sum(1 << (y - page) for y in rows if picture.getpixel((x, y))))
    return bytes(data)


def encode(glyphs):
    """Return metrics and pixels of glyphs (advance, left, top, picture)."""
    metrics, pixels = bytearray(), bytearray()
    for advance, left, top, picture in glyphs:
        width, height = picture.size if picture else (0, 0)
        metrics += bytes((advance, max(left, 0), top, width, height, *len(pixels).to_bytes(2, "little")))
        pixels += columns(picture) if picture else b""
    return bytes(metrics), bytes(pixels)


def table(name, characters, metrics, pixels, cap=0, above=0, first=0):
    """Return the lines of a table in a file of `companion.fonts`.

    characters: those after the glyphs whose codes follow on `first`. cap, above: as `companion.fonts.Font`
    has them. The letters for names only need none of the three.
    """
    print("%-16s %5d bytes" % (name, len(metrics) + len(pixels)))
    head = " ".join(map(str, (name, cap, above, first, len(metrics), len(pixels), characters))).rstrip()
    return [head, b64encode(metrics).decode(), b64encode(pixels).decode()]


def glyph_table(name, characters, cap, above, metrics, pixels):
    """Return the table of a font; ASCII comes first and has no gap."""
    plain = [character for character in characters if character.isascii()]
    first = ord(plain[0])
    assert characters.startswith("".join(map(chr, range(first, first + len(plain)))))
    return table(name, characters[len(plain) :], metrics, pixels, cap, above, first)


def make_font(folder, name, source, size, characters, above):
    """Render the characters of a font without grey and return their table.

    Row 0 is far enough above the capitals that no accent has a row below zero.
    """
    font = ImageFont.truetype(str(folder / source), size)
    _, _, cap_top, capital = ink(font, "H" if "H" in characters else "0")
    glyphs = []
    for character in characters:
        advance, left, top, picture = ink(font, character)
        if not character.isspace() and not has(font, character):
            raise SystemExit(f"{source} has no {character!r}, for {name}")
        if picture and top - cap_top + above < 0:
            raise SystemExit(
                f"{character!r} is more than {above} rows above the capitals of {name}: give it more"
            )
        if (name, character) in SHORTENED:
            picture = picture.crop((0, 0, picture.width - 1, picture.height))
        glyphs.append((advance, left, top - cap_top + above if picture else 0, picture))
    return glyph_table(name, characters, capital.height, above, *encode(glyphs))


def make_letters(folder, name, sources, size):
    """Return the table of the letters beyond ASCII of a font, with their rows as `make_font` counts them."""
    fonts = [ImageFont.truetype(str(folder / source), size) for source in sources]
    _, _, cap_top, _ = ink(fonts[0], "H")
    glyphs = []
    for letter in LETTERS:
        advance, left, top, picture = letter_ink(fonts, letter, cap_top - ABOVE)
        glyphs.append((advance, left, top + ABOVE - cap_top, picture))
    return table(name, LETTERS, *encode(glyphs))


def letter_ink(fonts, letter, highest):
    """Return the result of `ink` for a letter beyond ASCII.

    highest: the uppermost row it may have. It is put together where the first font lacks it or has it higher.
    """
    own = has(fonts[0], letter) and not (len(fonts) == 1 and letter in REDRAWN)
    if own and ink(fonts[0], letter)[2] >= highest:
        return ink(fonts[0], letter)
    apart = unicodedata.normalize("NFD", letter)
    if len(apart) == 2:
        return marked_ink(fonts[0], *apart)
    if letter == "ſ" and len(fonts) == 1:
        # an f with half of its bar
        advance, left, top, picture = ink(fonts[0], "f")
        picture.putpixel((2, 2), 0)
        return advance, left, top, picture
    advance, left, top, picture = ink(fonts[1], letter)
    bold = Image.new("1", (picture.width + 1, picture.height), 0)
    bold.paste(picture, (1, 0))
    plain = Image.new("1", bold.size, 0)
    plain.paste(picture, (0, 0))
    return advance + 1, left, top, ImageChops.logical_or(bold, plain)


def has(font, letter):
    """Return whether a font has a glyph of its own for a letter."""
    return bytes(font.getmask(letter, "1")) != bytes(font.getmask("\uffff", "1"))


def marked_ink(font, base, mark):
    """Return the result of `ink` for a letter with a mark."""
    advance, left, top, picture = ink(font, base)
    where = "above"
    if mark == "\u030c" and base in "dtlL":
        where = "beside"
    elif mark in "\u0326\u0327\u0328" and letter_of(base, mark) != "ģ":
        where = "below"
    elif base in "ij":
        # without its dot
        _, _, x_top, _ = ink(font, "x")
        picture, top = picture.crop((0, x_top - top, *picture.size)), x_top
    drawn = marks()["%04X %s" % (ord(mark), where)]
    if where == "beside":
        x, y = picture.width + 1, 0
        advance += drawn.width
    elif where == "below":
        x = picture.width - drawn.width if mark == "\u0328" else (picture.width - drawn.width) // 2
        y = picture.height
    else:
        x = (picture.width - drawn.width) // 2
        # a ring sits on its letter
        y = -drawn.height - (mark != "\u030a")
    shift = max(0, -x)
    up = max(0, -y)
    width = max(picture.width + shift, x + shift + drawn.width)
    whole = Image.new("1", (width, max(picture.height + up, y + up + drawn.height)), 0)
    whole.paste(picture, (shift, up))
    whole.paste(1, (x + shift, y + up), drawn)
    return max(advance, left + width + 1), left, top - up, whole


@functools.cache
def marks():
    """Return the marks drawn in marks.txt, by code point and place."""
    return dict(drawings("marks.txt"))


def letter_of(base, mark):
    """Return a letter and its mark as one character."""
    return unicodedata.normalize("NFC", base + mark)


def make_logo(folder):
    """Return the table of the name of the game as one glyph, the "0" of a font."""
    source, size, words = LOGO
    _, _, _, picture = ink(ImageFont.truetype(str(folder / source), size), words)
    return glyph_table("LOGO", "0", picture.height, ABOVE, *encode([(picture.width, 0, ABOVE, picture)]))


def drawings(file):
    """Yield (the text after its "=", picture) of each drawing in a file of this folder."""
    head, rows = "", []
    for line in [*(HERE / file).read_text(encoding="ascii").splitlines(), "="]:
        if line.startswith("="):
            if rows:
                picture = Image.new("1", (len(rows[0]), len(rows)), 0)
                picture.putdata([pixel == "#" for row in rows for pixel in row])
                yield head, picture
            head, rows = line[1:].strip(), []
        elif not line.startswith("//"):
            rows.append(line)


def make_symbols():
    """Return the table of the symbols drawn in symbols.txt, where the first symbol has the code of "a"."""
    glyphs = [(picture.width, 0, ABOVE, picture) for _, picture in drawings("symbols.txt")]
    names = "".join(chr(ord("a") + number) for number in range(len(glyphs)))
    return glyph_table("SYMBOLS", names, 0, ABOVE, *encode(glyphs))


def fetch(folder):
    """Put the sources into a folder. Raises OSError or CalledProcessError where a package tool fails."""
    for command in (
        ("npm", "pack", "--silent", NPM_PACKAGE),
        ("sh", "-c", "tar xzf *.tgz"),
        ("apt-get", "download", "-qq", *DEBIAN_PACKAGES),
        ("sh", "-c", 'for each in *.deb; do dpkg -x "$each" .; done'),
    ):
        subprocess.run(command, cwd=folder, check=True)
    sources = (
        {font[1] for font in (SMALL, MEDIUM, LARGE, *LARGE_FONTS)}
        | {source for font in LETTER_FONTS for source in font[1]}
        | {LOGO[0]}
    )
    for source in sources:
        (folder / source).parent.mkdir(exist_ok=True)
        next(folder.rglob(source)).rename(folder / source)


def main(folder):
    """Write every table from the sources in a folder (a Path)."""
    fonts = [make_font(folder, *font) for font in (SMALL, MEDIUM, LARGE, *LARGE_FONTS)]
    letters = [make_letters(folder, *font) for font in LETTER_FONTS]
    tables = [*fonts[:2], make_symbols(), make_logo(folder), *fonts[2:], *letters]
    lines = [line for table in tables for line in table]
    (OUT / "glyphs.txt").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) == 2 and Path(sys.argv[1]).is_dir():
        main(Path(sys.argv[1]))
    elif len(sys.argv) == 1:
        with tempfile.TemporaryDirectory() as temporary:
            try:
                fetch(Path(temporary))
            except (OSError, subprocess.CalledProcessError) as error:
                sys.exit("The fonts could not be fetched (%s). Give a folder; see fonts/README.md." % error)
            main(Path(temporary))
    else:
        sys.exit("Usage: make_fonts.py [FOLDER] (a folder with the font files; see fonts/README.md)")
