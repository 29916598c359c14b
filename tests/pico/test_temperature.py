"""The panel's temperature, as MicroPython on an emulated board asks for it with its own pins."""

import pytest
from arcana_host.virtual.boards import NAMES
from emulator.pico import EmulatedPico
from pico.handheld import modules

pytestmark = pytest.mark.pico

_SCRIPT = """
from companion import boards
from companion.platform import asyncio
pins, _ = boards.find(%r)
panel = pins.panel()
async def all():
    for byte in (0x55, 0x0f):
        await panel.show(bytes([byte]) * 4736)
        await panel.idle()
asyncio.run(all())
print(panel.celsius)
"""


# one for each driver
@pytest.mark.parametrize(("board", "celsius", "partials"), [(NAMES[0], -7.5, 0), (NAMES[1], 20, 1)])
def test_the_controller_is_asked_on_the_wires_of_the_bus(any_image, board, celsius, partials):
    program = _SCRIPT % board
    pico = EmulatedPico(any_image, modules(any_image), board=board)
    pico.panel.celsius = celsius
    assert int(pico.exec(program, limit_ms=60_000)) == celsius // 1
    assert pico.panel.partial_refreshes == partials
    assert pico.panel.glass == b"\xf0" * 4736  # 1 is black there, and white in a picture
    assert pico.panel.faults + pico.errors == []
