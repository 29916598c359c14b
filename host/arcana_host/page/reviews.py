"""The review of a game that a device keeps, as a page to open beside that of the device."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from arcana_host.errors import RecordError
from arcana_host.translation import _

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What a review may load: nothing, as all of it is in the page."""


async def review_page(name: str, record: str) -> tuple[bytes, bool]:
    """Return (HTML of the review of a game, True), or (a sentence that says why there is none, False).

    name: what the device calls the game. record: as it is exported. It is drawn in a process of its own: the
    firmware that draws the tables may be at work in this one.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return await asyncio.get_running_loop().run_in_executor(pool, _review, name, record)


def _review(name: str, record: str) -> tuple[bytes, bool]:
    from arcana_host.games import load
    from arcana_host.replay import replay

    try:
        played = replay(record)
    except RecordError as error:
        return str(error).encode(), False
    game = load(played.name)
    review = game.review(played)
    if review is None:
        return _("There is no review of {title}.", title=game.title).encode(), False
    return review.page(_("Game {id}", id=name)), True
