"""What a computer sends: names, titles and a doom that suits the players, which the next new game offers."""

import asyncio
import json
import subprocess
import sys
import unicodedata

import pytest
from arcana_host.errors import DeviceRefused
from arcana_host.library.store import Library
from arcana_host.link.device import Device
from arcana_host.virtual.host_device import HostDevice
from companion.games.score_pad.points import Titles
from companion.games.shipwreck.setup_form import NewGame
from companion.screens.names import table_names
from device.program import MAIN
from device.waiting import at_its_title
from rules.random_games import random_game
from screens.writing import WritingCanvas

from shared_rules.errors import RuleError
from shared_rules.player_names import check_names
from shared_rules.protocol import MAX_REQUEST
from shared_rules.record import Record, fold

LONGEST = [letter * 12 for letter in "ÀÑŁŒȚ"]


@pytest.fixture
def arcana(cable):
    """Run a command on the device; gives (status, what it printed, what it complained about)."""

    async def arcana(*words):
        command = [sys.executable, "-c", MAIN, *words, "--port", str(cable.port)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    return arcana


async def test_the_next_game_offers_the_names_that_were_sent(arcana, connected):
    assert await arcana("names", "Jörg,Zoé") == (
        0,
        "A new game offers Jörg, Zoé.\nFor more players: Ann, Bo, Cy, Di, Ed, Flo.\n",
        "",
    )
    form = NewGame(connected.app)
    assert form.players() == ["Jörg", "Zoé"]
    assert table_names(connected.app) == ["Jörg", "Zoé", "Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    # the game on the table goes on with its own
    assert connected.app.session.game.players == ["Ann", "Bo"]
    assert (await arcana("names"))[
        1
    ] == "A new game offers Jörg, Zoé.\nFor more players: Ann, Bo, Cy, Di, Ed, Flo.\n"
    listed = json.loads((await arcana("names", "--json"))[1])
    assert listed == {"names": ["Jörg", "Zoé"], "others": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]}


async def test_the_longest_names_of_five_are_sent(arcana, connected):
    status, out, _ = await arcana("names", ",".join(LONGEST))
    assert (status, out.split("\n")[0]) == (0, f"A new game offers {', '.join(LONGEST)}.")
    assert out.endswith("For more players: Ann, Bo, Cy.\n")
    request = json.dumps({"names": ",".join(LONGEST), "players": 5, "first": 0})
    assert len(request) < MAX_REQUEST - 100


async def test_names_may_have_spaces_around_them_and_marks_of_their_own(arcana, connected):
    assert (await arcana("names", unicodedata.normalize("NFD", "Jörg,"), "Zoé"))[0] == 0
    assert table_names(connected.app)[:2] == ["Jörg", "Zoé"]


BAD = [
    "Ann",
    "Ann,Bo,Cy,Di,Ed,Flo,Gus,Ida,Jo",
    "Ann,ann",
    "JÖRG,Jörg",
    "Ann,Bo=Cy",
    "Ann,B.A",
    "Ann,Ябеда",
    "A,Bartholomäusnacht",
]


async def test_bad_names_are_refused_on_both_sides(arcana, connected, cable):
    refusals = {}
    for given in BAD:
        with pytest.raises(RuleError) as refused:
            check_names(given.split(","))
        refusals[given] = str(refused.value)
    assert await arcana("names", BAD[0]) == (2, "", f"arcana: {refusals[BAD[0]]}\n")

    def send():
        with Device(str(cable.port)) as device:
            for given, sentence in refusals.items():
                with pytest.raises(DeviceRefused) as refused:
                    device.call("settings", set={"names": given})
                assert str(refused.value) == sentence, given

    await asyncio.to_thread(send)
    assert table_names(connected.app) == ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ida"]


# titles


@pytest.fixture
async def pad(tmp_path, cable):
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "settings.json").write_text('{"game": "score_pad", "language": "english"}')
    async with HostDevice(flash, cable, speed=1000) as device:
        await at_its_title(device)
        yield device


async def test_a_title_with_its_rules_is_offered_changed_and_removed(arcana, pad):
    assert (await arcana("titles"))[1] == "The score pad offers no games by title yet.\n"
    await arcana("titles", "Skat", "--rounds", "36", "--bgg", "6819")
    shown = (await arcana("titles", "6 nimmt!", "--low", "--goal", "66"))[1]
    assert shown == (
        "6 nimmt!: the lowest total wins, to 66 points.\n"
        "Skat: the highest total wins, 36 rounds, number 6819 at BoardGameGeek.\n"
    )
    assert [label for label, _ in Titles(pad.app).rows][:2] == ["6 nimmt!", "Skat"]
    listed = json.loads((await arcana("titles", "skat", "--zero", "--json"))[1])
    assert [(each["title"], each["zero"]) for each in listed] == [("skat", "yes"), ("6 nimmt!", "no")]
    assert (await arcana("titles", "Skat", "--remove"))[
        1
    ] == "6 nimmt!: the lowest total wins, to 66 points.\n"


async def test_a_title_that_cannot_be_offered(arcana, pad):
    for words, sentence in (
        (("Skat", "--remove"), "The score pad does not offer Skat."),
        (("a=b",), "A title has at most 20 characters"),
        (("  ",), "Give a title of 1 to 20 characters."),
    ):
        status, _, complaint = await arcana("titles", *words)
        assert status == 2 and sentence in complaint, (words, complaint)


async def test_another_game_is_chosen(arcana, connected):
    status, _, complaint = await arcana("titles")
    assert status == 1 and "Another game is chosen on the device" in complaint


# the doom that suits the players


def heading(app):
    """The note at the top of the form for a new game."""
    canvas = WritingCanvas()
    NewGame(app).draw(canvas)
    return [words for words, *_ in canvas.texts if words.startswith("you win half")]


async def test_a_sync_that_brought_a_game_suggests_a_doom_to_those_players_only(arcana, connected, tmp_path):
    with Library(tmp_path / "library") as library:
        for seed in range(3):
            events = fold(random_game(seed, players=2, sets=["base"], doom=2, undo_rate=0).events)
            library.add(str(Record([("Date", f"2026-11-2{seed} 20:15")], events)))
    assert heading(connected.app) == []
    connected.app.session.enter("play 4 1")
    connected.app.session.enter("abandon")
    sync = ("sync", "--library", str(tmp_path / "library"))
    status, out, complaint = await arcana(*sync)
    assert (status, complaint) == (0, "")
    # a table that plays at random loses at any doom
    assert "Ann, Bo would now win about half of their games with doom 0; New game says so." in out
    assert heading(connected.app) == ["you win half at doom 0"]
    for setting, value in (("names", "Ann,Cy"), ("assist", "oracle"), ("players", 3)):
        before = connected.app.settings.get(setting)
        connected.app.settings.set(setting, value)
        assert heading(connected.app) == [], setting
        connected.app.settings.set(setting, before)
    # nothing new: nothing is said
    assert "half of their games" not in (await arcana(*sync))[1]
