"""The pictures of the card: the signs, drawn by the device's own code, and the device that shows a table."""

from PIL import Image, ImageOps

from docs.tools.firmware import ROOT, image, reach
from docs.tools.frame import draw_device

GOLDEN = ROOT / "tests" / "screens" / "golden"
TABLE = "play.png"
"""The golden picture of a table in the middle of a game."""

ROW = "setup standard doom=0 sets=base players=Ann,Bo row=the-mirror,dawn,the-key,the-deep"


def device(language):
    """Return the device as it lies on the table, as an image with a transparent edge."""
    return draw_device(Image.open(GOLDEN / ("" if language == "english" else language) / TABLE))


def signs():
    """Return {name: image} of all signs, black on white, in the language that the device speaks now."""
    reach()
    from companion.canvas import DOOM, FILLING, FULL, MOON, POWER, SCORE
    from companion.games.shipwreck import number_lines, table, tokens

    from shared_rules.shipwreck import Game
    from shared_rules.shipwreck.cards import pips

    card = Game.replay([ROW]).row[0]

    def symbol(name):
        return _cut(lambda canvas: canvas.symbol(name, 10, 10))

    def fates(values, look):
        def draw(canvas):
            for number, value in enumerate(values):
                tokens.draw_fate(canvas, value, 10 + 18 * number, 10, look)

        return _cut(draw)

    def token(look):
        return _cut(lambda canvas: number_lines.draw_tokens(canvas, (look,), 10, 10))

    def mark(fades, proposed):
        return _cut(lambda canvas: table._draw_marks(canvas, card, (10, 0, 57, 98), fades, proposed))

    drawn = {"score": symbol(SCORE), "doom": symbol(DOOM)}
    drawn |= {"moon": symbol(MOON), "full": symbol(FULL), "filling": symbol(FILLING)}
    for values in ((1, 2, 3), (4, 5, 6), (7,)):
        drawn[f"pips_{pips(values[0])}"] = fates(values, tokens.PLAYED)
    drawn |= {"proposed": fates((4,), tokens.PROPOSED)}
    drawn |= {"would_fade": mark(False, 1), "fades": mark(True, None), "power": symbol(POWER)}
    for name in ("OPEN", "FLIPPED", "OUT", "BOTH", "KNOWN"):
        drawn[name.lower()] = token(getattr(number_lines, name))
    return drawn


def _cut(draw):
    """Return the drawing of `draw` on a canvas, without the white around it."""
    from companion.canvas import Canvas

    canvas = Canvas()
    draw(canvas)
    picture = image(canvas)
    return picture.crop(ImageOps.invert(picture.convert("L")).getbbox())
