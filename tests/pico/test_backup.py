"""A backup goes onto an emulated Pico and comes back from it, and its panel is read out."""

import pytest
from arcana_host.errors import DeviceRefused
from arcana_host.link.backup import fetch, restore_backup
from arcana_host.link.device import Device
from host.test_sync import BEGUN, SHORT, over, put_games
from link.bench import Bench
from pico.handheld import Handheld

from shared_rules.protocol import LinkError

pytestmark = pytest.mark.slow


class Asked(Device):
    """The device at the other end of an emulated cable, in emulated time."""

    def __init__(self, handheld):
        self._handheld = handheld

    def call(self, method, **params):
        try:
            given = {name: value for name, value in params.items() if value is not None}
            return self._handheld.ask(method, limit_ms=20_000, **given)
        except LinkError as error:
            raise DeviceRefused(error.code, error.message) from error


def played(files):
    return {name: content for name, content in files.items() if name.startswith("games/")}


def test_a_backup_goes_from_one_device_to_another_and_back(image, tmp_path):
    put_games(tmp_path / "one", {"aaaaaaaa": over(SHORT), "cccccccc": (BEGUN, None)})
    (tmp_path / "one" / "settings.json").write_text('{"language": "german", "adventurers": "mage"}')
    (tmp_path / "one" / "creatures.txt").write_text("1:Eel:odd3\n")
    (tmp_path / "one" / "log.txt").write_text("2026-11-21 20:15 The panel answers again.\n")
    kept = fetch(Bench(tmp_path / "one").host())

    handheld = Handheld(image)
    handheld.boot()
    device = Asked(handheld)
    done = restore_backup(device, kept)
    assert done.left == []
    assert (done.taken, done.custom["shipwreck"], done.settings, done.log) == (2, 1, True, True)
    back = fetch(device)
    assert played(back.files) == played(kept.files)
    assert back.files["creatures.txt"] == b"1:Eel:odd3\n"
    again = restore_backup(device, kept)
    assert again[:3] == (0, 0, 2) and not (again.settings or again.log or any(again.custom.values()))

    device.call("watch", words=True)
    handheld.settle()
    words = [message["params"] for message in handheld.heard() if message.get("method") == "words"]
    assert words[-1]["language"] == "german" and words[-1]["keys"]["b"]
    assert device.call("enter", event=len(BEGUN), text="end")["events"] == len(BEGUN) + 1
    # what the plug leaves goes on where it was
    again = Handheld(image, flash=handheld.pico.cut())
    again.boot()
    assert again.ask("state")["game"] == "cccccccc"
    assert again.record() == [*BEGUN, "end"]
