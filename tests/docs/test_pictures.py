"""The pictures that are kept in the repository show the companion as it is."""

import pytest
from documents import ROOT, inline
from PIL import Image, ImageSequence

from docs.tools import frame, game
from shared_rules.record import Record
from shared_rules.shipwreck import Game

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


def test_the_animation_is_short_and_light(played):
    assert 10_000 <= sum(one.lasts for one in played) <= 15_000
    assert game.FILE.stat().st_size < 500_000


def test_it_shows_a_whole_game_from_the_title_to_the_end(played):
    events = Record.from_text(game.RECORD.read_text(encoding="ascii")).events
    whole = Game.replay(events)
    assert whole.result == "won"
    assert any(event.endswith("miss") for event in events) and any("deal" in event for event in events)
    golden = ROOT / "tests" / "screens" / "golden"
    assert played[0].panel.tobytes() == Image.open(golden / "title.png").convert("1").tobytes()


def test_every_cap_that_is_pressed_shows_it(played):
    for name in {one.pressed for one in played} - {None}:
        x, y = frame.CAPS[name]
        corner = (x - 18, y - 18)
        at_rest, held = (frame.draw_device(played[0].panel, keys).getpixel(corner) for keys in ((), (name,)))
        assert at_rest != held


def test_every_kept_picture_is_on_a_page():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    used = {image.attrs["src"].rpartition("/")[2] for page in pages for image in inline(page, "image")}
    assert {path.name for path in KEPT.iterdir()} <= used
