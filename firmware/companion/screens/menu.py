"""A list to choose from, the menu of a running game, taking back, help, sentences on pages, and rulings.

The rulings are the lines of the section `[rulings]` of the chosen game, which is never in memory as a whole.
The fields of a line are id, topic, moments, tags, needs, question and answer. This module must not know the
meaning of a game's moments and needs.
"""

from companion.canvas import BLACK, CENTRE, WHITE, wrap
from companion.screens import BACK, GAME, HOME, GameScreen, Screen, open_screen, widgets
from companion.texts import ENGLISH, find, forget_texts, text


class Menu(Screen):
    """Lines to choose from: UP and DOWN move, B chooses the line, A goes back.

    title: the heading. rows: list of (label, action); a label is a text or a callable that returns a text, an
    action a callable that returns where to go, as `Screen.press` does. number: the index of the line at the
    cursor.
    change_text: None in a list to choose from. In a list of things to change, C changes the line and B is
    done; then it is the key of C's label, and finish_text the key of B's.
    """

    top = None
    change_text = None
    finish_text = "done"

    def __init__(self, app, title, rows):
        Screen.__init__(self, app)
        self.title = title
        self.rows = rows
        self.number = 0

    def draw(self, canvas):
        if self.title:
            widgets.draw_heading(canvas, self.title)
        top, pitch = self.top or canvas.top, canvas.line_height
        rows = (canvas.foot - top) // pitch
        first = max(0, min(self.number - rows // 2, len(self.rows) - rows))
        for line in range(first, min(first + rows, len(self.rows))):
            self._draw_row(canvas, line, top + (line - first) * pitch)
        if self.change_text:
            widgets.draw_keys(canvas, self.leave(), text(self.finish_text), text(self.change_text))
        else:
            widgets.draw_keys(canvas, self.leave(), text("choose"))
        if len(self.rows) > 1:
            widgets.draw_side(canvas, " ", " ", top + 2)

    def leave(self):
        """Return the label of A, "" if it does nothing."""
        return text("back")

    def _draw_row(self, canvas, number, y):
        chosen, pitch = number == self.number, canvas.line_height
        if chosen:
            canvas.fill(0, y, canvas.side - 4, pitch)
        self._draw_label(canvas, number, y + (pitch - canvas.normal.cap) // 2, WHITE if chosen else BLACK)

    def _draw_label(self, canvas, number, y, ink):
        label = self.rows[number][0]
        words = label if isinstance(label, str) else label()
        canvas.text(words, 6, y, canvas.normal, ink, width=canvas.side - 12)

    def press(self, name, kind):
        if name in ("up", "down"):
            self.number = (self.number + (1 if name == "down" else -1)) % len(self.rows)
        elif name == "a":
            return BACK if self.leave() else None
        elif name == ("c" if self.change_text else "b"):
            return self.rows[self.number][1]
        elif name == "b":
            return BACK
        return None


class GameMenu(Menu):
    """A menu that is valid at a single moment of the game. number: the index of the line at the cursor."""

    outdated = GameScreen.outdated

    def __init__(self, app, title, rows, number=0):
        GameScreen.__init__(self, app)
        Menu.__init__(self, app, title, rows)
        self.number = number


def game_menu(app):
    """Return the menu: taking back, the lines of the game, settings, and abandoning the game."""
    rows = take_back_row(app)
    frequent, others = app.game_package.menu_rows(app)
    # the cursor starts at the lines that are used every turn, but in a new game at its setup
    number = len(rows) if frequent and not app.session.is_unplayed else 0
    shown = app.screen.shown
    rows += frequent + [(text("explain"), lambda: open_screen("screens.menu.Help", app, shown))] + others
    rows += [
        (text("settings"), lambda: open_screen("screens.settings.settings_menu", app, GAME)),
        (text("to_title"), lambda: HOME),
        (text("abandon"), lambda: open_screen("screens.question.confirm", app, "ask_abandon", "abandon")),
    ]
    return GameMenu(app, text("game_menu"), rows, number)


def take_back_row(app):
    """Return a list with the line for taking back the last step, or the setup; [] if neither is possible."""
    step = app.session.last_step()
    if app.session.is_unplayed:
        return [(text("change_setup"), lambda: app.game_package.new_game(app))]
    if not step:
        return []
    words = app.game_package.describe(app.session.game, step[0])
    return [(text("take_back", words), lambda: Undo(app))]


class Undo(GameScreen):
    """Shows the events to take back, and asks for confirmation.

    These are somebody's entry, with the events that followed automatically. The setup is taken back by
    choosing it again.

    screen: the Screen that C explains, on which B was held; None for this screen.
    """

    repeats = ()
    takes_back = True

    def __init__(self, app, screen=None):
        GameScreen.__init__(self, app)
        self.screen = screen or self
        self.lines = []
        for event in app.session.last_step():
            line = app.game_package.describe(self.game, event)
            # steps that ended together lead to the same event
            if line not in self.lines[-1:]:
                self.lines.append(line)
        if not self.lines:
            self.lines.append(text("did_setup"))

    def draw(self, canvas):
        self.draw_frame(canvas)
        width, pitch = canvas.width, canvas.normal.cap + 7
        lines = self.lines[-((canvas.foot - canvas.head) // pitch) :]
        y = (canvas.foot + canvas.head - pitch * len(lines)) // 2 - 4
        for line in lines:
            canvas.text(line, width // 2, y, canvas.normal, BLACK, CENTRE, width - 8)
            y += pitch

    def draw_frame(self, canvas):
        """Draw the heading and the labels of the buttons."""
        widgets.draw_heading(canvas, text("ask_undo"), question=True)
        widgets.draw_keys(canvas, text("no"), text("yes"), text("explain_it"))

    def press(self, name, kind):
        if name == "a":
            return BACK
        if name == "c":
            return Help(self.app, self.screen)
        if name != "b":
            return None
        if self.app.session.is_unplayed:
            return self.app.game_package.new_game(self.app)
        self.app.session.undo()
        return GAME


class Help(Screen):
    """Explains another screen; A goes back.

    screen: the Screen to explain.
    """

    takes_back = True

    def __init__(self, app, screen):
        Screen.__init__(self, app)
        self.words = help_on(type(screen).__name__)

    def draw(self, canvas):
        widgets.draw_heading(canvas, text("explain"))
        font, y = canvas.note, canvas.head + 5
        lines = self._lines(font, canvas)
        while font.smaller and len(lines) * (font.cap + 5) > canvas.foot - y:
            font = font.smaller
            lines = self._lines(font, canvas)
        for line in lines:
            canvas.text(line, 4, y, font)
            y += font.cap + 5
        widgets.draw_keys(canvas, text("back"))

    def _lines(self, font, canvas):
        lines = []
        for words in self.words.split("|"):
            lines += wrap(words, font, canvas.width - 8)
        return lines

    def press(self, name, kind):
        return BACK if name == "a" else None


def help_on(screen):
    """Return the purpose of a screen and the effects of its buttons, in lines separated by "|".

    screen: the name of its class. A class without its own text gets the text of a menu.
    """
    for key in (screen, "Menu"):
        words = find(key, ("help",)) or find(key, ("help",), ENGLISH)
        if words:
            break
    forget_texts("help")
    return words


def rulings_menu(app, rank, rows=(), most=None):
    """Return the menu of the rulings that matter most now; all others are found by their topic.

    rank: a callable(fields) that returns how early a ruling comes, None if it does not matter now. rows: the
    lines above them. most: the most rulings shown, None for all that matter.
    """
    found = [(rank(fields), offset, fields[5]) for offset, fields in _rulings()]
    found = sorted([each for each in found if each[0] is not None])[:most]
    rows = list(rows) + [(question, _showing(app, offset)) for _, offset, question in found]
    return Menu(app, text("rulings"), rows + [(text("by_topic"), lambda: _topics(app))])


def _rulings(offset=None):
    """Yield (offset, fields) of the rulings. offset: of the first ruling, None for all."""
    from companion.texts.sections import section_lines

    for at, line in section_lines("rulings", offset):
        yield at, line.decode().split("|", 6)


def _showing(app, offset):
    return lambda: _pages(app, offset)


def _pages(app, offset):
    from companion.screens.question import TextPages

    for _, (id, _, _, tags, _, question, answer) in _rulings(offset):
        words = answer.split("  ")
        source = find("source_" + tags)
        if source:
            words.append(source)
        if id.endswith("+"):
            words.append(text("ruling_damaged"))
        return TextPages(app, question, words)


def _topics(app):
    topics = []
    for _, (_, topic, *_) in _rulings():
        if topic not in topics:
            topics.append(topic)
    return Menu(app, text("by_topic"), [(text("topic_" + topic), _of_topic(app, topic)) for topic in topics])


def _of_topic(app, topic):
    def menu():
        rows = [(each[5], _showing(app, offset)) for offset, each in _rulings() if each[1] == topic]
        return Menu(app, text("topic_" + topic), rows)

    return menu
