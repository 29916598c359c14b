"""`arcana play` as a program: started, talked to, stopped."""

import json
import signal
import socket
from socket import gethostname

import pytest
from arcana_host.link.announcements import Announcement, find_virtual_devices
from arcana_host.virtual import unique_id_of
from arcana_host.virtual.cable import TerminalCable
from arcana_host.virtual.host_device import HostDevice
from device.program import Program

fcntl = pytest.importorskip("fcntl", reason="needs pseudo-terminals and signals")


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(*words):
    """Run a command to its end: its status, and all that it said."""
    with Program(*words) as program:
        out, error = program.process.communicate(timeout=120)
    return program.process.returncode, out + error


def test_other_commands_find_it_by_itself(data, tmp_path):
    library = ("--library", tmp_path / "library")
    assert "No companion is connected" in run("sync", *library)[1]
    with Program("play", "--headless", "--folder", tmp_path / "flash") as program:
        path = program.line("Serial port: ")
        assert "sync` fetches its finished games" in program.line("In another terminal, ")
        program.line("Ctrl-C stops it.")
        # on a busy computer it also says what it waits for
        status, out = run("sync", *library)
        assert status == 0 and out.startswith("There is no game on the device.\n")
        assert f"{path}  companion" in run("doctor", *library)[1]
        # it can not take itself back
        program.process.kill()
        program.process.wait()
    assert find_virtual_devices() == []
    assert list((tmp_path / "data").rglob("*.json")) == []


def test_where_it_can_not_be_announced_it_names_the_port_and_promises_no_sync(data, tmp_path):
    # a file in place of the folder also stops root
    folder = tmp_path / "data" / "arcana-companion"
    folder.mkdir(parents=True)
    (folder / "running").write_text("")
    with Program("play", "--headless", "--folder", tmp_path / "flash") as program:
        path = program.line("Serial port: ")
        assert program.process.stdout.readline() == "Ctrl-C stops it.\n"
        _, _, error = program.end(signal.SIGINT)
    assert error == (
        f"Other commands find this device with --port {path} only: {folder} can't be written (File exists).\n"
    )


def test_two_virtual_devices_are_told_apart(data, tmp_path):
    folders = [tmp_path / "one", tmp_path / "other"]
    with Program("play", "--headless", "--folder", folders[0]) as one:
        one.line("Ctrl-C stops it.")
        with Program("play", "--headless", "--folder", folders[1], "--board", "badger2040") as other:
            other.line("Ctrl-C stops it.")
            found = find_virtual_devices()
            assert {device.serial for device in found} == {unique_id_of(it).hex() for it in folders}
            assert {device.board for device in found} == {"pico-epaper-2.9", "badger2040"}
            assert run("sync", "--library", tmp_path / "library")[0] == 0
            status, said = run("test", "--no-hands")
            assert status == 1 and "Several boards are connected" in said
            assert [
                device for device in found if f"{device.path} (virtual, {device.serial})" not in said
            ] == []
            other.end(signal.SIGINT)
        assert len(find_virtual_devices()) == 1


async def test_while_its_plug_is_pulled_it_is_not_found(data, tmp_path):
    cable = TerminalCable()
    announce = Announcement("5a5a", "pico-epaper-2.9")

    def power(path):
        announce.publish(path) if path else announce.withdraw()

    async with HostDevice(tmp_path / "flash", cable, on_port=power) as device:
        assert [it.path for it in find_virtual_devices()] == [cable.path]
        await device.pull_plug()
        assert find_virtual_devices() == []
        device.plug_in()
        assert [it.path for it in find_virtual_devices()] == [cable.path]
    assert find_virtual_devices() == []
    cable.close()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 4000,
        "[]",
        "{}",
        '{"path": 7}',
        '{"path": "/nowhere", "host": "HOST"}',
        "\x00\xff" * 9000,
    ],
)
def test_a_file_that_makes_no_sense_is_no_device(data, tmp_path, text):
    file = tmp_path / "data" / "arcana-companion" / "running" / "odd.json"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace("HOST", gethostname()), encoding="latin-1")
    with file.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert find_virtual_devices() == []
        assert file.exists()


def test_a_second_start_leads_to_the_page_that_is_there(tmp_path, monkeypatch):
    opened, script = tmp_path / "opened", tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" >{opened}\n')
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    words = ("play", "--folder", tmp_path / "flash")
    with Program(*words, "--no-browser") as first:
        url = first.line("The companion is at ")
        first.line("Ctrl-C stops it.")
        for option in ((), ("--no-browser",)):
            status, said = run(*words, *option)
            assert status == 0 and said == f"The companion runs already, at {url}\n"
            assert opened.exists() != bool(option)
            opened.unlink(missing_ok=True)
        status, said = run(*words, "--no-browser", "--game", "score-pad", "--speed", "2")
        assert status == 0 and said.startswith(f"The companion runs already, at {url}\n")
        assert "Without effect while it runs: --game, --speed." in said
        status, said = run(*words, "--headless")
        assert status == 1 and "Another virtual device is using" in said


def test_a_port_of_the_page_that_is_taken_is_named_with_advice_and_nothing_else_is_said(tmp_path):
    words = ("play", "--folder", tmp_path / "flash", "--no-browser", "--http-port")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert run(*words, port) == (
            1,
            f"arcana: Port {port} is taken: choose another with --http-port; 0 takes a free one.\n",
        )


@pytest.mark.parametrize("option", [("--host", "0.0.0.0"), ("--http-port", "8000")], ids="=".join)
def test_an_option_of_the_page_is_refused_where_there_is_no_page(tmp_path, option):
    status, said = run("play", "--folder", tmp_path / "flash", "--headless", *option)
    assert status == 1 and "make no sense with --headless" in said and not (tmp_path / "flash").exists()


def test_a_folder_that_can_not_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with Program("play", "--folder", tmp_path / "file" / "flash", "--headless") as program:
        _, error = program.process.communicate(timeout=120)
    assert program.process.returncode == 1
    assert "could not start" in error and "Traceback" not in error


def test_the_game_that_was_asked_for_is_chosen_and_other_settings_stay(tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"language": "german"}')
    with Program("play", "--folder", tmp_path, "--headless", "--game", "shipwreck") as program:
        program.line("Ctrl-C stops it.")
        program.end(signal.SIGINT)
    assert json.loads(settings.read_text().partition("\n#")[0]) == {"language": "german", "game": "shipwreck"}
    with Program("play", "--folder", tmp_path, "--headless", "--game", "chess") as program:
        _, error = program.process.communicate(timeout=30)
    assert program.process.returncode == 2 and error.startswith("arcana: There is no game chess: ")


async def test_damaged_settings_are_kept_and_named_whatever_is_chosen(tmp_path):
    settings = tmp_path / "settings.json"
    async with HostDevice(tmp_path):
        damaged = settings.read_bytes().replace(b"language", b"lanGuage")
    settings.write_bytes(damaged)
    async with HostDevice(tmp_path, game="score_pad") as device:
        (report,) = device.app.log.reports
        assert (tmp_path / "settings.json.damaged").read_bytes() == damaged and "json.damaged" in str(report)
        assert device.app.settings.get("game") == "score_pad"


def test_a_new_device_begins_in_the_language_of_its_user(tmp_path, monkeypatch):
    from arcana_portable.translation import languages

    monkeypatch.setenv("ARCANA_LANGUAGE", "")
    for name in ("LANGUAGE", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    settings = tmp_path / "settings.json"
    assert "german" in languages()
    # once it has a language it keeps it, whatever the locale is
    for locale, key, ends in (("de_AT.UTF-8", "Strg+C", "beendet es."), ("C.UTF-8", "Ctrl-C", "stops it.")):
        monkeypatch.setenv("LC_ALL", locale)
        with Program("play", "--folder", tmp_path, "--headless") as program:
            assert program.line(key) == ends
            program.end(signal.SIGINT)
        assert json.loads(settings.read_text().partition("\n#")[0])["language"] == "german"
    with Program("play", "--folder", tmp_path / "english", "--headless") as program:
        program.line("Ctrl-C")
        program.end(signal.SIGINT)
    assert "german" not in "".join(path.read_text() for path in (tmp_path / "english").glob("settings.json"))


def test_a_link_without_a_port_is_refused(tmp_path):
    with Program("play", "--folder", tmp_path, "--headless", tmp_path / "port") as program:
        _, error = program.process.communicate(timeout=120)
    assert program.process.returncode == 1 and "--port-link" in error


def test_a_link_that_can_not_be_made_is_named_and_nothing_is_replaced(tmp_path):
    mine = tmp_path / "hello.txt"
    mine.write_text("mine")
    words = ("play", "--folder", tmp_path / "flash", "--headless", "--port-link")
    (tmp_path / "shortcut").symlink_to(mine)
    for path in (mine, tmp_path / "shortcut"):
        status, said = run(*words, path)
        assert status == 1 and said.startswith(f"arcana: {path} exists already")
        assert path.read_text() == "mine"
    status, said = run(*words, tmp_path / "nowhere" / "port")
    assert status == 1 and f"The link {tmp_path / 'nowhere' / 'port'} can't be made: No such file" in said
