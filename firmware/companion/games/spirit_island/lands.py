"""Lands in words; and what was entered in the land calculator, kept in a file through a power cut."""

import json
from binascii import hexlify, unhexlify

from companion import modules
from companion.texts import text_of
from shared_rules.spirit_island.components import NOWHERE

FILE = "lands.txt"

LONGEST_FILE = 16384
"""Bytes of the file that are read; all lands of six boards and an extra board take less."""


def entered_lands(app):
    """Return ({land: its entries, as in `Fields`}, the last land done this turn or None)."""
    game = app.session.game
    if game.noted is None:
        # it lasts as long as the game does, and no longer
        found = _file(app, lambda file: file.read(lambda content: _parse(content, app)))
        game.entered, game.done = found or ({}, (0, None))
        game.noted = {}
        game.taken = None
    if game.left:
        # the state of the land after an entered Ravage
        land, lies = game.left
        game.entered[land if land != NOWHERE else None] = None, lies, None
        game.noted[land] = lies
        game.left = None
    turn, land = game.done
    return game.entered, land if turn == game.turn else None


def keep_lands(app):
    """Enter the Ravage of the game's `taken`, (land, events) or None, and write the entries to the file.

    For the rest of the turn the calculator starts with the land after that land. It has to be called once the
    screens are left, as the rules of the events may need their memory.
    """
    game = app.session.game
    if game.taken:
        (land, events), game.taken = game.taken, None
        if events:
            app.session.enter(*events)
        game.entered.pop(land, None)
        game.noted.pop(land, None)
        game.done = game.turn, land
    entered, done = entered_lands(app)
    lines = [json.dumps([app.session.game_id, game.turn, done])]
    for land in entered:
        fields, exact, known = entered[land]
        lines.append(json.dumps([land, hexlify(fields or b"").decode(), exact, known]))
    if entered:
        data = "\n".join(lines).encode()
        try:
            _file(app, lambda file: file.read(bytes) == data or file.write(data))
        except OSError as error:
            app.log.note("The lands could not be written: %r" % error)
    # a host shows the lands
    app.session.notify("event")


def _parse(content, app):
    """Return (the lands from `entered_lands`, the turn and the last land done in it).

    () if these are the lands of another game. Raises an error if the content is damaged.
    """
    from shared_rules.spirit_island.lands.land import read_land

    lines = content.split(b"\n")
    game_id, turn, done = json.loads(lines[0])
    entered = {}
    for line in lines[1:]:
        land, fields, exact, known = json.loads(line)
        for lies in (exact, known):
            if lies is not None:
                read_land(lies)
        entered[land] = unhexlify(fields), exact, known
    return (entered, (turn, done)) if game_id == app.session.game_id else ()


def _file(app, use):
    """Return the result of a callable for the CheckedFile with the entries."""
    return modules.with_checked_file(use, app.board.folder.rstrip("/") + "/" + FILE, app.log, LONGEST_FILE)


def pieces(words):
    """Return pieces in words. words: such as "E2 C1"."""
    named = []
    for word in words.split(" ") if words else []:
        count, marks = "", {}
        at = None
        for letter in word[1:]:
            if letter in "sd":
                at = letter
                marks[at] = 0
            elif at:
                marks[at] = 10 * marks[at] + int(letter)
            else:
                count += letter
        name = (
            text_of("lands", "piece_%s_1" % word[0])
            if count == "1"
            else text_of("lands", "piece_" + word[0], int(count))
        )
        for mark in sorted(marks):
            name += " (%s)" % text_of("lands", "piece_with_" + mark, marks[mark])
        named.append(name)
    return ", ".join(named)


def lying(land):
    """Return the content of a land in words. land: its text."""
    words = [word for word in land.split(" ") if word]
    named = [pieces(word) for word in words if "=" not in word]
    for word in words:
        name, equals, number = word.partition("=")
        if equals:
            named.append("%s %s" % (number, text_of("lands", "field_" + name)))
    return ", ".join(named) or text_of("lands", "ravage_empty")
