"""Writes the reference of `arcana` from the help of the command line, into the page that asks for it.

It must not know a single command.
"""

import re

import typer
from arcana_host.cli.app import app as arcana

MARK = "<!-- commands -->"


def reference():
    """Return the reference as Markdown: a heading for each panel of the help, and for each command."""
    group = typer.main.get_command(arcana)
    panels = {}
    for path, command, context in walk(group, group.context_class(group, info_name=group.name)):
        panels.setdefault(_panel(group, path), []).append(_described(path, command, context))
    return "\n\n".join(f"## {panel}\n\n" + "\n\n".join(texts) for panel, texts in panels.items())


def walk(group, context):
    """Yield (path, command, context) of every command below a group, in the order of the help.

    path: the words after the name of the group.
    """
    for name, command in group.commands.items():
        below = command.context_class(command, info_name=name, parent=context)
        if hasattr(command, "commands"):
            for path, *rest in walk(command, below):
                yield ((name, *path), *rest)
        else:
            yield (name,), command, below


def _panel(group, path):
    return str(group.commands[path[0]].rich_help_panel)


def _described(path, command, context):
    usage = " ".join(["arcana", *path, *command.collect_usage_pieces(context)])
    text = f"### arcana {' '.join(path)}\n\n{_escaped(command.help)}\n\n```text\n{usage}\n```\n"
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record and "--help" not in parameter.opts:
            text += f"\n- `{record[0]}`: {_escaped(record[1])}"
    return text


def _escaped(words):
    """Return a sentence of the help as Markdown that looks the same, its options as code."""
    words = " ".join(words.split())
    if "`" in words:
        return words
    words = re.sub(r"([\\*_<>\[\]$|])", r"\\\1", words)
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", words)


def _insert(app, docname, source):
    if MARK in source[0]:
        source[0] = source[0].replace(MARK, reference())


def setup(app):
    """Add this to Sphinx."""
    app.connect("source-read", _insert)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
