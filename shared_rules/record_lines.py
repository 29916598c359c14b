"""The single lines of a record: which characters they may contain, how a tag is written, and a short digest.

The game interprets the events; the host reads and writes whole records.
"""

from binascii import crc32

from shared_rules.errors import RuleError

if False:  # for the type checker only
    from collections.abc import Sequence

MAX_LINE = 120
"""The longest line, in bytes of UTF-8: a letter such as ö takes two."""

MAX_SETUP = 400
"""The longest setup, in bytes of UTF-8. It names all players and cards, so it may be longer than other lines.
A game may allow less."""

UNDO = "undo"

NOTHING_TO_UNDO = "There is nothing to take back."

# the most frequent characters first; decoded in one piece, as a Pico would intern each character for good
_PLAIN = (b" " + bytes(range(97, 127)) + bytes(range(33, 97))).decode()


def is_letter(character: str) -> bool:
    """Return whether a character beyond ASCII is a letter that a record may contain.

    These are the letters of the Unicode blocks Latin-1 Supplement and Latin Extended-A, and Ș ș Ț ț. An
    accented letter has to be one character.

    >>> is_letter("ö"), is_letter("Ł"), is_letter("×"), is_letter("o")
    (True, True, False, False)
    """
    # isalpha accepts more letters on CPython, and only ASCII on MicroPython
    if "\xc0" <= character <= "\u017f":
        return character not in "\xd7\xf7"
    return "\u0218" <= character <= "\u021b"


def check_line(line: str, limit: int = MAX_LINE) -> None:
    """Raise RuleError unless a record may contain this line; its meaning is not checked.

    line: a line without its end. limit: the most bytes of UTF-8 that it may have.
    """
    if line.startswith(" ") or line.startswith("\t"):
        raise RuleError("A line begins with its first word: take away the space or tab before it.")
    length = len(line)
    # in one call, as a Pico takes long to look at each character
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


def lines_as_bytes(lines: "Sequence[str]") -> bytes:
    """Return lines of a record with their ends, in UTF-8. Raises RuleError as `check_line` does."""
    for line in lines:
        check_line(line, MAX_SETUP)
    return "".join([line + "\n" for line in lines]).encode()


def write_tag(name: str, value: str) -> str:
    """Return the tag line for a name and a value, as a host reads it."""
    return '[%s "%s"]' % (name, value.replace("\\", "\\\\").replace('"', '\\"'))


def digest(text: str) -> str:
    """Return the CRC-32 of a text as eight hex digits, so that two places can tell whether they agree.

    text: ASCII or Unicode text, taken as UTF-8.

    >>> digest("The Shipwreck Arcana")
    '2f3b6e1a'
    """
    return "%08x" % (crc32(text.encode()) & 0xFFFFFFFF)
