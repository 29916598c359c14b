"""Every screen on panels of all sizes: no text is cut off, leaves its part, or lies on something else."""

import re

import pytest
from companion.boards import BOARDS
from companion.games.spirit_island.table import Table
from companion.screens.settings import languages
from PIL import Image
from screens.scenes import SCENES
from screens.test_pictures import OTHER_SIZES, drawn, golden, leaving, picture
from screens.writing import WritingCanvas

from hardware.tools.boards import SMALLEST

BOARDS_SIZES = {board.SIZE for board in BOARDS}
# the smallest ones, and some that no panel has
OTHERS = {*SMALLEST, (320, 176), (320, 240), (344, 200), (376, 264)} - BOARDS_SIZES
SIZES = [*sorted(BOARDS_SIZES), *(pytest.param(size, marks=pytest.mark.slow) for size in sorted(OTHERS))]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_on_a_panel_of_any_size_each_text_has_its_place(size, language):
    wrong = []
    for name in SCENES:
        canvas = WritingCanvas(*size)
        app = drawn(name, canvas, language)
        wrong += [f"{name}: {fault}" for fault in canvas.faults()]
        outside = "draws outside, as accents of capitals may"
        wrong += [f"{name}: part {part} {outside}" for part in leaving(app.screen.draw, size)]
    if wrong:
        where = f"{len(wrong)} faults on {size[0]}×{size[1]} pixels in {language}, the first:"
        pytest.fail("\n".join([where, *wrong[:5]]), pytrace=False)


@pytest.mark.parametrize(("size", "name"), OTHER_SIZES)
def test_a_scene_on_another_panel_is_its_golden_picture(size, name, request):
    width, height = map(int, size.split("x"))
    canvas = WritingCanvas(width, height)
    drawn(name, canvas)
    image, path = picture(canvas).crop((0, 0, width, height)), golden(name, size)
    if request.config.getoption("--rewrite-golden"):
        path.parent.mkdir(exist_ok=True)
        image.save(path)
    assert Image.open(path).convert("1").tobytes() == image.tobytes(), "run 'make golden', then look"


HEADS = {"oracle", "line", "lands", "powers", "faded"}
"""Headings of lists that a large panel shows as a whole, or of lands that it names."""
ELSEWHERE = {"first-row-of-all-sets", "pad-page-code", "pad-no-code-message"}
"""Scenes whose presses lead elsewhere on a large panel, as it shows more lines, or no code."""


def words_of(name, size):
    """The words and decks of a scene, and those of the pages to which DOWN turns; and the screen."""
    canvas, found = WritingCanvas(*size), []
    app = drawn(name, canvas)
    top = app.screen.shown
    for _ in range(6):
        found += [text for text, *_ in canvas.texts]
        if hasattr(top, "pages"):
            app.screen.press("down", "press")
            canvas = WritingCanvas(*size)
            app.screen.draw(canvas)
    return set(re.findall(r"[^\W\d]{4,}|\d+-[\dCL-]+", " ".join(found))), top


def test_a_large_panel_says_all_that_others_do_and_a_table_of_spirit_island_the_same_on_each():
    for name in sorted(SCENES.keys() - ELSEWHERE):
        small, middle, large = (words_of(name, size) for size in [(296, 128), (264, 176), (400, 300)])
        assert (small[0] | middle[0]) - large[0] <= HEADS, name
        if isinstance(large[1], Table):
            assert large[0] <= small[0] and large[0] <= middle[0], name
