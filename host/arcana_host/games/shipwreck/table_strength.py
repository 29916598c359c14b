"""The strength of the table whose game is reviewed, and what its earlier games say of it.

What is worked out of a game stays in a file beside the library, as it takes some tenths of a second a game.
It needs no numpy before a game is studied.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_host.errors import ArcanaError, RecordError, WordsError
from arcana_host.files import write_bytes
from arcana_host.replay import Played, replay
from arcana_host.translation import _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arcana_host.games.shipwreck.coach import Strength

_MOST_CACHED = 20_000


class TableStrength(NamedTuple):
    """Whose chances are shown.

    points: [(Strength, weight)], which stand for what the strength can be. games: how many earlier games say
    so, 0 if only the reviewed one does. given: whether it was chosen and not estimated.
    """

    points: list[tuple[Strength, float]]
    games: int = 0
    given: bool = False

    @property
    def slips(self) -> float:
        """The mean share of slips, 0 to 1."""
        return sum(weight * strength.slips for strength, weight in self.points)

    @property
    def level(self) -> int:
        """The level with the greatest weight."""
        one = sum(weight for strength, weight in self.points if strength.level == 1)
        return int(one > 0.5)

    def as_json(self) -> dict[str, Any]:
        """Return the same as JSON data."""
        shown = [{**strength._asdict(), "weight": weight} for strength, weight in self.points]
        return {"given": self.given, "earlier_games": self.games, "points": shown}


class Study(NamedTuple):
    """What is worked out of one game, whoever reviews it.

    evidence: of the strength of its table, see `coach.strength`. plays: {player: costs of the judged plays}.
    costly: [(turn, "play" or "group", cost)] of the decisions that cost something, where one certain choice
    was better.
    """

    evidence: list[list[float]]
    plays: dict[str, list[float]]
    costly: list[tuple[int, str, float]]


def parse_strength(words: str) -> TableStrength:
    """Return the strength that somebody typed, such as "0,0.15". Raises WordsError."""
    from arcana_host.games.shipwreck.coach import Strength

    level, comma, slips = words.partition(",")
    try:
        strength = Strength(int(level), float(slips))
    except ValueError:
        strength = None
    if not strength or not comma or strength.level not in (0, 1) or not 0 <= strength.slips <= 1:
        raise WordsError(
            _(
                "A strength is a level, 0 or 1, and the share of slips, 0 to 1, such as 0,0.15; this is "
                "{words}.",
                words=words,
            )
        )
    return TableStrength([(strength, 1.0)], given=True)


def estimate(studies: Iterable[Study], earlier: bool) -> TableStrength:
    """Return the strength that games show. earlier: whether these are earlier games than the reviewed one."""
    import numpy as np

    from arcana_host.games.shipwreck.coach.strength import posterior

    studies = list(studies)
    found = posterior(np.array(study.evidence) for study in studies)
    return TableStrength(found, len(studies) if earlier else 0)


def study(played: Played) -> Study:
    """Return the study of a game."""
    import numpy as np

    from arcana_host.games.shipwreck.assessment import judge
    from arcana_host.games.shipwreck.coach.strength import Evidence
    from arcana_host.games.shipwreck.review import review

    turns, evidence = review(played), Evidence()
    plays: dict[str, list[float]] = {}
    costly = []
    for turn, decisions in zip(turns, judge(played, turns, evidence), strict=True):
        for decision in decisions:
            if decision.kind == "play" and decision.judged:
                plays.setdefault(turn.active, []).append(round(decision.cost, 4))
            known = decision.kept or decision.kind == "group"
            if decision.cost and known and decision.done.events and decision.best.events:
                costly.append((turn.number, decision.kind, round(decision.cost, 4)))
    return Study(np.round(evidence.logs(), 3).tolist(), plays, costly)


def study_all(records: Iterable[str], cache: Path | None) -> dict[str, Study]:
    """Return {record: the study of its game}; a record that does not replay has none.

    cache: the file in which studies stay, None for none; a damaged one is written anew.
    """
    known = _read(cache)
    version = _version()
    found: dict[str, Study] = {}
    fresh = False
    try:
        for record in records:
            key = hashlib.sha256(f"{version} {record}".encode()).hexdigest()[:24]
            if key not in known:
                try:
                    known[key] = list(study(replay(record)))
                    fresh = True
                except RecordError:
                    continue
            evidence, plays, costly = known[key]
            found[record] = Study(evidence, plays, [(turn, kind, cost) for turn, kind, cost in costly])
    finally:
        # whoever gave up waiting finds here what was done
        if fresh:
            _write(cache, known)
    return found


def _version() -> str:
    """Return what a study depends on besides the record: the coach, its weights, and what judges by it."""
    here = Path(__file__).parent
    files = [*sorted((here / "coach").glob("*.py")), here / "coach" / "value.json", here / "assessment.py"]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _read(cache: Path | None) -> dict[str, Any]:
    try:
        known = json.loads(cache.read_text(encoding="utf-8")) if cache else {}
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _write(cache: Path | None, known: dict[str, Any]) -> None:
    if cache is None:
        return
    newest = dict(list(known.items())[-_MOST_CACHED:])
    # a review without it is only slower
    with contextlib.suppress(ArcanaError):
        write_bytes(cache, json.dumps(newest).encode(), True)
