"""`arcana solve`: what to play with a hand, or what to predict, each with the chance to win."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from arcana_portable.games.shipwreck.about import TITLE
from arcana_portable.translation import _

from arcana_host.cli.completion import complete_game
from arcana_host.cli.options import JsonOption, LibraryOption, PortOption

if TYPE_CHECKING:
    from shipwreck_coach import Yardstick

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
    port: PortOption = None,
    folder: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the plays of a hand, or what the group can predict, each with its chance to win."""
    from arcana_portable.errors import RecordError
    from arcana_portable.games.shipwreck.about import NAME
    from arcana_portable.replay import replay

    from arcana_host.cli.options import print_json
    from arcana_host.games.shipwreck.assessment_words import describe_yardstick, whole_percent
    from arcana_host.games.shipwreck.extra import need_numpy

    need_numpy()
    from shipwreck_coach import Yardstick

    from arcana_host.games.shipwreck.assessment import chance_in_percent

    try:
        played = replay(_record(game, port, folder))
    except RecordError as error:
        raise RecordError(f"{game}: {error}") from error
    if played.name != NAME:
        raise RecordError(_("{file} is no game of {title}.", file=game, title=TITLE))
    yardstick = Yardstick()
    for step in played.steps:
        if turn and step.turn >= turn and not step.text.startswith(("setup ", "deal ")):
            break
        yardstick.apply(step.text)
    if turn and yardstick.game.turn < turn:
        raise RecordError(_("{file} has no turn {turn}.", file=game, turn=turn))
    ways = _ways(yardstick, hand)
    chance = chance_in_percent(yardstick.chance())
    if as_json:
        shown = [{"events": list(events), "chance": each} for events, _words, each in ways]
        print_json({"yardstick": describe_yardstick(), "chance": chance, "ways": shown})
        return
    print(describe_yardstick())
    print(_("The chance to win is {chance}, as far as everybody knows.", chance=whole_percent(chance)))
    for _events, words, each in ways:
        print(f"{whole_percent(each):>5}  {words}")


def _record(game: str, port: str | None, folder: Path | None) -> str:
    """Return the record of a file, of the library or of the companion."""
    from arcana_host.cli.review import is_file
    from arcana_host.files import read_text
    from arcana_host.library.validation import LATEST

    if is_file(game):
        return read_text(game)
    if game == _LIVE:
        from arcana_host.link.games import read_running_game

        return read_running_game(port)
    if game == LATEST or _ID.fullmatch(game):
        from arcana_host.library.store import Library

        with Library(folder, create=False) as library:
            return library.version(game, None).record
    # raises the error for a missing file
    return read_text(game)


def _ways(yardstick: Yardstick, hand: str | None) -> list[tuple[tuple[str, ...], str, int]]:
    """Return the choices, the best first: [(events, in words, chance to win after it in percent)]."""
    from arcana_portable.errors import WordsError

    from arcana_host.games.shipwreck.assessment import chance_in_percent
    from arcana_host.games.shipwreck.play_words import describe_events
    from shared_rules.shipwreck.game import BEFORE_PLAY

    game = yardstick.game
    if game.phase == BEFORE_PLAY:
        if hand is None:
            raise WordsError(
                _("Which fates does {player} hold? Add --hand, such as --hand 3,5.", player=game.active)
            )
        found = yardstick.reading.choices_of(_fates(hand))
        if not found:
            raise WordsError(_("{player} can't hold {hand} here.", player=game.active, hand=hand))
        ways = [(choice.events, chance) for choice, chance in found if choice.which == "either"]
    elif yardstick.may_decide():
        ways = [((option.text,), option.chance) for option in yardstick.options()]
    else:
        raise WordsError(
            _("There is nothing to choose in this position: go on to the next play or prediction.")
        )
    return [(events, describe_events(game, events), chance_in_percent(chance)) for events, chance in ways]


def _fates(hand: str) -> tuple[int, int]:
    from arcana_portable.errors import WordsError

    words = hand.split(",")
    if len(words) != 2 or any(word not in ("1", "2", "3", "4", "5", "6", "7") for word in words):
        raise WordsError(_("A hand is two fates from 1 to 7, such as 3,5; this is {hand}.", hand=hand))
    return int(words[0]), int(words[1])
