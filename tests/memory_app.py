"""The smallest app on which the companion's screens run, on CPython and MicroPython alike.

It must not know what the buttons mean.
"""

from companion import games
from companion.canvas import Canvas
from companion.files import Log
from companion.screens import Stack
from companion.session import Session
from companion.settings import DEFAULTS, Settings
from companion.texts import translate

from shared_rules.games import NAMES


def enter_all(session, events):
    """Enter events. Those that follow automatically may be among them, and are not entered again."""
    followed = []
    for event in events:
        if followed[:1] == [event]:
            followed = followed[1:]
        else:
            count = len(session.game.events)
            session.enter(event)
            followed = session.game.events[count + 1 :]


class MemoryJournal:
    """A journal that keeps one game in memory."""

    def __init__(self):
        self.current = None
        self.unsaved = False
        self.lines = []
        self.last = None

    @property
    def id(self):
        return "0badcafe" if self.lines else None

    def path(self, name):
        return name

    def check_room(self):
        pass

    def start(self, tags, setup, *end, over=None):
        self.lines = [setup]
        self.current = "0badcafe"
        return self.current

    def append(self, *lines, over=None):
        self.lines += lines
        self.current = None if over else "0badcafe"

    def remove(self, name):
        """Remove the finished game; there is only one file, which a new game takes over."""
        if not self.current:
            self.lines = []

    @property
    def name(self):
        return "0001-0badcafe.arcana" if self.lines else None

    def names(self):
        return [self.name] if self.lines else []


class MemorySettings(Settings):
    """Settings in memory; somebody has set the language."""

    def __init__(self, log, defaults, accepts, values):
        Settings.__init__(self, "no-such-folder/settings.json", log, defaults, accepts)
        self._values = dict(values)

    def _file(self, use):
        return None

    @property
    def values(self):
        return self.all()

    def is_set(self, key):
        return True


class MemoryPanel:
    """A panel after some partial refreshes."""

    partials = 12


class MemoryBoard:
    """The part of a Board that screens use."""

    name = "pico-epaper-2.9"
    unique_id = "e6614c311b6a2f29"
    folder = "no-such-folder"
    chords = False
    power = None

    def __init__(self):
        self.moment = (2026, 11, 21, 20, 15, 0)
        self.panel = MemoryPanel()

    def clock(self):
        return "{:04}-{:02}-{:02} {:02}:{:02}".format(*self.moment)

    def set_clock(self, moment):
        if moment[1] == 2 and moment[2] > 29:
            raise ValueError("There is no such time.")
        self.moment = moment

    def free_bytes(self):
        return 1337 * 1024


class MemoryApp:
    """The smallest app on which screens run: it draws and saves nothing, and messages need no press.

    canvas: one of the size for which the screens are laid out. said: the messages so far. refreshed: how many
    full refreshes were requested. stale: whether the picture is out of date.
    """

    canvas = Canvas()

    def __init__(self, game_name=NAMES[0], **settings):
        self.games = games.installed()
        self.game_name = game_name
        self.game_package = games.load(self.game_name)
        self.board = MemoryBoard()
        self.log = Log()
        defaults = dict(DEFAULTS, **self.game_package.SETTINGS)
        self.settings = MemorySettings(self.log, defaults, self._accepts, settings)
        self.journal = MemoryJournal()
        self.session = Session(
            self.journal, None, notes=lambda game: self.game_package.notes(self.settings, game)
        )
        self.said = []
        self.refreshed = 0
        self.stale = False
        self.message = None
        self.resting = None
        self.screen = Stack(self)

    def _accepts(self, key, value):
        return key in DEFAULTS or self.game_package.accepts(key, value)

    def say(self, sentence):
        self.said.append(translate(sentence))

    def refresh(self):
        self.refreshed += 1

    def choose(self, name):
        self.settings.set("game", name)

    def redraw(self):
        self.stale = True

    def soon(self, action):
        action(self)

    def when_idle(self, action):
        self.resting = action

    def rest(self):
        """Let four seconds pass in which nobody presses a button."""
        action, self.resting = self.resting, None
        if action:
            action()

    def draw(self, canvas):
        """Draw as the companion does, until no further picture is requested."""
        self.stale = True
        while self.stale:
            self.stale = False
            self.screen.draw(canvas)
            self.stale = self.screen.look_again() or self.stale
