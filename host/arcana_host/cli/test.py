"""`arcana test`: tests whether a device is built correctly, from the link to the buttons."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from arcana_portable.errors import Status
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption, PortOption

if TYPE_CHECKING:
    from arcana_host.doctor.step import Step

MARKS = {"passed": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("–", "dim"), "noted": ("!", "yellow")}


def test(
    port: PortOption = None,
    vectors: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=_("Another folder of test games."),
            show_default=_("those that come with arcana"),
        ),
    ] = None,
    no_hands: Annotated[
        bool, typer.Option("--no-hands", help=_("Skip the tests for which somebody has to look or press."))
    ] = False,
    glass: Annotated[
        bool,
        typer.Option(
            "--glass", help=_("Only the test for shadows: forty partial refreshes, and somebody who looks.")
        ),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help=_("Write a report for a bug: text, or JSON if the name ends in .json.")
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Test a device: link, flash, heap, rules, speed, panel and buttons.

    The rules are tested by playing recorded games, beside the journal, and comparing every state.

    Without a keyboard nobody is asked to look or to press.
    """
    from arcana_host import vectors_folder
    from arcana_host.cli.options import print_json, status_printer
    from arcana_host.doctor.acceptance import report as make_report
    from arcana_host.doctor.step import FAILED
    from arcana_host.doctor.vectors import read_vectors
    from arcana_host.link.device import connect

    games = read_vectors(vectors or vectors_folder())
    steps: list[Step] = []
    with connect(port, say=status_printer(as_json)) as device:
        hands = not no_hands and sys.stdin.isatty()
        for step in _checks(device, games, hands, as_json, for_report=report is not None, only_glass=glass):
            steps.append(step)
            if not as_json:
                _show(step)
        if report:
            _write(report, make_report(device, steps))
    failures = [step.detail for step in steps if step.outcome == FAILED]
    if as_json:
        rules = next((step.figures for step in steps if "failures" in step.figures), {})
        print_json({**rules, "steps": [step.as_json() for step in steps]})
    for sentence in failures:
        typer.echo(sentence, err=True)
    if failures:
        raise typer.Exit(Status.FAILED)


def _checks(device: Any, games: list, hands: bool, quiet: bool, **what: bool) -> Any:
    from arcana_host.cli.options import progress
    from arcana_host.doctor.acceptance import check
    from arcana_host.doctor.person import Person

    person = Person(sys.stdin, lambda sentence: typer.echo(sentence, err=True)) if hands else None
    # with --glass there are only questions
    with progress(quiet=quiet or what["only_glass"]) as shown:
        task = shown.add_task(_("Playing the games"), total=sum(len(game.events) for game in games))

        def played() -> None:
            shown.advance(task)
            if shown.finished:
                # questions stand below
                shown.stop()

        yield from check(device, games, person, played, **what)


def _show(step: "Step") -> None:
    from rich.text import Text

    from arcana_host.terminal import console

    line = Text.assemble(MARKS[step.outcome], " ", (step.name, "bold"), f"  {step.detail}")
    console().print(line, soft_wrap=True)


def _write(path: Path, report: dict[str, Any]) -> None:
    import json

    from arcana_host.doctor.acceptance import report_text
    from arcana_host.files import write_text

    text = json.dumps(report, indent=2) + "\n" if path.suffix == ".json" else report_text(report)
    write_text(path, text, replace=True)
