"""A game as a play file of BG Stats, the app in which board gamers log their plays.

It runs on CPython and, in the browser, on MicroPython.

There is no published description of `.bgsplay`. This is known from files that the app wrote, and from three
public programs that read or write them: Hermod (C#, class PlayFile), an exporter for Anachrony
(buildBgStatsExport) and an exporter for Board Game Arena (bgsplay, Python). They agree on this:

- one JSON object with `about`, `players`, `locations`, `games`, `plays` and `userInfo`; players, locations
  and games have an `id` in the file; a play refers to them by `playerRefId`, `locationRefId`, `gameRefId`;
- a `uuid` identifies a thing for ever: importing the same play again updates it;
- a date reads `YYYY-MM-DD HH:MM:SS`, a score is a text, `durationMin` is 0 if unknown;
- `manualWinner` is true where the winners do not follow from the scores: those with the highest, or with the
  lowest where `highestWins` is false, and nobody without scores;
- `cooperative`, `highestWins` and `noPoints` belong to the game, independent of its plays;
- a player's faction or the like is the `role` beside the score;
- in a cooperative game everybody has the same score and is a winner, or nobody is; `ignored` keeps a play out
  of the app's statistics; `board` is the variant that was played;
- `bggId` is the game's id at BoardGameGeek. Ids of expansions are uncertain, so `board` names expansions: a
  wrong id would log a play of another game.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from arcana_portable.errors import RecordError
from arcana_portable.games import every, load
from arcana_portable.library.entry import IGNORED
from arcana_portable.library.tags import read_date
from arcana_portable.translation import _
from shared_rules.play_link import play_link

if TYPE_CHECKING:
    from arcana_portable.library.entry import Game
    from shared_rules.play_link import Play

ABOUT = (
    "This is a Play file that can be read by Board Game Stats. If you see this text, try "
    "to use a share, export or open-in function to open it with Board Game Stats."
)
_OURS = UUID("5b3c7f0e-6f0b-4f57-9a53-2d5b8f2f6c11")


def play_file(games: "Iterable[Game]") -> Iterator[str]:
    """Yield the parts of a `.bgsplay` file with these games, whose dates and lengths are in their entries.

    The properties of a game in the box follow from all its plays, in any order. A game that was abandoned, is
    not finished or is ignored is left out of the app's statistics.
    Raises RecordError when a record has no date: a play needs a date.
    """
    players, places, titles = _NumberedNames("player"), _NumberedNames("location"), _NumberedNames("game")
    boxes: dict[str, _Box] = {}
    changed = ""
    waiting: list[tuple[str, _Box, list[bool]]] = []
    yield f'{{\n"about": {json.dumps(ABOUT)},\n"plays": ['
    for game in games:
        shared = game.played.game.as_play()
        title, everybody = shared[0], shared[3]
        play = _play(game, shared, players, places, titles)
        changed = max(changed, play["playDate"])
        box = boxes.setdefault(title, _Box(title))
        box.add(game, shared)
        follows = [_follows(everybody, highest) for highest in (False, True)]
        # as text, which takes less memory
        waiting.append((json.dumps(play)[:-1], box, follows))
    for count, (text, box, follows) in enumerate(waiting):
        manual = json.dumps(not follows[box.highest_wins()])
        yield (",\n" if count else "\n") + text + ', "manualWinner": ' + manual + "}"
    player = {"isAnonymous": False, "bggUsername": "", "modificationDate": changed}
    place = {"modificationDate": changed}
    for kind, things in (
        ("players", [one | player for one in players.all()]),
        ("locations", [one | place for one in places.all()]),
        (
            "games",
            [one | boxes[one["name"]].fields() | {"modificationDate": changed} for one in titles.all()],
        ),
    ):
        yield f'\n],\n"{kind}": [' + ",".join(["\n" + json.dumps(one) for one in things])
    yield '\n],\n"userInfo": {"meRefId": 1}\n}\n'


def app_link(game: "Game", room: int) -> str | None:
    """Return the link that opens the app with a game, at most `room` characters long, or None if `room` is
    too short.

    Raises RecordError for a game that was not played to its end.
    """
    entry, about = game.entry, load(game.entry.game)
    if entry.result in (None, "abandoned"):
        raise RecordError(_("game {id} was not played to its end.", id=entry.id))
    date = read_date(entry.date)
    more = [
        ("playDate", date.isoformat(" ") if date else ""),
        ("durationMin", game.minutes),
        ("board", about.board(entry, game.facts)),
        ("location", entry.location),
        ("comments", about.comment(entry)),
    ]
    known = [(key, value) for key, value in more if value]
    return play_link(game.played.game.as_play(), entry.id, room, about.roles(game.played), known)


class _NumberedNames:
    """Numbers for names, as a file refers to them by number. kind: the kind of thing that they name."""

    def __init__(self, kind: str):
        self._kind = kind
        self._names: list[str] = []

    def number(self, name: str) -> int:
        if name not in self._names:
            self._names.append(name)
        return self._names.index(name) + 1

    def all(self) -> list[dict[str, Any]]:
        return [
            {"id": number, "uuid": _uuid(self._kind, name), "name": name}
            for number, name in enumerate(self._names, 1)
        ]


def _play(
    game: "Game", shared: "Play", players: _NumberedNames, places: _NumberedNames, titles: _NumberedNames
) -> dict[str, Any]:
    entry, about = game.entry, load(game.entry.game)
    date = read_date(entry.date)
    if date is None:
        raise RecordError(
            _(
                "game {id} has no date, which a play file needs: `arcana edit {id}` can give it one, "
                'as in [Date "2026-11-21 20:15"].',
                id=entry.id,
            )
        )
    stamp = date.isoformat(" ")
    title, _number, _highest, everybody = shared
    roles = about.roles(game.played)
    play = {
        "uuid": _uuid("play", entry.id),
        "gameRefId": titles.number(title),
        "playDate": stamp,
        "entryDate": stamp,
        "modificationDate": stamp,
        "durationMin": game.minutes or 0,
        "rounds": entry.turns,
        "board": about.board(entry, game.facts),
        "comments": f"{about.comment(entry)} Game {entry.id} of the companion.".strip(),
        "ignored": entry.result in (None, "abandoned") or IGNORED in entry.marks,
        "usesTeams": False,
        "scoringSetting": 0,
        "playerScores": [
            _score(seat, players.number(name), points, won, roles.get(name, ""))
            for seat, (name, points, won) in enumerate(everybody, 1)
        ],
    }
    if entry.location:
        play["locationRefId"] = places.number(entry.location)
    return play


class _Box:
    """The entry of a game in the box, from all its plays.

    On the score pad, plays of the same title may differ in who wins, and a title may equal another game's.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._highest = 0
        self._counted = False
        self._cooperative = True
        self._known = (0, 0)

    def add(self, game: "Game", shared: "Play") -> None:
        """Add a play."""
        _title, number, highest, everybody = shared
        # a result from a link is on the score pad, regardless of the game played
        known = [each for each in every() if each.title == self._title]
        about = known[0] if known else load(game.entry.game)
        self._highest += 1 if highest else -1
        self._counted = self._counted or any([points is not None for _, points, _ in everybody])
        together = len({won for _, _, won in everybody}) == 1
        self._cooperative = self._cooperative and about.cooperative and together
        self._known = max(self._known, (number, about.year))

    def highest_wins(self) -> bool:
        """Return whether the highest score wins in most plays, or in as many as not."""
        return self._highest >= 0

    def fields(self) -> dict[str, Any]:
        """Return the fields, except the fields by which a file refers to the game."""
        number, year = self._known
        return {
            "bggId": number,
            "bggName": self._title if number else "",
            "bggYear": year,
            "cooperative": self._cooperative,
            "highestWins": self.highest_wins(),
            "noPoints": not self._counted,
            "usesTeams": False,
        }


def _follows(everybody: "list[tuple[str, int | None, bool]]", highest: bool) -> bool:
    """Return whether the winners follow from the points. everybody, highest: see `Game.as_play`."""
    scores = [points for _, points, _ in everybody if points is not None]
    won = [wins for _, _, wins in everybody]
    if len(scores) < len(everybody):
        return not any(won)
    best = max(scores) if highest else min(scores)
    return won == [points == best for points in scores]


def _score(seat: int, player: int, points: int | None, won: bool, role: str) -> dict[str, Any]:
    score = {
        "playerRefId": player,
        "score": "" if points is None else str(points),
        "winner": won,
        "startPlayer": seat == 1,
        "seatOrder": seat,
        "newPlayer": False,
        "rank": 0,
    }
    return score | {"role": role} if role else score


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_OURS, f"{kind} {name}")).upper()
