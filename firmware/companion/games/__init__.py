"""The games on this device: a folder for each, and nothing outside it knows what is played there.

A game's package gives what `docs/add-a-game.md` names; its functions import what they need when they are
called, so that the package itself takes little room. One game is in memory at a time.
"""

import sys

from companion import files
from companion.platform import folder_of, forget


def installed():
    """Return the names of the games on this device, in the order of `shared_rules.games`."""
    from shared_rules.games import NAMES

    return [name for name in NAMES if files.exists(folder_of(__name__) + "/" + name)]


def load(name):
    """Return the package of a game, `companion.games.<name>`. Raises ImportError when it is not installed."""
    return __import__("companion.games." + name, None, None, ("stage",))


def packages():
    """Yield the package of each installed game; one that was not in use is forgotten after its turn."""
    for name in installed():
        module = "companion.games." + name
        in_use = module in sys.modules
        yield load(name)
        if not in_use:
            forget(module)


def settings():
    """Return a dict of the settings of all installed games, with their defaults."""
    found = {}
    for package in packages():
        found.update(package.SETTINGS)
    return found
