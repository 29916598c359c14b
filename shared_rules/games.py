"""The table of the games; nothing else outside their own folders names one.

The setup of a record says which game it belongs to. It must not know the rules of any.
"""

from shared_rules.errors import NotInstalled, RuleError

if False:  # for the type checker alone
    from typing import Any

# its folder in all three parts, the second words of its setups, and the files that it keeps on a device
# besides the games; a test compares the words with the game's own `MODES`
_GAMES = (
    ("shipwreck", ("standard", "duel", "restless", "restless-duel", "creatures"), ("creatures.txt",)),
    ("spirit_island", ("spirit-island",), ()),
    ("score_pad", ("score-pad",), ()),
)

NAMES = tuple([name for name, _, _ in _GAMES])
"""The names of all games, as their folders are called; the first one is played where nobody chose another."""

FILES = tuple([file for _, _, files in _GAMES for file in files])
"""The names of the files that the games keep on a device."""


def name_of(setup: object) -> str:
    """Return the name of the game that a setup begins. Raises RuleError when it is none.

    setup: the first event of a record, or its text.

    >>> name_of("setup duel doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key")
    'shipwreck'
    """
    words = str(setup).split(" ")
    for name, modes, _ in _GAMES:
        if words[0] == "setup" and len(words) > 1 and words[1] in modes:
            return name
    known = ", ".join([", ".join(modes) for _, modes, _ in _GAMES])
    raise RuleError("A game begins with its setup: 'setup', then what is played (%s)." % known)


def load(name: str) -> "Any":
    """Return the rules of a game, the module `shared_rules.<name>`, which is imported only now.

    name: one of NAMES. Raises NotInstalled when they are not here.
    """
    try:
        return __import__("shared_rules." + name, None, None, ("Game",))
    except ImportError:
        raise NotInstalled(name)


def rules_of(setup: object) -> "Any":
    """Return the rules of the game that a setup begins, as `load` does. Raises RuleError."""
    return load(name_of(setup))


def new_game(setup: object) -> "Any":
    """Return the empty Game in which a setup may happen. Raises RuleError."""
    return rules_of(setup).Game()
