"""The names of players, whatever they play: letters, length, and how many sit at one table.

It is read only where names are set, a game begins or somebody joins. It must not know any game.
"""

from shared_rules.errors import Refusal, RuleError
from shared_rules.record_lines import is_letter

if False:  # for the type checker alone
    from collections.abc import Iterable, Sequence

MAX_NAME = 12

FEWEST, SEATS = 2, 8
"""How many sit at a table; a game may take fewer than the most."""

_SENTENCES = {
    "long-name": "'%s' is too long: a name has at most %d letters.",
    "no-name": "'%s' can't be a name: use letters, digits, '_' and '-'.",
    "same-name": "'%s' and '%s' differ only in capital letters.",
}


class NameRefusal(Refusal):
    """Why something can't be a name at this table.

    >>> str(NameRefusal("same-name", "ann", "Ann"))
    "'ann' and 'Ann' differ only in capital letters."
    """

    def __str__(self) -> str:
        return _SENTENCES[self.args[0]] % self.args[1:]


def read_player(word: str) -> str | None:
    """Return the word when it can name a player, else None: letters, digits, "_" and "-".

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
    """Return the word when it can name a player. Raises RuleError with a sentence that says why it can't."""
    if len(word) > MAX_NAME:
        raise NameRefusal("long-name", word, MAX_NAME)
    if not read_player(word):
        raise NameRefusal("no-name", word)
    return word


def check_players(names: "Sequence[str]") -> None:
    """Raise RuleError with a sentence unless each of these can name a player, and no two are the same."""
    for number, name in enumerate(names):
        check_player(name)
        other = same_name(name, names[:number])
        if other:
            raise NameRefusal("same-name", name, other)


def check_names(names: list[str]) -> None:
    """Raise RuleError with a sentence unless these are names for the seats at one table.

    names: a list of texts, in turn order.

    >>> check_names(["Ann", "Jörg"])
    """
    if not FEWEST <= len(names) <= SEATS:
        raise RuleError("Give %d to %d names, separated by commas." % (FEWEST, SEATS))
    check_players(names)


def same_name(name: str, names: "Iterable[str]") -> str | None:
    """Return the name among `names` that differs from this one at most in capital letters, or None.

    >>> same_name("JÖRG", ["Ann", "Jörg"])
    'Jörg'
    """
    for other in names:
        if _lower(other) == _lower(name):
            return other
    return None


def _lower(name: str) -> str:
    # MicroPython's own lower() knows ASCII alone
    return "".join([_lower_code(ord(letter)) for letter in name])


def _lower_code(code: int) -> str:
    """Return the small letter to the code of a letter that a name may have; see `record_lines.is_letter`."""
    if 0x41 <= code <= 0x5A or 0xC0 <= code <= 0xDE:
        return chr(code + 32)
    if code == 0x178:
        return chr(0xFF)
    if code < 0x100 or code == 0x130:
        return chr(code)
    # a capital and its small letter are neighbours
    odd = 0x139 <= code <= 0x148 or 0x179 <= code <= 0x17E
    return chr(code + 1 if code % 2 == odd else code)
