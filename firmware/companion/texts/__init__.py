"""What the screens say, by keys, so that a language can be switched; a language is a module of this package.

It must not know the screens. What a turn says stays in memory, the rest is read when it is asked for and can
be given back, as the help is at once. Each is one text that is searched, as a table of texts would take three
times the room on a Pico.
"""

from companion.platform import forget
from shared_rules.errors import Refusal

LANGUAGES = ("english", "german")

_language = LANGUAGES[0]
_tables = []


def _read(name, module="", language=None):
    # bytes, as MicroPython searches text that is not all ASCII ten times as slowly
    module = "companion.texts." + (language or _language) + module
    table = getattr(__import__(module, None, None, (name,)), name).encode()
    forget(module)
    return table


def choose(language):
    """Speak a language from now on: one of LANGUAGES; any other word is taken for the first of them."""
    global _language
    if language not in LANGUAGES:
        language = LANGUAGES[0]
    if language != _language or not _tables:
        _language = language
        _tables[:] = [_read("TURN")]


def text(key, *values):
    """Return the text of a key, with the values filled in. Raises KeyError when there is none."""
    for number, name in enumerate(("TURN", "TEXTS")):
        if number == len(_tables):
            _tables.append(_read(name))
        words = _found(_tables[number], key)
        if words is not None:
            return words % values if values else words
    raise KeyError(key)


def _found(table, key):
    sought = ("\n%s=" % key).encode()
    start = table.find(sought)
    if start < 0:
        return None
    start += len(sought)
    return table[start : table.find(b"\n", start)].decode()


def help_on(screen):
    """Return what a screen is for and what its buttons do, its lines separated by "|".

    screen: the name of its class; one that has no help of its own is a list to choose from.
    """
    table = _read("HELP", "_help")
    return _found(table, screen) or _found(table, "Menu")


def give_back():
    """Give back the memory of the texts that a turn seldom needs."""
    del _tables[1:]


def effect(power):
    """Return what a Power does, in one sentence."""
    return power.effect if _language == LANGUAGES[0] else text("power_" + power.id)


def trouble(language, key, *values):
    """Return the sentence about what went wrong on the device; a key that has none stands for itself."""
    words = _found(_read("TROUBLES", "_troubles", language), key)
    return key if words is None else words % values


def said(sentence):
    """Return a sentence, a Refusal of the rules or a JournalError as it is said in the language spoken."""
    if hasattr(sentence, "in_words"):
        return sentence.in_words(_language)
    if _language != LANGUAGES[0] and isinstance(sentence, Refusal):
        from companion.texts import refusals_german

        return refusals_german.sentence(*sentence.args) or str(sentence)
    return str(sentence)
