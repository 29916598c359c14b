"""The table of The Shipwreck Arcana as the companion's panel shows it, as a picture to share."""

from types import SimpleNamespace
from typing import Any

from arcana_portable.games.shipwreck.naming import player_name
from arcana_portable.translation import _

from arcana_host.games.panel_picture import SCALE, drawn


def picture(events: list[str], scale: int = SCALE) -> bytes:
    """Return a PNG file of the table after these events, with the names of the players below it."""
    return drawn("shipwreck", lambda canvas: _draw(canvas, events), scale)


def _draw(canvas: Any, events: list[str]) -> None:
    from companion.canvas import BLACK, CENTRE, SMALL
    from companion.games.shipwreck.table import draw_table
    from companion.screens import GameScreen, widgets
    from companion.texts import text

    from shared_rules.shipwreck import Game

    game = Game.replay(events)
    # one player's number line says nothing without that player
    game.assist = "keeper"
    foot = ", ".join(map(player_name, game.players))
    screen = GameScreen(SimpleNamespace(session=SimpleNamespace(game=game, changes=0)))
    screen.possible = game.possible()
    heading = text("result_" + game.result) if game.result else widgets.display_name(game.active)
    widgets.draw_heading(canvas, heading, _("Turn {turn}", turn=game.turn))
    draw_table(canvas, screen)
    canvas.text(foot, canvas.width // 2, canvas.foot + 3, SMALL, BLACK, CENTRE, canvas.width - 12)
