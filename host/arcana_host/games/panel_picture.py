"""The companion's panel during a game, as a picture to share.

The firmware's own screens draw it, on the stand-ins of the virtual device. It must not know any game.
"""

import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from arcana_portable.firmware import use_firmware
from arcana_portable.replay import Played
from arcana_portable.translation import language
from arcana_portable.virtual.panel import inverted
from arcana_portable.virtual.panel import picture as panel_picture

from shared_rules.games import rules_of

SCALE = 4
"""The width and height of a panel's pixel in the picture's pixels."""


def last_screen(name: str, played: Played) -> bytes:
    """Return a PNG file of the screen after the last event, without the labels of the buttons.

    name: of the game's folders.
    """

    def draw(canvas: Any) -> tuple[int, int]:
        from companion import games, settings
        from companion.canvas import WHITE

        game = rules_of(played.steps[0].text).Game.replay([step.text for step in played.steps])
        # a record may end before an automatic event
        while following := game.follows():
            game.apply(following)
        package = games.load(name)
        values = {**settings.DEFAULTS, **package.SETTINGS}
        session = SimpleNamespace(game=game, changes=0, can_undo_end=bool)
        app = SimpleNamespace(session=session, canvas=canvas, settings=values, game_package=package)
        package.stage(app).draw(canvas)
        if not game.result:
            # the meaning of UP and DOWN
            canvas.fill(canvas.side, canvas.head, canvas.width, canvas.foot, WHITE)
        return canvas.width, canvas.foot

    return drawn(name, draw)


def drawn(name: str, draw: Callable[[Any], tuple[int, int] | None], scale: int = SCALE) -> bytes:
    """Return a PNG file of a function's drawing on the reference panel's Canvas, in the user's language.

    name: of the game's folders. draw: returns the width and height to keep, or None for all.
    """
    from PIL import Image

    use_firmware()
    from companion.canvas import Canvas
    from companion.texts import choose

    # the user's language, not the language of a companion in this process
    choose(language(), name)
    canvas = Canvas()
    size = draw(canvas) or (canvas.width, canvas.height)
    image = panel_picture(inverted(bytes(canvas.buffer))).crop((0, 0, *size))
    file = io.BytesIO()
    larger = (size[0] * scale, size[1] * scale)
    image.resize(larger, Image.Resampling.NEAREST).convert("1").save(file, "PNG")
    return file.getvalue()
