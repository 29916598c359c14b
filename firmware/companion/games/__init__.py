"""The games on this device: a folder for each, and nothing outside it knows anything about the game.

docs/add-a-game.md lists the contents of a game's package; its functions import modules when they are
called, so that the package itself takes little memory. One game is in memory at a time.
"""

import os
import sys

from companion import modules
from companion.platform import folder_of
from shared_rules.games import NAMES


def installed():
    """Return the names of the games on this device, in the order of `shared_rules.games`."""
    there = os.listdir(folder_of(__name__))
    return [name for name in NAMES if name in there]


def load(name):
    """Import and return the package of a game, `companion.games.<name>`.

    Raises ImportError if it is not installed.
    """
    return __import__("companion.games." + name, None, None, ("stage",))


def packages():
    """Yield the package of each installed game; a package imported only here is unloaded afterwards."""
    for name in installed():
        module = "companion.games." + name
        in_use = module in sys.modules
        yield load(name)
        if not in_use:
            modules.unload(module)


def settings():
    """Return a dict of the settings of all installed games, with their defaults."""
    found = {}
    for package in packages():
        found.update(package.SETTINGS)
    return found
