"""The panel's words and the buttons' present functions, as a page shows them.

It runs on CPython and, in the browser, on MicroPython. It must not know the words' meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arcana_portable.page.markup import element, items, text
from arcana_portable.page.panel_words import keys
from arcana_portable.translation import code

if TYPE_CHECKING:
    from arcana_portable.page.panel_words import Words

_ARROWS = {"up": "▲", "down": "▼"}


def written(words: Words) -> str:
    """Return the heading, the lines with the cursor's line, and the buttons' functions."""
    lines = []
    for number, line in enumerate(words["lines"]):
        chosen = {"class_": "chosen", "aria_current": "true"} if number == words["at"] else {}
        lines.append(element("li", text(line), **chosen))
    parts = []
    if words["title"]:
        parts.append(element("p", text(words["title"]), class_="title"))
    if lines:
        parts.append(items("said", *lines))
    if words["keys"]:
        does = " · ".join([f"{name}: {does}" for _button, name, does in keys(words)])
        parts.append(element("p", text(does), class_="means"))
    return in_its_language(words, *parts)


def meanings(words: Words) -> str:
    """Return the buttons' functions, adjacent buttons with the same function together.

    A line breaks only between two meanings.
    """
    found: list[str] = []
    signs = ""
    listed = keys(words)
    for at, (button, name, does) in enumerate(listed):
        signs += element("kbd", text(_ARROWS.get(button, name))) + " "
        if at + 1 == len(listed) or listed[at + 1][2] != does:
            found.append(element("span", signs, text(does), class_="meaning"))
            signs = ""
    return " · ".join(found)


def in_its_language(words: Words, *content: str) -> str:
    """Return markup with the language of these words."""
    return element("div", *content, lang=code(words["language"]))
