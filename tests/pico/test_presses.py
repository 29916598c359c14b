"""Random presses while the panel refreshes and the flash is written: do all of them come?

The panel, the buttons and a file run as they do in the companion, on an emulated board whose flash takes its
time and lets no interrupt run meanwhile. It takes an hour: `pytest --soak -rP tests/pico/test_presses.py`.
The same against a model of the pins takes a second: tests/panel/test_presses_during_erases.py.
"""

import functools
import random

import pytest
from arcana_host.virtual.boards import REFERENCE_BOARD
from emulator.pico import EmulatedPico
from pico.handheld import modules

from shared_rules import BUTTONS

PRESSES = 2_500
PARTS = 4
PRESSED_MS = (15, 70)
APART_MS = (30, 120)
SAME_APART_MS = 90

_SCRIPT = """
from companion import boards
from companion.platform import asyncio
pins, _ = boards.find(%r)
panel, buttons = pins.panel(), pins.buttons()
heard = []

async def listen():
    while True:
        press = buttons.get()
        while press:
            heard.append(press[0][0] if press[1] == "press" else "?")
            press = buttons.get()
        await asyncio.sleep(0.01)

async def refresh():
    pictures = [bytearray(4736), bytearray(4736)]
    number = 0
    while True:
        picture = pictures[number & 1]
        picture[number * 40 %% 4736] ^= 0xff
        await panel.show(picture, number %% 40 == 0, number & 2 == 2)
        await panel.idle()
        number += 1

async def write():
    number = 0
    while True:
        with open("/presses%%d" %% (number >> 6 & 3), "ab" if number & 63 else "wb") as file:
            file.write(b"x" * 60)
        number += 1
        await asyncio.sleep(0.1)

async def all():
    tasks = [asyncio.create_task(task) for task in (listen(), refresh(), write())]
    before = -1
    while len(heard) != before or not heard:
        before = len(heard)
        await asyncio.sleep(4)
asyncio.run(all())
print("".join(heard))
"""


@pytest.mark.parametrize("part", range(PARTS))
def test_none_is_lost_and_none_comes_twice(image, soak, part):
    if not soak:
        pytest.skip("slow: run with --soak (make soak)")
    program = _SCRIPT % REFERENCE_BOARD
    pico = EmulatedPico(image, modules(image))
    dice = random.Random(part)
    pressed = []
    during = []

    def press(name):
        pressed.append(name[0])
        during.append((pico.panel.busy, pico.flash.busy))
        milliseconds = dice.uniform(*PRESSED_MS)
        pico.tap(name, milliseconds, bounces=dice.choice((0, 0, 1)))
        if len(pressed) < PRESSES:
            following = dice.choice(BUTTONS)
            apart = dice.uniform(SAME_APART_MS if following == name else APART_MS[0], APART_MS[1])
            pico.after(milliseconds + apart, functools.partial(press, following))

    pico.after(3_000, functools.partial(press, dice.choice(BUTTONS)))
    heard = pico.exec(program, limit_ms=20_000 + 300 * PRESSES).strip()
    assert {name: heard.count(name[0]) for name in BUTTONS} == {
        name: pressed.count(name[0]) for name in BUTTONS
    }
    assert pico.panel.faults == []
    panel, flash = (sum(each) for each in zip(*during, strict=True))
    print(
        f"{PRESSES} presses, {panel} of them during one of {pico.panel.full_refreshes} full and "
        f"{pico.panel.partial_refreshes} partial refreshes, {flash} while the flash was written: none lost"
    )


# a press that is shorter than an erase of the flash, during which no interrupt runs


_ERASING = """
import rp2, time
from companion.boards import PicoEpaper29
buttons = PicoEpaper29().buttons()
flash = rp2.Flash()
last = flash.ioctl(4, 0) - 1
heard = []
for _ in range(%d):
    flash.ioctl(6, last)
    for _ in range(6):
        press = buttons.get()
        if press:
            heard.append(press[0])
        time.sleep_ms(10)
print(heard)
"""
ERASES = 10


@pytest.mark.parametrize("milliseconds", [8, 25, 40])
def test_it_is_heard(image, milliseconds):
    program = _ERASING % ERASES
    pico = EmulatedPico(image, modules(image))
    pico.flash.on_operation = lambda duration: pico.tap("a", milliseconds) if duration > 20 else None
    assert pico.exec(program).strip() == str(["a"] * ERASES)
