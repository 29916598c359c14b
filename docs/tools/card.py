"""Puts the card to lay beside the board on the page that asks for it, made again with every build."""

import logging
from pathlib import Path

from docs.card import words
from docs.card.sheet import save

MARK = "<!-- card -->"
FOLDER = "_card"
"""Where the files are, below the built pages."""


def _shown(language):
    """Return a card as HTML: its picture and its two files."""
    file = f"../{FOLDER}/{words.NAMES[language]}"
    code, name, title = (words.WORDS[language][key] for key in ("code", "language", "title"))
    return (
        f'<p lang="{code}">{name}: <a href="{file}.pdf">PDF</a>, <a href="{file}.svg">SVG</a></p>\n'
        f'<p><a href="{file}.pdf"><img class="card" src="{file}.svg" alt="{title}" lang="{code}"></a></p>\n'
    )


def _insert(app, docname, source):
    if MARK in source[0]:
        source[0] = source[0].replace(MARK, "\n".join(map(_shown, words.NAMES)))


def _save(app, exception):
    if exception is None and app.builder.format == "html":
        save(Path(app.outdir) / FOLDER)


def setup(app):
    """Add this to Sphinx."""
    # it tells of every table of the fonts that it embeds
    logging.getLogger("fontTools").setLevel(logging.WARNING)
    app.connect("source-read", _insert)
    app.connect("build-finished", _save)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
