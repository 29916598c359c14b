"""A game as a play file of BG Stats, the app in which board gamers log their plays.

The app's makers publish no description of `.bgsplay`. What is known is from files that the app wrote itself
and from three public programs that read or write them: Hermod (C#, class PlayFile), an exporter of games of
Anachrony (buildBgStatsExport) and one of games at Board Game Arena (bgsplay, Python). They agree on this:

- one JSON object with `about`, `players`, `locations`, `games`, `plays` and `userInfo`; players, locations
  and games have an `id` in the file; a play refers to them by `playerRefId`, `locationRefId`, `gameRefId`;
- a `uuid` names a thing for good: the same play again is brought up to date and not doubled;
- a date reads `YYYY-MM-DD HH:MM:SS`, a score is a text, `durationMin` is 0 when nobody knows;
- in a cooperative game everybody has the same score and is a winner, or nobody is; `ignored` keeps a play out
  of the app's statistics; `board` is the variant that was played;
- `bggId` is the game's number at BoardGameGeek, 220517 for The Shipwreck Arcana. Those of its expansions are
  not certain, so they stand in `board`: a wrong number would log a play of another game.
"""

import json
from typing import Any
from uuid import UUID, uuid5

from arcana_host.errors import RecordError
from arcana_host.facts import gather
from arcana_host.library import Entry
from arcana_host.naming import MODES, SETS
from arcana_host.replay import Played

BGG_ID = 220517
ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try to use a share, "
    "export or open-in function to open it with Board Game Stats."
)
_OURS = UUID("5b3c7f0e-6f0b-4f57-9a53-2d5b8f2f6c11")


def play_file(entry: Entry, played: Played, minutes: int = 0) -> str:
    """Return the text of a `.bgsplay` file.

    minutes: how long the game took, 0 when nobody knows. A game that was abandoned or is not finished is left
    out of the app's statistics. Raises RecordError when the record has no date: no play is without one.
    """
    if not entry.date:
        raise RecordError(
            f"game {entry.id} has no date, which a play file needs: "
            f'`arcana edit {entry.id}` can give it one, as in [Date "2026-11-21 20:15"].'
        )
    facts = gather(played)
    sets = " + ".join(SETS[name] for name in entry.sets)
    date = entry.date if len(entry.date) > 10 else f"{entry.date} 00:00"
    players = [
        {"id": number, "uuid": _uuid("player", name), "name": name, "isAnonymous": False, "bggUsername": ""}
        for number, name in enumerate(facts.players, 1)
    ]
    stamp = f"{date}:00"
    play = {
        "uuid": _uuid("play", entry.id),
        "gameRefId": 1,
        "playDate": stamp,
        "entryDate": stamp,
        "modificationDate": stamp,
        "durationMin": minutes,
        "rounds": entry.turns,
        "board": f"{MODES[entry.mode]}, doom {facts.difficulty}, {sets}",
        "comments": f"Doom {entry.doom} in turn {entry.turns}. Game {entry.id} of the companion.",
        "ignored": entry.result not in ("won", "lost"),
        "manualWinner": False,
        "usesTeams": False,
        "scoringSetting": 0,
        "playerScores": [_score(number, entry) for number in range(1, len(players) + 1)],
    }
    location = played.record.tag("Location")
    if location:
        play["locationRefId"] = 1
    file = {
        "about": ABOUT,
        "players": [{**player, "modificationDate": stamp} for player in players],
        "locations": [_place(location, stamp)] if location else [],
        "games": [_game(stamp)],
        "plays": [play],
        "userInfo": {"meRefId": 1},
    }
    return json.dumps(file, indent=1) + "\n"


def _game(stamp: str) -> dict[str, Any]:
    return {
        "id": 1,
        "uuid": _uuid("game", "The Shipwreck Arcana"),
        "name": "The Shipwreck Arcana",
        "bggId": BGG_ID,
        "bggName": "The Shipwreck Arcana",
        "bggYear": 2017,
        "cooperative": True,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "modificationDate": stamp,
    }


def _place(location: str, stamp: str) -> dict[str, Any]:
    return {"id": 1, "uuid": _uuid("location", location), "name": location, "modificationDate": stamp}


def _score(player: int, entry: Entry) -> dict[str, Any]:
    return {
        "playerRefId": player,
        "score": str(entry.score),
        "winner": entry.result == "won",
        "startPlayer": player == 1,
        "seatOrder": player,
        "newPlayer": False,
        "rank": 0,
    }


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_OURS, f"{kind} {name}")).upper()
