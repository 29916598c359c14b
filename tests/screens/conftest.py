"""The tests of the screens run with five buttons, and again with three."""

import memory_app
import pytest
from companion.screens import widgets
from three_buttons import StackUnderThreeButtons

ONCE = ("test_fonts", "test_micropython", "test_three_buttons")
"""Those in which nobody presses, those that have games of both kinds, and those that are of three alone."""


def pytest_generate_tests(metafunc):
    if metafunc.module.__name__.rpartition(".")[2] not in ONCE:
        metafunc.parametrize("buttons", (5, 3), ids=("five", "three"), indirect=True)


@pytest.fixture(autouse=True)
def buttons(request):
    """How many buttons the board has on which the screens run."""
    count = getattr(request, "param", 5)
    if count == 3:
        request.getfixturevalue("three_buttons")
    yield count
    widgets.set_chords(False)


@pytest.fixture
def three_buttons(monkeypatch):
    """Every app that is made now runs on a board with three buttons."""
    monkeypatch.setattr(memory_app.MemoryBoard, "chords", True)
    monkeypatch.setattr(memory_app, "Stack", StackUnderThreeButtons)
