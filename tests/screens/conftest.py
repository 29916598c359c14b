"""The tests of the screens run with five buttons; where every scene and whole games are, again with three."""

import memory_app
import pytest
from companion.screens import widgets
from three_buttons import StackUnderThreeButtons

TWICE = ("test_any_press", "test_pictures", "test_whole_games")
"""Screens know how many buttons there are only by the words at their edge: that is seen in these modules."""


def pytest_generate_tests(metafunc):
    twice = metafunc.module.__name__.rpartition(".")[2] in TWICE
    if twice and "three_buttons" not in metafunc.fixturenames:
        metafunc.parametrize("buttons", (5, 3), ids=("five", "three"), indirect=True)


@pytest.fixture(autouse=True)
def buttons(request):
    """The number of buttons of the board on which the screens run."""
    count = getattr(request, "param", 5)
    if count == 3:
        request.getfixturevalue("three_buttons")
    yield count
    widgets.set_chords(False)


@pytest.fixture
def three_buttons(monkeypatch):
    """Make every new app run on a board with three buttons."""
    monkeypatch.setattr(memory_app.MemoryBoard, "chords", True)
    monkeypatch.setattr(memory_app, "Stack", StackUnderThreeButtons)
