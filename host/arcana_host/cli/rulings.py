"""`arcana rulings`: searches the rulings of all games."""

from typing import Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption


def rulings(
    query: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] QUERY",
            help=_("Words to search for, after a game or in all of them; without any, it lists all rulings."),
        ),
    ] = None,
    topic: Annotated[
        str | None, typer.Option("--topic", metavar="TOPIC", help=_("Only of this topic, such as blight."))
    ] = None,
    step: Annotated[
        str | None,
        typer.Option("--step", metavar="STEP", help=_("Only those for this step, such as ravage.")),
    ] = None,
    tag: Annotated[
        str | None,
        typer.Option("--tag", metavar="NAME", help=_("Only those on this card, power, spirit or adversary.")),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Search the rulings of all games, in our own words."""
    from arcana_portable.translation import ENGLISH, language

    from arcana_host.cli.options import print_json
    from arcana_host.games import every, typed
    from arcana_host.games.rulings import about_others, search

    words = [word for part in query or [] for word in part.split()]
    named = [game for game in every() if words and words[0].casefold() == typed(game.name)]
    games = named or every()
    spoken = [ruling for game in games for ruling in game.rulings(language())]
    _check_step(step, sorted({each for ruling in spoken for each in ruling.steps}))
    english = {ruling.id: ruling for game in games for ruling in game.rulings(ENGLISH)}
    complete, similar, unknown = search(spoken, words[len(named) :], topic, step, tag)
    if as_json:
        print_json([english[ruling.id]._asdict() for ruling in complete + similar])
        return
    if not complete and not similar:
        from arcana_portable.errors import ArcanaError

        topics = ", ".join(sorted({ruling.topic for ruling in spoken}))
        raise ArcanaError(_("No ruling matches; the topics are {topics}.", topics=topics))

    from rich.text import Text

    from arcana_host.terminal import console

    shown = console()
    for number, ruling in enumerate(complete + similar):
        if number:
            shown.print()
        if number == len(complete):
            shown.print(Text(about_others(complete, unknown), style="italic"))
        shown.print(Text(ruling.question, style="bold"))
        shown.print(Text(ruling.answer))
        if ruling.damaged:
            shown.print(
                Text(
                    _("(Part of this entry was damaged in our source; the question is a guess.)"),
                    style="italic",
                )
            )
        shown.print(Text(" · ".join([ruling.id, ruling.topic, ", ".join(ruling.tags)]), style="dim"))


def _check_step(step: str | None, steps: list[str]) -> None:
    if step and step not in steps:
        from arcana_portable.errors import WordsError

        raise WordsError(
            _("No ruling is on the step {step}; the steps are {steps}.", step=step, steps=", ".join(steps))
        )
