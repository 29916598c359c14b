"""A game that a browser keeps, as a record for whoever wants to take it along.

It runs on CPython and on MicroPython, whether or not the companion has power. It must not know the rules.
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
