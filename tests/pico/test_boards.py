"""The companion on the chip of each of its boards: found, started, and quick at the panel."""

import pytest
from arcana_host.virtual.boards import NAMES, virtual_board
from arcana_portable.install.chips import RP2040
from emulator.pico import EmulatedPico
from pico.handheld import Handheld, board_file, modules
from pico.refreshes import costs

EVERY = [name for name in NAMES if RP2040.name in virtual_board(name).pins.CHIP]
BOARDS = NAMES[:2]
"""One for each controller of a glass of this size."""
PANELS = [(name, virtual_board(name).pins) for name in reversed(EVERY)]
PANELS = {(pins.driver(), pins.SIZE): name for name, pins in PANELS}
"""A board for each panel: the others differ in their pins."""

LIMIT_MS = 20_000


@pytest.mark.parametrize("board", EVERY)
def test_every_board_has_its_panel_and_buttons_and_leaves_none_of_its_code_in_memory(image, board):
    script = "import sys; from companion import boards; made = boards.make()\n"
    script += "print(made.name, made.panel.busy() == made.panel.BUSY, made.buttons.get(), made.trouble)\n"
    script += "print([name for name in sys.modules if 'boards' in name])"
    pico = EmulatedPico(image, {**modules(image), **board_file(board)}, board=board)
    assert pico.exec(script) == f"{board} False None None\n[]\n"


@pytest.fixture(scope="module", params=BOARDS)
def handheld(request, image):
    """The companion on each board in turn, with its first picture on the glass."""
    handheld = Handheld(image, board=request.param)
    handheld.boot(LIMIT_MS)
    return handheld


@pytest.fixture(scope="module")
def titles():
    """The first picture of each board that was looked at."""
    return {}


def test_the_board_is_found_and_shows_the_title_of_all_boards(handheld, titles):
    info = handheld.ask("info")
    assert info["board"] in NAMES and info["machine"] == "Raspberry Pi Pico with RP2040"
    titles[info["board"]] = handheld.pico.panel.glass
    assert len(set(titles.values())) == 1
    assert handheld.pico.panel.faults == handheld.pico.errors == []
    assert handheld.ask("log")["lines"] == []


def test_ten_presses_in_a_second_are_ten_presses_and_few_pictures(handheld):
    """The cursor goes down the menu and up again; while the glass moves it goes on."""
    title, pictures = handheld.pico.panel.glass, handheld.pictures
    ends = []
    for number in range(10):
        handheld.pico.tap("down" if number < 5 else "up", 50)
        handheld.pico.run(100)
        ends.append(handheld.pictures - pictures)
    handheld.settle()
    assert handheld.pictures - pictures <= 6
    assert ends[4] > 0  # so there were pictures in between
    assert handheld.pico.panel.glass == title
    assert handheld.pico.panel.faults == []


def test_a_badger_holds_its_power_long_before_the_finger_that_switched_it_on_is_gone(image):
    handheld = Handheld(image, board="badger2040", host=False)
    pico = handheld.pico
    pico.buttons.set("b", True)
    assert pico.run_until(lambda: pico.battery.held, 2_000, 1) < 1_000
    assert pico.battery.lamp
    handheld.boot(LIMIT_MS)
    assert pico.battery.held and not pico.battery.lamp
    title = pico.panel.glass
    pico.buttons.set("b", False)
    pico.run(500)
    assert pico.panel.glass == title  # it pressed nothing
    assert pico.panel.faults == []


@pytest.mark.parametrize("board", PANELS.values())
def test_a_partial_refresh_costs_few_milliseconds_before_the_glass_moves(image, board):
    width, height = virtual_board(board).pins.SIZE
    most_ms = 3 + width * height / 5400  # 10 on 296×128 pixels, 25 on 400×300
    partial = {what: cost for what, cost in costs(image, board).items() if what != "full refresh"}
    assert max(cost.before for cost in partial.values()) <= most_ms
    assert partial["one page"].before < partial["four pages"].before < partial["whole picture"].before
