"""Reads the journals of a device, to save a game as a file.

It runs on CPython and, in the browser, on MicroPython. It must not know the rules.
"""

import os
from binascii import crc32

from arcana_portable.record import Record
from shared_rules.device_files import PLAYED, read_game_name
from shared_rules.errors import RuleError


def records(folder):
    """Return {name of its file: its bytes} of all games in a folder, the oldest first.

    Those that can't be read are left out. If the folder is missing, the result is empty.
    """
    found = []
    try:
        for name in os.listdir(folder):
            game = read_game_name(name)
            if game and game[2] == PLAYED:
                found.append((game[0], name))
    except OSError:
        return {}
    content = {}
    for _, name in sorted(found):
        try:
            with open(f"{folder}/{name}", "rb") as stream:
                content[name] = stream.read()
        except OSError:
            continue
    return content


def exported(text):
    """Return the record in a journal to export: without undone events, and with the time when it ended.

    An invalid journal is exported as it is.
    """
    try:
        record = Record.from_text(text).without_undos()
    except RuleError:
        return text
    when = ended(text)
    if when and record.tag("Ended") is None:
        record.tags.append(("Ended", when))
    return str(record)


def ended(text):
    """Return when a game ended, "YYYY-MM-DD HH:MM", from the last line of its journal; None if unknown."""
    words = text.rstrip("\n").rpartition("\n")[2].split(" ")
    if len(words) != 8 or words[:2] != ["#", "over"]:
        return None
    when = " ".join(words[5:7])
    try:
        check = crc32(when.encode(), int(words[4], 16))
    except ValueError:
        return None
    return when if words[7] == f"{check:08x}" else None


def beginning(text):
    """Return a journal's tags and setup, which distinguish games."""
    lines = text.split("\n")
    tags = 0
    while tags < len(lines) and lines[tags].startswith("["):
        tags += 1
    return "\n".join(lines[: tags + 1])


def title(text):
    """Return a game's text in a list: its date and its players."""
    lines = beginning(text).split("\n")
    dates = [line[len('[Date "') : -2] for line in lines if line.startswith('[Date "')]
    given = [word.partition("=") for word in lines[-1].split(" ")]
    players = [names.replace(",", ", ") for name, _equals, names in given if name == "players"]
    return " · ".join(dates + players)
