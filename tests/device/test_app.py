"""The loop of the app: buttons, panel and link take turns, and none waits for another."""

import asyncio

import pytest
from arcana_host.virtual.host_device import HostDevice
from at_the_panel import AtThePanel
from companion import app as app_module
from companion.texts import DeviceError
from device.fakes import Counter, message
from device.waiting import until

from shared_rules.errors import RuleError

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


@pytest.fixture(autouse=True)
def every_app_has_the_counter(counter):
    """Every test here runs on the screen that counts."""


def columns(device):
    top = device.glass[:296]
    return next((x for x, byte in enumerate(top) if not byte), 296)


def tap(device, *names):
    for name in names:
        device.app.board.buttons.inject(name)


async def test_the_first_picture_is_a_full_refresh_and_the_next_a_partial_one(device):
    await until(lambda: device.panel.full_refreshes == 1)
    tap(device, "a")
    await until(lambda: columns(device) == 1)
    assert (device.panel.full_refreshes, device.panel.partial_refreshes) == (1, 1)


async def test_no_press_is_lost_and_only_the_latest_picture_counts_while_the_glass_is_busy(tmp_path, counter):
    async with HostDevice(tmp_path, speed=3) as device:
        await until(lambda: device.panel.busy and device.panel.full_refreshes)
        for _ in range(20):
            tap(device, "a")
            await asyncio.sleep(0.002)
        assert columns(device) == 0 and device.panel.busy
        await until(lambda: len(counter.pressed) == 20)
        await until(lambda: columns(device) == 20)
        assert device.panel.partial_refreshes <= 2
        assert device.panel.faults == []


async def test_what_a_screen_finds_once_its_picture_is_on_its_way_is_in_the_next(device, counter):
    await until(lambda: device.panel.full_refreshes == 1)
    counter.found = ["a power that helps"]
    tap(device, "a")
    await until(lambda: columns(device) == 2)
    assert device.panel.partial_refreshes == 2


async def test_a_fault_in_what_a_screen_finds_is_noted_and_the_screen_stays(device, counter):
    await until(lambda: device.panel.full_refreshes == 1)
    counter.found = ZeroDivisionError("a fault in a mark")
    tap(device, "a", "a")
    await until(lambda: columns(device) == 2)
    assert "a fault in a mark" in "".join(device.app.log.lines())
    assert device.app.screen is counter and device.app.message is None


async def test_the_contacts_of_a_button_make_a_press(device, counter):
    await until(lambda: device.panel.full_refreshes)
    device.press("c")
    await until(lambda: counter.pressed == [("c", "press")])
    await until(lambda: ("c", "repeat") in counter.pressed)
    device.release("c")


async def test_a_picture_that_did_not_change_is_not_sent(device, counter):
    await until(lambda: device.panel.full_refreshes and not device.panel.busy)
    drawn = counter.drawn
    device.app.redraw()
    await until(lambda: counter.drawn > drawn)
    await asyncio.sleep(0.05)
    assert device.panel.partial_refreshes == 0


async def test_a_refresh_on_demand_is_a_full_one(device):
    await until(lambda: device.panel.full_refreshes == 1)
    device.app.refresh()
    await until(lambda: device.panel.full_refreshes == 2)


async def test_a_picture_that_stays_is_refreshed_once_a_day(device, monkeypatch, counter):
    monkeypatch.setattr(app_module, "_REST_MS", 100)
    monkeypatch.setattr(app_module, "_SUPPLY_MS", 100)
    monkeypatch.setattr(app_module, "_SLEEP_MS", 150)
    await until(lambda: device.panel.full_refreshes and device.panel._asleep)
    tap(device, "a")
    await until(lambda: columns(device) == 1 and device.panel._asleep)
    full, drawn = device.panel.full_refreshes, device.panel.partial_refreshes
    ticks, days = device.app.board.ticks_ms, 1
    device.app.board.ticks_ms = lambda: (ticks() + days * 86_400_000) % (1 << 30)
    await until(lambda: device.panel.full_refreshes == full + 1 and device.panel._asleep)
    await asyncio.sleep(0.3)
    assert (device.panel.full_refreshes, device.panel.partial_refreshes) == (full + 1, drawn)
    days = 2
    await until(lambda: device.panel.full_refreshes == full + 2)
    assert columns(device) == 1 and device.panel.faults == []


async def test_a_host_can_ask_for_the_panel_s_last_refresh_and_its_temperature(device):
    await until(lambda: device.panel.full_refreshes == 1 and device.app.methods)
    await until(lambda: device.app.methods.call("panel", {})["celsius"] is not None)
    answer = device.app.methods.call("panel", {})
    assert answer["celsius"] == 21 and answer["took"] == device.app.board.panel.took


async def test_a_setting_that_changes_is_shown(device, counter):
    await until(lambda: device.panel.full_refreshes and not device.panel.busy)
    counter.pressed += [("a", "press")] * 3
    device.app.settings.set("language", "de")
    await until(lambda: columns(device) == 3)


async def test_a_game_starts_with_a_full_refresh(device):
    await until(lambda: device.panel.full_refreshes == 1)
    device.app.session.begin(SETUP)
    await until(lambda: device.panel.full_refreshes == 2)


@pytest.fixture
def table(tmp_path, counter):
    """A companion with a game, in simulated time; its panel has just had a full refresh."""
    table = AtThePanel(tmp_path)
    table.app.session.begin(SETUP)
    table.pause(10)
    yield table
    table.close()


def enter_a_turn(table):
    for text in ("play 4 1", "predict miss"):
        table.app.session.enter(text)


def presses_until_it_flickers(table, seconds, most=100):
    """How many presses it takes until a full refresh comes; seconds: the pause after each."""
    full = table.model.full_refreshes
    for number in range(most):
        table.pause(seconds)
        if table.model.full_refreshes > full:
            return number
        table.press("a")
    return None


@pytest.mark.parametrize(("clean_after", "presses"), [(6, 6), (20, 20), (40, 40), (7, 6), (0, 6)])
def test_a_pause_after_an_entry_brings_the_full_refresh_that_the_settings_allow(table, clean_after, presses):
    table.app.settings.set("clean_after", clean_after)
    full = table.model.full_refreshes
    for number in range(presses):
        assert table.model.full_refreshes == full
        table.press("a")
        # what is entered next may ask for a picture, too
        table.app._entering = False
        table.pause(4.5 if number % 2 or number == presses - 1 else 0.1)
    table.pause(4)
    assert table.model.full_refreshes == full + 1 and table.app.board.panel.partials == 0


def test_nobody_is_disturbed_while_entering_something_before_the_eighty_first_picture(table):
    assert presses_until_it_flickers(table, 4.5) == 81


def test_what_was_begun_and_left_gets_its_full_refresh_after_a_minute(table):
    full = table.model.full_refreshes
    for _ in range(6):
        table.press("a")
    table.pause(55)
    assert table.model.full_refreshes == full
    table.pause(10)
    assert table.model.full_refreshes == full + 1


@pytest.mark.parametrize(
    ("clean_after", "presses", "full"), [(6, 18, 0), (6, 20, 1), (20, 20, 1), (40, 38, 0), (40, 40, 1)]
)
def test_the_end_of_a_turn_brings_a_full_refresh_after_twenty_or_more(table, clean_after, presses, full):
    table.app.settings.set("clean_after", clean_after)
    before = table.model.full_refreshes
    for _ in range(presses):
        table.press("a")
    enter_a_turn(table)
    table.press("a")
    assert table.model.full_refreshes == before + full


def test_a_host_that_enters_events_is_not_a_pause(table):
    before = table.model.full_refreshes
    for _ in range(8):
        table.press("a")
    table.pause(30)
    enter_a_turn(table)
    table.pause(2)
    assert table.model.full_refreshes == before
    table.pause(6)
    assert table.model.full_refreshes == before + 1


async def test_a_cold_table_is_told_once_why_the_panel_is_slow(tmp_path, counter):
    async with HostDevice(tmp_path / "flash", speed=1000) as device:
        device.panel.celsius = 7
        await until(lambda: device.app.message)
        assert "7 degrees" in device.app.message
        for presses in range(3):
            tap(device, "a")
            await until(lambda n=presses: columns(device) == n)
        assert device.app.message is None
        assert not device.panel.partial_refreshes
        assert device.panel.faults == []


async def test_what_the_rules_refuse_becomes_a_message_until_the_next_press(device, counter):
    for failure in (RuleError("Not on this card."), DeviceError("The memory is full.")):
        counter.failure = failure
        tap(device, "a")
        await until(lambda: device.glass[295])
        assert message.shown == str(failure)
        counter.failure = None
        pressed = len(counter.pressed)
        tap(device, "b")
        await until(lambda: not device.glass[295])
        assert len(counter.pressed) == pressed


async def test_a_fault_in_a_screen_is_shown_and_noted_and_the_game_goes_on(device, counter):
    app = device.app
    app.session.begin(SETUP)
    app.screen = broken = Counter()
    broken.failure = ZeroDivisionError("a fault in a screen")
    tap(device, "a")
    await until(lambda: device.glass[295])
    assert "the game is safe" in message.shown
    assert any("ZeroDivisionError" in line for line in app.log.lines())
    app.session.enter("play 4 1")
    tap(device, "b", "a")
    await until(lambda: columns(device) == 1)
    assert counter.pressed == [("a", "press")]


async def test_a_screen_that_can_not_be_drawn_gives_way_to_the_first_one(device, counter):
    await until(lambda: device.panel.full_refreshes)
    broken = device.app.screen = Counter()
    broken.drawing_fails = True
    tap(device, "a")
    await until(lambda: device.glass[295])
    assert device.app.screen is counter
    assert any("Drawing: ZeroDivisionError" in line for line in device.app.log.lines())
    tap(device, "a", "a")
    await until(lambda: columns(device) == 1)


async def test_a_panel_that_hangs_stops_neither_buttons_nor_link_and_comes_back(device, monkeypatch, counter):
    await until(lambda: device.panel.full_refreshes and not device.panel.busy)
    monkeypatch.setattr(device.app.board.panel, "_STUCK_MS", 20)
    monkeypatch.setattr(app_module, "_RETRY_PANEL", 0.01)
    device.panel.jam()
    tap(device, "a")
    await until(lambda: device.app.panel_trouble)
    assert counter.pressed == [("a", "press")]
    # the log and a host that asks are told, once however often it is tried
    lines = device.app.log.lines()
    assert any("The panel: PanelError" in line for line in lines)
    assert "busy" in device.app.methods.call("self_test", {})["panel"]
    device.app.session.begin(SETUP)
    device.app.session.enter("play 4 1")
    await asyncio.sleep(0.2)
    assert device.app.log.lines() == lines
    device.panel.jam(False)
    await until(lambda: columns(device) == 1)
    await until(lambda: device.app.log.lines()[-1].endswith("The panel answers again."))
    assert device.app.methods.call("self_test", {})["panel"] == "ok"


async def test_a_stuck_button_is_reported_and_the_others_play_on(device, monkeypatch, counter):
    from companion import buttons

    monkeypatch.setattr(buttons, "STUCK_MS", 100)
    await until(lambda: device.panel.full_refreshes and not device.panel.busy)
    device.press("up")
    await until(lambda: device.app.log.lines())
    sentence = "Button UP is stuck; the others work."
    assert device.app.log.lines()[-1].endswith(sentence)
    # the players read it, too, until the next press
    await until(lambda: device.glass[295])
    assert message.shown == sentence
    tap(device, "b")
    await until(lambda: not device.glass[295])
    pressed = len(counter.pressed)
    tap(device, "a")
    await until(lambda: columns(device) == pressed + 1)
    assert len(device.app.log.lines()) == 1


async def test_the_plug_is_pulled_during_a_refresh(tmp_path, counter):
    # slow enough for a busy computer to see the refresh
    async with HostDevice(tmp_path, speed=2) as device:
        device.app.session.begin(SETUP)
        await until(lambda: device.panel.busy and device.panel.full_refreshes)
        device.app.session.enter("play 4 1")
        await device.pull_plug()
        assert not device.plugged
        device.plug_in()
        assert device.app is not None
        await until(lambda: device.app.session.game is not None)
        assert device.app.session.game.events[-1] == "play 4 1"
        tap(device, "a")
        await until(lambda: columns(device) == 1)
        assert device.panel.faults == []


async def test_where_no_picture_can_come_the_link_waits_for_none(monkeypatch, tmp_path):
    monkeypatch.setattr(app_module, "_LINK_LATEST_MS", 1_000_000)
    device = HostDevice(tmp_path)
    # nobody has said which one it is
    device.board = ""
    async with device:
        await until(lambda: device.app.link)
        assert device.app.board.name == "unknown"
