"""Shell completion of games, players, card sets and results.

A library that can't be read offers nothing; completion must never fail or print anything.
"""

from collections.abc import Iterable

import typer
from arcana_portable.translation import _

MOST = 40
"""How many games are offered at most, the latest first."""


def complete_game(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Return the ids of games that begin like this, each with a description."""
    found = [("latest", _("the one played last"))]
    for entry in _entries(context):
        ended = _(entry.result or "not finished")
        about = f"{entry.date or _('no date')}, {', '.join(entry.players)}, {ended}"
        found.append((entry.id, about))
    return [one for one in found if one[0].startswith(incomplete)][:MOST]


def complete_bin(context: typer.Context, incomplete: str) -> list[str]:
    """Return the ids of games in the bin that begin like this."""
    return _beginning([entry.id for entry in _entries(context, in_bin=True)], incomplete)


def complete_player(context: typer.Context, incomplete: str) -> list[str]:
    """Return the names of players in the library that begin like this."""
    names = {name for entry in _entries(context) for name in entry.players}
    return sorted(name for name in names if name.casefold().startswith(incomplete.casefold()))


def complete_game_name(incomplete: str) -> list[str]:
    """Return the games that begin like this."""
    from arcana_host.games import NAMES, typed

    return _beginning(map(typed, NAMES), incomplete)


def complete_set(incomplete: str) -> list[str]:
    """Return the card sets that begin like this."""
    from arcana_host.library.selection import sets

    return _beginning(sets(), incomplete)


def complete_result(incomplete: str) -> list[str]:
    """Return the results that begin like this."""
    from arcana_host.library.selection import results

    return _beginning(results(), incomplete)


def complete_adversary(incomplete: str) -> list[str]:
    """Return the adversaries that begin like this."""
    from arcana_host.library.selection import adversaries

    return _beginning(adversaries(), incomplete)


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _entries(context: typer.Context, in_bin: bool = False) -> list:
    from arcana_portable.errors import ArcanaError

    from arcana_host.library.store import Library

    try:
        with Library(context.params.get("folder"), create=False) as library:
            return library.bin() if in_bin else library.games(make=False, ignored=True)
    except ArcanaError:
        return []
