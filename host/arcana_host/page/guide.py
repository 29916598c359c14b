"""The player's guide as HTML pages, made from its Markdown.

It must not know who serves the pages.
"""

import re
import shutil
from pathlib import Path

from arcana_portable.translation import languages
from markdown_it import MarkdownIt
from markdown_it.token import Token

from arcana_host import guide_folder, guide_pictures_folder
from arcana_host.html import render
from arcana_host.page.rulings import page_name, rulings_page

LANGUAGES = {"player": "en", "spieler": "de"}
"""{name of a page and its Markdown file: language code}"""

_PICTURES = "../tests/screens/golden/"


def guide_page(name: str) -> str:
    """Return a page as HTML, for the folder `guide` beside `style.css`.

    name: a name in LANGUAGES. Raises KeyError for any other.
    """
    language = LANGUAGES[name]
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse((guide_folder() / f"{name}.md").read_text(encoding="utf-8"))
    title = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[at + 1].content))
            title = title or tokens[at + 1].content
        if token.children:
            token.children = _without_outside_links(token.children)
    content = markdown.renderer.render(tokens, markdown.options, {})
    return render(Path(__file__).parent, "guide.html", language=language, title=title, content=content)


def write_guide(folder: Path) -> None:
    """Write all pages with their pictures to an existing folder."""
    for name in LANGUAGES:
        (folder / f"{name}.html").write_text(guide_page(name), encoding="utf-8")
    for spoken in languages():
        (folder / f"{page_name(spoken)}.html").write_text(rulings_page(page_name(spoken)), encoding="utf-8")
    shutil.copytree(guide_pictures_folder(), folder / "pictures")


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as in the links of the guide."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _without_outside_links(tokens: list[Token]) -> list[Token]:
    """Return the inline content with links that lead out of the guide as plain text."""
    left = []
    leads_out = False
    for token in tokens:
        if token.type == "image":
            token.attrSet("src", str(token.attrGet("src")).replace(_PICTURES, "pictures/"))
            token.attrSet("loading", "lazy")
        if token.type == "link_open":
            page, hash_sign, anchor = str(token.attrGet("href")).partition("#")
            leads_out = bool(page) and page.removesuffix(".md") not in LANGUAGES
            token.attrSet("href", (page.removesuffix(".md") + ".html" if page else "") + hash_sign + anchor)
        if not (leads_out and token.type in ("link_open", "link_close")):
            left.append(token)
        leads_out = leads_out and token.type != "link_close"
    return left
