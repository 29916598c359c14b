"""`arcana solve`: what to play with a hand, or what to predict, each with the chance to win."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcana_host.cli.completion import complete_game
from arcana_host.cli.options import JsonOption, LibraryOption, PortOption, strength_option
from arcana_host.games.shipwreck.about import TITLE
from arcana_host.translation import _

if TYPE_CHECKING:
    from arcana_host.games.shipwreck import coach

app = typer.Typer()

_LIVE = "live"
_ID = re.compile("[0-9a-f]{1,8}")
"""The beginning of the id of a game in the library."""


@app.command(name="solve", rich_help_panel=TITLE)
def solve(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=_(
                "A record up to the position, - for standard input; the beginning of a game's id in the "
                "library, or `latest`; or `live`, the game on the companion."
            ),
            autocompletion=complete_game,
        ),
    ],
    hand: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help=_("The two fates of the active player, such as 3,5, before a play.")
        ),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=_("Take the position at the beginning of this turn instead.")),
    ] = None,
    strength: Annotated[str, strength_option(_("bots at level 1 that never slip"))] = "",
    port: PortOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the plays of a hand, or what the group can predict, each with its chance to win."""
    from arcana_host.cli.options import print_json
    from arcana_host.errors import RecordError
    from arcana_host.games.shipwreck.about import NAME
    from arcana_host.games.shipwreck.assessment_words import describe_strength
    from arcana_host.games.shipwreck.extra import need_numpy
    from arcana_host.replay import replay
    from arcana_host.wording import percent

    need_numpy()
    from arcana_host.games.shipwreck import coach
    from arcana_host.games.shipwreck.table_strength import parse_strength

    given = parse_strength(strength) if strength else None
    try:
        played = replay(_record(game, port, folder))
    except RecordError as error:
        raise RecordError(f"{game}: {error}") from error
    if played.name != NAME:
        raise RecordError(_("{file} is no game of {title}.", file=game, title=TITLE))
    outlook = coach.Outlook(given.points if given else [], (coach.LEVEL,))
    # without slips the bots' own chances, which every review judges by
    observer = outlook.forecasts[0] if given else outlook.groups[coach.LEVEL]
    for step in played.steps:
        if turn and step.turn >= turn and not step.text.startswith(("setup ", "deal ")):
            break
        outlook.apply(step.text)
    if turn and observer.game.turn < turn:
        raise RecordError(_("{file} has no turn {turn}.", file=game, turn=turn))
    ways = _ways(observer, hand)
    chance = observer.chance()
    if as_json:
        shown = [{"events": list(events), "chance": chance} for events, _words, chance in ways]
        level, slips = given.points[0][0] if given else (coach.LEVEL, 0.0)
        print_json({"strength": {"level": level, "slips": slips}, "chance": chance, "ways": shown})
        return
    print(describe_strength(given) if given else _("The chances to win are those of bots that never slip."))
    print(_("The chance to win is {chance}, as far as everybody knows.", chance=percent(chance)))
    for _events, words, each in ways:
        print(f"{percent(each):>5}  {words}")


def _record(game: str, port: str | None, folder: Path | None) -> str:
    """Return the record of a file, of the library or of the companion."""
    from arcana_host.library.validation import LATEST

    is_file = game == "-" or Path(game).exists()
    if game == _LIVE and not is_file:
        from arcana_host.link.games import read_running_game

        return read_running_game(port)
    if (game == LATEST or _ID.fullmatch(game)) and not is_file:
        from arcana_host.library.store import Library

        with Library(folder) as library:
            return library.version(game, None).record
    from arcana_host.files import read_text

    return read_text(game)


def _ways(observer: coach.Observer, hand: str | None) -> list[tuple[tuple[str, ...], str, float]]:
    """Return what can be done: [(events, in words, chance to win after it)], the best first."""
    from arcana_host.errors import WordsError
    from arcana_host.games.shipwreck import coach
    from arcana_host.games.shipwreck.play_words import describe_events
    from shared_rules.shipwreck.game import AFTER_PLAY, BEFORE_PLAY

    game = observer.game
    if game.phase == BEFORE_PLAY:
        if hand is None:
            raise WordsError(
                _("Which fates does {player} hold? Add --hand, such as --hand 3,5.", player=game.active)
            )
        found = observer.reading.choices_of(_fates(hand))
        if not found:
            raise WordsError(_("{player} can't hold {hand} here.", player=game.active, hand=hand))
        ways = [(choice.events, chance) for choice, chance in found if choice.which == "either"]
    elif game.phase == AFTER_PLAY and not game.owed and observer.events:
        ways = [((option.text,), option.chance) for option in coach.GroupOptions(observer).options()]
    else:
        raise WordsError(
            _("There is nothing to choose in this position: go on to the next play or prediction.")
        )
    return [(events, describe_events(game, events), chance) for events, chance in ways]


def _fates(hand: str) -> tuple[int, int]:
    from arcana_host.errors import WordsError

    words = hand.split(",")
    if len(words) != 2 or any(word not in ("1", "2", "3", "4", "5", "6", "7") for word in words):
        raise WordsError(_("A hand is two fates from 1 to 7, such as 3,5; this is {hand}.", hand=hand))
    return int(words[0]), int(words[1])
