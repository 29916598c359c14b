"""The form for a new game on the score pad: who plays, who deals first, and how the game ends."""

from companion.screens.menu import Menu
from companion.screens.names import Names, table_names
from companion.screens.screen import GAME, item_after
from companion.texts import text
from shared_rules.player_names import FEWEST, SEATS

_GOALS = "0 10 11 21 25 31 50 61 100 101 121 150 200 250 301 500 501 1000 2500 5000 10000"
_CHOICES = {
    "players": tuple(range(FEWEST, SEATS + 1)),
    "wins": ("high", "low"),
    "goal": tuple([int(goal) for goal in _GOALS.split(" ")]),
    "rounds": tuple(range(21)),
}
_LINES = ("players", "names", "first", "goal", "rounds", "wins")


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes one, B begins."""

    repeats = ("up", "down", "c")
    change_text = "change"
    finish_text = "begin"

    def __init__(self, app):
        for key, values in _CHOICES.items():
            if app.settings.get(key) not in values:
                app.settings.set(key, app.settings.default(key))
        rows = [(self._label(key), self._change(key)) for key in _LINES]
        Menu.__init__(self, app, text("new_game"), rows)

    def players(self):
        """Return the names in the order in which they deal."""
        names = table_names(self.app)[: self.app.settings.get("players")]
        first = self.app.settings.get("first") % len(names)
        return names[first:] + names[:first]

    def _label(self, key):
        def label():
            value, names = self.app.settings.get(key), self.players()
            if key in ("names", "first"):
                return ", ".join(names) if key == "names" else text("first", names[0])
            fixed = value in ("high", "low", 0)
            return text("form_%s_%s" % (key, value)) if fixed else text("form_" + key, value)

        return label

    def _change(self, key):
        def change():
            if key == "names":
                return Names(self.app)
            values = _CHOICES.get(key) or tuple(range(self.app.settings.get("players")))
            value = self.app.settings.get(key)
            self.app.settings.set(key, item_after(values, value if value in values else 0, 1))

        return change

    def press(self, name, kind):
        return self._begin() if name == "b" else Menu.press(self, name, kind)

    def _begin(self):
        get = self.app.settings.get
        given = ",".join(self.players()), get("goal"), get("wins"), get("rounds")
        self.app.session.begin("setup score-pad players=%s goal=%d wins=%s rounds=%d" % given)
        return GAME
