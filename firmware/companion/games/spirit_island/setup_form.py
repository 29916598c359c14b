"""The form for a new game of Spirit Island, filled in with the last choices."""

from os import urandom

from companion.canvas import MEDIUM
from companion.screens import BACK, GAME, item_after
from companion.screens.menu import Menu
from companion.screens.names import Names, fit_players, table_names
from companion.texts import text
from shared_rules.record import MAX_SETUP
from shared_rules.spirit_island.components import BOARD_NAMES, THEMATIC
from shared_rules.spirit_island.setup import MOST_PLAYERS
from shared_rules.spirit_island.tables import (
    Adversary,
    adversary_ids,
    find_spirit,
    scenario_names,
    short_spirit_id,
    spirit_boxes,
    spirit_groups,
    spirit_id,
    spirit_names,
    with_aspects,
)

_LINES = ("players", "spirits", "boards", "adversary") + (
    "scenario",
    "blight_card",
    "events",
    "names",
    "second",
    "extra",
    "archipelago",
    "boxes",
)


_SWITCHES = ("blight_card", "archipelago")
_EVENTS = ("no", "tokens", "yes")


def accepts(key, value):
    """Return whether a setting of this form, but no switch, can have a value of its type."""
    if key in ("adversary", "second"):
        id, _, level = value.partition(":")
        return id in adversary_ids() and level in [str(each) for each in range(_LEVELS)]
    if key == "scenario":
        return value in dict(scenario_names())
    if key == "events":
        return value in _EVENTS
    known = spirit_names() if key == "spirits" else BOARD_NAMES
    return not [each for each in value.split(",") if each not in known]


class NewGame(Menu):
    """UP and DOWN move along the lines, C changes a line, B begins."""

    repeats = ("up", "down", "c")
    change_text = "change"
    finish_text = "begin"

    def __init__(self, app):
        fit_players(app, 1, MOST_PLAYERS)
        Menu.__init__(self, app, text("new_game"), [(self._label(key), self._change(key)) for key in _LINES])
        self.number = 1

    def given(self):
        """Return {key: value} for the setup that B enters."""
        get, players = self.app.settings.get, self.app.settings.get("players")
        given = {"players": ",".join(table_names(self.app)[:players])}
        given["spirits"] = ",".join(spirits(self.app))
        given["boards"] = ",".join(boards(self.app))
        for key in ("adversary", "second", "scenario"):
            given[key] = get(key)
        if not given["adversary"] or given["second"].split(":")[0] == given["adversary"].split(":")[0]:
            given["second"] = ""
        given["extra"] = extra_board(self.app)
        given["archipelago"] = "yes" if get("archipelago") else ""
        given["blight"] = "card" if get("blight_card") else "none"
        given["events"] = get("events")
        return given

    def _label(self, key):
        def label():
            if key in _SWITCHES:
                return text("form_%s_%s" % (key, "yes" if self.app.settings.get(key) else "no"))
            if key == "players":
                return text("form_players_1" if self._count() == 1 else "form_players", self._count())
            if key == "boxes":
                return text("form_boxes", len(boxes(self.app)))
            value = self.given()[key if key != "names" else "players"]
            if key == "names":
                return value.replace(",", ", ")
            if not value:
                return text("form_no_" + key)
            if key in ("adversary", "second"):
                return text("form_" + key, *adversary_words(value))
            if key == "events":
                return text("form_events_" + value)
            if key == "extra":
                return text("form_extra", _board_name(value))
            if key == "scenario":
                return text("form_scenario", scenario_name(value))
            if key == "spirits":
                return spirits_in_short(value.split(","), self.app.canvas.side - 12)
            return text("form_boards", value.replace(",", ", "))

        return label

    def _count(self):
        return self.app.settings.get("players")

    def _change(self, key):
        def change():
            app, get = self.app, self.app.settings.get
            if key == "players":
                app.settings.set(key, get(key) % MOST_PLAYERS + 1)
            elif key in _SWITCHES:
                app.settings.set(key, not get(key))
            elif key == "events":
                app.settings.set(key, item_after(_EVENTS, get(key), 1))
            elif key == "extra":
                app.settings.set(key, item_after(_extra_boards(app), extra_board(app), 1))
            else:
                return self._open(key)
            return None

        return change

    def _open(self, key):
        if key == "names":
            return Names(self.app)
        if key == "boxes":
            return Boxes(self.app)
        if key == "second" and not self.app.settings.get("adversary"):
            self.app.say(text("second_alone"))
            return None
        if key == "spirits":
            return Spirits(self.app, self.go_on)
        if key == "boards":
            return Boards(self.app, self.go_on)
        if key == "scenario":
            return Scenarios(self.app, self.go_on)
        return Adversaries(self.app, self.go_on, key)

    def go_on(self):
        """Move to the next line after a choice."""
        self.number += 1

    def press(self, name, kind):
        if name != "b":
            return Menu.press(self, name, kind)
        given = self.given()
        setup = _in_order(given)
        if len(setup.encode()) > MAX_SETUP:
            given["spirits"] = ",".join([_shortest(id) for id in given["spirits"].split(",")])
            setup = _in_order(given)
        self.app.session.begin(setup)
        return GAME


def _shortest(id):
    short = short_spirit_id(id)
    return short if find_spirit(short) == id else id


def _in_order(given):
    keys = "players spirits boards extra archipelago adversary second scenario blight events".split(" ")
    return "setup spirit-island " + " ".join(["%s=%s" % (key, given[key]) for key in keys if given[key]])


_BY_LOT = "?"
_BOXES = tuple([box for box, _ in spirit_boxes()])
_LEVELS = 7


def boxes(app):
    """Return the boxes that the group has, by default the base game."""
    chosen = app.settings.get("boxes").split(",")
    return [box for box in _BOXES if box in chosen] or [_BOXES[0]]


def spirits(app):
    """Return the id of a spirit or an aspect for each player: from the last game, then others."""
    chosen, groups = [], spirit_groups()
    for id in app.settings.get("spirits").split(",") + [ids[0] for ids in groups]:
        own = [ids for ids in groups if id in ids]
        if own and len(chosen) < app.settings.get("players"):
            chosen.append(id)
            groups.remove(own[0])
    return chosen


def boards(app):
    """Return the board of each player: from the last game, then others."""
    chosen = app.settings.get("boards").split(",")[0]
    if chosen in THEMATIC:
        return [chosen] * app.settings.get("players")
    return _filled(app, "boards", [name for name in BOARD_NAMES if name not in THEMATIC])


def extra_board(app):
    """Return the extra board of the last game, or ""."""
    chosen = app.settings.get("extra")
    return chosen if chosen in _extra_boards(app) else ""


def _extra_boards(app):
    own = boards(app)
    if own[0] in THEMATIC:
        return ["", own[0]]
    return [""] + [name for name in BOARD_NAMES if name not in own and name not in THEMATIC]


def adversary_words(adversary):
    """Return (name, level) of an adversary such as "england:4"."""
    id, _, level = adversary.partition(":")
    return text("adversary_" + id), int(level)


def scenario_name(id):
    """Return the name of a scenario."""
    return dict(scenario_names())[id]


def spirits_in_short(ids, room):
    """Return the spirits as one line: the first words of their names, or their number for lack of room."""
    known = spirit_names()
    first = [known[id].split(" ")[known[id].startswith("A ")].split("'")[0] for id in ids]
    words = text("form_spirits", ", ".join(first))
    return words if MEDIUM.width(words) <= room else text("form_many_spirits", len(ids))


def _filled(app, key, known):
    chosen = []
    for id in app.settings.get(key).split(",") + known:
        if id in known and id not in chosen and len(chosen) < app.settings.get("players"):
            chosen.append(id)
    return chosen


class _Choose(Menu):
    """A list for one or several choices in turn.

    key: the setting that gets the choice. done: a callable, called once everything is chosen. values: the
    values of the shown choice.
    """

    def __init__(self, app, key, done):
        Menu.__init__(self, app, "", [])
        self.key = key
        self.done = done

    def show(self, title, values, at, label):
        """Show the values of a choice. at: the value at the cursor. label: a callable(value)."""
        self.title = title
        self.values = values
        self.rows = [(label(value), self._taking(value)) for value in values]
        self.number = values.index(at) if at in values else 0

    def take(self, value):
        """Choose a value, and return where to go."""
        raise NotImplementedError

    def _taking(self, value):
        return lambda: self.take(value)

    def keep(self, value):
        """Save the choice in the settings, and return where to go."""
        self.app.settings.set(self.key, value)
        self.done()
        return BACK


class Spirits(_Choose):
    """A spirit for each player: first its box, if there are several, then its name; C shows its aspects."""

    finish_text = "choose"

    def __init__(self, app, done):
        _Choose.__init__(self, app, "spirits", done)
        self._last = spirits(app)
        self._chosen = []
        self._box = self._spirit = None
        self._ask()

    def _ask(self):
        known = spirit_names()
        last, seat = self._last[len(self._chosen)], len(self._chosen)
        title = text("spirit_of", table_names(self.app)[seat])
        there = boxes(self.app)
        if self._spirit:
            self.show(known[self._spirit], with_aspects(self._spirit)[1:], last, _aspect_name)
            return
        last = with_aspects(last)[0]
        its_box = next(box for box, names in spirit_boxes() if last in map(spirit_id, names))
        if self._box is None and len(there) > 1:
            self.show(title, there, its_box, _box_name)
            return
        own = dict(spirit_boxes())[self._box or there[0]]
        taken = [with_aspects(id)[0] for id in self._chosen]
        ids = [spirit_id(name) for name in own]
        self.show(title, [id for id in ids if id not in taken], last, lambda id: known[id])

    def take(self, value):
        """Choose a box, a spirit or its aspect."""
        if value in _BOXES:
            self._box = value
        else:
            self._chosen.append(value)
            self._box = self._spirit = None
            if len(self._chosen) == self.app.settings.get("players"):
                return self.keep(",".join(self._chosen))
        self._ask()
        return None

    @property
    def change_text(self):
        """The key of C's label: whether the spirit at the cursor has aspects."""
        value = self.values[self.number]
        return "aspects" if not self._spirit and with_aspects(value)[1:] else None

    def press(self, name, kind):
        if self.change_text and name in ("b", "c"):
            value = self.values[self.number]
            if name == "b":
                return self.take(value)
            self._spirit = value
            self._ask()
            return None
        if name != "a" or not (self._spirit or self._box or self._chosen):
            return _Choose.press(self, name, kind)
        spirit, self._spirit = self._spirit, None
        if self._box is None and not spirit:
            self._chosen.pop()
        elif not spirit:
            self._box = None
        self._ask()
        if spirit:
            self.number = self.values.index(spirit)
        return None


class Boards(_Choose):
    """A board for each player, the thematic map for all, or boards by lot for all players without a board."""

    def __init__(self, app, done):
        _Choose.__init__(self, app, "boards", done)
        self._last = boards(app)
        self._chosen = []
        self._ask()

    def _ask(self):
        seat = len(self._chosen)
        left = [
            name for name in BOARD_NAMES if name not in self._chosen and (not seat or name not in THEMATIC)
        ]
        self.show(
            text("board_of", table_names(self.app)[seat]), left + [_BY_LOT], self._last[seat], _board_name
        )

    def take(self, value):
        """Choose a board."""
        players, left = self.app.settings.get("players"), [each for each in self.values if len(each) == 1]
        if value == _BY_LOT:
            left.remove(value)
            while len(self._chosen) < players:
                self._chosen.append(left.pop(urandom(1)[0] % len(left)))
        else:
            self._chosen.append(value)
        if value in THEMATIC or len(self._chosen) == players:
            return self.keep(",".join(self._chosen))
        self._ask()
        return None

    def press(self, name, kind):
        if name != "a" or not self._chosen:
            return _Choose.press(self, name, kind)
        self._chosen.pop()
        self._ask()
        return None


class Adversaries(_Choose):
    """An adversary, no adversary, or an adversary by lot, then its level."""

    def __init__(self, app, done, key):
        _Choose.__init__(self, app, key, done)
        self._ids = [""] + adversary_ids() + [_BY_LOT]
        if key == "second":
            self._ids.remove(app.settings.get("adversary").split(":")[0])
        self._id = None
        self._ask()

    def _ask(self):
        id, _, level = self.app.settings.get(self.key).partition(":")
        if self._id is None:
            self.show(text("which_" + self.key), self._ids, id, _adversary_name)
        else:
            title = text("which_level", _adversary_name(self._id))
            self.show(title, [str(each) for each in range(_LEVELS)], level or "1", self._level_name)

    def _level_name(self, level):
        return text("level", int(level), Adversary("%s:%s" % (self._id, level)).difficulty)

    def take(self, value):
        """Choose an adversary or its level."""
        if self._id is not None:
            return self.keep("%s:%s" % (self._id, value))
        if not value:
            return self.keep("")
        ids = self._ids[1:-1]
        self._id = ids[urandom(1)[0] % len(ids)] if value == _BY_LOT else value
        self._ask()
        return None

    def press(self, name, kind):
        if name != "a" or self._id is None:
            return _Choose.press(self, name, kind)
        self._id = None
        self._ask()
        return None


class Scenarios(_Choose):
    """A scenario or no scenario."""

    def __init__(self, app, done):
        _Choose.__init__(self, app, "scenario", done)
        ids = [""] + [id for id, _ in scenario_names()]
        self.show(text("which_scenario"), ids, app.settings.get("scenario"), self._name)

    def _name(self, id):
        return scenario_name(id) if id else text("form_no_scenario")

    def take(self, value):
        """Choose a scenario."""
        return self.keep(value)


class Boxes(Menu):
    """The boxes that the group has, which determine the spirits and blight cards that are offered."""

    change_text = "switch"

    def __init__(self, app):
        Menu.__init__(self, app, text("boxes"), [(self._label(box), self._switching(box)) for box in _BOXES])

    def _label(self, box):
        return lambda: ("+ " if box in boxes(self.app) else "–  ") + _box_name(box)

    def _switching(self, box):
        def switch():
            there = boxes(self.app)
            now = [each for each in _BOXES if (each in there) != (each == box)]
            self.app.settings.set("boxes", ",".join(now))

        return switch


def _box_name(box):
    return text("box_" + box)


def _aspect_name(id):
    name = spirit_names()[id]
    return name[name.find("(") + 1 : -1]


def _board_name(name):
    if name == _BY_LOT:
        return text("by_lot")
    return text("board_" + name) if name in THEMATIC else text("board_named", name)


def _adversary_name(id):
    if id == _BY_LOT:
        return text("by_lot")
    return text("adversary_" + id) if id else text("form_no_adversary")
