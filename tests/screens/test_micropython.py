"""The same presses lead to the same games and the same pictures on the MicroPython virtual machine."""

import itertools
import json
from pathlib import Path

from arcana_portable.record import without_undos
from companion.canvas import Canvas
from companion.screens.settings import languages
from memory_app import MemoryApp
from player import presses_for
from rules.vectors import vectors
from screens.replay import replay
from screens.test_whole_games import as_entered
from vm import COMPANION, ROOT, RULES, needs_vm, on_vm
from wasm.test_wasm import beyond_ascii

HERE = Path(__file__).resolve().parent
HEAP = 4 * 1024 * 1024
"""More than a Pico has, as the input is read in one piece and the modules are compiled there."""

pytestmark = needs_vm


def games():
    """All vectors of Creatures from the Deep, the first of every other mode and level, and one with other
    names."""
    found = {}
    for name, events, _ in vectors("shipwreck"):
        words = events[0].split(" ")
        found.setdefault(name if words[1] == "creatures" else (words[1], *words[6:]), events)
    names = [beyond_ascii(text) for text in next(iter(found.values()))]
    return [as_entered(without_undos(events)) for events in (*found.values(), names)]


def test_every_mode_is_played_and_drawn_alike():
    played = [
        # the last press shows the code of a game that was played to its end
        (language, number % 3 == 0, [*[presses for _, presses in presses_for(game)], ["c"]])
        for number, (game, language) in enumerate(zip(games(), itertools.cycle(languages())))
    ]
    app = (ROOT / "tests" / "memory_app.py").read_text()
    value = {"app": app, "games": played}
    drawn = on_vm(HERE / "replay.py", COMPANION, RULES, value=value, heap=HEAP)
    canvas = Canvas()
    for line, (*board, game), events in zip(drawn, played, games(), strict=True):
        canvas.clear()
        entered, pictures = json.loads(line)
        assert entered == events
        assert [entered, pictures] == replay(MemoryApp, canvas, *board, game)
