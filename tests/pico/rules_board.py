"""Only the rules on an emulated Pico: no companion, no panel, just games and what can be deduced in them."""

import json

from emulator.pico import EmulatedPico
from pico.handheld import modules
from records import recorded

_LIMIT_MS = 60_000

_SCRIPT = """
import gc, json, time
from shared_rules.shipwreck import Game
game = Game()

def take(text):
    game.apply(text)
    start = time.ticks_us()
    possible = game.possible()
    print(json.dumps([time.ticks_diff(time.ticks_us(), start), possible]))

def leave_only(room):
    global kept
    gc.collect()
    spared = bytearray(room)
    kept = None
    for size in (4096, 512, 64, 16):
        try:
            while True:
                kept = kept, bytearray(size)
        except MemoryError:
            pass
    spared = None
    gc.collect()
    print(gc.mem_free())
"""


def crowded_game():
    """Return the events of a game of five players in which all of them hold a fate for a long time."""
    return recorded("all-hold-a-fate").events


class RulesBoard:
    """A Pico on which a game is played event by event.

    image: path of a MicroPython image.
    """

    def __init__(self, image):
        program = f"{_SCRIPT}"
        self.pico = EmulatedPico(image, modules(image))
        self._do(program)

    def apply(self, text):
        """Apply an event without calling `possible`."""
        self._do(f"game.apply({text!r})")

    def take(self, text):
        """Apply an event; return (the milliseconds that `possible` takes after it, its result)."""
        micros, possible = json.loads(self._do(f"take({text!r})"))
        return micros / 1000, possible

    def possible_in(self, room):
        """Return the result of `possible` with only this many bytes of the heap free, in one block.

        Its code, what it keeps and its temporary objects all have to fit. Raises PicoFault with a MemoryError
        if they don't.
        """
        free = int(self._do(f"leave_only({room})"))
        assert free < room + 2048, f"{free} bytes are free"
        return json.loads(self._do("print(json.dumps(game.possible()))"))

    def _do(self, code):
        return self.pico.exec(code, _LIMIT_MS)
