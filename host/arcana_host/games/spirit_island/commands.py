"""`arcana ravage`: the answer to a question on Spirit Island; `arcana island-setup`: a setup drawn by lot."""

from typing import Annotated

import typer
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption, PortOption

app = typer.Typer()


@app.command(name="ravage", rich_help_panel="Spirit Island")
def ravage(
    land: Annotated[
        list[str],
        typer.Argument(
            metavar="LAND",
            help=_("What is in the land and what applies to it, such as 'E2 T1s1 C1 D3 blight=1 defend=2'."),
        ),
    ],
    adversary: Annotated[
        str | None,
        typer.Option("--adversary", metavar="ID:LEVEL", help=_("The adversary, such as sweden:3.")),
    ] = None,
    second: Annotated[
        str | None, typer.Option("--second", metavar="ID:LEVEL", help=_("A second adversary."))
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help=_("Show the rule behind each step."))] = False,
    as_json: JsonOption = False,
) -> None:
    """Work out a Ravage in one land of Spirit Island, step by step."""
    from arcana_portable.errors import WordsError
    from arcana_portable.games.spirit_island.question import outcome_as_json, read_question
    from arcana_portable.translation import refusal_text

    from shared_rules.errors import RuleError
    from shared_rules.spirit_island.lands.ravage import ravage as resolve

    try:
        adversaries = [_checked(text) for text in (adversary, second) if text]
        outcome = resolve(*read_question(" ".join(land), adversaries))
    except RuleError as error:
        raise WordsError(refusal_text(error)) from error
    if as_json:
        from arcana_host.cli.options import print_json

        print_json(outcome_as_json(outcome))
        return

    from arcana_portable.games.spirit_island.ravage_words import Words
    from rich.padding import Padding
    from rich.text import Text

    from arcana_host.terminal import console

    words, shown = Words(outcome), console()
    for line in words.answer:
        shown.print(Text(line, style="bold"))
    shown.print()
    for number, (step, rule) in enumerate(zip(words.steps, words.rules, strict=True), 1):
        shown.print(Text(f"{number}. {step}"))
        if explain:
            shown.print(Padding(Text(rule, style="dim"), (0, 0, 0, 3), expand=False))
    shown.print(Text(words.after))


@app.command(name="island-setup", rich_help_panel="Spirit Island")
def island_setup(
    players: Annotated[
        str, typer.Option("--players", metavar="NAMES", help=_("1 to 6 names, separated by commas."))
    ],
    boxes: Annotated[
        str,
        typer.Option(
            "--boxes", metavar="NAMES", help=_("The boxes you own, such as core,jagged-earth; `all` for all.")
        ),
    ] = "core",
    difficulty: Annotated[
        str, typer.Option("--difficulty", metavar="N-M", help=_("The difficulty, such as 6-8 or 5."))
    ] = "0-20",
    port: PortOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw spirits, boards, an adversary and a scenario for the device's form for a new game."""
    from random import SystemRandom

    from arcana_portable.errors import NoDevice
    from arcana_portable.link.offered_names import to_offer

    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.games.spirit_island.random_setup import draw, read_wish
    from arcana_host.link.device import connect

    wish = read_wish(players, boxes, difficulty)
    drawn = draw(wish, SystemRandom())
    try:
        with connect(port, say=status_printer(as_json)) as device:
            names = to_offer(wish.players, device.call("settings")["settings"])
            device.call("settings", set={**names, **drawn.form(wish)})
        sent = True
    except NoDevice:
        if port:
            raise
        sent = False
    if as_json:
        print_json({"players": wish.players, **drawn._asdict(), "sent": sent})
        return
    print("\n".join(drawn.in_words(wish)))
    print(_("It is in the device's form for a new game.") if sent else _("No device is connected."))


def _checked(adversary: str) -> str:
    """Return the id and level of an adversary given by its name or id. Raises Refusal if it is invalid."""
    from arcana_portable.games.spirit_island.naming import adversaries

    from shared_rules.spirit_island import Refusal
    from shared_rules.spirit_island.tables import Adversary

    name, colon, level = adversary.lower().partition(":")
    found = adversaries().get(name, name) + colon + level
    try:
        Adversary(found)
    except ValueError:
        raise Refusal("adversary-level", adversary) from None
    return found
