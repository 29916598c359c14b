"""The lines of a record, one by one: what a device needs to keep a game.

It knows lines and tags; what an event means is the game's business, and the whole record is `record`'s.
"""

from shared_rules.errors import RuleError

if False:  # for the type checker alone
    from collections.abc import Iterable

MAX_LINE = 120
"""Bytes, as UTF-8 has them: a letter such as ö takes two."""

MAX_SETUP = 400
"""Bytes. The first event names everybody and everything, so it may be longer than any other line. A game may
allow less."""

UNDO = "undo"

# what most lines are made of first; a Pico would keep each character as a name if it were made alone
_PLAIN = (b" " + bytes(range(97, 127)) + bytes(range(33, 97))).decode()


def is_letter(character: str) -> bool:
    """Return whether a character beyond ASCII is a letter that a record may have.

    Those of the Unicode blocks Latin-1 Supplement and Latin Extended-A, and Ș ș Ț ț. A letter and its mark
    are one character.

    >>> is_letter("ö"), is_letter("Ł"), is_letter("×"), is_letter("o")
    (True, True, False, False)
    """
    # CPython's own isalpha knows more of them, and MicroPython's none
    if "\xc0" <= character <= "\u017f":
        return character not in "\xd7\xf7"
    return "\u0218" <= character <= "\u021b"


def check_line(line: str, limit: int = MAX_LINE) -> None:
    """Raise RuleError when a line can't stand in a record, whatever it means.

    line: one line without its end. limit: how many bytes it may have as UTF-8.
    """
    if line.startswith(" ") or line.startswith("\t"):
        raise RuleError("A line begins with its first word: take away the space or tab before it.")
    length = len(line)
    # at once, as a Pico takes its time to look at one character after the other
    other = line.strip(_PLAIN) if length <= limit else ""
    if other:
        for character in other:
            if not (" " <= character <= "~" or is_letter(character)):
                raise RuleError(
                    "A line is plain ASCII and letters such as ö and Ł; %r is neither." % character
                )
        length = len(line.encode())
    if length > limit:
        raise RuleError("A line has at most %d bytes here; this one has %d." % (limit, length))


def fold(events: "Iterable[str]") -> list[str]:
    """Return the events in force: each "undo" takes the last one before it that still stands.

    events: texts in the order in which they were recorded.
    Raises RuleError when there is nothing left to take back.

    >>> fold(["setup x", "play 3 2", "play 4 2", "undo", "undo", "play 5 1"])
    ['setup x', 'play 5 1']
    """
    standing = []  # type: list[str]
    for event in events:
        if event != UNDO:
            standing.append(event)
        elif standing:
            standing.pop()
        else:
            raise RuleError("There is nothing to take back.")
    return standing


def read_tag(line: str) -> tuple[str, str]:
    """Return (name, value) of a tag line.

    >>> read_tag('[Note "Ann said \\\\"no\\\\""]')
    ('Note', 'Ann said "no"')
    """
    name, space, rest = line[1:].partition(" ")
    if not (name and space and len(rest) >= 3 and rest.startswith('"') and rest.endswith('"]')):
        raise RuleError('A tag reads [Name "value"].')
    value = rest[1:-2]
    return name, value.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")


def write_tag(name: str, value: str) -> str:
    """Return the tag line that read_tag reads."""
    return '[%s "%s"]' % (name, value.replace("\\", "\\\\").replace('"', '\\"'))
