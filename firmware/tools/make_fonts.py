#!/usr/bin/env python3
"""Turn free fonts and drawn symbols into the glyph tables of `companion.fonts`.

    python firmware/tools/make_fonts.py [FOLDER]

FOLDER holds the sources that `firmware/companion/fonts/README.md` names; without it they are fetched with the
package tools of Debian and npm. Every glyph is cut to its ink and written column by column, the topmost pixel
in bit 0 (framebuf's MONO_VLSB). Its metrics are seven bytes: advance, left, top, width, height, and where its
pixels begin, low byte first. Runs on the desktop only and knows nothing of the screens.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

OUT = Path(__file__).resolve().parent.parent / "companion" / "fonts"
ASCII = "".join(chr(code) for code in range(32, 127))
GERMAN = "ÄÖÜäöüß"
ACCENT = 3
NPM_PACKAGE = "galmuri@2.40.3"
DEBIAN_PACKAGE = "xfonts-75dpi"

# name, source, pixels, characters
FONTS = (
    ("small", "helvB10.pcf.gz", 10, ASCII + GERMAN + "±·×–…≤≥"),
    ("medium", "Galmuri11-Bold.ttf", 12, ASCII + GERMAN + "±·×–…"),
    ("large", "helvB24.pcf.gz", 24, "0123456789"),
)

# font and character that lose their last column: "rn" looked like "m"
SHORTENED = ("smallr",)

LOGO = ("timB24.pcf.gz", 24, "The Shipwreck Arcana")


def ink(font, character):
    """Return advance, left, top and the cut picture (mode "1") of a character; None when it has no ink."""
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
    """Return the pixels of a picture as MONO_VLSB bytes: pages of eight rows from the top down."""
    data = bytearray()
    for page in range(0, picture.height, 8):
        for x in range(picture.width):
            rows = range(page, min(page + 8, picture.height))
            data.append(sum(1 << (y - page) for y in rows if picture.getpixel((x, y))))
    return bytes(data)


def pack(glyphs):
    """Return metrics and pixels of glyphs (advance, left, top, picture)."""
    metrics, pixels = bytearray(), bytearray()
    for advance, left, top, picture in glyphs:
        width, height = picture.size if picture else (0, 0)
        metrics += bytes((advance, max(left, 0), top, width, height, *len(pixels).to_bytes(2, "little")))
        pixels += columns(picture) if picture else b""
    return bytes(metrics), bytes(pixels)


def literal(data):
    """Return bytes as the lines of a Python literal, a hundred columns wide."""
    lines = [repr(data[start : start + 24]) for start in range(0, len(data), 24)]
    return "(\n    " + "\n    ".join(lines) + "\n)"


def write(name, source, characters, cap, metrics, pixels):
    """Write one module of the package `companion.fonts`; ASCII comes first and has no gap."""
    plain = [character for character in characters if character.isascii()]
    assert characters.startswith("".join(map(chr, range(ord(plain[0]), ord(plain[0]) + len(plain)))))
    text = '"""Glyphs made by firmware/tools/make_fonts.py from %s; see README.md here."""\n\n' % source
    text += "FIRST = %d\nMORE = %s\nCAP = %d\n" % (ord(plain[0]), ascii(characters[len(plain) :]), cap)
    text += "METRICS = %s\nPIXELS = %s\n" % (literal(metrics), literal(pixels))
    (OUT / (name + ".py")).write_text(text, encoding="ascii")
    print("%-8s %3d glyphs %5d bytes" % (name, len(characters), len(metrics) + len(pixels)))


def make_font(folder, name, source, size, characters):
    """Render the characters of a font without grey and write them.

    Row 0 is ACCENT rows above the capitals, so that no accent has a row below zero.
    """
    font = ImageFont.truetype(str(folder / source), size)
    _, _, cap_top, capital = ink(font, "H" if "H" in characters else "0")
    glyphs = []
    for character in characters:
        advance, left, top, picture = ink(font, character)
        if name + character in SHORTENED:
            picture = picture.crop((0, 0, picture.width - 1, picture.height))
        glyphs.append((advance, left, top - cap_top + ACCENT if picture else 0, picture))
    write(name, source, characters, capital.height, *pack(glyphs))


def make_logo(folder):
    """Write the name of the game as one glyph, the "0" of a font."""
    source, size, words = LOGO
    _, _, _, picture = ink(ImageFont.truetype(str(folder / source), size), words)
    write("logo", source, "0", picture.height, *pack([(picture.width, 0, ACCENT, picture)]))


def make_symbols():
    """Write the symbols drawn in symbols.txt as the letters from "a" on."""
    drawings = []
    for line in (Path(__file__).parent / "symbols.txt").read_text(encoding="ascii").splitlines():
        if line.startswith("="):
            drawings.append([])
        elif not line.startswith("//"):
            drawings[-1].append(line)
    glyphs = []
    for rows in drawings:
        picture = Image.new("1", (len(rows[0]), len(rows)), 0)
        for y, row in enumerate(rows):
            for x, pixel in enumerate(row):
                picture.putpixel((x, y), pixel == "#")
        glyphs.append((picture.width, 0, ACCENT, picture))
    names = "".join(chr(ord("a") + number) for number in range(len(glyphs)))
    write("symbols", "symbols.txt", names, 0, *pack(glyphs))


def fetch(folder):
    """Put the sources into a folder. Raises OSError or CalledProcessError where a package tool fails."""
    for command in (
        ("npm", "pack", "--silent", NPM_PACKAGE),
        ("sh", "-c", "tar xzf *.tgz"),
        ("apt-get", "download", "-qq", DEBIAN_PACKAGE),
        ("sh", "-c", "dpkg -x *.deb ."),
    ):
        subprocess.run(command, cwd=folder, check=True)
    for source in {font[1] for font in (*FONTS, ("", LOGO[0]))}:
        next(folder.rglob(source)).rename(folder / source)


def main(folder):
    """Write every module of the package from the sources in a folder (a Path)."""
    for font in FONTS:
        make_font(folder, *font)
    make_logo(folder)
    make_symbols()


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
