"""The form for a new game of Spirit Island, filled in with what was chosen last time."""

from companion.games.spirit_island import setup_choices
from companion.screens.menu import Menu
from companion.screens.names import Names, table_names
from companion.screens.screen import GAME
from companion.texts import text
from shared_rules.spirit_island.setup import MOST_PLAYERS

_LINES = ("players", "spirits", "boards", "adversary") + (
    "scenario",
    "blight_card",
    "with_events",
    "names",
    "second",
    "boxes",
)


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes one, B begins."""

    repeats = ("up", "down", "c")
    change_text = "change"
    finish_text = "begin"

    def __init__(self, app):
        if not 1 <= app.settings.get("players") <= MOST_PLAYERS:
            app.settings.set("players", app.settings.default("players"))
        Menu.__init__(self, app, text("new_game"), [(self._label(key), self._change(key)) for key in _LINES])
        self.number = 1

    def given(self):
        """Return {key: value} for the setup that B enters."""
        get, players = self.app.settings.get, self.app.settings.get("players")
        given = {"players": ",".join(table_names(self.app)[:players])}
        given["spirits"] = ",".join(setup_choices.spirits(self.app))
        given["boards"] = ",".join(setup_choices.boards(self.app))
        for key in ("adversary", "second", "scenario"):
            given[key] = get(key)
        if not given["adversary"] or given["second"].split(":")[0] == given["adversary"].split(":")[0]:
            given["second"] = ""
        given["blight"] = "card" if get("blight_card") else "none"
        given["events"] = "yes" if get("with_events") else "no"
        return given

    def _label(self, key):
        def label():
            if key in ("blight_card", "with_events"):
                return text("form_%s_%s" % (key, "yes" if self.app.settings.get(key) else "no"))
            if key == "players":
                return text("form_players_1" if self._count() == 1 else "form_players", self._count())
            if key == "boxes":
                return text("form_boxes", len(setup_choices.boxes(self.app)))
            value = self.given()[key if key != "names" else "players"]
            if key == "names":
                return value.replace(",", ", ")
            if not value:
                return text("form_no_" + key)
            if key in ("adversary", "second"):
                return text("form_" + key, *setup_choices.adversary_words(value))
            if key == "scenario":
                return text("form_scenario", setup_choices.scenario_name(value))
            if key == "spirits":
                return setup_choices.spirits_in_short(value.split(","))
            return text("form_boards", value.replace(",", ", "))

        return label

    def _count(self):
        return self.app.settings.get("players")

    def _change(self, key):
        def change():
            app, get = self.app, self.app.settings.get
            if key == "players":
                app.settings.set(key, get(key) % MOST_PLAYERS + 1)
            elif key in ("blight_card", "with_events"):
                app.settings.set(key, not get(key))
            else:
                return self._open(key)
            return None

        return change

    def _open(self, key):
        if key == "names":
            return Names(self.app)
        if key == "boxes":
            return setup_choices.Boxes(self.app)
        if key == "second" and not self.app.settings.get("adversary"):
            self.app.say(text("second_alone"))
            return None
        if key == "spirits":
            return setup_choices.Spirits(self.app, self.go_on)
        if key == "boards":
            return setup_choices.Boards(self.app, self.go_on)
        if key == "scenario":
            return setup_choices.Scenarios(self.app, self.go_on)
        return setup_choices.Adversaries(self.app, self.go_on, key)

    def go_on(self):
        """Move to the next line after a choice."""
        self.number += 1

    def press(self, name, kind):
        if name != "b":
            return Menu.press(self, name, kind)
        words = ["%s=%s" % (key, value) for key, value in self._in_order() if value]
        self.app.session.begin("setup spirit-island " + " ".join(words))
        return GAME

    def _in_order(self):
        given = self.given()
        keys = ("players", "spirits", "boards", "adversary", "second", "scenario", "blight", "events")
        return [(key, given[key]) for key in keys]
