"""The pictures that are kept in the repository show the companion as it is."""

import pytest
from documents import ROOT, inline
from PIL import Image, ImageSequence

from docs.tools import frame, game

KEPT = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def played():
    return game.frames()


def shown():
    """The animation as it is kept: the panel's pixels and how long (ms), frame by frame."""
    left, top = frame.GLASS_AT
    with Image.open(game.FILE) as animation:
        for one in ImageSequence.Iterator(animation):
            glass = one.convert("L").crop((left, top, left + frame.GLASS[0], top + frame.GLASS[1]))
            panel = glass.resize((296, 128), Image.Resampling.NEAREST).point(lambda grey: 255 * (grey > 128))
            yield panel.convert("1").tobytes(), one.info["duration"]


def test_the_animation_is_of_the_companion_as_it_is(played):
    fresh = [(one.panel.tobytes(), one.lasts) for one in played]
    assert list(shown()) == fresh, "run make pictures"


def test_every_kept_picture_is_on_a_page():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    used = {image.attrs["src"].rpartition("/")[2] for page in pages for image in inline(page, "image")}
    assert {path.name for path in KEPT.iterdir()} <= used
