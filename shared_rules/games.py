"""The table of the games.

Outside the games' own folders, only this module names a game. The setup of a record says which game it
belongs to. This module must not know the rules of any game.
"""

from shared_rules.errors import NotInstalled, Refusal

if False:  # for the type checker only
    from typing import Any

# for each game: the name of its folders, the second words of its setups, and the files that it keeps on a
# device besides the records; a test compares the words with the game's own `MODES`
_GAMES = (
    ("shipwreck", ("standard", "duel", "restless", "restless-duel", "creatures"), ("creatures.txt",)),
    ("spirit_island", ("spirit-island",), ()),
    ("score_pad", ("score-pad",), ()),
)

NAMES = tuple([name for name, _, _ in _GAMES])
"""The names of all games, which are also the names of their folders. The first game is the default."""

FILES = tuple([file for _, _, files in _GAMES for file in files])
"""The names of the files that the games keep on a device."""


def name_of(setup: object) -> str:
    """Return the name of the game that a setup begins.

    setup: the first event of a record, or its text. Raises RuleError unless it is the setup of a known game.

    >>> name_of("setup duel doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key")
    'shipwreck'
    """
    words = str(setup).split(" ")
    for name, modes, _ in _GAMES:
        if words[0] == "setup" and len(words) > 1 and words[1] in modes:
            return name
    known = ", ".join([", ".join(modes) for _, modes, _ in _GAMES])
    raise Refusal("no-setup", known)


def load(name: str) -> "Any":
    """Import and return the rules of a game, the module `shared_rules.<name>`.

    name: one of NAMES. Raises NotInstalled if they are not installed.
    """
    try:
        return __import__("shared_rules." + name, None, None, ("Game",))
    except ImportError:
        raise NotInstalled(name)


def rules_of(setup: object) -> "Any":
    """Import and return the rules of the game that a setup begins. Raises RuleError."""
    return load(name_of(setup))


def new_game(setup: object) -> "Any":
    """Return an empty Game to which this setup can be applied. Raises RuleError."""
    return rules_of(setup).Game()
