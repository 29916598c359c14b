"""The table as the companion's panel shows it, as a picture to share.

The firmware's own screens draw it, on the stand-ins of the virtual device.
"""

import io
from types import SimpleNamespace

from arcana_portable.games.shipwreck.naming import player_name
from arcana_portable.replay import Played
from arcana_portable.translation import _, language
from arcana_portable.virtual.panel import inverted
from arcana_portable.virtual.panel import picture as glass_picture

from arcana_host.virtual import use_firmware

SCALE = 4
"""How many pixels of the picture one pixel of the panel is wide and high."""


def final_table(played: Played) -> bytes:
    """Return a PNG file of the table after the last event of a game."""
    return picture([step.text for step in played.steps])


def picture(events: list[str], scale: int = SCALE) -> bytes:
    """Return a PNG file of the table after these events, with the names of the players below it."""
    from PIL import Image

    use_firmware()
    from companion.canvas import Canvas

    canvas = Canvas()
    _draw(canvas, events)
    image = glass_picture(inverted(bytes(canvas.buffer)))
    file = io.BytesIO()
    image.resize((canvas.width * scale, canvas.height * scale), Image.Resampling.NEAREST).convert("1").save(
        file, "PNG"
    )
    return file.getvalue()


def _draw(canvas, events: list[str]) -> None:
    from companion.canvas import BLACK, CENTRE, SMALL
    from companion.games.shipwreck.table import draw_table
    from companion.screens import GameScreen, widgets
    from companion.texts import choose, text

    from shared_rules.shipwreck import Game

    # whatever a companion in this process speaks
    choose(language(), "shipwreck")
    game = Game.replay(events)
    foot = ", ".join(map(player_name, game.players))
    screen = GameScreen(SimpleNamespace(session=SimpleNamespace(game=game, changes=0)))
    screen.possible = game.possible()
    heading = text("result_" + game.result) if game.result else widgets.spoken_name(game.active)
    widgets.draw_heading(canvas, heading, _("Turn {turn}", turn=game.turn))
    draw_table(canvas, screen)
    canvas.text(foot, canvas.width // 2, canvas.foot + 3, SMALL, BLACK, CENTRE, canvas.width - 12)
