"""The command `arcana`: its subcommands, and the one place where a failure becomes a sentence and a status.

What a command does is in `arcana_host.commands`, one module each. Nothing slow is imported before its time.
"""

import os
import sys
from typing import Annotated

import typer

from arcana_host.commands import (
    backup,
    creatures,
    doctor,
    edit,
    export,
    flash,
    games,
    live,
    play,
    replay,
    show,
    stats,
    sync,
    take,
    test,
)
from arcana_host.errors import ArcanaError, Status

app = typer.Typer(
    name="arcana",
    help="Cares for the companion beside your copy of The Shipwreck Arcana, and keeps its games.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    play.play,
    flash.flash,
    sync.sync,
    live.live,
    games.games,
    show.show,
    stats.stats,
    edit.edit,
    backup.backup,
    backup.restore,
    export.export,
    replay.replay,
    test.test,
    doctor.doctor,
):
    app.command()(command)
app.command(name="import")(take.take)
app.add_typer(creatures.app)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"arcana {version('shipwreck-companion')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run `arcana` on the command line's arguments and exit."""
    try:
        app()
    except ArcanaError as error:
        _end(str(error), error.status)
    except KeyboardInterrupt:
        _end("Stopped.", Status.STOPPED)
    except BrokenPipeError:
        # whoever read our output has seen enough; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Status.NOT_READ)
    except Exception as error:
        if os.environ.get("ARCANA_TRACEBACK"):
            raise
        _end(
            f"arcana itself failed ({type(error).__name__}: {error}); nothing was lost. "
            "Set ARCANA_TRACEBACK=1 to see where, and please report it.",
            Status.BROKEN,
        )


def _end(sentence: str, status: int) -> None:
    print(f"arcana: {sentence}", file=sys.stderr)
    sys.exit(status)
