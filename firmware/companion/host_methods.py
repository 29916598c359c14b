"""Methods of the link about the device itself, so this module is loaded only when one of them is called.

There is one function for each method, with the app and the method's parameters as arguments; `methods` calls
them, and `shared_rules.protocol` describes their results.
"""

import gc

from companion import files
from companion.platform import free_heap
from shared_rules import protocol
from shared_rules.protocol import LinkError

LOG_A_PAGE = 12
LEAST_HEAP = 16 * 1024
TEST_FILE = "selftest.tmp"


def log(app, first):
    """Return a page of the log."""
    first = first or 0
    lines = app.log.lines()
    after = first + LOG_A_PAGE
    return {"lines": lines[first:after], "first": first, "next": after if after < len(lines) else None}


def self_test(app):
    """Test the flash, the heap and the panel."""
    return {
        "flash": _test_flash(app),
        "heap": _test_heap(),
        "panel": app.panel_trouble or "ok",
    }


def pattern(app, name, refresh):
    """Show a test pattern; without a name, show the companion again."""
    # the other methods do without it
    from companion.patterns import show

    show(app, name, refresh)
    return {}


def panel(app):
    """Return the panel's temperature, and the kind and duration of its last refresh."""
    panel = app.board.panel
    refresh = "quick" if panel.quick else "partial"
    return {"celsius": panel.celsius, "refresh": refresh if panel.partials else "full", "took": panel.took}


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


def _test_flash(app):
    path = app.board.folder.rstrip("/") + "/" + TEST_FILE
    pattern = bytes(range(256))
    try:
        files.write_whole(path, pattern)
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
