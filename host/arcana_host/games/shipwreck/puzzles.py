"""Positions of one's own games in which a choice cost much, to be tried again.

It must not know where the games are kept.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from arcana_host.games.review import Puzzle, Puzzles
from arcana_host.games.shipwreck.assessment_words import describe_cost
from arcana_host.games.shipwreck.play_words import describe_events, describe_play
from arcana_host.games.shipwreck.table_sheet import sentences, sheet
from arcana_host.replay import Played, replay
from arcana_host.translation import _

if TYPE_CHECKING:
    from pathlib import Path

    from arcana_host.games.shipwreck.assessment import Decision

MOST = 8
"""At most so many are given, and one of a game and turn."""


def puzzles(records: dict[str, str], cache: Path | None) -> Puzzles:
    """Return the positions of games where a choice cost most.

    records: {id: record}. cache: the file for what is worked out of them, None for none. Raises ArcanaError
    without numpy.
    """
    from arcana_host.games.shipwreck.extra import need_numpy

    need_numpy()
    from arcana_host.games.shipwreck.assessment import DECISIVE
    from arcana_host.games.shipwreck.table_strength import study_all

    found = []
    studies = study_all(records.values(), cache)
    for game, record in records.items():
        if record in studies:
            costly = studies[record].costly
            found += [(cost, game, turn, kind) for turn, kind, cost in costly if cost >= DECISIVE]
    found.sort(key=lambda each: (-each[0], each[1:]))
    shown: list[Puzzle] = []
    pictures: list[str] = []
    taken = set()
    for _cost, game, turn, kind in found:
        if (game, turn) in taken or len(shown) == MOST:
            continue
        taken.add((game, turn))
        played = replay(records[game])
        decision = _decision(played, turn, kind)
        if decision:
            shown.append(_puzzle(game, turn, decision))
            pictures.append(_picture(played, decision))
    return Puzzles(shown, lambda: _page(shown, pictures))


def _decision(played: Played, turn: int, kind: str) -> Decision | None:
    """Return a decision of a game."""
    from arcana_host.games.shipwreck.assessment import assess
    from arcana_host.games.shipwreck.coach.strength import ASSUMED
    from arcana_host.games.shipwreck.review import review

    turns = review(played)
    for one, assessment in zip(turns, assess(played, turns, ASSUMED), strict=True):
        if one.number == turn:
            return assessment.worst(kind)
    return None


def _puzzle(game: str, turn: int, decision: Decision) -> Puzzle:
    table = decision.game
    hand: tuple[int, ...] = ()
    if decision.kind == "play":
        hand = tuple(sorted((int(decision.done.events[0].split(" ")[1]), decision.kept)))
        asked = _(
            "{player} holds {first} and {second}. What is the best play?",
            player=table.active,
            first=hand[0],
            second=hand[1],
        )
    else:
        asked = _(
            "{play} was played. What does the group do best: predict, and what, wait, or use a power?",
            play=describe_play(table, f"play {table.last_play[0]} {table.last_play[1]}"),
        )
    answer = [describe_cost(decision)]
    if decision.kind == "play":
        answer.append(_("You chose: {way}.", way=describe_events(table, decision.done.events)))
    data = {
        "game": game,
        "turn": turn,
        "kind": decision.kind,
        "player": table.active,
        "hand": list(hand),
        "events": list(table.events),
        **{name: getattr(decision, name)._asdict() for name in ("done", "best")},
        "cost": decision.cost,
    }
    heading = _("Turn {turn}: {player}", turn=turn, player=table.active)
    return Puzzle(game, heading, [*sentences(sheet(table.state())), asked], answer, data)


def _picture(played: Played, decision: Decision) -> str:
    from arcana_host.games.shipwreck.final_table import picture

    image = picture(list(decision.game.events), ", ".join(played.players), 2)
    return f"data:image/png;base64,{base64.b64encode(image).decode()}"


def _page(shown: list[Puzzle], pictures: list[str]) -> bytes:
    from pathlib import Path

    from arcana_host.html import render

    pairs = list(zip(shown, pictures, strict=True))
    return render(Path(__file__).parent, "puzzles.html", title=_("Try again"), pairs=pairs).encode()
