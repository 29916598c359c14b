"""An app without panel and screens, with what the link needs. It runs on CPython and on MicroPython."""

from companion.canvas import Canvas
from companion.files import Log
from companion.journal import Journal
from companion.link import Methods
from companion.session import Session
from companion.settings import Settings

from shared_rules.games import NAMES

DEFAULTS = {"language": "en", "assist": 1}


class Buttons:
    def __init__(self):
        self.presses = []

    def inject(self, name, kind="press", *from_host):
        self.presses.append((name, kind))


class Board:
    name = "bench"
    chords = False
    power = None
    unique_id = "e660123456789abc"

    def __init__(self, folder):
        self.folder = folder
        self.buttons = Buttons()
        self.milliseconds = 0
        self.moment = None

    def ticks_ms(self):
        return self.milliseconds

    def free_bytes(self):
        return 1_000_000

    def clock(self):
        return "{:04}-{:02}-{:02} {:02}:{:02}".format(*self.moment) if self.moment else None

    def set_clock(self, moment):
        if moment[1] > 12:
            raise ValueError(f"There is no month {moment[1]}.")
        self.moment = moment


class App:
    panel_trouble = None

    def __init__(self, folder):
        self._ids = 0
        self.board = Board(folder)
        self.log = Log(None)
        self.settings = Settings(folder + "/settings.json", self.log, DEFAULTS)
        self.journal = Journal(folder, self.log, new_id=self._new_id)
        self.session = Session(self.journal, self.log)
        self.games = list(NAMES)
        self.canvas = Canvas()
        self.methods = Methods(self)

    def redraw(self):
        pass

    def resume_soon(self):
        self.session.resume()

    def _new_id(self):
        # not every MicroPython has a source of chance
        self._ids += 1
        return f"{self._ids:08x}"
