"""Selects games of the library by date, players, game, card sets, result and adversary.

It must not know where games are stored or how they are shown.
"""

import re
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from arcana_portable.errors import WordsError
from arcana_portable.library.entry import IGNORED, IMPORTED, REMOVED
from arcana_portable.translation import _

from arcana_host.games import NAMES, every, find, typed
from arcana_host.games.interface import DesktopGame

if TYPE_CHECKING:
    from arcana_portable.library.entry import Entry

    from arcana_host.library.rows import StoredGame

UNFINISHED = "unfinished"
_LEVELS = tuple("0123456")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class Selection(NamedTuple):
    """A filter of games; None or an empty value matches every game.

    since, until: the first and the last day, as YYYY-MM-DD, YYYY-MM or YYYY; a game without a date is in no
    range. players: who must all have played, in small or capital letters. sets: card sets or expansions that
    must all have been used. result: a value of a game's `results`, or UNFINISHED. game: the name of its
    folder, as it is typed, or a title on the score pad, in small or capital letters. adversary: a key of a
    game's `adversaries`, alone or with its level, such as "england:6". ignored: whether ignored games are
    among them. imported: only games that were imported, or only others.
    """

    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    result: str | None = None
    game: str | None = None
    adversary: str | None = None
    ignored: bool = False
    imported: bool | None = None

    def validated(self) -> "Selection":
        """Return it with an adversary's id for its name. Raises WordsError for a value that can't match."""
        for day in (self.since, self.until):
            if day is not None and not _is_date(day):
                raise WordsError(_("{day} is not a date: give YYYY-MM-DD, YYYY-MM or YYYY.", day=day))
        known = sets(self._kind)
        for name in self.sets:
            if name not in known:
                raise WordsError(
                    _(
                        "There is no card set {name}: the sets are {sets}.",
                        name=name,
                        sets=", ".join(known) or _("none"),
                    )
                )
        endings = results(self._kind)
        if self.result not in (None, *endings):
            raise WordsError(
                _(
                    "There is no result {result}: the results are {results}.",
                    result=self.result,
                    results=", ".join(endings),
                )
            )
        return self._replace(adversary=self._adversary_id())

    @property
    def _kind(self) -> str | None:
        """The name of the game, or None if `game` can only be a title."""
        return self.game if self.game in [*NAMES, *map(typed, NAMES)] else None

    def check_game(self) -> None:
        """Check the name of a game of which the library has no title. Raises WordsError."""
        if self.game is not None:
            find(self.game)

    def _adversary_id(self) -> str | None:
        if self.adversary is None:
            return None
        name, colon, level = self.adversary.lower().partition(":")
        known = adversaries(self._kind)
        if name in known and (level in _LEVELS if colon else True):
            return known[name] + colon + level
        # of an adversary's words, those in the user's language come first
        words = sorted({id: word for word, id in reversed(known.items())}.values())
        raise WordsError(
            _(
                "There is no adversary {name}: the adversaries are {known}, alone or with a level from "
                "0 to 6.",
                name=self.adversary,
                known=", ".join(words) or _("none"),
            )
        )

    def matches(self, game: "StoredGame") -> bool:
        """Return whether a game matches."""
        entry = game.entry
        return (
            self._matches_date(entry.date)
            and (self.game is None or self.game.casefold() in _names_of(entry))
            and (not self.players or self._matches_players(game))
            and (not self.sets or set(self.sets) <= set(entry.summary.get("sets", ())))
            and self.result in (None, entry.result or UNFINISHED)
            and (self.adversary is None or self._matches_adversary(game.facts))
            and self._matches_marks(entry.marks)
        )

    def hides(self, game: "StoredGame") -> bool:
        """Return whether a game does not match only because it is ignored."""
        ignored = IGNORED in game.entry.marks and not self.ignored
        return ignored and self._replace(ignored=True).matches(game)

    def _matches_players(self, game: "StoredGame") -> bool:
        played = {name.casefold() for name in game.facts["players"]}
        return {name.casefold() for name in self.players} <= played

    def _matches_marks(self, marks: tuple[str, ...]) -> bool:
        is_shown = REMOVED not in marks and (self.ignored or IGNORED not in marks)
        return is_shown and self.imported in (None, IMPORTED in marks)

    def _matches_adversary(self, facts: dict[str, Any]) -> bool:
        fought = [facts.get(key) or "" for key in ("adversary", "second")]
        return self.adversary in fought + [each.split(":")[0] for each in fought]

    def _matches_date(self, day: str | None) -> bool:
        if self.since is None and self.until is None:
            return True
        if day is None:
            return False
        since, until = self.since or "", self.until or ""
        return day[: len(since)] >= since and day[: len(until)] <= until


def sets(game: str | None = None) -> list[str]:
    """Return the card sets and expansions of a game, or of all."""
    return list(dict.fromkeys(name for one in _games(game) for name in one.sets))


def results(game: str | None = None) -> list[str]:
    """Return the words for how a game, or any game, can have ended."""
    return [*dict.fromkeys(word for one in _games(game) for word in one.results), UNFINISHED]


def adversaries(game: str | None = None) -> dict[str, str]:
    """Return {typed name: id} of the adversaries of a game, or of all."""
    return {word: id for one in _games(game) for word, id in one.adversaries().items()}


def _games(game: str | None) -> list[DesktopGame]:
    return every() if game is None else [find(game)]


def _names_of(entry: "Entry") -> tuple[str, ...]:
    return typed(entry.game), entry.game, str(entry.summary.get("title", "")).casefold()


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "0000-01-01"[len(text) :])
    except ValueError:
        return False
    return True
