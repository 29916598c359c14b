"""Methods of the link that a host rarely calls, so this module is loaded only when one of them is called.

There is one function for each method, with the app and the method's parameters as arguments; `methods` calls
them, and `shared_rules.protocol` describes their results. The screens unload this module afterwards.
"""

import gc
import sys

from companion import atomic_files, files
from companion.games import packages
from companion.platform import forget, free_heap
from shared_rules import protocol
from shared_rules.protocol import LinkError

EVENTS_A_PAGE = 20
LOG_A_PAGE = 12
LEAST_HEAP = 16 * 1024
TEST_FILE = "selftest.tmp"


def events(app, game, first):
    """Return a page of a game's lines; the first page also has its tags and its end. Raises JournalError."""
    from companion import stored_games

    first = first or 0
    journal = app.journal
    lines = journal.read(game, first, EVENTS_A_PAGE)
    total = journal.entry(game)[0]
    return {
        "game": game,
        "first": first,
        "total": total,
        "tags": [] if first else stored_games.tags(journal, game),
        "ended": None if first else stored_games.ended(journal, game),
        "events": lines,
        "next": _next(first, lines, total),
    }


def confirm(app, game, events, check=None):
    """Remove a finished game that the host has stored. Raises JournalError."""
    from companion import stored_games

    removed = stored_games.confirm(app.journal, game, events, check)
    # the title may offer to open it again
    app.redraw()
    return {"removed": removed}


def log(app, first):
    """Return a page of the log."""
    first = first or 0
    lines = app.log.lines()
    page = lines[first : first + LOG_A_PAGE]
    return {"lines": page, "first": first, "next": _next(first, page, len(lines))}


def self_test(app):
    """Test the flash, the heap and the panel."""
    return {
        "flash": _test_flash(app),
        "heap": _test_heap(),
        "panel": app.panel_trouble or "ok",
    }


def pattern(app, name, refresh):
    """Show a test pattern; without a name, show the companion again."""
    from companion.patterns import show

    show(app, name, refresh)
    # the pattern stays on the panel without it
    forget("companion.patterns")
    return {}


def panel(app):
    """Return the panel's temperature, and the kind and duration of its last refresh."""
    panel = app.board.panel
    refresh = "quick" if panel.quick else "partial"
    return {"celsius": panel.celsius, "refresh": refresh if panel.partials else "full", "took": panel.took}


def key(app, text, number):
    """Enter a letter from a host's keyboard like a press. Raises LinkError."""
    if len(text) != 1:
        raise LinkError(protocol.REFUSED, "One letter is typed at a time.")
    return app.methods.enter_press(("key", text), number)


def settings(app, set):
    """Change all of these settings or none, and return all settings.

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


def find_in_games(app, name):
    """Return a function for a method that an installed game provides; it raises LinkError if none does."""

    def ask(app, **params):
        before = set(sys.modules)
        try:
            for package in packages():
                if hasattr(package, "host_methods"):
                    method = getattr(package.host_methods(), name, None)
                    if method:
                        return method(app, **params)
        finally:
            # no game in progress needs them
            for module in set(sys.modules) - before:
                forget(module)
        raise LinkError(protocol.UNKNOWN_METHOD, "no game on this device has this method")

    return ask


def files_kept(app, first):
    """Return a page of the list of files in a backup."""
    return _archive("list_files", app, first or 0)


def file(app, name, first):
    """Return a part of a file in a backup. Raises LinkError, JournalError."""
    return _archive("read", app, name, first or 0)


def put(app, first, data):
    """Receive a part of a file to restore. Raises LinkError, JournalError."""
    return _archive("put", app, first, data)


def keep(app, name, check):
    """Give the file that was received its name. Raises LinkError, JournalError."""
    return _archive("keep", app, name, check)


def _archive(what, *params):
    from companion import archive

    try:
        return getattr(archive, what)(*params)
    finally:
        if what == "list_files":
            # the others are called many times in a row, and a restore ends with this one
            forget("companion.archive")


def _next(first, page, total):
    """Return the index of the first item of the next page, or None after the last page."""
    after = first + len(page)
    return after if page and after < total else None


def _test_flash(app):
    path = app.board.folder.rstrip("/") + "/" + TEST_FILE
    pattern = bytes(range(256))
    try:
        atomic_files.write_whole(path, pattern)
        with open(path, "rb") as stream:
            same = stream.read() == pattern
        files.remove(path)
    except OSError as error:
        return "The flash did not take a file: %r" % error
    return "ok" if same else "The flash returned something other than what was written."


def _test_heap():
    gc.collect()
    free = free_heap()
    if free is None or free >= LEAST_HEAP:
        return "ok"
    return "Only %d bytes of memory are free." % free


def _read_time(text):
    """Return (year, month, day, hour, minute, second) of "YYYY-MM-DD HH:MM:SS". Raises LinkError."""
    parts = text.replace("-", " ").replace(":", " ").split(" ")
    if len(text) != 19 or len(parts) != 6 or [part for part in parts if not part.isdigit()]:
        raise LinkError(protocol.REFUSED, "A time reads 2026-11-21 20:15:00, not %s." % text)
    return tuple([int(part) for part in parts])
