"""The texts of the screens by their keys, in every language; a language is a folder of texts.

In this package lie the folders with what is no game's, in `companion/games/<game>/texts/` those with what
is the game's own. Each holds the same files: `turn.txt`, what most turns say, which stays in memory;
`words.txt`, the rest; `help.txt`, `troubles.txt` and, but for English, `refusals.txt`. A key and its text
make a line. What a language lacks is said in English. It must not know the screens, nor any game.
"""

from companion import files
from companion.platform import folder_of
from shared_rules.errors import Refusal

ENGLISH = "english"

_ALL = ("turn", "words")
_PART = 1024  # bytes that are read at once

_speaks = [ENGLISH, ""]  # the language, and the game that is played
_asked = list(_speaks)
_tables = {}  # {(file, game, language): its bytes, in parts}


def choose(language, game=None):
    """Speak a language from now on; any word that names none is taken for English.

    game: the name of the game whose words go before those that are no game's, None for the same as before.
    """
    game = _speaks[1] if game is None else game
    if _asked == [language, game]:
        return
    _asked[:] = [language, game]
    there = files.exists("%s/%s" % (folder_of(__name__), language))
    _speaks[:] = [language if there else ENGLISH, game]
    _tables.clear()


def find(key, among=_ALL, language=None, game=None):
    """Return the text of a key in one language, or None when it has none.

    among: the files to look into, in their order. language, game: None for those that are chosen.
    """
    language = language or _speaks[0]
    game = _speaks[1] if game is None else game
    # in bytes, as a Pico takes its time for each new text
    sought = b"\n" + key.encode() + b"="
    for name in among:
        for owner in (game, "") if game else ("",):
            for part in _table(name, owner, language):
                start = part.find(sought)
                if start >= 0:
                    start += len(sought)
                    return part[start : part.find(b"\n", start)].decode()
    return None


def text(key, *values):
    """Return the text of a key, with the values filled in. Raises KeyError when there is none."""
    words = find(key)
    if words is None:
        words = find(key, _ALL, ENGLISH)
    if words is None:
        raise KeyError(key)
    return words % values if values else words


def give_back(name="words"):
    """Give back the memory of the texts in the files of a name: of those that a turn seldom needs."""
    for kept in list(_tables):
        if kept[0] == name:
            del _tables[kept]


def trouble(language, key, *values):
    """Return the sentence about what went wrong on the device; a key that has none stands for itself."""
    from shared_rules.games import NAMES

    # a computer may ask what only another game knows
    words = None
    for spoken in (language, ENGLISH):
        for game in (_speaks[1],) + NAMES:
            if words is None:
                words = find(key, ("troubles",), spoken, game)
    give_back("troubles")
    return key if words is None else words % values


def translate(sentence):
    """Return a sentence, a Refusal of the rules or a JournalError as it is said in the language spoken."""
    if hasattr(sentence, "in_words"):
        return sentence.in_words(_speaks[0])
    if isinstance(sentence, Refusal) and _speaks[0] != ENGLISH:
        words = find(sentence.args[0], ("refusals",), None, sentence.game)
        give_back("refusals")
        if words is not None:
            return words % sentence.args[1:]
    return str(sentence)


def _table(name, game, language):
    """Return a file as a list of bytes, each of them whole lines from the end of the one before.

    In bytes, as MicroPython searches text that is not all ASCII ten times as slowly; in parts, as in the
    middle of a game there need not be 7 KB in one piece.
    """
    asked = (name, game, language)
    if asked not in _tables:
        folder = "%s/games/%s/texts" % (folder_of("companion"), game) if game else folder_of(__name__)
        parts = []
        try:
            with open("%s/%s/%s.txt" % (folder, language, name), "rb") as stream:
                # the first line is a comment
                data = stream.read(_PART)
                while data:
                    end = data.rfind(b"\n")
                    if end > 0:
                        parts.append(data[: end + 1])
                        data = data[end:]
                    part = stream.read(_PART)
                    data = data + part if part else b""
        except OSError:
            pass
        _tables[asked] = parts
    return _tables[asked]
