"""The texts of the screens by their keys, in every language; a language is one file, such as `german.txt`.

The files beside this module have the texts that belong to no game, the files in `companion/games/<game>/` the
game's own. Each has the same sections: `[turn]`, texts that most turns need, which stay in memory; `[menu]`,
texts of the menu of a game and of taking back, which may open where memory is scarce; `[words]`, all others;
`[setup]`, of a game with many that only a new game needs; `[help]`, `[troubles]` and, except for English,
`[refusals]`; a game may have more, see `text_of`. Each line is a key and its text. Texts that are missing in
a language are shown in English. It must not know the screens, nor any game.
"""

from companion import files
from companion.platform import folder_of
from shared_rules.errors import Refusal
from shared_rules.games import NAMES

ENGLISH = "english"

_ALL = ("turn", "menu", "words", "setup")
PART = 512  # bytes that are read at once

chosen = [ENGLISH, ""]  # the language, and the game that is played
_asked = list(chosen)  # the same as passed to `choose`, where the language need not exist
_tables = {}  # {(section, game, language): its bytes, in parts}


def choose(language, game=None):
    """Use a language from now on, or English for an unknown language; return whether the language changed.

    game: the name of the game whose texts take precedence over those that belong to no game, None to keep the
    game.
    """
    game = chosen[1] if game is None else game
    if _asked == [language, game]:
        return False
    _asked[:] = [language, game]
    there = files.exists(_path("", language))
    chosen[:] = [language if there else ENGLISH, game]
    _tables.clear()
    return True


def find(key, among=_ALL, language=None, game=None):
    """Return the text of a key in one language, or None if it is missing.

    among: the sections to search, in this order. language, game: None for the chosen language and game.
    """
    language = language or chosen[0]
    game = chosen[1] if game is None else game
    # in bytes, as a Pico is slow to create texts
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
    """Return the text of a key, with the values filled in. Raises KeyError for an unknown key."""
    return _text(_ALL, key, values)


def text_of(section, key, *values):
    """Return the text of a key in a section of its own, with the values filled in, as `text` does."""
    return _text((section,), key, values)


def _text(among, key, values):
    words = find(key, among) or find(key, among, ENGLISH)
    if words is None:
        raise KeyError(key)
    return words % values if values else words


def forget_texts(*names):
    """Free the memory of the sections with these names, by default all but `[turn]`."""
    for key in list(_tables):
        if key[0] in names if names else key[0] != "turn":
            # a removed entry keeps its value in memory until its place is used again
            _tables[key] = None
            del _tables[key]


class DeviceError(ValueError):
    """The device can't carry out a request. args: the key of its message, then the values in it.

    The messages are in the section `[troubles]` of each language; a key that is not there is the message.
    """

    def __str__(self):
        return self.in_words(ENGLISH)

    def in_words(self, language):
        """Return the message in a language, such as "english"."""
        return trouble(language, *self.args)


class JournalFull(DeviceError):
    """The flash has no room left."""


def trouble(language, key, *values):
    """Return the sentence for an error of the device, or the key itself if there is no sentence.

    language: such as "english". values: the values in the sentence.
    """
    # a host may cause errors whose sentences belong to another game
    words = None
    for spoken in (language, ENGLISH):
        for game in (chosen[1],) + NAMES:
            if words is None:
                words = find(key, ("troubles",), spoken, game)
    forget_texts("troubles")
    return key if words is None else words % values


def translate(sentence):
    """Return the sentence of a DeviceError or a Refusal in the chosen language, any other as it is."""
    if hasattr(sentence, "in_words"):
        return sentence.in_words(chosen[0])
    if isinstance(sentence, Refusal) and chosen[0] != ENGLISH:
        words = find(sentence.args[0], ("refusals",), None, sentence.game)
        forget_texts("refusals")
        if words is not None:
            return words % sentence.args[1:]
    return str(sentence)


def _table(section, game, language):
    """Return a section as a list of parts, bytes of whole lines, each with the line end before it.

    Bytes, as MicroPython takes ten times as long to search a text that is not all ASCII; parts, as in the
    middle of a game there may be no free block of 7 KB.
    """
    asked = (section, game, language)
    if asked not in _tables:
        _tables[asked] = list(parts_of(open_file(section, game, language)))
    return _tables[asked]


def parts_of(stream):
    """Yield the rest of a section as such parts, and close its stream, which may be None."""
    data = b"\n" if stream else b""
    while data:
        part = stream.read(PART)
        data += part
        end = data.find(b"\n[")
        if end < 0:
            end = data.rfind(b"\n")
        elif part:
            # the next section begins there
            part = b""
        if end > 0:
            yield data[: end + 1]
        data = data[end:] if part else b""
    if stream:
        stream.close()


def open_file(section, game, language):
    """Return the file with a section, open at its first line, or None if the file or section is missing."""
    sought = ("\n[%s]\n" % section).encode()
    try:
        stream = open(_path(game, language), "rb")
    except OSError:
        return None
    # where `data` begins in the file, for the line end before the first line
    at, data = -1, b"\n"
    part = stream.read(PART)
    while part:
        data += part
        found = data.find(sought)
        if found >= 0:
            stream.seek(at + found + len(sought))
            return stream
        end = data[-len(sought) :]
        at += len(data) - len(end)
        data = end
        part = stream.read(PART)
    stream.close()
    return None


def _path(game, language):
    folder = "%s/games/%s" % (folder_of("companion"), game) if game else folder_of(__name__)
    return "%s/%s.txt" % (folder, language)
