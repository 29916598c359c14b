"""The table of the games, and the names of their files on a device.

Outside the games' own folders, only this module names a game. The setup of a record says which game it
belongs to. This module must not know the rules of any game, nor the content of a file.
"""

from shared_rules.errors import NotInstalled, RuleError

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

FOLDER = "games/"
PLAYED = ".arcana"
"""The ending of a game's file."""

DAMAGED = ".damaged"
"""The ending of a file that was found damaged, such as a running game's file at power-on."""

LARGEST = 2 << 20
"""Bytes of a Pico's flash: the limit for each file on a device, and for all of them together."""

LAST_NUMBER = 999999
"""The highest number of a game in the name of its file."""

_DIGITS = "0123456789"
_HEX = "0123456789abcdef"


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
    raise RuleError("A game begins with its setup: 'setup', then what is played (%s)." % known)


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


def is_game_id(text: object) -> bool:
    """Return whether something is a game id: a text of 8 lower-case hex digits.

    >>> is_game_id("1a2b3c4d"), is_game_id("1A2B3C4D"), is_game_id("latest")
    (True, False, False)
    """
    return isinstance(text, str) and len(text) == 8 and not text.strip(_HEX)


def read_game_path(path: str) -> tuple[int, str, str] | None:
    """Return (number, id, ending) from the path of a game's file, or None for any other path.

    >>> read_game_path("games/0012-1a2b3c4d.arcana")
    (12, '1a2b3c4d', '.arcana')
    >>> read_game_path("games/../../etc/passwd")
    """
    return read_game_name(path[len(FOLDER) :]) if path.startswith(FOLDER) else None


def read_game_name(name: str) -> tuple[int, str, str] | None:
    """Return (number, id, ending) from the name of a game's file, or None for any other name.

    Accepts only names that `write_game_name` returns.

    >>> read_game_name("0012-1a2b3c4d.damaged")
    (12, '1a2b3c4d', '.damaged')
    """
    digits, _, rest = name.partition("-")
    id, ending = rest[:8], rest[8:]
    # some other letters count as digits, too, and int() refuses them
    if not digits or len(digits) > len(str(LAST_NUMBER)) or digits.strip(_DIGITS):
        return None
    if not is_game_id(id) or ending not in (PLAYED, DAMAGED):
        return None
    number = int(digits)
    return (number, id, ending) if write_game_name(number, id, ending) == name else None


def write_game_name(number: int, id: str, ending: str = PLAYED) -> str:
    """Return the name of a game's file, the inverse of `read_game_name`.

    number: 0 to LAST_NUMBER. id: as in `is_game_id`. ending: PLAYED or DAMAGED.
    """
    return "%04d-%s%s" % (number, id, ending)
