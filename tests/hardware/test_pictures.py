"""The pictures of the guide show the enclosure as it is."""

import pytest
from PIL import Image

from hardware.enclosure.freshness import MADE_FROM, PICTURES_FOLDER, source_digest

NAMES = ("standing", "exploded", "plate", "lid-inside", "base-inside", "below")


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_fresh(name):
    with Image.open(PICTURES_FOLDER / f"{name}.png") as picture:
        assert picture.info.get(MADE_FROM) == source_digest(), "run make enclosure-pictures"


def test_there_are_no_others():
    assert sorted(path.stem for path in PICTURES_FOLDER.iterdir()) == sorted(NAMES)
