"""`arcana suggest`: the difficulty at which a group wins about half of its games."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from arcana_host.cli.options import JsonOption, LibraryOption
from arcana_host.games.shipwreck.about import NAME, TITLE
from arcana_host.games.shipwreck.simulate_command import Mode, set_option
from arcana_host.translation import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arcana_host.games.shipwreck.coach.simulation import Outcome, Summary
    from arcana_host.games.shipwreck.table_strength import TableStrength
    from arcana_host.library.store import Library
    from arcana_host.link.device import Device

app = typer.Typer()

_LATEST_GAMES = 10
"""At most so many games tell how strong the group is, as in a review."""

_FEWEST_GAMES = 3
"""A device gets no suggestion from fewer games."""

_ROWS = 4
"""So many first rows stand for all."""

_MOST_PLAYERS = 5

_DOOMS = (0, 2, 4, 6)
"""The rulebook's difficulties, which the companion offers."""


class Help(StrEnum):
    """A level of help as the record names it."""

    KEEPER = "keeper"
    NUMBER_LINE = "number-line"
    ORACLE = "oracle"


class Evening(NamedTuple):
    """What a group plays: the mode, the card sets and the help as in the setup of a record."""

    mode: str
    sets: tuple[str, ...]
    help: str


class Tried(NamedTuple):
    """A difficulty, and how games at it ended. doom: at the start."""

    doom: int
    summary: Summary


@app.command(name="suggest", rich_help_panel=TITLE)
def suggest(
    players: Annotated[
        str,
        typer.Option(
            "--players", metavar="NAMES", help=_("Who plays, two to five names, such as Ann,Bo,Cy.")
        ),
    ],
    mode: Annotated[
        Mode | None,
        typer.Option(
            "--mode",
            metavar="MODE",
            help=_("What is played: {modes}.", modes=", ".join(Mode)),
            show_default=_("as in their latest game"),
        ),
    ] = None,
    sets: Annotated[list[str] | None, set_option(_("as in their latest game"))] = None,
    level_of_help: Annotated[
        Help | None,
        typer.Option(
            "--assist",
            metavar="HELP",
            help=_("How much the companion helps: {levels}.", levels=", ".join(Help)),
            show_default=_("as in their latest game"),
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=10, max=10_000, help=_("How many games to simulate for a difficulty.")
        ),
    ] = 120,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Suggest the difficulty at which a group wins about half of its games.

    Its earlier games say how strong it is, and bots of that strength play.
    """
    from arcana_host.cli.names import read_names
    from arcana_host.cli.options import print_json, progress
    from arcana_host.errors import WordsError
    from arcana_host.games.shipwreck.extra import need_numpy
    from arcana_host.library.store import Library

    need_numpy()
    names = read_names([players])
    if len(names) > _MOST_PLAYERS:
        raise WordsError(_("At most {most} can play The Shipwreck Arcana.", most=_MOST_PLAYERS))
    with Library(folder) as library, progress(as_json) as shown:
        records = _earlier(library, names)
        evening = _evening(records, mode, sets, level_of_help)
        some = _alike(records, evening)
        judged = shown.track(some, description=_("Judging earlier games"))
        strength = _strength(judged, library, bool(some))

    def attempt(doom: int) -> Tried:
        found = Tried(doom, _simulate(evening, len(names), doom, strength, games))
        if not as_json:
            print(_describe(found), flush=True)
        return found

    if not as_json:
        print(_describe_group(strength))
        print(_describe_evening(evening))
    tried = _search(attempt)
    best = min(tried, key=_off)
    if as_json:
        rows = [{"doom": each.doom, **each.summary.as_json()} for each in sorted(tried)]
        group = {"players": names, **evening._asdict(), "strength": strength.as_json()}
        print_json({**group, "doom": best.doom, "tried": rows})
        return
    print(_conclude(best))


def advise(device: Device, library: Library) -> str:
    """Send the device the doom at which its players win about half of their games; see `DesktopGame.advise`.

    It takes a moment, as it trusts the estimated chances and lets nobody play.
    """
    from arcana_host.games.shipwreck.extra import has_numpy

    settings = device.call("settings")["settings"]
    if not has_numpy() or "adventurers" not in settings:
        return ""
    names = str(settings["names"]).split(",")[: settings["players"]]
    evening = Evening(settings["mode"], tuple(settings["sets"].split(",")), settings["assist"])
    some = _alike(_earlier(library, names), evening)
    if len(some) < _FEWEST_GAMES or evening.mode not in tuple(Mode):
        return ""
    doom = _even(evening, len(names), _strength(some, library, True))
    device.call("settings", set={"even": " ".join([str(doom), evening.mode, evening.help, *sorted(names)])})
    return _(
        "{players} would now win about half of their games with doom {doom}; New game says so.",
        players=", ".join(names),
        doom=doom,
    )


def _even(evening: Evening, players: int, strength: TableStrength) -> int:
    """Return the doom with the chance to win nearest to a half, by the values of positions at the start."""
    from arcana_host.games.shipwreck.coach import player_model
    from arcana_host.games.shipwreck.coach.forecast import Outlook
    from arcana_host.games.shipwreck.coach.table import Table, Variant

    def chance(doom: int) -> float:
        variant, chances = Variant(evening.mode, players, evening.sets, doom), []
        for row in range(_ROWS):
            outlook = Outlook(strength.points)
            outlook.apply(Table(variant, player_model(strength.level), row).game.events[0])
            chances.append(outlook.chance())
        return sum(chances) / len(chances)

    return min(_DOOMS, key=lambda doom: abs(chance(doom) - 0.5))


def _alike(records: list[str], evening: Evening) -> list[str]:
    """Return the latest games with this help, as more help is another strength; others if there are none."""
    alike = [record for record in records if _setup(record).help == evening.help] or records
    return alike[:_LATEST_GAMES]


def _strength(records: Iterable[str], library: Library, earlier: bool) -> TableStrength:
    from arcana_host.games.review import CACHE
    from arcana_host.games.shipwreck.table_strength import estimate, study_all

    return estimate(study_all(records, library.path.parent / CACHE).values(), earlier)


def _earlier(library: Library, names: list[str]) -> list[str]:
    """Return the records of the finished games at which two of these players sat, the latest first."""
    wanted = {name.casefold() for name in names}
    return [
        entry.record
        for entry in library.games()
        if entry.game == NAME
        and entry.result in ("won", "lost")
        and len(wanted.intersection(name.casefold() for name in entry.players)) >= 2
    ]


def _setup(record: str) -> Evening:
    """Return what was played in a game."""
    from shared_rules.record import Record

    _verb, mode, *words = Record.from_text(record).folded().events[0].split(" ")
    named = dict(word.split("=", 1) for word in words)
    return Evening(mode, tuple(named["sets"].split(",")), named.get("assist", Help.KEEPER.value))


def _evening(
    records: list[str], mode: Mode | None, sets: list[str] | None, level_of_help: Help | None
) -> Evening:
    """Return what is to be played: what was chosen, else as in the latest game. Raises WordsError."""
    from arcana_host.games.shipwreck.simulate_command import check_sets

    latest = _setup(records[0]) if records else Evening(Mode.STANDARD.value, ("base",), Help.KEEPER.value)
    chosen = check_sets(sets) if sets else latest.sets
    return Evening(
        mode.value if mode else latest.mode, chosen, level_of_help.value if level_of_help else latest.help
    )


def _simulate(evening: Evening, players: int, doom: int, strength: TableStrength, games: int) -> Summary:
    """Let bots play: each game with a strength that the group can have, as often as it is likely."""
    from arcana_host.games.shipwreck.coach import player_model
    from arcana_host.games.shipwreck.coach.simulation import simulate, summarize
    from arcana_host.games.shipwreck.coach.table import Variant

    variant = Variant(evening.mode, players, evening.sets, doom)
    outcomes: list[Outcome] = []
    for number, (one, weight) in enumerate(strength.points):
        model, count = player_model(one.level), max(1, round(games * weight))
        outcomes += simulate(variant, model, count, seed=number, slips=one.slips)
    return summarize(outcomes)


def _search(attempt: Callable[[int], Tried]) -> list[Tried]:
    """Return what was tried on the way to the difficulty at which half of the games are won."""
    low, high = 0, len(_DOOMS) - 1
    tried: list[Tried] = []
    while low <= high:
        middle = (low + high) // 2
        tried.append(attempt(_DOOMS[middle]))
        if tried[-1].summary.share > 0.5:
            low = middle + 1
        else:
            high = middle - 1
    return tried


def _off(tried: Tried) -> tuple[float, int]:
    """Return how far from half of the games were won; of equals, the easier is first where too few were."""
    share = tried.summary.share
    return abs(share - 0.5), tried.doom if share < 0.5 else -tried.doom


def _describe_group(strength: TableStrength) -> str:
    from arcana_host.games.shipwreck.assessment_words import describe_strength

    if strength.games:
        return describe_strength(strength)
    return _("The library has no finished game of two of these players, so this is for an average group.")


def _describe_evening(evening: Evening) -> str:
    from arcana_host.games.shipwreck.about import SETS
    from arcana_host.games.shipwreck.naming import LEVELS, MODES

    return _(
        "{mode}; cards: {sets}; help: {level}.",
        mode=_(MODES[evening.mode]),
        sets=", ".join(_(SETS[name]) for name in evening.sets),
        level=_(LEVELS[evening.help]),
    )


def _describe(tried: Tried) -> str:
    from arcana_host.wording import percent

    summary = tried.summary
    return _(
        "Doom {doom} at the start: won {share} (95% interval: {low} to {high}).",
        doom=tried.doom,
        share=percent(summary.share),
        low=percent(summary.low),
        high=percent(summary.high),
    )


def _conclude(best: Tried) -> str:
    """Return what to begin with, and what to do where even that is too easy or too hard."""
    sentence = _("Begin with doom {doom}.", doom=best.doom)
    if best.doom == _DOOMS[-1] and best.summary.low > 0.5:
        return sentence + " " + _("If you want it harder still, choose less help.")
    if best.doom == 0 and best.summary.high < 0.5:
        return sentence + " " + _("If you want it easier still, choose more help.")
    return sentence
