"""The assembly guide: every step has a picture and a check, every command and every link leads somewhere."""

import re

import pytest
import typer
from arcana_host.cli.app import app

from hardware.tools.circuit import HARDWARE

GUIDE = HARDWARE / "assembly.md"
TEXT = GUIDE.read_text(encoding="utf-8")
STEPS = re.split(r"^## ", TEXT, flags=re.M)[1:]
COMMANDS = re.findall(r"^    (.+)$", TEXT, flags=re.M)
TARGETS = re.findall(r"^([\w-]+):", (HARDWARE.parent / "Makefile").read_text(), flags=re.M)


def links(text):
    return re.findall(r"\]\(([^)]+)\)", text)


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", text, flags=re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.splitlines()[0])
def test_a_step_has_a_picture_and_a_check(step):
    assert re.search(r"^!\[[^\]]+\]\([^)]+\)$", step, flags=re.M)
    assert len(re.findall(r"^\*\*Check:\*\* ", step, flags=re.M)) == 1


def test_the_steps_are_numbered():
    assert [int(step.split(".")[0]) for step in STEPS] == list(range(1, len(STEPS) + 1))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_exists(command):
    program, name, *options = command.split()
    if program == "make":
        assert name in TARGETS
    else:
        assert program == ".venv/bin/arcana"
        known = typer.main.get_command(app).commands[name]
        assert set(options) <= {option for parameter in known.params for option in parameter.opts}


def test_it_ends_with_the_test():
    assert COMMANDS[-1] == ".venv/bin/arcana test"


@pytest.mark.parametrize("page", [GUIDE, HARDWARE / "README.md"], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for link in links(page.read_text(encoding="utf-8")):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.is_file(), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link
