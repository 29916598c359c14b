"""Markup for pages, in which every text is escaped.

It runs on CPython and, in the browser, on MicroPython, which has no `html`. It must not know the use of the
markup.
"""

from __future__ import annotations


def text(words: object) -> str:
    """Return the markup of a text."""
    escaped = str(words)
    for sign, named in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        escaped = escaped.replace(sign, named)
    return escaped


def element(tag: str, *content: str, **attributes: object) -> str:
    """Return an element with its content, which is markup.

    attributes: their values; underscores in their names stand for hyphens, except a last underscore. None
    leaves an attribute out.
    """
    given = "".join(
        [
            f' {name.rstrip("_").replace("_", "-")}="{text(value)}"'
            for name, value in sorted(attributes.items())
            if value is not None
        ]
    )
    return f"<{tag}{given}>{''.join(content)}</{tag}>"


def signs(shown: str) -> str:
    """Return signs that only repeat the words beside them."""
    return element("span", text(shown), class_="signs", aria_hidden="true")


def unseen(words: str) -> str:
    """Return words for users of screen readers."""
    return element("span", text(words), class_="unseen")


def items(name: str, *content: str) -> str:
    """Return a list. name: its class. content: the markup of its items."""
    # without its marks some screen readers don't recognise it
    return element("ul", *content, class_=name, role="list")
