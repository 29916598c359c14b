"""A press that is shorter than an erase of the flash, during which no interrupt runs."""

import pytest
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import modules

_SCRIPT = """
import rp2, time
from companion.boards import pico_epaper_29 as pins
from companion import boards
buttons = boards.buttons(pins)
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
    program = _SCRIPT % ERASES
    pico = EmulatedPico(image, modules(image))
    pico.flash.on_operation = lambda duration: pico.tap("a", milliseconds) if duration > 20 else None
    assert pico.exec(program).strip() == str(["a"] * ERASES)
