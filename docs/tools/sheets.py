"""Contact sheets: the companion's screens on panels of other sizes than the reference board's.

    python -m docs.tools.sheets

writes docs/pictures/screens-264x176-english.png and so on, one for each size and language.
"""

from arcana_portable.translation import is_begun, languages
from PIL import Image

from docs.tools.firmware import ROOT, image, reach

SIZES = {(264, 176): 6, (400, 300): 5}
"""The sizes, and the number of screens in a row."""

SCENES = """
title settings menu-before-the-play help-on-a-play device name-editor clock message
new-game first-row-of-all-sets play play-that-would-fade crowded-table gaps-in-the-row cursor-on-the-powers
fading-with-powers-attached predict predict-while-cards-fade a-power-opens-a-card powers-list saints
deal-from-all-sets take-back-a-turn number-line-after-the-play oracle-after-the-play
number-lines-with-the-oracle creatures-table strike-with-many-fates abilities
pad-new-game pad-of-two pad-points pad-of-eight pad-correction
island-new-game island-first-card island-growth island-fear-counted island-ravage-with-a-counter
island-explore island-of-six-explores island-stage-three-choice island-calculator island-rulings island-menu
""".split()

GAP = 6
SHADE = 170


def sheet(size, across, language):
    """Return the screens in this language on a panel of this size, as one picture."""
    from screens.test_pictures import drawn
    from screens.writing import WritingCanvas

    width, height = (pixels + GAP for pixels in size)
    rows = (len(SCENES) + across - 1) // across
    shown = Image.new("L", (across * width + GAP, rows * height + GAP), SHADE)
    for number, name in enumerate(SCENES):
        canvas = WritingCanvas(*size)
        drawn(name, canvas, language)
        row, column = divmod(number, across)
        shown.paste(image(canvas), (GAP + column * width, GAP + row * height))
    return shown.quantize(4)


if __name__ == "__main__":
    reach()
    for size, across in SIZES.items():
        for language in [each for each in languages() if not is_begun(each)]:
            name = f"screens-{size[0]}x{size[1]}-{language}.png"
            sheet(size, across, language).save(ROOT / "docs" / "pictures" / name, optimize=True)
