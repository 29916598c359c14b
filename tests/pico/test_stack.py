"""The stack of the Pico, 8 KB for all calls that are under way, is never nearly used up.

What it reaches down to shows in a mark that is written over all that is free of it. An overflow would go
into the memory below, or end as an error in the middle of a screen.
"""

import pytest
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import ENGLISH, Handheld, firmware, told
from pico.power_on import journal
from rules.vectors import find_vector

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
    "powers, undo, help, menu, a hit and a card": (PREDICTION, "down a b:long c a a up a b b down b"),
    "Spirit Island": ([ISLAND], "up b b:long a a b"),
}
LANDS = [
    ISLAND.replace(" blight", " adversary=scotland:5 blight"),
    *("reveal 1W", "land A2 E1 T2 D5 blight=1", "land A4 P1 blight=1", "land A5"),
    "ravage A2 cascade=A4,A5",
]


class Stack:
    """The stack of a Pico."""

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
    files = {**told("pico-epaper-2.9"), **ENGLISH, **firmware(image)}
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
