"""Names and titles that a computer sends, and the next new game offers."""

import asyncio
import json
import subprocess
import sys
import unicodedata
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from arcana_host.link.device import Device
from arcana_host.virtual.host_device import HostDevice
from arcana_portable.errors import DeviceRefused
from arcana_portable.record import Record
from companion.games.score_pad.points import Titles
from companion.games.shipwreck.setup_form import NewGame
from companion.screens.names import table_names
from device.program import MAIN
from device.waiting import at_its_title

from shared_rules.errors import RuleError
from shared_rules.player_names import check_names
from shared_rules.protocol import MAX_REQUEST

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


async def test_the_page_to_which_qr_codes_lead_is_set_shown_and_removed(arcana, connected):
    address = "https://example.org/arcana/"
    leads = f"QR codes lead to {address} where the link of BG Stats has no room.\n"
    assert await arcana("page", address) == (0, leads, "")
    assert connected.app.settings.get("page") == address
    assert (await arcana("page"))[1] == leads
    for wrong in (["example.org"], ["https://" + "a" * 53], [""], [address, "--remove"]):
        status, _, complaint = await arcana("page", *wrong)
        assert status and "Give an address of at most 60 characters" in complaint
    assert json.loads((await arcana("page", "--json"))[1]) == {"page": address}
    assert (await arcana("page", "--remove"))[1] == "QR codes lead to BG Stats only.\n"
    assert connected.app.settings.get("page") == ""


async def test_the_longest_names_of_five_are_sent(arcana, connected):
    status, out, _ = await arcana("names", ",".join(LONGEST))
    assert (status, out.split("\n")[0]) == (0, f"A new game offers {', '.join(LONGEST)}.")
    assert out.endswith("For more players: Ann, Bo, Cy.\n")
    request = json.dumps({"names": ",".join(LONGEST), "players": 5, "first": 0})
    assert len(request) < MAX_REQUEST - 100


async def test_names_may_have_spaces_around_them_and_marks_of_their_own(arcana, connected):
    assert (await arcana("names", unicodedata.normalize("NFD", "Jörg,"), "Zoé"))[0] == 0
    assert table_names(connected.app)[:2] == ["Jörg", "Zoé"]


async def test_names_are_forgotten_and_the_games_that_have_them_are_named(arcana, connected):
    folder = Path(connected.app.board.folder)
    await arcana("names", "Zoë,Jim,Ann")
    (folder / "settings.json.damaged").write_text('{"names": "Zoë,Jim')
    setup = "setup standard doom=2 sets=base players=Ann,Zoë row=dawn,the-deep,the-mirror,the-key"
    ended = Record([("Game", "b71d5a08")], [setup, "abandon"])
    (folder / "games/0000-b71d5a08.arcana").write_text(f"{ended}# over abandoned 2 {ended.check()}\n")
    (folder / "games/0000-0badcafe.damaged").write_text("setup standard players=Jim,Ed")
    status, out, _ = await arcana("names", "--forget")
    assert (status, out.splitlines()) == (
        0,
        [
            "The names are forgotten. A new game offers Ann, Bo, Cy, Di, Ed, Flo, Gus, Ida.",
            "These games on the device still have them: 0badcafe, b71d5a08.",
        ],
    )
    kept = [path.read_text() for path in folder.glob("settings*")]
    assert len(kept) == 1 and "Zo" not in kept[0] and "Jim" not in kept[0]
    assert table_names(connected.app)[:3] == ["Ann", "Bo", "Cy"]
    assert json.loads((await arcana("names", "--forget", "--json"))[1])["games"] == []


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


@asynccontextmanager
async def device_with(game, flash, cable):
    flash.mkdir()
    (flash / "settings.json").write_text(json.dumps({"game": game, "language": "english"}))
    async with HostDevice(flash, cable, speed=1000) as device:
        await at_its_title(device)
        yield device


@pytest.fixture
async def pad(tmp_path, cable):
    async with device_with("score_pad", tmp_path / "flash", cable) as device:
        yield device


async def test_a_setup_that_was_drawn_is_in_the_form_of_spirit_island(arcana, tmp_path, cable):
    wish = ("island-setup", "--players", "Jörg,Bo", "--boxes", "all", "--difficulty", "5-9")
    async with device_with("spirit_island", tmp_path / "flash", cable) as device:
        status, out, complaint = await arcana(*wish, "--json")
        assert (status, complaint) == (0, "")
        drawn = json.loads(out)
        device.app._press("b", "press")
        device.app._press("b", "press")
        setup = dict(word.split("=") for word in device.app.session.game.events[0].split(" ")[2:])
    assert drawn["sent"] and setup["players"] == "Jörg,Bo"
    assert sorted(setup["boards"].split(",")) == sorted(drawn["boards"])
    for word in ("adversary", "scenario"):
        assert setup.get(word, "none") == (drawn.get(word) or "none")


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
    assert [(each["title"], each["zero"]) for each in listed] == [("Skat", "yes"), ("6 nimmt!", "no")]
    # what the pad knows of a game stays, without an option for it
    shown = (await arcana("titles", "hearts", "--rounds", "8"))[1]
    assert shown.startswith("Hearts: the lowest total wins, to 100 points, 8 rounds.\n")
    # … and so does what was sent before
    shown = (await arcana("titles", "6 Nimmt!", "--bgg", "432"))[1]
    assert shown.startswith("6 nimmt!: the lowest total wins, to 66 points, number 432 at BoardGameGeek.\n")
    shown = (await arcana("titles", "hearts", "--goal", "0", "--high"))[1]
    assert shown.startswith("Hearts: the highest total wins, 8 rounds.\n")
    await arcana("titles", "Hearts", "--remove")
    shown = (await arcana("titles", "Skat", "--remove"))[1]
    assert shown == "6 nimmt!: the lowest total wins, to 66 points, number 432 at BoardGameGeek.\n"


async def test_a_title_without_options_is_only_shown(arcana, pad):
    await arcana("titles", "6 nimmt!", "--low", "--goal", "66")
    await arcana("titles", "Catan", "--goal", "10")
    before = pad.app.settings.get("titles")
    assert (await arcana("titles", "6 Nimmt!"))[1] == "6 nimmt!: the lowest total wins, to 66 points.\n"
    (shown,) = json.loads((await arcana("titles", "6 nimmt!", "--json"))[1])
    assert (shown["title"], shown["wins"], shown["goal"]) == ("6 nimmt!", "low", "66")
    # the pad knows this one by itself
    assert (await arcana("titles", "hearts"))[1] == "Hearts: the lowest total wins, to 100 points.\n"
    assert pad.app.settings.get("titles") == before


async def test_a_title_that_cannot_be_offered(arcana, pad):
    for words, sentence in (
        (("Catan", "--remove"), "The score pad does not offer Catan."),
        (("skat", "--remove"), "Skat is built into the score pad and can't be removed."),
        (("Catan",), "The score pad does not offer Catan: an option such as --high or --goal adds it."),
        (("Catan", "--start", "50", "--goal", "20"), "All begin with 50 points: a goal has to be higher."),
        (("a=b", "--high"), "A title has at most 20 characters"),
        (("  ",), "Give a title of 1 to 20 characters."),
    ):
        status, _, complaint = await arcana("titles", *words)
        assert status == 2 and sentence in complaint, (words, complaint)


async def test_another_game_is_chosen(arcana, connected):
    status, _, complaint = await arcana("titles")
    assert status == 1 and "Another game is chosen on the device" in complaint
