"""How `make docs` builds the pages: Sphinx, with the whole project as the source, so that a link works in the
repository and on the built site alike.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "host")]

import arcana_host  # noqa: E402

project = "Arcana, a companion for board games"
html_title = "The Arcana companion"
author = "the makers of the companion"
version = release = arcana_host.version()

extensions = [
    "myst_parser",
    *(f"docs.tools.{name}" for name in ("blocks", "card", "commands", "framed_pictures")),
]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "hardware/*.md", "CHANGELOG.md"]
exclude_patterns = [".*", "build", "dist", "host", "shared_rules", "firmware", "tests"]
highlight_language = "text"
nitpicky = True
# "--json" is no dash
smartquotes = False

myst_enable_extensions = ["attrs_block"]
myst_heading_anchors = 4

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_favicon = "../host/arcana_host/page/static/icon.svg"
html_copy_source = html_show_sourcelink = html_show_copyright = False
templates_path = ["templates"]
html_additional_pages = {"index": "to_the_index.html"}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2f5866", "color-brand-content": "#2b6a7c"},
    "dark_css_variables": {"color-brand-primary": "#d9b36c", "color-brand-content": "#9cc6d3"},
}
