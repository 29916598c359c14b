"""`arcana titles`: the games that the score pad of a device offers by their titles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from arcana_portable.translation import N_, _, device_text, ngettext, refusal_text

from arcana_host.cli.options import JsonOption, PortOption
from shared_rules.score_pad import MAX_TITLE, MOST, MOST_BGG, MOST_ROUNDS

if TYPE_CHECKING:
    from arcana_host.link.device import Device

app = typer.Typer()

_MOST = 10
_PLAYERS = 4  # of whom a preset's rounds are; the form of a new game changes the rounds with the players
_WINS = {"high": N_("the highest total wins"), "low": N_("the lowest total wins")}


@app.command(name="titles", rich_help_panel=device_text("score_pad", "title"))
def titles(
    title: Annotated[
        str | None, typer.Argument(metavar="TITLE", help=_('A game to offer, such as "Ticket to Ride".'))
    ] = None,
    low: Annotated[bool | None, typer.Option("--low/--high", help=_("The lowest total wins."))] = None,
    goal: Annotated[
        int | None,
        typer.Option("--goal", metavar="POINTS", min=0, max=MOST, help=_("The points at which it ends.")),
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            "--rounds", metavar="N", min=0, max=MOST_ROUNDS, help=_("The rounds after which it ends.")
        ),
    ] = None,
    zero: Annotated[
        bool | None, typer.Option("--zero/--no-zero", help=_("The points of each round add up to 0."))
    ] = None,
    solos: Annotated[
        bool | None, typer.Option("--solos/--no-solos", help=_("The pad marks who has had a solo."))
    ] = None,
    bgg: Annotated[
        int | None,
        typer.Option("--bgg", metavar="ID", min=0, max=MOST_BGG, help=_("Its number at BoardGameGeek.")),
    ] = None,
    start: Annotated[
        int | None,
        typer.Option(
            "--start",
            metavar="POINTS",
            min=0,
            max=MOST,
            help=_("Everybody begins with this many points; who is left wins."),
        ),
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help=_("Offer this game no longer."))] = False,
    port: PortOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the games that the score pad offers by title, and add, change or remove one.

    A title that is played on the device is offered from then on, too.
    """
    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect

    words = (
        None
        if title is None
        else _words(
            title,
            {
                "goal": goal,
                "wins": None if low is None else "low" if low else "high",
                "rounds": rounds,
                "zero": _yes(zero),
                "solos": _yes(solos),
                "bgg": bgg,
                "start": start,
            },
        )
    )
    with connect(port, say=status_printer(as_json)) as device:
        offered = _offered(device.call("settings"))
        if words is not None:
            offered = _send(device, offered, words, remove)
    if as_json:
        print_json([{**each, "title": each["title"].replace("_", " ")} for each in offered])
        return
    for each in offered:
        print(_describe(each))
    if not offered:
        print(_("The score pad offers no games by title yet."))


def _words(title: str, given: dict[str, Any]) -> dict[str, str]:
    """Return the words of a setup for a title, as the device remembers them. Raises WordsError.

    given: {key: value} of the setup, None for what the pad knows of a title, or else the default.
    """
    from arcana_portable.errors import WordsError

    from arcana_host.files import normalize
    from shared_rules.errors import RuleError
    from shared_rules.score_pad import Game, presets, setup_words

    named = "_".join(normalize(title).split())
    known = [dict(word.split("=", 1) for word in words.split(" ")) for words in presets(_PLAYERS)]
    words = next((each for each in known if each["title"].casefold() == named.casefold()), {"title": named})
    given = words | {key: value for key, value in given.items() if value is not None}
    words = dict(word.split("=", 1) for word in setup_words(given).split(" "))
    if not words["title"]:
        raise WordsError(_("Give a title of 1 to {most} characters.", most=MAX_TITLE))
    try:
        Game.replay([f"setup score-pad players=Ann,Bo {_joined(words)}"])
    except RuleError as error:
        raise WordsError(refusal_text(error)) from error
    return words


def _yes(given: bool | None) -> str | None:
    return None if given is None else "yes" if given else "no"


def _joined(words: dict[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in words.items())


def _offered(answer: dict[str, Any]) -> list[dict[str, str]]:
    """Return the words of each title, from a result of `settings`.

    Raises ArcanaError when the score pad is not the game in use.
    """
    from arcana_portable.errors import ArcanaError

    stored = answer["settings"].get("titles")
    if not isinstance(stored, str):
        raise ArcanaError(
            _("Another game is chosen on the device: 'Play Score Pad' on its title opens the pad.")
        )
    listed = [dict(word.partition("=")[::2] for word in words.split(" ")) for words in stored.split(";")]
    return [words for words in listed if words.get("title")]


def _send(
    device: Device, offered: list[dict[str, str]], words: dict[str, str], remove: bool
) -> list[dict[str, str]]:
    """Add or remove an offered title; return all. Raises WordsError for a missing title."""
    from arcana_portable.errors import WordsError

    others = [each for each in offered if each["title"].casefold() != words["title"].casefold()]
    if remove and len(others) == len(offered):
        raise WordsError(_("The score pad does not offer {title}.", title=words["title"].replace("_", " ")))
    wanted = others if remove else [words, *others][:_MOST]
    return _offered(device.call("settings", set={"titles": ";".join(map(_joined, wanted))}))


def _describe(words: dict[str, str]) -> str:
    said = [_(_WINS.get(words.get("wins", ""), _WINS["high"]))]
    if words.get("goal", "0") != "0":
        said.append(_("to {points} points", points=words["goal"]))
    if words.get("rounds", "0") != "0":
        said.append(ngettext("{n} round", "{n} rounds", int(words["rounds"])))
    if words.get("start", "0") != "0":
        said.append(_("from {points} points down", points=words["start"]))
    if words.get("zero") == "yes":
        said.append(_("each round adds up to 0"))
    if words.get("solos") == "yes":
        said.append(_("solos are marked"))
    if words.get("bgg", "0") != "0":
        said.append(_("number {bgg} at BoardGameGeek", bgg=words["bgg"]))
    return f"{words['title'].replace('_', ' ')}: {', '.join(said)}."
