"""Reads the letters that only names have from their tables on the flash when they are needed.

A game without such names needs none of this in memory.
"""

from companion.platform import forget
from shared_rules.record_lines import is_letter

MOST = 24
"""Letters that stay in memory; more only if a single text has more."""


def with_letters(path, text, own, more, metrics, pixels, fields):
    """Return the tables (more, metrics, pixels) of a font, extended by the letters of a text.

    path: of the module with the letters. own: the lengths of the three tables without any of these letters.
    more: the characters of the font besides ASCII. metrics, pixels: of all its glyphs. fields: bytes of
    metrics per glyph.
    """
    pixels = bytes(pixels)
    wanted = _missing(text, more)
    if len(more) + len(wanted) > own[0] + MOST:
        # drop the letters of names that were shown before
        more, metrics, pixels = more[: own[0]], metrics[: own[1]], pixels[: own[2]]
        wanted = _missing(text, more)
    table = __import__(path, None, None, ("PIXELS",))
    for letter in wanted:
        at = table.MORE.find(letter) * fields
        glyph = table.METRICS[at : at + fields]
        start = glyph[5] + 256 * glyph[6]
        metrics += glyph[:5] + bytes((len(pixels) & 255, len(pixels) >> 8))
        pixels += table.PIXELS[start : start + glyph[3] * ((glyph[4] + 7) // 8)]
    forget(path)
    return more + wanted, metrics, memoryview(bytearray(pixels))


def _missing(text, more):
    """Return the letters of a text that are not in `more`, each once."""
    wanted = ""
    for character in text:
        if is_letter(character) and (more + wanted).find(character) < 0:
            wanted += character
    return wanted
