"""The tests of the screens run with five buttons, and again with three, but for those that want three."""

import memory_app
import pytest
from companion.screens import widgets
from three_buttons import StackUnderThreeButtons

ONCE = ("test_fonts", "test_micropython", "test_three_buttons")
"""The modules without presses, with games on both kinds of boards, and only for three buttons."""


def pytest_generate_tests(metafunc):
    once = metafunc.module.__name__.rpartition(".")[2] in ONCE or "three_buttons" in metafunc.fixturenames
    if not once:
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
