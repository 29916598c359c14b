"""Positions of the user's games in which a choice cost much, to be tried again.

It must not know where the games are kept.
"""

from __future__ import annotations

import base64
import contextlib
from typing import TYPE_CHECKING

from arcana_portable.errors import RecordError
from arcana_portable.games.shipwreck.table_sheet import sentences, sheet
from arcana_portable.replay import replay
from arcana_portable.translation import _

from arcana_host.games.review import Puzzle, Puzzles
from arcana_host.games.shipwreck.assessment_words import describe_cost, describe_yardstick
from arcana_host.games.shipwreck.play_words import describe_events, describe_play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arcana_host.games.shipwreck.assessment import Decision

MOST = 8
"""The maximum number of positions, at most one from each turn."""

GAMES = 50
"""How many games, the latest, they are taken from."""

LEAST = 5
"""Points that a choice must have cost."""


def puzzles(records: Mapping[str, str]) -> Puzzles:
    """Return the positions of games where a choice cost most.

    records: {id: record}, the latest first. Raises ArcanaError without numpy.
    """
    from arcana_host.games.shipwreck.extra import need_numpy

    need_numpy()
    found: list[tuple[str, Decision]] = []
    for game, record in list(records.items())[:GAMES]:
        with contextlib.suppress(RecordError):
            found += [(game, decision) for decision in _costly(record)]
    found.sort(key=lambda each: (-each[1].cost, each[0], each[1].turn))
    shown: dict[tuple[str, int], Decision] = {}
    for game, decision in found:
        shown.setdefault((game, decision.turn), decision)
    chosen = list(shown.items())[:MOST]
    given = [_puzzle(game, decision) for (game, _turn), decision in chosen]
    return Puzzles(
        describe_yardstick(), given, lambda: _page(given, [_picture(decision) for _key, decision in chosen])
    )


def _costly(record: str) -> list[Decision]:
    """Return the decisions of a game that cost LEAST points or more, where a certain choice was better."""
    from arcana_host.games.shipwreck.whole_review import review_completely

    decisions = [each for one in review_completely(replay(record)).assessed for each in one.decisions]
    return [each for each in decisions if each.cost >= LEAST and each.done.events and each.best.events]


def _puzzle(game: str, decision: Decision) -> Puzzle:
    table = decision.game
    hand = tuple(sorted(decision.hand))
    if decision.kind == "play":
        asked = _(
            "{player} holds {first} and {second}. What is the best play?",
            player=table.active,
            first=hand[0],
            second=hand[1],
        )
    else:
        asked = _(
            "{play} was played. What should the group do: predict (which value?), wait, or use a power?",
            play=describe_play(table, f"play {table.last_play[0]} {table.last_play[1]}"),
        )
    answer = [describe_cost(decision)]
    if decision.kind == "play":
        answer.append(_("You chose: {way}.", way=describe_events(table, decision.done.events)))
    data = {
        "game": game,
        "turn": decision.turn,
        "player": table.active,
        "hand": list(hand),
        "events": list(table.events),
        **decision.as_json(),
        "yardstick": describe_yardstick(),
    }
    heading = _("Turn {turn}: {player}", turn=decision.turn, player=table.active)
    return Puzzle(game, heading, [*sentences(sheet(table.state())), asked], answer, data)


def _picture(decision: Decision) -> str:
    from arcana_host.games.shipwreck.final_table import picture

    image = picture(list(decision.game.events), 2)
    return f"data:image/png;base64,{base64.b64encode(image).decode()}"


def _page(shown: list[Puzzle], pictures: list[str]) -> bytes:
    from pathlib import Path

    from arcana_host.html import render

    pairs = list(zip(shown, pictures, strict=True))
    return render(
        Path(__file__).parent,
        "puzzles.html",
        title=_("Try again"),
        yardstick=describe_yardstick(),
        pairs=pairs,
    ).encode()
