"""Which games somebody wants to look at: by date, players, card sets and result.

It must not know where games are kept nor how they are shown.
"""

import re
from datetime import date
from typing import NamedTuple

from arcana_host.errors import WordsError
from arcana_host.games.shipwreck.facts import Facts
from arcana_host.library.store import Entry
from shared_rules.shipwreck import SETS

RESULTS = ("won", "lost", "abandoned", "unfinished")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class Selection(NamedTuple):
    """What a game has to be like; what is None or empty allows every game.

    since, until: the first and the last day, as YYYY-MM-DD, YYYY-MM or YYYY; a game without a date is in no
    range. players: names of people who all sat at the table. sets: card sets that were all in the deck.
    result: one of RESULTS.
    """

    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    result: str | None = None

    def checked(self) -> "Selection":
        """Return itself. Raises WordsError with a sentence about what can never fit."""
        for day in (self.since, self.until):
            if day is not None and not _is_date(day):
                raise WordsError(f"{day} is no date: give YYYY-MM-DD, YYYY-MM or YYYY.")
        for name in self.sets:
            if name not in SETS:
                raise WordsError(f"There is no card set {name}: the sets are {', '.join(SETS)}.")
        if self.result not in (None, *RESULTS):
            raise WordsError(f"There is no result {self.result}: the results are {', '.join(RESULTS)}.")
        return self

    def fits(self, entry: Entry, facts: Facts | None) -> bool:
        """Return whether a game is one of those that are wanted."""
        return (
            self._fits_date(entry.date)
            and set(self.players) <= set(facts.players if facts else entry.players)
            and set(self.sets) <= set(entry.sets)
            and self.result in (None, entry.result or "unfinished")
        )

    def _fits_date(self, day: str | None) -> bool:
        if self.since is None and self.until is None:
            return True
        if day is None:
            return False
        since, until = self.since or "", self.until or ""
        return day[: len(since)] >= since and day[: len(until)] <= until


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True
