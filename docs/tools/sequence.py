"""Draws a Mermaid sequence diagram as an SVG within the page: no script, no network, light and dark.

Where the Markdown is read as it is, a code-hosting page draws it itself. Of Mermaid's language it knows
participants, arrows from one to another, and notes; anything else is an error of the build.
"""

import re
from html import escape
from itertools import pairwise

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

TEXT = 13
LETTER = 6.7
"""Pixels that a letter of `TEXT` pixels takes at the most, on average."""
STEP, HEAD, GAP = 44, 40, 30

_PARTICIPANT = re.compile(r"participant (\w+)(?: as (.+))?$")
_ARROW = re.compile(r"(\w+)(-?->>)(\w+): (.+)$")
_NOTE = re.compile(r"Note over (\w+)(?:,(\w+))?: (.+)$")


class SequenceError(ValueError):
    """A line that this does not know; the message has it."""


def draw(text):
    """Return the SVG of a diagram.

    text: Mermaid, from `sequenceDiagram` on. Raises SequenceError with the line that it does not know.
    """
    first, *lines = [line.strip() for line in text.splitlines() if line.strip()]
    if first != "sequenceDiagram":
        raise SequenceError(first)
    names, steps = {}, []
    for line in lines:
        if found := _PARTICIPANT.match(line):
            names[found[1]] = found[2] or found[1]
        elif found := _ARROW.match(line):
            steps.append((found[1], found[3], found[4], found[2]))
        elif found := _NOTE.match(line):
            steps.append((found[1], found[2] or found[1], found[3], None))
        else:
            raise SequenceError(line)
        if steps and not _fits(names, *steps[-1]):
            raise SequenceError(line)
    return _svg(names, steps)


def _fits(names, source, target, text, arrow):
    """Return whether a step is between participants that there are, and an arrow between two of them."""
    return source in names and target in names and not (arrow and source == target)


def _columns(names, steps):
    """Return the x of each participant, so that every text between two neighbours has room."""
    order = list(names)
    apart = {pair: _width(names[pair[0]]) / 2 + _width(names[pair[1]]) / 2 + GAP for pair in pairwise(order)}
    for source, target, text, _ in steps:
        low, high = sorted((order.index(source), order.index(target)))
        between = list(pairwise(order))[low:high]
        for pair in between:
            apart[pair] *= max(1, (_width(text) + GAP) / sum(apart[pair] for pair in between))
    xs, x = {}, _width(names[order[0]]) / 2 + GAP
    for name, following in zip(order, [*order[1:], None], strict=True):
        xs[name] = x
        x += apart.get((name, following), 0)
    return xs


def _width(text):
    return LETTER * len(text) + 20


def _svg(names, steps):
    xs = _columns(names, steps)
    wide = max(xs.values()) + _width(list(names.values())[-1]) / 2 + GAP
    high = HEAD + STEP * (len(steps) + 1)
    drawn = []
    for name, x in xs.items():
        drawn.append(f'<line class="life" x1="{x:.0f}" y1="{HEAD}" x2="{x:.0f}" y2="{high - 8}"/>')
        drawn += _box("box", x, 6, _width(names[name]), names[name], 'font-weight="600"')
    for number, (source, target, text, arrow) in enumerate(steps):
        y = HEAD + STEP * (number + 1)
        if arrow:
            drawn += _arrow(xs[source], xs[target], y, text, arrow)
        else:
            middle = (xs[source] + xs[target]) / 2
            width = max(_width(text), abs(xs[source] - xs[target]) + 40)
            drawn += _box("note", middle, y - 26, width, text)
    title = escape("; ".join(text for _, _, text, _ in steps))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" role="img" '
        f'font-size="{TEXT}"><title>{title}</title>{"".join(drawn)}</svg>'
    )


def _box(kind, x, y, width, text, more=""):
    return [
        f'<rect class="{kind}" x="{x - width / 2:.0f}" y="{y}" width="{width:.0f}" height="28" rx="5"/>',
        f'<text x="{x:.0f}" y="{y + 19}" text-anchor="middle" {more}>{escape(text)}</text>',
    ]


def _arrow(start, end, y, text, arrow):
    later = " later" if arrow == "-->>" else ""
    to = 1 if end > start else -1
    middle = (start + end) / 2
    return [
        f'<path class="arrow{later}" d="M{start:.0f},{y} H{end - 8 * to:.0f}"/>',
        f'<path class="head" d="M{end:.0f},{y} l{-9 * to},-4.5 v9 z"/>',
        f'<text class="said" x="{middle:.0f}" y="{y - 8}" text-anchor="middle">{escape(text)}</text>',
    ]


class Mermaid(SphinxDirective):
    """A fence of the language `mermaid`."""

    has_content = True

    def run(self):
        """Return the drawing."""
        try:
            svg = draw("\n".join(self.content))
        except SequenceError as error:
            raise self.error(f"This is not drawn here: {error}") from None
        return [nodes.raw("", f'<figure class="sequence">{svg}</figure>', format="html")]


def setup(app):
    """Add this to Sphinx."""
    app.add_directive("mermaid", Mermaid)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
