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
    """Show the games that the score pad offers by title, or one of them; add, change or remove one.

    With options for a title, the options not given stay as they are. A title that is played on the device is
    offered from then on, too.
    """
    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.link.device import connect

    named = None if title is None else _named(title)
    options = {
        "goal": goal,
        "wins": None if low is None else "low" if low else "high",
        "rounds": rounds,
        "zero": _yes(zero),
        "solos": _yes(solos),
        "bgg": bgg,
        "start": start,
    }
    given = {key: value for key, value in options.items() if value is not None}
    with connect(port, say=status_printer(as_json)) as device:
        shown = _offered(device.call("settings"))
        if named is not None and remove:
            shown = _remove(device, shown, named)
        elif named is not None and given:
            shown = _change(device, shown, named, given)
        elif named is not None:
            shown = [_known(shown, named)]
    if as_json:
        print_json([{**each, "title": _spaced(each["title"])} for each in shown])
        return
    for each in shown:
        print(_describe(each))
    if not shown:
        print(_("The score pad offers no games by title yet."))


def _named(title: str) -> str:
    """Return a title as a setup writes it. Raises WordsError if it can't be one."""
    from arcana_portable.errors import WordsError

    from arcana_host.files import normalize

    named = "_".join(normalize(title).split())
    if not named:
        raise WordsError(_("Give a title of 1 to {most} characters.", most=MAX_TITLE))
    _checked({"title": named})
    return named


def _checked(given: dict[str, Any]) -> dict[str, str]:
    """Return all words of a setup from the words given. Raises WordsError if no game begins with them."""
    from arcana_portable.errors import WordsError

    from shared_rules.errors import RuleError
    from shared_rules.score_pad import Game, setup_words

    words = _split(setup_words(given))
    try:
        Game.replay([f"setup score-pad players=Ann,Bo {_joined(words)}"])
    except RuleError as error:
        raise WordsError(refusal_text(error)) from error
    return words


def _spaced(title: str) -> str:
    return title.replace("_", " ")


def _is_called(words: dict[str, str], named: str) -> bool:
    return words["title"].casefold() == named.casefold()


def _built_in(named: str) -> dict[str, str] | None:
    """Return what the pad itself knows of a title, or None."""
    from shared_rules.score_pad import presets

    known = [_split(words) for words in presets(_PLAYERS)]
    return next((words for words in known if _is_called(words, named)), None)


def _known(offered: list[dict[str, str]], named: str) -> dict[str, str]:
    """Return the words of a title that is offered or built in. Raises WordsError for any other."""
    from arcana_portable.errors import WordsError

    words = next((each for each in offered if _is_called(each, named)), _built_in(named))
    if words is None:
        raise WordsError(
            _(
                "The score pad does not offer {title}: an option such as --high or --goal adds it.",
                title=_spaced(named),
            )
        )
    return words


def _yes(given: bool | None) -> str | None:
    return None if given is None else "yes" if given else "no"


def _split(words: str) -> dict[str, str]:
    return dict(word.partition("=")[::2] for word in words.split(" "))


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
    return [words for words in map(_split, stored.split(";")) if words.get("title")]


def _change(
    device: Device, offered: list[dict[str, str]], named: str, given: dict[str, Any]
) -> list[dict[str, str]]:
    """Change an offered title, or add it; return all. Raises WordsError.

    given: {key: value} of the setup; any other value stays as offered, as built in, or the default.
    """
    others = [each for each in offered if not _is_called(each, named)]
    before = next((each for each in offered if _is_called(each, named)), _built_in(named))
    words = _checked({**(before or {"title": named}), **given})
    return _send(device, [words, *others][:_MOST])


def _remove(device: Device, offered: list[dict[str, str]], named: str) -> list[dict[str, str]]:
    """Remove an offered title; return the others. Raises WordsError for a missing title."""
    from arcana_portable.errors import WordsError

    others = [each for each in offered if not _is_called(each, named)]
    if len(others) < len(offered):
        return _send(device, others)
    known = _built_in(named)
    if known:
        raise WordsError(
            _("{title} is built into the score pad and can't be removed.", title=_spaced(known["title"]))
        )
    raise WordsError(_("The score pad does not offer {title}.", title=_spaced(named)))


def _send(device: Device, wanted: list[dict[str, str]]) -> list[dict[str, str]]:
    """Let the score pad offer these titles only; return them as the device has stored them."""
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
    return f"{_spaced(words['title'])}: {', '.join(said)}."
