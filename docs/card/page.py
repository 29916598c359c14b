"""Text, buttons and pictures on a page, in millimetres from its upper left corner, drawn by matplotlib.

It must not know the contents of the page.
"""

import re
from functools import cache
from typing import NamedTuple

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch
from matplotlib.textpath import text_to_path
from PIL import Image, ImageOps

from docs.tools.frame import CAP, CAP_EDGE, LEGEND
from hardware.enclosure.legends import LEGENDS

STYLE = {
    # letters as an embedded font in the PDF, as outlines in the SVG: no font has to be installed
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    # the same card makes the same file
    "svg.hashsalt": "arcana",
    "text.parse_math": False,
}
FAMILY = "DejaVu Sans"
"""It comes with matplotlib."""

INK, PALE = "#1c1c1c", "#456c79"
_POINT = 25.4 / 72
_LEADING = 1.32
_ENLARGEMENT = 4
"""The factor by which images are enlarged, so that edges stay sharp when a printer smooths them."""
_CAP = 1.25
"""The side of a button, in heights of the text around it."""


class Mark(NamedTuple):
    """Something on the page: its name ("[A]" for a button), and its box in mm."""

    what: str
    left: float
    top: float
    right: float
    bottom: float


class Page:
    """A page of paper. size: its width and height in mm. marks: everything drawn, each a Mark."""

    def __init__(self, size):
        self.size = size
        self.marks = []
        self.figure = Figure(figsize=(size[0] / 25.4, size[1] / 25.4))
        self._axes = self.figure.add_axes((0, 0, 1, 1), frameon=False)
        self._axes.set(xlim=(0, size[0]), ylim=(size[1], 0), xticks=(), yticks=())

    def text(self, words, left, top, width, size=7, colour=INK, bold=False):
        """Set words between `left` and `left + width`; return where the next line would be.

        words: text in which "[A]" is a button and "*…*" is bold; two spaces keep apart. size: in points.
        """
        lines = _lines(words, width, size, bold)
        for number, line in enumerate(lines):
            for piece, is_bold, along in line:
                baseline = top + size * _POINT * (1 + number * _LEADING)
                self._piece(piece, left + along, baseline, size, colour, is_bold)
        return top + self.height(words, width, size, bold)

    def height(self, words, width, size=7, bold=False):
        """Return the height of words as `text` sets them, in mm."""
        return len(_lines(words, width, size, bold)) * size * _POINT * _LEADING

    def _piece(self, piece, left, baseline, size, colour, bold):
        right = left + _width(piece, size, bold)
        height = size * _POINT
        self.marks.append(Mark(piece, left, baseline - height * 0.8, right, baseline + height * 0.2))
        if piece.startswith("["):
            middle = ((left + right) / 2, baseline - height * 0.36)
            self._button(piece.strip("[]").lower(), *middle, height * _CAP)
        else:
            font = FontProperties(family=FAMILY, size=size, weight="bold" if bold else "normal")
            self._axes.text(left, baseline, piece, fontproperties=font, color=colour, va="baseline")

    def _button(self, name, x, y, side):
        corner = (x - side / 2, y - side / 2)
        look = {"boxstyle": f"round,pad=0,rounding_size={side / 5}", "facecolor": CAP, "edgecolor": CAP_EDGE}
        self._axes.add_patch(FancyBboxPatch(corner, side, side, linewidth=0.5, **look))
        for stroke in LEGENDS[name]:
            points = [(x + dx * side * 0.55, y - dy * side * 0.55) for dx, dy in stroke]
            self._axes.plot(*zip(*points, strict=True), color=LEGEND, linewidth=side * 0.28)

    def rule(self, left, top, width):
        """Draw a thin line."""
        self._axes.plot((left, left + width), (top, top), color=PALE, linewidth=0.6)

    def picture(self, image, left, top, width, what):
        """Draw an image with sharp pixels; return its lower edge."""
        height = width * image.height / image.width
        image = ImageOps.scale(image, _ENLARGEMENT, Image.Resampling.NEAREST)
        box = (left, left + width, top + height, top)
        self._axes.imshow(image.convert("RGBA"), extent=box, interpolation="none", aspect="auto", zorder=2)
        self._axes.set(xlim=(0, self.size[0]), ylim=(self.size[1], 0))
        self.marks.append(Mark(what, left, top, left + width, top + height))
        return top + height

    def save(self, path, title):
        """Write the page; the path's ending says whether as .pdf or .svg."""
        details = {"Title": title}
        # no date: the same card makes the same file
        details |= {"CreationDate": None} if path.suffix == ".pdf" else {"Date": None}
        self.figure.savefig(path, metadata=details)
        if path.suffix == ".svg":
            # matplotlib asks for hard pixels, of which a screen leaves out whole rows
            path.write_text(re.sub(r"image-rendering:[\w-]+;?", "", path.read_text("utf-8")), "utf-8")


def _lines(words, width, size, bold):
    """Break words into lines of pieces: [[(piece, whether it is bold, how far along in mm)]]."""
    lines, at = [[]], 0.0
    for word in re.findall(r"\S+| (?= )", _each_bold(words)):
        pieces = _pieces(word, bold)
        widths = [_width(piece, size, is_bold) for piece, is_bold in pieces]
        if lines[-1] and at + sum(widths) > width:
            lines.append([])
            at = 0.0
        for (piece, is_bold), wide in zip(pieces, widths, strict=True):
            if piece.strip():
                lines[-1].append((piece, is_bold, at))
            at += wide
        at += _width(" ", size, False) if word.strip() else 0
    return lines


def _each_bold(words):
    """Mark every word of a bold phrase as bold: `*two words*` is `*two* *words*`."""
    return re.sub(r"\*([^*]+)\*", lambda phrase: " ".join(f"*{word}*" for word in phrase[1].split()), words)


def _pieces(word, bold):
    """Return the pieces of a word: [(text or button, whether it is bold)]."""
    found = re.findall(r"\[[A-Z]+\]|\*[^*]+\*|[^*\[]+", word)
    return [(piece.strip("*"), bold or piece.startswith("*")) for piece in found]


@cache
def _width(piece, size, bold):
    if piece.startswith("["):
        return size * _POINT * (_CAP + 0.1)
    font = FontProperties(family=FAMILY, size=size, weight="bold" if bold else "normal")
    return text_to_path.get_text_width_height_descent(piece, font, ismath=False)[0] * _POINT
