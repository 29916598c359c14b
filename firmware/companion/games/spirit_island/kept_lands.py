"""What was entered in the land calculator during the running game; a file keeps it through a power cut.

It must not know what the fields mean.
"""

import json
from binascii import hexlify, unhexlify

from companion import files
from shared_rules.spirit_island.lands.land import read_land

FILE = "lands.txt"


def entered_lands(app):
    """Return ({land: what was entered for it, as in `Fields`}, the last land done this turn or None)."""
    game = app.session.game
    if not hasattr(game, "entered"):
        # it lasts as long as the game does, and no longer
        game.entered, game.done = {}, (0, None)
        try:
            _read(app)
        except Exception:
            # there is no file, or it is damaged
            game.entered = {}
    turn, land = game.done
    return game.entered, land if turn == game.turn else None


def land_is_done(app, land):
    """Have the calculator start with the land after this one for the rest of this turn."""
    app.session.game.done = (app.session.game.turn, land)


def keep_lands(app):
    """Write what was entered to the file, if the flash has room."""
    game = app.session.game
    turn, done = game.done
    lines = [json.dumps([app.session.game_id, turn, done])]
    for land in game.entered:
        fields, exact, known = game.entered[land]
        lines.append(json.dumps([land, hexlify(fields).decode(), exact, known]))
    data = "\n".join(lines).encode()
    try:
        if game.entered and _content(app) != data:
            files.write_whole(_path(app), data)
    except OSError as error:
        app.log.note("The lands could not be written: %r" % error)


def _read(app):
    lines = _content(app).split(b"\n")
    game_id, turn, done = json.loads(lines[0])
    game = app.session.game
    if game_id != app.session.game_id:
        return
    for line in lines[1:]:
        land, fields, exact, known = json.loads(line)
        for text in (exact, known):
            if text is not None:
                read_land(text)
        game.entered[land] = unhexlify(fields), exact, known
    game.done = turn, done


def _content(app):
    try:
        with open(_path(app), "rb") as stream:
            return stream.read()
    except OSError:
        return b""


def _path(app):
    return app.board.folder.rstrip("/") + "/" + FILE
