"""Translates Typer's own texts: those that it gets from gettext, and those that it does not.

Texts that are not here, as from another version of Typer, stay English.
"""

import re
from typing import Any

import typer
from arcana_portable.translation import N_, _

_IN_HELP = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("default: {default}"),
    N_("required"),
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
"""Texts that Typer, or `translate_help`, passes to `_`."""

_SENTENCES = (
    N_("Missing command"),
    N_("{problem}. Did you mean {names}?"),
    N_("No such command {name}"),
    N_("{problem} (Possible options: {names})"),
    N_("No such option: {name}"),
    N_("Got unexpected extra argument(s) ({words})"),
    N_("Missing argument {name}"),
    N_("Missing option {name}"),
    N_("Option {name} requires an argument"),
    N_("Option {name} does not take a value"),
    N_("Invalid value for {name}: {problem}"),
    N_("{value} is not one of {choices}"),
    N_("Input should be a valid integer, unable to parse string as an integer"),
    N_("Input should be a valid number, unable to parse string as a number"),
    N_("Input should be less than or equal to {limit}"),
    N_("Input should be greater than or equal to {limit}"),
)
"""Errors in a command line; `{problem}` is another such error."""


def translate_error(said: str) -> str:
    """Return the translation of an error of the parser, without the full stop at its end."""
    said = said.removeprefix("Value error, ")
    for sentence in _SENTENCES:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(sentence))
        found = re.fullmatch(pattern, said.rstrip("."), re.DOTALL)
        if found:
            return _(sentence).format(
                **{key: translate_error(words) for key, words in found.groupdict().items()}
            )
    return said


class _Formatter(typer.Context.formatter_class):  # type: ignore[misc, valid-type]
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or _("Usage: "))


class _Context(typer.Context):
    formatter_class = _Formatter


def _drop_types(option: Any) -> None:
    """Keep types such as <bool>, <path> and [0<=x<=5] out of the help of an option or argument."""
    if getattr(option, "is_flag", False):
        # it takes no value
        option.metavar = ""
    if option.param_type_name == "argument":
        # an option has its metavar instead
        option.display_type_rich = lambda ctx: ""
    # the help says it in words
    option._get_number_range_help_str = lambda: None


def translate_help(command: Any, **settings: Any) -> None:
    """Translate Typer's own texts in the help of a command and its subcommands, without its types.

    settings: of the context.
    """
    command.context_class = _Context
    command.options_metavar = _("[OPTIONS]")
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = _("COMMAND [ARGS]...")
    own = command.get_help_option(typer.Context(command, **settings))
    for option in [*command.params, own]:
        if getattr(option, "help", None) in _IN_HELP:
            option.help = _(option.help)
        _drop_types(option)
    # Rich takes longer to import than all the rest
    command.rich_markup_mode = None
    if hasattr(command, "commands"):
        command.format_commands = lambda ctx, formatter: _write_commands(command, formatter)
        for each in command.commands.values():
            translate_help(each, **settings)


def _write_commands(group: Any, formatter: Any) -> None:
    """Write the description of each command, in the panels of the group."""
    panels: dict[str, list[tuple[str, str]]] = {}
    for name, command in group.commands.items():
        panel = getattr(command, "rich_help_panel", None) or _("Commands")
        panels.setdefault(panel, []).append((name, command.get_short_help_str(limit=1000)))
    for panel, rows in panels.items():
        with formatter.section(panel):
            formatter.write_dl(rows)
