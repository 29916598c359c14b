"""After a sync a new game says at which doom these players win half of their games."""

import asyncio
import subprocess
import sys

from arcana_host.library.store import Library
from companion.games.shipwreck.setup_form import NewGame
from device.program import MAIN
from rules.random_games import random_game

from shared_rules.record import Record, fold


def heading(app):
    """The note at the top of the form for a new game."""
    notes = []

    class Canvas:
        say = None

        def __getattr__(self, name):
            return lambda *words, **_: notes.append(words[0]) if name == "text" else None

    NewGame(app).draw(Canvas())
    return [note for note in notes if str(note).startswith("you win half")]


async def sync(cable, shelf):
    command = [sys.executable, "-c", MAIN, "sync", "--library", str(shelf), "--port", str(cable.port)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def test_a_sync_that_brought_a_game_suggests_a_doom_to_those_players_only(connected, cable, tmp_path):
    with Library(tmp_path / "shelf") as library:
        for seed in range(3):
            events = fold(random_game(seed, players=2, sets=["base"], doom=2, undo_rate=0).events)
            library.add(str(Record([("Date", f"2026-11-2{seed} 20:15")], events)))
    assert heading(connected.app) == []
    connected.app.session.enter("play 4 1")
    connected.app.session.enter("abandon")
    told = await sync(cable, tmp_path / "shelf")
    # a table that plays at random loses at any doom
    assert "Ann, Bo would now win about half of their games with doom 0; New game says so." in told
    assert heading(connected.app) == ["you win half at doom 0"]
    for setting, value in (("names", "Ann,Cy"), ("assist", "oracle"), ("players", 3)):
        before = connected.app.settings.get(setting)
        connected.app.settings.set(setting, value)
        assert heading(connected.app) == [], setting
        connected.app.settings.set(setting, before)
    # nothing new: nothing is said
    assert "half of their games" not in await sync(cable, tmp_path / "shelf")
