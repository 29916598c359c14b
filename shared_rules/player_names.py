"""The names of players in any game: letters, length, and how many players sit at one table.

It has the sentences of refusals that belong to no game, too. It is imported only when names are set, a game
begins or somebody joins, or to show such a sentence. It must not know any game.
"""

from shared_rules.errors import Refusal
from shared_rules.record import is_letter

if False:  # for the type checker only
    from collections.abc import Iterable, Sequence

MAX_NAME = 12

FEWEST, SEATS = 2, 8
"""The fewest and the most players at a table; a game may have a lower limit."""

SENTENCES = """
# what buttons lead to: every language has it
same-name='%s' and '%s' differ only in capital letters.
double-name='%s' is there twice: give each player a name of their own.
long-name='%s' is too long: a name has at most %d letters.
no-name='%s' can't be a name: use letters, digits, '_' and '-'.
# what only events lead to
names=Give %d to %d names, separated by commas.
no-undo=There is nothing to take back.
no-setup=A game begins with its setup: 'setup', then what is played (%s).
line-start=A line begins with its first word: take away the space or tab before it.
line-letter=%r can't be used: only plain ASCII and letters such as ö and Ł can.
line-long=A line has at most %d bytes here; this one has %d.
"""
"""The sentences of all refusals that belong to no game, by their keys: a file of their own would take a block
of a device's flash."""


def read_player(word: str) -> str | None:
    """Return the word if it is a valid name, else None: 1 to 12 letters, digits, "_" and "-".

    >>> read_player("Łukasz")
    'Łukasz'
    >>> read_player("Ann.A")
    """
    if not 1 <= len(word) <= MAX_NAME:
        return None
    for character in word:
        if not ("a" <= character <= "z" or "A" <= character <= "Z" or "0" <= character <= "9"):
            if character not in "_-" and not is_letter(character):
                return None
    return word


def check_player(word: str) -> str:
    """Return the word if it is a valid name. Raises Refusal with the reason if it is not."""
    if len(word) > MAX_NAME:
        raise Refusal("long-name", word, MAX_NAME)
    if not read_player(word):
        raise Refusal("no-name", word)
    return word


def check_players(names: "Sequence[str]") -> None:
    """Raise Refusal unless all of these are valid names and no two are the same."""
    for number, name in enumerate(names):
        check_player(name)
        other = same_name(name, names[:number])
        if other:
            raise Refusal("double-name", name) if other == name else Refusal("same-name", name, other)


def check_names(names: list[str]) -> None:
    """Raise Refusal with the reason if the names are invalid for the players at one table.

    names: in turn order.

    >>> check_names(["Ann", "Jörg"])
    """
    if not FEWEST <= len(names) <= SEATS:
        raise Refusal("names", FEWEST, SEATS)
    check_players(names)


def same_name(name: str, names: "Iterable[str]") -> str | None:
    """Return the first of `names` that equals `name` apart from capital letters, or None.

    >>> same_name("JÖRG", ["Ann", "Jörg"])
    'Jörg'
    """
    lower = _lower(name)
    for other in names:
        if _lower(other) == lower:
            return other
    return None


def _lower(name: str) -> str:
    # MicroPython's own lower() knows only ASCII
    lower = ""
    for letter in name:
        lower += letter.lower() if letter < "\x80" else _lower_code(ord(letter))
    return lower


def _lower_code(code: int) -> str:
    """Return the lower-case letter for the code of a letter of `record.is_letter` beyond ASCII."""
    if 0xC0 <= code <= 0xDE:
        return chr(code + 32)
    if code == 0x178:
        return chr(0xFF)
    if code < 0x100 or code == 0x130:
        return chr(code)
    # an upper-case letter is next to its lower-case letter
    odd = 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E
    return chr(code + 1 if code % 2 == odd else code)
