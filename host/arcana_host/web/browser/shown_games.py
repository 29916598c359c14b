"""The page's data about saved games, and the files to save: made as on the desktop.

It must not know the page, or where games are saved.
"""

import json

from arcana_host.web.browser.connect_markup import story
from arcana_portable.errors import ArcanaError
from arcana_portable.games import load
from arcana_portable.games.sheets import sheet
from arcana_portable.library.bgstats import play_file
from arcana_portable.library.entry import Game, make_entry
from arcana_portable.page.journals import exported
from arcana_portable.page.markup import text
from arcana_portable.page.table_markup import table
from arcana_portable.replay import replay, replay_end
from arcana_portable.translation import _

from shared_rules.errors import RuleError


def summary(name, record):
    """Return a list's data about a game: name, date, title of the game, players, result."""
    shown = {"name": name, "date": record.tag("Date", ""), "players": "", "result": ""}
    try:
        entry = make_entry(_id(name), record.tag("Device"), replay_end(record))
    except (ArcanaError, RuleError):
        return shown | {"title": _("damaged"), "result": _("not finished")}
    about = load(entry.game)
    return shown | {
        "title": about.shown_title,
        "players": ", ".join(entry.players),
        "result": about.outcome(entry),
    }


def details(name, record):
    """Return the page's data about a game: heading, the table at the end, the story, and its record.

    Raises ArcanaError, RuleError.
    """
    played = replay(str(record.without_undos()))
    about = load(played.name)
    return {
        "#chosen-name": text(", ".join(filter(None, [about.shown_title, record.tag("Date")]))),
        "#end": table(sheet(played.game.state()), False),
        "#story": story(about.story(played)),
        "#text": text(exported(str(record))),
    }


def record_file(name, record):
    """Return a file with the record of a game."""
    return {"name": f"{_id(name)}.arcana", "text": exported(str(record))}


def json_file(records):
    """Return a file with many games for `arcana import`. records: {name: record}."""
    games = [
        {"format": "arcana-game", "version": 1, "record": exported(str(record))}
        for name, record in sorted(records.items())
    ]
    whole = {"format": "arcana-games", "version": 1, "games": games}
    return {"name": "arcana-games.json", "text": json.dumps(whole)}


def bgstats_file(records):
    """Return a play file for BG Stats, or None if it would be empty, and sentences about missing data.

    records: {name: record}.
    """
    games, left = [], []
    for name, record in sorted(records.items()):
        try:
            played = replay(str(record.without_undos()))
            entry = make_entry(_id(name), record.tag("Device"), played)
            if entry.date:
                games.append(Game(entry, played, entry.minutes, None))
            else:
                left.append(
                    _("Game {id} is left out: a play file needs a date, and it has none.", id=_id(name))
                )
        except (ArcanaError, RuleError) as error:
            left.append(_("Game {id} is left out: {error}", id=_id(name), error=error))
    if not games:
        return None, left
    named = games[0].entry.id if len(records) == 1 else "arcana-games"
    return {"name": f"{named}.bgsplay", "text": "".join(play_file(games))}, left


def _id(name):
    """Return the id of a saved game."""
    return name.split(" ")[-2]
