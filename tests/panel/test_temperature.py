"""The temperature that a panel's controller measures, and what follows from it, on each virtual board."""

import machine
import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.virtual.wiring import Wiring
from companion import boards
from panel.conftest import striped

STRIPES = (5, 9, 13)


class Nobody:
    """A link at whose other end is nobody."""

    def read(self):
        return b""

    def write(self, data):
        return len(data)


class Desk:
    """A board of a name with its panel, in simulated time."""

    def __init__(self, name, clock, folder):
        self.clock = clock
        self.wiring = Wiring(virtual_board(name), clock)
        machine.connect(self.wiring)
        self.panel = boards.make(str(folder), Nobody(), name).panel
        self.panel._ticks, self.panel.sleep_us = clock.ticks, clock.sleep_us
        self.model = self.wiring.panel

    def show(self, *stripes):
        for stripe in stripes:
            picture, shown = striped(self.panel, stripe)
            self.clock.run(self.panel.show(picture))
            self.clock.run(self.panel.idle())
            assert self.model.glass == shown
        assert not self.model.faults + self.wiring.conflicts


@pytest.fixture(params=NAMES)
def desk(request, clock, tmp_path):
    """Each of the boards in turn."""
    yield Desk(request.param, clock, tmp_path)
    machine.connect(None)


@pytest.mark.parametrize(
    ("celsius", "reported"), [(10, 10), (21.5, 21), (35.9, 35), (9.9, 9), (36, 36), (0.5, 0), (-3.5, -4)]
)
def test_where_it_is_too_cold_or_too_warm_each_refresh_is_a_full_one(desk, celsius, reported):
    desk.model.celsius = celsius
    desk.show(*STRIPES)
    assert desk.panel.celsius == reported
    full = len(STRIPES) if desk.panel.only_full else 1
    assert desk.panel.only_full == (not 10 <= reported <= 35)
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (full, len(STRIPES) - full)
    # a picture that is there already is none
    desk.show(STRIPES[-1])
    assert desk.model.full_refreshes == full


def test_it_is_asked_again_after_the_next_full_refresh(desk):
    desk.model.celsius = 4
    desk.show(*STRIPES)
    desk.model.celsius = 20
    desk.show(*STRIPES, *STRIPES)
    assert desk.panel.celsius == 20
    assert desk.model.partial_refreshes == 2 * len(STRIPES) - 1


@pytest.mark.parametrize("line", [None, 0, 1])
def test_a_line_on_which_nobody_answers_tells_nothing(desk, monkeypatch, line):
    level = desk.wiring.level

    def without_answers(gpio, pull):
        if gpio == desk.wiring.data:
            return int(pull == machine.Pin.PULL_UP) if line is None else line
        return level(gpio, pull)

    monkeypatch.setattr(desk.wiring, "level", without_answers)
    desk.show(*STRIPES)
    assert desk.panel.celsius is None
    assert (desk.model.full_refreshes, desk.model.partial_refreshes) == (1, len(STRIPES) - 1)
