"""The settings, the clock, and the information about the device."""

import os

from companion import VERSION
from companion.canvas import BLACK, WHITE
from companion.platform import folder_of, free_heap
from companion.screens import BACK, HOME, Screen, item_after, widgets
from companion.screens.menu import Menu
from companion.settings import CLEAN_AFTER
from companion.texts import ENGLISH, choose, find, text

_CLOCK = ((2024, 2099), (1, 12), (1, 31), (0, 23), (0, 59))


def settings_menu(app, where):
    """Return the menu of the settings.

    where: where to go after the language was changed, HOME or GAME.
    """
    rows = [
        (text("full_refresh"), app.refresh),
        (text("white"), lambda: White(app)),
        (text("set_clock"), lambda: Clock(app)),
    ]
    rows += app.game_package.settings_rows(app)
    rows += [
        _refresh_row(app),
        _clean_row(app),
        (text("language"), lambda: _change_language(app, where)),
        (text("device"), lambda: Device(app)),
    ]
    return Menu(app, text("settings"), rows)


def _clean_row(app):
    def change():
        app.settings.set("clean_after", item_after(CLEAN_AFTER, app.settings.get("clean_after"), 1))

    return lambda: text("clean", text("clean_%d" % app.settings.get("clean_after"))), change


def _refresh_row(app):
    def toggle():
        app.settings.set("quick", not app.settings.get("quick"))

    return lambda: text("pictures_are", text("quick" if app.settings.get("quick") else "clear")), toggle


class Language(Menu):
    """Asks for the language of a new device; each line is in its own."""

    def __init__(self, app):
        rows = [(find("language", ("words",), each) or each, _speaking(app, each)) for each in languages()]
        Menu.__init__(self, app, "Arcana", rows)

    def leave(self):
        return ""

    def outdated(self):
        """Return whether somebody has chosen, here or on a computer."""
        return self.app.settings.is_set("language")


def _speaking(app, language):
    return lambda: _speak(app, language, HOME)


def _change_language(app, where):
    return _speak(app, item_after(languages(), app.settings.get("language"), 1), where)


def _speak(app, language, where):
    app.settings.set("language", language)
    choose(language)
    return where


def languages():
    """Return the names of all languages, English first."""
    found = [name[:-4] for name in os.listdir(folder_of("companion.texts")) if name.endswith(".txt")]
    return [ENGLISH] + sorted([name for name in found if name != ENGLISH])


class Clock(Screen):
    """Sets the clock: A and C move along the fields, UP and DOWN change a field, B sets the clock."""

    def __init__(self, app):
        Screen.__init__(self, app)
        now = app.board.clock() or "2026-01-01 12:00"
        self.fields = [int(now[at : at + width]) for at, width in ((0, 4), (5, 2), (8, 2), (11, 2), (14, 2))]
        self.at = 0

    @property
    def cursor_keys(self):
        return ("a" if self.at else "") + ("c" if self.at < 4 else "")

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("set_clock"))
        font, middle, y = canvas.heading, canvas.width // 2, (canvas.head + canvas.foot) // 2 - 6
        pitch = min(font.cap, canvas.width // 19)
        for number, x in enumerate((-102, -46, -10, 40, 76)):
            x = middle + x * pitch // 11
            words = ("%d" if number == 0 else "%02d") % self.fields[number]
            chosen = number == self.at
            if chosen:
                canvas.fill(x - 4, y - 6, font.width(words) + 7, font.cap + 11)
            canvas.text(words, x, y, font, WHITE if chosen else BLACK)
        for x, sign in ((-59, "-"), (-22, "-"), (64, ":")):
            canvas.text(sign, middle + x * pitch // 11, y, font)
        back = text("back") if self.at == 0 else "<"
        widgets.draw_keys(canvas, back, text("set"), ">" if self.at < 4 else "")
        widgets.draw_side(canvas, " ", " ")

    def press(self, name, kind):
        if name in ("up", "down"):
            low, high = _CLOCK[self.at]
            value = self.fields[self.at] + (1 if name == "up" else -1)
            self.fields[self.at] = low if value > high else high if value < low else value
        elif name == "a":
            if self.at == 0:
                return BACK
            self.at -= 1
        elif name == "c":
            self.at = min(self.at + 1, 4)
        elif name == "b":
            return self._set()
        return None

    def _set(self):
        try:
            self.app.board.set_clock(tuple(self.fields) + (0,))
        except ValueError:
            self.app.say(text("no_such_day"))
            return None
        return BACK


class White(Screen):
    """A white panel, as it should be before it is put away; any button brings the settings back."""

    def __init__(self, app):
        Screen.__init__(self, app)
        app.refresh()

    def draw(self, canvas):
        canvas.clear()
        if canvas.say:
            canvas.say(text("white"))

    def press(self, name, kind):
        return BACK


class Device(Screen):
    """Information that helps if something is wrong."""

    def draw(self, canvas):
        app = self.app
        board = app.board
        widgets.draw_heading(canvas, text("device"))
        memory = free_heap()
        lines = [
            ("version", VERSION),
            ("board", board.name),
            ("id", board.unique_id),
            ("clock", board.clock() or text("never_set")),
            ("games", _number_of_games(app.journal)),
            ("flash", text("kilobytes", board.free_bytes() // 1024)),
            ("memory", text("kilobytes", memory // 1024) if memory else "-"),
            ("ghosts", text("pictures", board.panel.partials)),
        ]
        if board.power:
            volts = board.power.volts
            lines.append(("supply", "%.2f V" % volts if volts else text("not_measurable")))
        font = canvas.note
        values = max(92, 16 + max([font.width(text(key)) for key, _ in lines]))
        room = min(canvas.foot - canvas.head - 3, 2 * font.cap * len(lines))
        for number, (key, value) in enumerate(lines):
            y = canvas.head + 3 + number * room // len(lines)
            canvas.text(text(key), 6, y, font)
            canvas.text(value, values, y, font, width=canvas.side - values)
        widgets.draw_keys(canvas, text("back"))

    def press(self, name, kind):
        return BACK if name == "a" else None


def _number_of_games(journal):
    """Return the number of games, and of finished games, as a text; a host removes finished games."""
    number = len(journal.names())
    finished = number - (journal.current is not None)
    return text("games_to_fetch", number, finished) if finished else text("games_kept", number)
