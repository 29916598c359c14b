"""The rules of Spirit Island alone on the emulated Pico: the same states, soon enough, in little memory."""

import json

import pytest
from arcana_host.virtual.pico import EmulatedPico
from pico.handheld import modules
from rules.spirit_island_games import long_game
from rules.vectors import vectors

from shared_rules.record import fold
from shared_rules.spirit_island import Game

ACCEPT_MS, UNDO_MS = 800, 150
"""For the events of a long game at power-on, and for taking back the last of them."""

ROOM = 12_000
"""Bytes of the heap that such a game takes beside the code of its rules."""

_LIMIT_MS = 120_000
# the random games with lands are played on the MicroPython VM, which is quicker
GAMES = [game for game in vectors("spirit_island") if not game[0].startswith("spirit-island-lands-0")]
_SCRIPT = """
import gc, json, sys, time
from shared_rules.spirit_island import Game

def digests(events):
    game = Game()
    told = []
    for text in events:
        game.apply(text)
        told.append(game.digest())
    return told

def long_game(events):
    start = time.ticks_ms()
    game = Game()
    for text in events:
        game.accept(text)
    accepted = time.ticks_diff(time.ticks_ms(), start)
    start = time.ticks_ms()
    game.apply("undo")
    undone = time.ticks_diff(time.ticks_ms(), start)
    for name in ("setup", "tables"):
        sys.modules.pop("shared_rules.spirit_island." + name, None)
        if hasattr(sys.modules["shared_rules.spirit_island"], name):
            delattr(sys.modules["shared_rules.spirit_island"], name)
    return game, accepted, undone

with open("/input.json") as file:
    given = json.load(file)
# the code of the rules is loaded once before, as names that it brings are never freed
long_game(given["long"][:2])
gc.collect()
free = gc.mem_free()
"""


@pytest.fixture(scope="module")
def pico(image):
    """A Pico with the rules, to which a module of tests gives its records."""
    games = [fold(events) for _, events, _ in GAMES]
    given = json.dumps({"vectors": games, "long": long_game()}).encode()
    program = f"{_SCRIPT}"
    pico = EmulatedPico(image, {**modules(image), "/input.json": given})
    pico.exec(program, _LIMIT_MS)
    return pico


def test_a_long_game_comes_back_soon_and_takes_little_memory(pico):
    pico.exec('game, accepted, undone = long_game(given["long"])', _LIMIT_MS)
    # apart, as the garbage collector takes what is left on the stack of the calls before for pointers
    code = "gc.collect(); print(json.dumps([accepted, undone, free - gc.mem_free(), game.digest()]))"
    accepted, undone, room, digest = json.loads(pico.exec(code, _LIMIT_MS))
    print(f"250 events: {accepted} ms; the last one taken back: {undone} ms; {room} bytes")
    assert digest == Game.replay(long_game()[:-1]).digest()
    assert accepted <= ACCEPT_MS and undone <= UNDO_MS and room <= ROOM


def test_every_vector_has_its_states(pico):
    for number, (name, lines, _) in enumerate(GAMES):
        events, game = fold(lines), Game()
        told = json.loads(pico.exec(f"print(json.dumps(digests(given['vectors'][{number}])))", _LIMIT_MS))
        for text, digest in zip(events, told, strict=True):
            game.apply(text)
            assert game.digest() == digest, (name, text)
