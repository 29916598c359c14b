"""A companion followed through its cable: what comes over it, what goes back, and when it is pulled."""

import asyncio
import signal
import sys
import urllib.request

import pytest
from arcana_host.library.store import Library
from arcana_host.link import following
from arcana_host.link.device import Device
from arcana_host.link.ports import Port
from arcana_host.page.page_device import ConnectedDevice
from arcana_host.sync import pull
from arcana_portable.page.fingers import LONG, REPEAT_AFTER, REPEAT_EVERY, HoldRepeater
from companion import buttons
from device.program import Program
from device.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals and signals")

SETUP = "setup standard doom=2 sets=base players=Ann,Bo row=dawn,the-deep,the-mirror,the-key"


@pytest.fixture
def quick(monkeypatch):
    """Nobody waits long for a device that does not answer."""
    monkeypatch.setattr("arcana_portable.link.watching.RENEW_AFTER", 0.2)
    monkeypatch.setattr(following, "RETRY", 0.05)
    monkeypatch.setattr(following, "ANSWER_WITHIN", 0.3)


@pytest.fixture
async def shown(connected, cable, quick):
    """The device as a page shows it."""
    shown = await asyncio.to_thread(ConnectedDevice, str(cable.port))
    yield shown
    await asyncio.to_thread(shown.close)


def phase(shown):
    state = shown.look()["state"]
    return state and state["phase"]


def sees_the_glass(shown, device):
    return shown.look()["picture"] == device.glass


async def press(shown, name):
    await shown.press(name)
    await shown.release(name)


async def test_presses_go_on_after_somebody_else_pressed(shown, connected):
    await press(shown, "b")
    await until(lambda: connected.app.methods._presses == 1)
    connected.app.methods.call("press", {"button": "c", "kind": None, "number": 1})
    await press(shown, "b")
    await until(lambda: phase(shown) == "after-play")


async def test_a_finished_game_stays_on_the_page_when_a_sync_has_fetched_it(
    connected, cable, quick, tmp_path
):
    connected.app.session.enter("abandon")

    def fetch():
        with Library(tmp_path / "library") as library, Device(str(cable.port)) as device:
            return list(pull(device, library))

    (pulled,) = await asyncio.to_thread(fetch)
    assert pulled.removed
    shown = await asyncio.to_thread(ConnectedDevice, str(cable.port))
    assert shown.look()["state"]["result"] == "abandoned"
    connected.app.session.begin(SETUP)
    await until(lambda: phase(shown) == "before-play" and shown.look()["setup"] == SETUP)
    await asyncio.to_thread(shown.close)


async def test_the_cable_is_pulled_and_plugged_in_again(shown, connected, cable):
    await until(lambda: phase(shown) == "before-play")
    cable.pull()
    await connected.pull_plug()
    await until(lambda: not shown.look()["plugged"])
    assert "waits for the companion" in shown.look()["note"]
    assert phase(shown) == "before-play", "what was last known stays to be seen"
    # nobody gets to see these
    await press(shown, "b")
    await press(shown, "b")
    await until(lambda: not shown._presses)

    connected.plug_in()
    cable.plug_in(cable.port)
    await until(lambda: shown.look()["plugged"])
    assert shown.look()["note"] is None
    await until(lambda: sees_the_glass(shown, connected))
    assert connected.app.methods._presses == 0
    connected.app.session.resume()
    connected.app.session.enter("play 4 1")
    await until(lambda: phase(shown) == "after-play")


async def test_a_board_that_comes_back_at_another_port_is_found(
    tmp_path, connected, cable, quick, monkeypatch
):
    monkeypatch.setattr(following, "find_ports", lambda: [Port(str(cable.port), "e661")])
    shown = await asyncio.to_thread(ConnectedDevice, str(cable.port))
    cable.pull()
    await until(lambda: not shown.look()["plugged"])
    cable.plug_in(tmp_path / "another port")
    await until(lambda: shown.look()["plugged"])
    assert phase(shown) == "before-play"
    await asyncio.to_thread(shown.close)


async def test_a_device_that_falls_silent_is_waited_for(shown, connected):
    await until(lambda: phase(shown) == "before-play")
    await connected.pull_plug()
    await until(lambda: not shown.look()["plugged"])
    assert "Nothing on" in shown.look()["note"]
    connected.plug_in()
    await until(lambda: shown.look()["plugged"] and sees_the_glass(shown, connected))


async def test_a_fault_of_our_own_is_seen_too(shown, connected, monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("arcana_portable.link.glass.PanelFramebuffer.store", fails)
    connected.app.session.notify("screen")
    await press(shown, "b")
    await until(lambda: shown.look()["note"])
    assert "ZeroDivisionError" in shown.look()["note"]


# fingers on the page's buttons


def test_fingers_keep_the_times_of_the_device():
    assert [REPEAT_AFTER * 1000, REPEAT_EVERY * 1000, LONG * 1000] == [
        buttons.REPEAT_AFTER_MS,
        buttons.REPEAT_EVERY_MS,
        buttons.LONG_MS,
    ]


async def test_fingers_press_hold_and_repeat(monkeypatch):
    for name in ("LONG", "REPEAT_AFTER", "REPEAT_EVERY"):
        monkeypatch.setattr(f"arcana_portable.page.fingers.{name}", 0.02)
    said = []
    fingers = HoldRepeater(lambda *press: said.append(press))
    fingers.down("b")
    assert said == []
    fingers.up("b")
    assert said == [("b", "press")]
    fingers.down("b")
    await until(lambda: said[1:] == [("b", "long")])
    fingers.up("b")
    fingers.down("a")
    assert said[2:] == [("a", "press")]
    await until(lambda: said[3:] == [("a", "repeat")] * 2)
    fingers.up("a")
    fingers.up("a")
    await asyncio.sleep(0.06)
    assert len(said) == 5


# the command


def test_live_tells_in_words_what_is_new(tmp_path):
    port = tmp_path / "port"
    with Program("play", "--folder", tmp_path / "flash", "--headless", "--port-link", port) as device:
        device.line("Serial port: ")
        enter(port, SETUP)
        with Program("live", "--words", "--port", port) as live:
            assert live.line("Turn 1. ") == "Score 0, doom 2. Ann plays a fate."
            assert live.line("Place 4: ") == "The Key (7 to 9), no fates, moons 0 of 3."
            assert "Resume: Ann, turn 1. Up: move. Down: move. B: choose" in live.line("Panel: ")
            device.end(signal.SIGINT)
            assert "Waiting for the companion" in live.line("")
            with Program("play", "--folder", tmp_path / "flash", "--headless", "--port-link", port) as again:
                again.line("Serial port: ")
                assert live.line("Turn 1. ") == "Score 0, doom 2. Ann plays a fate."
                # what comes last
                live.line("Panel: ")
                assert live.end(signal.SIGINT) == (0, "", "")


def test_live_serves_its_page_until_it_is_stopped(tmp_path):
    port = tmp_path / "port"
    with Program("play", "--folder", tmp_path / "flash", "--headless", "--port-link", port) as device:
        device.line("Serial port: ")
        with Program("live", "--web", "--no-browser", "--port", port) as live:
            url = live.line("The companion is at ")
            with urllib.request.urlopen(url) as answer:
                assert b"<canvas" in answer.read()
            live.line("Ctrl-C stops it.")
            status, _, error = live.end(signal.SIGINT)
    assert (status, error) == (0, "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--web", "--json"], "Only one of"),
        (["--host", "0.0.0.0"], "add --web"),
        (["--no-buttons", "--words"], "add --web"),
    ],
)
def test_words_that_make_no_sense_together(tmp_path, words, said):
    with Program("live", "--port", tmp_path / "gone", *words) as live:
        _, error = live.process.communicate(timeout=120)
    assert live.process.returncode == 2
    assert said in error and error.count("\n") == 1


@pytest.mark.parametrize("address", ["192.0.2.7", "\u200f127.0.0.1", "a..b", "\udcff"])
def test_an_address_that_is_not_ours_is_a_sentence(tmp_path, address):
    with Program("play", "--folder", tmp_path, "--no-browser", "--host", address) as play:
        _, error = play.process.communicate(timeout=120)
    assert play.process.returncode == 1
    assert "The page can't be served at" in error and error.count("\n") == 1


def enter(port, setup):
    """Begin a game on a device."""
    with Device(str(port)) as device:
        device.call("enter", event=0, text=setup)
