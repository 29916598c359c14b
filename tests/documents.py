"""The project's Markdown: its pages, and what is on them.

It must not know what a block or a link is for.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "hardware").glob("*.md"))]
_MARKDOWN = MarkdownIt("commonmark").enable("table")


class Block(NamedTuple):
    """A block of code: the page, its line, the language in the fence, its text."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self):
        return f"{self.page.name}:{self.line}"


@cache
def _tokens(page):
    return _MARKDOWN.parse(page.read_text(encoding="utf-8"))


def blocks(page):
    """Return the Blocks of a page."""
    return [
        Block(page, token.map[0] + 1, token.info.strip(), token.content)
        for token in _tokens(page)
        if token.type in ("fence", "code_block")
    ]


def inline(page, kind):
    """Return the tokens of a kind (`code_inline`, `image`, `link_open`) within the text of a page."""
    return [child for token in _tokens(page) for child in token.children or () if child.type == kind]
