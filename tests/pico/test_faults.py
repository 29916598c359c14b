"""A fault on the device can be read in its log: what failed, and the calls that led to it as in the repo."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from pico.handheld import Handheld

REPO = Path(__file__).resolve().parents[2]
MAIN = """
from companion.app import main
from companion.screens.title import Title

def press(self, name, kind):
    return 1 // 0 if name == "b" else bytearray(1 << 20)

Title.press = press
main()
"""
FAULTS = {"b": "Pressing b: ZeroDivisionError: ", "c": "Pressing c: MemoryError: memory allocation failed"}
CALL = re.compile(r'\| "([^"]+)", line (\d+), in (\w+)$')


@pytest.fixture(scope="module")
def log(image):
    """The log after both faults: {the first line of each: the lines below it}."""
    handheld = Handheld(image, main=MAIN)
    handheld.boot()
    # the one between them closes the message
    for press in ("b", "a", "c"):
        handheld.press(press)
    handheld.settle()
    lines = handheld.ask("log")["lines"]
    assert handheld.pico.read_files()["/log.txt"].decode().splitlines() == lines
    entries = {}
    for line in lines:
        if " | " not in line:
            entries[line] = []
        else:
            entries[list(entries)[-1]].append(line)
    return entries


@pytest.mark.parametrize("name", FAULTS)
def test_it_names_what_failed_and_the_lines_of_the_repo_that_led_to_it(log, name):
    (found,) = [entry for entry in log if FAULTS[name] in entry]
    print("\n".join([found, *log[found]]))
    calls = [CALL.search(line).groups() for line in log[found]]
    screens = "companion/screens/__init__.py"
    assert [path for path, _, _ in calls] == ["companion/app.py", screens, screens, "main.py"]
    for (path, line, _), (_, _, called) in pairwise(calls):
        assert f"{called}(" in (REPO / "firmware" / path).read_text().splitlines()[int(line) - 1]
    _, line, function = calls[-1]
    assert function == "press" and "1 // 0" in MAIN.splitlines()[int(line) - 1]


def test_it_holds_nothing_else(log):
    assert len(log) == len(FAULTS)
