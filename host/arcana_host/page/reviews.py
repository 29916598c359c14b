"""The review of a game on a device, and the puzzles from all its games, as pages."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arcana_portable.errors import ArcanaError, NothingToReview, RecordError
from arcana_portable.translation import _, choose, language

from arcana_host.html import render
from shared_rules.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable

POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of a review: it loads nothing, as everything is in the page."""


def looked_back_at(beginning: str) -> list[str]:
    """Return the pages that exist about a finished game: "review", "puzzles", both or nothing.

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


async def review_page(name: str, record: str) -> bytes:
    """Return the review of a game as HTML, or a page that says why it has no review.

    name: of the game on the device. record: as exported. It runs in another process, because the firmware,
    which draws the tables, may run in this process.
    """
    return await _elsewhere(_review, name, record)


async def puzzles_page(records: dict[str, str]) -> bytes:
    """Return the puzzles from games as HTML, or a page that says why there are no puzzles.

    records: {name of the game on the device: record}, the latest first. It runs in another process, too.
    """
    return await _elsewhere(_puzzles, records)


async def _elsewhere(work: Callable[..., bytes], *words: Any) -> bytes:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, _explained, language(), work, *words)


def _explained(speech: str, work: Callable[..., bytes], *words: Any) -> bytes:
    """Return the page that `work` makes, or a page with its error. speech: the language of the page."""
    choose(speech)
    try:
        return work(*words)
    except ArcanaError as error:
        return render(Path(__file__).parent, "sentence.html", sentence=str(error)).encode()


def _review(name: str, record: str) -> bytes:
    from arcana_portable.replay import replay

    from arcana_host.games import load

    played = replay(record)
    game = load(played.name)
    review = game.review(played)
    if review is None:
        raise NothingToReview(_("There is no review of {title}.", title=game.shown_title))
    return review.page(_("Game {id}", id=name))


def _puzzles(records: dict[str, str]) -> bytes:
    from arcana_portable.replay import replay

    from arcana_host.games import puzzles

    by_game: dict[str, dict[str, str]] = {}
    for name, record in records.items():
        with contextlib.suppress(RecordError):
            by_game.setdefault(replay(record).name, {})[name] = record
    found = puzzles(by_game)
    assert found is not None
    return found.page()
