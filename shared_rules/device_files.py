"""The names of the files on a device, and which of them a host may read, remove and restore.

It must not know the content of a file.
"""

from shared_rules.games import FILES

SETTINGS = "settings.json"
LOG = "log.txt"
OLD_LOG = "log.txt.old"

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


def single_files() -> tuple[str, ...]:
    """Return the paths of all files in a backup that are not games' records."""
    return (SETTINGS,) + FILES + (LOG, OLD_LOG)


def is_device_file(path: str) -> bool:
    """Return whether a device keeps a file at this path, so that a backup may contain it.

    >>> [is_device_file(path) for path in ("settings.json", "games/0012-1a2b3c4d.arcana", "../../x")]
    [True, True, False]
    """
    return read_game_path(path) is not None or path in single_files() or is_damaged_file(path)


def is_damaged_file(path: str) -> bool:
    """Return whether a path names a damaged file, other than a game's, that was renamed and kept.

    >>> is_damaged_file("settings.json.damaged~"), is_damaged_file("games/0012-1a2b3c4d.damaged")
    (True, False)
    """
    name = path.rstrip("~")
    return name.endswith(DAMAGED) and not name.strip("abcdefghijklmnopqrstuvwxyz.")
