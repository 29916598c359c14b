"""The limits of memory and time on a Pico: `arcana test`, power-on, the oracle, the stack."""

import statistics

import pytest
from arcana_host import vectors_folder
from arcana_host.doctor.acceptance import EVENT_MS, LEAST_HEAP, REQUEST_MS, REQUESTS, TIMED
from arcana_host.doctor.vectors import read_vectors
from arcana_portable.virtual.panel import inverted
from companion.canvas import Canvas
from companion.screens import Stack as Screens
from emulator.pico import EmulatedPico
from memory_app import MemoryApp, enter_all
from pico.floors import POWER_ON_MS
from pico.handheld import ENGLISH, Handheld, board_file, firmware
from pico.power_on import MOMENTS, journal, long_game, power_on, with_game
from pico.rules_board import RulesBoard, crowded_game
from rules.vectors import find_vector

from shared_rules.shipwreck import Game


@pytest.mark.slow
def test_an_event_leaves_a_real_pico_room_for_cache_misses(image):
    (vector,) = [vector for vector in read_vectors(vectors_folder()) if vector.name == TIMED]
    handheld = Handheld(image)
    handheld.boot()
    start = handheld.pico.micros
    for number, event in enumerate(vector.events):
        handheld.ask("scratch", number=number, text=event)
    took = (handheld.pico.micros - start) / 1000 / len(vector.events)
    # they cost half as much again at most
    assert 1.5 * took <= EVENT_MS


@pytest.mark.slow
def test_a_request_takes_as_long_as_is_expected_and_leaves_enough_memory_for_a_game(image):
    handheld = Handheld(image)
    handheld.boot()
    handheld.pico.charge_cache_misses()
    start = handheld.pico.micros
    for _ in range(REQUESTS):
        handheld.ask("clock")
    took = (handheld.pico.micros - start) / 1000 / REQUESTS
    assert took == pytest.approx(REQUEST_MS, rel=0.25)
    assert handheld.ask("info")["free_heap"] >= LEAST_HEAP


IDLE_SHARE = 0.05
RESTING_MS = 4_500


def test_an_idle_companion_hardly_works_and_takes_a_press_at_once(image):
    handheld = with_game(image, long_game()[:13])
    before = handheld.press_and_time("c")
    handheld.settle()
    handheld.pico.run(RESTING_MS)
    cycles, ms = handheld.pico.cycles, 5_000
    handheld.pico.run(ms)
    assert (handheld.pico.cycles - cycles) / (ms * 125_000) <= IDLE_SHARE
    # as soon as one that is awake, to within a tick
    assert handheld.press_and_time("a") <= before + 20


# power-on in the middle of a long game


def glass_of(events):
    """The table as the screens draw it elsewhere, as bytes of the glass."""
    app, canvas = MemoryApp(note=True), Canvas()
    app.session.begin(events[0])
    enter_all(app.session, events[1:])
    Screens(app, True).draw(canvas)
    return inverted(bytes(canvas.buffer))


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_table_is_on_its_way_to_the_glass_in_time(image, moment, soak):
    if not soak and moment != "before a play":
        pytest.skip("slow: run with --soak (make soak)")
    events = long_game()[: MOMENTS[moment]]
    took, handheld = power_on(image, events)
    print(f"{took} ms from power-on to the table")
    assert took <= POWER_ON_MS
    handheld.settle()
    assert handheld.record() == events
    assert handheld.pico.panel.glass == glass_of(events)
    assert handheld.pico.panel.faults == handheld.pico.errors == []


# what the held fates can be: the time it takes, the room it needs, and that it is the same


LONGEST_MS = 400
MEDIAN_OF_THREE_MS = 60
HEAP = 24 * 1024


@pytest.fixture(scope="module")
def events():
    return crowded_game()


def test_it_takes_the_time_it_may(image, events):
    board, game = RulesBoard(image), Game()
    times = {}
    for text in events:
        game.apply(text)
        took, possible = board.take(text)
        assert possible == game.possible()
        times.setdefault(len(possible), []).append(took)
    assert len(times[5]) >= 10
    assert max(max(took) for took in times.values()) <= LONGEST_MS
    assert statistics.median(times[3]) < MEDIAN_OF_THREE_MS


def test_it_needs_no_more_room_than_it_may(image, events):
    """Its program, its state and its temporary objects: all in what is left."""
    board, game = RulesBoard(image), Game()
    five = next(
        number for number in range(len(events)) if len(Game.replay(events[: number + 1]).possible()) == 5
    )
    for text in events[: five + 4]:
        board.apply(text)
        game.apply(text)
    assert len(game.possible()) == 5
    assert board.possible_in(HEAP) == game.possible()


# the stack, 8 KB for all calls that are under way, is never nearly used up: what it reaches down to shows
# in a mark that is written over all that is free of it. An overflow would go into the memory below, or end
# as an error in the middle of a screen


_STACK, _END = 0x40000, 0x42000  # in the chip's RAM
_SP = 13
_MARK = b"\xa5"
_NEAR = 256  # bytes below the stack pointer that stay as they are, as an interrupt may be under way

LEAST = 512
"""Bytes that stay free."""

ISLAND = "setup spirit-island players=Ann spirits=thunderspeaker boards=A blight=card events=no"
# a prediction, with faded powers at hand
PREDICTION = list(find_vector(players=5, sets=4, hit=7))[:13]
SCREENS = {
    "from the title into a new game": ([], "b b b"),
    "from the title into the settings": ([], "down b b"),
    "powers, undo, help, menu, a hit and a card": (PREDICTION, "down a b:long c a a up a b b down b"),
    "Spirit Island": ([ISLAND], "up b b:long a a b"),
}
LANDS = [
    ISLAND.replace(" blight", " adversary=scotland:5 blight"),
    *("reveal 1W", "land A2 E1 T2 D5 blight=1", "land A4 P1 blight=1", "land A5"),
    "ravage A2 cascade=A4,A5",
]


class Stack:
    def __init__(self, pico):
        self._mcu = pico._chip.mcu

    def mark(self):
        """Write over all that is free now."""
        end = (self._mcu.core.registers[_SP] & 0xFFFFF) - _NEAR
        self._mcu.sram[_STACK:end] = _MARK * (end - _STACK)

    def free(self):
        """Return how many bytes were never used since `mark`."""
        stack = bytes(self._mcu.sram[_STACK:_END])
        return len(stack) - len(stack.lstrip(_MARK))


def free_after(image, events, presses):
    """Return {press: the bytes of the stack that were free in it}, power-on included."""
    files = {**board_file("pico-epaper-2.9"), **ENGLISH, **firmware(image)}
    if events:
        files["/games/0001-0badcafe.arcana"] = journal(events).encode()
    handheld = Handheld(image, flash=EmulatedPico(image, files).cut())
    stack = Stack(handheld.pico)
    # MicroPython has begun by then
    handheld.pico.run(20)
    stack.mark()
    handheld.boot()
    free = {"power-on": stack.free()}
    for number, press in enumerate(presses):
        stack.mark()
        handheld.press(press)
        free[f"{number}: {press}"] = stack.free()
    handheld.settle()
    assert handheld.ask("log")["lines"] == []
    return free


@pytest.mark.parametrize("screens", SCREENS)
def test_half_a_kilobyte_of_the_stack_stays_free(image, screens):
    events, presses = SCREENS[screens]
    free = free_after(image, events, presses.split())
    print(free)
    assert min(free.values()) >= LEAST, free


def test_as_much_stays_free_when_a_land_ravages(image):
    handheld = Handheld(image)
    handheld.boot()
    stack, free = Stack(handheld.pico), {}
    for number, event in enumerate(LANDS):
        stack.mark()
        handheld.ask("scratch", number=number, text=event)
        free[event] = stack.free()
    print(free)
    assert min(free.values()) >= LEAST, free
