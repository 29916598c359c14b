"""The guides for players: every screen is there, in both languages, with the words that are on the glass."""

import re

import pytest
from documents import ROOT, emphasised, inline
from screens.scenes import SCENES
from screens.test_texts import OWNERS, entries

from shared_rules.shipwreck import CARDS, POWERS

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
    assert all(re.fullmatch(re.escape(folder) + r"[\w-]+\.png", source) for source in sources)
    return [source[len(folder) : -len(".png")] for source in sources]


@GUIDES
def test_every_scene_is_shown_once_or_left_out_with_a_reason(guide):
    names = shown(guide)
    assert len(names) == len(set(names))
    assert set(names) | set(LEFT_OUT) == set(SCENES)
    assert not set(names) & set(LEFT_OUT)


def test_a_reason_names_a_scene_that_is_shown():
    for name, reason in LEFT_OUT.items():
        assert set(re.findall(r"[\w-]+", reason)) & set(shown(ENGLISH)), name


def test_both_guides_show_the_same_in_the_same_order():
    assert shown(ENGLISH) == shown(GERMAN)


@GUIDES
def test_every_kind_of_screen_is_among_them(guide):
    kinds = {kind for owner in OWNERS for kind in entries("help", owner=owner)}
    met = set()
    for name in shown(guide):
        app = SCENES[name]("english")
        screen = app.screen.shown
        met |= {base.__name__ for base in type(screen).__mro__ if base.__name__ in kinds}
    assert kinds == met


@GUIDES
def test_every_picture_is_told_in_words(guide):
    told = [image.content for image in inline(guide, "image")]
    assert all(len(words) > 5 for words in told) and len(set(told)) == len(told)


def on_the_glass(*languages):
    """Patterns of every text that these languages put on the glass."""
    files = [(name, owner) for name in ("turn", "words", "setup") for owner in OWNERS]
    texts = [
        words for each in languages for name, owner in files for words in entries(name, each, owner).values()
    ]
    texts += [name for card in map(CARDS.__getitem__, CARDS) for name in (card.name, card.ability)]
    texts += [word for power in map(POWERS.__getitem__, POWERS) for word in (power.name, power.title)]
    # one that is all value would be any word
    texts = [text for text in texts if re.search("[A-Za-z]{2}", text.replace("%s", "").replace("%d", ""))]
    patterns = [
        re.escape(text).replace("%s", ".+").replace("%r", ".+").replace("%d", r"\d+") for text in texts
    ]
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


@pytest.mark.parametrize(
    ("guide", "languages", "dots"),
    [(ENGLISH, ["english"], "Bo, turn 2"), (GERMAN, ["german", "english"], "Bo, Runde 2")],
    ids=["player", "spieler"],
)
def test_what_stands_slanted_stands_so_on_the_glass(guide, languages, dots):
    known = on_the_glass(*languages)
    plain = {"now", "before", "jetzt", "vor", "The"}
    words = {word.replace("…", dots) for word in emphasised(guide)} - plain
    assert len(words) > 40
    assert {word for word in words if not known.fullmatch(word)} == set()
