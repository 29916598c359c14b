"""What is marked on the table in words; a host knows the rest of the table from the state."""

from companion.games.shipwreck import table_view
from companion.texts import text

_STRIPS = (table_view.MENU, table_view.POWERS_STRIP, table_view.LINES, table_view.CREATURES)


def say_table(screen, cursor, shown, picked):
    """Return a sentence, or "" if nothing is marked. The parameters are those of `draw_table`."""
    game = screen.game
    fate, place = shown or picked or (None, cursor)
    if cursor in _STRIPS:
        return text(cursor)
    if place not in (0, 1, 2, 3, 4) or getattr(screen, "sea", False):
        return ""
    said = table_view.place_name(game, place)
    if fate:
        said = text("fate_on", fate, said)
    return said + (_on_card(game, place, shown) if place else "")


def _on_card(game, place, shown):
    lies = game.row[place - 1]
    if lies is None:
        return ""
    said = ": " + table_view.printed(lies.card)[1]
    if shown and lies.moons is not None and table_view.pips_with(lies, shown[0]) >= lies.moons:
        said += ", " + text("fades")
    return said
