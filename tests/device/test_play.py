"""`arcana play` as a program: started, talked to, stopped."""

import signal
import sys
import urllib.request

import pytest
from device.program import Program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals and signals")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_its_page_until_it_is_stopped(tmp_path, how):
    with Program("play", "--folder", tmp_path, "--no-browser") as program:
        url = program.line("The companion is at ")
        with urllib.request.urlopen(url) as answer:
            assert b"<canvas" in answer.read()
        program.line("Ctrl-C stops it.")
        status, out, error = program.end(how)
    assert (status, error) == (0, "")
    assert str(tmp_path) in out


def test_its_port_is_a_link_that_other_programs_open(tmp_path):
    from arcana_host.device import Device

    port = tmp_path / "port"
    with Program("play", "--folder", tmp_path / "flash", "--headless", "--port-link", port) as program:
        assert program.line("Serial port: ") == str(port)
        for _ in range(2):
            with Device(str(port)) as device:
                assert device.info()["board"] == "pico-epaper-2.9"
        program.end(signal.SIGINT)
    assert not port.is_symlink()


def test_two_devices_never_share_a_flash(tmp_path):
    with Program("play", "--folder", tmp_path, "--headless") as first:
        first.line("Ctrl-C stops it.")
        with Program("play", "--folder", tmp_path, "--headless") as second:
            _, error = second.process.communicate(timeout=30)
        assert second.process.returncode == 1
        assert "another virtual device is using" in error and "Traceback" not in error


def test_a_folder_that_can_not_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with Program("play", "--folder", tmp_path / "file" / "flash", "--headless") as program:
        _, error = program.process.communicate(timeout=30)
    assert program.process.returncode == 1
    assert "could not start" in error and "Traceback" not in error


def test_a_link_without_a_port_is_refused(tmp_path):
    with Program("play", "--folder", tmp_path, "--headless", tmp_path / "port") as program:
        _, error = program.process.communicate(timeout=30)
    assert program.process.returncode == 1 and "--port-link" in error
