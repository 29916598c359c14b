"""The processor time of a refresh on an emulated board: only the driver, measured with edges on a free pin.

Waiting is not counted, as the app then does something else. It must not know how a driver works.
"""

from typing import NamedTuple

from emulator.pico import EmulatedPico
from pico.handheld import modules

_MARK = 0  # a GPIO that is unconnected on all boards
_CYCLES_A_MS = 125_000

_SCRIPT = """
import gc
from machine import Pin
from companion import boards
from companion.platform import asyncio
pins, _ = boards.find(%r)
panel = pins.panel()
mark = Pin(%d, Pin.OUT, value=0)
width, pages = panel.width, panel.pages
blank, page, turn, whole = [bytearray(width * pages) for _ in range(4)]
for changed, first, end in ((page, 5, 6), (turn, 5, 9), (whole, 0, pages)):
    for i in range(first * width, end * width):
        changed[i] = 0x55
async def show(picture, full=False):
    gc.collect()  # as the app does while the panel is busy
    mark(1)
    await panel.show(picture, full)
    mark(0)
    await asyncio.sleep(6 if full else 0.6)
    mark(1)
    await panel.idle()
    mark(0)
async def all():
    await show(blank, True)
    await show(whole)
    for picture in (blank, page, blank, turn, blank, whole):
        await show(picture)
    await show(blank, True)
asyncio.run(all())
print(pins.NAME)
"""


class Cost(NamedTuple):
    """Milliseconds of work: before the panel is busy, while it is busy, and after that."""

    before: float
    meanwhile: float
    after: float


def costs(image, board):
    """Return {what changed: Cost} for the refreshes of a board."""
    program = _SCRIPT % (board, _MARK)
    pico = EmulatedPico(image, modules(image), board=board)
    marks, busy = [], []
    pico.listen(_MARK, lambda: marks.append(pico.cycles))
    write = pico.panel.write

    def written(data):
        write(data)
        if pico.panel.busy:
            busy.append(pico.cycles)

    pico.panel.write = written
    said = pico.exec(program, limit_ms=60_000).strip()
    if said != board or pico.panel.faults:
        raise AssertionError(f"{said}: {pico.panel.faults}")
    spans = list(zip(marks[-36::2], marks[-35::2], strict=True))
    named = ("", "first partial", "", "one page", "", "four pages", "", "whole picture", "full refresh")
    found = {}
    for name, (start, end), after in zip(named, spans[::2], spans[1::2], strict=True):
        begun = next(cycles for cycles in busy if start <= cycles <= end)
        cycles = (begun - start, end - begun, after[1] - after[0])
        found[name] = Cost(*[count / _CYCLES_A_MS for count in cycles])
    del found[""]
    return found
