"""Every screen on panels of all sizes: no text is cut off, leaves its part, or lies on something else."""

import pytest
from companion.screens.settings import languages
from PIL import Image
from screens.scenes import SCENES
from screens.test_pictures import OTHER_SIZES, drawn, golden, leaving, picture
from screens.writing import WritingCanvas

SIZES = [
    (264, 176),
    (272, 168),
    (280, 152),
    (296, 128),
    (296, 152),
    (320, 176),
    (320, 240),
    (344, 200),
    (376, 264),
    (400, 300),
]
"""From the panel of a Badger 2350 to one of 4.2 inches, with some that no panel has."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_on_a_panel_of_any_size_each_text_has_its_place(size, language):
    wrong = []
    for name in SCENES:
        canvas = WritingCanvas(*size)
        app = drawn(name, canvas, language)
        wrong += [(name, fault) for fault in canvas.faults()]
        wrong += [(name, f"part {part} draws outside") for part in leaving(app.screen.draw, size)]
    assert wrong == []


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
