"""The command `arcana`: its subcommands, and the only place that turns failures into sentences and exit
statuses.

Each of the other modules here has one command. Nothing slow is imported before it is needed.
"""

import errno
import os
import sys
from collections.abc import Callable
from inspect import getdoc
from typing import Annotated, Any

import typer
from arcana_portable.errors import ArcanaError, Status
from arcana_portable.translation import _

from arcana_host import games as games_of_desktop
from arcana_host.cli import (
    backup,
    bin,
    doctor,
    edit,
    export,
    flash,
    games,
    image,
    import_,
    live,
    names,
    page,
    play,
    replay,
    review,
    rulings,
    show,
    stats,
    sync,
    test,
)
from arcana_host.cli.parser_words import translate_error, translate_help
from arcana_host.terminal import sanitized_output

_CONTEXT = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="arcana",
    help=_("Set up and use the companion for board games, and keep the games that you play."),
    epilog=_(
        "Exit status: {meanings}.", meanings="; ".join(f"{each.value} {_(each.meaning)}" for each in Status)
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings=_CONTEXT,
)

_PANELS: dict[str, dict[str, Callable[..., None]]] = {
    _("At the table"): {
        "play": play.play,
        "live": live.live,
        "names": names.names,
        "page": page.page,
        "rulings": rulings.rulings,
    },
    _("Keep your games"): {
        "sync": sync.sync,
        "edit": edit.edit,
        "remove": bin.remove,
        "ignore": bin.ignore,
        "backup": backup.backup,
        "restore": backup.restore,
    },
    _("Look back"): {
        "games": games.games,
        "show": show.show,
        "review": review.review,
        "stats": stats.stats,
        "replay": replay.replay,
    },
    _("Share"): {"export": export.export, "import": import_.import_},
    _("Maintain the device"): {
        "image": image.image,
        "flash": flash.flash,
        "doctor": doctor.doctor,
        "test": test.test,
    },
}

for panel, commands in _PANELS.items():
    for name, command in commands.items():
        app.command(name=name, rich_help_panel=panel)(command)
app.add_typer(bin.app, rich_help_panel=_("Keep your games"))
for game in games_of_desktop.every():
    own = game.commands()
    if own:
        app.add_typer(own, rich_help_panel=game.shown_title)


def _translate_help(commands: typer.Typer) -> None:
    """Translate the docstrings of commands, which are their help."""
    for command in commands.registered_commands:
        help = getdoc(command.callback)
        command.help = help and _(help)
    for group in commands.registered_groups:
        if group.typer_instance:
            _translate_help(group.typer_instance)


_translate_help(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        from arcana_host import version

        typer.echo(f"arcana {version()}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help=_("Show the version and exit.")
        ),
    ] = False,
) -> None:
    pass


@sanitized_output()
def main() -> None:
    """Run `arcana` on the command line's arguments and exit."""
    try:
        _run()
    except ArcanaError as error:
        _exit(str(error), error.status)
    except (KeyboardInterrupt, typer.Abort):
        _exit(_("Stopped."), Status.STOPPED)
    except BrokenPipeError:
        # the reader of our output is gone; keep Python from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Status.NOT_READ)
    except Exception as error:
        if hasattr(error, "format_message"):
            _exit_with_parser_error(error)
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            _exit(_("This can't be written: {error}.", error=error.strerror), Status.FAILED)
        if os.environ.get("ARCANA_TRACEBACK"):
            raise
        _exit(
            _(
                "arcana itself failed ({name}: {error}); nothing was lost. Set ARCANA_TRACEBACK=1 to "
                "see where, and please report it.",
                name=type(error).__name__,
                error=error,
            ),
            Status.BROKEN,
        )


def _run() -> None:
    """Run the command and exit, or raise the exception that ended it."""
    try:
        command: Any = typer.main.get_command(app)
        translate_help(command, **_CONTEXT)
        status = command(prog_name="arcana", standalone_mode=False)
    except SystemExit as ended:
        # the parser turns a broken pipe into an exit
        if isinstance(ended.__context__, BrokenPipeError):
            raise ended.__context__ from None
        raise
    except Exception as error:
        # without a subcommand, the parser's error is the whole help
        help = error.format_message() if hasattr(error, "format_message") else ""
        if "\n" not in help.strip():
            raise
        print(help.rstrip())
        status = Status.WRONG_INPUT
    if status == Status.STOPPED:
        raise KeyboardInterrupt
    sys.exit(status or Status.DONE)


def _exit_with_parser_error(error: Any) -> None:
    """Exit with the error of the parser."""
    said = translate_error(error.format_message().strip().rstrip("."))
    end = "" if said.endswith("?") else "."
    _exit(
        f"{said}{end} " + _("`{command} --help` lists what there is.", command=_known_command()),
        Status.WRONG_INPUT,
    )


def _known_command() -> str:
    """Return the longest beginning of the command line that is a known command."""
    known: Any = typer.main.get_command(app)
    named = ["arcana"]
    for word in sys.argv[1:]:
        if word not in getattr(known, "commands", {}):
            break
        known = known.commands[word]
        named.append(word)
    return " ".join(named)


def _exit(sentence: str, status: int) -> None:
    from arcana_host.installation import as_typed

    print(as_typed(f"arcana: {sentence}"), file=sys.stderr)
    sys.exit(status)
