"""The review of a game on a device, and the puzzles from all its games, as pages."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from arcana_host.errors import ArcanaError, RecordError
from arcana_host.translation import _
from shared_rules.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of a review: it loads nothing, as everything is in the page."""


def looked_back_at(beginning: str) -> list[str]:
    """Return what there is of a game after it: "review", "puzzles", both or nothing.

    beginning: of its record, as from `journals.beginning`.
    """
    from arcana_host.games import load
    from arcana_host.games.interface import DesktopGame
    from shared_rules.games import name_of

    try:
        game = type(load(name_of(beginning.rpartition("\n")[2])))
    except RuleError:
        return []
    return [what for what in ("review", "puzzles") if getattr(game, what) is not getattr(DesktopGame, what)]


async def review_page(name: str, record: str) -> tuple[bytes, bool]:
    """Return (HTML of the review of a game, True), or (a sentence that says why there is none, False).

    name: of the game on the device. record: as exported. It runs in another process, because the firmware,
    which draws the tables, may run in this one.
    """
    return await _elsewhere(_review, name, record)


async def puzzles_page(records: dict[str, str]) -> tuple[bytes, bool]:
    """Return (HTML of the puzzles from games, True), or (a sentence that says why there are none, False).

    records: {name of the game on the device: record}. It runs in another process, too.
    """
    return await _elsewhere(_puzzles, records)


async def _elsewhere(work: Callable[..., tuple[bytes, bool]], *words: Any) -> tuple[bytes, bool]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *words)


def _review(name: str, record: str) -> tuple[bytes, bool]:
    from arcana_host.games import load
    from arcana_host.replay import replay

    try:
        played = replay(record)
        game = load(played.name)
        review = game.review(played)
    except ArcanaError as error:
        return str(error).encode(), False
    if review is None:
        return _("There is no review of {title}.", title=game.title).encode(), False
    return review.page(_("Game {id}", id=name)), True


def _puzzles(records: dict[str, str]) -> tuple[bytes, bool]:
    from arcana_host.games import puzzles
    from arcana_host.replay import replay

    by_game: dict[str, dict[str, str]] = {}
    for name, record in records.items():
        with contextlib.suppress(RecordError):
            by_game.setdefault(replay(record).name, {})[name] = record
    try:
        found = puzzles(by_game, None)
    except ArcanaError as error:
        return str(error).encode(), False
    assert found is not None
    return found.page(), True
