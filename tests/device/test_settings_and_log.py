"""The device's files beside its games: a lost or damaged one never stops the device."""

import os

import pytest
from companion import files
from companion.files import FILE_LIMIT, LINES_IN_MEMORY, Log
from companion.settings import Settings
from device.test_creatures import no_room


def test_a_setting_outlives_the_plug(tmp_path):
    path = str(tmp_path / "settings.json")
    Settings(path, Log(), {"language": "en"}).set("language", "de")
    assert Settings(path, Log(), {"language": "en"}).get("language") == "de"
    assert os.listdir(tmp_path) == ["settings.json"]


def test_defaults_hold_until_something_is_set(tmp_path):
    settings = Settings(str(tmp_path / "settings.json"), Log(), {"doom": 2, "language": "en"})
    assert (settings.get("doom"), settings.get("names"), settings.get("names", [])) == (2, None, [])
    settings.set("doom", 4)
    assert settings.all() == {"doom": 4, "language": "en"}


def test_several_settings_reach_the_flash_in_one_step(tmp_path, monkeypatch):
    steps = []
    real = files.replace
    monkeypatch.setattr(files, "replace", lambda *paths: (steps.append(paths), real(*paths)))
    settings = Settings(str(tmp_path / "settings.json"), Log(), {"doom": 2})
    settings.update({"doom": 4, "language": "de"})
    settings.update({"doom": 4})
    assert len(steps) == 2, "the previous version is moved, then the new one"
    assert Settings(str(tmp_path / "settings.json"), Log()).all() == {"doom": 4, "language": "de"}


@pytest.fixture
def changed(tmp_path):
    """The path of settings that were changed from doom 2 to doom 4, with a name that is not plain ASCII."""
    path = tmp_path / "settings.json"
    settings = Settings(str(path), Log())
    settings.update({"doom": 2, "names": "Jörg,Bo"})
    settings.set("doom", 4)
    return path


def test_settings_that_are_set_after_damage_are_there_after_the_next_start(changed):
    changed.write_bytes(changed.read_bytes().replace(b"4", b"5"))
    settings, log = booted(changed)
    assert settings.all() == {"doom": 2, "names": "Jörg,Bo"} and "settings.json.damaged" in str(
        log.reports[0]
    )
    settings.set("doom", 6)
    assert booted(changed)[0].all() == {"doom": 6, "names": "Jörg,Bo"}


def booted(path, defaults=None):
    """The settings after the next start, and their log."""
    log = Log()
    return Settings(str(path), log, defaults), log


def test_a_damaged_previous_version_harms_nothing(changed):
    old = changed.with_name("settings.json.old")
    for damage in (b"", b"\xff\x00", old.read_bytes()[:-20]):
        old.write_bytes(damage)
        settings, log = booted(changed)
        assert log.reports == [] and settings.get("doom") == 4


def test_a_power_cut_between_two_versions_leaves_the_previous_one(changed):
    changed.unlink()
    settings, log = booted(changed)
    assert log.reports == [] and settings.get("doom") == 2


def test_a_folder_in_the_place_of_either_version_stays_and_stops_nothing(tmp_path):
    path = tmp_path / "settings.json"
    for name in ("settings.json", "settings.json.old"):
        (tmp_path / name / "x").mkdir(parents=True)
    settings, log = booted(path)
    assert "settings.json.damaged" in str(log.reports[0])
    settings.set("doom", 4)
    settings.set("doom", 6)
    assert booted(path)[0].get("doom") == 6
    assert (tmp_path / "settings.json.damaged" / "x").is_dir()
    assert (tmp_path / "settings.json.old" / "x").is_dir()


def test_a_file_that_was_written_by_hand_counts(tmp_path):
    path = tmp_path / "settings.json"
    for text in ('{"doom": 4}', '{\n  "doom": 4\n}\n', '{"doom": 4}\r\n'):
        path.write_text(text, newline="")
        settings, log = booted(path, {"doom": 2})
        assert (settings.get("doom"), log.reports) == (4, [])


def test_a_full_flash_keeps_the_old_file_and_the_new_value(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    log = Log()
    settings = Settings(str(path), log)
    settings.set("doom", 2)
    monkeypatch.setattr(files, "replace", no_room)
    settings.set("doom", 4)
    assert settings.get("doom") == 4
    assert Settings(str(path), Log()).get("doom") == 2
    assert "could not be written" in log.lines()[-1]
    assert os.listdir(tmp_path) == ["settings.json"]


def test_the_log_stays_small(tmp_path):
    path = tmp_path / "log.txt"
    log = Log(str(path), lambda: "2026-11-21 12:00")
    for number in range(1000):
        log.note(f"note {number}\nand " + "more " * 80)
    assert len(log.lines()) == LINES_IN_MEMORY
    assert log.lines()[-1].startswith("2026-11-21 12:00 note 999 and more")
    assert sorted(os.listdir(tmp_path)) == ["log.txt", "log.txt.old"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2 * FILE_LIMIT + 500


def test_the_log_says_where_it_went_wrong():
    log = Log()
    try:
        no_room()
    except OSError as error:
        log.error("Drawing the table", error)
    assert "Drawing the table: OSError" in log.lines()[0]
    assert any("no_room" in line for line in log.lines())


def test_a_full_flash_does_not_stop_anybody(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "open", no_room, raising=False)
    log = Log(str(tmp_path / "log.txt"))
    log.note("still here")
    assert log.lines()[-1].endswith("still here")
