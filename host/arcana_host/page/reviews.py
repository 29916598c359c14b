"""The review of a game on a device, as a page."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from arcana_host.errors import ArcanaError
from arcana_host.translation import _

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The Content-Security-Policy of a review: it loads nothing, as everything is in the page."""


async def review_page(name: str, record: str) -> tuple[bytes, bool]:
    """Return (HTML of the review of a game, True), or (a sentence that says why there is none, False).

    name: of the game on the device. record: as exported. It runs in another process, because the firmware,
    which draws the tables, may run in this one.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, _review, name, record)


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
