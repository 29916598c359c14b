"""What is in memory: which modules an owner holds, and when they are unloaded. Nothing else unloads any.

All modules together are larger than a Pico's memory. What is imported at the top of a file stays. Everything
else is imported in the function that needs it, for an owner, and unloaded when that has done its work. A
screen and a method of the link own whatever they have imported, a game names the modules that it does not
need now, and the other owners are in this table.
"""

import sys

from shared_rules.games import name_of

OWNED = {
    "boot": "companion.boards companion.waveform rp2",
    "fonts": "companion.fonts.glyphs companion.fonts.letters companion.fonts.large",
    "settings": "companion.checked_file",
    "reading": "companion.journal_file",
    "setup": "shared_rules.*.setup shared_rules.*.tables shared_rules.player_names",
}
"""{owner: the modules that it holds}; * stands for the name of a game."""


def unload(*names):
    """Free the memory of modules that nothing refers to; the next import reads their files again.

    names: as in `sys.modules`. CPython has enough memory and keeps them.
    """
    if sys.implementation.name == "micropython":
        for name in names:
            if sys.modules.pop(name, None):
                parent, _, child = name.rpartition(".")
                if parent in sys.modules and hasattr(sys.modules[parent], child):
                    delattr(sys.modules[parent], child)


def leave(owner, setup=""):
    """Unload what an owner of the table holds. setup: the setup of the game for which * stands."""
    names = OWNED[owner]
    unload(*(names.replace("*", name_of(setup)) if setup else names).split())


def unload_imported(names, table):
    """Unload what a screen or a method has imported, but not the rules of the Game on the table, or None.

    That game may have begun since; imported once more, its rules would be other classes.
    """
    if table and "shared_rules." + name_of(table.events[0]) in names:
        names = [name for name in names if not name.startswith("shared_rules.")]
    unload(*names)


def unload_idle(game, table=None, hidden=False):
    """Unload the rules that a Game does not need now, nor the one on the table.

    hidden: whether no turn is shown, so that what only turns need can go, too.
    """
    idle = _idle(game, hidden)
    if table and table is not game and name_of(table.events[0]) == name_of(game.events[0]):
        unused = _idle(table, hidden)
        idle = [name for name in idle if name in unused]
    unload(*["shared_rules.%s.%s" % (name_of(game.events[0]), name) for name in idle])


def _idle(game, hidden):
    return game.idle_modules() + (list(game.SELDOM) if hidden else [])
