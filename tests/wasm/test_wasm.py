"""The same games on the MicroPython virtual machine (WebAssembly under Node): equal states throughout."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from rules.random_games import ALL_SETS, random_game
from rules.vectors import vectors
from wasm.creatures import met

from shared_rules.shipwreck import Game
from shared_rules.shipwreck.event import LEVELS, MODES
from shared_rules.shipwreck.generic_creatures import generic_creatures

HERE = Path(__file__).resolve().parent
RULES = HERE.parent.parent / "shared_rules"
HEAP = 190 * 1024
"""About what a Pico with MicroPython 1.24.1 has, less a little."""

pytestmark = [
    pytest.mark.skipif(not shutil.which("node"), reason="Node is not installed"),
    pytest.mark.skipif(
        not (HERE / "node_modules").is_dir(), reason="the MicroPython VM is not installed: run 'make vm'"
    ),
]


def on_micropython(script, value, heap=HEAP):
    """Run a script of this folder on the virtual machine and return the JSON lines it prints."""
    command = ["node", "run.mjs", str(heap), str(script), str(RULES)]
    done = subprocess.run(command, cwd=HERE, input=json.dumps(value), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_vectors_lead_to_the_expected_states():
    games = vectors()
    told = on_micropython("replay.py", [{"states": True, "events": events} for _, events, _ in games])
    assert told == [states for _, _, states in games]


def test_random_games_have_equal_digests_after_every_event():
    tables = [random_game(seed, players=2 + seed % 4, hit_rate=0.9) for seed in range(150)]
    tables += [random_game(-seed, sets=list(ALL_SETS), players=2 + seed % 4) for seed in range(150)]
    ways = [(mode, level) for mode in MODES for level in LEVELS]
    tables += [random_game(seed, mode=mode, assist=level) for mode, level in ways for seed in range(10)]
    # the input is read in one piece, so this needs more room than a game does
    told = on_micropython(
        "replay.py", [{"states": False, "events": table.events} for table in tables], heap=8 * HEAP
    )
    for table, digests in zip(tables, told, strict=True):
        game = Game()
        for text, digest in zip(table.events, digests, strict=True):
            game.apply(text)
            assert game.digest() == digest, text


def test_creatures_are_read_refused_and_beaten_alike():
    creatures = [str(creature) for creature in generic_creatures()]
    creatures += [
        f"3:Kraken:{need}" for need in ("sum=84", "pips=36", "3x7&kind3", "run7", "pips>=36", "even9")
    ]
    creatures += [
        "",
        "4:Kraken:run7",
        "1:Kraken:run07",
        "1:Kra ken:run7",
        "1:__:run7",
        "1:Kraken:4x7",
        "1:A:sum=85",
    ]
    dice, tokens = random.Random(3), [*range(1, 8)] * 3
    fates = [[], tokens, *(dice.sample(tokens, dice.randint(1, 9)) for _ in range(60))]
    told = on_micropython("creatures.py", {"creatures": creatures, "fates": fates})
    assert told == [met(text, fates) for text in creatures]
    assert [isinstance(answer, str) for answer in told] == [False] * 18 + [True] * 7
