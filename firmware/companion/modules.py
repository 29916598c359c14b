"""The modules in memory: which modules an owner holds, and when they are unloaded. Only this module unloads
modules.

All modules together are larger than a Pico's memory. Imports at the top of a file stay. Everything else is
imported in the function that needs it, for an owner, and unloaded when that has done its work. A screen and a
method of the link own their imports, a game names the modules that it does not need now, and the other owners
are in this table.
"""

import sys

OWNED = {
    "boot": ("companion.boards", "rp2"),
    "panel": ("companion.waveform",),
    "settings": ("companion.checked_file",),
    "reading": ("companion.journal_file", "shared_rules.device_files"),
    "watch": ("companion.watch", "companion.screen_reader"),
    "setup": ("shared_rules.*.setup", "shared_rules.*.tables", "shared_rules.player_names"),
}
"""{owner: the modules that it holds}; * stands for the name of a game."""


def unload(*names):
    """Free the memory of modules that nothing refers to; the next import reads their files again.

    names: as in `sys.modules`. CPython has enough memory and keeps them.
    """
    if sys.implementation.name == "micropython":
        for name in names:
            if name in sys.modules:
                # a removed entry keeps its value in memory until its place is used again
                sys.modules[name] = None
                del sys.modules[name]
                parent, _, child = name.rpartition(".")
                if parent in sys.modules and hasattr(sys.modules[parent], child):
                    setattr(sys.modules[parent], child, None)
                    delattr(sys.modules[parent], child)


def with_checked_file(use, *params):
    """Return the result of a callable for the CheckedFile of these parameters, and unload its module."""
    from companion.checked_file import CheckedFile

    done = use(CheckedFile(*params))
    del CheckedFile
    leave("settings")
    return done


def leave(owner, game=None):
    """Unload the modules of an owner in the table. game: the Game for whose name * stands."""
    unload(*[name.replace("*", game.NAME) if game else name for name in OWNED[owner]])


def unload_imported(names, table):
    """Unload the imports of a screen or a method, but not the rules of the Game on the table, or None.

    That game may have begun since; imported once more, its rules would be other classes.
    """
    if table and "shared_rules." + table.NAME in names:
        names = [name for name in names if not name.startswith("shared_rules.")]
    unload(*names)


def unload_idle(game, table=None, hidden=False):
    """Unload rules that neither a Game nor the game on the table needs now.

    hidden: whether no turn is shown, so that modules for turns only can be unloaded, too.
    """
    idle = _idle(game, hidden)
    if table and table is not game and table.NAME == game.NAME:
        unused = _idle(table, hidden)
        idle = [name for name in idle if name in unused]
    unload(*idle)


def _idle(game, hidden):
    return game.idle_modules() + (game.SELDOM if hidden else ())
