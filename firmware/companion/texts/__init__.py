"""What the screens say, by keys, so that a language can be switched; a language is a module of this package.

It must not know the screens. A language stays one text that is searched, as a table of texts would take three
times the room on a Pico.
"""

from companion.platform import forget


def _read(language):
    name = "companion.texts." + language
    # bytes, as MicroPython searches text that is not all ASCII ten times as slowly
    table = __import__(name, None, None, ("TEXTS",)).TEXTS.encode()
    forget(name)
    return table


_table = _read("english")


def text(key, *values):
    """Return the text of a key, with the values filled in. Raises KeyError when there is none."""
    start = _table.find(("\n%s=" % key).encode())
    if start < 0:
        raise KeyError(key)
    words = _table[start + len(key) + 2 : _table.find(b"\n", start + 1)].decode()
    return words % values if values else words


def effect(power):
    """Return what a Power does, in one sentence."""
    return power.effect
