"""`arcana rulings`: answers to questions on Spirit Island."""

from enum import Enum
from typing import Annotated

import typer

from arcana_host.cli.options import JsonOption
from arcana_host.translation import _

app = typer.Typer()


class Step(str, Enum):
    """A step of a turn in which rulings matter."""

    GROWTH = "growth"
    FAST = "fast"
    EVENT = "event"
    FEAR = "fear"
    RAVAGE = "ravage"
    BUILD = "build"
    EXPLORE = "explore"
    SLOW = "slow"
    TIME = "time"


@app.command(name="rulings", rich_help_panel="Spirit Island")
def rulings(
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help=_("Words to search for; without any, all rulings.")),
    ] = None,
    topic: Annotated[
        str | None, typer.Option("--topic", metavar="TOPIC", help=_("Only of this topic, such as blight."))
    ] = None,
    step: Annotated[
        Step | None, typer.Option("--step", help=_("Only those that matter in this step."))
    ] = None,
    tag: Annotated[
        str | None,
        typer.Option(
            "--tag", metavar="NAME", help=_("Only those on this card, spirit or adversary, such as Sweden.")
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Search the rulings on Spirit Island, answered in our own words."""
    from arcana_host.cli.options import print_json
    from arcana_host.translation import ENGLISH, language

    from .rulings import found
    from .rulings import rulings as all_rulings

    spoken = all_rulings(language())
    words = [word for part in query or [] for word in part.split()]
    chosen = found(spoken, words, topic, step.value if step else None, tag)
    if as_json:
        ids = {ruling.id for ruling in chosen}
        print_json([ruling._asdict() for ruling in all_rulings(ENGLISH) if ruling.id in ids])
        return
    if not chosen:
        from arcana_host.errors import ArcanaError

        topics = ", ".join(sorted({ruling.topic for ruling in spoken}))
        raise ArcanaError(_("No ruling fits; the topics are {topics}.", topics=topics))

    from rich.text import Text

    from arcana_host.terminal import console

    shown = console()
    for number, ruling in enumerate(chosen):
        if number:
            shown.print()
        shown.print(Text(ruling.question, style="bold"))
        shown.print(Text(ruling.answer))
        if ruling.damaged:
            shown.print(
                Text(_("(The text of this one was damaged; the question is a guess.)"), style="italic")
            )
        shown.print(Text(f"{ruling.id} · {ruling.topic} · {', '.join(ruling.tags)}", style="dim"))
