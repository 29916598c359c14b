"""`arcana doctor`: the connected boards, their states, and what to do about them."""

from typing import Annotated

import typer
from arcana_portable.errors import Status
from arcana_portable.translation import _

from arcana_host.cli.options import JsonOption, LibraryOption, PortsOption


def doctor(
    port: PortsOption = None,
    folder: LibraryOption = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair", help=_("Repair a damaged library first; the damaged file is kept beside it.")
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Check everything: this computer, the library, every connected companion."""
    from arcana_host.cli.options import print_json, say, status_printer
    from arcana_host.doctor.checkup import (
        check_boot_loaders,
        check_computer,
        check_device,
        check_library,
        repair_library,
    )
    from arcana_host.link.ports import NO_COMPANION, find_ports, other_board

    repaired = repair_library(folder) if repair else []
    findings = [*check_computer(), *repaired, *check_library(folder)]
    ports = [port] if port else [found.path for found in find_ports()]
    for path in ports:
        findings += check_device(path, status_printer(as_json))
    waiting = [] if port else check_boot_loaders()
    findings += waiting
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        from rich.text import Text

        from arcana_host.installation import as_typed
        from arcana_host.terminal import console

        out = console()
        for finding in findings:
            mark = ("✓", "green") if finding.good else ("✗", "red")
            line = Text.assemble(mark, " ", (finding.what, "bold"), f"  {as_typed(finding.how)}")
            out.print(line, soft_wrap=True)
            if finding.advice:
                out.print(f"  → {as_typed(finding.advice)}", soft_wrap=True)
        if not ports and not waiting:
            say(other_board() or _(NO_COMPANION))
    if not all(finding.good for finding in findings):
        raise typer.Exit(Status.FAILED)
