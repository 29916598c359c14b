"""The reference of the command line is all that it says of itself."""

import re

import typer
from arcana_host.cli.app import app

from docs.tools.commands import reference, walk

GROUP = typer.main.get_command(app)
COMMANDS = list(walk(GROUP, GROUP.context_class(GROUP, info_name="arcana")))
TEXT = reference()


def section(path):
    """What the reference says of one command."""
    return re.split(r"^##+ ", TEXT.split(f"### arcana {' '.join(path)}\n", 1)[1], flags=re.M)[0]


def test_it_has_every_command_once():
    told = re.findall(r"^### arcana (.+)$", TEXT, flags=re.M)
    assert sorted(told) == sorted(" ".join(path) for path, _, _ in COMMANDS)
    assert {path[0] for path, _, _ in COMMANDS} == set(GROUP.commands)


def test_it_has_every_option_and_argument():
    missing = []
    for path, command, _ in COMMANDS:
        told = section(path)
        if " ".join(command.help.split())[:20] not in " ".join(told.split()):
            missing.append((path, "its help"))
        for parameter in command.params:
            options = [name for name in parameter.opts if name.startswith("--")]
            if not any(name in told for name in options or [parameter.metavar]):
                missing.append((path, parameter.name))
    assert missing == []


def test_no_word_of_the_help_turns_into_a_picture(arcana):
    for path, _, _ in COMMANDS:
        _, out, _ = arcana(*path, "--help")
        assert [letter for letter in out if ord(letter) > 0x1F000] == [], path


def test_help_is_whole_lines_and_one_bracket_around_what_may_be_left_out():
    for path, command, context in COMMANDS:
        _, *paragraphs = command.help.split("\n\n")
        # of these nobody joins the lines: write each in one
        assert [text for text in paragraphs if "\n" in text.strip()] == [], path
        usage = " ".join(command.collect_usage_pieces(context))
        assert "[[" not in usage and "..." not in usage.replace("}...", "").replace("]...", ""), usage
