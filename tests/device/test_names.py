"""Names from the computer: `arcana names` sends them, and the next new game offers them."""

import asyncio
import json
import subprocess
import sys
import unicodedata

import pytest
from arcana_host.errors import DeviceRefused
from arcana_host.link.device import Device
from companion.games.shipwreck.setup_form import NewGame
from companion.screens.names import table_names
from device.program import MAIN

from shared_rules.errors import RuleError
from shared_rules.player_names import check_names
from shared_rules.protocol import MAX_REQUEST

LONGEST = [letter * 12 for letter in "ÀÑŁŒȚ"]


@pytest.fixture
def names(connected, cable):
    """Run `arcana names` with these words; gives (status, what it printed, what it complained about)."""

    async def names(*words):
        command = [sys.executable, "-c", MAIN, "names", *words, "--port", str(cable.port)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    return names


async def test_the_next_game_offers_the_names_that_were_sent(names, connected):
    assert await names("Jörg,Zoé") == (
        0,
        "A new game offers Jörg, Zoé.\nFor more players: Ann, Bo, Cy, Di, Ed, Flo.\n",
        "",
    )
    form = NewGame(connected.app)
    assert form.players() == ["Jörg", "Zoé"]
    assert table_names(connected.app) == ["Jörg", "Zoé", "Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    # the game on the table goes on with its own
    assert connected.app.session.game.players == ["Ann", "Bo"]
    assert (await names())[1] == "A new game offers Jörg, Zoé.\nFor more players: Ann, Bo, Cy, Di, Ed, Flo.\n"
    told = json.loads((await names("--json"))[1])
    assert told == {"names": ["Jörg", "Zoé"], "others": ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]}


async def test_the_longest_names_of_five_are_sent(names, connected):
    status, out, _ = await names(",".join(LONGEST))
    assert (status, out.split("\n")[0]) == (0, f"A new game offers {', '.join(LONGEST)}.")
    assert out.endswith("For more players: Ann, Bo, Cy.\n")
    request = json.dumps({"names": ",".join(LONGEST), "players": 5, "first": 0})
    assert len(request) < MAX_REQUEST - 100


async def test_names_may_have_spaces_around_them_and_marks_of_their_own(names, connected):
    assert (await names(unicodedata.normalize("NFD", "Jörg,"), "Zoé"))[0] == 0
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


async def test_bad_names_are_refused_on_both_sides(names, connected, cable):
    refusals = {}
    for given in BAD:
        with pytest.raises(RuleError) as refused:
            check_names(given.split(","))
        refusals[given] = str(refused.value)
    assert await names(BAD[0]) == (2, "", f"arcana: {refusals[BAD[0]]}\n")

    def send():
        with Device(str(cable.port)) as device:
            for given, sentence in refusals.items():
                with pytest.raises(DeviceRefused) as refused:
                    device.call("settings", set={"names": given})
                assert str(refused.value) == sentence, given

    await asyncio.to_thread(send)
    assert table_names(connected.app) == ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Ida"]
