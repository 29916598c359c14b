"""Puts the words on the panel into sentences, from the link's notification `words`: all, or the new ones.

It runs on CPython and, in the browser, on MicroPython. It must not know the game or the screens.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from arcana_portable.translation import N_, _, speaking
from shared_rules import BUTTONS

Words: TypeAlias = "dict[str, Any]"
"""As `shared_rules.protocol` describes the notification `words`."""

_MOVES = {"<": N_("left"), ">": N_("right"), "": N_("move")}


def keys(words: Words) -> list[tuple[str, str, str]]:
    """Return (button, its name, its function) for each active button."""
    return [
        (button, _name(words, button), _does(words, button)) for button in BUTTONS if button in words["keys"]
    ]


def sentences(words: Words) -> list[str]:
    """Return all words on the panel: the heading, the line at the cursor, the buttons, the other lines.

    Without a cursor, the lines come before the buttons.
    """
    title = [words["title"]] if words["title"] else []
    if words["at"] is None:
        return title + words["lines"] + _keys(words)
    others = words["lines"][: words["at"]] + words["lines"][words["at"] + 1 :]
    return title + _chosen(words) + _keys(words) + others


def news(before: Words | None, after: Words) -> list[str]:
    """Return the words to say after `before`: everything on a new screen, otherwise the differences.

    before: the words that were said last, or None.
    """
    if before is None or before["title"] != after["title"]:
        return sentences(after)
    chosen = [line for line in _chosen(after) if line not in _chosen(before)]
    fresh = [line for line in after["lines"] if line not in before["lines"] and line not in chosen]
    return chosen + fresh + [key for key in _keys(after) if key not in _keys(before)]


def _chosen(words: Words) -> list[str]:
    return [] if words["at"] is None else [words["lines"][words["at"]]]


def _keys(words: Words) -> list[str]:
    return [f"{name}: {does}" for _button, name, does in keys(words)]


def _name(words: Words, button: str) -> str:
    if len(button) == 1:
        return button.upper()
    with speaking(words["language"]):
        return _("Up") if button == "up" else _("Down")


def _does(words: Words, button: str) -> str:
    does = words["keys"][button]
    with speaking(words["language"]):
        return _(_MOVES[does]) if does in _MOVES else does
