"""Several games on one device: which one is played, and how another one is chosen."""

from arcana_host.install.build import device_files
from arcana_portable.virtual.panel import inverted
from companion.canvas import Canvas
from companion.screens import Stack
from companion.screens.title import title_of
from companion.texts import find, text
from device.conftest import SETUP
from device.waiting import at_its_title, until

from shared_rules import games as rules

OTHER = "score_pad"
PAD = "setup score-pad players=Ann,Bo goal=100 wins=high rounds=0"


def on_the_title(device):
    return [label if isinstance(label, str) else label() for label, _ in device.app.screen.top.rows]


def choose(device, label):
    screen = device.app.screen
    screen.top.number = [label if isinstance(label, str) else label() for label, _ in screen.top.rows].index(
        label
    )
    screen.press("b", "press")


async def restarted(device, before):
    await until(lambda: device.app not in (None, before))
    await at_its_title(device)


async def test_the_title_offers_the_other_game_and_the_device_starts_again_with_it(device):
    await at_its_title(device)
    label = text("play_game", title_of(OTHER))
    assert device.app.game_name == "shipwreck" and label in on_the_title(device)
    before = device.app
    choose(device, label)
    await restarted(device, before)
    assert device.app.game_name == OTHER and device.app.settings.get("wins") == "high"
    assert text("play_game", title_of("shipwreck")) in on_the_title(device)
    # and it is remembered
    before = device.app
    await device.pull_plug()
    device.plug_in()
    await restarted(device, before)
    assert device.app.game_name == OTHER


async def test_one_game_alone_offers_no_other(device):
    await at_its_title(device)
    device.app.games = ["shipwreck"]
    device.app.screen = Stack(device.app)
    assert text("play_game", title_of(OTHER)) not in on_the_title(device)


async def test_a_game_on_the_table_is_abandoned_only_where_somebody_says_so(device):
    await at_its_title(device)
    device.app.session.begin(SETUP)
    device.app.screen.press("a", "press")
    device.app.screen._go("home")
    choose(device, text("play_game", title_of(OTHER)))
    assert device.app.screen.top.title == text("game_runs")
    before = device.app
    choose(device, text("abandon_it"))
    assert before.session.game.result == "abandoned"
    await restarted(device, before)
    assert device.app.game_name == OTHER and device.app.session.game is None


async def test_a_game_that_runs_is_gone_on_with_whatever_was_chosen_since(device):
    await at_its_title(device)
    device.app.session.begin(SETUP)
    device.app.settings.set("game", OTHER)
    before = device.app
    await device.pull_plug()
    device.plug_in()
    await restarted(device, before)
    assert device.app.game_name == "shipwreck" and device.app.session.game.active == "Ann"


async def test_a_computer_may_begin_any_game(device):
    await at_its_title(device)
    before = device.app
    begun = {"event": 0, "events": 1, "digest": rules.load(OTHER).Game.replay([PAD]).digest()}
    assert before.methods.call("enter", {"event": 0, "text": PAD}) == begun
    await restarted(device, before)
    assert device.app.game_name == OTHER and device.app.session.game.events == [PAD]
    # asked again, as its answer was lost
    assert device.app.methods.call("enter", {"event": 0, "text": PAD}) == begun
    canvas = Canvas()
    device.app.screen.draw(canvas)
    assert any(inverted(bytes(canvas.buffer)))


async def test_the_settings_of_a_game_that_is_not_played_are_known_still(device):
    await at_its_title(device)
    assert device.app.settings.unfit({"goal": 50, "doom": 4}) == []
    assert device.app.settings.unfit({"goal": "50", "moons": 50}) == ["goal", "moons"]
    device.app.methods.call("settings", {"set": {"goal": 50}})
    assert device.app.settings.all()["goal"] == 50


async def test_the_methods_of_a_game_are_there_whichever_is_played(device):
    await at_its_title(device)
    device.app.settings.set("game", OTHER)
    before = device.app
    await device.pull_plug()
    device.plug_in()
    await restarted(device, before)
    assert device.app.methods.call("creatures", {"first": None}) == {"creatures": [], "next": None}


def test_a_game_that_is_left_out_takes_no_room_on_the_flash():
    whole, least = device_files(), device_files(games=[OTHER])
    missing = set(whole) - set(least)
    assert set(least) < set(whole) and "companion/games/shipwreck/play.py" in missing
    others = [f"/{name}/" for name in rules.NAMES if name != OTHER]
    assert [path for path in missing if not any(other in path for other in others)] == []
    assert not [path for path in least if any(other in path for other in others)]


def test_a_game_is_called_by_its_own_texts():
    assert (
        title_of("shipwreck")
        == find("title", ("words",), "english", "shipwreck")
        == rules.load("shipwreck").TITLE
    )
