"""A new game on the score pad: who plays, who deals first, and how the game ends."""

from companion.journal import JournalFull
from companion.screens.menu import Menu
from companion.screens.names import Names, table_names
from companion.screens.screen import GAME, turned
from companion.texts import text
from shared_rules.player_names import FEWEST, SEATS

_CHOICES = {
    "players": tuple(range(FEWEST, SEATS + 1)),
    "wins": ("high", "low"),
    "goal": (
        0,
        10,
        11,
        21,
        25,
        31,
        50,
        61,
        100,
        101,
        121,
        150,
        200,
        250,
        301,
        500,
        501,
        1000,
        2500,
        5000,
        10000,
    ),
    "rounds": tuple(range(21)),
}


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes one, B begins."""

    repeats = ("up", "down", "c")
    changes = "change"
    finishes = "begin"

    def __init__(self, app):
        for key, values in _CHOICES.items():
            if app.settings.get(key) not in values:
                app.settings.set(key, app.settings.default(key))
        rows = [
            (self._label(key), self._turn(key))
            for key in ("players", "names", "first", "goal", "rounds", "wins")
        ]
        Menu.__init__(self, app, text("new_game"), rows)

    def players(self):
        """Return the names in the order in which they deal."""
        names = table_names(self.app)[: self.app.settings.get("players")]
        first = self.app.settings.get("first") % len(names)
        return names[first:] + names[:first]

    def _label(self, key):
        def label():
            if key == "names":
                return ", ".join(self.players())
            if key == "first":
                return text("first", self.players()[0])
            value = self.app.settings.get(key)
            return (
                text("form_" + key, value) if value and key != "wins" else text("form_%s_%s" % (key, value))
            )

        return label

    def _turn(self, key):
        def turn():
            if key == "names":
                return Names(self.app)
            value = self.app.settings.get(key)
            seats = tuple(range(self.app.settings.get("players")))
            self.app.settings.set(
                key, turned(_CHOICES.get(key, seats), value % len(seats) if key == "first" else value, 1)
            )

        return turn

    def press(self, name, kind):
        return self._begin() if name == "b" else Menu.press(self, name, kind)

    def _begin(self):
        given = [",".join(self.players())] + [
            self.app.settings.get(key) for key in ("goal", "wins", "rounds")
        ]
        try:
            self.app.session.begin("setup score-pad players=%s goal=%d wins=%s rounds=%d" % tuple(given))
        except JournalFull:
            from companion.screens.room import no_room

            return no_room(self.app)
        return GAME
