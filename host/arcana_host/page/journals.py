"""The journals that a device keeps, for whoever wants to save a game as a file.

It runs on CPython and on the browser's MicroPython, whether or not the companion has power. It must not
know the rules.
"""

from shared_rules.errors import RuleError
from shared_rules.record import Record


def exported(text):
    """Return what a journal's file holds as it is exported: without what was taken back.

    A file that makes no sense is exported as it is.
    """
    try:
        return str(Record.from_text(text).folded())
    except RuleError:
        return text


def beginning(text):
    """Return a journal's tags and setup, which tell one game from another."""
    lines = text.split("\n")
    tags = 0
    while tags < len(lines) and lines[tags].startswith("["):
        tags += 1
    return "\n".join(lines[: tags + 1])
