"""The rulings on the device: those for the current step, all by topic, and the pages of each."""

from companion.canvas import SMALL, wrap
from companion.games.spirit_island.reminders import GAME, reminders_now
from companion.screens import widgets
from companion.screens.menu import Menu
from companion.screens.screen import BACK, Screen
from companion.texts import section_lines, text

_ROWS = 7  # of a page
_PITCH = 13


def rulings_now(app):
    """Return the menu of the rulings that matter in this step, the adversaries' rules first."""
    rows = _rows(app, lambda fields: app.session.game.step in fields[2].split(" "))
    words = reminders_now(app)
    if words:
        rows.insert(0, (text("adversary_now"), lambda: TextPages(app, text("adversary_now"), words)))
    rows.append((text("by_topic"), lambda: _topics(app)))
    return Menu(app, text("rulings_now"), rows)


def _rows(app, wanted):
    """Return a menu line for each wanted ruling. wanted: a callable(fields of a ruling)."""
    rows = []
    for offset, line in section_lines("rulings", GAME):
        fields = line.decode().split("|", 5)
        if wanted(fields):
            rows.append((fields[4], _showing(app, offset)))
    return rows


def _showing(app, offset):
    return lambda: _pages(app, offset)


def _pages(app, offset):
    for _, line in section_lines("rulings", GAME, offset):
        id, _, _, _, question, answer = line.decode().split("|", 5)
        words = answer.split("  ")
        if id.endswith("+"):
            words.append(text("ruling_damaged"))
        return TextPages(app, question, words)


def _topics(app):
    topics = []
    for _, line in section_lines("rulings", GAME):
        topic = line.split(b"|", 2)[1].decode()
        if topic not in topics:
            topics.append(topic)
    return Menu(app, text("by_topic"), [(text("topic_" + topic), _of_topic(app, topic)) for topic in topics])


def _of_topic(app, topic):
    return lambda: Menu(app, text("topic_" + topic), _rows(app, lambda fields: fields[1] == topic))


class TextPages(Screen):
    """Sentences on pages: UP and DOWN turn them, A goes back. words: list of sentences."""

    def __init__(self, app, title, words):
        Screen.__init__(self, app)
        self.title = title
        self.page = 0
        self._lines = []
        for sentence in words:
            self._lines += wrap(sentence, SMALL, widgets.SIDE - 8)

    @property
    def pages(self):
        """The number of pages."""
        return max(1, (len(self._lines) + _ROWS - 1) // _ROWS)

    def draw(self, canvas):
        note = "%d/%d" % (self.page + 1, self.pages) if self.pages > 1 else ""
        widgets.draw_heading(canvas, self.title, note)
        for number, line in enumerate(self._lines[self.page * _ROWS :][:_ROWS]):
            canvas.text(line, 4, widgets.HEAD + 5 + _PITCH * number)
        widgets.draw_keys(canvas, text("back"), self.offers())
        if self.pages > 1:
            widgets.draw_side(canvas, " ", " ")

    def offers(self):
        """Return the label of B, "" if it does nothing."""
        return ""

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name in ("up", "down"):
            self.page = (self.page + (1 if name == "down" else -1)) % self.pages
        return None
