"""What the screens say, by keys, so that a language can be switched; a language is a module of this package.

It must not know the screens. What a turn says stays in memory, the rest is read when it is asked for and can
be given back. Either is one text that is searched, as a table of texts would take three times the room on a
Pico.
"""

from companion.platform import forget

_LANGUAGE = "companion.texts.english"


def _read(name):
    # bytes, as MicroPython searches text that is not all ASCII ten times as slowly
    table = getattr(__import__(_LANGUAGE, None, None, (name,)), name).encode()
    forget(_LANGUAGE)
    return table


_tables = [_read("TURN")]


def text(key, *values):
    """Return the text of a key, with the values filled in. Raises KeyError when there is none."""
    sought = ("\n%s=" % key).encode()
    number = 0
    while _tables[number].find(sought) < 0:
        number += 1
        if number > 1:
            raise KeyError(key)
        if len(_tables) == 1:
            _tables.append(_read("TEXTS"))
    table = _tables[number]
    start = table.find(sought) + len(sought)
    words = table[start : table.find(b"\n", start)].decode()
    return words % values if values else words


def give_back():
    """Give back the memory of the texts that a turn seldom needs."""
    del _tables[1:]


def effect(power):
    """Return what a Power does, in one sentence."""
    return power.effect
