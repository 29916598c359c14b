"""The flash of the companion in the browser: the journal finds there what it would find in a folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from arcana_host.web.browser.flash import Flash
from arcana_portable.page.journals import exported
from vm import COMPANION, ROOT, RULES, needs_vm, on_vm
from web.browser_storage import MemoryStorage

TESTS = Path(__file__).resolve().parent.parent
HEAP = 1024 * 1024


@pytest.fixture
def storage():
    return MemoryStorage()


def test_what_was_written_is_kept_once_it_is_flushed_or_closed(storage):
    flash = Flash(storage)
    flash.mkdir("/games")
    stream = flash.open("/games/one", "wb")
    stream.write(b"setup\n")
    assert storage.texts == {"games/one": ""}
    stream.flush()
    assert storage.texts == {"games/one": "setup\n"}
    with flash.open("/games/one", "ab") as stream:
        stream.write(b"play \xff 1\n")
    assert storage.texts == {"games/one": "setup\nplay \xff 1\n"}
    with Flash(storage).open("/games/one", "rb") as stream:
        assert stream.readline() == b"setup\n"
        assert stream.read() == b"play \xff 1\n"
    assert Flash(storage).stat("/games/one")[6] == len(b"setup\nplay \xff 1\n")


def test_a_page_that_may_not_write_gets_an_error_and_changes_nothing(storage):
    flash = Flash(storage)
    flash.write("settings.json", b"{}")
    storage.full = True
    stream = flash.open("/settings.json", "ab")
    stream.write(b"more")
    for attempt in (stream.flush, lambda: flash.remove("/settings.json"), lambda: flash.open("/new", "wb")):
        with pytest.raises(OSError):
            attempt()
    assert storage.texts == {"settings.json": "{}"}


def test_there_is_as_much_room_as_on_a_pico(storage):
    flash = Flash(storage)
    block, _, blocks, free = flash.statvfs("/")[:4]
    assert (block, blocks, free) == (4096, 352, 352)
    flash.write("log.txt", b"x" * (block + 1))
    assert flash.statvfs("/")[3] == 350


@pytest.mark.parametrize("attempt", ["open", "stat", "remove", "rename", "ilistdir", "folder"])
def test_what_is_not_there_is_an_error(storage, attempt):
    flash = Flash(storage)
    with pytest.raises(OSError):
        {
            "open": lambda: flash.open("/none", "rb"),
            "stat": lambda: flash.stat("/none"),
            "remove": lambda: flash.remove("/none"),
            "rename": lambda: flash.rename("/none", "/some"),
            "ilistdir": lambda: flash.ilistdir("/none"),
            "folder": lambda: flash.open("/none/file", "wb"),
        }[attempt]()


def test_a_record_that_makes_no_sense_is_handed_out_as_it_is():
    assert exported('[Game "1"]\nsetup x\nplay 4 1\nundo\n') == '[Game "1"]\nsetup x\n'
    assert exported("undo\n") == "undo\n"


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


ON_FLASH = """
import os, vfs
from arcana_host.web.browser.flash import Flash
from device import scene
from web.browser_storage import MemoryStorage

vfs.mount(Flash(MemoryStorage()), "/mnt")
os.mkdir("/mnt/flash")
scene.play("/mnt/flash")
"""


@needs_vm
def test_the_journal_on_it_does_what_it_does_in_a_folder(tmp_path):
    paths = os.pathsep.join(
        map(str, (ROOT, ROOT / "firmware", ROOT / "host/arcana_portable/virtual/standins"))
    )
    scene = TESTS / "device" / "scene.py"
    here = run(sys.executable, scene, tmp_path / "flash", env={**os.environ, "PYTHONPATH": paths})
    on_flash = tmp_path / "on_flash.py"
    on_flash.write_text(ON_FLASH)
    for name in ("arcana_portable/virtual/flash_space.py", "arcana_host/web/browser/flash.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / "host" / name, tmp_path / name)
    host = tmp_path / "arcana_portable", tmp_path / "arcana_host"
    folders = RULES, COMPANION, *host, TESTS / "device", TESTS / "web"
    assert on_vm(on_flash, *folders, heap=HEAP) == here
