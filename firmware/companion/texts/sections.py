"""Sections of texts that are too long for a Pico's memory: they are read line by line, and not kept."""

from companion.texts import ENGLISH, PART, chosen, open_file, parts_of


def section_texts(section, keys):
    """Return the texts with these keys in a section.

    Keys without a text are left out; a line may have several keys, separated by spaces.
    """
    found = {}
    for language in (None, ENGLISH):
        left = [key for key in keys if key not in found]
        for part in parts_of(_open_section(section, language)) if left else ():
            for key in left:
                _look_for(key, part, found)
    return [found[key] for key in keys if key in found]


def section_lines(section, offset=None, language=None):
    """Yield (offset, line) of a section; lines are bytes without end.

    offset: of the first line in bytes, None for the beginning. language: None for the chosen language.
    """
    with _open_section(section, language) as stream:
        if offset is not None:
            stream.seek(offset)
        offset, rest, line = stream.tell(), b"", b"#"
        # not `readline`, with which MicroPython reads the flash byte by byte
        part = stream.read(PART)
        while part and line and line[:1] != b"[":
            lines = (rest + part).split(b"\n")
            rest = lines.pop()
            for line in lines:
                if not line or line[:1] == b"[":
                    break
                if line[:1] != b"#":
                    yield offset, line
                offset += len(line) + 1
            part = stream.read(PART)


def _open_section(section, language=None):
    """Return a stream at the first line of a section, in English if the language lacks the section."""
    spoken, game = chosen
    return open_file(section, game, language or spoken) or open_file(section, game, ENGLISH)


def _look_for(key, part, found):
    """Add the text of a key to a dict if it is in a part of a section."""
    sought, at = key.encode(), 0
    while key not in found and at >= 0:
        at = part.find(sought, at + 1)
        start = part.rfind(b"\n", 0, at) + 1
        names, _, words = part[start : part.find(b"\n", at)].partition(b"=")
        if at >= 0 and sought in names.split(b" "):
            found[key] = words.decode()
