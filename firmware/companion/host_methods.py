"""Methods of the link that no game at a table needs: entering events for a host, and testing a device.

This module is loaded only for a call of one of them. Each method is a function, with the app and the method's
parameters as arguments; `link` calls it, and `shared_rules.protocol` describes its result.
"""

import gc

from companion import files, modules
from companion.canvas import CENTRE, MEDIUM
from companion.checked_file import write_whole
from companion.platform import const, free_heap, ticks_diff
from companion.screens import Screen, Stack
from shared_rules import games, protocol
from shared_rules.protocol import LinkError

_LOG_A_PAGE = const(12)
_LEAST_HEAP = const(16 * 1024)
TEST_FILE = "selftest.tmp"
CLOSE = "close"


def enter(app, event, text, follows=None):
    """Enter an event unless it is a repeated request.

    Raises LinkError, RuleError, DeviceError; then nothing has changed.
    """
    session, journal = app.session, app.journal
    if session.game is None:
        session.resume()
    rules = session.game
    if not event:
        # importing the rules of a game takes a block of 5 KB, and garbage of the game before lies in its way
        if rules and rules.result:
            modules.unload_idle(rules, hidden=True)
        gc.collect()
        rules = games.new_game(text)
    text = rules.written(text) if rules else text
    there = app.methods.length()
    if event == 0 and journal.current is None:
        session.begin(text, rules)
    elif event == 0 and journal.lines(0, 1) != [text]:
        raise LinkError(protocol.REFUSED, "A game is running: finish it or stop it first.")
    elif event > there or (event < there and journal.lines(event, 1) != [text]):
        raise LinkError(protocol.OUT_OF_STEP, "The next event of the game is number %d." % there)
    elif event == there:
        session.enter(text, follows=follows is not False)
    return {"event": event, "events": app.methods.length(), "digest": session.game.digest()}


def log(app, first):
    """Return a page of the log."""
    first = first or 0
    lines = app.log.lines()
    after = first + _LOG_A_PAGE
    return {"lines": lines[first:after], "first": first, "next": after if after < len(lines) else None}


def self_test(app):
    """Test the flash, the heap and the panel."""
    return {"flash": _test_flash(app), "heap": _test_heap(), "panel": app.panel_trouble or "ok"}


def pattern(app, name, refresh):
    """Show a test pattern; without a name, show the companion again."""
    show(app, name, refresh)
    return {}


def panel(app):
    """Return the panel's temperature, the kind and duration of its last refresh, and how many are partial."""
    panel = app.board.panel
    refresh = "quick" if panel.quick else "partial"
    return {
        "celsius": panel.celsius,
        "partials": panel.partials,
        "refresh": refresh if panel.partials else "full",
        "took": panel.took,
    }


def settings(app, set):
    """Change either all of these settings or no setting, and return all settings.

    Raises LinkError, and RuleError for an invalid name of a player.
    """
    changes = set or {}
    for key in app.settings.unfit(changes):
        if key in app.settings.all():
            raise LinkError(protocol.REFUSED, "The setting %s has a value of another kind." % key)
        raise LinkError(protocol.REFUSED, "There is no setting %s." % key)
    if "names" in changes:
        from shared_rules.player_names import check_names

        check_names(changes["names"].split(","))
    app.settings.update(changes)
    return {"settings": app.settings.all()}


def clock(app, set):
    """Set the clock unless `set` is None, and return its time. Raises LinkError."""
    if set is not None:
        app.board.set_clock(_read_time(set))
    return {"clock": app.board.clock()}


def scratch(app, number, text, state):
    """Enter an event into a game that is not stored, unless it is a repeated request.

    number: of the event; 0 starts a new game. text: the event, or "close". state: whether the result includes
    the state. Raises RuleError, or LinkError for an unexpected number; then nothing has changed, except that
    the setup of another kind of game drops the game before it.
    """
    game, events, last = app.methods.scratch or (None, 0, None)
    if text == CLOSE:
        game, events = None, 0
        _unload_scratch(app)
    elif number == 0 and last != (number, text):
        if game and game.NAME != games.name_of(text):
            game = None
            # two games with their rules are more than a Pico's heap holds
            _unload_scratch(app)
        # garbage would leave no room for the rules
        gc.collect()
        game, events = games.new_game(text), 1
        game.apply(text)
        modules.leave("setup", game)
    elif number == events and game:
        game.apply(text)
        events += 1
    elif last != (number, text):
        raise LinkError(protocol.OUT_OF_STEP, "The next event is number %d." % events)
    app.methods.scratch = (game, events, (number, text)) if game else None
    if game:
        modules.unload_idle(game, app.session.game, hidden=True)
    return {
        "number": events,
        "digest": game.digest() if game else None,
        "state": game.state() if game and state else None,
    }


def _unload_scratch(app):
    """Free the memory of the unstored game, and of its rules unless the game on the table uses them."""
    app.methods.scratch = None
    app.methods.unload()


def _test_flash(app):
    path = app.board.folder.rstrip("/") + "/" + TEST_FILE
    pattern = bytes(range(256))
    try:
        write_whole(path, pattern)
        with open(path, "rb") as stream:
            same = stream.read() == pattern
        files.remove(path)
    except OSError as error:
        return "The flash did not take a file: %r" % error
    return "ok" if same else "The flash returned something other than what was written."


def _test_heap():
    gc.collect()
    free = free_heap()
    if free is None or free >= _LEAST_HEAP:
        return "ok"
    return "Only %d bytes of memory are free." % free


def _read_time(text):
    """Return (year, month, day, hour, minute, second) of "YYYY-MM-DD HH:MM:SS". Raises LinkError."""
    parts = text.replace("-", " ").replace(":", " ").split(" ")
    if len(text) != 19 or len(parts) != 6 or [part for part in parts if not part.isdigit()]:
        raise LinkError(protocol.REFUSED, "A time reads 2026-11-21 20:15:00, not %s." % text)
    return tuple([int(part) for part in parts])


NAMES = ("black", "white", "chequered", "orientation", "left", "both")
REFRESHES = ("full", "partial", "quick")
_TIMEOUT_MS = const(120000)  # a press leaves the pattern if no host has asked for another for this long
_SQUARE = const(8)
_EDGE = const(8)  # of the triangle, from the edges of the picture
_BOX = const(96)


def show(app, name, refresh):
    """Show a pattern, one of `NAMES`, or None to go back to the companion's own screen.

    refresh: one of `REFRESHES`, None for a full refresh. Raises ValueError with a sentence for any other
    name. "game" is valid, too, while there is a game of `scratch`.
    """
    if refresh and refresh not in REFRESHES:
        raise ValueError("There is no refresh %s, only %s." % (refresh, ", ".join(REFRESHES)))
    if isinstance(app.screen.top, Pattern):
        app.screen.top.close()
    if name is None:
        app.screen = Stack(app)
    elif name in NAMES or (name == "game" and app.methods.scratch):
        app.screen = Stack(app, first=Pattern(app, name))
    else:
        raise ValueError("There is no pattern %s, only %s." % (name, ", ".join(NAMES)))
    app.message = None
    app.board.panel.took = None
    if refresh in (None, "full"):
        app.refresh()
    else:
        app.redraw(refresh == "quick")


class Pattern(Screen):
    """A pattern, shown until a host asks for another pattern, or for the companion."""

    is_bare = True
    takes_back = True  # a long press does nothing

    def __init__(self, app, name):
        Screen.__init__(self, app)
        self._name = name
        self._since = app.board.ticks_ms()
        self._screens = None

    def draw(self, canvas):
        getattr(self, "_draw_" + self._name)(canvas)

    def _draw_black(self, canvas):
        canvas.fill(0, 0, canvas.width, canvas.height)

    def _draw_white(self, canvas):
        """Draw nothing: the canvas is white."""

    def _draw_chequered(self, canvas):
        for y in range(0, canvas.height, _SQUARE):
            for x in range(y % (2 * _SQUARE), canvas.width, 2 * _SQUARE):
                canvas.fill(x, y, _SQUARE, _SQUARE)

    def _draw_orientation(self, canvas):
        """Draw a picture that looks different if mirrored or rotated, and broken if rows or columns move."""
        canvas.outline(0, 0, canvas.width, canvas.height)
        rows, width = canvas.height - 2 * _EDGE, canvas.width - 2 * _EDGE
        for row in range(rows):
            canvas.fill(_EDGE, _EDGE + row, 1 + row * width // rows, 1)
        canvas.text("Arcana", canvas.width * 3 // 4, canvas.height // 4, MEDIUM, align=CENTRE)

    def _draw_left(self, canvas):
        canvas.fill(canvas.width // 4 - _BOX // 2, (canvas.height - _BOX) // 2, _BOX, _BOX)

    def _draw_both(self, canvas):
        self._draw_left(canvas)
        canvas.fill(canvas.width * 3 // 4 - _BOX // 2, (canvas.height - _BOX) // 2, _BOX, _BOX)

    def _draw_game(self, canvas):
        """Draw the table of the game of `scratch` as if it were the game on the table."""
        session = self.app.session
        table, session.game = session.game, self.app.methods.scratch[0]
        try:
            # kept, as it may ask for a second picture
            self._screens = self._screens or Stack(self.app, True)
            self._screens.draw(canvas)
        finally:
            session.game = table

    def close(self):
        """Free the modules that drew a game."""
        if self._screens:
            self._screens.to_game()

    def press(self, name, kind):
        if ticks_diff(self.app.board.ticks_ms(), self._since) > _TIMEOUT_MS:
            show(self.app, None, None)
