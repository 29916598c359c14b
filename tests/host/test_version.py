"""The version stands in one place, and everybody who tells it tells the same.

That of the wheel is in test_wheel.py, that of the package for mip in test_make_device.py; what `arcana
doctor` says of a companion that has another one is in test_doctor.py.
"""

from unittest.mock import MagicMock

import arcana_host
import pytest
from arcana_host.doctor import checkup
from companion import VERSION
from companion.screens.settings import Device
from link.bench import Bench


def test_arcana_brings_the_version_of_the_companion(arcana):
    assert arcana_host.version() == VERSION
    assert arcana("--version") == (0, f"arcana {VERSION}\n", "")
    assert checkup.check_computer()[0].how.startswith(f"{VERSION}, Python ")


def test_the_device_reports_it(tmp_path):
    assert Bench(tmp_path).result("info")["version"] == VERSION


def test_the_device_shows_it():
    app, canvas = MagicMock(), MagicMock()
    app.board.free_bytes.return_value = 0
    Device(app).draw(canvas)
    assert VERSION in [call.args[0] for call in canvas.text.call_args_list]


@pytest.mark.parametrize("wanted", ["9.8.7", "10.0.0"])
def test_a_new_one_is_written_in_that_place_only(tmp_path, monkeypatch, wanted):
    package = tmp_path / "companion"
    package.mkdir()
    source = (arcana_host.firmware_folder() / "companion" / "__init__.py").read_text(encoding="utf-8")
    (package / "__init__.py").write_text(source.replace(VERSION, wanted))
    monkeypatch.setattr(arcana_host, "firmware_folder", lambda: tmp_path)
    assert arcana_host.version() == wanted
