"""The guides for players: every screen is there, in both languages, with the words that are on the glass."""

import re

import pytest
from documents import ROOT, inline
from screens.scenes import SCENES

ENGLISH, GERMAN = ROOT / "docs" / "player.md", ROOT / "docs" / "spieler.md"
GUIDES = pytest.mark.parametrize("guide", [ENGLISH, GERMAN], ids=lambda guide: guide.stem)

AS = "looks as {}, but for the words"
LEFT_OUT = {
    "number-line-that-nobody-else-has": "number-line-of-one-value shows one line, too, and with more to see",
    "take-back-a-flip": AS.format("take-back-a-play"),
    "take-back-a-level": AS.format("take-back-a-play"),
    "take-back-a-strike": AS.format("take-back-a-turn"),
    "take-back-a-creature": AS.format("take-back-a-play"),
    "take-back-an-ability": AS.format("take-back-a-play"),
    "take-back-doom-taken-back": AS.format("take-back-a-turn"),
    "take-back-a-reveal-of-a-line": AS.format("take-back-a-play"),
    "title-with-a-challenge": AS.format("title-with-a-game"),
    "reveal-of-a-line": AS.format("reveal"),
    "challenge-won": AS.format("won"),
    "device-with-a-finished-game": AS.format("device"),
    "unsaved-question": "unsaved-play has the same mark",
    "island-stage-three": AS.format("island-of-six-explores"),
    "island-menu-while-a-card-is-named": AS.format("island-menu"),
    "island-undo": AS.format("take-back-a-play"),
    "island-score-lost": AS.format("island-score"),
    "island-abandoned": AS.format("island-sacrifice"),
    "island-title-with-a-game": AS.format("title-with-a-game"),
}
"""Scenes that no guide shows, with the reason."""


def shown(guide):
    """The names of the golden pictures that a guide shows, in its order."""
    folder = "../tests/screens/golden/" + ("" if guide == ENGLISH else "german/")
    sources = [image.attrs["src"] for image in inline(guide, "image")]
    assert [
        source for source in sources if not re.fullmatch(re.escape(folder) + r"[\w-]+\.png", source)
    ] == []
    return [source[len(folder) : -len(".png")] for source in sources]


@GUIDES
def test_every_scene_is_shown_once_or_left_out_with_a_reason(guide):
    names = shown(guide)
    assert len(names) == len(set(names))
    assert set(names) | set(LEFT_OUT) == set(SCENES)
    assert not set(names) & set(LEFT_OUT)


def test_both_guides_show_the_same_in_the_same_order():
    assert shown(ENGLISH) == shown(GERMAN)
